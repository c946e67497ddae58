// Runs a harvest: page by page it is asked for, stored, and only then noted as read, so that a run
// that breaks off at any moment repeats one page at the most and misses none. A harvest is
//
//   no run ── begins ──> run at a position ── page noted ──> run at the next position
//      ▲                    │     ▲ goes on, in any process        │
//      │                    │     └── stopped, waiting, failed ────┤
//      └── complete, or the position it began with is refused ─────┘
//
// where `run` of its state is null or says how far it is, and `last` how the last part ended.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LoadedFiles } from '../broker/load-files.ts';
import type { Clock } from '../clock.ts';
import { BrokerError, hasCode, isOutage } from '../errors.ts';
import type { HarvestCounts, HarvestResult, HarvestRun, HarvestState, HarvestTask } from '../store/harvests.ts';
import { type Answer, GoOnLater, type PoliteRequests, Refusal } from './polite-requests.ts';
import type { Asked, HarvestService, Position, ServicePage } from './service.ts';

/** What became of the links of a page. */
export type StoredPage = Pick<LoadedFiles, 'links' | 'firstEvent'> & {
	/** The id of its first event. */
	firstId: string | null;
	refused: number;
	events: number;
};

export type RunNeeds = {
	service: HarvestService;
	task: HarvestTask;
	requests: PoliteRequests;
	clock: Clock;
	/** Aborted, the run ends before the next page. */
	signal: AbortSignal;
	/** Stores the links of a page durably, as events of the load that begins with `firstEvent`. */
	store(answer: Answer, name: string, firstEvent: HarvestRun['firstEvent']): Promise<StoredPage>;
	/** Fails where what is asked needs to be mended first. */
	check(): void;
	/** Stores how far the harvest is. Fails where another process has taken it over. */
	note(state: HarvestState): Promise<void>;
	/** Called after each page; `links`: how many it brought. */
	onProgress(run: HarvestRun, links: number): void;
} & Pick<Asked, 'contact' | 'secret' | 'knownDois'>;

/** Nothing has come. */
export const noHarvest: HarvestCounts = { pages: 0, records: 0, links: 0, refused: 0, events: 0 };

/** The state of a harvest that never ran, and whose first run begins with changes at `from`. */
export function freshState(from: number | null): HarvestState {
	return {
		...{ from, run: null, last: null, completeFrom: null, succeededAt: null },
		totals: { ...noHarvest, failures: 0 },
	};
}

const mostNotes = 20;
const mostDetours = 5;

/**
 * Goes on with the run of a state, or begins one: with what changed since the last complete run
 * began. Answers the state at its end, which is noted as well; a failure is part of it, and not
 * thrown, unless the state cannot be noted.
 */
export async function runHarvest(state: HarvestState, needs: RunNeeds): Promise<HarvestState> {
	const { service, clock } = needs;
	const run = state.run ?? beginRun(state, service, clock.now());
	const asked = askedIn(run, needs);
	const begun = { visited: new Set<string>(), digest: undefined, detours: 0, steps: 0, hasEnded: false };
	const running: Running = { state, run, asked, ...begun };
	try {
		await takeAll(running, needs);
	} catch (error) {
		if (needs.signal.aborted) return end(running, needs, 'stopped', null);
		if (error instanceof GoOnLater) return end(running, needs, 'waiting', error);
		if (isOutage(error) || hasCode(error, 'conflict')) throw error;
		if (error instanceof BrokerError) return end(running, needs, 'failed', error);
		await end(running, needs, 'failed', unexpected(error));
		throw error;
	}
	return end(running, needs, needs.signal.aborted ? 'stopped' : 'complete', null);
}

function unexpected(cause: unknown): BrokerError {
	const message = 'Internal error; see the log of the process that ran the harvest.';
	return new BrokerError('internal', message, { cause });
}

type Running = {
	state: HarvestState;
	run: HarvestRun;
	asked: Asked;
	/** Positions of this process's part of the run. */
	visited: Set<string>;
	/** Of the records of the last page that had any. */
	digest: string | undefined;
	/** How often the service refused a position, and another one was tried. */
	detours: number;
	/** Pages that were read since the run was begun or resumed. */
	steps: number;
	hasEnded: boolean;
};

/** Returns the moment from which a run that begins now takes changes; null: it takes everything. */
export function changesSince(
	{ completeFrom, from }: HarvestState,
	{ changes, overlapMilliseconds }: HarvestService,
): number | null {
	if (changes === null) return null;
	return completeFrom === null ? from : completeFrom - overlapMilliseconds;
}

function beginRun(state: HarvestState, service: HarvestService, now: number): HarvestRun {
	const since = changesSince(state, service);
	return { ...noHarvest, beganAt: now, since, position: null, steppedAt: now, total: null, notes: [] };
}

function askedIn({ since, beganAt }: HarvestRun, { task, contact, secret, knownDois }: RunNeeds): Asked {
	return { filters: task.filters, since, until: beganAt, contact, secret, knownDois };
}

async function takeAll(running: Running, needs: RunNeeds): Promise<void> {
	const { service, signal } = needs;
	needs.check();
	let position = await whereToBegin(running, needs);
	while (position !== null && !signal.aborted) {
		const answer = await ask(position, running, needs);
		if ('elsewhere' in answer) {
			position = answer.elsewhere;
			continue;
		}
		const page = await service.read(answer.document, running.asked, position);
		checkMoves(page, position, running, service);
		position = await takePage(answer, page, running, needs);
	}
}

async function whereToBegin({ run, asked }: Running, { service, clock }: RunNeeds): Promise<Position | null> {
	if (run.position === null) return service.first(asked);
	const position = run.position as Position;
	const { positionMilliseconds, renewed } = service;
	const isOld = positionMilliseconds !== undefined && clock.now() - run.steppedAt > positionMilliseconds;
	return isOld && renewed ? renewed(position) : position;
}

/** Asks for a page; where the service refuses the position, answers where to go on instead. */
async function ask(
	position: Position,
	running: Running,
	{ service, requests }: RunNeeds,
): Promise<Answer | { elsewhere: Position }> {
	const { asked } = running;
	try {
		return await requests.get(service.request(asked, position));
	} catch (error) {
		const other = error instanceof Refusal ? service.afterRefusal?.(position, asked) : undefined;
		if (other === undefined || ++running.detours > mostDetours) throw error;
		addNote(running, other.note);
		// What was taken last may come again.
		running.digest = undefined;
		return { elsewhere: other.position };
	}
}

/** Stores the links of a page, and then that it is read; answers where the next one is. */
async function takePage(
	answer: Answer,
	page: ServicePage,
	running: Running,
	{ service, clock, store, note, onProgress }: RunNeeds,
): Promise<Position | null> {
	const { firstEvent = null } = running.run;
	const name = `${service.name}, page ${running.run.pages + 1}`;
	const came = await storePage(page, () => store(answer, name, firstEvent));
	noteTotal(page, running);
	if (page.note !== undefined) addNote(running, page.note);
	running.run = {
		...{ ...running.run, ...added(running.run, came) },
		firstEvent: firstEvent ?? came.firstEvent,
		load: firstEvent === null ? came.firstId : (running.run.load ?? null),
		...{ position: page.next, steppedAt: clock.now(), total: page.total ?? running.run.total },
	};
	assert.equal(running.hasEnded, false, 'A page is taken while the run goes on');
	const { totals } = running.state;
	running.state = { ...running.state, totals: { ...added(totals, came), failures: totals.failures } };
	running.steps++;
	// The last page is noted with the end of the run.
	if (page.next !== null) await note({ ...running.state, run: running.run });
	onProgress(running.run, came.links);
	return page.next;
}

async function storePage(
	{ isTooMuch, records }: ServicePage,
	store: () => Promise<StoredPage>,
): Promise<HarvestCounts & StoredPage> {
	if (isTooMuch) return { ...noHarvest, firstEvent: null, firstId: null };
	return { pages: 1, records: records.length, ...(await store()) };
}

function noteTotal({ total }: ServicePage, running: Running): void {
	const before = running.run.total;
	if (total === null || before === null || total === before) return;
	addNote(running, `The number of records changed from ${before} to ${total} while they were read.`);
}

function addNote(running: Running, note: string): void {
	const { notes } = running.run;
	if (notes.includes(note) || notes.length >= mostNotes) return;
	running.run = { ...running.run, notes: [...notes, note] };
}

/** Fails where the service answers the same again and again. */
function checkMoves(
	{ records, next, total, list }: ServicePage,
	position: Position,
	running: Running,
	service: HarvestService,
) {
	const { run, visited } = running;
	const fail = (what: string) => {
		const again = 'The harvest ends here; earlier pages are stored. Start over with --restart.';
		throw new BrokerError('harvest-failed', `${service.name} ${what} ${again}`);
	};
	if (records.length > 0) {
		const digest = createHash('sha256')
			.update(JSON.stringify([list, records]))
			.digest('base64');
		if (digest === running.digest) fail('returned the same page twice in a row.');
		running.digest = digest;
	}
	visited.add(JSON.stringify(position));
	if (next !== null && !service.cursorStays && visited.has(JSON.stringify(next)))
		fail('leads from a page to one that was read already: its cursor does not move.');
	if (total !== null && run.records > 2 * total + 10_000)
		fail(`has ${total} records, and answers more than twice that.`);
}

async function end(
	running: Running,
	{ clock, note, service }: RunNeeds,
	outcome: HarvestResult['outcome'],
	error: BrokerError | null,
): Promise<HarvestState> {
	assert.equal(running.hasEnded, false, 'A run ends once');
	assert.equal(error === null, outcome === 'complete' || outcome === 'stopped');
	running.hasEnded = true;
	const { state, run, steps } = running;
	const endedAt = clock.now();
	const isComplete = outcome === 'complete';
	const { pages, records, links, refused, events } = run;
	const counts = { pages, records, links, refused, events };
	const missing = isComplete && run.total !== null && records < run.total ? run.total - records : 0;
	const lacking = `${service.name} announced ${run.total} records and returned ${records}.`;
	const last: HarvestResult = {
		...counts,
		...{ outcome, load: run.load ?? null, beganAt: run.beganAt, endedAt },
		notes: missing > 0 ? [...run.notes, lacking] : run.notes,
		problem: error?.message ?? null,
		notBefore: error instanceof GoOnLater ? error.notBefore : null,
	};
	// A position that is refused at once will not be taken tomorrow either.
	const isLost = error instanceof Refusal && steps === 0;
	const { totals } = state;
	const ended: HarvestState = {
		...{ from: state.from, last },
		run: isComplete || isLost ? null : run,
		completeFrom: isComplete ? run.beganAt : state.completeFrom,
		succeededAt: isComplete ? endedAt : state.succeededAt,
		totals: { ...totals, failures: totals.failures + (outcome === 'failed' ? 1 : 0) },
	};
	await note(ended);
	return ended;
}

function added(one: HarvestCounts, other: HarvestCounts): HarvestCounts {
	return {
		pages: one.pages + other.pages,
		records: one.records + other.records,
		links: one.links + other.links,
		refused: one.refused + other.refused,
		events: one.events + other.events,
	};
}
