// The writer of an update: it gathers changes in memory on top of the index, and notes what was
// looked up.
import type { GroupId, IdentifierKey, Located } from '../../../ports/search/index-content.ts';
import type { IndexWriter } from '../../../ports/search/search-writer.ts';
import { groupKey } from '../documents/document-ids.ts';
import { type Base, identitiesIn, locateInObjects } from './base.ts';
import type { GatheredChanges } from './changeset.ts';
import { createLookUps } from './footprint.ts';

/** A writer, and the results of its use. */
export type GatheringWriter = ReturnType<typeof createWriter>;

export function createWriter(generation: number, gathered: GatheredChanges, { stored, withSnapshot }: Base) {
	let isClosed = false;
	let announce = async (before: string): Promise<string> => before;
	const lookedUp = createLookUps();
	const requireOpen = () => {
		if (isClosed) throw new Error('this update has ended; its writer can no longer be used');
	};
	// An object that was removed, or written without one of its identifiers, no longer has it.
	const isUnchanged = (identity: GroupId) => gathered.object('identity', identity) === undefined;

	const locate = async (identifiers: readonly IdentifierKey[]): Promise<Located[]> => {
		const located: Located[] = [];
		const unchanged: IdentifierKey[] = [];
		for (const { scheme, key } of identifiers) {
			const groups = gathered.located({ scheme, key });
			if (groups === undefined) unchanged.push({ scheme, key });
			else if (groups) located.push({ scheme, key, ...groups });
		}
		if (unchanged.length === 0) return located;
		const before = await withSnapshot((snapshot) => locateInObjects(snapshot, unchanged));
		for (const one of before) lookedUp.locate(one, [one.identity, one.version]);
		for (const identifier of unchanged) lookedUp.locate(identifier, null);
		return located.concat(before.filter(({ identity }) => isUnchanged(identity)));
	};
	/**
	 * Lists the Identity groups that may be in Version groups: some of them may have moved in this
	 * update.
	 */
	const identitiesInFamilies = async (versions: readonly GroupId[]): Promise<GroupId[]> => {
		if (versions.length === 0) return [];
		const before = await withSnapshot((snapshot) => identitiesIn(snapshot, versions));
		return before.filter(isUnchanged).concat(gathered.identitiesIn(new Set(versions)));
	};
	/** Lists the identifiers of Identity groups. */
	const leadingTo = async (groups: readonly GroupId[]): Promise<Located[]> => {
		const before = await stored.objects(groups.map((group) => groupKey('identity', group)));
		return groups.flatMap((group) => {
			const there = before.get(groupKey('identity', group));
			lookedUp.object(group, there);
			const given = gathered.object('identity', group);
			const present = given === undefined ? there : given;
			if (!present) return [];
			return present.identifiers
				.filter((identifier) => {
					const located = gathered.located(identifier);
					return located === undefined || located?.identity === group;
				})
				.map(({ scheme, key }) => ({ scheme, key, identity: group, version: present.version }));
		});
	};
	const writer: IndexWriter = {
		generation,
		async writeSyncToken(announcing) {
			requireOpen();
			announce = announcing;
		},
		async locate(identifiers) {
			requireOpen();
			return locate(identifiers);
		},
		async members(level, groups) {
			requireOpen();
			lookedUp.list(level, groups);
			return leadingTo(level === 'identity' ? groups : await identitiesInFamilies(groups));
		},
		async apply(changes) {
			requireOpen();
			gathered.apply(changes);
		},
	};
	return {
		writer,
		lookedUp,
		/** Returns the sync token after the update, for the one before. */
		announce: (before: string) => announce(before),
		/** From here on, the writer refuses its use. */
		close() {
			isClosed = true;
		},
	};
}
