// Finds which assertions of the change log still hold.
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ChangeView } from '../../formats/changes/write-changes.ts';
import { isSymmetricCode } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Records } from '../../store/records.ts';

const readAtOnce = 500;

/**
 * Leaves out assertions of links that nobody asserts any more; withdrawals stay. `entries` are in
 * the order of the log.
 */
export async function onlyLasting(
	records: Pick<Records, 'read'>,
	entries: readonly ChangeView[],
): Promise<readonly ChangeView[]> {
	const numbers = entries.filter(({ kind }) => kind === 'asserted').map(({ number }) => number);
	const [first] = numbers;
	if (first === undefined) return entries;
	const ended = await records.read(async (transaction) => {
		const asserted = (await transaction.changes({ numbers, entries: numbers.length })).changes;
		const naming = [...new Set(asserted.map(({ source }) => source))];
		const lastEnds = new Map<string, number>();
		for (let after = first; ; await nextTick()) {
			const { changes, isEnd } = await transaction.changes({ after, naming, entries: readAtOnce });
			for (const one of changes) if (one.kind === 'withdrawn' && one.isEdge) lastEnds.set(linkOf(one), one.number);
			if (isEnd) break;
			after = changes.at(-1)?.number ?? after;
		}
		return new Set(asserted.filter((one) => one.number < (lastEnds.get(linkOf(one)) ?? 0)).map(({ number }) => number));
	});
	return entries.filter(({ number }) => !ended.has(number));
}

/** Names the link of an entry; a relation without direction is the same from either end. */
export function linkOf({ source, relation, target }: StoredChange): string {
	const ends = isSymmetricCode(relation) ? [source, target].sort((one, other) => one - other) : [source, target];
	return [relation, ...ends].join(' ');
}
