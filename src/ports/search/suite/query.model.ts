// Whether a free-text query matches, as simply as its contract can be read; for the oracle of
// tests.
import type { HistoryItem } from '../../../links/provenance.ts';
import { analyse } from '../../../search/analysis.ts';
import { objectTextFields, type QueryNode } from '../../../search/query-node.ts';
import type { IndexObject } from '../index-content.ts';

/** What a query reads: an object, and who asserted its link. */
type Item = { object: IndexObject; history: readonly HistoryItem[] };
type Range = { from: number | null; to: number | null };

/** Whether a year is in a range; null is in none. */
export function lies(value: number | null, { from, to }: Range): boolean {
	return value !== null && (from === null || value >= from) && (to === null || value <= to);
}

/** Whether a query matches. */
export function holds(node: QueryNode, item: Item): boolean {
	switch (node.kind) {
		case 'and':
			return node.nodes.every((inner) => holds(inner, item));
		case 'or':
			return node.nodes.some((inner) => holds(inner, item));
		case 'not':
			return !holds(node.node, item);
		case 'type':
			return item.object.type === node.type;
		case 'year':
			return lies(item.object.year, node);
		case 'everything':
			return true;
		case 'nothing':
			return false;
		case 'phrase':
			return valuesOf(node.field, item).some((tokens) => standsIn(tokens, node.tokens, node.prefix));
	}
}

function valuesOf(field: Extract<QueryNode, { kind: 'phrase' }>['field'], { object, history }: Item): string[][] {
	if (field === 'provider') return history.map((item) => analyse(item.provider));
	const fields = field === null ? objectTextFields : [field];
	return fields.flatMap((name) => object.text[name]).map(analyse);
}

function standsIn(value: readonly string[], tokens: readonly string[], prefix: boolean): boolean {
	const matches = (token: string, at: number, start: number) =>
		prefix && at === tokens.length - 1 ? value[start + at]?.startsWith(token) : value[start + at] === token;
	return value.some((_, start) => tokens.every((token, at) => matches(token, at, start)));
}
