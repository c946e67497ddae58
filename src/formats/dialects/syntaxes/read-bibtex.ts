// Reads BibTeX files as entries.
import { BrokerError } from '../../../errors.ts';
import type { BibtexEntry } from '../dialect.ts';

/**
 * Abbreviations of abbreviations make gigabytes of a short text; what would be longer is left out.
 */
const longestJoined = 2 ** 16;

/** Reads the entries of a text, each with the one of the text that it names in `crossref`. */
export function* readBibtex(text: string, file: string): Generator<BibtexEntry> {
	const entries = [...readEntries(text, file)];
	const byKey = new Map(entries.map((entry) => [entry.key, entry]));
	for (const entry of entries) {
		const parent = byKey.get(entry.fields.crossref ?? '');
		yield parent === undefined || parent === entry ? entry : { ...entry, parent };
	}
}

/**
 * Reads the entries of a text. `@string` abbreviations are put in their places, `@comment`,
 * `@preamble` and text between entries are left out. Values are as written, without their outer
 * braces or quotation marks. Fails with `bad-file` where an entry is not closed, with its line.
 */
function* readEntries(text: string, file: string): Generator<BibtexEntry> {
	const abbreviations = new Map<string, string>();
	const begin = /@\s*(\w+)\s*([{(])/g;
	let line = 1;
	let counted = 0;
	for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
		line += text.slice(counted, match.index).split('\n').length - 1;
		counted = match.index;
		const type = (match[1] as string).toLowerCase();
		const end = closing(text, begin.lastIndex - 1);
		if (end === undefined) {
			throw new BrokerError('bad-file', `${file}, line ${line}: this BibTeX entry is never closed.`);
		}
		const body = text.slice(begin.lastIndex, end);
		begin.lastIndex = end + 1;
		if (type === 'comment' || type === 'preamble') continue;
		if (type === 'string') {
			for (const [name, value] of fieldsOf(body, abbreviations)) abbreviations.set(name, value);
			continue;
		}
		const comma = body.indexOf(',');
		const key = (comma === -1 ? body : body.slice(0, comma)).trim();
		const fields = Object.fromEntries(comma === -1 ? [] : fieldsOf(body.slice(comma + 1), abbreviations));
		yield { type, key, fields, line };
	}
}

/**
 * Finds the bracket that closes the one at `start`; braces within count, and escaped ones do not.
 */
function closing(text: string, start: number): number | undefined {
	const close = text[start] === '(' ? ')' : '}';
	let depth = 0;
	for (let at = start + 1; at < text.length; at++) {
		const mark = text[at];
		if (mark === '\\') at++;
		else if (depth === 0 && mark === close) return at;
		else if (mark === '{') depth++;
		else if (mark === '}') depth--;
	}
	return undefined;
}

/** Reads `name = value` pairs, separated by commas; of a name that comes twice the first counts. */
function fieldsOf(body: string, abbreviations: ReadonlyMap<string, string>): Map<string, string> {
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
		const value = valueAt(body, name.lastIndex, abbreviations);
		at = value.end;
		const key = (match[1] as string).toLowerCase();
		if (!found.has(key)) found.set(key, value.text.replaceAll(/\s+/g, ' ').trim());
	}
	return found;
}

/** Reads pieces joined by `#`: in braces, in quotation marks, a number or an abbreviation. */
function valueAt(
	body: string,
	start: number,
	abbreviations: ReadonlyMap<string, string>,
): { text: string; end: number } {
	let text = '';
	let at = start;
	for (;;) {
		while (/\s/.test(body[at] ?? '')) at++;
		const mark = body[at];
		if (mark === '{') {
			const end = closing(body, at) ?? body.length;
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
			const meant = abbreviations.get(plain.toLowerCase()) ?? plain;
			if (text.length + meant.length <= longestJoined) text += meant;
			at += plain.length;
		}
		while (/\s/.test(body[at] ?? '')) at++;
		if (body[at] !== '#') return { text, end: at };
		at++;
	}
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
