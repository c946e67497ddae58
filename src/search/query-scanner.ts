// Reads the words and quotations of a free-text query, one after the other.
import { BrokerError } from '../errors.ts';

/** A query, and the position in it, in UTF-16 units. */
export type Scanner = { readonly q: string; at: number };

/**
 * The text of one word or quotation, without escapes, and where it begins. `star`: an asterisk ends
 * it.
 */
export type Text = { text: string; star: boolean; start: number };

export function readQuoted(scanner: Scanner): Text {
	const { q, at: start } = scanner;
	let text = '';
	for (let at = start + 1; at < q.length; at += 1) {
		if (q[at] === '"') {
			scanner.at = at + 1;
			refuseSuffix(scanner, 'a phrase');
			return { text, star: false, start };
		}
		if (q[at] === '\\') at += 1;
		text += q[at] ?? '';
	}
	throw failure(q, start, 'this quotation is never closed; close it or write \\" for the character');
}

/**
 * Reads the word that begins here. In an identifier only a backslash and a final asterisk have a
 * meaning; it ends at a blank, a quotation mark, or a parenthesis that was opened before it.
 */
export function readWord(scanner: Scanner, isIdentifier = false): Text {
	const { q, at: start } = scanner;
	if (takeMatch(scanner, everythingShape) !== undefined) return { text: '', star: true, start };
	if (!isIdentifier && regexShape.test(q.slice(start, start + 2))) {
		throw failure(q, start, 'regular expressions are not supported; write \\/ for the character');
	}
	const endsAt = isIdentifier ? identifierEnd(q) : (at: number) => wordEnd.test(q[at] as string);
	let text = '';
	while (scanner.at < q.length && !endsAt(scanner.at)) {
		const at = scanner.at;
		const character = q[at] as string;
		scanner.at += 1;
		if (character === '\\') {
			if (scanner.at === q.length) throw failure(q, at, 'a backslash ends the query; write \\\\ for the character');
			text += q[scanner.at];
			scanner.at += 1;
		} else if (character === '*') {
			if (scanner.at < q.length && !endsAt(scanner.at)) refuseWildcard(q, at, text);
			return { text, star: true, start };
		} else {
			if (!isIdentifier) refuseUnsupported(q, at);
			text += character;
		}
	}
	return { text, star: false, start };
}

/**
 * Finds where an identifier ends, called for each position in turn: (96) is a part of S0022(96)1.
 */
function identifierEnd(q: string): (at: number) => boolean {
	let depth = 0;
	return (at) => {
		const character = q[at] as string;
		if (character === '(' && closesWithin(q, at)) depth += 1;
		if (character !== ')') return character !== '(' && wordEnd.test(character);
		depth -= 1;
		return depth < 0;
	};
}

function closesWithin(q: string, opening: number): boolean {
	let depth = 0;
	for (let at = opening; at < q.length && !/[\s"]/.test(q[at] as string); at += 1) {
		if (q[at] === '(') depth += 1;
		if (q[at] === ')') depth -= 1;
		if (depth === 0) return true;
	}
	return false;
}

function refuseWildcard(q: string, at: number, before: string): never {
	const where = before === '' ? 'at the beginning of a word' : 'inside a word';
	throw failure(q, at, `an asterisk ${where} is not supported, only at its end; write \\* for the character`);
}

function refuseUnsupported(q: string, at: number): void {
	const character = q[at] as string;
	if (character === '?')
		throw failure(q, at, 'the wildcard ? is not supported; put the text in quotes to search for it as it is');
	if (character === '~')
		throw failure(
			q,
			at,
			'fuzzy and proximity search (~) are not supported; put the text in quotes to search for it as it is',
		);
	if (character === '^')
		throw failure(q, at, 'boosts (^) are not supported; put the text in quotes to search for it as it is');
	if (character === ':') throw failure(q, at, 'this colon stands in the value of a field; put the value in quotes');
}

/** Refuses what Lucene allows after a phrase or a group, `what`, to change its meaning. */
export function refuseSuffix({ q, at }: Scanner, what: string): void {
	if (q[at] === '*') throw failure(q, at, `an asterisk after ${what} is not supported, only at the end of a word`);
	if (q[at] === '~') throw failure(q, at, 'fuzzy and proximity search (~) are not supported; leave it out');
	if (q[at] === '^') throw failure(q, at, 'boosts (^) are not supported; leave it out');
}

/** Matches a single asterisk, also as Lucene's `*:*`. */
export const everythingShape = /\*(?::\*)?(?=[\s()"]|$)/y;
const wordEnd = /[\s()"]/;
const regexShape = /^\/\S/;
const space = /\s*/y;

export function skipSpace(scanner: Scanner): void {
	takeMatch(scanner, space);
}

/** Reads what matches here, if anything; `shape` is sticky. */
export function takeMatch(scanner: Scanner, shape: RegExp): string | undefined {
	const text = matchAt(scanner.q, scanner.at, shape);
	scanner.at += text?.length ?? 0;
	return text;
}

/** Returns what matches at a position, if anything; `shape` is sticky. */
export function matchAt(q: string, at: number, shape: RegExp): string | undefined {
	shape.lastIndex = at;
	return shape.exec(q)?.[0];
}

/** Makes the error `bad-query-string` for a position. */
export function failure(q: string, at: number, what: string): BrokerError {
	const position = [...q.slice(0, at)].length + 1;
	const message = `Character ${position}: ${what}.`;
	return new BrokerError('bad-query-string', message, { problems: [{ field: 'q', message }] });
}
