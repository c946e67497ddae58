// Checks whether the broker can accept submissions and answer searches, and if not, why; and
// whether work has waited too long.
import type { Clock } from '../clock.ts';
import { errorText, hasCode, isOutage } from '../errors.ts';
import { durationText } from '../links/words.ts';
import type { Backlog } from '../store/event-list.ts';
import type { Stored } from '../store/insufficient-storage.ts';
import type { Records } from '../store/records.ts';
import type { Incident } from '../store/sql-database.ts';
import { cached } from './cached.ts';

/** Why something cannot be done: in words that name no path, and the cause for the log. */
export type Reason = { words: string; cause: unknown };

/** Names what the broker stands on. */
export type Dependency = 'database' | 'search' | 'disk';

export type Health = {
	/** Why submissions cannot be taken; none where they can. */
	submissions: readonly Reason[];
	/** Why searches cannot be answered; none where they can. */
	searches: readonly Reason[];
	/** Why each does not do what it should; null where all is well with it. */
	dependencies: Record<Dependency, Reason | null>;
	/** What has waited for too long, in words. */
	overdue: readonly string[];
	figures: HealthFigures;
};

/** What can be measured of it; null where it cannot be measured. */
type HealthFigures = {
	oldestEventSeconds: number | null;
	oldestChangeSeconds: number | null;
	oldestMessageSeconds: number | null;
	/** Of the disks that lie beside this process. */
	diskFreeBytes: Record<Stored, number | null>;
};

/** An incident as one thread reports it to another. */
export type ReportedIncident = { words: string; cause: string; needsRestart: boolean };

/** What is asked. */
export type HealthSources = {
	/** The records as this thread reads them. */
	records: Pick<Records, 'currentGeneration' | 'incident'>;
	/** Returns why what writes to the records, perhaps another thread, cannot. */
	writerIncident(): Promise<ReportedIncident | null>;
	/** Fails where no search can be answered. */
	readIndex(): Promise<unknown>;
	disks: Pick<Disks, 'free' | 'requireRoom'>;
	oldest(): Promise<Oldest>;
};

/** The disks beside this process on which the embedded engines keep their files. */
export type Disks = {
	/** Reads the free bytes of each; null where it is not of this machine, or cannot be read. */
	free(): Promise<Record<Stored, number | null>>;
	/** Fails with `insufficient-storage` where no more is free than is to be kept free. */
	requireRoom(stored: Stored): Promise<void>;
	/** Measures the files of the index; null for other engines. */
	indexBytes(): Promise<number | null>;
};

// Counting what waits costs more than the rest.
const countedMilliseconds = 1_000;
const answerMilliseconds = 3_000;
/** What restarts processes by /health/live waits for a second for the answer. */
const promptMilliseconds = 500;
/** A writer that is busy answers slowly; beyond this, nobody should be sent to it. */
const silentMilliseconds = 10_000;
/** No transaction takes so long: what writes is stuck. */
const stuckMilliseconds = 120_000;

/** Creates the use case; questions at the same time share an answer. */
export function createHealth(
	sources: HealthSources,
	{ overdueAfterSeconds, clock }: { overdueAfterSeconds: number; clock: Clock },
) {
	const { records, disks } = sources;
	const writer = createHeartbeat(sources.writerIncident, clock);
	const oldest = cached(sources.oldest, countedMilliseconds, clock);
	const measureWaiting = createWaiting(overdueAfterSeconds, clock);
	const within = <T>(question: () => Promise<T>) => outcomeWithin(question, clock);
	const ask = async (): Promise<Health> => {
		const [read, own, heartbeat, index, databaseRoom, indexRoom, free, waiting] = await Promise.all([
			within(() => records.currentGeneration()),
			within(async () => reportedIncident(await records.incident())),
			writer(answerMilliseconds),
			within(sources.readIndex),
			within(() => disks.requireRoom('database')),
			within(() => disks.requireRoom('search index')),
			within(disks.free),
			within(async () => measureWaiting(await oldest())),
		]);
		const reading = 'cause' in read ? wordsOr('The database does not answer.', read.cause) : null;
		const writing = 'result' in own && own.result ? own.result : writerReason(heartbeat);
		const fullDatabase = reasonOf(databaseRoom);
		const search = 'cause' in index ? searchReason(index.cause) : null;
		return {
			submissions: distinct([reading, writing, fullDatabase]),
			searches: distinct([search]),
			dependencies: { database: reading ?? writing, search, disk: fullDatabase ?? reasonOf(indexRoom) },
			overdue: 'result' in waiting ? waiting.result.overdue : [],
			figures: {
				oldestEventSeconds: 'result' in waiting ? waiting.result.oldestEventSeconds : null,
				oldestChangeSeconds: 'result' in waiting ? waiting.result.oldestChangeSeconds : null,
				oldestMessageSeconds: 'result' in waiting ? waiting.result.oldestMessageSeconds : null,
				diskFreeBytes: 'result' in free ? free.result : { database: null, 'search index': null },
			},
		};
	};
	return {
		/** Asks everything; never fails, and returns within some seconds. */
		health: cached(ask, 0, clock),
		/** Returns why nothing but a restart helps, null where it would not; never fails. */
		async needsRestart(): Promise<Reason | null> {
			const [heartbeat, own] = await Promise.all([writer(promptMilliseconds), within(() => records.incident())]);
			if ('result' in own && own.result?.needsRestart) return reportedIncident(own.result);
			if (heartbeat.silentMilliseconds > stuckMilliseconds) return silent(heartbeat);
			return heartbeat.last && 'result' in heartbeat.last && heartbeat.last.result?.needsRestart
				? heartbeat.last.result
				: null;
		},
	};
}

/** Lists why the broker is not ready, each reason once. */
export function hindrances({ submissions, searches }: Health): Reason[] {
	return distinct([...submissions, ...searches]);
}

/** Returns an incident in a form that can be sent to another thread. */
export function reportedIncident(incident: Incident | null): ReportedIncident | null {
	if (incident === null) return null;
	const { message, cause } = incident.failure;
	return {
		words: message,
		cause: cause instanceof Error ? errorText(cause) : message,
		needsRestart: incident.needsRestart,
	};
}

function writerReason(heartbeat: Heartbeat<ReportedIncident | null>): Reason | null {
	if (heartbeat.silentMilliseconds > silentMilliseconds) return silent(heartbeat);
	if (heartbeat.last === null) return null;
	return 'cause' in heartbeat.last
		? wordsOr('What stores submissions fails.', heartbeat.last.cause)
		: heartbeat.last.result;
}

function silent({ silentMilliseconds: milliseconds }: Heartbeat<unknown>): Reason {
	const words = `What stores submissions has not answered for ${durationText(milliseconds / 1_000)}.`;
	return { words, cause: undefined };
}

function searchReason(cause: unknown): Reason {
	if (hasCode(cause, 'index-behind')) return { words: cause.message, cause };
	return { words: 'The search index does not answer.', cause };
}

/**
 * Returns the words of an outage, which are meant for anybody; those of other failures may be not.
 */
function wordsOr(words: string, cause: unknown): Reason {
	return { words: isOutage(cause) ? cause.message : words, cause };
}

function reasonOf(outcome: Outcome<void>): Reason | null {
	return 'cause' in outcome ? wordsOr('The disk cannot be looked at.', outcome.cause) : null;
}

function distinct(reasons: readonly (Reason | null)[]): Reason[] {
	const byWords = new Map<string, Reason>();
	for (const reason of reasons) if (reason && !byWords.has(reason.words)) byWords.set(reason.words, reason);
	return [...byWords.values()];
}

/** Returns how a question ended, or after some seconds that it has no answer. Never fails. */
export async function outcomeWithin<T>(question: () => Promise<T>, clock: Clock): Promise<Outcome<T>> {
	const answered = new AbortController();
	const timeout = async () => {
		await clock.sleep(answerMilliseconds, answered.signal);
		return { cause: new Error(`no answer for ${answerMilliseconds} ms`) };
	};
	const outcome = await Promise.race([outcomeOf(question), timeout()]);
	answered.abort();
	return outcome;
}

/** When the oldest of each came, in milliseconds since 1970; null where none waits. */
export type Oldest = Pick<Backlog, 'oldestEventAt' | 'oldestEntryAt' | 'oldestMessageAt'>;

/** Ages in seconds, 0 if nothing waits, and in words what is overdue. */
export type Waiting = {
	oldestEventSeconds: number;
	oldestChangeSeconds: number;
	oldestMessageSeconds: number;
	overdue: string[];
};

/**
 * Creates the function that measures what waits. An entry that came while the clock was ahead looks
 * too young; it counts as overdue once it has been the oldest for so long.
 */
export function createWaiting(overdueAfterSeconds: number, clock: Clock): (oldest: Oldest) => Waiting {
	const eventAge = createAge(clock);
	const entryAge = createAge(clock);
	const messageAge = createAge(clock);
	const overdue = (seconds: number, words: (time: string) => string): string[] =>
		seconds > overdueAfterSeconds ? [words(durationText(seconds))] : [];
	return ({ oldestEventAt, oldestEntryAt, oldestMessageAt }) => {
		const oldestEventSeconds = eventAge(oldestEventAt);
		const oldestChangeSeconds = entryAge(oldestEntryAt);
		// Digests and further tries are due in the future.
		const isDue = oldestMessageAt !== null && oldestMessageAt <= clock.now();
		const oldestMessageSeconds = messageAge(isDue ? oldestMessageAt : null);
		return {
			oldestEventSeconds,
			oldestChangeSeconds,
			oldestMessageSeconds,
			overdue: [
				...overdue(oldestEventSeconds, (time) => `The oldest event has waited for ${time} to be applied.`),
				...overdue(oldestChangeSeconds, (time) => `The oldest change has waited for ${time} to be indexed.`),
				...overdue(
					oldestMessageSeconds,
					(time) => `The oldest message to a subscriber has waited for ${time} to be sent.`,
				),
			],
		};
	};
}

/** Creates a function that returns the age in seconds of the oldest one, 0 where there is none. */
function createAge({ now, elapsed }: Clock): (oldestAt: number | null) => number {
	let seen: { oldestAt: number; since: number } | undefined;
	return (oldestAt) => {
		if (oldestAt === null) {
			seen = undefined;
			return 0;
		}
		if (seen?.oldestAt !== oldestAt) seen = { oldestAt, since: elapsed() };
		return Math.max(now() - oldestAt, elapsed() - seen.since) / 1_000;
	};
}

/** What came last, and how long the question that is under way has waited for its answer. */
type Heartbeat<T> = { last: Outcome<T> | null; silentMilliseconds: number };

/** How a question ended. */
export type Outcome<T> = { result: T } | { cause: unknown };

/** Waits for the end of a question; never fails. */
export function outcomeOf<T>(question: () => Promise<T>): Promise<Outcome<T>> {
	return question().then(
		(result) => ({ result }),
		(cause: unknown) => ({ cause }),
	);
}

/**
 * Creates what asks again at each call, unless a question is under way, and waits at most so many
 * milliseconds for the answer.
 */
function createHeartbeat<T>(
	question: () => Promise<T>,
	clock: Clock,
): (waitMilliseconds: number) => Promise<Heartbeat<T>> {
	let last: Outcome<T> | null = null;
	let asked: { at: number; ended: Promise<void> } | null = null;
	const ask = () => {
		const ended = outcomeOf(question).then((outcome) => {
			last = outcome;
			asked = null;
		});
		return { at: clock.elapsed(), ended };
	};
	return async (waitMilliseconds) => {
		asked ??= ask();
		const waited = new AbortController();
		await Promise.race([asked.ended, clock.sleep(waitMilliseconds, waited.signal)]);
		waited.abort();
		return { last, silentMilliseconds: asked === null ? 0 : clock.elapsed() - asked.at };
	};
}
