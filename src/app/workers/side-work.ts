// What workers do beside events and the index: trim the change log, withdraw loads, run harvests that
// are due, ask registries for descriptions, send to subscribers, and count the sources.

import { keepCount } from '../../broker/sources/keep-count.ts';
import { withdrawOrdered } from '../../broker/withdrawing/withdraw-load.ts';
import type { Clock } from '../../clock.ts';
import type { Describer } from '../../harvest/describing/describe-works.ts';
import type { Harvester } from '../../harvest/harvester.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Holdings } from '../../store/holdings.ts';
import type { Records } from '../../store/records.ts';
import { createLoop, type Loop } from './loop.ts';

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

export type SideWorkOptions = {
	clock: Clock;
	log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
	/** How often it is looked whether something is due. */
	pollMilliseconds: number;
};

/** Trims the log now and every hour, to so many days, until it is stopped; null keeps all of it. */
export function startChangeTrimmer(
	records: Pick<Records, 'trimChanges'>,
	changesDays: number | null,
	{ clock, log }: Omit<SideWorkOptions, 'pollMilliseconds'>,
): { stop(): Promise<void> } {
	if (changesDays === null) return { stop: async () => undefined };
	const round = async () => {
		const entries = await records.trimChanges(clock.now() - changesDays * dayMilliseconds);
		if (entries > 0) log.info({ entries }, 'Old entries of the change log were removed');
		return false;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: hourMilliseconds,
		onError: (err) => log.warn({ err }, 'The change log cannot be trimmed; trying again'),
	});
}

/**
 * Withdraws the events of loads whose withdrawal was ordered until it is stopped, one in each round.
 * `onWithdrawn` is called after each.
 */
export function startWithdrawalLoop(
	records: Records,
	{ clock, pollMilliseconds, log, onWithdrawn }: SideWorkOptions & { onWithdrawn(): void },
): Loop {
	const round = async () => {
		const found = await withdrawOrdered(records);
		if (found) onWithdrawn();
		return found;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds,
		onError: (err) => log.warn({ err }, 'A load cannot be withdrawn; trying again'),
	});
}

const leastPollMilliseconds = 5_000;
const leastDescribePollMilliseconds = 30_000;

/**
 * Harvests until it is stopped; a stop ends a run, which another worker goes on with. `onStored` gets
 * how many links came with each page.
 */
export function startHarvestLoop(
	harvester: Harvester,
	{ clock, pollMilliseconds, log, onStored }: SideWorkOptions & { onStored(links: number): void },
): Loop {
	const round = async (_: () => boolean, signal: AbortSignal) => {
		const ended = await harvester.harvestDue({
			signal,
			onProgress: (_run, links) => onStored(links),
			onWait: (words) => log.info({}, `Harvest: ${words}`),
		});
		if (!ended) return false;
		const { last } = ended.state;
		const summary = { harvest: ended.name, outcome: last?.outcome, records: last?.records, links: last?.links };
		if (last?.outcome === 'failed') log.warn({ ...summary, problem: last.problem }, 'Harvest failed');
		else log.info(summary, 'Harvest ended');
		return true;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: Math.max(pollMilliseconds, leastPollMilliseconds),
		onError: (err) => log.warn({ err }, 'A harvest was interrupted; trying again'),
	});
}

/**
 * Asks registries for descriptions as often as that until it is stopped; null: never. A stop ends a
 * run, which another worker goes on with. `open` gives what asks, each time that is needed; `onStored`
 * gets how many works each list described.
 */
export function startDescribeLoop(
	open: () => Promise<Pick<Describer, 'describeDue'>>,
	everySeconds: number | null,
	{ clock, pollMilliseconds, log, onStored }: SideWorkOptions & { onStored(links: number): void },
): { stop(): Promise<void> } {
	if (everySeconds === null) return { stop: async () => undefined };
	const round = async (_: () => boolean, signal: AbortSignal) => {
		const describer = await open();
		const ended = await describer.describeDue(everySeconds * 1_000, {
			signal,
			onProgress: (_summary, links) => onStored(links),
			onWait: (words) => log.info({}, `Descriptions: ${words}`),
		});
		if (!ended) return false;
		const { outcome, works, described, services } = ended;
		const problems = services.flatMap(({ problem }) => problem ?? []);
		if (problems.length > 0) log.warn({ outcome, works, described, problems }, 'Some registries did not answer');
		else log.info({ outcome, works, described }, 'Registries were asked for descriptions');
		return false;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: Math.max(pollMilliseconds, leastDescribePollMilliseconds),
		onError: (err) => log.warn({ err }, 'Asking registries was interrupted; trying again'),
	});
}

/** Counts until it is stopped; a stop gives up the count under way. */
export function startSourcesCounter(
	records: Holdings,
	index: SearchIndex,
	{ clock, pollMilliseconds, log }: SideWorkOptions,
): Loop {
	let counted: string | undefined;
	const round = async (_: () => boolean, signal: AbortSignal) => {
		const state = await records.holdingsState();
		// Spares reading what is kept, again and again.
		if (state === counted) return false;
		const outcome = await keepCount(records, index, { clock, signal });
		if (outcome === 'current') counted = state;
		return typeof outcome === 'object' ? outcome : outcome === 'counted';
	};
	return createLoop(round, {
		clock,
		pollMilliseconds,
		onError: (err) => log.warn({ err }, 'The sources cannot be counted; trying again'),
	});
}

/** Sends one message, as the sender of this number; answers whether one was due. */
export type Deliver = (sender: number, signal: AbortSignal) => Promise<boolean>;

/** What works on subscriptions. */
export type Following = {
	/** Matches new entries of the change log; answers whether there were any. */
	match(signal: AbortSignal): Promise<boolean>;
	/** Opens what sends; it is asked for each message. */
	openDelivery(): Promise<Deliver>;
};

/** So many receivers are sent to at the same time. */
const connections = 16;
const longestPollMilliseconds = 60_000;
const betweenMatchesMilliseconds = 1_000;

/**
 * Matches the change log with subscriptions, and sends what fits, until it is stopped; a stop leaves
 * messages under way to another worker. Whether there is something to do costs one read.
 */
export function startDelivery(
	records: Pick<Records, 'subscriptionWork'>,
	{ match, openDelivery }: Following,
	{ clock, pollMilliseconds, log }: SideWorkOptions,
): Loop {
	let isDue = false;
	const senderOf = (number: number) =>
		createLoop(async (_, signal) => isDue && (await openDelivery())(number, signal), {
			...{ clock, pollMilliseconds: longestPollMilliseconds },
			onError: (err) => log.warn({ err }, 'Changes cannot be sent; trying again'),
		});
	const senders = Array.from({ length: connections }, (_, number) => senderOf(number));
	const send = () => {
		isDue = true;
		for (const sender of senders) sender.wake();
	};
	let restUntil = 0;
	const round = async (_: () => boolean, signal: AbortSignal) => {
		const work = await records.subscriptionWork(clock.now());
		isDue = false;
		if (work.isDue) send();
		if (!work.isUnmatched) return false;
		// A load is matched in a few large steps, and what comes at about the same time is one message.
		await clock.sleep(Math.max(0, restUntil - clock.elapsed()), signal);
		const found = await match(signal);
		restUntil = clock.elapsed() + betweenMatchesMilliseconds;
		return found;
	};
	const matching = createLoop(round, {
		...{ clock, pollMilliseconds },
		onError: (err) => log.warn({ err }, 'Subscriptions cannot be matched; trying again'),
	});
	return {
		...matching,
		stop: async () => void (await Promise.all([matching, ...senders].map((loop) => loop.stop()))),
	};
}
