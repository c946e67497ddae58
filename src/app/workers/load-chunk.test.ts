import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { about, bodyOf, given, readGraph } from '../../broker/graph.fixture.ts';
import { type LoadedChunk, readForLoad } from '../../broker/load-files.ts';
import { BrokerError } from '../../errors.ts';
import { createChunk, type RecordChunk } from '../../formats/json/chunk-builder.ts';
import { type LinkEvent, noCounts } from '../../links/link-event.ts';

import type { LoadOfEvent } from '../../store/loads.ts';
import type { Records } from '../../store/records.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import {
	failingOn,
	leaseMilliseconds,
	openTestWorkers,
	retryMilliseconds,
	type TestWorkers,
} from './event-worker.fixture.ts';
import { createApplyChunk } from './load-chunk.ts';

let test: TestWorkers;
let records: Records;

beforeEach(async () => {
	test = await openTestWorkers();
	records = test.records;
});
afterEach(() => test.close());

/** Makes a chunk of a file with one record on each line. */
function chunkOf(...lines: (string | Uint8Array)[]): RecordChunk {
	return createChunk(
		'links.jsonl',
		lines.map((line, at) => ({ bytes: Buffer.from(line), line: at + 1, number: at + 1 })),
	);
}

/** Writes a link as one record. */
const record = (link: string) => Buffer.from(bodyOf(given(link))).subarray(1, -1);

/** A load that begins. */
const aLoad = (): LoadOfEvent => ({ kind: 'files', name: 'links.jsonl', first: null });

async function load(
	chunk: RecordChunk,
	{ on = records, noindex = false, skipInvalid = false } = {},
): Promise<LoadedChunk> {
	const read = readForLoad(chunk, { action: 'assert', skipInvalid });
	return createApplyChunk(on, by, test.options('load'), aLoad())(read, { ...asserting, noindex });
}

const asserting = { action: 'assert', noindex: false, replaces: null, fileName: 'links.jsonl', set: null } as const;

const allEvents = (): Promise<LinkEvent[]> => records.events({ limit: 10 });
const payloadOf = async ({ sequence }: LinkEvent) => Buffer.from(await records.payload(sequence)).toString();

describe('a chunk of a file', () => {
	it('becomes one event of the command line, stored as the file has it, that is Done with its counts', async () => {
		const lines = [record('A cites B'), record('A = C')];
		const { event, refused } = await load(chunkOf(...lines));
		const [stored] = (await allEvents()) as [LinkEvent];
		assert.deepEqual([stored.fileName, stored.sourceAddress], ['links.jsonl', null]);
		assert.deepEqual(refused, []);
		assert.deepEqual(event, {
			eventId: stored.eventId,
			sequence: stored.sequence,
			links: 2,
			state: 'Done',
			counts: {
				...noCounts,
				links: 2,
				ignored: 0,
				containers: 0,
				unknownRelations: [],
				newRelationships: 2,
				newIdentifiers: 3,
				mergedGroups: 1,
			},
			error: null,
		});
		assert.deepEqual([stored.state, stored.userId, stored.attempts], ['Done', null, 1]);
		assert.equal(await payloadOf(stored), `[${lines.join(',')}]`);
		assert.deepEqual(Object.keys((await readGraph(records)).betweenWorks), ['a = c Cites b']);
	});

	it('has the last word over the chunks before it', async () => {
		const asserted = (title: string) => Buffer.from(bodyOf([about('A', { Title: title })])).subarray(1, -1);
		for (const title of ['First', 'Second', 'Third']) await load(chunkOf(asserted(title)));
		assert.deepEqual((await readGraph(records)).works, { a: '{"Title":"Third"}' });
	});

	it('is not found before a reindex where that was asked for', async () => {
		await load(chunkOf(record('A cites B')), { noindex: true });
		assert.deepEqual(Object.keys((await readGraph(records)).betweenWorks), []);
		assert.deepEqual(Object.keys((await readGraph(records, 'everything')).betweenWorks), ['a Cites b']);
	});

	it('stores nothing where a record is wrong, and says where', async () => {
		await assert.rejects(load(chunkOf(record('A cites B'), '{')), {
			code: 'malformed-json',
			message: /^links\.jsonl, line 2 \(record 2\) is not JSON/,
		});
		await assert.rejects(load(chunkOf(record('A cites B'), '{}')), { code: 'invalid-links' });
		assert.deepEqual(await allEvents(), []);
	});

	it('is stored without its wrong records, which are reported, where those are skipped', async () => {
		const lines = ['{', record('A cites B'), '{}', record('A cites C')];
		const { event, refused } = await load(chunkOf(...lines), { skipInvalid: true });
		assert.deepEqual(
			refused.map(({ line }) => line),
			[1, 3],
		);
		assert.equal(event?.links, 2);
		const [stored] = (await allEvents()) as [LinkEvent];
		assert.equal(await payloadOf(stored), `[${lines[1]},${lines[3]}]`);
	});

	it('becomes no event where no record is right', async () => {
		const { event, refused } = await load(chunkOf('{', '{}'), { skipInvalid: true });
		assert.equal(event, null);
		assert.equal(refused.length, 2);
		assert.deepEqual(await allEvents(), []);
	});
});

describe('a chunk that cannot be applied', () => {
	it('is left to be tried again by any worker, with the reason', async () => {
		const { event } = await load(chunkOf(record('A cites B')), { on: failingOn(records, 'b') });
		assert.deepEqual([event?.state, event?.counts, event?.error], ['New', null, 'no luck']);
		const { state, dueAt } = await test.find(event?.eventId);
		assert.deepEqual([state, dueAt], ['New', test.clock.now + retryMilliseconds]);
		test.clock.now += retryMilliseconds;
		await test.start().idle();
		assert.equal((await test.find(event?.eventId)).state, 'Done');
	});

	it('is in Error where that was its only try', async () => {
		const options = { ...test.options('load'), maxAttempts: 1 };
		const apply = createApplyChunk(failingOn(records, 'b'), by, options, aLoad());
		const read = readForLoad(chunkOf(record('A cites B')), { action: 'assert', skipInvalid: false });
		const { event } = await apply(read, asserting);
		assert.deepEqual([event?.state, event?.counts, event?.error], ['Error', null, 'no luck']);
		assert.equal((await test.find(event?.eventId)).state, 'Error');
	});

	it('keeps no other from being loaded', async () => {
		const apply = createApplyChunk(failingOn(records, 'b'), by, test.options('load'), aLoad());
		const states: (string | undefined)[] = [];
		for (const link of ['A cites B', 'A cites C']) {
			const read = readForLoad(chunkOf(record(link)), { action: 'assert', skipInvalid: false });
			const { event } = await apply(read, asserting);
			states.push(event?.state);
		}
		assert.deepEqual(states, ['New', 'Done']);
	});

	it('joins the load of the chunks before it, also where the first one fails', async () => {
		const apply = createApplyChunk(failingOn(records, 'b'), by, test.options('load'), aLoad());
		const events: (string | undefined)[] = [];
		for (const link of ['A cites B', 'A cites C', 'A cites D']) {
			const read = readForLoad(chunkOf(record(link)), { action: 'assert', skipInvalid: false });
			events.push((await apply(read, asserting)).event?.eventId);
		}
		const [load, ...others] = await records.loads({ limit: 10 });
		assert.deepEqual([load?.loadId, load?.kind, load?.name, others], [events[0], 'files', 'links.jsonl', []]);
		assert.deepEqual(load?.events, { New: 1, Processing: 0, Done: 2, Error: 0, Withdrawn: 0 });
	});

	it('is Processing where another worker has taken it over', async () => {
		const robbed: Records = {
			...records,
			async change(work) {
				test.clock.now += leaseMilliseconds + 1;
				await records.claim(test.leaseOf('other'), test.clock.now, 1);
				return records.change(work);
			},
		};
		const { event } = await load(chunkOf(record('A cites B')), { on: robbed });
		assert.deepEqual([event?.state, event?.counts, event?.error], ['Processing', null, null]);
		assert.deepEqual((await readGraph(records)).works, {});
	});

	it('ends the load where the records cannot be reached, and is applied by another worker later', async () => {
		const unavailable = failingOn(
			records,
			'b',
			() => new BrokerError('unavailable', 'The database cannot be reached.'),
		);
		await assert.rejects(load(chunkOf(record('A cites B')), { on: unavailable }), { code: 'unavailable' });
		const [stored] = (await allEvents()) as [LinkEvent];
		assert.equal(stored.state, 'Processing');
		test.clock.now += leaseMilliseconds + 1;
		await test.start().idle();
		assert.equal((await test.find(stored.eventId)).state, 'Done');
	});
});
