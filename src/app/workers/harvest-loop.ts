// Runs harvests when they are due, one after the other. It knows no service, no engine and no
// thread.
import type { Clock } from '../../clock.ts';
import type { Harvester } from '../../harvest/harvester.ts';
import { createLoop, type Loop } from './loop.ts';

const leastPollMilliseconds = 5_000;

export type HarvestLoopOptions = {
	clock: Clock;
	pollMilliseconds: number;
	log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
	/** Told how many links came with each page. */
	onStored(links: number): void;
};

/** Harvests until it is stopped; a stop ends a run, which another worker goes on with. */
export function startHarvestLoop(
	harvester: Pick<Harvester, 'harvestDue'>,
	{ clock, pollMilliseconds, log, onStored }: HarvestLoopOptions,
): Loop {
	const round = async (_: () => boolean, signal: AbortSignal) => {
		const ended = await harvester.harvestDue({
			signal,
			onProgress: (_run, links) => onStored(links),
			onWait: (words) => log.info({}, `Harvest: ${words}`),
		});
		if (!ended) return false;
		const { last } = ended.state;
		const told = { harvest: ended.name, outcome: last?.outcome, records: last?.records, links: last?.links };
		if (last?.outcome === 'failed') log.warn({ ...told, problem: last.problem }, 'A harvest has failed');
		else log.info(told, 'A harvest has ended');
		return true;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: Math.max(pollMilliseconds, leastPollMilliseconds),
		onError: (err) => log.warn({ err }, 'A harvest broke off; trying again'),
	});
}
