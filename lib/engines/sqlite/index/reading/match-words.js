// Writes what the word index (`words`, FTS5) can tell of a free-text query; knows no object.
                                                                  

/**
 * An expression that holds wherever the query does, undefined where it may hold for anything;
 * `exact`: nowhere else either.
 */
                                                                           

const anything            = { expression: undefined, exact: false };

/** Writes the expression of a query. */
export function matchWords(node           )            {
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

function isEverything({ expression, exact }           )          {
	return expression === undefined && exact;
}

/** The index has no fields and no places: a phrase has all its words there, and maybe not so. */
function matchPhrase({ field, tokens, prefix }                                        )            {
	// Providers are of links.
	if (field === 'provider') return anything;
	const words = tokens.map((token, at) => `"${token}"${prefix && at === tokens.length - 1 ? ' *' : ''}`);
	return { expression: join(words, 'AND'), exact: tokens.length === 1 && field === null };
}

function join(expressions                   , operator              )                     {
	if (expressions.length < 2) return expressions[0];
	return `(${expressions.join(` ${operator} `)})`;
}
