// Reads the distances of members of a group from one of them, as far as an explanation looks.
import { relationCode, relationsWithinGroups } from '../../links/relation.ts';
import type { Evidence } from '../../store/evidence.ts';
import type { GroupLevel, Id } from '../../store/graph.ts';

/** The most steps of a chain that is shown: nobody reads a longer one. */
export const mostSteps = 100;

/** The most joined pairs of members that are read: a few tenths of a second. */
const mostPairs = 20_000;

/**
 * Reads the distances, in joints, from a member to those nearest to it, until all wanted ones are found.
 * It ends early after `mostSteps` joints, or where a group has too many of them.
 */
export async function readDistances(
	evidence: Pick<Evidence, 'joinedWith'>,
	level: GroupLevel,
	from: Id,
	wanted: ReadonlySet<Id>,
): Promise<ReadonlyMap<Id, number>> {
	const range =
		level === 'identity' ? { ...relationsWithinGroups, first: relationCode.IsIdenticalTo } : relationsWithinGroups;
	const distances = new Map([[from, 0]]);
	let left = mostPairs;
	let frontier = [from];
	for (let distance = 1; distance <= mostSteps && frontier.length > 0; distance++) {
		if (left <= 0 || wanted.isSubsetOf(distances)) break;
		const pairs = await evidence.joinedWith(frontier, range, left);
		left -= pairs.length;
		const reached = pairs.flatMap(([one, other]) => [one, other].filter((id) => !distances.has(id)));
		frontier = [...new Set(reached)];
		for (const id of frontier) distances.set(id, distance);
	}
	return distances;
}
