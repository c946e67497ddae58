// Reads the lists of references of JATS.
import { type NumberOfKind, numberOfKind } from '../bibliographies/listed-works.ts';
import type { GivenIdentifier, GivenObject, XmlElement } from '../dialect.ts';
import { xml } from '../mapping.ts';
import type { Reference } from '../references.ts';
import { children, descendants, textOf } from '../syntaxes/xml-elements.ts';

/**
 * Lists what an article cites, without what its parts of these names do. Data may be cited outside of
 * the list, where the article says what it is based on.
 */
export function* referencesIn(article: XmlElement, parts: ReadonlySet<string>): Generator<Reference> {
	for (const element of children(article)) {
		if (element.name === 'ref') yield* readReferences(element);
		else if (isOfData(element)) yield readCitation([element]);
		else if (!parts.has(element.name)) yield* referencesIn(element, parts);
	}
}

/**
 * Reads the works of one place in a list: several citations may share it. The same citation may
 * stand there twice, once with marks for its parts and once as it is printed.
 */
function readReferences(place: XmlElement): Reference[] {
	const alternatives = children(place, 'citation-alternatives').map((one) => children(one));
	const marked = children(place).filter(({ name }) => markedCitations.has(name));
	const printed = children(place, 'mixed-citation');
	const citations =
		marked.length > 0 ? marked.map((one, at) => [one, ...printed.slice(at, at + 1)]) : printed.map((one) => [one]);
	const all = [...alternatives, ...citations];
	return (all.length > 0 ? all : [[place]]).map(readCitation);
}

function isOfData({ name, attributes }: XmlElement): boolean {
	return (markedCitations.has(name) || name === 'mixed-citation') && attributes['publication-type'] === 'data';
}

const markedCitations: ReadonlySet<string> = new Set(['element-citation', 'nlm-citation', 'citation']);

/** Reads a citation in its several forms. Addresses count where it has no number of its own. */
function readCitation(forms: readonly XmlElement[]): Reference {
	const about = forms.map(describe).find(({ title }) => title !== undefined) ?? {};
	const isBook = about.type === 'Book';
	const own = forms
		.flatMap((form) => [
			...numbersIn(descendants(form, 'pub-id')),
			...descendants(form, 'isbn').flatMap((isbn) => numberOfKind('isbn', textOf(isbn))),
		])
		// The ISBN of a chapter is that of its book.
		.filter(({ scheme }) => isBook || scheme !== 'isbn');
	const words = forms.flatMap(wordsOf).join(' ');
	const isOwnData = forms.some(({ attributes }) => ownData.has(attributes['specific-use'] ?? ''));
	return {
		...{ identifiers: own.length > 0 ? own : forms.flatMap(addressesIn), words, about },
		relation: isOwnData ? 'IsSupplementedBy' : 'References',
	};
}

/**
 * Answers the words of a citation. Where all of it is marked, not even a blank stands between its
 * parts.
 */
function wordsOf(form: XmlElement): string[] {
	const isMarked = form.children.every((part) => typeof part !== 'string' || part.trim() === '');
	return (isMarked ? children(form) : [form]).flatMap((part) => textOf(part) ?? []);
}

/** Marks of data that came from the work itself, as JATS4R and others write them. */
const ownData: ReadonlySet<string> = new Set(['isSupplementedBy', 'generated-data', 'generated']);

/** Reads elements that hold a number and name its kind: `<pub-id pub-id-type="doi">`. */
export function numbersIn(elements: readonly XmlElement[]): NumberOfKind[] {
	return elements.flatMap((element) => numberOfKind(element.attributes['pub-id-type'], textOf(element)));
}

/** Reads addresses and the numbers that stand for them: `<ext-link ext-link-type="doi" href="…">`. */
function addressesIn(form: XmlElement): GivenIdentifier[] {
	return ['ext-link', 'uri'].flatMap((name) => descendants(form, name)).flatMap(linkedBy);
}

/** Reads what an element leads to: its address, or its text where it has none. */
export function linkedBy(element: XmlElement): GivenIdentifier[] {
	const id = element.attributes.href ?? textOf(element);
	const [number] = numberOfKind(element.attributes['ext-link-type'], id);
	return id === undefined ? [] : [number ?? { id }];
}

/**
 * Says what a citation says of the work. The journal is not read: references abbreviate it, and it
 * would take the place of its title.
 */
function describe(form: XmlElement): Omit<GivenObject, 'identifiers'> {
	const part = xml.textAt(form, ['article-title', 'data-title', 'chapter-title', 'part-title']);
	const source = xml.textAt(form, 'source');
	const kind = (form.attributes['publication-type'] ?? form.attributes['citation-type'] ?? '').toLowerCase();
	const isInBook = part !== undefined && (kind === 'book' || kind === 'confproc');
	const type = kind === 'book' && part !== undefined ? 'BookChapter' : types.get(kind);
	return {
		type,
		title: part ?? (kind === 'journal' ? undefined : source),
		publicationDate: /\d{4}/.exec(xml.textAt(form, 'year') ?? '')?.[0],
		...(isInBook && { container: { title: source }, publishers: xml.textsAt(form, 'publisher-name') }),
	};
}

const types: ReadonlyMap<string, string> = new Map([
	['journal', 'JournalArticle'],
	['book', 'Book'],
	['confproc', 'ConferencePaper'],
	['thesis', 'Dissertation'],
	['report', 'Report'],
	['preprint', 'Preprint'],
	['data', 'dataset'],
	['database', 'dataset'],
	['software', 'software'],
	['patent', 'Patent'],
	['web', 'literature'],
	['webpage', 'literature'],
]);
