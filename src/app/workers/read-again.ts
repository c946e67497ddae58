// Has whoever reads submissions read accepted events again, as long as there is such a thread; else this one does.
import { readAccepted } from '../../broker/accept-event.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { EventReader } from './event-batches.ts';
import { isUnavailable } from './event-worker.ts';

/** Fails with `malformed-json` or `invalid-links`, and with `unavailable` where it has ended. */
export type ReadingCalls = { readAgain(payload: Uint8Array): Promise<LinkBatch> };

/** What the thread that reads offers. */
export const readingCalls: ReadingCalls = { readAgain: async (payload) => readAccepted(payload) };

export type SecondReader = EventReader & {
	/** Says who reads from now on, until that is `unavailable`. */
	readThere(calls: ReadingCalls): void;
};

export function createSecondReader(): SecondReader {
	let there: ReadingCalls | undefined;
	return {
		readThere(calls) {
			there = calls;
		},
		readsElsewhere: () => there !== undefined,
		async read(payload) {
			try {
				if (there) return await there.readAgain(payload);
			} catch (error) {
				if (!isUnavailable(error)) throw error;
				// It ends before this one does.
				there = undefined;
			}
			return readAccepted(payload);
		},
	};
}
