// Locks the groups that an event is about to change, where several transactions write at a time. It
// knows no engine.
import type { Joint } from '../links/grouping.ts';
import type { Described, Id } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';
import { endsOf } from './merge-groups.ts';
import type { Said } from './resolve-descriptions.ts';

/** An identifier; `created` as long as nothing that counts names it. */
type Found = Described & { created: boolean };

/** The identifiers of events as they were found, and what the events are about to do with them. */
type Touched = { found: readonly Found[]; joints: readonly Joint[]; said: Said };

/**
 * Locks the groups that the events merge or describe anew for update, with identifiers that nothing
 * names so far, and those that they describe as they are described already for share. Answers the
 * identifiers as they are once locked, those that are only named included: another transaction may
 * have named them, moved them or described their groups before. Then their new groups are locked as
 * well.
 */
export async function lockGroups(transaction: Transaction, { found, joints, said }: Touched): Promise<Found[]> {
	const joined = endsOf(joints);
	const ids = found.map(({ id }) => id);
	const saidOf = new Map<Id, Set<Id>>();
	for (const { position, description } of said) {
		saidOf.getOrInsertComputed(ids[position] as Id, () => new Set()).add(description);
	}
	const locked = { update: new Set<Id>(), share: new Set<Id>() };
	for (let waits = true; ; waits = false) {
		const places = new Map((await transaction.placesOf(ids)).map((one) => [one.id, one]));
		const wanted = groupsToLock(places.values(), joined, saidOf);
		const update = [...wanted.update].filter((group) => !locked.update.has(group));
		const share = [...wanted.share].filter((group) => !locked.update.has(group) && !locked.share.has(group));
		if (update.length + share.length === 0) return ids.map((id) => places.get(id) as Found);
		for (const group of update) locked.update.add(group);
		for (const group of share) locked.share.add(group);
		// Who holds some and waits for more may be waited for by who holds that: it begins again instead.
		await transaction.lock({ update, share }, { waits });
	}
}

function groupsToLock(
	places: Iterable<Found>,
	joined: ReadonlySet<Id>,
	saidOf: ReadonlyMap<Id, ReadonlySet<Id>>,
): { update: Set<Id>; share: Set<Id> } {
	const update = new Set<Id>();
	const share = new Set<Id>();
	for (const { id, identity, version, description, created } of places) {
		if (created) update.add(id);
		if (joined.has(id)) update.add(identity).add(version);
		const said = saidOf.get(id);
		if (said === undefined) continue;
		const changesNothing = id === identity && said.size === 1 && description !== null && said.has(description);
		(changesNothing ? share : update).add(identity);
	}
	for (const group of update) share.delete(group);
	return { update, share };
}
