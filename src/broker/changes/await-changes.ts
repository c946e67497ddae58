// Lets readers of the change log wait until it grows, without holding a thread: the newest
// number is asked for now and then, as long as somebody waits.

import type { ChangesQuery } from './change-query.ts';
import type { ChangesPage } from './read-changes.ts';

type Waiter = { number: number; resolve: () => void };

/** Waits for the log to grow. */
export type ChangeWatch = ReturnType<typeof createChangeWatch>;

/** Creates a watch; `newest` returns the number of the newest entry. */
export function createChangeWatch(newest: () => Promise<number>, { pollMilliseconds }: { pollMilliseconds: number }) {
	const waiters = new Set<Waiter>();
	let hasEnded = false;
	let timer: NodeJS.Timeout | undefined;
	const look = async () => {
		clearTimeout(timer);
		if (waiters.size === 0) return;
		// Where the records cannot be reached, who waits goes on waiting; reading will say so.
		const reached = await newest().catch(() => 0);
		for (const waiter of waiters) if (waiter.number < reached) waiter.resolve();
		clearTimeout(timer);
		if (waiters.size > 0) timer = setTimeout(look, pollMilliseconds);
	};
	return {
		/**
		 * Resolves when the log has an entry after this number, when the time is over, when `signal` is
		 * aborted, and when the watch has ended.
		 */
		async until(
			number: number,
			{ milliseconds, signal }: { milliseconds: number; signal: AbortSignal | undefined },
		): Promise<void> {
			if (hasEnded || signal?.aborted || milliseconds <= 0) return;
			const { promise, resolve: ended } = Promise.withResolvers<void>();
			const resolve = () => ended();
			const waiter = { number, resolve };
			waiters.add(waiter);
			const deadline = setTimeout(resolve, milliseconds);
			signal?.addEventListener('abort', resolve, { once: true });
			void look();
			await promise;
			waiters.delete(waiter);
			clearTimeout(deadline);
			signal?.removeEventListener('abort', resolve);
			if (waiters.size === 0) clearTimeout(timer);
		},
		/** Says that the log may have grown. */
		wake: (): void => void look(),
		/** Lets everybody go. */
		end(): void {
			hasEnded = true;
			for (const { resolve } of waiters) resolve();
		},
		hasEnded: (): boolean => hasEnded,
	};
}

/** Calls `wait` while the reader holds nothing that others need. The signal ends the wait. */
export type WaitForNews = (wait: (signal: AbortSignal | undefined) => Promise<void>) => Promise<void>;

const waitHere: WaitForNews = (wait) => wait(undefined);

/**
 * Reads a page as `read` does. If it is empty, waits by `waitForNews` for an entry that fits, for
 * `query.wait` seconds at most.
 */
export async function readOrAwait(
	read: (query: ChangesQuery) => Promise<ChangesPage>,
	watch: ChangeWatch,
	query: ChangesQuery,
	waitForNews = waitHere,
): Promise<ChangesPage> {
	const deadline = performance.now() + query.wait * 1_000;
	let isOver = false;
	for (let { after } = query; ; ) {
		const page = await read({ ...query, after });
		isOver ||= performance.now() >= deadline || watch.hasEnded();
		if (page.changes.length > 0 || isOver) return page;
		// Between two pages of a filter that skips many entries, others have their turn.
		await waitForNews(async (signal) => {
			if (page.isEnd) await watch.until(page.newest, { milliseconds: deadline - performance.now(), signal });
			isOver = signal?.aborted === true;
		});
		after = page.next;
	}
}
