// The counts of what a view shows: those that came with the work where nothing is filtered, else
// asked for; knows no drawing.
import { isFiltered, type ObjectView } from '../address/object-view.ts';
import { apiAddress, resultParameters } from '../api/api-address.ts';
import { askFacets } from '../api/broker-api.ts';
import type { Facets } from '../api/facets.ts';
import type { Work } from '../api/work.ts';
import { type Loaded, useLoaded } from '../loading.ts';
import type { RelationChoice } from '../relations.ts';

/** What is shown of a work: the links of one relation, or all. */
export type Shown = { view: ObjectView; relation: RelationChoice; work: Work };

/** Counts the links that a view shows, without the filters `ignored`. */
export function useResultFacets(
	{ view, relation, work }: Shown,
	ignored: readonly ('type' | 'years' | 'via' | 'subtype')[],
): Loaded<Facets> {
	const counted = { ...view, ...Object.fromEntries(ignored.map((name) => [name, undefined])) };
	const isWhole = !isFiltered(counted);
	const parameters = resultParameters(counted, relation);
	const asked = useLoaded(isWhole ? undefined : apiAddress(parameters), () => askFacets(parameters));
	if (!isWhole) return asked;
	return { ...asked, value: work.levels[view.groupBy].facets[relation], failure: undefined, loading: false };
}
