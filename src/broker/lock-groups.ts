// Locks the groups that an event is about to change, where several transactions write at a time. It
// knows no engine.
import type { Joint } from '../links/grouping.ts';
import type { Described, Id } from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';
import { endsOf } from './merge-groups.ts';
import type { Said } from './resolve-descriptions.ts';

/** The identifiers of an event as they were found, and what the event is about to do with them. */
type Touched = {
	found: readonly Described[];
	/** Identifiers that this transaction created: no other transaction sees them yet. */
	created: ReadonlySet<Id>;
	joints: readonly Joint[];
	said: Said;
};

/**
 * Locks the groups that the event merges or describes anew for update, and those that it describes
 * as they are described already for share. Answers the identifiers as they are once locked, those
 * that are only named included: another transaction may have moved them or described their groups
 * before. Then their new groups are locked as well.
 */
export async function lockGroups(
	transaction: Transaction,
	{ found, created, joints, said }: Touched,
): Promise<readonly Described[]> {
	const joined = endsOf(joints);
	const places = new Map(found.filter(({ id }) => !created.has(id)).map((one) => [one.id, one]));
	const saidOf = new Map<Id, Set<Id>>();
	for (const { position, description } of said) {
		const { id } = found[position] as Described;
		if (places.has(id)) saidOf.getOrInsertComputed(id, () => new Set()).add(description);
	}
	const locked = { update: new Set<Id>(), share: new Set<Id>() };
	for (;;) {
		const wanted = groupsToLock(places.values(), joined, saidOf);
		const update = [...wanted.update].filter((group) => !locked.update.has(group));
		const share = [...wanted.share].filter((group) => !locked.update.has(group) && !locked.share.has(group));
		if (update.length + share.length === 0) return found.map((one) => places.get(one.id) ?? one);
		for (const group of update) locked.update.add(group);
		for (const group of share) locked.share.add(group);
		await transaction.lock({ update, share });
		for (const one of await transaction.identifiers([...places.keys()])) places.set(one.id, one);
	}
}

function groupsToLock(
	places: Iterable<Described>,
	joined: ReadonlySet<Id>,
	saidOf: ReadonlyMap<Id, ReadonlySet<Id>>,
): { update: Set<Id>; share: Set<Id> } {
	const update = new Set<Id>();
	const share = new Set<Id>();
	for (const { id, identity, version, description } of places) {
		if (joined.has(id)) update.add(identity).add(version);
		const said = saidOf.get(id);
		if (said === undefined) continue;
		const changesNothing = id === identity && said.size === 1 && description !== null && said.has(description);
		(changesNothing ? share : update).add(identity);
	}
	for (const group of update) share.delete(group);
	return { update, share };
}
