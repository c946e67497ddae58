// Reads articles in JATS, the XML of publishers and of PubMed Central: what they cite, and what they
// correct or retract.
import { identifiersOfWork } from '../bibliographies/listed-works.ts';
import type { Dialect, GivenAgent, GivenIdentifier, GivenObject, GivenRecord, XmlElement } from '../dialect.ts';
import { type ObjectTable, pageRange, xml } from '../mapping.ts';
import { namedBy, ofNamedWork, referencedWorks } from '../references.ts';
import { child, children, textWithout } from '../syntaxes/xml-elements.ts';
import { printedDate } from '../values.ts';
import { numbersIn, referencesIn } from './jats-references.ts';
import { readRelated } from './jats-related.ts';

/** JATS and the NLM tag set before it, alone, in a set of PubMed Central, or in OAI-PMH. */
export const jats: Dialect<'xml'> = {
	name: 'jats',
	title: 'JATS: articles of publishers and PubMed Central, with their references',
	syntax: 'xml',
	replacement: 'statement',
	dateRule: 'the publication date of the article',
	example:
		'<article><front><journal-meta><publisher><publisher-name>A Press</publisher-name></publisher></journal-meta>' +
		'<article-meta><article-id pub-id-type="doi">10.1234/a</article-id></article-meta></front><back><ref-list><ref>' +
		'<element-citation><pub-id pub-id-type="doi">10.1234/cited</pub-id></element-citation></ref></ref-list></back>' +
		'</article>',
	fits: (root) => articlesIn(root).length > 0,
	*read(root, { source }) {
		for (const article of articlesIn(root)) yield* readArticle(article, source);
	},
};

/** Finds articles, not those within articles. */
function articlesIn(element: XmlElement): XmlElement[] {
	if (element.name === 'article') return child(element, 'front', 'article-meta') === undefined ? [] : [element];
	return holders.has(element.name) ? children(element).flatMap(articlesIn) : [];
}

/** What articles stand in: sets of PubMed Central, and answers of OAI-PMH. */
const holders: ReadonlySet<string> = new Set(
	'pmc-articleset articles records OAI-PMH ListRecords GetRecord record metadata'.split(' '),
);

/** Reads an article, and those parts of it that have an identifier of their own, such as reviews. */
function* readArticle(article: XmlElement, source: GivenIdentifier | undefined): Generator<GivenRecord> {
	const journal = child(article, 'front', 'journal-meta');
	const provider = xml.textAt(journal, 'publisher.publisher-name');
	const meta = child(article, 'front', 'article-meta') as XmlElement;
	const own = { ...xml.object(meta, workTable), ...appearanceOf(meta, journal), type: typeOf(article) };
	const whole = namedBy(source, own);
	const date = whole.publicationDate;
	yield ofNamedWork({ ...readLinks(article, whole, meta), provider, date, line: article.line });
	for (const part of children(article).filter(({ name }) => parts.has(name))) {
		const stub = child(part, 'front-stub') ?? child(part, 'front', 'article-meta');
		const subject = { ...xml.object(stub, workTable), type: 'literature' };
		const dateOfPart = subject.publicationDate ?? date;
		const { line } = part;
		const stated = readLinks(part, subject, stub);
		if (subject.identifiers.length > 0) yield { ...stated, provider, date: dateOfPart, line };
		else if (stated.links.length > 0) yield { links: [], leftOut: ['a part that links and has no identifier'], line };
	}
}

/** Reviews, replies and translations within an article have references of their own. */
const parts: ReadonlySet<string> = new Set(['sub-article', 'response']);

function readLinks(article: XmlElement, subject: GivenObject, meta: XmlElement | undefined) {
	const { links, leftOut } = referencedWorks(referencesIn(article, parts));
	const related = children(meta, 'related-article').flatMap((one) =>
		readRelated(one, article.attributes['article-type']),
	);
	return { subject, links: [...links, ...related], leftOut };
}

const workTable: ObjectTable<XmlElement> = {
	identifiers: (meta) => identifiersOfWork(numbersIn(children(meta, 'article-id'))),
	title: (meta) => textWithout(notes, child(meta, 'title-group', 'article-title')),
	creators: (meta) =>
		children(meta, 'contrib-group').flatMap((group) => children(group, 'contrib').flatMap(readAuthor)),
	publicationDate: (meta) => dateOf(meta),
	keywords: (meta) => xml.textsAt(meta, 'kwd-group[].kwd[]'),
};

/** Marks of footnotes stand within titles. */
const notes: ReadonlySet<string> = new Set(['xref', 'fn']);
const members: ReadonlySet<string> = new Set(['contrib-group', 'xref', 'aff']);

function readAuthor(contributor: XmlElement): GivenAgent[] {
	const kind = contributor.attributes['contrib-type'];
	if (kind !== undefined && kind !== 'author') return [];
	const name =
		xml.textAt(
			contributor,
			['name', 'name-alternatives.name'].map((way) => ({ joined: nameAt(way) })),
		) ??
		xml.textAt(contributor, ['string-name', 'name-alternatives.string-name']) ??
		textWithout(members, child(contributor, 'collab'));
	return name === undefined ? [] : [{ name, orcid: xml.textAt(contributor, 'contrib-id[@contrib-id-type=orcid]') }];
}

function nameAt(way: string): string[] {
	return ['surname', 'given-names', 'suffix'].map((part) => `${way}.${part}`);
}

/** Where an article appeared, as its journal and the article itself state it. */
function appearanceOf(meta: XmlElement, journal: XmlElement | undefined): Omit<GivenObject, 'identifiers'> {
	const at = (place: string) => xml.textAt(meta, place);
	return {
		publishers: xml.textsAt(journal, 'publisher.publisher-name'),
		publisherPlace: xml.textAt(journal, 'publisher.publisher-loc'),
		container: {
			title: xml.textAt(journal, ['journal-title-group.journal-title', 'journal-title']),
			issns: xml.textsAt(journal, 'issn[]'),
			volume: at('volume'),
			issue: at('issue'),
			pages: pageRange(at('fpage'), at('lpage')) ?? at('elocation-id'),
		},
	};
}

/** Of several dates the one on which the article first appeared, as far as that is stated. */
function dateOf(meta: XmlElement): string | undefined {
	const dates = children(meta, 'pub-date');
	const kindOf = ({ attributes }: XmlElement) => attributes['pub-type'] ?? attributes['date-type'] ?? '';
	const chosen = firstDates.map((kind) => dates.find((date) => kindOf(date) === kind)).find(Boolean) ?? dates[0];
	const parts = ['year', 'month', 'day'].flatMap((name) => xml.textsAt(chosen, name));
	return printedDate(parts.join(' '));
}

const firstDates: readonly string[] = ['epub', 'pub', 'epub-ppub', 'ppub', 'collection'];

function typeOf({ attributes }: XmlElement): string {
	return types.get(attributes['article-type'] ?? '') ?? 'JournalArticle';
}

const types: ReadonlyMap<string, string> = new Map([
	['preprint', 'Preprint'],
	['data-paper', 'DataPaper'],
	['book-review', 'literature'],
	['retraction', 'literature'],
	['partial-retraction', 'literature'],
	['correction', 'literature'],
	['expression-of-concern', 'literature'],
	['editorial', 'literature'],
	['news', 'literature'],
]);
