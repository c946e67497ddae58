// Reads the citations of the NIH: the Open Citation Collection (a citation a row) and iCite's
// records of articles, as tables and from its API. PMIDs are written as numbers.
import type { Dialect, GivenLink, GivenRecord } from '../dialect.ts';
import { at, type Fields, list, objects, text } from '../values.ts';
import { cellAt, columnNamed, hasColumns, mostOf, oncePerTable } from './columns.ts';

/** The NIH Open Citation Collection. */
export const nihOcc: Dialect<'table'> = {
	name: 'nih-occ',
	title: 'NIH Open Citation Collection: pairs of PMIDs (CSV)',
	syntax: 'table',
	replacement: 'set',
	provider: 'NIH Open Citation Collection',
	dateRule: 'none; --date or today',
	example: 'citing,referenced\n1234567,7654321\n',
	fits: ({ table }) => isPairsOfPmids(table),
	*read(row) {
		const columns = pairOf(row.table);
		const [citing, referenced] = [pmid(cellAt(row, columns.citing)), pmid(cellAt(row, columns.referenced))];
		if (citing === undefined || referenced === undefined) {
			yield { links: [], leftOut: ['a row without two PMIDs'] };
			return;
		}
		yield { subject: article(citing), links: [{ relation: 'Cites', target: article(referenced) }] };
	},
};

/** Returns whether a table has pairs of PMIDs, written as numbers. */
export const isPairsOfPmids = oncePerTable(
	(table) => hasColumns(table, 'citing', 'referenced') && mostOf(table, columnNamed(table, 'citing'), isNumber),
);

const pairOf = oncePerTable((table) => ({
	citing: columnNamed(table, 'citing'),
	referenced: columnNamed(table, 'referenced'),
}));

const icite = {
	name: 'icite',
	replacement: 'set',
	provider: 'NIH iCite',
	dateRule: 'the year of the citing article',
} as const;

/** iCite's snapshot. */
export const iciteTable: Dialect<'table'> = {
	...icite,
	title: 'NIH iCite: articles with their citations (CSV)',
	syntax: 'table',
	example: 'pmid,doi,title,year,cited_by,references\n1234567,10.1234/a,A Title,2024,,7654321 7654322\n',
	// Others have numbers of PubMed beside references too, under other years.
	fits: ({ table }) =>
		hasColumns(table, 'pmid', 'year') && (hasColumns(table, 'references') || hasColumns(table, 'cited_by')),
	*read(row) {
		const columns = columnsOf(row.table);
		yield readArticle((field) => cellAt(row, columns[field]));
	},
};

/** Answers of iCite's API. */
export const iciteApi: Dialect<'json'> = {
	...icite,
	title: 'NIH iCite: answers of its API',
	syntax: 'json',
	example: '{"data": [{"pmid": 1234567, "doi": "10.1234/a", "year": 2024, "references": [7654321]}]}',
	fits: (document) => articlesIn(document).some(isArticle),
	*read(document) {
		for (const one of articlesIn(document)) if (isArticle(one)) yield readArticle((field) => joined(one[field]));
	},
};

function articlesIn(document: unknown): Fields[] {
	return objects(at(document, 'data') ?? document);
}

function isArticle(article: Fields): boolean {
	const hasLinks = article.references !== undefined || article.cited_by !== undefined;
	// Works of The Lens have PMIDs and references, too.
	return pmid(text(article.pmid)) !== undefined && hasLinks && article.lens_id === undefined;
}

/** Answers an array as the table writes it: separated by blanks. */
function joined(value: unknown): string | undefined {
	return Array.isArray(value) ? list(value).map(text).join(' ') : text(value);
}

const fieldNames = ['pmid', 'doi', 'title', 'authors', 'year', 'journal', 'cited_by', 'references'] as const;
type Field = (typeof fieldNames)[number];

const columnsOf = oncePerTable(
	(table) => Object.fromEntries(fieldNames.map((name) => [name, columnNamed(table, name)])) as Record<Field, number>,
);

function readArticle(value: (field: Field) => string | undefined): GivenRecord {
	const number = pmid(value('pmid'));
	if (number === undefined) return { links: [], leftOut: ['an article without a PMID'] };
	const { identifiers } = article(number);
	const doi = value('doi');
	const year = value('year')?.replace(/\.0$/, '');
	return {
		subject: {
			identifiers: doi === undefined ? identifiers : [...identifiers, { id: doi, scheme: 'doi' }],
			type: 'literature',
			title: value('title'),
			creators: (value('authors') ?? '')
				.split(',')
				.map((name) => ({ name: name.trim() }))
				.filter(({ name }) => name !== ''),
			publicationDate: year,
			container: { title: value('journal') },
		},
		// When those were published that cite it, it does not say.
		links: linksTo([
			[value('references'), 'Cites', year],
			[value('cited_by'), 'IsCitedBy', undefined],
		]),
	};
}

type Numbers = readonly [numbers: string | undefined, relation: string, date: string | undefined];

function* linksTo(all: readonly Numbers[]): Generator<GivenLink> {
	for (const [numbers = '', relation, date] of all) {
		for (const one of numbers.split(/[\s,;]+/)) {
			const number = pmid(one);
			if (number !== undefined) yield { relation, target: article(number), date };
		}
	}
}

function article(number: string) {
	return { identifiers: [{ id: number, scheme: 'pmid' }], type: 'literature' };
}

/** Reads a PMID, also as a spreadsheet writes it (`1975.0`); undefined where it is none. */
function pmid(cell: string | undefined): string | undefined {
	if (cell === undefined) return undefined;
	const number = cell.endsWith('.0') ? cell.slice(0, -2) : cell;
	return isNumber(number) && number !== '0' ? number : undefined;
}

function isNumber(text: string): boolean {
	if (text.length === 0 || text.length > 10) return false;
	for (let at = 0; at < text.length; at++) {
		const digit = text.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) return false;
	}
	return true;
}
