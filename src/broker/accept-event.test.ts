import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type FreshLinkStore, openFreshLinkStore } from '../engines/sqlite/records/sqlite-link-store.fixture.ts';
import type { LinkStore } from '../ports/records/link-store.ts';
import { createSubmissionStore, type ReadSubmission, readSubmission } from './accept-event.ts';
import { bodyOf, given } from './graph.fixture.ts';

const noon = Date.UTC(2026, 0, 15, 12);

let fresh: FreshLinkStore;
let store: LinkStore;
let transactions: number;

beforeEach(async () => {
	fresh = await openFreshLinkStore();
	transactions = 0;
	store = {
		...fresh.store,
		accept(events) {
			transactions++;
			return fresh.store.accept(events);
		},
	};
});
afterEach(() => fresh.close());

function submitted(cited: string): ReadSubmission {
	const body = bodyOf(given(`10.1234/a cites 10.1234/${cited}`));
	return readSubmission({ body, noindex: false, userId: null }, { maxLinks: 10 });
}

/** Holds the turn to write until it is given up. */
async function holdTurn(): Promise<() => Promise<void>> {
	const begun = Promise.withResolvers<void>();
	const over = Promise.withResolvers<void>();
	const writing = store.change(async () => {
		begun.resolve();
		await over.promise;
	});
	await begun.promise;
	return async () => {
		over.resolve();
		await writing;
	};
}

describe('storing submissions', () => {
	it('answers the id and the number of the event that each has become', async () => {
		const { eventId, sequence } = await createSubmissionStore(store, () => noon)(submitted('b'));
		const [event] = await store.events({ limit: 1 });
		assert.deepEqual([event?.eventId, event?.sequence, event?.createdAt], [eventId, sequence, noon]);
		assert.deepEqual(
			Buffer.from(await store.payload(sequence)),
			Buffer.from(bodyOf(given('10.1234/a cites 10.1234/b'))),
		);
	});

	it('stores together what waits for its turn to write, in the order in which it came', async () => {
		const keep = createSubmissionStore(store, () => noon);
		const giveUp = await holdTurn();
		const storing = ['b', 'c', 'd'].map((cited) => keep(submitted(cited)));
		await giveUp();
		const stored = await Promise.all(storing);
		assert.equal(transactions, 1);
		assert.deepEqual(
			(await store.events({ limit: 10 })).toReversed().map(({ eventId }) => eventId),
			stored.map(({ eventId }) => eventId),
		);
	});

	it('fails for all that wait where nothing can be stored, and goes on with what comes later', async () => {
		const failing = { ...store, accept: () => Promise.reject(new Error('disk full')) };
		let fails = true;
		const keep = createSubmissionStore({ accept: (events) => (fails ? failing : store).accept(events) }, () => noon);
		const storing = ['b', 'c'].map((cited) => keep(submitted(cited)));
		for (const one of storing) await assert.rejects(one, /disk full/);
		assert.deepEqual(await store.events({ limit: 10 }), []);
		fails = false;
		await keep(submitted('d'));
		assert.equal((await store.events({ limit: 10 })).length, 1);
	});
});
