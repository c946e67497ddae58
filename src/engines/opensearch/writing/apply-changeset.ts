// Writes the documents that a changeset leads to; knows neither leases nor journals.
// Applying it twice, or in part and then whole, leads to the same. For that the order matters: what
// is written last is what a second attempt reads to find out what has to follow from the changes.
import { isDeepStrictEqual } from 'node:util';
import { identifierText } from '../../../identifiers/index.ts';
import type { GroupId, IdentifierKey, IndexObject } from '../../../ports/search/index-content.ts';
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/group-key.ts';
import { type LinkView, linkId, linkSource, type Told, toldOf, viewOfId, viewsOf } from '../documents/link-document.ts';
import { identifierFields, type ObjectSource, objectSource } from '../documents/object-document.ts';
import { objectsOfKeys } from '../reading/lookup.ts';
import type { Changeset } from './changeset.ts';
import { type ChangedCopies, createChangedCopies } from './object-copies.ts';
import { linksTouching, rewriteLinks } from './rewrite-links.ts';
import type { StoredDocuments, StoredObject } from './stored-documents.ts';

/** The generation that an update changes, as it was before. */
export type Base = {
	stored: StoredDocuments;
	/** Runs `work` on a snapshot; fails with `unavailable` where the cluster loses that. */
	withSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
};

/** Fails where a link joins a group that has no object at a level at which the link lies. */
export async function requireObjects(changes: Changeset, { stored }: Base): Promise<void> {
	const copies = createChangedCopies(changes, stored);
	await copies.load(changes.links.flatMap(({ source, target }) => [source, target]));
	for (const link of changes.links) {
		for (const level of levels) {
			if (!link[level]?.length) continue;
			const missing = [link.source, link.target].find((group) => !copies.of(level, group));
			if (missing !== undefined) throw new Error(`a link joins ${level} group ${missing}, which has no object`);
		}
	}
}

/** Writes all that a changeset says. */
export async function applyChangeset(changes: Changeset, base: Base, bulk: BulkWriter): Promise<void> {
	const copies = createChangedCopies(changes, base.stored);
	await copies.load([
		...changes.objects.map(([key]) => readGroupKey(key).group),
		...changes.links.flatMap(({ source, target }) => [source, target]),
	]);
	await rewriteOtherLinks(changes, copies, base, bulk);
	await writeLinks(changes, copies, bulk);
	await bulk.flush();
	await takeIdentifiers(changes, base, bulk);
	await bulk.flush();
	await writeObjects(changes, base, bulk);
	await bulk.flush();
}

/**
 * Rewrites stored links that the changeset does not give: one of their groups is cleared, or what
 * they copy changes.
 */
async function rewriteOtherLinks(
	changes: Changeset,
	copies: ChangedCopies,
	{ withSnapshot }: Base,
	bulk: BulkWriter,
): Promise<void> {
	const cleared = new Set(changes.cleared);
	const touched = new Set([...cleared, ...changedCopies(changes, copies)]);
	if (touched.size === 0) return;
	const given = new Set(givenViews(changes).map(({ view }) => linkId(view)));
	await withSnapshot(async (snapshot) => {
		for await (const page of linksTouching({ at: [...cleared], to: [...touched] }, snapshot)) {
			const others = page.filter(({ _id }) => !given.has(_id));
			await rewriteLinks(others, cleared, copies, bulk);
		}
	});
}

/** Lists the groups whose objects had copies that are no longer right. */
function changedCopies({ objects }: Changeset, copies: ChangedCopies): GroupKey[] {
	const groups = new Set(objects.map(([key]) => readGroupKey(key).group));
	return [...groups].flatMap((group) =>
		levels
			.filter((level) => {
				const before = copies.before(level, group);
				return before && !isDeepStrictEqual(before, copies.of(level, group));
			})
			.map((level) => groupKey(level, group)),
	);
}

/**
 * Lists the views of the links that the changeset gives, at the levels of which it says something.
 */
function givenViews({ links }: Changeset): { view: LinkView; told: Told }[] {
	return links.flatMap((link) =>
		levels.flatMap((level) =>
			viewsOf(link, level).flatMap((view) => {
				const told = toldOf(link, view);
				return told ? [{ view, told }] : [];
			}),
		),
	);
}

/** Writes the links that the changeset gives, and removes those that are to be no more. */
async function writeLinks(changes: Changeset, copies: ChangedCopies, bulk: BulkWriter): Promise<void> {
	for (const { view, told } of givenViews(changes)) {
		const id = linkId(view);
		if (told.history.length === 0) await bulk.remove(id);
		else await bulk.put(id, linkSource(view, told, copies.of(view.level, view.other)));
	}
}

/**
 * Takes identifiers from the objects that have them and are not in the changeset: an identifier
 * leads to the object that was given with it last.
 */
async function takeIdentifiers(
	{ objects }: Changeset,
	{ stored, withSnapshot }: Base,
	bulk: BulkWriter,
): Promise<void> {
	const changed = new Set(objects.map(([key]) => key));
	const before = await stored.objects([...changed]);
	const taken = objects.flatMap(([key, object]) => newIdentifiers(object, before.get(key)));
	if (taken.length === 0) return;
	const texts = new Set(taken.map(identifierText));
	const keys = [...new Set(taken.map(({ key }) => key))];
	const holders = await withSnapshot((snapshot) => objectsOfKeys(snapshot, keys, objectFields));
	for (const holder of holders) {
		const id = groupKey('identity', holder.group);
		if (changed.has(id)) continue;
		const left = holder.identifiers.filter((one) => !texts.has(identifierText(one)));
		if (left.length < holder.identifiers.length) await bulk.put(id, { ...holder, ...identifierFields(left) });
	}
}

const objectFields: readonly (keyof ObjectSource)[] = [
	...(['group', 'level', 'version', 'identifiers', 'published', 'publishers', 'standing', 'copy', 'document'] as const),
];

function newIdentifiers(object: IndexObject | null, before: StoredObject | undefined): readonly IdentifierKey[] {
	if (object?.level !== 'identity') return [];
	const had = new Set(before?.identifiers.map(identifierText));
	return object.identifiers.filter((one) => !had.has(identifierText(one)));
}

async function writeObjects({ objects }: Changeset, { stored }: Base, bulk: BulkWriter): Promise<void> {
	const before = await stored.objects(objects.map(([key]) => key));
	for (const [key, object] of objects) {
		if (object) await bulk.put(key, objectSource(object));
		else if (before.get(key)) await bulk.remove(key);
	}
}

/** Lists the groups whose objects' standing may follow from what a changeset changes. */
export function groupsTouched({ objects, links, recounted }: Changeset): ReadonlySet<GroupId> {
	const touched = new Set<GroupId>(recounted);
	for (const [key] of objects) touched.add(readGroupKey(key).group);
	for (const { source, target } of links) touched.add(source).add(target);
	return touched;
}

/** Finds the groups that lose links to groups that are cleared. */
export async function groupsLosing({ cleared }: Changeset, { withSnapshot }: Base): Promise<GroupId[]> {
	if (cleared.length === 0) return [];
	const found = new Set<GroupId>();
	await withSnapshot(async (snapshot) => {
		for await (const page of linksTouching({ at: cleared, to: [] }, snapshot)) {
			for (const { _id } of page) found.add(viewOfId(_id).other);
		}
	});
	return [...found];
}
