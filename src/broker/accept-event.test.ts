import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { hasCode } from '../errors.ts';
import { readAcceptedLinks } from '../formats/scholix/read-links.ts';
import type { Records } from '../store/records.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { createAcceptEvent, createStoreEvent, type Submission } from './accept-event.ts';
import { bodyOf, given } from './graph.fixture.ts';
import { createBodyReading } from './read-bodies.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const options = { maxLinks: 10, maxBytes: 2 ** 20, now: () => noon };

let fresh: TestRecords;
let records: Records;
let transactions: number;

beforeEach(async () => {
	fresh = await openTestRecords();
	transactions = 0;
	records = {
		...fresh.records,
		accept(events) {
			transactions++;
			return fresh.records.accept(events);
		},
	};
});
afterEach(() => fresh.close());

const submission = (cited: string, more: Partial<Submission> = {}): Submission => ({
	body: bodyOf(given(`10.1234/a cites 10.1234/${cited}`)),
	action: 'assert',
	takesAll: false,
	replaces: null,
	noindex: false,
	partial: false,
	submittedBy: by,
	userId: null,
	...more,
});

/** Creates the use case that reads and stores. */
function accepting(stored: Parameters<typeof createStoreEvent>[0], { maxLinks, maxBytes, now }: typeof options) {
	const bodies = createBodyReading({ maxLinksPerEvent: maxLinks, maxBodyBytes: maxBytes });
	return createAcceptEvent(bodies.submission, createStoreEvent(stored, { now }));
}

const allEvents = () => records.snapshot((_, snapshot) => Array.fromAsync(snapshot.events()));

/** Begins a transaction that keeps others from writing; returns how to end it. */
async function occupyWriter(): Promise<() => Promise<void>> {
	const begun = Promise.withResolvers<void>();
	const over = Promise.withResolvers<void>();
	const writing = records.change(async () => {
		begun.resolve();
		await over.promise;
	});
	await begun.promise;
	return async () => {
		over.resolve();
		await writing;
	};
}

describe('accepting a submission', () => {
	it('answers the id and the sequence of the event that it has become', async () => {
		const { eventId, sequence } = await accepting(records, options)(submission('b'));
		const [event] = await records.events({ limit: 1 });
		assert.deepEqual([event?.eventId, event?.sequence], [eventId, sequence]);
	});

	it('stores the body byte for byte, with its links counted and all that came with it', async () => {
		const { body } = submission('b');
		const spaced = Buffer.concat([Buffer.from(' '), body, Buffer.from('\n')]);
		const accept = accepting(records, options);
		const { sequence } = await accept(submission('b', { body: spaced, noindex: true }));
		assert.deepEqual(Buffer.from(await records.payload(sequence)), spaced);
		const [event] = await records.events({ limit: 1 });
		assert.deepEqual([event?.state, event?.links, event?.createdAt], ['New', 1, noon]);
		assert.deepEqual([event?.fileName, event?.sourceAddress], [null, by.address]);
		const [claimed] = await records.claim({ worker: 'test', until: noon + 1_000 }, noon, 1);
		assert.equal(claimed?.noindex, true);
	});

	it('refuses what is no batch of links, and more links than are allowed, and stores nothing of it', async () => {
		const accept = accepting(records, options);
		const many = bodyOf(given(...Array.from({ length: 11 }, (_, number) => `10.1234/a cites 10.1234/${number}`)));
		const refused = [
			{ body: Buffer.from('{'), code: 'malformed-json' },
			{ body: Buffer.from('[{}]'), code: 'invalid-links' },
			{ body: many, code: 'invalid-links' },
		] as const;
		for (const { body, code } of refused) {
			await assert.rejects(accept(submission('b', { body })), (error) => hasCode(error, code), code);
		}
		assert.equal(transactions, 0);
		assert.deepEqual(await records.events({ limit: 10 }), []);
	});

	it('stores a partial one without its wrong links, and returns their number', async () => {
		const record = (cited: string) => Buffer.from(submission(cited).body).toString().slice(1, -1);
		const spaced = record('b').replaceAll(':', ' :  ');
		const body = Buffer.from(` [ ${spaced} ,{"x":1}, ${record('c')}, 7 ]\n`);
		const accept = accepting(records, options);
		const { sequence, refused } = await accept(submission('b', { body, partial: true }));
		assert.equal(Buffer.from(await records.payload(sequence)).toString(), `[${spaced},${record('c')}]`);
		const [event] = await records.events({ limit: 1 });
		assert.deepEqual([event?.links, event?.refused], [2, 2]);
		assert.equal(refused.count, 2);
		assert.deepEqual(
			refused.first.map(({ pointer }) => pointer),
			['/1/x', '/3'],
		);
		assert.match(refused.first[0]?.message ?? '', /^unknown field `x`.* \(and \d more in this link\)$/);
	});

	it('names the first hundred links that a partial one leaves out', async () => {
		const one = Buffer.from(submission('b').body).toString().slice(1, -1);
		const body = Buffer.from(`[${one},${Array(150).fill('{}').join()}]`);
		const accept = accepting(records, { ...options, maxLinks: 1_000 });
		const { refused } = await accept(submission('b', { body, partial: true }));
		assert.deepEqual([refused.count, refused.first.length], [150, 100]);
	});

	it('refuses a partial one of which nothing is right, or that is no JSON', async () => {
		const accept = accepting(records, options);
		for (const [body, code] of [
			['[{}, 1]', 'invalid-links'],
			['[{]', 'malformed-json'],
		] as const) {
			const refused = accept(submission('b', { body: Buffer.from(body), partial: true }));
			await assert.rejects(refused, (error) => hasCode(error, code));
		}
		assert.equal(transactions, 0);
	});

	it('stores what its links do, and whether it withdraws assertions of others', async () => {
		const accept = accepting(records, options);
		for (const action of ['assert', 'withdraw', 'replace'] as const) {
			for (const takesAll of [false, true]) await accept(submission('b', { action, takesAll, partial: takesAll }));
		}
		const stored = await allEvents();
		assert.deepEqual(
			stored.map(({ action, takesAll, replaces }) => [action, takesAll, replaces]),
			['assert', 'withdraw', 'replace'].flatMap((action) => [
				[action, false, null],
				[action, true, null],
			]),
		);
	});

	it('stores of which Source a provider says nothing any more, with no link', async () => {
		const replaces = { source: { scheme: 'doi', value: '10.1234/A', key: '10.1234/a' }, provider: 'Zenodo' };
		const body = Buffer.from(' []');
		await accepting(records, options)(submission('b', { body, action: 'replace', replaces }));
		const [stored] = await allEvents();
		assert.deepEqual([stored?.links, stored?.replaces, stored?.payload], [0, [replaces], new Uint8Array(body)]);
		const batch = readAcceptedLinks(body, 'replace');
		assert.deepEqual([batch.counts.links, batch.assertions], [0, []]);
	});

	it('refuses links beside a Source that is replaced, and an empty array without one', async () => {
		const accept = accepting(records, options);
		const replaces = { source: { scheme: 'doi', value: '10.1234/a', key: '10.1234/a' }, provider: 'Zenodo' };
		for (const body of [submission('b').body, Buffer.from('{}'), Buffer.from('null')]) {
			const refused = accept(submission('b', { body, action: 'replace', replaces }));
			await assert.rejects(refused, (error) => hasCode(error, 'bad-query'));
		}
		for (const action of ['assert', 'withdraw', 'replace'] as const) {
			const refused = accept(submission('b', { body: Buffer.from('[]'), action }));
			await assert.rejects(refused, (error) => hasCode(error, 'invalid-links'));
		}
		assert.equal(transactions, 0);
	});

	it('learns the spelling of a provider from what is asserted, and not from what is withdrawn', async () => {
		const accept = accepting(records, options);
		const spelled = (spelling: string) => bodyOf(given(`10.1234/a cites 10.1234/b by ${spelling}`));
		await accept(submission('b', { body: spelled('CROSSREF'), action: 'withdraw' }));
		await accept(submission('b', { body: spelled('Crossref'), action: 'replace' }));
		await accept(submission('b', { body: spelled('crossref') }));
		const [stored] = await records.change((transaction) => transaction.providers(['crossRef'], 'created'));
		assert.equal(stored?.name, 'Crossref');
	});

	it('stores together what comes while others are being stored, in the order in which it came', async () => {
		const accept = accepting(records, options);
		const endWriting = await occupyWriter();
		const sent = ['b', 'c', 'd', 'e'].map((cited) => accept(submission(cited)));
		await endWriting();
		const accepted = await Promise.all(sent);
		assert.equal(transactions, 2);
		assert.deepEqual(
			(await records.events({ limit: 10 })).toReversed().map(({ eventId }) => eventId),
			accepted.map(({ eventId }) => eventId),
		);
	});

	it('stores few megabytes in one commit, and lets senders take turns', async () => {
		const commits: (number | null)[][] = [];
		const accept = accepting(
			{
				async accept(events) {
					commits.push(events.map(({ userId }) => userId));
					return events.map(() => 1);
				},
			},
			{ ...options, maxBytes: 2 ** 23 },
		);
		const { body } = submission('b');
		const large = Buffer.concat([body, Buffer.alloc(2 ** 22, ' ')]);
		const senders = [1, 1, 1, 1, 1, 2];
		await Promise.all(senders.map((userId) => accept(submission('b', { userId, body: large }))));
		assert.deepEqual(commits, [[1], [1, 2], [1, 1], [1]]);
	});

	it('fails for all that wait where nothing can be stored, and goes on with what comes later', async () => {
		let fails = true;
		const failing: Pick<Records, 'accept'> = {
			accept: (events) => (fails ? Promise.reject(new Error('disk full')) : records.accept(events)),
		};
		const accept = accepting(failing, options);
		for (const result of await Promise.allSettled(['b', 'c'].map((cited) => accept(submission(cited))))) {
			assert.match(String(result.status === 'rejected' && result.reason), /disk full/);
		}
		assert.deepEqual(await records.events({ limit: 10 }), []);
		fails = false;
		await accept(submission('d'));
		assert.equal((await records.events({ limit: 10 })).length, 1);
	});
});
