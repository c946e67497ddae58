// Brings up to date what searches for works need of an object and other documents decide: at which
// levels it describes a group, and how many works cite that. It knows no changeset.
import { isDeepStrictEqual } from 'node:util';
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import type { Buckets, Searched } from '../cluster/searches.ts';
import { type GroupKey, groupKey, groupNumber, levels } from '../documents/document-ids.ts';
import type { ObjectSource, Standing } from '../documents/object-document.ts';
import type { StoredDocuments } from './base.ts';

const groupsPerStep = 5_000;

/**
 * Writes the standing of all objects of some groups, where it is not right; `snapshot` shows all
 * links, and `stored` the objects as they are. Tells whether it wrote anything.
 */
export async function writeStandings(
	groups: Iterable<GroupId>,
	{ stored, snapshot, bulk }: { stored: StoredDocuments; snapshot: Searched; bulk: BulkWriter },
): Promise<boolean> {
	const all = [...new Set(groups)];
	let wrote = false;
	for (let at = 0; at < all.length; at += groupsPerStep) {
		const keys = all.slice(at, at + groupsPerStep).flatMap((group) => levels.map((level) => groupKey(level, group)));
		const cited = await countCitations(snapshot, keys);
		const known = await stored.read<Pick<ObjectSource, 'group' | 'level' | 'version' | 'standing'>>(keys, [
			...(['group', 'level', 'version', 'standing'] as const),
		]);
		const wanted = new Map<GroupKey, Standing>();
		for (const [key, object] of known) {
			const standing = standingOf(object, known.has(groupKey('version', object.group)), cited);
			if (!isDeepStrictEqual(standing, object.standing)) wanted.set(key as GroupKey, standing);
		}
		await putStandings(wanted, stored, bulk);
		wrote ||= wanted.size > 0;
	}
	await bulk.flush();
	return wrote;
}

type Placed = Pick<ObjectSource, 'group' | 'level' | 'version'>;

/**
 * Tells the levels at which an object describes a group: a Version group may have one of its own.
 */
export function levelsOf({ group, level, version }: Placed, versionHasOwn: boolean): readonly GroupBy[] {
	if (level === 'version') return ['version'];
	return group === version && !versionHasOwn ? levels : ['identity'];
}

function standingOf(object: Placed, versionHasOwn: boolean, cited: ReadonlyMap<number, number>): Standing {
	const at = levelsOf(object, versionHasOwn);
	const counts = at.map((level) => [level, cited.get(groupNumber(level, object.group)) ?? 0]);
	return { levels: at, cited: Object.fromEntries(counts) };
}

/** Counts the groups that cite groups, by their numbers; those that none cites are left out. */
export async function countCitations(
	snapshot: Searched,
	keys: readonly GroupKey[],
): Promise<ReadonlyMap<number, number>> {
	const { aggregations } = await snapshot.search<unknown, { party: Buckets<number> }>({
		query: { bool: { filter: [{ terms: { at: keys } }, { term: { relation: 'isCitedBy' } }] } },
		size: 0,
		track_total_hits: false,
		aggregations: { party: { terms: { field: 'party', size: Math.max(1, keys.length) } } },
	});
	return new Map(aggregations?.party.buckets.map(({ key, doc_count }) => [key, doc_count]));
}

async function putStandings(
	wanted: ReadonlyMap<GroupKey, Standing>,
	stored: StoredDocuments,
	bulk: BulkWriter,
): Promise<void> {
	const whole = await stored.read<ObjectSource>([...wanted.keys()], ['*' as keyof ObjectSource]);
	for (const [key, object] of whole) {
		await bulk.put(key, { ...object, standing: wanted.get(key as GroupKey) });
	}
}
