// Puts together what a process tells of the broker to those who run it: status and health. It knows
// no engine, no thread and no transport.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createHealth, type HealthReport, type ToldTrouble } from '../broker/health.ts';
import { createServicesReport, type ServicesReport } from '../broker/tell-services.ts';
import { type BrokerStatus, createStatus } from '../broker/tell-status.ts';
import { systemClock } from '../clock.ts';
import type { IndexService } from '../ports/search/index-condition.ts';
import type { SearchReader } from '../ports/search/search-reader.ts';
import type { SearchAddress, Settings } from '../settings.ts';
import type { Records } from '../store/records.ts';
import { watchDisks } from './disk-space.ts';

type Needs = {
	/** The records as this thread reads them. */
	records: Pick<Records, 'currentGeneration' | 'rebuildProgress' | 'trouble' | 'usage'>;
	/** What counts and writes, perhaps another thread. */
	work: Pick<Records, 'backlog' | 'size'> & { trouble(): Promise<ToldTrouble | null> };
	indexSize: SearchReader['size'];
	index: IndexService;
};

/** What is told. */
export type SelfReport = HealthReport & { status(): Promise<BrokerStatus>; services(): Promise<ServicesReport> };

/** Creates it. */
export function createSelfReport(settings: Settings, { records, work, index, indexSize }: Needs): SelfReport {
	const disks = watchDisks(settings, systemClock);
	return {
		status: createStatus(
			{
				backlog: work.backlog,
				size: work.size,
				rebuildProgress: () => records.rebuildProgress(),
				indexSize,
				indexBytes: () => bytesOfIndex(settings.search),
			},
			systemClock,
		),
		services: createServicesReport(records, index, systemClock),
		...createHealth(
			{
				records,
				writerTrouble: work.trouble,
				readIndex: indexSize,
				requireRoom: disks.requireRoom,
				freeBytes: disks.free,
				oldest: work.backlog,
			},
			{ ...settings, clock: systemClock },
		),
	};
}

/** Measures the files of an index on SQLite; null for other engines. */
async function bytesOfIndex(address: SearchAddress): Promise<number | null> {
	if (address.kind !== 'sqlite') return null;
	const folder = dirname(address.path);
	const names = (await readdir(folder)).filter((name) => name.startsWith(basename(address.path)));
	// A file of an older generation may go meanwhile.
	const sizes = names.map((name) =>
		stat(join(folder, name)).then(
			({ size }) => size,
			() => 0,
		),
	);
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
