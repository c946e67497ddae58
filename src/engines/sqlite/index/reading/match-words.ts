// Writes what the word index (`words`, FTS5) can tell of a search for works; knows no object.
import type { WorksRequest } from '../../../../ports/search/work-finder.ts';
import type { QueryNode } from '../../../../search/query-node.ts';
import { codeOfType } from '../schema.ts';
import { markOfNone, markOfType, markOfYear } from '../word-rows.ts';

/**
 * An expression that holds wherever the query does, undefined where it may hold for anything;
 * `exact`: nowhere else either.
 */
export type WordMatch = { expression: string | undefined; exact: boolean };

const anything: WordMatch = { expression: undefined, exact: false };

/** Writes the expression of a request, of its words, type and years. */
export function matchRequest({ q, type, years }: Pick<WorksRequest, 'q' | 'type' | 'years'>): WordMatch {
	return matchWords({
		kind: 'and',
		nodes: [
			...(q ? [q] : []),
			...(type === undefined ? [] : [{ kind: 'type' as const, type }]),
			...(years ? [{ kind: 'year' as const, ...years }] : []),
		],
	});
}

/** Writes the expression of a query. */
export function matchWords(node: QueryNode): WordMatch {
	switch (node.kind) {
		case 'phrase':
			return matchPhrase(node);
		case 'and': {
			const parts = node.nodes.map(matchWords);
			const expressions = parts.flatMap(({ expression }) => expression ?? []);
			return { expression: join(expressions, 'AND'), exact: parts.every(({ exact }) => exact) };
		}
		case 'or': {
			const parts = node.nodes.map(matchWords);
			const expressions = parts.flatMap(({ expression }) => expression ?? []);
			if (expressions.length < parts.length) return { ...anything, exact: parts.some(isEverything) };
			return { expression: join(expressions, 'OR'), exact: parts.every(({ exact }) => exact) };
		}
		case 'type':
			return { expression: quote(markOfType(codeOfType(node.type))), exact: true };
		case 'year':
			return matchYears(node);
		case 'everything':
			return { expression: undefined, exact: true };
		case 'nothing':
			return { expression: quote(markOfNone), exact: true };
		default:
			return anything;
	}
}

function isEverything({ expression, exact }: WordMatch): boolean {
	return expression === undefined && exact;
}

/** The index has no fields and no places: a phrase has all its words there, and maybe not so. */
function matchPhrase({ field, tokens, prefix }: Extract<QueryNode, { kind: 'phrase' }>): WordMatch {
	// Providers are of links.
	if (field === 'provider') return anything;
	const words = tokens.map((token, at) => `${quote(token)}${prefix && at === tokens.length - 1 ? ' *' : ''}`);
	return { expression: join(words, 'AND'), exact: tokens.length === 1 && field === null };
}

// Each of many alternatives would have to be sought anew for every work; many years have many
// works, so that these are looked at instead.
const mostYears = 10;

function matchYears({ from, to }: { from: number | null; to: number | null }): WordMatch {
	if (from === null || to === null || to - from >= mostYears) return anything;
	if (from > to) return { expression: quote(markOfNone), exact: true };
	const years = Array.from({ length: to - from + 1 }, (_, at) => quote(markOfYear(from + at)));
	return { expression: join(years, 'OR'), exact: true };
}

/** Writes a word as FTS5 takes it. */
export function quote(word: string): string {
	return `"${word}"`;
}

/** Joins expressions; undefined where there are none. */
export function join(expressions: readonly string[], operator: 'AND' | 'OR'): string | undefined {
	if (expressions.length < 2) return expressions[0];
	return `(${expressions.join(` ${operator} `)})`;
}
