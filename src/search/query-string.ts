// Parses what a user types as a free-text query into a QueryNode. The syntax is the common part of
// Lucene's query string.
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
// Adjacent words are joined by AND; NOT binds before AND, AND before OR. A clause with a sign must
// (not) match, whatever else its group contains: `a OR b -c` is `(a OR b) AND NOT c`. Only `year`
// has ranges, in which `*` leaves an end open. A backslash escapes the next character. A word with
// several tokens is a phrase. One of four digits is a year as well. One without tokens (`&`, `-`
// alone) is skipped among others, and refused where it is the whole clause: quoted, in a field, or
// joined by an operator. Docs with examples: docs/reference/query-string.md.
import type { BrokerError } from '../errors.ts';
import { type Field, fields, type IdentifierForms, join, leaf, type Parser, readRange } from './query-leaves.ts';
import { queryLengthLimit, queryNestingLimit } from './query-limits.ts';
import type { QueryNode } from './query-node.ts';
import {
	everythingShape,
	failure,
	matchAt,
	readQuoted,
	readWord,
	refuseSuffix,
	skipSpace,
	takeMatch,
} from './query-scanner.ts';

export { type Field, fields, type IdentifierForms } from './query-leaves.ts';

/**
 * Parses a query; an empty one matches everything. `dark title:matt* -year:[* TO 1990]`. A value of
 * `identifier:` is searched for as typed and in its other forms; `known` are the allowed fields.
 * Fails with `bad-query-string`, whose message and one problem (field `q`) name the character,
 * counted from 1, and what to write instead.
 */
export function parseQueryString(
	q: string,
	identifierForms: IdentifierForms = () => [],
	known: readonly Field[] = fields,
): QueryNode {
	return parseQuery(q, identifierForms, known).node;
}

/**
 * A plain word of a query, its node in the tree, and where it stands in the text. Plain are words
 * joined by spaces alone: without quotes, field, sign, operator, parentheses or asterisk.
 */
export type PlainWord = { readonly node: QueryNode; readonly begin: number; readonly end: number };

/** Parses a query like parseQueryString, and lists its plain words. */
export function parseQuery(
	q: string,
	identifierForms: IdentifierForms = () => [],
	known: readonly Field[] = fields,
): { node: QueryNode; plain: readonly PlainWord[] } {
	if (q.length > queryLengthLimit) {
		throw failure(q, queryLengthLimit, `the query is longer than ${queryLengthLimit} characters; shorten it`);
	}
	const size = { words: 0, prefixes: 0 };
	const parser: NestingParser = { q, identifierForms, known, at: 0, depth: 0, size, plain: [] };
	skipSpace(parser);
	if (parser.at === q.length) return { node: { kind: 'everything' }, plain: [] };
	const node = parseGroup(parser, null);
	if (parser.at < q.length) {
		throw failure(q, parser.at, 'this parenthesis was never opened; remove it or write \\) for the character');
	}
	return { node, plain: parser.plain };
}

/** `depth`: how many parentheses are open; `plain`: the plain words so far. */
type NestingParser = Parser & { depth: number; readonly known: readonly Field[]; plain: PlainWord[] };

function parseGroup(parser: NestingParser, field: Field | null): QueryNode {
	const signed: QueryNode[] = [];
	const alternatives: QueryNode[] = [];
	let parsed = 0;
	do {
		const nodes = parseAlternative(parser, field, signed);
		if (nodes.length > 0) alternatives.push(join('and', nodes));
		parsed += 1;
	} while (takeOperator(parser, 'OR'));
	if (parsed > 1 && parser.depth === 0) parser.plain = [];
	return join('and', alternatives.length > 0 ? [join('or', alternatives), ...signed] : signed);
}

/**
 * Returns its clauses without a sign, and adds those with one to `signed`: at least one of either.
 */
function parseAlternative(parser: NestingParser, field: Field | null, signed: QueryNode[]): readonly QueryNode[] {
	const nodes: QueryNode[] = [];
	const signedBefore = signed.length;
	let joined = false;
	let first: number | undefined;
	do {
		refuseMissingOperand(parser);
		const start = parser.at;
		first ??= start;
		const isThere = parseClause(parser, field, { nodes, signed });
		const end = parser.at;
		skipSpace(parser);
		const joinsNext = takeOperator(parser, 'AND');
		const node = nodes.at(-1);
		if (isThere && node && !joined && !joinsNext && parser.depth === 0 && isPlain(parser.q.slice(start, end))) {
			parser.plain.push({ node, begin: start, end });
		}
		if (!isThere && (joined || joinsNext)) throw wordless(parser, start);
		joined = joinsNext;
	} while (joined || !endsAlternative(parser));
	if (nodes.length === 0 && signed.length === signedBefore) throw wordless(parser, first);
	return nodes;
}

/** Whether a clause is a word and nothing else. */
function isPlain(clause: string): boolean {
	return !/^(?:[-+!("]|NOT(?:[\s()"]|$))|(?<!\\):|\*$/.test(clause);
}

function wordless({ q }: NestingParser, at: number): BrokerError {
	return failure(q, at, 'this has no word to search for, neither a letter nor a digit; remove it');
}

function endsAlternative(parser: NestingParser): boolean {
	return parser.at === parser.q.length || parser.q[parser.at] === ')' || peekOperator(parser) === 'OR';
}

function refuseMissingOperand(parser: NestingParser): void {
	skipSpace(parser);
	const { q, at } = parser;
	if (at === q.length) throw failure(q, at, 'the query ends where a word is expected');
	if (q[at] === ')') throw failure(q, at, 'a word is expected before this parenthesis');
	const operator = peekOperator(parser);
	if (operator === 'AND' || operator === 'OR') {
		throw failure(q, at, `a word is expected before ${operator}; put the word in quotes to search for it`);
	}
}

/** Adds a clause to those of its kind; false where it is skipped. */
function parseClause(
	parser: NestingParser,
	field: Field | null,
	{ nodes, signed }: { nodes: QueryNode[]; signed: QueryNode[] },
): boolean {
	const sign = takeMatch(parser, signShape);
	if (sign !== undefined) {
		const node = parseNeededOperand(parser, field);
		signed.push(sign === '+' ? node : complement(node));
		return true;
	}
	let negated: boolean | undefined;
	while (takeOperator(parser, 'NOT')) {
		negated = !negated;
		refuseMissingOperand(parser);
	}
	const node = negated === undefined ? parseOperand(parser, field) : parseNeededOperand(parser, field);
	if (node) nodes.push(negated ? complement(node) : node);
	return node !== null;
}

function parseNeededOperand(parser: NestingParser, field: Field | null): QueryNode {
	refuseMissingOperand(parser);
	const start = parser.at;
	const node = parseOperand(parser, field);
	if (node === null) throw wordless(parser, start);
	return node;
}

/** Parses the operand of a clause; null where it is a word without any token. */
function parseOperand(parser: NestingParser, outer: Field | null): QueryNode | null {
	const own = takeField(parser, outer);
	const field = own ?? outer;
	const { q, at } = parser;
	if (q[at] === '(') return parseParentheses(parser, field);
	if (q[at] === '[' || q[at] === '{') return readRange(parser, field);
	const isQuoted = q[at] === '"';
	const text = isQuoted ? readQuoted(parser) : readWord(parser, field === 'identifier');
	const node = leaf(parser, field, text, isQuoted);
	if (node === null && (isQuoted || own !== null)) throw wordless(parser, at);
	return node;
}

function parseParentheses(parser: NestingParser, field: Field | null): QueryNode {
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

function takeField(parser: NestingParser, outer: Field | null): Field | null {
	const { q, at } = parser;
	const name = matchAt(q, at, fieldShape)?.slice(0, -1);
	if (name === undefined || matchAt(q, at, everythingShape) !== undefined) return null;
	const field = parser.known.find((known) => known === name.toLowerCase());
	if (field === undefined) {
		if (outer === 'identifier') return null;
		if (name === '') throw failure(q, at, 'a field is missing before this colon; write \\: for the character');
		throw failure(
			q,
			at,
			`"${name}" is not a field (those are ${parser.known.join(', ')}); ` +
				'put the text in quotes to search for it as it is',
		);
	}
	parser.at += name.length + 1;
	skipSpace(parser);
	if (parser.at === q.length || q[parser.at] === ')' || matchAt(q, parser.at, operatorShape) !== undefined) {
		throw failure(q, at, `${field}: needs a value; put AND, OR and NOT in quotes to search for them`);
	}
	return field;
}

function complement(node: QueryNode): QueryNode {
	if (node.kind === 'everything') return { kind: 'nothing' };
	return node.kind === 'not' ? node.node : { kind: 'not', node };
}

// Signs belong to what follows them directly; a single one is punctuation and is skipped.
const signShape = /[+-](?=[^\s)])/y;
const operatorShape = /(?:AND|OR|NOT)(?=[\s()"]|$)|&&|\|\||!(?=[^\s)])/y;
const fieldShape = /(?:\\.|[^\s()":\\])*:/sy;

const operators: Readonly<Record<string, 'AND' | 'OR' | 'NOT'>> = {
	AND: 'AND',
	'&&': 'AND',
	OR: 'OR',
	'||': 'OR',
	NOT: 'NOT',
	'!': 'NOT',
};

function peekOperator(parser: NestingParser): 'AND' | 'OR' | 'NOT' | null {
	const written = matchAt(parser.q, parser.at, operatorShape);
	return written === undefined ? null : (operators[written] ?? null);
}

function takeOperator(parser: NestingParser, operator: 'AND' | 'OR' | 'NOT'): boolean {
	return peekOperator(parser) === operator && takeMatch(parser, operatorShape) !== undefined;
}
