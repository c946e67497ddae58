// The tables of a dump, works, identifiers, links and assertions: their columns, their rows of each
// work, and the files of CSV.

import { identifierUrl } from '../../identifiers/index.ts';
import { type Description, descriptionFields } from '../../links/description.ts';
import { dateInstant } from '../../links/link-date.ts';
import { csvLine } from '../csv/csv.ts';
import type { DumpedAssertion, DumpedEntry, DumpedLink, DumpedWork, DumpWriter } from './dump-writer.ts';

/** A cell; null where nothing is known. */
export type DumpCell = string | number | null;

/** A column; `number` holds whole numbers. */
type DumpColumn = { name: string; type: 'text' | 'number' };

/** A table with its columns. */
export type DumpTable = { name: string; columns: readonly DumpColumn[] };

/** A row of the table at this place in the list of tables. */
type DumpRow = readonly [table: number, cells: readonly DumpCell[]];

type Cells<Row> = Readonly<Record<string, (row: Row) => DumpCell | undefined>>;

/** The fields that have a column of their name here; others have columns of their parts. */
type ColumnField = Exclude<(typeof descriptionFields)[number], 'Type' | 'Kind' | 'Container' | LastField>;

/** What came later has its columns behind the others. */
type LastField = 'Edition' | 'PublisherPlace' | 'Notice';

const inParts: ReadonlySet<string> = new Set(['Type', 'Kind', 'Container', 'Edition', 'PublisherPlace', 'Notice']);
const columnFields = descriptionFields.filter((field): field is ColumnField => !inParts.has(field));

const works: Cells<DumpedWork> = {
	work: ({ work }) => work,
	family: ({ family }) => family,
	type: ({ description }) => description.Type?.Name ?? 'unknown',
	sub_type: ({ description }) => (description.Type ?? description.Kind)?.SubType,
	sub_type_schema: ({ description }) => (description.Type ?? description.Kind)?.SubTypeSchema,
	...Object.fromEntries(
		columnFields.map((field) => [columnOf(field), ({ description }: DumpedWork) => cellOf(description[field])]),
	),
	journal: ({ description }) => description.Container?.Title,
	issn: ({ description: { Container } }) => Container?.ISSN && JSON.stringify(Container.ISSN),
	volume: ({ description }) => description.Container?.Volume,
	issue: ({ description }) => description.Container?.Issue,
	pages: ({ description }) => description.Container?.Pages,
	edition: ({ description }) => description.Edition,
	publisher_place: ({ description }) => description.PublisherPlace,
	notice: ({ description: { Notice } }) => Notice && JSON.stringify(Notice),
};

const identifiers: Cells<{ work: number; scheme: string; value: string }> = {
	work: ({ work }) => work,
	scheme: ({ scheme }) => scheme,
	value: ({ value }) => value,
	url: identifierUrl,
};

const links: Cells<DumpedLink & { link: number }> = {
	link: ({ link }) => link,
	source_work: ({ source }) => source.work,
	relation: ({ relation }) => relation,
	target_work: ({ target }) => target.work,
	source_family: ({ source }) => source.family,
	target_family: ({ target }) => target.family,
	first_date: ({ assertions }) => datesOf(assertions)[0],
	last_date: ({ assertions }) => datesOf(assertions).at(-1),
	providers: ({ assertions }) =>
		JSON.stringify([...new Set(assertions.map(({ provenance }) => provenance.provider))].sort()),
	assertions: ({ assertions }) => assertions.length,
};

const assertions: Cells<DumpedAssertion & { link: number | null }> = {
	link: ({ link }) => link,
	source_work: ({ sourceWork }) => sourceWork,
	source_scheme: ({ source }) => source.scheme,
	source_value: ({ source }) => source.value,
	relation: ({ relation }) => relation,
	target_work: ({ targetWork }) => targetWork,
	target_scheme: ({ target }) => target.scheme,
	target_value: ({ target }) => target.value,
	provider: ({ provenance }) => provenance.provider,
	link_publication_date: ({ provenance }) => provenance.date,
	sub_type: ({ provenance }) => provenance.subType,
	sub_type_schema: ({ provenance }) => provenance.subTypeSchema,
	license_url: ({ provenance }) => provenance.license,
};

const numbers = new Set(['work', 'family', 'link', 'assertions']);

/**
 * The tables, in the order in which DumpRow counts them. `link` numbers the links of one dump; what
 * was asserted within a work has none. Lists and what has parts (creators) are JSON.
 */
export const dumpTables: readonly DumpTable[] = Object.entries({ works, identifiers, links, assertions }).map(
	([name, cells]) => ({
		name,
		columns: Object.keys(cells).map((column) => ({
			name: column,
			type: numbers.has(column.replace(/^(?:source|target)_/, '')) ? 'number' : 'text',
		})),
	}),
);

/** Starts to number links; answers what gives the rows of a work. */
export function createDumpRows(): (entry: DumpedEntry) => Generator<DumpRow> {
	let link = 0;
	return function* ({ work, links: those, within }) {
		yield [0, cellsOf(works, work)];
		for (const { scheme, value } of work.identifiers) {
			yield [1, cellsOf(identifiers, { work: work.work, scheme, value })];
		}
		for (const one of within) yield [3, cellsOf(assertions, { ...one, link: null })];
		for (const one of those) {
			link++;
			yield [2, cellsOf(links, { ...one, link })];
			for (const assertion of one.assertions) yield [3, cellsOf(assertions, { ...assertion, link })];
		}
	};
}

function cellsOf<Row>(columns: Cells<Row>, row: Row): DumpCell[] {
	return Object.values(columns).map((cell) => cell(row) ?? null);
}

/** Names the column of a field: `publication_date` of PublicationDate. */
function columnOf(field: string): string {
	return field.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}

function cellOf(value: Description[ColumnField]): DumpCell | undefined {
	return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}

/** Lists the dates, the earliest first. */
function datesOf(those: readonly DumpedAssertion[]): string[] {
	return those.map(({ provenance }) => provenance.date).sort((one, other) => dateInstant(one) - dateInstant(other));
}

/** Writes every table with a first row of names; what is not known is empty. */
export function createCsvWriter(): DumpWriter {
	const rowsOf = createDumpRows();
	return {
		files: dumpTables.map(({ name }) => `${name}.csv`),
		begin: () => dumpTables.map(({ columns }, table) => [table, csvLine(columns.map(({ name }) => name))]),
		*entry(entry) {
			for (const [table, cells] of rowsOf(entry)) {
				yield [table, csvLine(cells.map((cell) => (cell === null ? '' : String(cell))))];
			}
		},
		end: () => [],
	};
}
