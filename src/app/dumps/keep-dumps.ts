// Makes dumps over HTTP, one at a time and in a thread of its own, and keeps the last ones. A dump is
//
//   Processing ──> Done
//      ├─────> Failed: its thread failed, it was given up, or its process has ended
//      └─────> removed, as Done and Failed ones are, too
//
// and the folder is claimed for as long as one is Processing.
import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { MadeDump, MadeDumps } from '../../broker/dumps/made-dumps.ts';
import { BrokerError } from '../../errors.ts';
import type { DumpFormat } from '../../formats/dumps/dump-formats.ts';
import type { Log } from '../../log.ts';
import type { startThread } from '../thread-calls.ts';
import type { DumpCalls } from './dump-thread.ts';
import type { DumpsFolder } from './dumps-folder.ts';

type Thread = ReturnType<typeof startThread<DumpCalls>>;

export type DumpsNeeds = {
	folder: DumpsFolder;
	/** How many are kept. */
	kept: number;
	/** Starts a thread; `onWorks` is called with how many works are written. */
	start(listeners: { onWorks(works: number): void; onFailure(error: Error): void }): Thread;
	log: Log;
	now(): number;
};

/** Each is one file, which is packed but where that says nothing. */
const endings: Readonly<Record<DumpFormat, string>> = {
	jsonl: 'jsonl.gz',
	csv: 'tar.gz',
	ntriples: 'nt.gz',
	parquet: 'tar',
	opencitations: 'csv.gz',
};

const signOfLifeMilliseconds = 1_000;

/** Opens the dumps; `stop` gives up the one that is being made. */
export function keepDumps(needs: DumpsNeeds): MadeDumps & { stop(): Promise<void> } {
	const { folder, now } = needs;
	let making: Making | undefined;
	const find = async (id: string) => (await folder.list()).find((dump) => dump.id === id);
	return {
		list: folder.list,
		find,
		async make(by, format) {
			const startedAt = now();
			const id = `${new Date(startedAt).toISOString().replaceAll(/[-:.]/g, '')}-${format}`;
			if (!(await folder.claim(id))) {
				throw new BrokerError('conflict', 'A dump is being made; wait until it is done, or remove it.');
			}
			const dump: MadeDump = {
				...{ id, format, state: 'Processing', by: by.who, startedAt, finishedAt: null },
				file: `link-broker-${id}.${endings[format]}`,
				...{ bytes: null, counts: null, change: null, works: 0, error: null },
			};
			await folder.write(dump);
			making = beginMaking(needs, by, dump);
			return dump;
		},
		async remove(by, id) {
			const dump = await find(id);
			if (dump === undefined) return false;
			await folder.remove(dump);
			// Another process notices that its dump was removed.
			if (making?.id === id) await making.giveUp('It was removed.');
			const thread = needs.start({ onWorks: () => undefined, onFailure: () => undefined });
			const removal = { by, id, now: now() };
			await thread.calls
				.auditRemoval(removal)
				.catch((err) => needs.log.warn({ err }, 'A removed dump is not in the audit'));
			await thread.stop();
			return true;
		},
		async read(dump, range) {
			const file = await open(folder.pathOf(dump)).catch((error: NodeJS.ErrnoException) => {
				if (error.code !== 'ENOENT') throw error;
				throw new BrokerError(
					'not-found',
					`The file of this dump (${dump.file}) is missing; remove the dump and make another.`,
				);
			});
			return Readable.toWeb(file.createReadStream(range)) as WebStream as ReadableStream<Uint8Array>;
		},
		async stop() {
			await making?.giveUp('The broker was stopped while it was made.');
		},
	};
}

type Making = { id: string; giveUp(reason: string): Promise<void> };

function beginMaking(
	{ folder, kept, start, log, now }: DumpsNeeds,
	by: Parameters<MadeDumps['make']>[0],
	dump: MadeDump,
) {
	const { promise: failed, reject } = Promise.withResolvers<never>();
	failed.catch(() => undefined);
	let state = dump;
	const thread = start({
		onWorks: (works) => {
			state = { ...state, works };
		},
		onFailure: reject,
	});
	const giveUp = (reason: string): void => reject(new BrokerError('unavailable', reason));
	const life = setInterval(() => {
		folder.rewrite(state).then(
			(isThere) => isThere || giveUp('It was removed.'),
			(err) => log.warn({ err, dump: dump.id }, 'The state of a dump cannot be written'),
		);
	}, signOfLifeMilliseconds);
	const { id, format, startedAt } = dump;
	const order = { by, id, now: startedAt };
	const finished = Promise.race([thread.calls.make(order, folder.pathOf(dump), format), failed])
		.then(
			({ bytes, change, ...counts }): MadeDump => ({
				...state,
				state: 'Done',
				bytes,
				change,
				counts,
				works: counts.works,
			}),
			async (error): Promise<MadeDump> => {
				log.warn({ err: error, dump: id }, 'A dump failed');
				const problem = error instanceof BrokerError ? error.message : 'Internal error; see the log.';
				return { ...state, state: 'Failed', error: problem };
			},
		)
		.then(async (ended) => {
			assert.equal(state.state, 'Processing', 'A dump ends once');
			assert.notEqual(ended.state, 'Processing');
			state = ended;
			clearInterval(life);
			await thread.end();
			const isThere = await folder.rewrite({ ...ended, finishedAt: now() });
			if (!isThere) await folder.remove(dump);
			else if (ended.state === 'Failed') await removeUnfinished(folder, ended, now());
			await folder.release();
			await removeOld(folder, kept);
		})
		.catch((err) => log.error({ err, dump: id }, 'The state of a dump cannot be updated'));
	return {
		id,
		async giveUp(reason: string) {
			giveUp(reason);
			await finished;
		},
	};
}

/** Removes what exists of a file, and updates the state of the dump. */
async function removeUnfinished(folder: DumpsFolder, dump: MadeDump, finishedAt: number): Promise<void> {
	await folder.remove(dump);
	await folder.write({ ...dump, finishedAt });
}

async function removeOld(folder: DumpsFolder, kept: number): Promise<void> {
	const ended = (await folder.list()).filter(({ state }) => state !== 'Processing');
	for (const dump of ended.slice(kept)) await folder.remove(dump);
}
