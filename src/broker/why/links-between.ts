// Lists the relationships between the members of two groups.
import { relationCode, relationsOfGroups } from '../../links/relation.ts';
import type { Assertions } from '../../store/assertions.ts';
import type { GroupLevel, Id, RelationshipKey } from '../../store/graph.ts';
import type { Groups } from '../../store/groups.ts';

// Up to so many possible relationships between two groups are tried one by one.
const triedCombinations = 500;

// Of two groups that both have more assertions than this, either is as good.
const weighedUpTo = 50_000;

/** A group and all its members. */
type Members = { group: Id; ids: ReadonlySet<Id> };

type Reading = Pick<Assertions, 'assertionsOf' | 'provenancesOf'> & Pick<Groups, 'weigh'>;

/**
 * Lists the relationships, in either direction, between members of two groups, each once and in no
 * order; those that may be found by searches alone.
 */
export async function linksBetween(
	reading: Reading,
	level: GroupLevel,
	one: Members,
	other: Members,
): Promise<RelationshipKey[]> {
	if (one.ids.size * other.ids.size <= triedCombinations) {
		const tried = combinations(one, other);
		const found = new Set((await reading.provenancesOf(tried)).map(([position]) => position));
		return tried.filter((_, position) => found.has(position));
	}
	const [weight = 0, otherWeight = 0] = await reading.weigh(level, [one.group, other.group], weighedUpTo);
	const [lighter, heavier] = weight <= otherWeight ? [one, other] : [other, one];
	const found = new Map<string, RelationshipKey>();
	for (const [source, relation, target] of await reading.assertionsOf([...lighter.ids], relationsOfGroups)) {
		if (heavier.ids.has(source) || heavier.ids.has(target)) {
			found.set(`${source} ${relation} ${target}`, [source, relation, target]);
		}
	}
	return [...found.values()];
}

function combinations(one: Members, other: Members): RelationshipKey[] {
	const { Cites, IsSupplementTo, IsRelatedTo } = relationCode;
	return [...one.ids].flatMap((first) =>
		[...other.ids].flatMap((second) =>
			[Cites, IsSupplementTo, IsRelatedTo].flatMap((relation): RelationshipKey[] => [
				[first, relation, second],
				[second, relation, first],
			]),
		),
	);
}
