// Reads OpenCitations' Index, tables and answers of its API: a citation each. It has no rule of
// OpenCitations Meta.
import type { Dialect, GivenRecord } from '../dialect.ts';
import { type Fields, objects, text } from '../values.ts';
import { cellAt, columnNamed, hasColumns, mostOf, oncePerTable } from './columns.ts';
import { readOci } from './open-citation-identifier.ts';
import { readPrefixed, withoutIndex } from './prefixed-identifiers.ts';

const shared = {
	name: 'opencitations',
	replacement: 'set',
	provider: 'OpenCitations',
	dateRule: 'when the citing work was published (creation)',
} as const;

/** Dumps of the Index, deposits of citations by others, and the provenance of citations. */
export const opencitationsTable: Dialect<'table'> = {
	...shared,
	title: 'OpenCitations Index: dumps and deposits of citations (CSV)',
	frame: 'table',
	example:
		'oci,citing,cited,creation,timespan,journal_sc,author_sc\n' +
		'0200-0201,10.1234/citing,10.1234/cited,2024-05-01,P1Y,no,no\n',
	fits: ({ table }) => isIndex(table) || isDeposit(table) || isProvenance(table) || isSource(table),
	*read(row) {
		const columns = columnsOf(row.table);
		yield readCitation({
			citing: cellAt(row, columns.citing),
			cited: cellAt(row, columns.cited),
			creation: cellAt(row, columns.creation),
			citedDate: cellAt(row, columns.citedDate),
			invalidated: cellAt(row, columns.invalidated),
			oci: isProvenance(row.table) ? cellAt(row, columns.oci) : undefined,
		});
	},
};

/** Answers of the API, versions 1 and 2. */
export const opencitationsApi: Dialect<'json'> = {
	...shared,
	title: 'OpenCitations Index: answers of its API, versions 1 and 2',
	// They are a few of its citations, and no edition of it.
	replacement: 'statement',
	frame: 'json',
	example: '{"oci": "06-07", "citing": "doi:10.1234/citing", "cited": "doi:10.1234/cited", "creation": "2024-05"}',
	fits: (document) => objects(document).some(isCitation),
	*read(document) {
		for (const one of objects(document)) {
			if (!isCitation(one)) continue;
			const { citing, cited, creation } = one;
			yield readCitation({ citing: text(citing), cited: text(cited), creation: text(creation) });
		}
	},
};

function isCitation({ oci, citing, cited, creation, timespan }: Fields): boolean {
	return text(citing) !== undefined && text(cited) !== undefined && (oci ?? creation ?? timespan) !== undefined;
}

type Columns = Readonly<Record<'oci' | 'citing' | 'cited' | 'creation' | 'citedDate' | 'invalidated', number>>;

const columnsOf = oncePerTable(
	(table): Columns => ({
		oci: columnNamed(table, 'oci'),
		citing: columnNamed(table, 'citing', 'citing_id'),
		cited: columnNamed(table, 'cited', 'cited_id', 'referenced'),
		creation: columnNamed(table, 'creation', 'citing_publication_date'),
		citedDate: columnNamed(table, 'cited_publication_date'),
		invalidated: columnNamed(table, 'invalidated'),
	}),
);

const isIndex = oncePerTable(
	(table) =>
		hasColumns(table, 'citing', 'cited') &&
		['oci', 'creation', 'timespan', 'journal_sc'].some((name) => hasColumns(table, name)),
);

const isDeposit = oncePerTable(
	(table) =>
		hasColumns(table, 'citing_id', 'cited_id') &&
		(hasColumns(table, 'citing_publication_date') || mostOf(table, columnNamed(table, 'cited_id'), hasPrefix)),
);

const isProvenance = oncePerTable(
	(table) => hasColumns(table, 'oci', 'invalidated') && !hasColumns(table, 'citing', 'cited'),
);

const isSource = oncePerTable((table) => table.columns.length === 2 && hasColumns(table, 'citing', 'referenced'));

function hasPrefix(cell: string): boolean {
	return /^[a-z]+:/i.test(cell);
}

type Citation = {
	citing: string | undefined;
	cited: string | undefined;
	creation: string | undefined;
	citedDate?: string | undefined;
	invalidated?: string | undefined;
	/** Of a row that does not name its works. */
	oci?: string | undefined;
};

function readCitation({ citing, cited, creation, citedDate, invalidated, oci }: Citation): GivenRecord {
	if (invalidated !== undefined) return readWithdrawn({ citing, cited, oci, date: invalidated });
	if (oci !== undefined) return { links: [], leftOut: ['the provenance of a citation, without its works'] };
	const date = creation === undefined ? undefined : withoutIndex(creation);
	const subject = { identifiers: identifiersOf(citing), publicationDate: date };
	const target = { identifiers: identifiersOf(cited), publicationDate: citedDate };
	return { subject, links: [{ relation: 'Cites', target }], date };
}

type Withdrawn = Record<'citing' | 'cited' | 'oci' | 'date', string | undefined>;

/** A row of the provenance names the two works by its OCI alone. */
function readWithdrawn({ citing, cited, oci, date }: Withdrawn): GivenRecord {
	const ends = oci === undefined ? ([identifiersOf(citing), identifiersOf(cited)] as const) : readOci(oci);
	if (ends === undefined) return { links: [], leftOut: ['a citation that was withdrawn, whose OCI names no works'] };
	const [source, target] = ends;
	const link = { source: { identifiers: source }, target: { identifiers: target } };
	return { links: [{ ...link, relation: 'Cites', isGone: true }], date };
}

function identifiersOf(list: string | undefined) {
	return list === undefined ? [] : readPrefixed(list);
}
