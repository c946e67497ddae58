// Reads CSL-JSON: a list of works that one work cites (Zotero, Pandoc), and a work with its own
// references, as Crossref answers it.
import type { Dialect, GivenIdentifier, GivenObject } from '../dialect.ts';
import { creatorsOf, dateOf } from '../registries/crossref-rest.ts';
import { type Fields, fields, isFields, objects, text, texts } from '../values.ts';
import { isbnsIn, listedWork } from './listed-works.ts';

/** Lists of works in CSL-JSON. */
export const cslJson: Dialect<'json'> = {
	name: 'csl-json',
	title: 'CSL-JSON of Zotero, Pandoc and others: the works that one cites (--source)',
	syntax: 'json',
	replacement: 'statement',
	dateRule: 'none; --date or today',
	example: '[{"id": "doe2024", "type": "article-journal", "title": "A Title", "DOI": "10.1234/cited"}]',
	fits: (document) => itemsIn(document).some(isItem),
	*read(document, supplied) {
		for (const item of itemsIn(document)) if (isItem(item)) yield listedWork(readItem(item), supplied);
	},
};

/** A work in CSL-JSON that lists its own references. */
export const cslOfCrossref: Dialect<'json'> = {
	name: 'crossref-csl',
	title: 'CSL-JSON of Crossref: a work with its references',
	syntax: 'json',
	replacement: 'record',
	provider: 'Crossref',
	dateRule: 'when the DOI was registered (created)',
	example:
		'{"type": "article-journal", "title": "A Title", "DOI": "10.1234/paper", ' +
		'"created": {"date-time": "2024-05-01T10:00:00Z"}, "reference": [{"key": "1", "DOI": "10.1234/cited"}]}',
	fits: (document) => itemsIn(document).some(hasReferences),
	*read(document) {
		for (const item of itemsIn(document)) {
			if (!hasReferences(item)) continue;
			const references = objects(item.reference);
			const cited = references.flatMap(({ DOI }) => text(DOI) ?? []);
			yield {
				subject: readItem(item),
				links: cited
					.values()
					.map((id) => ({ relation: 'References', target: { identifiers: [{ id, scheme: 'doi' }] } })),
				date: text(fields(item.created)['date-time']) ?? cslDate(item.created),
				leftOut: references.slice(cited.length).map(() => 'a reference without a DOI'),
			};
		}
	},
};

/** Lists the items of a list, of an export that wraps them, or the one item. */
function itemsIn(document: unknown): Fields[] {
	const { items, references } = fields(document);
	return objects(items ?? references ?? document);
}

function isItem(item: Fields): boolean {
	const type = text(item.type);
	return type !== undefined && types.has(type) && (item.id ?? item.DOI ?? item.title) !== undefined;
}

function hasReferences(item: Fields): boolean {
	return typeof item.DOI === 'string' && typeof item.title === 'string' && Array.isArray(item.reference);
}

function readItem(item: Fields): GivenObject {
	const type = text(item.type) ?? '';
	return {
		identifiers: identifiersOf(item, type),
		type: types.get(type) ?? type,
		title: texts(item.title)[0],
		creators: creatorsOf(item.author ?? item.editor),
		publicationDate: cslDate(item.issued),
		publishers: texts(item.publisher),
		container: {
			title: texts(item['container-title'])[0] ?? texts(item['collection-title'])[0],
			issns: texts(item.ISSN),
			...{ volume: text(item.volume), issue: text(item.issue), pages: text(item.page) },
		},
		edition: text(item.edition) ?? text(item.version),
		publisherPlace: text(item['publisher-place']),
	};
}

function identifiersOf(item: Fields, type: string): GivenIdentifier[] {
	const given = (name: string, scheme?: string) => texts(item[name]).map((id) => ({ id, scheme }));
	const found = [
		...given('DOI'),
		...given('PMID', 'pmid'),
		...given('PMCID', 'pmcid'),
		...arxivOf(item),
		...(wholes.has(type) ? texts(item.ISBN).flatMap(isbnsIn) : []),
		...given('URL'),
	];
	// Its own name is a key of the program, unless there is nothing else.
	const own = text(item.id);
	return found.length === 0 && own !== undefined && /^https?:\/\/|^10\.\d/.test(own) ? [{ id: own }] : found;
}

/** Numbers of arXiv stand in fields that are made for other things. */
function arxivOf({ note, number, archive, archive_location }: Fields): GivenIdentifier[] {
	const ofArchive = /arxiv/i.test(text(archive) ?? '') ? text(archive_location) : undefined;
	const found = [ofArchive, text(number), text(note)].map((one) => arxivNumber.exec(one ?? '')?.[1]);
	const id = found.find((one) => one !== undefined);
	return id === undefined ? [] : [{ id, scheme: 'arxiv' }];
}

const arxivNumber = /\barxiv(?:\.org\/abs\/|:)\s*([a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5}(?:v\d+)?)/i;

/** Reads a date of CSL: parts of numbers or texts, or as it was typed. */
function cslDate(value: unknown): string | undefined {
	const raw = isFields(value) ? (text(value.raw) ?? text(value.literal)) : text(value);
	return dateOf(value) ?? raw?.split('/')[0];
}

/** Things that an ISBN is of; of a chapter it is that of the book. */
const wholes: ReadonlySet<string> = new Set(['book', 'monograph', 'edited-book', 'thesis', 'report', 'collection']);

/** The types of CSL 1.0.2, and the words of this broker for them. */
const types: ReadonlyMap<string, string> = new Map(
	Object.entries({
		article: 'Preprint',
		'article-journal': 'JournalArticle',
		'article-magazine': 'literature',
		'article-newspaper': 'literature',
		bill: 'literature',
		book: 'Book',
		broadcast: 'other',
		chapter: 'BookChapter',
		collection: 'Collection',
		dataset: 'dataset',
		document: 'literature',
		entry: 'literature',
		'entry-dictionary': 'literature',
		'entry-encyclopedia': 'literature',
		figure: 'Image',
		graphic: 'Image',
		interview: 'other',
		legislation: 'literature',
		manuscript: 'literature',
		map: 'Image',
		motion_picture: 'Audiovisual',
		pamphlet: 'literature',
		'paper-conference': 'ConferencePaper',
		patent: 'Patent',
		periodical: 'Journal',
		personal_communication: 'other',
		post: 'other',
		'post-weblog': 'literature',
		regulation: 'literature',
		report: 'Report',
		review: 'literature',
		'review-book': 'literature',
		software: 'software',
		song: 'Sound',
		speech: 'Presentation',
		standard: 'Standard',
		thesis: 'Dissertation',
		webpage: 'literature',
		// Words that Crossref's answers have instead.
		'journal-article': 'JournalArticle',
		'book-chapter': 'BookChapter',
		'proceedings-article': 'ConferencePaper',
		'posted-content': 'Preprint',
		monograph: 'Book',
	}),
);
