// Reads Crossref's XML: deposit files of publishers, and the answers of its query and OAI services.

import type { Dialect, GivenAgent, GivenLink, GivenRecord, XmlElement } from '../dialect.ts';
import { child, children, descendants, textOf } from '../frames/xml-elements.ts';
import { crossrefRelation } from './crossref-rest.ts';

/** Crossref XML (schemas 4.3 to 5.4, unixref and unixsd). */
export const crossrefXml: Dialect<'xml'> = {
	name: 'crossref-xml',
	title: 'Crossref: deposit files and query answers in XML',
	frame: 'xml',
	replacement: 'record',
	provider: 'Crossref',
	dateRule: 'when the DOI was registered, else the publication date',
	example:
		'<doi_batch xmlns="http://www.crossref.org/schema/5.3.1"><body><posted_content type="preprint"><posted_date>' +
		'<year>2024</year></posted_date><doi_data><doi>10.1234/preprint</doi></doi_data><citation_list><citation ' +
		'key="1"><doi>10.1234/cited</doi></citation></citation_list></posted_content></body></doi_batch>',
	fits: (root) => /crossref/i.test(root.namespace) || /^(?:crossref_result|doi_batch|doi_records)$/.test(root.name),
	*read(root) {
		const queries = descendants(root, 'query');
		for (const holder of queries.length > 0 ? queries : [root]) yield* readWorks(holder);
	},
};

/** The elements that are works with a DOI of their own, and what Crossref calls them in JSON. */
const works: ReadonlyMap<string, string> = new Map(
	Object.entries({
		journal_article: 'journal-article',
		conference_paper: 'proceedings-article',
		book_metadata: 'book',
		book_series_metadata: 'book',
		book_set_metadata: 'book-set',
		content_item: 'book-chapter',
		posted_content: 'posted-content',
		peer_review: 'peer-review',
		dataset: 'dataset',
		'report-paper_metadata': 'report',
		'report-paper': 'report',
		dissertation: 'dissertation',
		standard_metadata: 'standard',
	}),
);

function* readWorks(holder: XmlElement): Generator<GivenRecord> {
	const containers = containersIn(holder);
	const created = children(holder, 'crm-item').find(({ attributes }) => attributes.name === 'created');
	for (const [name, type] of works) {
		for (const work of descendants(holder, name)) {
			const doi = textOf(child(work, 'doi_data', 'doi'));
			if (doi !== undefined) {
				yield readWork(work, { doi, type, holder, created: textOf(created), container: containers.get(work) });
			}
		}
	}
}

type About = {
	doi: string;
	type: string;
	holder: XmlElement;
	created: string | undefined;
	container: string | undefined;
};

/** The elements that hold works, the works, and where the title of what holds them stands. */
const holders: readonly (readonly [holder: string, work: string, title: readonly string[]])[] = [
	['journal', 'journal_article', ['journal_metadata', 'full_title']],
	['conference', 'conference_paper', ['proceedings_metadata', 'proceedings_title']],
	['conference', 'conference_paper', ['proceedings_series_metadata', 'proceedings_title']],
	...['book_metadata', 'book_series_metadata', 'book_set_metadata'].map(
		(metadata) => ['book', 'content_item', [metadata, 'titles', 'title']] as const,
	),
	['book', 'book_series_metadata', ['book_series_metadata', 'series_metadata', 'titles', 'title']],
];

/** Finds the titles of the journals, proceedings and books in which works appeared. */
function containersIn(root: XmlElement): ReadonlyMap<XmlElement, string> {
	const found = new Map<XmlElement, string>();
	for (const [name, work, way] of holders) {
		for (const holder of descendants(root, name)) {
			const title = textOf(child(holder, ...way));
			if (title !== undefined) for (const one of descendants(holder, work)) found.set(one, title);
		}
	}
	return found;
}

function readWork(work: XmlElement, { doi, type, holder, created, container }: About): GivenRecord {
	const published =
		dateOf(child(work, 'publication_date')) ??
		dateOf(child(work, 'posted_date')) ??
		dateOf(descendants(holder, 'publication_date')[0]);
	const publisher = children(holder, 'crm-item').find(({ attributes }) => attributes.name === 'publisher-name');
	return {
		subject: {
			identifiers: [{ id: doi, scheme: 'doi' }],
			type,
			title: textOf(child(work, 'titles', 'title')),
			creators: children(child(work, 'contributors')).filter(isAuthor).flatMap(readCreator),
			publicationDate: published,
			publishers: [textOf(publisher) ?? textOf(child(work, 'publisher', 'publisher_name'))].filter(
				(name) => name !== undefined,
			),
			container,
		},
		links: [
			...children(child(work, 'citation_list'), 'citation').flatMap(readCitation),
			...descendants(work, 'inter_work_relation').flatMap(readRelation),
			...descendants(work, 'intra_work_relation').flatMap(readRelation),
			...children(child(work, 'component_list'), 'component').flatMap(readComponent),
		],
		date: created ?? published,
		line: work.line,
	};
}

/** `<month>02</month><day>11</day><year>2014</year>`, of which the year alone must be there. */
function dateOf(element: XmlElement | undefined): string | undefined {
	const [year, month, day] = ['year', 'month', 'day'].map((name) => textOf(child(element, name)));
	if (year === undefined) return undefined;
	return [year, month, month && day]
		.filter((part) => part !== undefined && part !== '')
		.map((part) => (part as string).padStart(2, '0'))
		.join('-');
}

function isAuthor({ attributes }: XmlElement): boolean {
	return attributes.contributor_role === 'author';
}

function readCreator(person: XmlElement): GivenAgent[] {
	if (person.name === 'organization') {
		const name = textOf(person);
		return name === undefined ? [] : [{ name }];
	}
	const parts = [textOf(child(person, 'surname')), textOf(child(person, 'given_name'))].filter(
		(part) => part !== undefined,
	);
	return parts.length === 0 ? [] : [{ name: parts.join(', '), orcid: textOf(child(person, 'ORCID')) }];
}

function readCitation(citation: XmlElement): GivenLink[] {
	const id = textOf(child(citation, 'doi'));
	if (id === undefined) return [];
	const target = {
		identifiers: [{ id, scheme: 'doi' }],
		title: textOf(child(citation, 'article_title')),
		publicationDate: textOf(child(citation, 'cYear')),
	};
	return [{ relation: 'References', target }];
}

function readRelation(element: XmlElement): GivenLink[] {
	const { 'relationship-type': name, 'identifier-type': type } = element.attributes;
	const id = textOf(element);
	if (id === undefined || name === undefined) return [];
	return [
		{
			relation: crossrefRelation(name.replaceAll(/([a-z])([A-Z])/g, '$1-$2')),
			target: { identifiers: [{ id, scheme: type === 'uri' ? 'url' : type }] },
		},
	];
}

function readComponent(component: XmlElement): GivenLink[] {
	const id = textOf(child(component, 'doi_data', 'doi'));
	return id === undefined ? [] : [{ relation: 'HasPart', target: { identifiers: [{ id, scheme: 'doi' }] } }];
}
