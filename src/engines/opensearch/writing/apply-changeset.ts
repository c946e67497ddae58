// Writes the documents that follow from a planned changeset. Applying it twice, or in part and then
// whole, has the same result.
//
//   what gains ──▶ directory ──▶ what only loses ──▶ ranks
//
// Where the index has several shards, each step becomes visible before the next begins: an
// identifier leads to a whole group at any time, the old one or the new one. One shard shows the
// first three at once.
import assert from 'node:assert/strict';
import { identifierText } from '../../../identifiers/index.ts';
import type { GroupId } from '../../../ports/search/index-content.ts';
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import { everyField } from '../cluster/searches.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/document-ids.ts';
import { type LinkSource, linkId, type Stated, viewOfId, viewsGiven } from '../documents/link-document.ts';
import {
	directoryEntry,
	entryId,
	identifierFields,
	type ObjectSource,
	objectSource,
} from '../documents/object-document.ts';
import { type Base, createCopies, linksTouching, type ObjectCopies, type StoredLink } from './base.ts';
import type { PlannedChanges } from './changeset.ts';
import { levelsOf, writeRanks } from './ranks.ts';

/** Where documents are written, and how they become visible to searches. */
type WriteTarget = {
	bulk: BulkWriter;
	/** Whether the index has several shards, which do not become visible at the same moment. */
	isSpread: boolean;
	show(): Promise<void>;
};

/** Applies a changeset, by its kept writes where there are any, and makes all of it visible. */
export async function applyChangeset(
	changes: PlannedChanges,
	base: Base,
	target: WriteTarget,
	kept?: KeptWrites,
): Promise<void> {
	await (kept ? kept.repeat(target) : writeChangeset(changes, base, target));
	const { last, moved } = changes;
	const wrote = await writeRanks(groupsTouched(changes), base, target.bulk);
	// What is not visible yet.
	if (wrote || (target.isSpread && last.length === 0 && moved.length > 0)) await target.show();
}

/** Writes a changeset except for ranks, and makes it visible. */
async function writeChangeset(changes: PlannedChanges, base: Base, target: WriteTarget): Promise<void> {
	const { bulk, isSpread, show } = target;
	const last = new Set(changes.last);
	const copies = createCopies(base.stored, changes.objects);
	const views = changes.links.flatMap(viewsGiven);
	const given = new Set(views.map(({ view }) => linkId(view)));
	/** Writes what is seen from some of the groups, at both levels. */
	const writeSeenFrom = async (isOne: (group: GroupId) => boolean): Promise<void> => {
		await copies.load(changes.objects.map(([key]) => readGroupKey(key).group));
		const isOther = (id: string) => !given.has(id) && isOne(viewOfId(id).group);
		await rewriteLinks(changes, isOther, { base, copies, bulk });
		const seen = views.filter(({ view }) => isOne(view.group));
		await writeLinks(withOtherEnds(await copies.documentsOf(seen)), bulk);
		await writeObjects(changes, isOne, base, bulk);
		await bulk.flush();
	};
	await writeSeenFrom((group) => !last.has(group));
	if (isSpread) await show();
	await writeDirectory(changes, bulk);
	if (last.size > 0) {
		if (isSpread) await show();
		await writeSeenFrom((group) => last.has(group));
	}
	if (!isSpread || last.size > 0) await show();
}

/**
 * Writes stored links that are not in the changeset again, with the present copies of their
 * objects, where these change; removes those with a group that is cleared or has no object.
 */
async function rewriteLinks(
	{ cleared, recopied, reshown }: PlannedChanges,
	isOther: (id: string) => boolean,
	{ base, copies, bulk }: { base: Base; copies: ObjectCopies; bulk: BulkWriter },
): Promise<void> {
	const clearedGroups = new Set<GroupKey>(cleared);
	const keys = { at: cleared, to: [...new Set([...cleared, ...recopied])], shows: reshown };
	if (Object.values(keys).every((groups) => groups.length === 0)) return;
	const viewGiven = ({ _id, _source }: StoredLink) => {
		const view = viewOfId(_id);
		const isCleared = [view.group, view.other].some((group) => clearedGroups.has(groupKey(view.level, group)));
		return { view, stated: isCleared ? { history: [] } : _source };
	};
	await base.withSnapshot(async (snapshot) => {
		for await (const page of linksTouching(keys, snapshot)) {
			const others = page.filter(({ _id }) => isOther(_id)).map(viewGiven);
			await writeLinks(await copies.documentsOf(others), bulk);
			// The next page may have the same link once more.
			await bulk.flush();
		}
	});
}

/**
 * Fails where a link of the changeset has no object at its other end: the index is inconsistent.
 */
function* withOtherEnds<Given extends { id: string; stated: Stated; document: LinkSource | undefined }>(
	links: Iterable<Given>,
): Generator<Given> {
	for (const link of links) {
		assert.ok(link.document || link.stated.history.length === 0, `${link.id} has no object at its other end`);
		yield link;
	}
}

async function writeLinks(
	links: Iterable<{ id: string; document: LinkSource | undefined }>,
	bulk: BulkWriter,
): Promise<void> {
	for (const { id, document } of links) await (document ? bulk.put(id, document) : bulk.remove(id));
}

/** Writes the objects of some of the groups, including those that only lose something. */
async function writeObjects(
	{ objects, robbed, losing }: PlannedChanges,
	isOne: (group: GroupId) => boolean,
	{ stored }: Base,
	bulk: BulkWriter,
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
			// Its citations are counted once its links are written.
			const rank = { levels: levelsOf(object, hasOwn(group)), cited: was?.rank?.cited ?? {} };
			await bulk.put(key, { ...objectSource(object), ...lossOf(group, was), rank });
		} else if (was) await bulk.remove(key);
	}
	const taken = new Set(objects.flatMap(([, object]) => object?.identifiers.map(identifierText) ?? []));
	const others = [...robbed, ...losing.flatMap((group) => levels.map((level) => groupKey(level, group)))];
	const left = [...new Set(others)].filter((key) => !given.has(key) && isOne(readGroupKey(key).group));
	const whole = await stored.read<ObjectSource>(left, everyField);
	for (const [key, object] of whole) {
		const identifiers = object.identifiers.filter((one) => !taken.has(identifierText(one)));
		await bulk.put(key, { ...object, ...identifierFields(identifiers), ...lossOf(object.group, object) });
	}
}

/** Writes the new groups of the identifiers that move. */
async function writeDirectory({ moved }: PlannedChanges, bulk: BulkWriter): Promise<void> {
	for (const [identifier, place] of moved) {
		const id = entryId(identifier);
		await (place ? bulk.put(id, directoryEntry({ ...identifier, ...place })) : bulk.remove(id));
	}
	await bulk.flush();
}

/** Lists the groups whose objects' ranks may follow from a changeset. */
function groupsTouched({ objects, links, recounted }: PlannedChanges): ReadonlySet<GroupId> {
	const touched = new Set<GroupId>(recounted);
	for (const [key] of objects) touched.add(readGroupKey(key).group);
	for (const { source, target } of links) touched.add(source).add(target);
	return touched;
}

/** Writes kept in memory, to be sent when it is the update's turn. */
export type KeptWrites = {
	/** Lists the documents that are written or removed. */
	ids(): Iterable<string>;
	/** Repeats the writes on another target, in the same order. */
	repeat(on: WriteTarget): Promise<void>;
};

// Documents of a usual update take half of it.
const mostCharactersKept = 96 * 1024 * 1024;

class TooManyWrites extends Error {}

/**
 * Derives all documents that follow from a changeset; undefined where they are too many to be kept.
 */
export async function keepWrites(changes: PlannedChanges, base: Base): Promise<KeptWrites | undefined> {
	const steps: ({ id: string; document?: string } | 'flush' | 'show')[] = [];
	let characters = 0;
	const keep = (step: { id: string; document?: string }): void => {
		characters += step.id.length + (step.document?.length ?? 0);
		if (characters > mostCharactersKept) throw new TooManyWrites();
		steps.push(step);
	};
	const bulk: BulkWriter = {
		put: async (id, given) => keep({ id, document: typeof given === 'string' ? given : JSON.stringify(given) }),
		remove: async (id) => keep({ id }),
		flush: async () => void steps.push('flush'),
	};
	try {
		const show = async () => void steps.push('show');
		await writeChangeset(changes, base, { bulk, isSpread: await base.isSpread(), show });
	} catch (error) {
		if (error instanceof TooManyWrites) return undefined;
		throw error;
	}
	return {
		ids: () => steps.flatMap((step) => (typeof step === 'object' ? [step.id] : [])),
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
