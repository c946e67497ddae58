// What the suites of the records' storage share: opening stores, and the few things that every test needs first; knows no engine.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Identifier } from '../../../identifiers/index.ts';
import { type DigestedText, digestText } from '../../../links/digested-text.ts';
import type { EventCounts } from '../../../links/link-event.ts';
import type { ClaimedEvent, Id, LinkStore, NewEvent, RelationshipKey } from '../link-store.ts';

/** An empty store; `openAnother` opens a further handle on the same data, as another process would; `close` ends them all. */
export type OpenedLinkStore = { store: LinkStore; openAnother(): Promise<LinkStore>; close(): Promise<void> };
export type OpenLinkStore = () => Promise<OpenedLinkStore>;

/** Gives each test an empty store. */
export function storeForEach(open: OpenLinkStore): () => OpenedLinkStore {
	let opened: OpenedLinkStore | undefined;
	beforeEach(async () => {
		opened = await open();
	});
	afterEach(() => opened?.close());
	return () => theOne(opened);
}

/** Gives the tests of a group one store: they must not mind one another. */
export function storeForAll(open: OpenLinkStore): () => OpenedLinkStore {
	let opened: OpenedLinkStore | undefined;
	before(async () => {
		opened = await open();
	});
	after(() => opened?.close());
	return () => theOne(opened);
}

function theOne(opened: OpenedLinkStore | undefined): OpenedLinkStore {
	assert.ok(opened, 'the store is open');
	return opened;
}

export const noon = Date.UTC(2026, 0, 15, 12);
export const minute = 60_000;
export const worker = 'worker-1';

export const noCounts: EventCounts = { links: 0, ignored: 0, newRelationships: 0, newIdentifiers: 0, mergedGroups: 0 };

let events = 0;

/** Makes an event with an id of its own. */
export function newEvent(more: Partial<NewEvent> = {}): NewEvent {
	events++;
	const payload = new TextEncoder().encode('[]');
	return { eventId: `event-${events}`, payload, links: 1, noindex: false, userId: null, now: noon, ...more };
}

/** Accepts an event and answers its number. */
export async function acceptOne(store: LinkStore, more: Partial<NewEvent> = {}): Promise<Id> {
	const [sequence] = await store.accept([newEvent(more)]);
	return sequence as Id;
}

/** Accepts an event that `worker` holds. */
export function holdOne(store: LinkStore, more: Partial<NewEvent> = {}): Promise<ClaimedEvent> {
	return store.acceptClaimed(newEvent(more), worker, noon + minute);
}

/** Sees an event through to Done; `work` is done in the same transaction. */
export async function applyOne(
	store: LinkStore,
	more: Partial<NewEvent> = {},
	work: (records: Parameters<Parameters<LinkStore['change']>[0]>[0], event: Id) => Promise<void> = async () =>
		undefined,
): Promise<Id> {
	const event = await holdOne(store, more);
	await store.change(async (records) => {
		await work(records, event.sequence);
		assert.ok(await records.finish(event, worker, noCounts, noon));
	});
	return event.sequence;
}

/** Makes an identifier of which no other test has heard, unless told its scheme. */
export function identifier(name: string, scheme = `scheme-${++schemes}`): Identifier {
	return { scheme, key: name.toLowerCase(), value: name };
}

let schemes = 0;

/** Creates identifiers that are new and answers their ids. */
export function createIds(store: LinkStore, count: number): Promise<Id[]> {
	return store.change(async (records) => {
		const scheme = `scheme-${++schemes}`;
		const names = Array.from({ length: count }, (_, number) => identifier(`i${number}`, scheme));
		return (await records.identify(names)).map(({ id }) => id);
	});
}

/** Asserts relationships in an event of their own, by a provenance named `by`, and sees it through to Done. */
export function assertAll(
	store: LinkStore,
	relationships: readonly RelationshipKey[],
	{ by = 'somebody', ...more }: Partial<NewEvent> & { by?: string } = {},
): Promise<Id> {
	return applyOne(store, more, async (records, event) => {
		const [provenance] = await records.internProvenances(digested(by));
		await records.assert(relationships.map((relationship) => [...relationship, provenance as Id, event]));
	});
}

/** Makes texts that can be interned. */
export const digested = (...texts: string[]): DigestedText[] => texts.map(digestText);

/** Gives others their turn. */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function byNumbers(one: readonly number[], other: readonly number[]): number {
	for (const [at, number] of one.entries()) {
		const difference = number - (other[at] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** Gathers what a stream of steps holds. */
export async function gather<T>(steps: AsyncIterable<readonly T[]>): Promise<T[]> {
	const all: T[] = [];
	for await (const step of steps) all.push(...step);
	return all;
}
