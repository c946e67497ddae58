// Asks what a work is and how many links it has of each relation; knows no page.
import type { ObjectView } from './address/object-view.ts';
import { workParameters } from './api-address.ts';
import { askCount, askLinks, askUnderstood } from './broker-api.ts';
import { type RelationChoice, relationNames } from './relations.ts';
import type { WireIdentifier, WireObject, WireQuery } from './scholix-answer.ts';

/** Describes a work with the number of its links, by relation and altogether. */
export type Work = {
	source: WireObject;
	counts: Readonly<Record<RelationChoice, number>>;
	/** What was asked for, in the broker's spelling. */
	understood: WireIdentifier;
	known: boolean;
	/** What may be meant, where nothing is known. */
	suggestions: WireQuery['suggestions'];
};

/**
 * Asks what a work is: one request for each relation and one for all. Of a work that is not known
 * it asks what may be meant instead.
 */
export async function askWork(view: Pick<ObjectView, 'scheme' | 'id' | 'groupBy'>): Promise<Work> {
	const parameters = workParameters(view);
	const [all, ...each] = await Promise.all([
		askLinks({ ...parameters, size: '1' }),
		...relationNames.map((relation) => askCount({ ...parameters, relation })),
	]);
	const counts = Object.fromEntries(relationNames.map((relation, at) => [relation, each[at] ?? 0]));
	const { understood, known } = all;
	return {
		source: all.answer.Source,
		counts: { ...counts, all: all.total } as Work['counts'],
		understood,
		known,
		suggestions: known ? [] : (await askUnderstood(view.id, view.scheme)).suggestions,
	};
}

/** Chooses the relation to show where the address names none: the first that has links. */
export function chooseRelation(counts: Work['counts']): RelationChoice {
	return relationNames.find((relation) => counts[relation] > 0) ?? 'isCitedBy';
}
