// Writes what the word index (`words`, FTS5) can tell of a free-text query; knows no object.
import type { QueryNode } from '../../../../search/query-node.ts';

/**
 * An expression that holds wherever the query does, undefined where it may hold for anything;
 * `exact`: nowhere else either.
 */
export type WordMatch = { expression: string | undefined; exact: boolean };

const anything: WordMatch = { expression: undefined, exact: false };

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
		case 'everything':
			return { expression: undefined, exact: true };
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
	const words = tokens.map((token, at) => `"${token}"${prefix && at === tokens.length - 1 ? ' *' : ''}`);
	return { expression: join(words, 'AND'), exact: tokens.length === 1 && field === null };
}

function join(expressions: readonly string[], operator: 'AND' | 'OR'): string | undefined {
	if (expressions.length < 2) return expressions[0];
	return `(${expressions.join(` ${operator} `)})`;
}
