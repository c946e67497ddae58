// Dumps in memory for tests of what asks for them: a test says how each ends.
import { BrokerError } from '../../errors.ts';
import type { MadeDump, MadeDumps } from './made-dumps.ts';

/**
 * Dumps of which each stays Processing until `finish` says what is in its file, or `fail` why there is
 * none.
 */
export type DumpsInMemory = MadeDumps & {
	finish(id: string, content: string): void;
	fail(id: string, error: string): void;
	removed: string[];
	/** The dumps whose files were read. */
	opened: string[];
};

/** Makes them; `now` returns milliseconds since 1970. */
export function dumpsInMemory(now: () => number): DumpsInMemory {
	const made = new Map<string, MadeDump>();
	const contents = new Map<string, string>();
	const removed: string[] = [];
	const opened: string[] = [];
	const end = (id: string, how: Partial<MadeDump>): void => {
		made.set(id, { ...(made.get(id) as MadeDump), finishedAt: now(), ...how });
	};
	return {
		...{ removed, opened },
		list: async () => [...made.values()].reverse(),
		find: async (id) => made.get(id),
		async make(by, format) {
			if ([...made.values()].some(({ state }) => state === 'Processing'))
				throw new BrokerError('conflict', 'One is made.');
			const id = `dump-${made.size + 1}`;
			const dump: MadeDump = {
				...{ id, format, state: 'Processing', by: by.who, startedAt: now(), finishedAt: null, file: `${id}.gz` },
				...{ bytes: null, counts: null, change: null, works: 0, error: null },
			};
			made.set(id, dump);
			return dump;
		},
		async remove(_, id) {
			removed.push(id);
			return made.delete(id);
		},
		async read({ id }, { start, end: last }) {
			opened.push(id);
			return new Blob([contents.get(id) ?? '']).slice(start, last + 1).stream() as ReadableStream<Uint8Array>;
		},
		finish(id, content) {
			contents.set(id, content);
			const counts = { works: 3, identifiers: 4, links: 2, assertions: 5 };
			end(id, { state: 'Done', bytes: Buffer.byteLength(content), counts, change: 7, works: 3 });
		},
		fail: (id, error) => end(id, { state: 'Failed', error }),
	};
}
