// Writes links again whose other object, or whose own group, has changed; knows neither what changed nor why.
import type { GroupId } from '../../ports/search/search-index.ts';
import type { BulkWriter } from './bulk.ts';
import {
	type GroupKey,
	groupKey,
	type LinkSource,
	linkDocuments,
	linkFields,
	type PerLevel,
	saidAt,
	viewOfId,
} from './link-document.ts';
import { type Hit, pagesOf, type Snapshot } from './snapshot.ts';

/** Knows what documents of links copy of objects. */
export type Standing = {
	/** Reads ahead what of these groups is not read yet. */
	read(groups: Iterable<GroupId>): Promise<void>;
	/** What is copied of the object that stands for a group at each level; of groups that were read ahead. */
	after(group: GroupId): PerLevel<string>;
};

// A query may hold 65,536 terms.
const termsPerQuery = 10_000;

/** Reads the links seen from a group of `at`, and those with a group of `to` at their other end; some twice. */
export async function* linksTouching(
	keys: { at: readonly GroupKey[]; to: readonly GroupKey[] },
	snapshot: Snapshot,
): AsyncGenerator<Hit<LinkSource>[]> {
	for (const field of ['at', 'to'] as const) {
		for (let begin = 0; begin < keys[field].length; begin += termsPerQuery) {
			const terms = { [field]: keys[field].slice(begin, begin + termsPerQuery) };
			yield* pagesOf<LinkSource>(snapshot, { terms }, linkFields);
		}
	}
}

/** Writes links again as they are to be: without the levels at which a group of theirs is cleared, and with what is copied now. */
export async function rewriteLinks(
	page: readonly Hit<LinkSource>[],
	cleared: ReadonlySet<GroupKey>,
	standing: Standing,
	bulk: BulkWriter,
): Promise<void> {
	await standing.read(new Set(page.map(({ _id }) => viewOfId(_id).other)));
	const rewritten = page.map(({ _id, _source }) => {
		const view = viewOfId(_id);
		const copies = standing.after(view.other);
		const said = saidAt(_source);
		for (const level of ['identity', 'version'] as const) {
			const gone = cleared.has(groupKey(level, view.party)) || cleared.has(groupKey(level, view.other));
			if (gone || copies[level] === undefined) said[level] = undefined;
		}
		return { id: _id, documents: linkDocuments(view, said, copies) };
	});
	// Where one document becomes two, the new one is there before the old one says less: a second try finds one or the other.
	for (const { id, documents } of rewritten) {
		for (const document of documents) if (document.id !== id) await bulk.put(document.id, document.source);
	}
	await bulk.flush();
	for (const { id, documents } of rewritten) {
		const kept = documents.find((document) => document.id === id);
		await (kept ? bulk.put(id, kept.source) : bulk.remove(id));
	}
	await bulk.flush();
}
