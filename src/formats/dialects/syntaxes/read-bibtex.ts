// Reads BibTeX files as entries.
import { BrokerError } from '../../../errors.ts';
import { partsOf } from '../../../links/limits.ts';
import { createReadingBounds, type ReadingBounds } from '../../reading-bounds.ts';
import type { BibtexEntry } from '../dialect.ts';
import { createLineFinder } from './lines.ts';

/**
 * Abbreviations of abbreviations make gigabytes of a short text; what would be longer is left out.
 */
const longestJoined = 2 ** 16;

/**
 * Reads the entries of a text, each with the one of the text that it names in `crossref`. Entries
 * and fields count towards the bounds. All entries are read once before the first is returned: a
 * text beyond the bounds returns none. Only entries that others name are kept in memory.
 */
export function* readBibtex(text: string, file: string, bounds = createReadingBounds(file)): Generator<BibtexEntry> {
	const named = new Set<string>();
	for (const { fields } of readEntries(text, file, bounds)) if (fields.crossref) named.add(fields.crossref);
	const parents = new Map<string, BibtexEntry>();
	if (named.size > 0) {
		for (const entry of readEntries(text, file)) if (named.has(entry.key)) parents.set(entry.key, entry);
	}
	for (const entry of readEntries(text, file)) {
		const parent = parents.get(entry.fields.crossref ?? '');
		yield parent === undefined || (parent.key === entry.key && parent.line === entry.line)
			? entry
			: { ...entry, parent };
	}
}

/**
 * Reads the entries of a text. `@string` abbreviations are put in their places, `@comment`,
 * `@preamble`, lines after a percent sign and text between entries are left out. Values are as
 * written, without their outer braces or quotation marks. An entry that has a brace too many ends
 * where a line begins the next one. Fails with `bad-file` where the last one is not closed, with its
 * line.
 */
function* readEntries(text: string, file: string, bounds?: ReadingBounds): Generator<BibtexEntry> {
	const abbreviations = new Map<string, string>();
	const begin = /@\s*(\w+)\s*([{(])/g;
	const lineOf = createLineFinder(text);
	const placeOf = createPlaceFinder(text);
	const nextOf = createNextFinder(text);
	for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
		if (!isEntry(text, match, placeOf(match.index))) continue;
		const line = lineOf(match.index);
		const type = (match[1] as string).toLowerCase();
		const limit = type === 'comment' ? text.length : nextOf(begin.lastIndex);
		const closed = closing(text, begin.lastIndex - 1, limit, (depth) => bounds?.checkDepth(depth, line));
		const end = closed ?? limit;
		if (end === text.length) {
			throw new BrokerError('bad-file', `${file}, line ${line}: this BibTeX entry is never closed.`);
		}
		const body = text.slice(begin.lastIndex, end);
		const isCut = closed === undefined;
		begin.lastIndex = isCut ? end : end + 1;
		placeOf.endEntry(begin.lastIndex);
		bounds?.nextDocument();
		bounds?.add(partsOf.document, line);
		if (type === 'comment' || type === 'preamble') continue;
		const comma = type === 'string' ? -1 : body.indexOf(',');
		const key = (comma === -1 ? body : body.slice(0, comma)).trim();
		const hasFields = comma !== -1 || type === 'string';
		const fields = hasFields ? fieldsOf(body.slice(comma + 1), { abbreviations, bounds, line, isCut }) : noFields;
		if (type === 'string') for (const [name, value] of fields) abbreviations.set(name, value);
		else yield { type, key, fields: Object.fromEntries(fields), line };
	}
}

/**
 * Creates a function that answers where behind an offset a line begins an entry of several lines, else
 * the length of the text; offsets must not fall.
 */
function createNextFinder(text: string): (offset: number) => number {
	const begin = /^@\w+\s*\{\s*[^\s,{}]{1,200}\s*,[ \t]*$/gm;
	let next = -1;
	return (offset) => {
		if (next < offset) {
			begin.lastIndex = offset;
			next = begin.exec(text)?.index ?? text.length;
		}
		return next;
	};
}

/**
 * Where an at sign stands: first in its line or behind an entry, in a comment, or in other text.
 */
type Place = 'first' | 'comment' | 'text';

/**
 * Creates a function that answers the place of each offset of a text; offsets must not fall. Each
 * stretch of the text is looked at once.
 */
function createPlaceFinder(text: string): { (offset: number): Place; endEntry(offset: number): void } {
	let place: Place = 'first';
	let seen = 0;
	const placeOf = (offset: number) => {
		const before = text.slice(seen, offset);
		const lineBegin = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
		if (lineBegin > 0) place = 'first';
		const [mark] = /\S/.exec(before.slice(lineBegin)) ?? [];
		if (place === 'first' && mark !== undefined) place = mark === '%' ? 'comment' : 'text';
		seen = offset;
		return place;
	};
	const endEntry = (offset: number) => {
		seen = offset;
		place = 'first';
	};
	return Object.assign(placeOf, { endEntry });
}

/**
 * Returns whether an at sign begins an entry. In other text (`me@cern (draft`) and before a round
 * bracket it does if a key and a field follow, or nothing.
 */
function isEntry(
	text: string,
	{ 0: written, 1: type = '', 2: bracket, index }: RegExpExecArray,
	place: Place,
): boolean {
	if (place === 'comment' || /\w/.test(text[index - 1] ?? '')) return false;
	if (place === 'first' && (bracket === '{' || withoutKey.test(type))) return true;
	entryBody.lastIndex = index + written.length;
	return entryBody.test(text);
}

const withoutKey = /^(?:string|comment|preamble)$/i;
const entryBody = /\s*[^\s,{}()]{1,200}\s*(?:,\s*(?:[\w:.+/-]{1,100}\s*=|[})])|[})])/y;

/** The entry whose fields are read, and what its words may stand for. */
type EntryReading = {
	abbreviations: ReadonlyMap<string, string>;
	bounds: ReadingBounds | undefined;
	line: number;
	/** It has a brace too many, so that each value ends with its line. */
	isCut: boolean;
};

const noFields: ReadonlyMap<string, string> = new Map();

/**
 * Finds the bracket before `limit` that closes the one at `start`; braces within count, and escaped
 * ones do not.
 */
function closing(text: string, start: number, limit: number, checkDepth?: (depth: number) => void): number | undefined {
	const close = text[start] === '(' ? ')' : '}';
	let depth = 0;
	for (let at = start + 1; at < limit; at++) {
		const mark = text[at];
		if (mark === '\\') at++;
		else if (depth === 0 && mark === close) return at;
		else if (mark === '}') depth--;
		else if (mark === '{') {
			depth++;
			checkDepth?.(depth);
		}
	}
	return undefined;
}

/** Reads `name = value` pairs, separated by commas; of a name that comes twice the first counts. */
function fieldsOf(body: string, reading: EntryReading): Map<string, string> {
	const found = new Map<string, string>();
	const name = /([\w:.+/-]+)\s*=\s*/y;
	let at = 0;
	while (at < body.length) {
		while (/[\s,]/.test(body[at] ?? '')) at++;
		name.lastIndex = at;
		const match = name.exec(body);
		if (match === null) {
			const next = body.indexOf(',', at);
			if (next === -1) break;
			at = next + 1;
			continue;
		}
		const value = valueAt(body, name.lastIndex, reading);
		reading.bounds?.add(partsOf.field, reading.line);
		reading.bounds?.checkToken(value.text.length, reading.line);
		at = value.end;
		const key = (match[1] as string).toLowerCase();
		if (!found.has(key)) found.set(key, value.text.replaceAll(/\s+/g, ' ').trim());
	}
	return found;
}

/** Reads pieces joined by `#`: in braces, in quotation marks, a number or an abbreviation. */
function valueAt(body: string, start: number, reading: EntryReading): { text: string; end: number } {
	let text = '';
	let at = start;
	for (;;) {
		while (/\s/.test(body[at] ?? '')) at++;
		const mark = body[at];
		if (mark === '{') {
			const end = (reading.isCut ? lastOfLine(body, at) : closing(body, at, body.length)) ?? body.length;
			text += body.slice(at + 1, end);
			at = end + 1;
		} else if (mark === '"') {
			const end = closingQuote(body, at);
			text += body.slice(at + 1, end);
			at = end + 1;
		} else {
			const word = /[^\s,#]*/y;
			word.lastIndex = at;
			const [plain = ''] = word.exec(body) ?? [];
			const meant = reading.abbreviations.get(plain.toLowerCase()) ?? plain;
			reading.bounds?.add(meant.length * partsOf.writtenCharacters, reading.line);
			if (text.length + meant.length <= longestJoined) text += meant;
			at += plain.length;
		}
		while (/\s/.test(body[at] ?? '')) at++;
		if (body[at] !== '#') return { text, end: at };
		at++;
	}
}

/** Finds the next brace that ends a line, or has a comma alone behind it there. */
function lastOfLine(body: string, start: number): number | undefined {
	const end = /\}[ \t]*(?:,[ \t]*)?(?=[\r\n]|$)/g;
	end.lastIndex = start;
	return end.exec(body)?.index;
}

function closingQuote(body: string, start: number): number {
	let depth = 0;
	for (let at = start + 1; at < body.length; at++) {
		const mark = body[at];
		if (mark === '\\') at++;
		else if (mark === '{') depth++;
		else if (mark === '}') depth--;
		else if (mark === '"' && depth <= 0) return at;
	}
	return body.length;
}
