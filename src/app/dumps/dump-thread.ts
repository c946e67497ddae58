// A thread that makes one dump, reports its progress and then ends.
import { workerData } from 'node:worker_threads';
import type { Actor } from '../../broker/audit.ts';
import type { DumpFormat } from '../../formats/dumps/dump-formats.ts';
import type { Settings } from '../../settings.ts';
import { reopenStores } from '../open.ts';
import { lowerPriority } from '../priority.ts';
import { answerParent, type Notify } from '../thread-calls.ts';
import { type WrittenDump, writeDump } from './write-dump.ts';

const pauseMilliseconds = 500;

type DumpOrder = { by: Actor; id: string; now: number };

/** What the thread does when it is called. */
export type DumpCalls = Awaited<ReturnType<typeof startDumps>>;

async function startDumps(settings: Settings, notify: Notify) {
	lowerPriority('index');
	const { records, close } = await reopenStores(settings);
	let reportedAt = 0;
	return {
		/** Writes the graph to `path`; see writeDump. */
		async make({ by, id, now }: DumpOrder, path: string, format: DumpFormat): Promise<WrittenDump> {
			const entry = { by, now, action: 'dump.started', subject: null, detail: { dump: id, format } } as const;
			// A dump is not kept back by records that take nothing at the moment.
			await records.audit([entry]).catch(() => undefined);
			const onProgress = ({ works }: { works: number }) => {
				if (performance.now() - reportedAt < pauseMilliseconds) return;
				reportedAt = performance.now();
				notify({ notice: 'dumped', works });
			};
			return writeDump(records, path, { format, now, force: false, settings, onProgress });
		},
		/** Records in the audit that a dump was removed. */
		auditRemoval: ({ by, id, now }: DumpOrder): Promise<void> =>
			records.audit([{ by, now, action: 'dump.removed', subject: null, detail: { dump: id } }]),
		stop: close,
	};
}

await answerParent((notify) => startDumps(workerData as Settings, notify));
