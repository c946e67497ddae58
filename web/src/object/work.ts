// What a work is, with all its counts: one question for a whole page.
import type { Aggregations, AnsweredObject, VersionOfWork, Work } from '../../../clients/typescript/src/schemas.ts';
import type { GroupBy, ObjectView } from '../address/object-view.ts';
import { type Question, question } from '../asking/answers.ts';
import { type RelationChoice, relationNames } from '../relations.ts';
import { addFacets, type Facets, readFacets } from './facets.ts';

/** What is shown of a work: the links of one relation, or all. */
export type Shown = { view: ObjectView; relation: RelationChoice; work: Work };

/** Says from which day to which links were reported; null where there are none. */
export type LinkedDays = Pick<VersionOfWork, 'first_linked' | 'last_linked'>;

/** Asks what a work is; that nothing is known of it is the failure `not-found`. */
export function workOf({ scheme, id }: Pick<ObjectView, 'scheme' | 'id'>): Question<Work> {
	return question('work', { scheme, id }, ({ broker }) => broker.object(id, { scheme, facets: true }));
}

/** Names the object that a page is headed by: all versions together, or the work by itself. */
export function objectOf({ family, ...work }: Work, groupBy: GroupBy): AnsweredObject {
	return groupBy === 'identity' ? work : { ...family, Versions: family.versions };
}

/** Counts the links of each relation, and of all together. */
export function countsOf({ counts }: Pick<Work, 'counts'>, groupBy: GroupBy): Readonly<Record<RelationChoice, number>> {
	const all = relationNames.reduce((sum, relation) => sum + counts[groupBy][relation], 0);
	return { ...counts[groupBy], all };
}

/** Counts all links of a relation by type, year, word and version. */
export function wholeFacets({ work: { facets }, relation, view }: Shown): Facets {
	const { [view.groupBy]: level = undefined } = facets ?? {};
	const of = (one: Aggregations | undefined) => readFacets(one ?? { type: { buckets: [] }, subtype: { buckets: [] } });
	// What is asked without a relation is all relations together.
	return relation === 'all' ? addFacets(relationNames.map((name) => of(level?.[name]))) : of(level?.[relation]);
}

/** Finds the days of a work, or of all its versions together as far as they are listed. */
export function linkedDays(work: Work, groupBy: GroupBy): LinkedDays {
	const parts: readonly LinkedDays[] = groupBy === 'identity' ? [work] : [work, ...work.family.versions];
	const days = (name: keyof LinkedDays) => parts.flatMap((part) => part[name] ?? []).sort();
	return { first_linked: days('first_linked')[0] ?? null, last_linked: days('last_linked').at(-1) ?? null };
}

/** Chooses the relation to show where the address names none: the first that has links. */
export function chooseRelation(counts: Readonly<Record<RelationChoice, number>>): RelationChoice {
	return relationNames.find((relation) => counts[relation] > 0) ?? 'isCitedBy';
}
