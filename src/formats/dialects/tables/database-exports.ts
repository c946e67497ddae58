// Reads the tables that databases of literature export: a work a row, with what it cites.
import { alsoListed } from '../bibliographies/listed-works.ts';
import { pubmedDateRule, pubmedProvider } from '../bibliographies/pubmed.ts';
import type { DescribingRole } from '../column-roles.ts';
import type { Dialect, GivenIdentifier, GivenObject, Table, TableRow, WrongCell } from '../dialect.ts';
import { type CitedWorks, citedWorks } from '../references.ts';
import { printedDate } from '../values.ts';
import { readCells, readWrittenDate, wrongCell } from './cells.ts';
import { cellAt, columnNamed, hasColumns, mostOf, oncePerTable } from './columns.ts';
import { type DescribedColumns, descriptionIn } from './described-columns.ts';

/** Answers what a row has under a heading. */
type CellOf = (heading: string) => string | undefined;

/** What an export is called, how it is recognised, and what its columns hold. */
type Export = Pick<Dialect, 'name' | 'title' | 'example' | 'provider' | 'dateRule'> & {
	fits(table: Table): boolean;
	/** The columns with identifiers of the work, and their schemes. */
	identifiers: readonly (readonly [heading: string, scheme: string])[];
	/** The columns that describe the work; of several that say the same, the first counts. */
	described: Partial<Record<DescribingRole, readonly string[]>>;
	/** What else a row says of the work. */
	more?: (cell: CellOf) => Partial<GivenObject>;
	references?: { heading: string; read: (cell: string) => CitedWorks };
	/** When the row was made; without it, when the work was published. */
	made?: string;
};

const ofPublication = 'when the citing work was published';

/** Scopus. */
export const scopus = exportDialect({
	name: 'scopus',
	title: 'Scopus: exports of works, with their references (CSV)',
	provider: 'Scopus',
	dateRule: ofPublication,
	example:
		'Authors,Title,Year,Source title,DOI,References,EID\n' +
		'Doe A.,A Title,2024,Things,10.1234/a,"Roe K., B, Things, 1, (2020), https://doi.org/10.1234/b",2-s2.0-1\n',
	fits: (table) =>
		hasColumns(table, 'Title', 'EID') ||
		hasColumns(table, 'Title', 'Author(s) ID') ||
		hasColumns(table, 'Title', 'Source title', 'Art. No.', 'Cited by'),
	identifiers: [
		['DOI', 'doi'],
		['PubMed ID', 'pmid'],
	],
	described: {
		creators: ['Authors'],
		title: ['Title'],
		date: ['Year'],
		type: ['Document Type'],
		journal: ['Source title'],
		issn: ['ISSN'],
		volume: ['Volume'],
		issue: ['Issue'],
		pages: ['Page start', 'Page end'],
		publisher: ['Publisher'],
		keywords: ['Author Keywords'],
	},
	more: (cell) => (cell('Page start') === undefined ? { container: { pages: cell('Art. No.') } } : {}),
	references: { heading: 'References', read: (cell) => citedWorks(cell.split('; ')) },
});

/** PubMed's CSV; its other forms are in bibliographies/. */
export const pubmedTable = exportDialect({
	name: 'pubmed',
	title: 'PubMed: exports of works (CSV)',
	provider: pubmedProvider,
	dateRule: pubmedDateRule,
	example:
		'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI\n' +
		'1234567,A Title,Doe A.,Things. 2024;1(2):3. doi: 10.1234/a.,Doe A,Things,2024,2024/05/01,,,10.1234/a\n',
	fits: (table) => hasColumns(table, 'PMID', 'Title', 'Journal/Book'),
	identifiers: [
		['PMID', 'pmid'],
		['DOI', 'doi'],
		['PMCID', 'pmcid'],
	],
	described: { title: ['Title'], journal: ['Journal/Book'], date: ['Publication Year'] },
	more: (cell) => ({ ...inCitation(cell('Citation') ?? ''), creators: namesBetween(cell('Authors'), ',') }),
	made: 'Create Date',
});

/** Reads what PubMed says of a work in words: `Things. 2021 Mar;75(2):101-110. doi: 10.1234/a.` */
function inCitation(citation: string): Partial<GivenObject> {
	const [, date = '', volume, issue, pages] =
		/\. (\d{4}[ \w-]{0,20})(?:;([\w ]{0,20})(?:\(([^()]{1,20})\))?(?::([\w-]{1,20}))?)?\./.exec(
			citation.slice(0, longestCitation),
		) ?? [];
	const publicationDate = printedDate(date);
	return { ...(publicationDate && { publicationDate }), container: { volume, issue, pages } };
}

const longestCitation = 500;

/** The CSV of OpenAlex' site; its JSON is in indexes/. */
export const openalexTable = exportDialect({
	name: 'openalex',
	title: 'OpenAlex: exports of works, with what they cite (CSV)',
	provider: 'OpenAlex',
	dateRule: ofPublication,
	example:
		'id,doi,display_name,publication_year,referenced_works\n' +
		'https://openalex.org/W1234561,https://doi.org/10.1234/a,A Title,2024,W1234562|W1234563\n',
	fits: (table) =>
		['referenced_works', 'display_name', 'publication_year'].some((name) => hasColumns(table, name)) &&
		mostOf(table, columnNamed(table, 'id', 'ids.openalex'), (cell) => workOfOpenalex.test(cell)),
	identifiers: [
		['id', 'openalex'],
		['ids.openalex', 'openalex'],
		['doi', 'doi'],
		['ids.doi', 'doi'],
		['ids.pmid', 'pmid'],
		['ids.pmcid', 'pmcid'],
	],
	described: {
		creators: ['authorships.author.display_name'],
		title: ['display_name', 'title'],
		date: ['publication_date', 'publication_year'],
		type: ['type'],
		journal: ['primary_location.source.display_name'],
		issn: ['primary_location.source.issn_l', 'primary_location.source.issn'],
		volume: ['biblio.volume'],
		issue: ['biblio.issue'],
		pages: ['biblio.first_page', 'biblio.last_page'],
		publisher: ['primary_location.source.host_organization_name'],
		keywords: ['keywords.display_name'],
	},
	references: { heading: 'referenced_works', read: citedInOpenalex },
});

const workOfOpenalex = /^(?:https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?)?W\d{1,12}$/i;

/** Lists may have any signs between their members. */
function citedInOpenalex(cell: string): CitedWorks {
	const works = cell.match(/(?<![a-z\d])W\d{1,12}(?![a-z\d])/gi) ?? [];
	return {
		links: works.map((id) => ({ relation: 'Cites', target: { identifiers: [{ id, scheme: 'openalex' }] } })),
		leftOut: [],
	};
}

/** The Lens, whose references are its own numbers. */
export const lens = exportDialect({
	name: 'lens',
	title: 'The Lens: exports of works (CSV)',
	provider: 'The Lens',
	dateRule: ofPublication,
	example:
		'Lens ID,Title,Date Published,Publication Year,PMID,DOI,PMCID,References\n' +
		'000-000-000-000-00X,A Title,2024-05-01,2024,1234567,10.1234/a,,001-000-000-000-000\n',
	fits: (table) => hasColumns(table, 'Lens ID', 'Title', 'DOI'),
	identifiers: [
		['DOI', 'doi'],
		['PMID', 'pmid'],
		['PMCID', 'pmcid'],
	],
	described: {
		creators: ['Author/s'],
		title: ['Title'],
		date: ['Date Published', 'Publication Year'],
		type: ['Publication Type'],
		journal: ['Source Title'],
		issn: ['ISSNs'],
		volume: ['Volume'],
		issue: ['Issue Number'],
		pages: ['Start Page', 'End Page'],
		publisher: ['Publisher'],
		keywords: ['Keywords'],
	},
	references: { heading: 'References', read: (cell) => citedWorks(cell.split(/[;\s]+/).filter(isGiven)) },
});

function isGiven(text: string): boolean {
	return text !== '';
}

function namesBetween(cell: string | undefined, mark: string): { name: string }[] {
	const names = (cell ?? '').split(mark).map((name) => name.trim().replace(/(?<=\s\p{Lu}{1,4})\.$/u, ''));
	return names.filter((name) => name !== '').map((name) => ({ name }));
}

/** Makes the dialect of an export. */
function exportDialect(of: Export): Dialect<'table'> {
	const { name, title, example, provider, dateRule } = of;
	const columnsOf = oncePerTable((table) => {
		const known = new Map<string, number>();
		const find = (heading: string) => {
			let at = known.get(heading);
			if (at === undefined) {
				at = columnNamed(table, heading);
				known.set(heading, at);
			}
			return at;
		};
		const described = Object.entries(of.described).map(([role, headings]) => [role, headings.map(find)]);
		return { find, described: Object.fromEntries(described) as DescribedColumns };
	});
	return {
		...{ name, title, example, dateRule, syntax: 'table', replacement: 'statement' },
		...(provider !== undefined && { provider }),
		fits: ({ table }) => of.fits(table),
		*read(row, supplied) {
			const { find, described } = columnsOf(row.table);
			const wrongCells: WrongCell[] = [];
			const cell: CellOf = (heading) => cellAt(row, find(heading));
			const identifiers = of.identifiers.flatMap(([heading, scheme]) =>
				identifierIn(row, find(heading), scheme, wrongCells),
			);
			const { line } = row;
			if (identifiers.length === 0) {
				yield { links: [], leftOut: wrongCells.length > 0 ? [] : ['a row without an identifier'], wrongCells, line };
				return;
			}
			const { type, container, ...description } = descriptionIn(row, described);
			const { container: place = {}, ...more } = of.more?.(cell) ?? {};
			const subject: GivenObject = {
				...{ identifiers, type: 'literature', subType: type, ...description, ...more },
				container: { ...container, ...place },
			};
			const cited = of.references && readReferences(cell(of.references.heading), of.references.read);
			const made = of.made && cell(of.made);
			const date = (made && readWrittenDate(made, undefined)) ?? subject.publicationDate;
			const links = cited?.links ?? [];
			yield alsoListed({ subject, links, leftOut: cited?.leftOut, date, wrongCells, line }, supplied);
		},
	};
}

function readReferences(cell: string | undefined, read: (cell: string) => CitedWorks): CitedWorks | undefined {
	return cell === undefined ? undefined : read(cell);
}

/** Reads an identifier of a work; of several, the first. */
function identifierIn(row: TableRow, at: number, scheme: string, wrongCells: WrongCell[]): GivenIdentifier[] {
	const cell = cellAt(row, at);
	if (cell === undefined) return [];
	const [reading] = readCells(cell, scheme);
	if (reading?.kind === 'identifier') return [reading.identifier];
	if (reading?.kind === 'wrong') wrongCells.push(wrongCell(row, at, reading.problem));
	return [];
}
