// Makes the leaves of a free-text query: words of a field, types, years.
import { objectTypeNames } from '../links/description.ts';
import { analyse } from './analysis.ts';
import { addToQuery, type QuerySize } from './query-limits.ts';
import { type QueryNode, type TextField, textFields } from './query-node.ts';
import { failure, type Scanner, type Text, takeMatch } from './query-scanner.ts';

/**
 * Returns other spellings of an identifier as typed, such as `10.1000/1` of
 * `https://doi.org/10.1000/1`; none where it has none.
 */
export type IdentifierForms = (text: string) => readonly string[];

/** A query while it is parsed, and its size so far. */
export type Parser = Scanner & { readonly identifierForms: IdentifierForms; readonly size: QuerySize };

/** What may precede a colon. */
export type Field = TextField | 'type' | 'year';
export const fields: readonly Field[] = [...textFields, 'type', 'year'];

/** Makes the node of a word or a quotation; null where it has neither letter nor digit. */
export function leaf(
	parser: Parser,
	field: Field | null,
	{ text, star, start }: Text,
	isQuoted: boolean,
): QueryNode | null {
	if (field === 'type') return typeLeaf(parser, text, star, start);
	if (field === 'year') return yearLeaf(parser, text, star, start);
	if (star && text === '') {
		if (field === null) return { kind: 'everything' };
		throw failure(parser.q, start, `${field}:* is not supported; write the beginning of a word before the asterisk`);
	}
	const tokens = analyse(field === 'journal' ? text.replace(issnWithoutHyphen, '$1-$2') : text);
	// Where another letter would begin a new token, the last token is complete: `dark-*` searches for
	// dark, not for darkness.
	const prefix = star && analyse(`${text}q`).length === tokens.length;
	count(parser, start, tokens, prefix);
	if (tokens.length === 0) return null;
	if (field === 'identifier' && !star) return identifierLeaf(parser, text, tokens);
	const phrase: QueryNode = { kind: 'phrase', field, tokens, prefix };
	const [only = ''] = tokens;
	if (field !== null || isQuoted || prefix || tokens.length > 1 || !fourDigits.test(only)) return phrase;
	return { kind: 'or', nodes: [phrase, { kind: 'year', from: Number(only), to: Number(only) }] };
}

/** As tables write an ISSN; it is found by its two halves. */
const issnWithoutHyphen = /^(\d{4})(\d{3}[\dX])$/i;

// A word of four digits is a year as well.
const fourDigits = /^[0-9]{4}$/;

function identifierLeaf(parser: Parser, text: string, tokens: readonly string[]): QueryNode {
	const forms = [tokens, ...parser.identifierForms(text).map(analyse)].filter((form) => form.length > 0);
	const distinct = new Map(forms.map((form) => [form.join(' '), form]));
	const phrases = [...distinct.values()].map(
		(form): QueryNode => ({ kind: 'phrase', field: 'identifier', tokens: form, prefix: false }),
	);
	return join('or', phrases);
}

function typeLeaf(parser: Parser, text: string, star: boolean, start: number): QueryNode {
	count(parser, start, oneWord);
	if (star && text === '') return { kind: 'everything' };
	const type = objectTypeNames.find((known) => known === text.toLowerCase());
	if (type === undefined || star) {
		throw failure(
			parser.q,
			start,
			`"${text}${star ? '*' : ''}" is not a type; the types are ${objectTypeNames.join(', ')}`,
		);
	}
	return { kind: 'type', type };
}

function yearLeaf(parser: Parser, text: string, star: boolean, start: number): QueryNode {
	count(parser, start, oneWord);
	if (star && text === '') return { kind: 'year', from: null, to: null };
	const [, comparison = '', digits = ''] = /^([<>]=?)?(.*)$/s.exec(star ? `${text}*` : text) ?? [];
	const year = readYear(parser, start, digits);
	if (comparison === '>=') return { kind: 'year', from: year, to: null };
	if (comparison === '>') return { kind: 'year', from: year + 1, to: null };
	if (comparison === '<=') return { kind: 'year', from: null, to: year };
	if (comparison === '<') return { kind: 'year', from: null, to: year - 1 };
	return { kind: 'year', from: year, to: year };
}

function readYear(parser: Parser, start: number, text: string): number {
	if (/^\d{1,4}$/.test(text)) return Number(text);
	throw failure(parser.q, start, `"${text}" is not a year; write year:2015, year:>=2015 or year:[2010 TO 2015]`);
}

// A year or a type counts as a word.
const oneWord = ['word'];

function count(parser: Parser, start: number, tokens: readonly string[], prefix = false): void {
	const tooMuch = addToQuery(parser.size, tokens, prefix);
	if (tooMuch !== undefined) throw failure(parser.q, start, tooMuch);
}

export function readRange(parser: Parser, field: Field | null): QueryNode {
	const { q, at } = parser;
	if (field !== 'year') {
		throw failure(
			q,
			at,
			'only years have ranges, such as year:[2010 TO 2015]; write a backslash before the bracket for the character',
		);
	}
	const range = takeMatch(parser, rangeShape);
	if (range === undefined) {
		throw failure(
			q,
			at,
			'this is not a range of years; write it as [2010 TO 2015], with TO in capitals, ' +
				'{ and } to leave an end out, and * for an open end',
		);
	}
	const [from = '', , to = ''] = range.slice(1, -1).trim().split(/\s+/);
	count(parser, at, oneWord);
	const first = from === '*' ? null : readYear(parser, at, from) + (range.startsWith('{') ? 1 : 0);
	const last = to === '*' ? null : readYear(parser, at, to) - (range.endsWith('}') ? 1 : 0);
	return { kind: 'year', from: first, to: last };
}

/** Joins nodes; one alone is itself. */
export function join(kind: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode {
	return nodes.length === 1 ? (nodes[0] as QueryNode) : { kind, nodes };
}

const rangeShape = /[[{]\s*[^\s\]}]+\s+TO\s+[^\s\]}]+\s*[\]}]/y;
