// Harvests services: one at a time for each harvest, whichever process is at it, with the links
// going the way of all links.
import type { HarvestPreview, WantedHarvest } from '../broker/harvests.ts';
import { keepRenewing } from '../broker/keep-renewing.ts';
import { type LoadSteps, loadSources } from '../broker/load-files.ts';
import type { BodyReading } from '../broker/read-bodies.ts';
import type { Clock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { Translation } from '../formats/dialects/translate.ts';
import type { ChunkLimits } from '../formats/json/chunk-builder.ts';
import type { GuardedFetch } from '../network/guarded-connections.ts';
import type { Actor } from '../store/audit.ts';
import type { Harvest, HarvestRun, HarvestState, HarvestTask } from '../store/harvests.ts';
import type { LoadOfEvent } from '../store/loads.ts';
import type { Records } from '../store/records.ts';
import { credentialsOf } from './describe-services.ts';
import type { Answer } from './polite-requests.ts';
import { pageReading, previewHarvest, requestsTo, whileSomebodyWaits } from './preview-harvest.ts';
import { changesSince, freshState, type RunNeeds, runHarvest, type StoredPage } from './run-harvest.ts';
import type { Asked, HarvestService, ServiceSecret } from './service.ts';
import { checkTask, harvestName, readAddress, type Spelling, serviceNamed } from './services.ts';

/** Where a harvest begins; without it, it goes on, or takes what changed since the last run. */
export type HarvestBegin = {
	/** With what changed at this moment or later (milliseconds since 1970). */
	from?: number | undefined;
	/** With the first page, of everything or of what changed since `from`. */
	restart?: boolean | undefined;
};

/** What a harvest reports while it runs. */
export type HarvestListener = {
	/** Called after each page; `links`: how many it brought. */
	onProgress(run: HarvestRun, links: number): void;
	/** Called with the reason where it waits or asks again. */
	onWait(words: string): void;
	signal: AbortSignal;
};

export type HarvesterNeeds = {
	records: Records;
	/** A name that no other worker has. */
	worker: string;
	leaseMilliseconds: number;
	clock: Clock;
	limits: ChunkLimits;
	/** The User-Agent of requests. */
	agent: string;
	fetch: GuardedFetch;
	contact: string | null;
	/** Reads a secret from the settings. */
	secretOf(variable: ServiceSecret['variable']): string | null;
	knownDois: Asked['knownDois'];
	/** Translates a page. */
	translate: BodyReading['page'];
	/** Reads the first page of a harvest that is not stored. */
	previewPage: BodyReading['previewPage'];
	/** What links go through; `by` is who has them stored, as events of `load`. */
	steps(by: Actor, load: LoadOfEvent): LoadSteps;
};

const hourMilliseconds = 3_600_000;
/** After that the records may be there again. */
const brokenOffMilliseconds = 60_000;

/** What may be done with harvests beside HarvestActs. */
export type Harvester = ReturnType<typeof createHarvester>;

/** Creates it. */
export function createHarvester(needs: HarvesterNeeds) {
	const { records, clock, worker, leaseMilliseconds } = needs;
	const claim = () => ({ worker, now: clock.now(), until: clock.now() + leaseMilliseconds });
	/** Finds the harvest of a task, if there is one, and checks that it may be run. */
	const check = async (task: HarvestTask, { from }: HarvestBegin, writtenAs: Spelling = 'options') => {
		const service = serviceNamed(task.service, writtenAs);
		const name = harvestName(task);
		const kept = (await records.harvests()).find((harvest) => harvest.name === name);
		const isBegun = from !== undefined || kept !== undefined;
		checkTask(service, task, { ...credentialsOf(service, needs), isBegun, writtenAs });
		return { service, name, kept };
	};
	const preview = (
		{ service, kept }: { service: HarvestService; kept?: Harvest | undefined },
		task: HarvestTask,
		begin: HarvestBegin,
		listener: Parameters<typeof requestsTo>[3],
	) => {
		const since = changesSince(begun(kept?.state ?? freshState(null), begin), service);
		const { knownDois } = needs;
		const asked = { filters: task.filters, since, until: clock.now(), knownDois, ...credentialsOf(service, needs) };
		return previewHarvest(service, task, asked, requestsTo(service, task, needs, listener), needs);
	};
	/** Claims the harvest of a task, which is made where there is none. */
	const claimOf = async (task: HarvestTask, begin: HarvestBegin): Promise<Harvest> => {
		const { name } = await check(task, begin);
		const { number } = await records.keepHarvest({ name, task, state: freshState(null) });
		const claimed = await records.claimHarvest(number, claim());
		if (claimed) return claimed;
		throw new BrokerError('conflict', `Another process is harvesting ${name} at the moment.`);
	};

	/** Runs a harvest that this worker has claimed, and lets go of it. */
	const runClaimed = async (by: Actor, harvest: Harvest, begin: HarvestBegin, listener: HarvestListener) => {
		const { number, task } = harvest;
		const service = serviceNamed(task.service);
		const renewing = keepRenewing(clock, leaseMilliseconds, () => records.renewHarvest(number, claim()));
		let ended: HarvestState | undefined;
		try {
			ended = await runHarvest(begun(harvest.state, begin), runNeeds(by, { number, task, service }, needs, listener));
			return ended;
		} finally {
			await renewing.end();
			await records.releaseHarvest(number, worker, nextTime(harvest, ended, clock.now()));
		}
	};
	return {
		/**
		 * Runs a harvest to its end, and answers it as it is then. Fails with `conflict` where another
		 * process is at it, and as checkTask does.
		 */
		async harvest(
			by: Actor,
			task: HarvestTask,
			{ from, restart, ...listener }: HarvestBegin & HarvestListener,
		): Promise<Harvest> {
			const claimed = await claimOf(task, { from });
			const state = await runClaimed(by, claimed, { from, restart }, listener);
			return { ...claimed, state, claimedUntil: null };
		},
		/** Has workers run a harvest now, and then so often. Fails as checkTask does. */
		async scheduleHarvest(
			by: Actor,
			task: HarvestTask,
			{ everySeconds, ...begin }: HarvestBegin & { everySeconds: number },
		): Promise<Harvest> {
			const { number, name, state } = await claimOf(task, begin);
			await records.noteHarvest(number, worker, begun(state, begin));
			await records.releaseHarvest(number, worker, undefined);
			const act = { by, now: clock.now() };
			const detail = { every_seconds: everySeconds };
			await records.audit([{ ...act, action: 'harvest.scheduled', subject: name, detail }]);
			await records.scheduleHarvest(number, { everySeconds, nextAt: act.now });
			return (await records.harvests()).find((harvest) => harvest.number === number) as Harvest;
		},
		/** Asks for the first page, and stores nothing. */
		async previewHarvest(
			task: HarvestTask,
			{ from, restart, ...listener }: HarvestBegin & HarvestListener,
		): Promise<HarvestPreview> {
			return preview(await check(task, { from }), task, { from, restart }, listener);
		},
		/** Previews a harvest that may be made, within the time that somebody waits for an answer. */
		async previewNewHarvest(wanted: WantedHarvest): Promise<HarvestPreview> {
			const { task, begin } = readWanted(wanted);
			const { service } = await check(task, begin, 'fields');
			const listener = { signal: new AbortController().signal, onWait: () => undefined, ...whileSomebodyWaits };
			return preview({ service }, task, begin, listener);
		},
		/**
		 * Makes a harvest, which a worker runs now and then as its schedule says. Fails with `conflict`
		 * where there is one of the same name, and as checkTask does for fields.
		 */
		async createHarvest(by: Actor, wanted: WantedHarvest): Promise<Harvest> {
			const { task, begin } = readWanted(wanted);
			const { name, kept } = await check(task, begin, 'fields');
			if (kept) throw alreadyThere(kept);
			const { everySeconds } = wanted;
			const now = clock.now();
			const detail = { every_seconds: everySeconds };
			await records.audit([{ by, now, action: 'harvest.created', subject: name, detail }]);
			const state = freshState(begin.from ?? null);
			const made = await records.createHarvest({ name, task, state, everySeconds, nextAt: now });
			if (made) return made;
			throw alreadyThere((await records.harvests()).find((one) => one.name === name) ?? { name, number: undefined });
		},
		/** Runs the harvest that is due, if one is; answers it as it is then. */
		async harvestDue(listener: HarvestListener): Promise<Harvest | undefined> {
			// A look that finds nothing, as nearly all do, is not to keep others from writing.
			if (!(await records.harvests()).some((harvest) => mayBeDue(harvest, clock.now()))) return undefined;
			const due = await records.claimHarvest('due', claim());
			if (!due) return undefined;
			const by = { who: `harvest (${due.name})`, address: null };
			return { ...due, state: await runClaimed(by, due, {}, listener), claimedUntil: null };
		},
	};
}

function mayBeDue({ nextAt, claimedUntil }: Harvest, now: number): boolean {
	return nextAt !== null && (nextAt <= now || claimedUntil !== null);
}

function begun(state: HarvestState, { from, restart }: HarvestBegin): HarvestState {
	if (from === undefined && !restart) return state;
	return { ...state, from: from ?? null, run: null, completeFrom: null };
}

/** When a harvest with a schedule is next due, where that is not as its schedule says. */
function nextTime({ everySeconds }: Harvest, ended: HarvestState | undefined, now: number): number | undefined {
	if (ended === undefined) return now + brokenOffMilliseconds;
	const outcome = ended.last?.outcome;
	if (outcome === 'complete') return undefined;
	if (outcome === 'stopped') return now;
	if (outcome === 'waiting') return ended.last?.notBefore ?? undefined;
	return now + Math.min(hourMilliseconds, (everySeconds ?? 0) * 1_000);
}

function runNeeds(
	by: Actor,
	{ number, task, service }: { number: number; task: HarvestTask; service: HarvestService },
	needs: HarvesterNeeds,
	listener: HarvestListener,
): RunNeeds {
	const { records, worker, clock, knownDois } = needs;
	return {
		...{ service, task, clock, knownDois, signal: listener.signal, onProgress: listener.onProgress },
		...credentialsOf(service, needs),
		check: () => checkTask(service, task, { ...credentialsOf(service, needs), isBegun: true }),
		requests: requestsTo(service, task, needs, listener),
		store: (answer, name, first = null) => {
			const load = { kind: 'harvest' as const, name: harvestName(task), first };
			return storePage(by, { answer, name, task, service, load }, needs);
		},
		async note(state) {
			if (await records.noteHarvest(number, worker, state)) return;
			throw new BrokerError('conflict', 'The harvest was removed, or another process has taken it over.');
		},
	};
}

type PageOf = { answer: Answer; name: string; task: HarvestTask; service: HarvestService; load: LoadOfEvent };

async function storePage(
	by: Actor,
	page: PageOf,
	{ limits, clock, translate, steps }: HarvesterNeeds,
): Promise<StoredPage> {
	const options = pageReading(page.service, page.task, clock);
	const chunks = async function* (onEnd: (translation: Translation) => void) {
		const translated = await translate(page.name, page.answer.bytes, options, limits);
		for (const chunk of translated.chunks) {
			// A part of a set is no edition of it, which the next edition would take the place of.
			yield chunk.replacement === 'set' ? { ...chunk, replacement: 'statement' as const } : chunk;
		}
		if (translated.translation) onEnd(translated.translation);
	};
	const loading = {
		...options,
		action: 'assert',
		replace: 'record',
		noindex: false,
		onProgress: () => undefined,
	} as const;
	const loaded = await loadSources([{ isNamed: true, chunks }], loading, steps(by, page.load));
	const { links, firstEvent, refused, events } = loaded;
	return { links, firstEvent, firstId: events[0]?.eventId ?? null, refused: refused.length, events: events.length };
}

/** Reads what is wanted as the command line reads its options. */
function readWanted({ task, from }: WantedHarvest): { task: HarvestTask; begin: HarvestBegin } {
	const address = task.address === null ? null : readAddress(task.address, 'fields');
	return { task: { ...task, address }, begin: { from: from ?? undefined } };
}

function alreadyThere({ number, name }: { number: number | undefined; name: string }): BrokerError {
	const which = number === undefined ? '' : ` ${number}`;
	return new BrokerError('conflict', `Harvest${which} is the same: ${name}. Start it, or change its schedule.`);
}
