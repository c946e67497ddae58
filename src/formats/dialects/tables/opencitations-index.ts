// Reads OpenCitations' Index, tables and answers of its API, a citation each, and the identifiers
// as OpenCitations writes them.
import type { Dialect, GivenIdentifier, GivenRecord } from '../dialect.ts';
import { type Fields, objects, text } from '../values.ts';
import { cellAt, columnNamed, hasColumns, mostOf, oncePerTable } from './columns.ts';
import { isPairsOfPmids } from './icite.ts';

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
	syntax: 'table',
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
	syntax: 'json',
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

const isSource = oncePerTable(
	(table) => table.columns.length === 2 && hasColumns(table, 'citing', 'referenced') && !isPairsOfPmids(table),
);

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
	return { links: [{ ...link, relation: 'Cites', isWithdrawn: true }], date };
}

function identifiersOf(list: string | undefined) {
	return list === undefined ? [] : readPrefixed(list);
}

/**
 * Two digits stand for a character each, by its place here: `10` for `a`, `36` for `/`. Codes from
 * 68 on, for characters that DOIs have hardly ever, are not read.
 */
const characters = '0123456789abcdefghijklmnopqrstuvwxyz/.:;<=>?@[\\]^_`!"#$%&\'()*+,-{|}~';

/** Prefixes of indexes whose works are DOIs, written without `10.`: Crossref, Dryad, CROCI. */
const doiPrefix = /^0[245]0/;

/** Reads `<citing>-<cited>`; undefined where one of them is of another kind. */
function readOci(text: string): [citing: GivenIdentifier[], cited: GivenIdentifier[]] | undefined {
	const [, citing, cited] = /^(?:oci:)?(0\d+)-(0\d+)$/.exec(text.trim()) ?? [];
	const [one, other] = [citing, cited].map((digits) => (digits === undefined ? undefined : readWork(digits)));
	return one && other ? [[one], [other]] : undefined;
}

/** A number of OpenCitations Meta begins with 06. */
function readWork(digits: string): GivenIdentifier | undefined {
	if (digits.startsWith('06')) return { id: `br/${digits}`, scheme: 'omid' };
	if (!doiPrefix.test(digits)) return undefined;
	const codes = digits.slice(3).match(/\d\d?/g) ?? [];
	const text = codes.map((code) => (code.length === 2 ? characters[Number(code)] : undefined));
	if (text.length === 0 || text.includes(undefined)) return undefined;
	return { id: `10.${text.join('')}`, scheme: 'doi' };
}

/**
 * Reads a list, separated by blanks; each identifier has its scheme before it. A DOI or a number of
 * PubMed may come without, and the corpus number of an early index before everything
 * (`coci => 10.1234/a`). Numbers of OpenCitations itself come last, since few others use them.
 */
export function readPrefixed(list: string): GivenIdentifier[] {
	const value = withoutIndex(list);
	// A DOI may hold blanks, where it stands alone.
	if (value.startsWith('10.')) return [{ id: value, scheme: 'doi' }];
	const found = value.split(whiteSpace).flatMap(readOne);
	return found.length < 2 ? found : [...found.filter(isOfOthers), ...found.filter((one) => !isOfOthers(one))];
}

/**
 * Answers a value without the name of its index; of several of them the first that says something.
 */
function withoutIndex(value: string): string {
	if (!value.includes('=> ')) return value;
	const values = value.split(nameOfIndex).map((one) => one.trim());
	return values.find((one) => one !== '') ?? '';
}

const nameOfIndex = /(?:^|;\s*)\[?[\w/]+\]? => /;
const whiteSpace = /\s+/;

function isOfOthers({ scheme }: GivenIdentifier): boolean {
	return scheme !== omid;
}

const omid = 'omid';

function readOne(text: string): GivenIdentifier[] {
	if (text === '') return [];
	const bare = bareOmid.exec(text)?.[1];
	if (bare !== undefined) return [{ id: bare, scheme: omid }];
	const colon = text.indexOf(':');
	const scheme = text.slice(0, Math.max(colon, 0)).toLowerCase();
	if (schemes.has(scheme)) return colon + 1 === text.length ? [] : [{ id: text.slice(colon + 1), scheme }];
	const ofMeta = omidAddress.exec(text)?.[1];
	return [ofMeta === undefined ? { id: text } : { id: ofMeta, scheme: omid }];
}

/** Meta wrote `meta:` before OMIDs, until these had a name. */
const bareOmid = /^(?:meta:)?(br\/.*)/;

const omidAddress = /^https?:\/\/(?:w3id\.org\/oc|opencitations\.net)\/meta\/(br\/\d+)$/i;

/** The prefixes of OpenCitations that name a scheme. */
const schemes: ReadonlySet<string> = new Set('doi pmid pmcid omid openalex isbn issn arxiv wikidata url'.split(' '));
