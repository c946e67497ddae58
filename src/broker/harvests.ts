// What people see and order of harvests: which there are, how each is, when the next is due. It
// knows no service, and runs none.
import { BrokerError } from '../errors.ts';
import type { Act } from '../ports/records/audit.ts';
import type { Harvest, Harvests } from '../ports/records/harvests.ts';
import type { Records } from '../ports/records/records.ts';

export type { Harvest, HarvestCounts, HarvestResult, HarvestRun } from '../ports/records/harvests.ts';

/** How a harvest is at the moment; `broken off`: its run is to be gone on with, by a command. */
export const harvestConditions = ['running', 'scheduled', 'paused', 'broken off', 'idle'] as const;
export type HarvestCondition = (typeof harvestConditions)[number];

/** What people may order of harvests. */
export type HarvestActs = {
	/** Lists all, by number. */
	listHarvests(): Promise<Harvest[]>;
	/** Has a worker run one now. Fails with `not-found` where there is none of this number. */
	startHarvest(act: Act, number: number): Promise<void>;
	/** Keeps workers from running one; a run under way comes to its end. Fails as startHarvest. */
	pauseHarvest(act: Act, number: number): Promise<void>;
	/** Forgets one; what it brought stays. Fails as startHarvest. */
	removeHarvest(act: Act, number: number): Promise<void>;
};

/** Creates them. */
export function createHarvestActs(records: Harvests & Pick<Records, 'audit'>): HarvestActs {
	const find = async (number: number): Promise<Harvest> => {
		const found = (await records.harvests()).find((harvest) => harvest.number === number);
		if (found) return found;
		throw new BrokerError(
			'not-found',
			`There is no harvest ${number}; link-broker harvest list tells those there are.`,
		);
	};
	const order = async (act: Act, number: number, action: 'started' | 'paused' | 'removed'): Promise<void> => {
		const { name, everySeconds } = await find(number);
		await records.audit([{ ...act, action: `harvest.${action}`, subject: name }]);
		if (action === 'removed') await records.removeHarvest(number);
		else await records.scheduleHarvest(number, { everySeconds, nextAt: action === 'started' ? act.now : null });
	};
	return {
		listHarvests: () => records.harvests(),
		startHarvest: (act, number) => order(act, number, 'started'),
		pauseHarvest: (act, number) => order(act, number, 'paused'),
		removeHarvest: (act, number) => order(act, number, 'removed'),
	};
}

/** Tells how a harvest is. */
export function conditionOf({ claimedUntil, nextAt, everySeconds, state }: Harvest, now: number): HarvestCondition {
	if (claimedUntil !== null && claimedUntil > now) return 'running';
	if (nextAt !== null) return 'scheduled';
	if (everySeconds !== null) return 'paused';
	return state.run === null ? 'idle' : 'broken off';
}
