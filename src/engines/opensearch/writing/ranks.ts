// Updates what searches for works need of an object and other documents determine: at which levels
// it describes a group, and how many works cite that group.
import { isDeepStrictEqual } from 'node:util';
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import { everyField, type Searched } from '../cluster/searches.ts';
import { type GroupKey, groupKey, groupNumber, levels } from '../documents/document-ids.ts';
import type { ObjectSource, Rank } from '../documents/object-document.ts';
import { countByParty } from '../reading/lookup.ts';
import type { Base } from './base.ts';

/** The number of groups that are counted in one request. */
export const groupsPerStep = 5_000;

/**
 * Writes the ranks of all objects of some groups, where they are wrong; `base` has all links, and
 * the objects in their final state. `onlyCited`: uncited objects are right. Returns whether
 * anything was written.
 */
export async function writeRanks(
	groups: Iterable<GroupId>,
	{ stored, withSnapshot }: Base,
	bulk: BulkWriter,
	{ onlyCited = false } = {},
): Promise<boolean> {
	const all = [...new Set(groups)];
	let wrote = false;
	for (let at = 0; at < all.length; at += groupsPerStep) {
		const some = all.slice(at, at + groupsPerStep);
		const cited = await withSnapshot((snapshot) => countCitations(snapshot, keysOf(some)));
		// Numbers of Version groups are negative, see groupNumber.
		const looked = onlyCited ? new Set([...cited.keys()].map(Math.abs)) : some;
		const known = await stored.read<Placed & Pick<ObjectSource, 'rank'>>(keysOf(looked), fieldsRead);
		const wanted = new Map<string, Rank>();
		for (const [key, object] of known) {
			const rank = rankOf(object, known.has(groupKey('version', object.group)), cited);
			if (!isDeepStrictEqual(rank, object.rank)) wanted.set(key, rank);
		}
		const whole = await stored.read<ObjectSource>([...wanted.keys()], everyField);
		for (const [key, object] of whole) await bulk.put(key, { ...object, rank: wanted.get(key) });
		wrote ||= wanted.size > 0;
	}
	await bulk.flush();
	return wrote;
}

const fieldsRead = ['group', 'level', 'version', 'rank'];

function keysOf(groups: Iterable<GroupId>): GroupKey[] {
	return [...groups].flatMap((group) => levels.map((level) => groupKey(level, group)));
}

type Placed = Pick<ObjectSource, 'group' | 'level' | 'version'>;

/**
 * Returns the levels at which an object describes a group: a Version group may have one of its own.
 */
export function levelsOf({ group, level, version }: Placed, versionHasOwn: boolean): readonly GroupBy[] {
	if (level === 'version') return ['version'];
	return group === version && !versionHasOwn ? levels : ['identity'];
}

function rankOf(object: Placed, versionHasOwn: boolean, cited: ReadonlyMap<number, number>): Rank {
	const at = levelsOf(object, versionHasOwn);
	const counts = at.map((level) => [level, cited.get(groupNumber(level, object.group)) ?? 0]);
	return { levels: at, cited: Object.fromEntries(counts) };
}

/** Counts the groups that cite groups, by their numbers; uncited ones are left out. */
async function countCitations(snapshot: Searched, keys: readonly GroupKey[]): Promise<ReadonlyMap<number, number>> {
	const counted = await countByParty(snapshot, keys, { filter: [{ term: { relation: 'isCitedBy' } }] });
	return new Map([...counted].map(([party, { doc_count }]) => [party, doc_count]));
}
