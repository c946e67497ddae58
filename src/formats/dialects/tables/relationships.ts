// Reads the relationships that a broker wrote as CSV (see formats/csv/csv.ts).
import { relationTypeName, type SearchRelation } from '../../../links/relation.ts';
import { type CsvColumn, csvColumns, listInCell, withoutGuard } from '../../csv/csv.ts';
import type { Dialect, GivenIdentifier, GivenLink, GivenObject, GivenRecord, TableRow, WrongCell } from '../dialect.ts';
import { readWrittenDate, wrongCell } from './cells.ts';
import { cellAt, columnNamed, hasColumns, oncePerTable } from './columns.ts';

/** The CSV of `format=csv`. */
export const relationships: Dialect<'table'> = {
	name: 'relationships',
	title: 'Link Broker: relationships as it writes them (format=csv)',
	syntax: 'table',
	replacement: 'statement',
	dateRule: 'the last link date for the first provider of a row, the first link date for the others',
	example:
		'source_id,source_scheme,relation,id,scheme,first_link_date,last_link_date,providers,identifiers\n' +
		'10.1234/a,doi,isCitedBy,10.1234/b,doi,2024-05-01,2024-05-01,A Library,doi:10.1234/b\n',
	fits: ({ table }) => hasColumns(table, 'source_id', 'relation', 'id', 'providers', 'identifiers', 'last_link_date'),
	*read(row) {
		yield readRow(row, createCells(row));
	},
};

type Cells = ReturnType<typeof createCells>;

const placesIn = oncePerTable(
	(table) => new Map(csvColumns.map((column) => [column, columnNamed(table, column)] as const)),
);

function createCells(row: TableRow) {
	const places = placesIn(row.table);
	const placeOf = (column: CsvColumn) => places.get(column) ?? -1;
	const text = (column: CsvColumn) => {
		const cell = cellAt(row, placeOf(column));
		return cell === undefined ? undefined : withoutGuard(cell);
	};
	const wrongCells: WrongCell[] = [];
	return {
		text,
		list: (column: CsvColumn) => listInCell(text(column) ?? ''),
		/** Spreadsheets write dates in their own way. */
		date(column: CsvColumn): string | undefined {
			const cell = text(column);
			const date = cell && readWrittenDate(cell, undefined);
			if (cell && date === undefined) wrongCells.push(wrongCell(row, placeOf(column), 'not a date'));
			return date;
		},
		wrongCells,
	};
}

/** The names of Scholix, which say no more than the relation: a provider may use another word. */
const plainRelations: ReadonlyMap<string, string> = new Map<SearchRelation, string>([
	['cites', 'References'],
	['isCitedBy', 'IsReferencedBy'],
]);

function readRow({ line }: TableRow, cells: Cells): GivenRecord {
	const source = identifierIn(cells, 'source_id', 'source_scheme');
	const object = readObject(cells);
	const word = cells.text('relation');
	if (source === undefined || object === undefined || word === undefined) {
		return { links: [], leftOut: ['a row without two identifiers and a relation'], line };
	}
	const relation = plainRelations.get(word) ?? relationTypeName(word) ?? word;
	const subject: GivenObject = { identifiers: [source] };
	const pairs = versionPairs(cells, subject, object);
	const statements = statementsOf(cells, pairs.length > 1);
	if (pairs.length > 1 && statements.length > 1) {
		return { links: [], leftOut: [`${relation}: several providers of links between several versions`], line };
	}
	const links = pairs.flatMap((pair) =>
		// Words are as they were stated, whichever end stated them.
		statements.map((statement): GivenLink => ({ relation, ...pair, ...statement, notice: null })),
	);
	const isLinked = pairs.some(({ target }) => target === object);
	const [{ provider, date } = {}] = statements;
	return {
		...(pairs.some(({ source: version }) => version === undefined) && { subject }),
		...(!isLinked && { objects: [object] }),
		...{ links, provider, date, wrongCells: cells.wrongCells, line },
	};
}

/**
 * Lists who stated the relationship, when and in which words. Of several providers the newest
 * comes first, so the last date is that of its statement; the first date stands for the others. Which
 * of several providers chose a word is not known, so that words are kept of one alone; of several
 * words each is a statement of its last date.
 */
function statementsOf(cells: Cells, areSeveralPairs: boolean): Pick<GivenLink, 'provider' | 'date' | 'subType'>[] {
	const last = cells.date('last_link_date');
	const first = cells.date('first_link_date') ?? last;
	const [provider, ...others] = cells.list('providers');
	if (others.length > 0) {
		return [{ provider, date: last ?? first }, ...others.map((other) => ({ provider: other, date: first }))];
	}
	const newest = { provider, date: last ?? first };
	const words = cells.list('subtypes');
	if (words.length > 1 && !areSeveralPairs) return words.map((subType) => ({ ...newest, subType }));
	const statement = { ...newest, subType: words.length === 1 ? words[0] : undefined };
	return newest.date === first || areSeveralPairs ? [statement] : [statement, { ...statement, date: first }];
}

/** Lists what is linked with what: the versions that are named, else the two works. */
function versionPairs(cells: Cells, subject: GivenObject, object: GivenObject): Pick<GivenLink, 'source' | 'target'>[] {
	const targets = cells.list('via_target').map(prefixed);
	const sources = cells.list('via_source').map(prefixed);
	const pairs = sources.flatMap((source, at) => {
		const target = targets[at];
		if (source === undefined || target === undefined) return [];
		return [
			{
				...(!isOf(subject, source) && { source: { identifiers: [source] } }),
				target: isOf(object, target) ? object : { identifiers: [target] },
			},
		];
	});
	return pairs.length > 0 ? pairs : [{ target: object }];
}

function isOf({ identifiers }: GivenObject, { id, scheme }: GivenIdentifier): boolean {
	return identifiers.some((one) => one.id === id && one.scheme === scheme);
}

function readObject(cells: Cells): GivenObject | undefined {
	const first = identifierIn(cells, 'id', 'scheme');
	if (first === undefined) return undefined;
	const all = cells.text('identifiers') ?? '';
	// A value may hold what stands between two of them.
	const own = `${first.scheme}:${first.id}`;
	const further = listInCell(all.startsWith(own) ? all.slice(own.length) : all).flatMap((text) => prefixed(text) ?? []);
	return {
		identifiers: [first, ...further],
		areOneWork: true,
		type: cells.text('type'),
		title: asMarkup(cells.text('title')),
		creators: cells
			.list('creators')
			.filter(isName)
			.map((name) => ({ name })),
		publicationDate: cells.date('publication_date'),
		publishers: cells.list('publishers').filter(isName),
		container: {
			title: asMarkup(cells.text('journal')),
			issns: cells.list('issns'),
			volume: cells.text('volume'),
			issue: cells.text('issue'),
			pages: cells.text('pages'),
		},
		edition: cells.text('edition'),
		publisherPlace: cells.text('publisher_place'),
	};
}

/** Titles are written as plain text, and read as text that may have tags and references. */
function asMarkup(text: string | undefined): string | undefined {
	return text?.replaceAll(/&(?=#?\w)/g, '&amp;').replaceAll('<', '&lt;');
}

function isName(text: string): boolean {
	return !/^and \d+ others$/.test(text);
}

function identifierIn(cells: Cells, value: CsvColumn, scheme: CsvColumn): GivenIdentifier | undefined {
	const id = cells.text(value);
	return id === undefined ? undefined : { id, scheme: cells.text(scheme) };
}

/** Reads `doi:10.1234/a`. */
function prefixed(text: string): GivenIdentifier | undefined {
	const end = text.indexOf(':');
	return end === -1 ? undefined : { id: text.slice(end + 1), scheme: text.slice(0, end) };
}
