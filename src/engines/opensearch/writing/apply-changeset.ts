// Writes the documents that a planned changeset leads to; knows neither leases nor journals.
// Applying it twice, or in part and then whole, leads to the same.
//
//   what gains ──▶ directory ──▶ what only loses ──▶ standings
//
// Where the index has several shards, each step is shown before the next begins: an identifier
// leads to a whole group at any time, the old one or the new one. One shard shows the first three
// at once.
import { identifierText } from '../../../identifiers/index.ts';
import type { GroupId } from '../../../ports/search/index-content.ts';
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import { directoryEntry, entryId } from '../documents/directory-entry.ts';
import { groupKey, levels, readGroupKey } from '../documents/group-key.ts';
import { groupsCopied, linkId, linkSource, viewOfId, viewsGiven } from '../documents/link-document.ts';
import { identifierFields, type ObjectSource, objectSource } from '../documents/object-document.ts';
import { createCopies, type ObjectCopies } from './object-copies.ts';
import type { Base, PlannedChanges } from './plan-changes.ts';
import { linksTouching, rewriteLinks } from './rewrite-links.ts';
import { levelsOf, writeStandings } from './standings.ts';
import type { Writes, WriteTarget } from './write-target.ts';

/** Writes all that a changeset says, and shows it, but for standings. */
export async function writeChangeset(changes: PlannedChanges, base: Base, target: WriteTarget): Promise<void> {
	const { bulk, isSpread, show } = target;
	const last = new Set(changes.last);
	const steps = createSteps(changes, base, bulk);
	await steps.writeSeenFrom((group) => !last.has(group));
	if (isSpread) await show();
	await writeDirectory(changes, bulk);
	if (last.size > 0) {
		if (isSpread) await show();
		await steps.writeSeenFrom((group) => last.has(group));
	}
	if (!isSpread || last.size > 0) await show();
}

/** Writes the standings that follow from what was written, and shows what is not shown yet. */
export async function finishChangeset(
	changes: PlannedChanges,
	{ stored, withSnapshot }: Base,
	{ bulk, isSpread, show }: WriteTarget & { bulk: BulkWriter },
): Promise<void> {
	const { last, moved } = changes;
	const wrote = await withSnapshot((snapshot) => writeStandings(groupsTouched(changes), { stored, snapshot, bulk }));
	if (wrote || (isSpread && last.length === 0 && moved.length > 0)) await show();
}

function createSteps(changes: PlannedChanges, base: Base, bulk: Writes) {
	const copies = createCopies(base.stored, changes.objects);
	const views = changes.links.flatMap(viewsGiven);
	return {
		/** Writes what is seen from some of the groups, at both levels. */
		async writeSeenFrom(isOne: (group: GroupId) => boolean): Promise<void> {
			await copies.load(changes.objects.map(([key]) => readGroupKey(key).group));
			await rewriteOtherLinks(changes, { isOne, views, copies }, base, bulk);
			const given = views.filter(({ view }) => isOne(view.group));
			await copies.load(given.flatMap(({ view, told }) => groupsCopied(view, told)));
			for (const { view, told } of given) {
				const id = linkId(view);
				if (told.history.length === 0) await bulk.remove(id);
				else await bulk.put(id, linkSource(view, told, copies));
			}
			await writeObjects(changes, isOne, base, bulk);
			await bulk.flush();
		},
	};
}

/**
 * Rewrites stored links that the changeset does not give: one of their groups is cleared, or what
 * they copy changes.
 */
async function rewriteOtherLinks(
	{ cleared, recopied, reshown }: PlannedChanges,
	{
		isOne,
		views,
		copies,
	}: { isOne(group: GroupId): boolean; views: ReturnType<typeof viewsGiven>; copies: ObjectCopies },
	{ withSnapshot }: Base,
	bulk: Writes,
): Promise<void> {
	const gone = new Set(cleared);
	const keys = { at: cleared, to: [...new Set([...cleared, ...recopied])], shows: reshown };
	if (Object.values(keys).every((groups) => groups.length === 0)) return;
	const given = new Set(views.map(({ view }) => linkId(view)));
	await withSnapshot(async (snapshot) => {
		for await (const page of linksTouching(keys, snapshot)) {
			const others = page.filter(({ _id }) => !given.has(_id) && isOne(viewOfId(_id).group));
			await rewriteLinks(others, gone, copies, bulk);
		}
	});
}

/** Writes the objects of some of the groups, those too that are not given and lose something. */
async function writeObjects(
	{ objects, robbed, losing }: PlannedChanges,
	isOne: (group: GroupId) => boolean,
	{ stored }: Base,
	bulk: Writes,
): Promise<void> {
	const lostAt = Date.now();
	const losers = new Set(losing);
	const lossOf = (group: GroupId, before: Pick<ObjectSource, 'lostAt'> | undefined) => {
		const at = losers.has(group) ? lostAt : before?.lostAt;
		return at === undefined ? {} : { lostAt: at };
	};
	const before = await stored.objects(objects.map(([key]) => key));
	const given = new Map(objects);
	const hasOwn = (group: GroupId) => {
		const key = groupKey('version', group);
		return given.has(key) ? given.get(key) !== null : before.get(key) !== undefined;
	};
	for (const [key, object] of objects) {
		const { group } = readGroupKey(key);
		if (!isOne(group)) continue;
		const was = before.get(key);
		if (object) {
			// How often it is cited is counted once its links are there.
			const standing = { levels: levelsOf(object, hasOwn(group)), cited: was?.standing?.cited ?? {} };
			await bulk.put(key, { ...objectSource(object), ...lossOf(group, was), standing });
		} else if (was) await bulk.remove(key);
	}
	const taken = new Set(objects.flatMap(([, object]) => object?.identifiers.map(identifierText) ?? []));
	const others = [...robbed, ...losing.flatMap((group) => levels.map((level) => groupKey(level, group)))];
	const left = [...new Set(others)].filter((key) => !given.has(key) && isOne(readGroupKey(key).group));
	const whole = await stored.read<ObjectSource>(left, ['*' as keyof ObjectSource]);
	for (const [key, object] of whole) {
		const identifiers = object.identifiers.filter((one) => !taken.has(identifierText(one)));
		await bulk.put(key, { ...object, ...identifierFields(identifiers), ...lossOf(object.group, object) });
	}
}

/** Writes where the identifiers that move lead from now on. */
async function writeDirectory({ moved }: PlannedChanges, bulk: Writes): Promise<void> {
	for (const [identifier, place] of moved) {
		const id = entryId(identifier);
		await (place ? bulk.put(id, directoryEntry({ ...identifier, ...place })) : bulk.remove(id));
	}
	await bulk.flush();
}

/** Lists the groups whose objects' standing may follow from what a changeset changes. */
function groupsTouched({ objects, links, recounted }: PlannedChanges): ReadonlySet<GroupId> {
	const touched = new Set<GroupId>(recounted);
	for (const [key] of objects) touched.add(readGroupKey(key).group);
	for (const { source, target } of links) touched.add(source).add(target);
	return touched;
}
