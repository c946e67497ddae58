// Reads what a user types as a free-text query into a QueryNode.
// The syntax is the common part of Lucene's query string. It knows no engine.
//
//   query       = group
//   group       = alternative { ("OR" | "||") alternative }
//   alternative = clause { [ "AND" | "&&" ] clause }
//   clause      = ("+" | "-") operand | { "NOT" | "!" } operand
//   operand     = "(" group ")" | quoted | word | word "*" | "*" | field ":" value
//   value       = "(" group ")" | quoted | word | word "*" | range
//   range       = ("[" | "{") year "TO" year ("]" | "}") | (">=" | ">" | "<=" | "<") year
//   quoted      = '"' text '"'
//
// Words beside each other are joined by AND; NOT binds before AND, AND before OR. A clause with a
// sign must (not) hold, whatever else its group says: `a OR b -c` is `(a OR b) AND NOT c`. Only
// `year` has ranges, in which `*` leaves an end open.
// A backslash takes the next character as it is. A word whose analysis is several tokens is a
// phrase. A word without any (`&`, `-` alone) vanishes. Docs with examples: docs/query-string.md.
import { BrokerError } from '../errors.ts';
import { objectTypeNames } from '../links/description.ts';
import { analyse } from './analysis.ts';
import { type QueryNode, type TextField, textFields } from './query-node.ts';

/** Limits the length of a query, in UTF-16 units. */
export const queryLengthLimit = 2_000;
/** Limits how deep parentheses nest. */
export const queryNestingLimit = 50;
/**
 * Limits the words of a query (each word of a phrase is one), its years and its types, together.
 */
export const queryWordLimit = 200;

/**
 * Tells other writings of an identifier as typed, such as `10.1000/1` of
 * `https://doi.org/10.1000/1`; none where it knows none.
 */
export type IdentifierForms = (text: string) => readonly string[];

/**
 * Parses a query; an empty one holds for everything. `dark title:matt* -year:[* TO 1990]`. A value
 * of `identifier:` is looked for as typed and in its other forms. Fails with `bad-query-string`,
 * whose message and one problem (field `q`) say at which character, counted from 1, and what to
 * write instead.
 */
export function parseQueryString(q: string, identifierForms: IdentifierForms = () => []): QueryNode {
	if (q.length > queryLengthLimit) {
		throw failure(q, queryLengthLimit, `the query is longer than ${queryLengthLimit} characters; shorten it`);
	}
	const parser: Parser = { q, identifierForms, at: 0, depth: 0, words: 0 };
	skipSpace(parser);
	if (parser.at === q.length) return { kind: 'everything' };
	const node = parseGroup(parser, null);
	if (parser.at < q.length) {
		throw failure(q, parser.at, 'this parenthesis was never opened; remove it or write \\) for the character');
	}
	return node ?? { kind: 'everything' };
}

type Field = TextField | 'type' | 'year';
const fields: readonly Field[] = [...textFields, 'type', 'year'];

type Parser = {
	readonly q: string;
	readonly identifierForms: IdentifierForms;
	at: number;
	depth: number;
	words: number;
};

// Parsing answers null for what vanishes.
type Parsed = QueryNode | null;

function parseGroup(parser: Parser, field: Field | null): Parsed {
	const signed: QueryNode[] = [];
	const alternatives: QueryNode[] = [];
	do {
		const alternative = parseAlternative(parser, field, signed);
		if (alternative) alternatives.push(alternative);
	} while (takeOperator(parser, 'OR'));
	const nodes = alternatives.length > 0 ? [join('or', alternatives), ...signed] : signed;
	return nodes.length > 0 ? join('and', nodes) : null;
}

function parseAlternative(parser: Parser, field: Field | null, signed: QueryNode[]): Parsed {
	const nodes: QueryNode[] = [];
	do {
		refuseMissingOperand(parser);
		const node = parseClause(parser, field, signed);
		if (node) nodes.push(node);
		skipSpace(parser);
	} while (takeOperator(parser, 'AND') || !endsAlternative(parser));
	return nodes.length > 0 ? join('and', nodes) : null;
}

function endsAlternative(parser: Parser): boolean {
	return parser.at === parser.q.length || parser.q[parser.at] === ')' || peekOperator(parser) === 'OR';
}

function refuseMissingOperand(parser: Parser): void {
	skipSpace(parser);
	const { q, at } = parser;
	if (at === q.length) throw failure(q, at, 'the query ends where a word is expected');
	if (q[at] === ')') throw failure(q, at, 'a word is expected before this parenthesis');
	const operator = peekOperator(parser);
	if (operator === 'AND' || operator === 'OR') {
		throw failure(q, at, `a word is expected before ${operator}; put the word in quotes to search for it`);
	}
}

function parseClause(parser: Parser, field: Field | null, signed: QueryNode[]): Parsed {
	const sign = takeMatch(parser, signShape);
	if (sign !== undefined) {
		refuseMissingOperand(parser);
		const node = parseOperand(parser, field);
		if (node) signed.push(sign === '+' ? node : complement(node));
		return null;
	}
	let negated = false;
	while (takeOperator(parser, 'NOT')) {
		negated = !negated;
		refuseMissingOperand(parser);
	}
	const node = parseOperand(parser, field);
	return node && negated ? complement(node) : node;
}

function parseOperand(parser: Parser, outer: Field | null): Parsed {
	const field = takeField(parser, outer) ?? outer;
	const { q, at } = parser;
	if (q[at] === '(') return parseParentheses(parser, field);
	if (q[at] === '"') return leaf(parser, field, readQuoted(parser));
	if (q[at] === '[' || q[at] === '{') return parseRange(parser, field);
	return leaf(parser, field, readWord(parser, field));
}

function parseParentheses(parser: Parser, field: Field | null): Parsed {
	const opening = parser.at;
	parser.at += 1;
	parser.depth += 1;
	if (parser.depth > queryNestingLimit) {
		throw failure(parser.q, opening, `parentheses nest deeper than ${queryNestingLimit}; leave some out`);
	}
	const node = parseGroup(parser, field);
	if (parser.q[parser.at] !== ')') {
		throw failure(parser.q, opening, 'this parenthesis is never closed; close it or write \\( for the character');
	}
	parser.at += 1;
	parser.depth -= 1;
	refuseSuffix(parser, 'a group');
	return node;
}

function parseRange(parser: Parser, field: Field | null): QueryNode {
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
			'this is no range of years; write it as [2010 TO 2015], with TO in capitals, { and } to leave an end out, and * for an open end',
		);
	}
	const [from = '', to = ''] = range
		.slice(1, -1)
		.trim()
		.split(/\s+TO\s+/);
	countWords(parser, at, 1);
	const first = from === '*' ? null : readYear(parser, at, from) + (range.startsWith('{') ? 1 : 0);
	const last = to === '*' ? null : readYear(parser, at, to) - (range.endsWith('}') ? 1 : 0);
	return { kind: 'year', from: first, to: last };
}

/**
 * Holds the text of one word or quotation, escapes undone, and where it begins. `star`: an asterisk
 * ends it.
 */
type Text = { text: string; star: boolean; start: number };

function readQuoted(parser: Parser): Text {
	const { q, at: start } = parser;
	let text = '';
	for (let at = start + 1; at < q.length; at += 1) {
		if (q[at] === '"') {
			parser.at = at + 1;
			refuseSuffix(parser, 'a phrase');
			return { text, star: false, start };
		}
		if (q[at] === '\\') at += 1;
		text += q[at] ?? '';
	}
	throw failure(q, start, 'this quotation is never closed; close it or write \\" for the character');
}

function readWord(parser: Parser, field: Field | null): Text {
	const { q, at: start } = parser;
	if (takeMatch(parser, everythingShape) !== undefined) return { text: '', star: true, start };
	if (regexShape.test(q.slice(start, start + 2))) {
		throw failure(q, start, 'regular expressions are not supported; write \\/ for the character');
	}
	let text = '';
	while (parser.at < q.length && !wordEnd.test(q[parser.at] as string)) {
		const at = parser.at;
		const character = q[at] as string;
		parser.at += 1;
		if (character === '\\') {
			if (parser.at === q.length) throw failure(q, at, 'a backslash ends the query; write \\\\ for the character');
			text += q[parser.at];
			parser.at += 1;
		} else if (character === '*') {
			if (parser.at < q.length && !wordEnd.test(q[parser.at] as string)) refuseWildcard(q, at, text);
			return { text, star: true, start };
		} else {
			refuseUnsupported(q, at, field);
			text += character;
		}
	}
	return { text, star: false, start };
}

function refuseWildcard(q: string, at: number, before: string): never {
	const where = before === '' ? 'at the beginning of a word' : 'inside a word';
	throw failure(q, at, `an asterisk ${where} is not supported, only at its end; write \\* for the character`);
}

function refuseUnsupported(q: string, at: number, field: Field | null): void {
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
	if (character === ':' && field !== 'identifier') {
		throw failure(q, at, 'this colon stands in the value of a field; put the value in quotes');
	}
}

function refuseSuffix(parser: Parser, what: string): void {
	const { q, at } = parser;
	if (q[at] === '*') throw failure(q, at, `an asterisk after ${what} is not supported, only at the end of a word`);
	if (q[at] === '~') throw failure(q, at, 'fuzzy and proximity search (~) are not supported; leave it out');
	if (q[at] === '^') throw failure(q, at, 'boosts (^) are not supported; leave it out');
}

function takeField(parser: Parser, outer: Field | null): Field | null {
	const { q, at } = parser;
	const name = matchAt(q, at, fieldShape)?.slice(0, -1);
	if (name === undefined || matchAt(q, at, everythingShape) !== undefined) return null;
	const field = fields.find((known) => known === name.toLowerCase());
	if (field === undefined) {
		if (outer === 'identifier') return null;
		if (name === '') throw failure(q, at, 'a field is missing before this colon; write \\: for the character');
		throw failure(
			q,
			at,
			`"${name}" is no field (those are ${fields.join(', ')}); put the text in quotes to search for it as it is`,
		);
	}
	parser.at += name.length + 1;
	skipSpace(parser);
	if (parser.at === q.length || q[parser.at] === ')' || matchAt(q, parser.at, operatorShape) !== undefined) {
		throw failure(q, at, `${field}: needs a value; put AND, OR and NOT in quotes to search for them`);
	}
	return field;
}

function leaf(parser: Parser, field: Field | null, { text, star, start }: Text): Parsed {
	if (field === 'type') return typeLeaf(parser, text, star, start);
	if (field === 'year') return yearLeaf(parser, text, star, start);
	if (star && text === '') {
		if (field === null) return { kind: 'everything' };
		throw failure(parser.q, start, `${field}:* is not supported; write the beginning of a word before the asterisk`);
	}
	const tokens = analyse(text);
	countWords(parser, start, tokens.length);
	if (tokens.length === 0) return null;
	// Where another letter would begin a token of its own, the last token is complete: `dark-*` looks
	// for dark, not for darkness.
	const prefix = star && analyse(`${text}a`).length === tokens.length;
	if (field === 'identifier' && !star) return identifierLeaf(parser, text, tokens);
	return { kind: 'phrase', field, tokens, prefix };
}

function identifierLeaf(parser: Parser, text: string, tokens: readonly string[]): QueryNode {
	const forms = [tokens, ...parser.identifierForms(text).map(analyse)].filter((form) => form.length > 0);
	const distinct = new Map(forms.map((form) => [form.join(' '), form]));
	const phrases = [...distinct.values()].map(
		(form): QueryNode => ({ kind: 'phrase', field: 'identifier', tokens: form, prefix: false }),
	);
	return join('or', phrases);
}

function typeLeaf(parser: Parser, text: string, star: boolean, start: number): QueryNode {
	countWords(parser, start, 1);
	if (star && text === '') return { kind: 'everything' };
	const type = objectTypeNames.find((known) => known === text.toLowerCase());
	if (type === undefined || star) {
		throw failure(
			parser.q,
			start,
			`"${text}${star ? '*' : ''}" is no type; the types are ${objectTypeNames.join(', ')}`,
		);
	}
	return { kind: 'type', type };
}

function yearLeaf(parser: Parser, text: string, star: boolean, start: number): QueryNode {
	countWords(parser, start, 1);
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
	throw failure(parser.q, start, `"${text}" is no year; write year:2015, year:>=2015 or year:[2010 TO 2015]`);
}

function countWords(parser: Parser, start: number, count: number): void {
	parser.words += count;
	if (parser.words > queryWordLimit) {
		throw failure(parser.q, start, `the query has more than ${queryWordLimit} words; leave some out`);
	}
}

function join(kind: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode {
	return nodes.length === 1 ? (nodes[0] as QueryNode) : { kind, nodes };
}

function complement(node: QueryNode): QueryNode {
	if (node.kind === 'everything') return { kind: 'nothing' };
	return node.kind === 'not' ? node.node : { kind: 'not', node };
}

const space = /\s*/y;
const wordEnd = /[\s()"]/;
// Signs belong to what they touch; one that stands alone is punctuation and vanishes.
const signShape = /[+-](?=[^\s)])/y;
const operatorShape = /(?:AND|OR|NOT)(?=[\s()"]|$)|&&|\|\||!(?=[^\s)])/y;
const rangeShape = /[[{]\s*[^\s\]}]+\s+TO\s+[^\s\]}]+\s*[\]}]/y;
const everythingShape = /\*(?::\*)?(?=[\s()"]|$)/y;
const fieldShape = /(?:\\.|[^\s()":\\])*:/sy;
const regexShape = /^\/\S/;

const operators: Readonly<Record<string, 'AND' | 'OR' | 'NOT'>> = {
	AND: 'AND',
	'&&': 'AND',
	OR: 'OR',
	'||': 'OR',
	NOT: 'NOT',
	'!': 'NOT',
};

function peekOperator(parser: Parser): 'AND' | 'OR' | 'NOT' | null {
	const written = matchAt(parser.q, parser.at, operatorShape);
	return written === undefined ? null : (operators[written] ?? null);
}

function takeOperator(parser: Parser, operator: 'AND' | 'OR' | 'NOT'): boolean {
	return peekOperator(parser) === operator && takeMatch(parser, operatorShape) !== undefined;
}

function skipSpace(parser: Parser): void {
	takeMatch(parser, space);
}

function takeMatch(parser: Parser, shape: RegExp): string | undefined {
	const text = matchAt(parser.q, parser.at, shape);
	parser.at += text?.length ?? 0;
	return text;
}

function matchAt(q: string, at: number, shape: RegExp): string | undefined {
	shape.lastIndex = at;
	return shape.exec(q)?.[0];
}

function failure(q: string, at: number, what: string): BrokerError {
	const position = [...q.slice(0, at)].length + 1;
	const message = `Character ${position}: ${what}.`;
	return new BrokerError('bad-query-string', message, { problems: [{ field: 'q', message }] });
}
