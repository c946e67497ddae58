// Holds the tables that databases of literature export: a work a row, with what it cites.
import { pubmedDateRule, pubmedProvider } from '../bibliographies/pubmed.ts';
import type { GivenObject } from '../dialect.ts';
import { type CitedWorks, citedWorks, referencedWorks } from '../references.ts';
import { printedDate } from '../values.ts';
import { columnNamed, hasColumns, mostOf } from './columns.ts';
import { exportDialect } from './export-dialect.ts';

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
		hasColumns(table, 'Title', 'Year', 'Source title', 'Cited by') ||
		hasColumns(table, 'Title', 'Year', 'Source title', 'References'),
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
	more: (cell) => ({ ...inCitation(cell('Citation') ?? ''), creators: namesAtCommas(cell('Authors')) }),
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

/** Dimensions. The exports for bibliometric mapping have what the works cite, and other names. */
export const dimensions = exportDialect({
	name: 'dimensions',
	title: 'Dimensions: exports of works, with their references (CSV, Excel)',
	provider: 'Dimensions',
	dateRule: ofPublication,
	example:
		'"About the data: Exported on May 1, 2024."\n' +
		'Rank,Publication ID,DOI,Title,Source title,PubYear,Authors,Cited references\n' +
		'1,pub.1000000001,10.1234/a,A Title,Things,2024,"Doe, Ada",' +
		'"[Roe, Kim]|[ur.1]|Things|2020|1|2|3-4|10.1234/cited|pub.1000000002|5"\n',
	fits: (table) => hasColumns(table, 'Publication ID', 'Title', 'PubYear'),
	identifiers: [
		['DOI', 'doi'],
		['PMID', 'pmid'],
		['PMCID', 'pmcid'],
		['arXiv ID', 'arxiv'],
	],
	described: {
		creators: ['Authors'],
		title: ['Title'],
		date: ['Publication date', 'PubYear'],
		type: ['Publication Type'],
		journal: ['Source title', 'Source title/Anthology title', 'Anthology title'],
		issn: ['ISSN'],
		volume: ['Volume'],
		issue: ['Issue'],
		pages: ['Pagination'],
		publisher: ['Publisher'],
		keywords: ['MeSH terms'],
	},
	references: { heading: 'Cited references', read: citedInDimensions },
});

/**
 * Each reference begins with its authors in brackets, and has its DOI between bars:
 * `[authors]|[their numbers]|journal|year|volume|issue|pages|DOI|number|times cited`.
 */
function citedInDimensions(cell: string): CitedWorks {
	const references = cell.split(cell.startsWith('[') ? /;\s*(?=\[)/ : /;\s+/).filter(isGiven);
	return referencedWorks(
		references.map((reference) => {
			const fields = reference.split('|');
			const dois = fields.filter((field) => /^\s*(?:https?:\/\/\S+\/|doi:\s*)?10\.\d{4,9}\/\S/i.test(field));
			const [, , title, year, volume, issue, pages, doi] = fields;
			return {
				identifiers: dois.map((id) => ({ id, scheme: 'doi' })),
				words: reference.replaceAll('|', ', '),
				relation: 'Cites',
				...(dois.includes(doi ?? '') && {
					about: { publicationDate: printedDate(year ?? ''), container: { title, volume, issue, pages } },
				}),
			};
		}),
	);
}

/** OpenAPC, whose years are those in which somebody paid. */
export const openapc = exportDialect({
	name: 'openapc',
	title: 'OpenAPC: works that were paid for (CSV); they cite nothing',
	provider: 'OpenAPC',
	dateRule: 'none; --date or today',
	example:
		'institution,period,euro,doi,is_hybrid,publisher,journal_full_title,issn,pmid,pmcid\n' +
		'A University,2024,1000,10.1234/a,FALSE,A Press,Things,1234-5679,1234567,PMC1234567\n',
	fits: (table) => hasColumns(table, 'institution', 'period', 'euro', 'doi'),
	identifiers: [
		['doi', 'doi'],
		['pmid', 'pmid'],
		['pmcid', 'pmcid'],
		['isbn', 'isbn'],
	],
	described: {
		title: ['book_title'],
		journal: ['journal_full_title'],
		issn: ['issn', 'issn_print', 'issn_electronic', 'issn_l'],
		publisher: ['publisher'],
	},
	nothing: 'NA',
});

/** Publish or Perish, which searches for works in other databases. */
export const publishOrPerish = exportDialect({
	name: 'publish-or-perish',
	title: 'Publish or Perish: lists of works (CSV); how often they are cited, not by what',
	dateRule: ofPublication,
	example:
		'Cites,Authors,Title,Year,Source,Publisher,ArticleURL,CitesURL,GSRank,QueryDate,Type,DOI,ISSN\n' +
		'5,"A Doe, K Roe",A Title,2024,Things,A Press,https://doi.org/10.1234/a,,1,2024-05-01 10:00:00,,10.1234/a,\n',
	fits: (table) => hasColumns(table, 'Cites', 'Authors', 'Title', 'GSRank'),
	identifiers: [['DOI', 'doi']],
	addresses: ['ArticleURL'],
	described: {
		title: ['Title'],
		date: ['Year'],
		journal: ['Source'],
		issn: ['ISSN'],
		volume: ['Volume'],
		issue: ['Issue'],
		pages: ['StartPage', 'EndPage'],
		publisher: ['Publisher'],
	},
	more: (cell) => ({ creators: namesAtCommas(cell('Authors')) }),
});

function isGiven(text: string): boolean {
	return text !== '';
}

function namesAtCommas(cell = ''): { name: string }[] {
	// Lists end with a full stop, or with dots for the authors that are not named.
	const names = cell.split(',').map((name) => name.trim().replace(/(?<=\s\p{Lu}{1,4})\.$|(?:…|\.{3})$/u, ''));
	return names.filter(isGiven).map((name) => ({ name }));
}
