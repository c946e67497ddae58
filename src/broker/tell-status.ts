// Tells how the broker is: what is left to do, how large it is, and whether what it needs answers; knows no engine and no transport.
import type { EventState } from '../links/link-event.ts';
import type { LinkStore } from '../ports/records/link-store.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';

/** Times are milliseconds since 1970, null where nothing waits; bytes are null where the engine cannot tell them quickly. */
export type BrokerStatus = {
	events: Record<EventState, number>;
	/** When the oldest event that is not applied yet was accepted. */
	oldestEventAt: number | null;
	/** Marks that wait for the index, and since when the oldest does. */
	waitingMarks: number;
	oldestMarkAt: number | null;
	/** Objects (Identity groups) and links between them, as far as they can be found. */
	objects: number;
	links: number;
	recordBytes: number | null;
	indexBytes: number | null;
};

/** Reads what a status is made of. */
export type StatusSource = Pick<LinkStore, 'backlog' | 'countEvents'> & {
	recordBytes(): Promise<number | null>;
	indexSize: SearchIndex['size'];
	indexBytes(): Promise<number | null>;
};

// What costs more is asked for less often; watchers come every few seconds, and there may be several.
const backlogMilliseconds = 2_000;
const sizeMilliseconds = 30_000;
const countMilliseconds = 60_000;

/** Creates what tells the status. It remembers what it read for a while, so that it may be asked as often as anybody likes; `now` is in milliseconds. */
export function createStatus(source: StatusSource, now: () => number): () => Promise<BrokerStatus> {
	const backlog = remember(() => source.backlog(), backlogMilliseconds, now);
	const counted = remember(() => source.countEvents(), countMilliseconds, now);
	const sizes = remember(
		() => Promise.all([source.indexSize(), source.recordBytes(), source.indexBytes()]),
		sizeMilliseconds,
		now,
	);
	return async () => {
		const [left, { Done }, [{ objects, links }, recordBytes, indexBytes]] = await Promise.all([
			backlog(),
			counted(),
			sizes(),
		]);
		return {
			events: { ...left.events, Done },
			oldestEventAt: left.oldestEventAt,
			waitingMarks: left.marks,
			oldestMarkAt: left.oldestMarkAt,
			objects,
			links,
			recordBytes,
			indexBytes,
		};
	};
}

/** Does some work at most so often; whoever asks meanwhile gets the same. What failed is done again. */
function remember<T>(work: () => Promise<T>, milliseconds: number, now: () => number): () => Promise<T> {
	let known: { at: number; result: Promise<T> } | undefined;
	return () => {
		if (known && now() - known.at < milliseconds) return known.result;
		const result = work();
		known = { at: now(), result };
		result.catch(() => {
			if (known?.result === result) known = undefined;
		});
		return result;
	};
}

/** Names what the broker needs. */
export type Dependency = 'database' | 'search';

/** Tells of each dependency why it does not answer, null where it does. */
export type Health = Record<Dependency, { cause: unknown } | null>;

const patienceMilliseconds = 3_000;

/** Creates what asks database and search index whether they answer within three seconds; it never fails. Who asks meanwhile gets the same. */
export function createHealth(
	links: Pick<LinkStore, 'currentGeneration'>,
	index: Pick<SearchIndex, 'size'>,
): () => Promise<Health> {
	let asking: Promise<Health> | undefined;
	const ask = async (): Promise<Health> => {
		const [database, search] = await Promise.all([
			failureOf(() => links.currentGeneration()),
			failureOf(() => index.size()),
		]);
		return { database, search };
	};
	return () => {
		asking ??= ask().finally(() => {
			asking = undefined;
		});
		return asking;
	};
}

async function failureOf(question: () => Promise<unknown>): Promise<{ cause: unknown } | null> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer for ${patienceMilliseconds} ms`)), patienceMilliseconds);
	try {
		await Promise.race([question(), late]);
		return null;
	} catch (cause) {
		return { cause };
	} finally {
		clearTimeout(timer);
	}
}
