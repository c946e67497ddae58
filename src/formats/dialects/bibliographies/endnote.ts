// Reads the XML that EndNote exports: a list of works that one work cites, where that work is given;
// without it what the records say of themselves.
import type { Dialect, GivenIdentifier, XmlElement } from '../dialect.ts';
import { type ObjectTable, xml } from '../mapping.ts';
import { child, children } from '../syntaxes/xml-elements.ts';
import { identifiersOfWork, isbnsIn, listedWork, numberOfDatabase } from './listed-works.ts';

/** EndNote XML, also of Zotero and other programs. */
export const endnote: Dialect<'xml'> = {
	name: 'endnote',
	title: 'EndNote XML: the works that one cites (--source)',
	syntax: 'xml',
	replacement: 'statement',
	dateRule: 'none; --date or today',
	example:
		'<xml><records><record><ref-type name="Journal Article">17</ref-type><titles><title>A Title</title></titles>' +
		'<electronic-resource-num>10.1234/cited</electronic-resource-num></record></records></xml>',
	fits: (root) => recordsIn(root).length > 0,
	*read(root, supplied) {
		for (const record of recordsIn(root)) {
			yield { ...listedWork(xml.object(record, workTable), supplied), line: record.line };
		}
	},
};

function recordsIn(root: XmlElement): XmlElement[] {
	const records = root.name === 'xml' ? children(child(root, 'records'), 'record') : [];
	return records.filter((record) => child(record, 'ref-type') !== undefined || child(record, 'titles') !== undefined);
}

const workTable: ObjectTable<XmlElement> = {
	identifiers: (record) => identifiersOfWork(identifiersIn(record)),
	type: { at: 'ref-type.@name', as: (name) => types.get(name.toLowerCase()) },
	title: 'titles.title',
	creators: (record) =>
		[['authors'], ['secondary-authors']]
			.map(([list]) => xml.creatorsOf(record, { each: `contributors.${list}.author[]`, name: '.' }))
			.find((found) => found.length > 0) ?? [],
	publicationDate: { at: 'dates.year', as: (text) => /\d{4}/.exec(text)?.[0] },
	publishers: 'publisher',
	keywords: 'keywords.keyword[]',
	container: {
		title: ['periodical.full-title', 'titles.secondary-title', 'alt-periodical.full-title', 'titles.alt-title'],
		issns: (record) => xml.textAt(record, 'isbn')?.match(/\b\d{4}-\d{3}[\dX]\b/gi),
		volume: 'volume',
		issue: 'number',
		pages: 'pages',
	},
	edition: 'edition',
	publisherPlace: 'pub-location',
};

function identifiersIn(record: XmlElement): (GivenIdentifier | undefined)[] {
	const at = (place: string) => xml.textsAt(record, place);
	const database = [...at('remote-database-name'), ...at('remote-database-provider')].join(' ');
	const isBook = wholeBooks.has(xml.textAt(record, 'ref-type.@name')?.toLowerCase() ?? '');
	return [
		// The number of an article may stand before the DOI.
		...at('electronic-resource-num').map((text) => ({ id: /10\.\d{4,9}\/.*$/.exec(text)?.[0] ?? text, scheme: 'doi' })),
		...at('accession-num').flatMap((text) => numberOfDatabase(text, /nlm/i.test(database) ? 'PubMed' : database)),
		...at('custom2')
			.filter((text) => /^PMC\d+$/i.test(text))
			.map((id) => ({ id, scheme: 'pmcid' })),
		...(isBook ? at('isbn').flatMap(isbnsIn) : []),
		...at('urls.related-urls.url[]').map((id) => ({ id })),
		...at('urls.web-urls.url[]').map((id) => ({ id })),
	];
}

/** The ISBN of a chapter or a paper is that of its book. */
const wholeBooks: ReadonlySet<string> = new Set(['book', 'edited book', 'electronic book', 'thesis', 'report']);

const types: ReadonlyMap<string, string> = new Map(
	Object.entries({
		'journal article': 'JournalArticle',
		'electronic article': 'JournalArticle',
		'magazine article': 'literature',
		'newspaper article': 'literature',
		'web page': 'literature',
		manuscript: 'literature',
		book: 'Book',
		'edited book': 'Book',
		'electronic book': 'Book',
		'book section': 'BookChapter',
		'electronic book section': 'BookChapter',
		'conference paper': 'ConferencePaper',
		'conference proceedings': 'ConferencePaper',
		thesis: 'Dissertation',
		report: 'Report',
		'government document': 'Report',
		patent: 'Patent',
		standard: 'Standard',
		dataset: 'dataset',
		'computer program': 'software',
		'unpublished work': 'Preprint',
	}),
);
