// Compiles what a search filters by into an SQL condition on a link, its other object and that object's text; nothing asked for becomes SQL text.
import type { QueryNode, TextField } from '../query-node.ts';
import { type ObjectTextField, objectTextFields } from '../query-node.ts';
import type { SearchRequest } from '../search-index.ts';
import type { Value } from './connection.ts';
import { codeOfType } from './schema.ts';

/** Holds a condition over `link l`, `object o` and, where `readsText`, `text x`; its parameters are numbered from `firstParameter`. */
export type Filter = { condition: string; parameters: Value[]; readsText: boolean };

/** Finds the numbers of the providers whose names hold the words next to each other. */
export type ProviderFinder = (tokens: readonly string[], prefix: boolean) => readonly number[];

/** Compiles the filters of a request; undefined where it has none. */
export function compileFilter(
	{ type, years, asserted, q }: SearchRequest,
	firstParameter: number,
	findProviders: ProviderFinder,
): Filter | undefined {
	const filter: Filter & Sink = {
		condition: '',
		parameters: [],
		readsText: false,
		findProviders,
		bind(value) {
			filter.parameters.push(value);
			return `?${firstParameter + filter.parameters.length - 1}`;
		},
	};
	const conditions: string[] = [];
	if (type !== undefined) conditions.push(`o.type = ${filter.bind(codeOfType(type))}`);
	if (years) conditions.push(yearWithin(filter, years));
	if (asserted) conditions.push(someAssertedWithin(filter, asserted));
	if (q) conditions.push(compile(filter, q));
	if (conditions.length === 0) return undefined;
	filter.condition = conditions.map((condition) => `(${condition})`).join(' AND ');
	return filter;
}

type Sink = { bind(value: Value): string; readsText: boolean; findProviders: ProviderFinder };
type Range = { from: number | null; to: number | null };

// No level is 0. A plain 0 or 1 would be folded into what stands around it, up to the terms that let an index be used.
const always = 'l.level <> 0';
const never = 'l.level = 0';

function compile(sink: Sink, node: QueryNode): string {
	switch (node.kind) {
		case 'and':
		case 'or':
			return `(${node.nodes.map((inner) => compile(sink, inner)).join(node.kind === 'and' ? ' AND ' : ' OR ')})`;
		case 'not':
			return `NOT (${compile(sink, node.node)})`;
		case 'type':
			return `o.type = ${sink.bind(codeOfType(node.type))}`;
		case 'year':
			return yearWithin(sink, node);
		case 'phrase':
			return node.field === 'provider' ? someProvider(sink, node) : textHolds(sink, node.field, node);
		case 'everything':
			return always;
		case 'nothing':
			return never;
	}
}

// Never null, so that NOT of it is its complement.
function yearWithin(sink: Sink, { from, to }: Range): string {
	const conditions = ['o.year IS NOT NULL'];
	if (from !== null) conditions.push(`o.year >= ${sink.bind(from)}`);
	if (to !== null) conditions.push(`o.year <= ${sink.bind(to)}`);
	return `(${conditions.join(' AND ')})`;
}

type Words = { tokens: readonly string[]; prefix: boolean };

// Words stand between spaces (see textColumns), so a phrase is a part of the text. Faster than a full-text index for the links of one
// object, and never slower the larger the index: see docs/decisions.
function textHolds(sink: Sink, field: Exclude<TextField, 'provider'> | null, { tokens, prefix }: Words): string {
	sink.readsText = true;
	const parameter = sink.bind(` ${tokens.join(' ')}${prefix ? '' : ' '}`);
	return `instr(${field === null ? 'x.words' : wordsOfField(field)}, ${parameter})`;
}

function wordsOfField(field: ObjectTextField): string {
	const next = objectTextFields[objectTextFields.indexOf(field) + 1];
	const from = field === objectTextFields[0] ? '1' : `x.${field}`;
	return next ? `substr(x.words, ${from}, x.${next} - ${from})` : `substr(x.words, ${from})`;
}

function someProvider(sink: Sink, { tokens, prefix }: Words): string {
	const providers = sink.findProviders(tokens, prefix);
	if (providers.length === 0) return never;
	const list = `(SELECT value FROM json_each(${sink.bind(JSON.stringify(providers))}))`;
	return `CASE WHEN typeof(l.history) = 'integer'
		THEN (SELECT s.provider FROM statement s WHERE s.id = l.history) IN ${list}
		ELSE EXISTS (SELECT 1 FROM json_each(l.history) h CROSS JOIN statement s WHERE s.id = h.value AND s.provider IN ${list}) END`;
}

function someAssertedWithin(sink: Sink, { from, to }: Range): string {
	const after = from === null ? always : `l.latest >= ${sink.bind(from)}`;
	// What is said in several statements lies within when the latest is not too early and, of the rest, one is not too late.
	if (to === null) return after;
	const end = sink.bind(to);
	const lower = from === null ? '' : ` AND s.instant >= ${sink.bind(from)}`;
	return `${after} AND (l.latest <= ${end} OR typeof(l.history) = 'text' AND EXISTS
		(SELECT 1 FROM json_each(l.history) h CROSS JOIN statement s WHERE s.id = h.value AND s.instant <= ${end}${lower}))`;
}
