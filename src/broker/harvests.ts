// Lists harvests with their state and next run, and starts, pauses or removes them.
import { BrokerError } from '../errors.ts';
import { isoTime } from '../links/link-date.ts';
import type { Act } from '../store/audit.ts';
import type { Harvest, HarvestCounts, HarvestResult, HarvestRun, Harvests } from '../store/harvests.ts';
import type { Records } from '../store/records.ts';

/** How a run may end. */
export const harvestOutcomes = ['complete', 'failed', 'stopped', 'waiting'] as const;

export type { Harvest, HarvestCounts, HarvestResult, HarvestRun } from '../store/harvests.ts';

/** The state of a harvest; `interrupted`: a command continues its run. */
export const harvestConditions = ['running', 'scheduled', 'paused', 'interrupted', 'idle'] as const;
type HarvestCondition = (typeof harvestConditions)[number];

/**
 * The orders for a harvest: `start` lets a worker run it now; `pause` keeps workers from running it (a
 * run under way ends normally); `remove` removes it and keeps its links.
 */
export const harvestOrders = ['start', 'pause', 'remove'] as const;
export type HarvestOrder = (typeof harvestOrders)[number];

const actions = { start: 'harvest.started', pause: 'harvest.paused', remove: 'harvest.removed' } as const;

/** Does what is ordered. Fails with `not-found` where there is no harvest of this number. */
export async function orderHarvest(
	records: Harvests & Records,
	{ act, number, order }: { act: Act; number: number; order: HarvestOrder },
): Promise<void> {
	const found = (await records.harvests()).find((harvest) => harvest.number === number);
	if (!found) {
		const advice = '`link-broker harvest list` lists them';
		throw new BrokerError('not-found', `There is no harvest ${number}; ${advice}.`);
	}
	const { name, everySeconds } = found;
	await records.audit([{ ...act, action: actions[order], subject: name }]);
	if (order === 'remove') await records.removeHarvest(number);
	else await records.scheduleHarvest(number, { everySeconds, nextAt: order === 'start' ? act.now : null });
}

/** Returns the state of a harvest. */
export function conditionOf({ claimedUntil, nextAt, everySeconds, state }: Harvest, now: number): HarvestCondition {
	if (claimedUntil !== null && claimedUntil > now) return 'running';
	if (nextAt !== null) return 'scheduled';
	if (everySeconds !== null) return 'paused';
	return state.run === null ? 'idle' : 'interrupted';
}

/** A harvest as a document: names with underscores, times in ISO 8601 and UTC. */
export type HarvestDocument = ReturnType<typeof harvestDocument>;

/** Describes a harvest at a time (milliseconds since 1970). */
export function harvestDocument(harvest: Harvest, now: number) {
	const { number, name, task, state, everySeconds, nextAt } = harvest;
	const { pages, records, links, refused, events, failures } = state.totals;
	return {
		number,
		name,
		service: task.service,
		filters: task.filters,
		address: task.address,
		provider: task.provider,
		condition: conditionOf(harvest, now),
		every_seconds: everySeconds,
		next: isoTime(nextAt),
		last_complete: isoTime(state.succeededAt),
		totals: { pages, records, links, refused, events, failures },
		run: state.run === null ? null : runDocument(state.run),
		last: state.last === null ? null : resultDocument(state.last),
	};
}

function runDocument({ beganAt, since, steppedAt, total, notes, ...counts }: HarvestRun) {
	return {
		began: isoTime(beganAt),
		since: isoTime(since),
		last_page: isoTime(steppedAt),
		total,
		...countsOf(counts),
		notes: [...notes],
	};
}

function resultDocument({ outcome, beganAt, endedAt, notes, problem, notBefore, ...counts }: HarvestResult) {
	return {
		outcome,
		began: isoTime(beganAt),
		ended: isoTime(endedAt),
		...countsOf(counts),
		notes: [...notes],
		problem,
		not_before: isoTime(notBefore),
	};
}

function countsOf({ pages, records, links, refused, events }: HarvestCounts): HarvestCounts {
	return { pages, records, links, refused, events };
}
