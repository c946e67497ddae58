// The question for a work with all its counts, one for a whole page.
import type { Aggregations, AnsweredObject, VersionOfWork, Work } from '../../../clients/typescript/src/schemas.ts';
import type { GroupBy, ObjectView } from '../address/object-view.ts';
import { type Question, question } from '../asking/answers.ts';
import { type RelationChoice, relationNames } from '../relations.ts';
import { addFacets, type Facets, readFacets } from './facets.ts';

/** A work with the shown relation, or all relations. */
export type Shown = { view: ObjectView; relation: RelationChoice; work: Work };

/** The first and last day of any link; null if there are none. */
export type LinkedDays = Pick<VersionOfWork, 'first_linked' | 'last_linked'>;

/** Asks for a work; fails with `not-found` if its identifier is unknown. */
export function workOf({ scheme, id }: Pick<ObjectView, 'scheme' | 'id'>): Question<Work> {
	return question('work', { scheme, id }, ({ broker }) => broker.object(id, { scheme, facets: true }));
}

/** Returns the object of the heading: all versions together, or the version itself. */
export function objectOf({ family, ...work }: Work, groupBy: GroupBy): AnsweredObject {
	return groupBy === 'identity' ? work : { ...family, Versions: family.versions };
}

/** Counts the links of each relation, and of all together. */
export function countsOf({ counts }: Pick<Work, 'counts'>, groupBy: GroupBy): Readonly<Record<RelationChoice, number>> {
	const all = relationNames.reduce((sum, relation) => sum + counts[groupBy][relation], 0);
	return { ...counts[groupBy], all };
}

/** Counts all links of a relation by type, year, wording and version, at the level of the view. */
export function wholeFacets(shown: Shown): Facets {
	return facetsOf(shown, shown.view.groupBy);
}

/** Counts the same at a level. */
export function facetsOf({ work: { facets }, relation }: Shown, groupBy: GroupBy): Facets {
	const { [groupBy]: level = undefined } = facets ?? {};
	const of = (one: Aggregations | undefined) => readFacets(one ?? { type: { buckets: [] }, subtype: { buckets: [] } });
	// Without a relation, the facets of all relations are added up.
	return relation === 'all' ? addFacets(relationNames.map((name) => of(level?.[name]))) : of(level?.[relation]);
}

/** Finds the days of a work, or of all its listed versions together. */
export function linkedDays(work: Work, groupBy: GroupBy): LinkedDays {
	const parts: readonly LinkedDays[] = groupBy === 'identity' ? [work] : [work, ...work.family.versions];
	const days = (name: keyof LinkedDays) => parts.flatMap((part) => part[name] ?? []).sort();
	return { first_linked: days('first_linked')[0] ?? null, last_linked: days('last_linked').at(-1) ?? null };
}

/** Returns the first relation that has links, for addresses without a relation. */
export function chooseRelation(counts: Readonly<Record<RelationChoice, number>>): RelationChoice {
	return relationNames.find((relation) => counts[relation] > 0) ?? 'isCitedBy';
}
