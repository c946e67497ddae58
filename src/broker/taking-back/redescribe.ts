// Describes works anew where what is said of them, or who belongs to them, has changed. It knows no
// engine.
import type { DescribedRow, Id, Placement } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { describeGroups, type Said } from '../describe-groups.ts';

/**
 * What has changed; `places` are those of all identifiers that are named here; of those that are
 * gone, where they were.
 */
type Changed = {
	unsaid: readonly DescribedRow[];
	saidAgain: readonly DescribedRow[];
	places: ReadonlyMap<Id, Placement>;
	/** Identity groups that others joined or left, those that are none any more included. */
	works: ReadonlySet<Id>;
};

/** Describes works anew from all that is said of them; answers those that read otherwise now. */
export async function redescribe(transaction: Transaction, changed: Changed): Promise<Id[]> {
	const groups = [...(await groupsInDoubt(transaction, changed))];
	if (groups.length === 0) return [];
	const members = await transaction.members('identity', groups);
	const alive = new Set(members.map(({ identity }) => identity));
	const stored = new Map<Id, Id | null>();
	const silenced: [Id, null][] = [];
	for (const { id, description } of await transaction.identifiers(groups)) {
		if (alive.has(id)) stored.set(id, description);
		else if (description !== null) silenced.push([id, null]);
	}
	await transaction.describe(silenced);
	const saidOf = new Map<Id, Said[]>([...alive].map((group) => [group, []]));
	const lastSaid = await transaction.lastSaid(members.map(({ id, identity }) => [id, identity]));
	for (const [group, event, place, description] of lastSaid) saidOf.get(group)?.push({ event, place, description });
	return describeGroups(transaction, saidOf, stored);
}

/**
 * Lists the groups that may read otherwise. A word that is said once more later changes nothing.
 */
async function groupsInDoubt(
	transaction: Transaction,
	{ unsaid, saidAgain, places, works }: Changed,
): Promise<Set<Id>> {
	const repeated = await transaction.areSaidLater(unsaid);
	const telling = [...unsaid.filter((_, position) => !repeated.has(position)), ...saidAgain];
	const groups = telling.flatMap(([identifier]) => places.get(identifier)?.identity ?? []);
	return new Set([...works, ...groups]);
}
