// Reads texts whose fields begin with tags, as entries: RIS (`TY  - JOUR`), the format of PubMed
// and MEDLINE (`PMID- 123`), and that of Web of Science (`PT J`).
import { partsOf } from '../../../links/limits.ts';
import { createReadingBounds } from '../../reading-bounds.ts';
import type { TaggedEntry, TaggedField } from '../dialect.ts';

/** How a text writes the tag before a field, and with which tags an entry begins. */
type Spelling = { field: RegExp; first: RegExp };

/** RIS has two signs before the hyphen and its blanks; PubMed fills up to four, and ERIC as well. */
const hyphened: Spelling = {
	field: /^([A-Z][A-Z0-9](?= {1,2}-)|[A-Z]{3}(?= -)|[A-Z]{4}(?=-| {2}-)) {0,2}-(?: (.*))?$/,
	first: /^(?:TY|PMID|OWN)$/,
};

/** Further lines of a field begin with three blanks. */
const ofWebOfScience: Spelling = { field: /^([A-Z][A-Z0-9])(?: (.*))?$/, first: /^PT$/ };

const beginOfWebOfScience = /^\s*(?:FN [^\r\n]*[\r\n]|VR [\d.]+\s*[\r\n]|PT [A-Z]\s*[\r\n])/;
const beginOfEntry = /^(?:TY {1,2}- ?[A-Z]{2}|PMID ?- ?\d|OWN - [A-Z])/m;

/** Returns whether a text is one with tags, by its beginning. */
export function isTagged(head: string): boolean {
	return beginOfWebOfScience.test(head) || beginOfEntry.test(head);
}

/**
 * Reads the entries of a text. What stands before the first and between them is left out. An entry
 * that is not closed ends where the next begins. Entries and lines count towards the bounds.
 */
export function* readTagged(text: string, file: string, bounds = createReadingBounds(file)): Generator<TaggedEntry> {
	const { field, first } = beginOfWebOfScience.test(text) ? ofWebOfScience : hyphened;
	let entry: { fields: TaggedField[]; line: number } | undefined;
	for (const [content, line] of linesOf(text)) {
		bounds.checkToken(content.length, line);
		const [, tag, value = ''] = field.exec(content) ?? [];
		// Programs put tags of PubMed into RIS.
		const isFirst = tag !== undefined && first.test(tag) && (entry?.fields[0]?.[0] ?? tag) === tag;
		if (entry !== undefined && (isFirst || (tag !== undefined && lastTags.has(tag)))) {
			yield entry;
			entry = undefined;
		}
		if (isFirst) {
			bounds.nextDocument();
			bounds.add(partsOf.document, line);
			entry = { fields: [], line };
		}
		if (entry === undefined || content === '') continue;
		bounds.add(partsOf.field, line);
		const before = entry.fields.at(-1);
		if (tag !== undefined || before === undefined) entry.fields.push([tag ?? '', value.trim()]);
		else {
			const joined = `${before[1]}\n${content.trim()}`;
			bounds.checkToken(joined.length, line);
			entry.fields[entry.fields.length - 1] = [before[0], joined];
		}
	}
	if (entry !== undefined) yield entry;
}

/** The ends of an entry and of a file. */
const lastTags: ReadonlySet<string> = new Set(['ER', 'EF']);

/**
 * Lists the lines of a text, without white space at their ends, and their numbers from 1. Macintosh
 * programs of old end lines with a carriage return alone. Where files were joined, the end of an entry
 * may have the beginning of the next one in its line, and Scopus writes the address of some works
 * behind their last reference.
 */
function* linesOf(text: string): Generator<[content: string, line: number]> {
	const ends = /\r\n?|\n|$/g;
	let line = 1;
	for (let at = 0; at < text.length; line++) {
		ends.lastIndex = at;
		const { index = 0, 0: end = '' } = ends.exec(text) ?? {};
		const content = text.slice(at, index).trimEnd();
		const [last] = /^ER {1,2}- {0,2}(?=TY {1,2}-)/.exec(content) ?? [''];
		if (last !== '') yield [last.trimEnd(), line];
		const address = content.indexOf(beginOfAddress, last.length + 1);
		yield [content.slice(last.length, address === -1 ? undefined : address), line];
		if (address !== -1) yield [content.slice(address), line];
		at = index + end.length;
	}
}

const beginOfAddress = 'UR  - http';

/** Answers the values of an entry by their tags, each on one line. */
export function valuesByTag({ fields }: TaggedEntry): Readonly<Record<string, readonly string[]>> {
	const found: Record<string, string[]> = {};
	for (const [tag, value] of fields) {
		const values = Object.hasOwn(found, tag) ? found[tag] : undefined;
		const text = value.replaceAll(/\s+/g, ' ');
		if (values === undefined) found[tag] = [text];
		else values.push(text);
	}
	return found;
}

/** Answers the lines of the values of a tag: each author and each reference has its own. */
export function linesOfTag({ fields }: TaggedEntry, tag: string): string[] {
	return fields.filter(([name]) => name === tag).flatMap(([, value]) => value.split('\n'));
}
