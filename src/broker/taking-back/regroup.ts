// Groups the members of families anew from what joins them, after something that counts has
// changed. It knows no engine; the plan is pure (links/regrouping.ts).
import { type Edges, planRegrouping } from '../../links/regrouping.ts';
import type { Id, Placement } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/** What became of groups. */
export type Regrouped = {
	/** Members whose groups were looked at, as they lie now. */
	places: readonly Placement[];
	/** Identifiers that lie elsewhere now, or whose Identity group lost or gained some. */
	moved: ReadonlySet<Id>;
	/** Groups, at either level, that those lay in before. */
	left: ReadonlySet<Id>;
	/** Identity groups that others joined or left, and new ones. */
	works: ReadonlySet<Id>;
	splitGroups: number;
	mergedGroups: number;
};

/** Groups all members of these Version groups anew. */
export async function regroup(transaction: Transaction, versions: readonly Id[]): Promise<Regrouped> {
	if (versions.length === 0) {
		return { places: [], moved: new Set(), left: new Set(), works: new Set(), splitGroups: 0, mergedGroups: 0 };
	}
	const members = await transaction.members('version', versions);
	const edges: Edges = await transaction.edgesAmong(members.map(({ id }) => id));
	const { places, splitGroups, mergedGroups } = planRegrouping(members, edges);
	const changed = places.filter((place, at) => place !== members[at]);
	if (changed.length > 0) await transaction.place(changed);
	const [works, left] = [new Set<Id>(), new Set<Id>()];
	places.forEach((place, at) => {
		const former = members[at] as Placement;
		if (place === former) return;
		for (const group of groupsOf(former)) left.add(group);
		if (place.identity !== former.identity) works.add(place.identity).add(former.identity);
	});
	const moved = new Set(changed.map(({ id }) => id));
	return { places, moved, left, works, splitGroups, mergedGroups };
}

/** The groups that an identifier lies in. */
export function groupsOf({ identity, version }: Placement): [identity: Id, version: Id] {
	return [identity, version];
}
