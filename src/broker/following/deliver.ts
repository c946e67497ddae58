// Delivers what subscriptions select of the change log: in order, at least once, and with the same
// id at each try. Before the first try of a message its extent is stored, so that a message whose
// answer was lost comes again as it was.
import type { Clock } from '../../clock.ts';
import { hasCode } from '../../errors.ts';
import type { ChangeView } from '../../formats/changes/write-changes.ts';
import type { Records } from '../../store/records.ts';
import type { Delivery, DeliveryOutcome } from '../../store/subscription-delivery.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { type ChangesQuery, readChangesQuery, writeCursor } from '../changes/change-query.ts';
import { countingOf } from '../changes/counted-changes.ts';
import { onlyLasting } from '../changes/lasting-changes.ts';
import { readChanges, readEntries } from '../changes/read-changes.ts';
import type { Definition } from '../counting/definitions.ts';
import { keepRenewing } from '../keep-renewing.ts';
import { unclearCodes } from '../objects/look-up-objects.ts';
import { readDigestTime } from './digest-time.ts';
import { messageId } from './subscription-documents.ts';

/** What is sent: the entries, or where there are none, that the log no longer has them. */
export type Message = {
	/** The same at every try: receivers drop what they have. */
	id: string;
	subscription: Subscription;
	entries: readonly ChangeView[];
	/** The cursor behind the last entry. */
	next: string;
};

/** What a receiver answered; `status` is null where no answer came. */
export type Answered =
	| { isAccepted: true; status: number | null }
	| {
			isAccepted: false;
			status: number | null;
			/** A sentence for the owner. */
			message: string;
			/** It asks to wait that long. */
			retryAfterMilliseconds?: number;
			/** It wants no more messages. */
			isFinal?: boolean;
			/** Its answer was lost: it may have the message. */
			mayHaveArrived?: boolean;
			/** It was not sent: others are under way to its host. */
			isWaiting?: boolean;
			/** A server of the broker's own failed: that never disables a subscription. */
			isOurs?: boolean;
	  };

/** Sends messages of one kind. */
export type Sender = {
	/** Leaves out entries that the receiver is not to be sent; absent: none. The same ones at each try. */
	select?(subscription: Subscription, entries: readonly ChangeView[]): Promise<readonly ChangeView[]>;
	/** Answers how many of these entries one message takes, one at least. */
	fit(subscription: Subscription, entries: readonly ChangeView[]): number;
	/** Returns how many milliseconds to wait before the receiver is sent something; 0: none. */
	waitFor?(subscription: Subscription): number;
	/** Bounds the entries that are read for one message. */
	mostEntries: number;
	/**
	 * A message stands for all that fits up to now, also where it has only the first `mostEntries`.
	 * It leaves out what was asserted and withdrawn meanwhile.
	 */
	isDigest?: boolean;
	send(message: Message, signal: AbortSignal): Promise<Answered>;
	/** Sends a message without entries, on request; `excerpt` is how the answer begins. */
	test?(subscription: Subscription, signal: AbortSignal): Promise<{ answered: Answered; excerpt: string }>;
};

export type Delivering = {
	clock: Clock;
	worker: string;
	leaseMilliseconds: number;
	senders: Readonly<Partial<Record<Subscription['task']['kind'], Sender>>>;
	/** The definitions that filters may name. */
	definitions: readonly Definition[];
	/** Draws from 0 to 1. */
	random(): number;
	/** Is called after each try. */
	onTried?(subscription: Subscription, answered: Answered): void;
	/** Is called after a failure disabled a subscription. */
	onDisabled?(subscription: Subscription): Promise<void>;
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Waits that long after each failed try, a fifth more or less: some three days in all. */
const pauses = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
const longestRetryAfter = hour;
/** What the broker itself cannot do is tried again every half an hour, and disables nothing. */
const ourTries = 3;
const jitter = 0.2;
/** What cannot be sent for a fault of this program waits that long; others must not wait for it. */
const faultPause = minute;
/** Reads so many pages for one message; then it is the turn of other subscriptions. */
const pagesAtOnce = 10;

/**
 * Sends one message of the subscription that has been due for longest; answers whether there was one.
 * A process that ends meanwhile leaves it to another, which sends the same message again.
 */
export async function deliverDue(records: Records, delivering: Delivering, signal: AbortSignal): Promise<boolean> {
	const { clock, worker, leaseMilliseconds, senders } = delivering;
	const claim = () => ({ worker, now: clock.now(), until: clock.now() + leaseMilliseconds });
	const subscription = await records.claimSubscription(claim());
	if (subscription === undefined) return false;
	const { number, task } = subscription;
	const renewing = keepRenewing(clock, leaseMilliseconds, () => records.renewSubscription(number, claim()));
	const off = { status: null, message: `Messages of the kind ${task.kind} are off.` };
	let outcome: Omit<DeliveryOutcome, 'isOver'> = {};
	try {
		const sender = senders[task.kind];
		outcome = sender
			? await deliverNext(records, { subscription, sender, delivering }, signal)
			: failed(subscription, off, delivering, ourTries);
	} catch (error) {
		if (!signal.aborted) outcome = { dueAt: clock.now() + faultPause };
		throw error;
	} finally {
		await renewing.end();
		const isNoted = await records.noteDelivery(number, worker, { ...outcome, isOver: true });
		const { state, progress = subscription.progress } = outcome;
		if (isNoted && state === 'disabled') await noteDisabled(records, { ...subscription, state, progress }, delivering);
	}
	return true;
}

async function noteDisabled(
	records: Records,
	subscription: Subscription,
	{ clock, onDisabled }: Delivering,
): Promise<void> {
	const { number, task, progress } = subscription;
	const detail = { kind: task.kind, address: task.address, reason: progress.lastFailure?.message ?? null };
	const act = { by: { who: 'delivery', address: null }, now: clock.now() };
	await records.audit([{ ...act, action: 'subscription.disabled', subject: String(number), detail }]);
	await onDisabled?.(subscription);
}

type Step = { subscription: Subscription; sender: Sender; delivering: Delivering };

async function deliverNext(
	records: Records,
	{ subscription, sender, delivering }: Step,
	signal: AbortSignal,
): Promise<Omit<DeliveryOutcome, 'isOver'>> {
	const { clock, worker } = delivering;
	const { number } = subscription;
	const wait = sender.waitFor?.(subscription) ?? 0;
	if (wait > 0) return { dueAt: clock.now() + wait };
	const next = await nextMessage(records, { subscription, sender, delivering });
	if ('unclear' in next) {
		const answered = { status: null, message: next.unclear };
		return failed(subscription, answered, delivering, subscription.progress.failures + 1);
	}
	const dueAt = nextDue(subscription, clock.now());
	if (next.entries.length === 0 && !next.isGap)
		return { lastRead: next.readUpTo, isMore: next.isMore, dueAt: next.isMore ? clock.now() : dueAt };
	const [first, last] = [next.entries.at(0)?.number ?? next.readUpTo, next.last];
	const tries = next.tries + 1;
	const begun: Delivery = {
		...{ firstEntry: first, lastEntry: last, entries: next.entries.length, tries, triedAt: clock.now() },
		...{ status: null, failure: 'It has not answered yet.' },
	};
	const progress = { ...subscription.progress, sending: next.entries.map((entry) => entry.number) };
	if (!(await records.noteDelivery(number, worker, { delivery: begun, progress, isOver: false }))) return {};
	const message: Message = {
		id: next.isGap ? `${messageId(number, first)}_gap` : messageId(number, first),
		subscription,
		entries: next.entries,
		next: writeCursor({ id: next.log }, last),
	};
	const answered = await sender.send(message, signal);
	if (answered.isAccepted || !signal.aborted) delivering.onTried?.(subscription, answered);
	// A stop is no failure of the receiver.
	if (!answered.isAccepted && signal.aborted) return { dueAt: subscription.dueAt };
	if (!answered.isAccepted && answered.isWaiting)
		return { delivery: { ...begun, tries: next.tries }, dueAt: clock.now() + second };
	const delivery = { ...begun, status: answered.status, failure: answered.isAccepted ? null : answered.message };
	if (!answered.isAccepted) {
		const counted = answered.isOurs ? Math.min(tries, ourTries) : tries;
		return { delivery, ...failed({ ...subscription, progress }, answered, delivering, counted) };
	}
	const moved = { lastRead: last, log: next.log, isMore: next.isMore, dueAt };
	return { delivery, ...moved, progress: { ...progress, succeededAt: clock.now(), failures: 0, sending: undefined } };
}

/** Answers when a subscription is due next: a digest at its time, or that at which the subscription was made. */
export function nextDue(
	{ task: { at }, createdAt, everyMilliseconds }: Pick<Subscription, 'task' | 'createdAt' | 'everyMilliseconds'>,
	now: number,
): number {
	if (everyMilliseconds === 0) return now;
	const once = at === undefined ? createdAt : readDigestTime(at);
	return once + (Math.floor((now - once) / everyMilliseconds) + 1) * everyMilliseconds;
}

type Failed = Omit<Answered & { isAccepted: false }, 'isAccepted'>;

function failed(
	{ progress }: Subscription,
	answered: Failed,
	{ clock, random }: Delivering,
	tries: number,
): Pick<DeliveryOutcome, 'dueAt' | 'state' | 'progress'> {
	const { status, message } = answered;
	const dueAt = nextTry(answered, tries, { clock, random });
	return {
		progress: { ...progress, failures: progress.failures + 1, lastFailure: { at: clock.now(), status, message } },
		...(dueAt === undefined ? { state: 'disabled' as const } : { dueAt }),
	};
}

/** Answers when a message that failed so many times is tried again; undefined: it is given up. */
export function nextTry(
	{ retryAfterMilliseconds = 0, isFinal = false }: Pick<Failed, 'retryAfterMilliseconds' | 'isFinal'>,
	tries: number,
	{ clock, random }: Pick<Delivering, 'clock' | 'random'>,
): number | undefined {
	const wait = pauses[tries - 1];
	if (isFinal || wait === undefined) return undefined;
	const varied = Math.round(wait * (1 - jitter + 2 * jitter * random()));
	return clock.now() + Math.max(Math.min(retryAfterMilliseconds, longestRetryAfter), varied);
}

type Next = {
	entries: readonly ChangeView[];
	log: string;
	/** What up to there fits is in `entries`, unless these are cut. */
	readUpTo: number;
	/** The subscription continues behind this entry. */
	last: number;
	/** Not everything up to the newest entry was looked at. */
	isMore: boolean;
	/** The log has no longer what follows the last message. */
	isGap: boolean;
	/** How often this message was tried before. */
	tries: number;
};

type Reading = Omit<Step, 'delivering'> & Pick<Delivering, 'definitions'> & { query: ChangesQuery };

/** Reads what comes next: the message that failed or was under way, as it was, or a new one. */
async function nextMessage(
	records: Records,
	{ subscription, sender, delivering: { definitions } }: Step,
): Promise<Next | { unclear: string }> {
	const { task, lastRead, progress } = subscription;
	const query = readChangesQuery({ ...task.filter, limit: String(sender.mostEntries) });
	const [first = 0] = progress.sending ?? [];
	const isAgain = first > lastRead;
	try {
		// The operator may have removed a definition, or changed what it counts.
		if (!isAgain) countingOf(definitions, query);
	} catch (error) {
		return { unclear: `What is followed can no longer be counted. ${(error as Error).message}` };
	}
	try {
		return isAgain
			? await sameMessage(records, { subscription, definitions, query })
			: await newMessage(records, { subscription, sender, definitions, query });
	} catch (error) {
		// A text that named a work may name several by now. To pass over entries would lose some.
		if (unclearCodes.some((code) => hasCode(error, code)))
			return { unclear: `What is followed no longer names one work. ${(error as Error).message}` };
		if (!hasCode(error, 'cursor-expired')) throw error;
		const { id, newest } = await records.read((transaction) => transaction.changeLog());
		return { entries: [], log: id, readUpTo: newest, last: newest, isMore: false, isGap: true, tries: 0 };
	}
}

/** Reads a message again; works may have become one or two meanwhile, its entries stay. */
async function sameMessage(
	records: Records,
	{ subscription: { number, log, progress }, definitions, query }: Omit<Reading, 'sender'>,
): Promise<Next> {
	const numbers = progress.sending ?? [];
	const [first = 0] = numbers;
	const [newest] = await records.deliveries(number);
	const before = newest?.firstEntry === first ? newest : undefined;
	const after = writeCursor({ id: log }, first - 1);
	const read = await readEntries(records, { ...query, after }, { numbers, definitions });
	const last = before?.lastEntry ?? numbers.at(-1) ?? first;
	const isMore = last < read.newest;
	return { entries: read.changes, log, readUpTo: last, last, isMore, isGap: false, tries: before?.tries ?? 0 };
}

async function newMessage(records: Records, { subscription, sender, definitions, query }: Reading): Promise<Next> {
	const { log, lastRead, firstMatch } = subscription;
	const entries: ChangeView[] = [];
	// Entries before the first that may fit were looked at, and may be removed by now.
	let after = writeCursor({ id: log }, Math.max(lastRead, (firstMatch ?? lastRead + 1) - 1));
	for (let pages = 1; ; pages++) {
		const page = await readChanges(records, { ...query, after }, definitions);
		const lasting = sender.isDigest ? await onlyLasting(records, page.changes) : page.changes;
		const wanted = (await sender.select?.(subscription, lasting)) ?? lasting;
		for (const change of wanted) entries.push(change);
		const isTurnOver = pages >= pagesAtOnce && (entries.length === 0 || !sender.isDigest);
		if (entries.length >= sender.mostEntries || page.isEnd || isTurnOver) {
			const { readUpTo, newest } = page;
			const fitting = sender.isDigest ? sender.mostEntries : entries.length && sender.fit(subscription, entries);
			const fit = entries.slice(0, fitting);
			const last = sender.isDigest && entries.length > 0 ? newest : (fit.at(-1)?.number ?? readUpTo);
			const isMore = last < newest && (!page.isEnd || fit.length < entries.length);
			return { entries: fit, log, readUpTo, last, isMore, isGap: false, tries: 0 };
		}
		after = page.next;
	}
}

/**
 * Sends a message again on request, with its id; answers undefined where the log no longer has its
 * entries. The place of the subscription stays.
 */
export async function sendAgain(
	records: Records,
	{ subscription, sender, delivery }: { subscription: Subscription; sender: Sender; delivery: Delivery },
	{ clock, definitions }: Pick<Delivering, 'clock' | 'definitions'>,
	signal: AbortSignal,
): Promise<Delivery | undefined> {
	const { number, log, task } = subscription;
	const { firstEntry, lastEntry } = delivery;
	const after = writeCursor({ id: log }, firstEntry - 1);
	const query = readChangesQuery({ ...task.filter, after, limit: String(sender.mostEntries) });
	const page = await readChanges(records, query, definitions).catch((error) => {
		if (!hasCode(error, 'cursor-expired')) throw error;
	});
	const entries = page?.changes.filter((change) => change.number <= lastEntry) ?? [];
	if (entries.length === 0) return undefined;
	const message = {
		id: messageId(number, firstEntry),
		subscription,
		entries,
		next: writeCursor({ id: log }, lastEntry),
	};
	const answered = await sender.send(message, signal);
	const failure = answered.isAccepted ? null : answered.message;
	const again = { ...delivery, tries: delivery.tries + 1, triedAt: clock.now(), status: answered.status, failure };
	await records.noteResent(number, again);
	return again;
}
