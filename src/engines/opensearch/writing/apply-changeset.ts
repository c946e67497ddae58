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
import { type Hit, pagesOfTerms, type Snapshot } from '../cluster/searches.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/document-ids.ts';
import { groupsCopied, type LinkSource, linkId, linkSource, viewOfId, viewsGiven } from '../documents/link-document.ts';
import {
	directoryEntry,
	entryId,
	identifierFields,
	type ObjectSource,
	objectSource,
} from '../documents/object-document.ts';
import { createCopies, type ObjectCopies } from './base.ts';
import type { Base, PlannedChanges } from './changeset.ts';
import { levelsOf, writeStandings } from './standings.ts';

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

/** What writers read of a link that is stored. */
type StoredLink = Hit<Pick<LinkSource, (typeof fieldsRead)[number]>>;

const fieldsRead = ['history', 'via'] as const;

/**
 * Reads the links seen from a group of `at`, those with a group of `to` at their other end, and
 * those between Version groups that show a member of `shows`; some twice.
 */
export async function* linksTouching(
	keys: { at?: readonly GroupKey[]; to?: readonly GroupKey[]; shows?: readonly GroupKey[] },
	snapshot: Snapshot,
): AsyncGenerator<StoredLink[]> {
	for (const field of ['at', 'to', 'shows'] as const) {
		yield* pagesOfTerms<StoredLink['_source']>(snapshot, field, keys[field] ?? [], fieldsRead);
	}
}

/**
 * Writes links with the present copies of their objects, and removes those of which a group is
 * cleared or has no object.
 */
async function rewriteLinks(
	links: readonly StoredLink[],
	cleared: ReadonlySet<GroupKey>,
	copies: ObjectCopies,
	bulk: BulkWriter,
): Promise<void> {
	await copies.load(links.flatMap(({ _id, _source }) => groupsCopied(viewOfId(_id), _source)));
	for (const { _id, _source } of links) {
		const view = viewOfId(_id);
		const isCleared = [view.group, view.other].some((group) => cleared.has(groupKey(view.level, group)));
		await (isCleared || !copies.of(view.level, view.other)
			? bulk.remove(_id)
			: bulk.put(_id, linkSource(view, _source, copies)));
	}
	// The next page may hold the same link once more.
	await bulk.flush();
}

/** Writes documents; each may be written once between two flushes. */
type Writes = Pick<BulkWriter, 'put' | 'remove' | 'flush'>;

/** Where documents are written, and how they are shown to searches. */
type WriteTarget = {
	bulk: Writes;
	/** Whether the index has several shards, which are not shown at the same moment. */
	isSpread: boolean;
	/** Shows what was written. */
	show(): Promise<void>;
};

/** Writes kept in memory. */
export type KeptWrites = WriteTarget & {
	/** Lists the documents that are written or removed. */
	ids(): Iterable<string>;
	/** Does the same with another target, in the same order. */
	repeat(on: WriteTarget): Promise<void>;
};

type Step = { id: string; document?: string } | 'flush' | 'show';

/** Says that the writes do not fit into memory. */
export class TooManyWrites extends Error {
	constructor() {
		super('an update leads to more writes than are kept in memory');
		this.name = 'TooManyWrites';
	}
}

/** Keeps up to so many characters; fails with TooManyWrites beyond. */
export function keepWrites(isSpread: boolean, mostCharacters: number): KeptWrites {
	const steps: Step[] = [];
	let characters = 0;
	const count = (more: number) => {
		characters += more;
		if (characters > mostCharacters) throw new TooManyWrites();
	};
	return {
		isSpread,
		bulk: {
			async put(id, given) {
				const document = typeof given === 'string' ? given : JSON.stringify(given);
				count(id.length + document.length);
				steps.push({ id, document });
			},
			async remove(id) {
				count(id.length);
				steps.push({ id });
			},
			async flush() {
				steps.push('flush');
			},
		},
		async show() {
			steps.push('show');
		},
		*ids() {
			for (const step of steps) if (typeof step === 'object') yield step.id;
		},
		async repeat({ bulk, show }) {
			for (const step of steps) {
				if (step === 'flush') await bulk.flush();
				else if (step === 'show') await show();
				else if (step.document === undefined) await bulk.remove(step.id);
				else await bulk.put(step.id, step.document);
			}
		},
	};
}
