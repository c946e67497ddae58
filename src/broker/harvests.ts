// Lists harvests with their state and next run, and starts, pauses, changes or removes them; the
// contract of what makes them.
import { BrokerError } from '../errors.ts';
import { isoTime } from '../links/link-date.ts';
import type { Act, Actor } from '../store/audit.ts';
import type { Harvest, HarvestCounts, HarvestResult, HarvestRun, Harvests, HarvestTask } from '../store/harvests.ts';
import type { Records } from '../store/records.ts';
import type { BytesPreview } from './preview.ts';

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
	const { name, everySeconds } = await findHarvest(records, number);
	await records.audit([{ ...act, action: actions[order], subject: name }]);
	if (order === 'remove') await records.removeHarvest(number);
	else await records.scheduleHarvest(number, { everySeconds, nextAt: order === 'start' ? act.now : null });
}

async function findHarvest(records: Harvests, number: number): Promise<Harvest> {
	const found = (await records.harvests()).find((harvest) => harvest.number === number);
	if (found) return found;
	throw new BrokerError('not-found', `There is no harvest ${number}; \`link-broker harvest list\` lists them.`);
}

/**
 * Changes how often a harvest runs (null: on request only), and returns it. A paused one stays
 * paused. The next run comes that long after the last one began, or as planned if that is sooner
 * and the last one was not complete. Fails with `not-found` as orderHarvest does.
 */
export async function changeHarvest(
	records: Harvests & Records,
	{ act, number, everySeconds }: { act: Act; number: number; everySeconds: number | null },
): Promise<Harvest> {
	const found = await findHarvest(records, number);
	const detail = { every_seconds: everySeconds, before: found.everySeconds };
	await records.audit([{ ...act, action: 'harvest.changed', subject: found.name, detail }]);
	const nextAt = nextAfterChange(found, everySeconds, act.now);
	if (!(await records.scheduleHarvest(number, { everySeconds, nextAt }))) return findHarvest(records, number);
	return { ...found, everySeconds, nextAt };
}

function nextAfterChange(harvest: Harvest, everySeconds: number | null, now: number): number | null {
	const { nextAt, state } = harvest;
	const isDue = nextAt !== null && nextAt <= now;
	const isPaused = nextAt === null && harvest.everySeconds !== null;
	if (isDue || isPaused || everySeconds === null) return isDue ? nextAt : null;
	if (state.last === null) return now;
	const next = Math.max(now, state.last.beganAt + everySeconds * 1_000);
	return nextAt !== null && state.last.outcome !== 'complete' ? Math.min(nextAt, next) : next;
}

/** What is wanted of a new harvest; `from`: it begins with what changed since (milliseconds since 1970). */
export type WantedHarvest = { task: HarvestTask; from: number | null; everySeconds: number | null };

/** What the first page of a harvest holds, and what that says of the whole. */
export type HarvestPreview = {
	/** What is asked, without secrets. */
	address: string;
	/** How many records the service has in all; null: it does not say. */
	total: number | null;
	/** The records of the page. */
	records: number;
	/** undefined: there is nothing to ask. */
	page: BytesPreview | undefined;
	/** How long it took to get and read the page. */
	pageSeconds: number | null;
	/** The pages of the whole, and the least time for them; null: nobody knows how many there are. */
	estimate: { pages: number; seconds: number } | null;
	/** Unusual observations, a sentence each. */
	notes: readonly string[];
};

/** A service, as forms and programs see it. */
export type HarvestServiceDocument = {
	name: string;
	title: string;
	/** null: each repository has its own. */
	address: string | null;
	/** How a run finds what changed; null: each run reads everything. */
	changes: string | null;
	/** The least time between two requests. */
	pause_seconds: number;
	filters: { name: string; meaning: string; example: string }[];
	/** One of these filters must be given; empty: none need be. */
	needs_one_of: string[];
	/** None need be given either where only changes since a day are asked for. */
	whole_since: boolean;
	/** Settings that it needs or takes; `words` complete "the service needs …". */
	settings: { name: string; needed: boolean; set: boolean; words: string }[];
	/** An example of its command. */
	command: string;
};

/** Makes harvests: done by whoever knows the services. */
export type HarvestMaker = {
	listServices(): HarvestServiceDocument[];
	/** Asks for the first page, and stores nothing. */
	preview(wanted: WantedHarvest): Promise<HarvestPreview>;
	create(by: Actor, wanted: WantedHarvest): Promise<Harvest>;
};

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

function runDocument({ beganAt, since, steppedAt, total, notes, load = null, ...counts }: HarvestRun) {
	return {
		load,
		began: isoTime(beganAt),
		since: isoTime(since),
		last_page: isoTime(steppedAt),
		total,
		...countsOf(counts),
		notes: [...notes],
	};
}

function resultDocument({
	outcome,
	load = null,
	beganAt,
	endedAt,
	notes,
	problem,
	notBefore,
	...counts
}: HarvestResult) {
	return {
		outcome,
		load,
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
