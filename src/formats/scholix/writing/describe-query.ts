// How a question was understood, as answers tell it; knows neither HTTP nor the search index.

/** Says what was understood, whether it is known, and what may be meant instead where it is not. */
export type DescribedQuery = {
	understood_as: WireIdentifier;
	known: boolean;
	suggestions: (WireIdentifier & { reason: string })[];
};

type WireIdentifier = { ID: string; IDScheme: string };

type Named = { scheme: string; value: string };

/** Describes how a question was understood; it is known where it has a source. */
export function describeQuery(answer: {
	asked: Named;
	source: object | undefined;
	suggestions: readonly { identifier: Named; reason: string }[];
}): DescribedQuery {
	return {
		understood_as: wireForm(answer.asked),
		known: answer.source !== undefined,
		suggestions: answer.suggestions.map(({ identifier, reason }) => ({ ...wireForm(identifier), reason })),
	};
}

function wireForm({ scheme, value }: Named): WireIdentifier {
	return { ID: value, IDScheme: scheme };
}
