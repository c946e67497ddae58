// What the suites of the records share: opening them, and the first steps of every test.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Identifier } from '../../identifiers/index.ts';
import { noCounts } from '../../links/link-event.ts';
import type { ChangeQuery } from '../change-reading.ts';
import type { Change, StoredChange } from '../changes.ts';
import type { ClaimedEvent } from '../claims.ts';
import type { HistoryStep } from '../descriptions.ts';
import { asAssertion, type NewEvent } from '../events.ts';
import type { Id, RelationshipKey } from '../graph.ts';
import type { OutboxEntry, StoredEntry } from '../outbox.ts';
import type { Records, Transaction } from '../records.ts';
import { type NewSubscription, noProgress } from '../subscriptions.ts';
import { by } from './audit.fixture.ts';

/**
 * Empty records; `openAnother` opens a further handle on the same data, like another process;
 * `close` closes all of them.
 */
export type OpenedRecords = { records: Records; openAnother(): Promise<Records>; close(): Promise<void> };
export type OpenRecords = () => Promise<OpenedRecords>;

/** Gives each test empty records. */
export function recordsForEach(open: OpenRecords): () => OpenedRecords {
	let opened: OpenedRecords | undefined;
	beforeEach(async () => {
		opened = await open();
	});
	afterEach(() => opened?.close());
	return () => theOne(opened);
}

/** Gives the tests of a group the same records: no test may depend on what others left there. */
export function recordsForAll(open: OpenRecords): () => OpenedRecords {
	let opened: OpenedRecords | undefined;
	before(async () => {
		opened = await open();
	});
	after(() => opened?.close());
	return () => theOne(opened);
}

function theOne(opened: OpenedRecords | undefined): OpenedRecords {
	assert.ok(opened, 'the records are open');
	return opened;
}

export const noon = Date.UTC(2026, 0, 15, 12);
export const minute = 60_000;
export const worker = 'worker-1';

let events = 0;

/** Provenances of one provider, whatever their texts. */
export const assertedBy = (...texts: readonly string[]) => texts.map((text) => ({ text, provider: 'Zenodo' }));

/** Makes an event with a unique id. */
export function newEvent(more: Partial<NewEvent> = {}): NewEvent {
	events++;
	const payload = new TextEncoder().encode('[]');
	return {
		...asAssertion,
		eventId: `event-${events}`,
		payload,
		links: 1,
		refused: 0,
		providers: [],
		noindex: false,
		userId: null,
		submittedBy: by,
		now: noon,
		...more,
	};
}

/** Accepts an event and returns its number. */
export async function acceptOne(records: Records, more: Partial<NewEvent> = {}): Promise<Id> {
	const [sequence] = await records.accept([newEvent(more)]);
	return sequence as Id;
}

/** Accepts an event that `worker` has claimed. */
export function claimOne(records: Records, more: Partial<NewEvent> = {}): Promise<ClaimedEvent> {
	return records.acceptClaimed(newEvent(more), { worker, until: noon + minute });
}

/** Accepts an event and brings it to Done; `work` runs in the same transaction. */
export async function applyOne(
	records: Records,
	more: Partial<NewEvent> = {},
	work: (transaction: Transaction, event: Id) => Promise<unknown> = async () => undefined,
): Promise<Id> {
	const event = await claimOne(records, more);
	await records.change(async (transaction) => {
		await work(transaction, event.sequence);
		assert.ok(await transaction.finish([[event, noCounts]], worker, noon));
	});
	return event.sequence;
}

/** Accepts an event without links, which fails permanently. */
export async function failOne(records: Records, more: Partial<NewEvent> = {}): Promise<void> {
	await records.fail(await claimOne(records, more), worker, { reason: 'reason', retryAt: null, now: noon });
}

let schemes = 0;

/** Makes an identifier that no other test has, in a scheme of its own by default. */
export function identifier(name: string, scheme = `scheme-${++schemes}`): Identifier {
	return { scheme, key: name.toLowerCase(), value: name };
}

/** Creates new identifiers and returns their ids. */
export function createIds(records: Records, count: number): Promise<Id[]> {
	return records.change(async (transaction) => {
		const scheme = `scheme-${++schemes}`;
		const names = Array.from({ length: count }, (_, number) => identifier(`i${number}`, scheme));
		return (await transaction.identify(names)).map(({ id }) => id);
	});
}

/**
 * Asserts relationships in a separate event, with a provenance named `by`, and brings it to Done.
 */
export function assertAll(
	records: Records,
	relationships: readonly RelationshipKey[],
	{ by: provider = 'somebody', ...more }: Partial<NewEvent> & { by?: string } = {},
): Promise<Id> {
	return applyOne(records, more, async (transaction, event) => {
		const [provenance] = await transaction.internProvenances(assertedBy(provider));
		await transaction.assert(relationships.map((relationship) => [...relationship, provenance as Id, event]));
	});
}

/** Reads all descriptions of an Identity group, the latest first. */
export async function wholeHistory(transaction: Transaction, group: Id): Promise<HistoryStep['descriptions']> {
	const descriptions: HistoryStep['descriptions'][number][] = [];
	for (let before: Id | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
		const [step] = (await transaction.describedHistory([{ group, before }])) as [HistoryStep];
		descriptions.push(...step.descriptions);
		before = step.before;
	}
	return descriptions;
}

/** Lists the relationships of an identifier, each once, as a transaction sees them. */
export async function relationshipsOf(transaction: Transaction, id: Id): Promise<RelationshipKey[]> {
	const found = await transaction.assertionsOf([id], { last: 1_000 });
	const each = new Map(
		found.map(([source, relation, target]) => [`${source} ${relation} ${target}`, [source, relation, target] as const]),
	);
	return [...each.values()].sort(byNumbers);
}

/** Finds or creates descriptions of one group; returns ids in the order given. */
export function internDescriptions(records: Records, group: Id, texts: readonly string[]): Promise<Id[]> {
	return records.change((transaction) => transaction.internDescriptions(texts.map((text) => ({ group, text }))));
}

/** Makes an entry that names only what is given. */
export function entryOf(more: Partial<OutboxEntry> = {}): OutboxEntry {
	return { relationships: [], changed: [], regrouped: [], separated: [], ...more };
}

/** Makes an entry of the log with defaults. */
export function changeOf(more: Partial<Change> = {}): Change {
	const names = { source: 1, relation: 1, target: 2, provenance: 3, event: 1 };
	return { kind: 'asserted', isEdge: false, ...names, descriptions: 'asserted', ...more };
}

/** Reads the whole log, oldest first. */
export async function readLog(records: Records, query: Partial<ChangeQuery> = {}): Promise<StoredChange[]> {
	return (await records.read((transaction) => transaction.changes({ entries: 100_000, ...query }))).changes;
}

/** Handles the unindexed changes of the log without doing anything. */
export const ignoreChanges = async (): Promise<void> => undefined;

/** Lists all entries that wait. */
export function waitingEntries(records: Records): Promise<StoredEntry[]> {
	return records.read((transaction) => transaction.entries(100_000, Number.MAX_SAFE_INTEGER));
}

/** Lets pending work of this process run. */
export const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function byNumbers(one: readonly number[], other: readonly number[]): number {
	for (const [at, number] of one.entries()) {
		const difference = number - (other[at] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** Gathers the items of a stream of steps. */
export async function gather<T>(steps: AsyncIterable<readonly T[]>): Promise<T[]> {
	const all: T[] = [];
	for await (const step of steps) all.push(...step);
	return all;
}

/** Makes a subscription that begins behind the tenth entry. */
export function newSubscription(more: Partial<NewSubscription> = {}): NewSubscription {
	const address = 'https://receiver.example/hook';
	return {
		userId: 1,
		task: { kind: 'webhook', address, filter: { id: '10.1234/a' }, pace: 'each', name: null },
		...{ state: 'active', log: 'aaaaaaaaaa', lastRead: 10, dueAt: noon, everyMilliseconds: 0 },
		...{ progress: noProgress, secrets: null, createdAt: noon },
		...more,
	};
}
