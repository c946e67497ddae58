// How a question was understood, as answers tell it; knows neither HTTP nor the search index.
import { type ShownIdentifier, shownIdentifier } from './shown-identifier.ts';

/** Says what was understood, whether it is known, and what may be meant instead where it is not. */
export type DescribedQuery = {
	understood_as: ShownIdentifier;
	known: boolean;
	suggestions: (ShownIdentifier & { reason: string })[];
};

type Named = { scheme: string; value: string };

/** Describes how a question was understood; it is known where it has a source. */
export function describeQuery(answer: {
	asked: Named;
	source: object | undefined;
	suggestions: readonly { identifier: Named; reason: string }[];
}): DescribedQuery {
	return {
		understood_as: shownIdentifier(answer.asked),
		known: answer.source !== undefined,
		suggestions: answer.suggestions.map(({ identifier, reason }) => ({ ...shownIdentifier(identifier), reason })),
	};
}
