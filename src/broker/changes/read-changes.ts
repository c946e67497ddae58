// Reads a page of the log of changes, filtered. It knows no transport, no form and no engine.
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ToldChange } from '../../formats/changes/told-change.ts';
import type { StoredChange } from '../../ports/records/changes.ts';
import type { Records, Transaction } from '../../ports/records/records.ts';
import { type LogExtent, readCursor, writeCursor } from './change-cursor.ts';
import type { ChangeFilter, ChangesQuery } from './change-query.ts';
import { openSelection, type Selection } from './select-changes.ts';
import { tellChanges } from './tell-changes.ts';

/** A page of the log. */
export type ChangesPage = {
	changes: readonly ToldChange[];
	/** Behind the last entry that was looked at: where the next page begins. */
	next: string;
	/** Whether there was nothing left to look at; `newest` was the number of the newest entry then. */
	isEnd: boolean;
	newest: number;
	/** Makes the cursor before an entry. */
	cursorBefore(number: number): string;
};

/** What a page is asked for, but for where it begins. */
type Filtered = ChangeFilter & { limit: number };

/** Bounds what one page looks at: it then ends, perhaps empty, and `next` goes on. */
const mostLookedAt = 20_000;
/**
 * So many entries are looked at in one step; between two, this thread does what else waits for it.
 */
const lookedAtOnce = 1_000;

/**
 * Reads entries after the query's cursor, oldest first. Fails as readCursor and findAsked do.
 */
export function readChanges(records: Pick<Records, 'read'>, query: ChangesQuery): Promise<ChangesPage> {
	return records.read(async (transaction) => {
		const log = await transaction.changeLog();
		const { after, wait, format, ...filtered } = query;
		const from = readCursor(log, after);
		const found = await gather(transaction, filtered, { log, from, direction: 'forward' });
		return {
			changes: found.changes,
			next: writeCursor(log, found.lookedAt),
			isEnd: found.isEnd,
			newest: log.newest,
			cursorBefore: (number) => writeCursor(log, number - 1),
		};
	});
}

/** Reads the newest entries that fit, newest first. */
export function readNewestChanges(records: Pick<Records, 'read'>, query: Filtered): Promise<ChangesPage> {
	return records.read(async (transaction) => {
		const log = await transaction.changeLog();
		const { changes } = await gather(transaction, query, { log, from: log.newest + 1, direction: 'backward' });
		return {
			changes,
			next: writeCursor(log, log.newest),
			isEnd: true,
			newest: log.newest,
			cursorBefore: (number) => writeCursor(log, number - 1),
		};
	});
}

type Walk = { log: LogExtent; from: number; direction: 'forward' | 'backward' };

/** Walks along the log until enough entries are found, too many looked at, or there are no more. */
async function gather(
	transaction: Transaction,
	query: Filtered,
	{ log, from, direction }: Walk,
): Promise<{ changes: ToldChange[]; lookedAt: number; isEnd: boolean }> {
	const selection = await openSelection(transaction, query);
	const { limit, ...filter } = query;
	const isFiltered = Object.values(filter).some((value) => value !== undefined);
	const changes: ToldChange[] = [];
	let lookedAt = from;
	for (let looked = 0; looked < mostLookedAt; ) {
		if (looked > 0) await nextTick();
		const missing = limit - changes.length;
		const step = await transaction.changes({
			...(direction === 'forward' ? { after: lookedAt } : { before: lookedAt }),
			...(selection.naming && { naming: selection.naming }),
			entries: isFiltered ? lookedAtOnce : Math.min(missing, lookedAtOnce),
		});
		const fitting = await selectTold(transaction, step.changes, selection, query, missing);
		changes.push(...fitting);
		const last = fitting.at(-1);
		if (changes.length === limit && last) {
			const isEnd = step.isEnd && last.number === step.changes.at(-1)?.number;
			return { changes, lookedAt: isEnd && direction === 'forward' ? log.newest : last.number, isEnd };
		}
		if (step.isEnd) return { changes, lookedAt: log.newest, isEnd: true };
		lookedAt = step.changes.at(-1)?.number ?? lookedAt;
		looked += step.changes.length;
	}
	return { changes, lookedAt, isEnd: false };
}

async function selectTold(
	transaction: Transaction,
	changes: readonly StoredChange[],
	selection: Selection,
	{ type }: Pick<ChangesQuery, 'type'>,
	limit: number,
): Promise<ToldChange[]> {
	const selected = await selection.select(changes);
	if (type === undefined) return tellChanges(transaction, selected.slice(0, limit));
	const told = await tellChanges(transaction, selected);
	const isOfType = ({ source, target }: ToldChange) =>
		[source, target].some(({ description, known }) =>
			[description, known].some(({ Type }) => (Type?.Name ?? 'unknown') === type),
		);
	return told.filter(isOfType).slice(0, limit);
}
