// Groups the members of families anew from what joins them, after something that counts has
// changed. It knows no engine; the plan is pure (links/regrouping.ts).
import { type Edges, planRegrouping } from '../../links/regrouping.ts';
import type { Id, Placement } from '../../ports/records/graph.ts';
import type { Transaction } from '../../ports/records/records.ts';

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
	const isMoved = (at: number) => places[at] !== members[at];
	const changed = places.filter((_, at) => isMoved(at));
	const before = members.filter((_, at) => isMoved(at));
	if (changed.length > 0) await transaction.place(changed);
	const works = new Set<Id>();
	places.forEach(({ identity }, at) => {
		const former = members[at]?.identity as Id;
		if (identity !== former) works.add(identity).add(former);
	});
	const moved = new Set(changed.map(({ id }) => id));
	return { places, moved, left: new Set(before.flatMap(groupsOf)), works, splitGroups, mergedGroups };
}

/** The groups that an identifier lies in. */
export function groupsOf({ identity, version }: Placement): [identity: Id, version: Id] {
	return [identity, version];
}
