// Reads Crossref's XML: deposit files of publishers, and the answers of its query and OAI services.

import type { Dialect, GivenAgent, GivenContainer, GivenLink, GivenRecord, XmlElement } from '../dialect.ts';
import { type ContainerTable, type Place, pageRange, type RecordTable, xml } from '../mapping.ts';
import { child, children, descendants } from '../syntaxes/xml-elements.ts';
import { crossrefRelation, crossrefScheme } from './crossref-rest.ts';

/** Crossref XML (schemas 4.3 to 5.4, unixref and unixsd). */
export const crossrefXml: Dialect<'xml'> = {
	name: 'crossref-xml',
	title: 'Crossref: deposit files and query answers in XML',
	syntax: 'xml',
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
	// The works of a holder may be many: what they share is searched for once.
	const created = xml.textAt(holder, 'crm-item[@name=created]');
	const publisher = xml.textAt(holder, 'crm-item[@name=publisher-name]');
	const published = dateOf(descendants(holder, 'publication_date')[0]);
	for (const [name, type] of works) {
		for (const work of descendants(holder, name)) {
			const about = { type, created, publisher, published, container: containers.get(work) };
			if (xml.textAt(work, 'doi_data.doi') !== undefined) yield xml.record(work, tableOf(about));
		}
	}
}

type About = {
	type: string;
	created: string | undefined;
	publisher: string | undefined;
	published: string | undefined;
	container: GivenContainer | undefined;
};

/** The elements that hold works, the works, and what the holders state of themselves. */
const holders: readonly (readonly [holder: string, work: string, table: ContainerTable<XmlElement>])[] = [
	[
		'journal',
		'journal_article',
		{
			title: 'journal_metadata.full_title',
			issns: 'journal_metadata.issn[]',
			volume: 'journal_issue.journal_volume.volume',
			issue: 'journal_issue.issue',
		},
	],
	...['proceedings_metadata', 'proceedings_series_metadata'].map(
		(metadata) => ['conference', 'conference_paper', partOf(metadata, `${metadata}.proceedings_title`)] as const,
	),
	...['book_metadata', 'book_series_metadata', 'book_set_metadata'].map(
		(metadata) => ['book', 'content_item', partOf(metadata, `${metadata}.titles.title`)] as const,
	),
	['book', 'book_series_metadata', partOf('book_series_metadata', 'book_series_metadata.series_metadata.titles.title')],
];

/** Where a book or proceedings have the volume of their series, and its ISSN. */
function partOf(metadata: string, title: string): ContainerTable<XmlElement> {
	return { title, issns: `${metadata}.series_metadata.issn[]`, volume: `${metadata}.volume` };
}

/** Finds the journals, proceedings and books in which works appeared. */
function containersIn(root: XmlElement): ReadonlyMap<XmlElement, GivenContainer> {
	const found = new Map<XmlElement, GivenContainer>();
	for (const [name, work, table] of holders) {
		for (const holder of descendants(root, name)) {
			const { container } = xml.object(holder, { container: table });
			if (container?.title === undefined) continue;
			for (const one of descendants(holder, work)) found.set(one, container);
		}
	}
	return found;
}

/** Pages, or the number of an article that has none. */
function pagesOf(work: XmlElement): string | undefined {
	const [first, last] = ['first_page', 'last_page'].map((name) => xml.textAt(work, `pages.${name}`));
	return (
		pageRange(first, last) ??
		xml.textAt(work, [
			'publisher_item.item_number[@item_number_type=article_number]',
			'publisher_item.item_number[@item_number_type=article-number]',
		])
	);
}

function tableOf({ type, created, publisher, published, container }: About): RecordTable<XmlElement> {
	const date: Place<XmlElement> = [
		...['publication_date', 'posted_date'].map((name) => (work: XmlElement) => dateOf(child(work, name))),
		() => published,
	];
	return {
		subject: {
			...{ id: 'doi_data.doi', scheme: '=doi', type: `=${type}` },
			title: 'titles.title',
			creators: (work) => children(child(work, 'contributors')).filter(isAuthor).flatMap(readCreator),
			publicationDate: date,
			publishers: [() => publisher, 'publisher.publisher_name'],
			container: {
				title: () => container?.title,
				issns: () => container?.issns,
				volume: () => container?.volume,
				issue: () => container?.issue,
				pages: pagesOf,
			},
			edition: 'edition_number',
			publisherPlace: 'publisher.publisher_place',
		},
		links: [
			{
				each: 'citation_list.citation[]',
				relation: '=References',
				id: 'doi',
				scheme: '=doi',
				title: 'article_title',
				publicationDate: 'cYear',
			},
			(work) => descendants(work, 'inter_work_relation').values().flatMap(readRelation),
			(work) => descendants(work, 'intra_work_relation').values().flatMap(readRelation),
			{ each: 'component_list.component[]', relation: '=HasPart', id: 'doi_data.doi', scheme: '=doi' },
		],
		date: [() => created, date],
	};
}

/** `<month>02</month><day>11</day><year>2014</year>`, of which the year alone must be there. */
function dateOf(element: XmlElement | undefined): string | undefined {
	const [year, month, day] = ['year', 'month', 'day'].map((name) => xml.textAt(element, name));
	if (year === undefined) return undefined;
	return [year, month, month && day]
		.filter((part) => part !== undefined && part !== '')
		.map((part) => (part as string).padStart(2, '0'))
		.join('-');
}

function isAuthor({ attributes }: XmlElement): boolean {
	return attributes.contributor_role === 'author';
}

function readCreator(person: XmlElement): readonly GivenAgent[] {
	const name = person.name === 'organization' ? '.' : { joined: ['surname', 'given_name'] };
	return xml.creatorsOf(person, { each: '.', name, orcid: 'ORCID' });
}

function readRelation(element: XmlElement): Iterable<GivenLink> {
	return xml.linksOf(element, {
		relation: { at: '@relationship-type', as: (name) => crossrefRelation(name.replaceAll(/([a-z])([A-Z])/g, '$1-$2')) },
		id: '.',
		scheme: { at: '@identifier-type', as: crossrefScheme },
	});
}
