// The definitions of a citation that a list of links can be counted by.
import type { OfferedDefinition } from '../../../src/http/pages/drawing.ts';
import type { ObjectView } from '../address/object-view.ts';
import type { RelationChoice } from '../relations.ts';
import { findDefinition } from '../shell/counting-fields.tsx';

/** A list of links: those of a relation, or of all relations, at a level. */
type Listed = { relation: RelationChoice | undefined; groupBy: ObjectView['groupBy'] };

/** Says why a definition cannot count a list; undefined where it can. */
export function whyNot(
	{ levels, counts }: OfferedDefinition,
	{ relation = 'all', groupBy }: Listed,
): string | undefined {
	if (!levels.includes(groupBy)) return groupBy === 'version' ? 'this version only' : 'all versions only';
	return relation === 'all' || counts === null || counts.includes(relation) ? undefined : 'not for this relation';
}

/** Finds the definition of a view; undefined if it names none, or one that this site has not. */
export function definitionOf({ definition }: ObjectView): OfferedDefinition | undefined {
	return findDefinition(definition);
}

/** Leaves the definition of a view that cannot count its list. */
export function fitting(view: ObjectView): ObjectView {
	const definition = definitionOf(view);
	return definition && whyNot(definition, view) !== undefined ? { ...view, definition: undefined } : view;
}
