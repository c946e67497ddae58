// Writes stored links again after one of their ends has changed; does not know what changed, nor
// why.
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import type { Hit } from '../cluster/searches.ts';
import { pagesOfTerms, type Snapshot } from '../cluster/snapshot.ts';
import { type GroupKey, groupKey } from '../documents/group-key.ts';
import { groupsCopied, type LinkSource, linkSource, viewOfId } from '../documents/link-document.ts';
import type { ObjectCopies } from './object-copies.ts';

/** What writers read of a link that is stored. */
export type StoredLink = Hit<Pick<LinkSource, (typeof fieldsRead)[number]>>;

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
export async function rewriteLinks(
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
