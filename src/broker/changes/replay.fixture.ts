// A reader of the change log that applies each entry, as an event of its own, to records of its
// own.
import { writeChange } from '../../formats/changes/write-changes.ts';
import type { Records } from '../../store/records.ts';
import { sendBody } from '../graph.fixture.ts';
import { readChangesQuery } from './change-query.ts';
import { logUnindexedDelta } from './log-changes.ts';
import { readChanges } from './read-changes.ts';

/** Follows one log; every call goes on where the last one ended. */
export function createReader(from: Records, to: Records): { follow(): Promise<number> } {
	let after: string | undefined;
	return {
		/** Applies what is new in the log; returns how many entries that was. */
		async follow() {
			let applied = 0;
			for (;;) {
				const query = readChangesQuery({ limit: '7', ...(after !== undefined && { after }) });
				const page = await readChanges(from, query);
				after = page.next;
				for (const change of page.changes) {
					const { kind, link } = JSON.parse(writeChange(change)) as { kind: string; link: object };
					await sendBody(
						to,
						new TextEncoder().encode(JSON.stringify([link])),
						kind === 'asserted' ? 'assert' : 'withdraw',
					);
					applied++;
				}
				if (page.isEnd) return applied;
			}
		},
	};
}

/** Makes all that may not be found yet count, as a reindex does. */
export async function makeAllSearchable(records: Records): Promise<void> {
	const coverage = await records.snapshot((_, snapshot) => snapshot.coverage());
	const generation = await records.beginRebuild(0, 0, 1);
	await records.finishRebuild(generation, 'built', { ...coverage, entries: [] }, logUnindexedDelta);
}
