// Reads papers of Semantic Scholar: answers of its Graph API, with their references and citations.
import type { Dialect, GivenIdentifier, GivenLink, GivenRecord, Supplied } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { namedBy, ofNamedWork, unnamedReference } from '../references.ts';
import { at, type Fields, fields, inScheme, isFields, list, objects, text } from '../values.ts';

/**
 * Semantic Scholar. Its own numbers name no work elsewhere: papers by them alone are counted. Pages
 * of citations (`/paper/…/citations`) and of references do not name the work to which they belong.
 */
export const semanticScholar: Dialect<'json'> = {
	name: 'semantic-scholar',
	title: 'Semantic Scholar: papers of its API; pages of citations or references (with --source)',
	syntax: 'json',
	replacement: 'statement',
	provider: 'Semantic Scholar',
	dateRule: 'when the citing work was published, where it is given',
	example:
		'{"paperId": "1", "externalIds": {"DOI": "10.1234/paper"}, "year": 2024, "references": [{"paperId": "2", ' +
		'"externalIds": {"DOI": "10.1234/cited"}}]}',
	fits: (document) => pageKinds.some((kind) => isPage(document, kind)) || papersIn(document).length > 0,
	layout(document, { source }) {
		const kind = pageKinds.find((one) => isPage(document, one));
		return kind === undefined || source !== undefined ? undefined : { problem: withoutSource(kind) };
	},
	*read(document, { source }) {
		for (const kind of pageKinds.filter((one) => isPage(document, one))) yield readPage(document, kind, source);
		for (const paper of papersIn(document)) yield readPaper(paper, source);
	},
};

/** The pages that hold papers beside what they say of the citation. */
const pageKinds = [
	{ member: 'citingPaper', relation: 'IsCitedBy', name: 'citations' },
	{ member: 'citedPaper', relation: 'Cites', name: 'references' },
] as const;

type PageKind = (typeof pageKinds)[number];

function isPage(document: unknown, { member }: PageKind): boolean {
	return entriesOf(document).some((entry) => entry[member] !== undefined);
}

function entriesOf(document: unknown): Fields[] {
	return objects(at(document, 'data'));
}

/** Lists the papers of a search or of an author, or the one paper; lists of papers come one by one. */
function papersIn(document: unknown): Fields[] {
	const papers = at(document, 'data') === undefined ? objects(document) : entriesOf(document);
	return papers.filter(isPaper);
}

function isPaper({ paperId, externalIds, references, citations }: Fields): boolean {
	return (
		text(paperId) !== undefined && (isFields(externalIds) || Array.isArray(references) || Array.isArray(citations))
	);
}

function withoutSource({ name }: PageKind): string {
	const advice = 'name that work with --source (over HTTP, source=)';
	return `a page of ${name} that does not name the work to which they belong is of no dialect that is known; ${advice}`;
}

function readPage(document: unknown, kind: PageKind, source: Supplied['source']): GivenRecord {
	if (source === undefined) return { links: [], leftOut: [withoutSource(kind)] };
	const papers = entriesOf(document).map((entry) => fields(entry[kind.member]));
	return { subject: { identifiers: [source] }, ...linksTo(papers, kind.relation) };
}

/** Those who ask for the references alone get no identifiers of the paper. */
function readPaper(paper: Fields, source: Supplied['source']): GivenRecord {
	const subject = namedBy(source, json.object(paper, paperTable));
	const date = json.textAt(paper, published);
	const cited = linksTo(objects(paper.references), 'Cites');
	const citing = linksTo(objects(paper.citations), 'IsCitedBy');
	const links = [...cited.links.map((link) => ({ ...link, date })), ...citing.links];
	return ofNamedWork({ subject, links, leftOut: [...cited.leftOut, ...citing.leftOut] });
}

/** Links to papers, dated where they are the ones that cite, and the reason for each without a name. */
function linksTo(papers: readonly Fields[], relation: PageKind['relation']) {
	const links: GivenLink[] = [];
	const leftOut: string[] = [];
	for (const paper of papers) {
		const target = json.object(paper, paperTable);
		const date = relation === 'IsCitedBy' ? json.textAt(paper, published) : undefined;
		if (target.identifiers.length > 0) links.push({ relation, target, date });
		else leftOut.push(relation === 'Cites' ? unnamedReference : 'a citing work without an identifier');
	}
	return { links, leftOut };
}

const published = ['publicationDate', 'year'];

const paperTable: ObjectTable<Fields> = {
	identifiers: identifiersOf,
	type: '=literature',
	subType: 'publicationTypes[]',
	title: 'title',
	creators: { each: 'authors[]', name: 'name', orcid: 'externalIds.ORCID' },
	publicationDate: published,
	container: {
		title: [(work) => journalOf(work).name, (work) => venueOf(work).name],
		issns: (work) => [venueOf(work).issn, ...list(venueOf(work).alternate_issns)],
		volume: (work) => journalOf(work).volume,
		pages: (work) => journalOf(work).pages,
	},
};

function identifiersOf({ externalIds }: Fields): GivenIdentifier[] {
	return [...schemes].flatMap(([name, scheme]) => inScheme(scheme, at(externalIds, name)));
}

/**
 * Numbers of PubMed Central are without their letters. Those of DBLP and others are not of works
 * for good.
 */
const schemes: ReadonlyMap<string, string> = new Map([
	['DOI', 'doi'],
	['ArXiv', 'arxiv'],
	['PubMed', 'pmid'],
	['PubMedCentral', 'pmcid'],
]);

/** Of a preprint, arXiv stands in the place of the journal, and a way to it in that of the volume. */
function journalOf({ journal }: Fields): Fields {
	return isArxiv(at(journal, 'name')) ? fields(undefined) : fields(journal);
}

function venueOf({ publicationVenue, venue }: Fields): Fields {
	const found = isFields(publicationVenue) ? publicationVenue : { name: venue };
	return isArxiv(found.name) ? fields(undefined) : found;
}

function isArxiv(name: unknown): boolean {
	return /^arxiv(?:\.org)?$/i.test(text(name) ?? '');
}
