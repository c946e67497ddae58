// Writes stored links again after one of their ends has changed; does not know what changed, nor
// why.
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import { type Hit, pagesOfTerms, type Snapshot } from '../cluster/snapshot.ts';
import { type GroupKey, groupKey } from '../documents/group-key.ts';
import { type LinkSource, linkSource, viewOfId } from '../documents/link-document.ts';
import type { ObjectCopies } from './object-copies.ts';

/** What writers read of a link that is stored. */
export type StoredLink = Hit<Pick<LinkSource, (typeof fieldsRead)[number]>>;

const fieldsRead = ['history', 'via'] as const;

/**
 * Reads the links seen from a group of `at`, and those with a group of `to` at their other end;
 * some twice.
 */
export async function* linksTouching(
	keys: { at: readonly GroupKey[]; to: readonly GroupKey[] },
	snapshot: Snapshot,
): AsyncGenerator<StoredLink[]> {
	yield* pagesOfTerms<StoredLink['_source']>(snapshot, 'at', keys.at, fieldsRead);
	yield* pagesOfTerms<StoredLink['_source']>(snapshot, 'to', keys.to, fieldsRead);
}

/**
 * Writes links with the present copies of their objects, and removes those of which a group is
 * cleared or has no object.
 */
export async function rewriteLinks(
	links: readonly StoredLink[],
	cleared: ReadonlySet<GroupKey>,
	copies: ObjectCopies,
	bulk: BulkWriter,
): Promise<void> {
	await copies.load(links.map(({ _id }) => viewOfId(_id).other));
	for (const { _id, _source } of links) {
		const view = viewOfId(_id);
		const copy = copies.of(view.level, view.other);
		const isCleared = [view.group, view.other].some((group) => cleared.has(groupKey(view.level, group)));
		await (copy && !isCleared ? bulk.put(_id, linkSource(view, _source, copy)) : bulk.remove(_id));
	}
	// The next page may hold the same link once more.
	await bulk.flush();
}
