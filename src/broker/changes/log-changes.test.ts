// Tests the change log for events that assert, withdraw, replace and are withdrawn.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Link } from '../../links/link.ts';
import { about, accept, applyNow, forever, given, objectNamed, receive, send, testWorker } from '../graph.fixture.ts';
import { follow } from '../withdrawing/steps.fixture.ts';
import { readChangesQuery } from './change-query.ts';
import { readChanges } from './read-changes.ts';
import { makeAllSearchable } from './replay.fixture.ts';

let opened: TestRecords;
beforeEach(async () => {
	opened = await openTestRecords();
});
afterEach(() => opened.close());

const changes = async () => (await readChanges(opened.records, readChangesQuery({ limit: '1000' }))).changes;

/**
 * Reads the log in the notation of links: `+A Cites B by Zenodo on 2018`, with `first` or `last`.
 */
const logged = async () =>
	(await changes()).map(({ kind, isEdge, source, relation, target, provenance: { provider, date } }) => {
		const words = `${source.identifier.value} ${relation} ${target.identifier.value} by ${provider} on ${date}`;
		return kind === 'asserted' ? `+${words}${isEdge ? ' first' : ''}` : `-${words}${isEdge ? ' last' : ''}`;
	});

const asserting = (...links: string[]) => ({ links: given(...links), noindex: false });
const taking = (action: 'withdraw' | 'replace', ...links: string[]) => ({
	...asserting(...links),
	action,
	userId: null,
	takesAll: true,
});

describe('the change log', () => {
	it('has an entry for each assertion, and says which is the first of its relationship', async () => {
		await send(opened.records, given('A cites B on 2018', 'A cites B by Crossref on 2019', 'A=C relatesTo B on 2018'));
		await send(opened.records, given('A cites B on 2020', 'B relatesTo A on 2018'));
		assert.deepEqual(await logged(), [
			'+A Cites B by Zenodo on 2018 first',
			'+A Cites B by Crossref on 2019',
			'+A IsIdenticalTo C by Zenodo on 2018 first',
			'+A IsRelatedTo B by Zenodo on 2018 first',
			'+A Cites B by Zenodo on 2020',
			// The same relationship, asserted from its other end.
			'+B IsRelatedTo A by Zenodo on 2018',
		]);
	});

	it('has the entries of a work by any value that it had, withdrawn ones too', async () => {
		await receive(opened.records, [
			asserting('23193287@mag_id cites B on 2018', 'x@own cites C on 2018'),
			taking('withdraw', '23193287@mag_id cites B on 2018', 'x@own cites C on 2018'),
		]);
		for (const [id, target] of [
			['23193287', 'B'],
			['x', 'C'],
		] as const) {
			const { changes } = await readChanges(opened.records, readChangesQuery({ id }));
			assert.deepEqual(
				changes.map(({ kind, target }) => [kind, target.identifier.value]),
				[
					['asserted', target],
					['withdrawn', target],
				],
			);
		}
	});

	it('has nothing of an event that is run again', async () => {
		await receive(opened.records, [asserting('A cites B on 2018'), asserting('A cites B on 2018')], [0, 1, 0, 1, 1]);
		assert.equal((await logged()).length, 2);
	});

	it('has each provenance that was withdrawn, and the last of a relationship', async () => {
		await receive(opened.records, [
			asserting('A cites B on 2018', 'A cites B on 2019', 'A cites C on 2018'),
			taking('withdraw', 'A cites B on 2018', 'A cites D on 2018'),
		]);
		assert.deepEqual((await logged()).slice(3), ['-A Cites B by Zenodo on 2018', '-A Cites B by Zenodo on 2019 last']);
	});

	it('says again what the same provider still says, and does not call it the first or the last', async () => {
		await follow(
			opened.records,
			[asserting('A cites B on 2018', 'A cites B by Crossref on 2018'), asserting('A cites B on 2019')],
			[
				{ event: 0, does: 'apply' },
				{ event: 1, does: 'apply' },
				{ event: 1, does: 'withdraw' },
			],
		);
		assert.deepEqual((await logged()).slice(3), ['-A Cites B by Zenodo on 2019', '+A Cites B by Zenodo on 2018']);
	});

	it('asserts again what was asserted from the other end of a symmetric relation', async () => {
		await follow(
			opened.records,
			[asserting('A = B on 2018'), asserting('B = A on 2018')],
			[
				{ event: 0, does: 'apply' },
				{ event: 1, does: 'apply' },
				{ event: 0, does: 'withdraw' },
			],
		);
		assert.deepEqual((await logged()).slice(2), [
			'-A IsIdenticalTo B by Zenodo on 2018',
			'+B IsIdenticalTo A by Zenodo on 2018',
		]);
	});

	it('has what counts again where a withdrawal is withdrawn', async () => {
		await follow(
			opened.records,
			[asserting('A cites B on 2018'), taking('withdraw', 'A cites B on 2018')],
			[
				{ event: 0, does: 'apply' },
				{ event: 1, does: 'apply' },
				{ event: 1, does: 'withdraw' },
			],
		);
		assert.deepEqual(await logged(), [
			'+A Cites B by Zenodo on 2018 first',
			'-A Cites B by Zenodo on 2018 last',
			'+A Cites B by Zenodo on 2018 first',
		]);
	});

	it('has nothing that a later event has withdrawn before it is applied', async () => {
		await receive(opened.records, [asserting('A cites B on 2018'), taking('withdraw', 'A cites B on 2018')], [1, 0]);
		assert.deepEqual(await logged(), []);
	});

	it('has a noindex event once it is indexed, as far as it still counts', async () => {
		const { records } = opened;
		await send(records, given('A cites B on 2018', 'A cites C on 2018'), { noindex: true });
		await send(records, given('A cites B on 2019'));
		await receive(records, [taking('withdraw', 'A cites C on 2018')]);
		assert.deepEqual(await logged(), ['+A Cites B by Zenodo on 2019 first']);
		await makeAllSearchable(records);
		assert.deepEqual((await logged()).slice(1), ['+A Cites B by Zenodo on 2018']);
		await makeAllSearchable(records);
		assert.equal((await logged()).length, 2);
	});

	it('calls one of several noindex events the first', async () => {
		await send(opened.records, given('A cites B on 2018'), { noindex: true });
		await send(opened.records, given('A cites B on 2019'), { noindex: true });
		await makeAllSearchable(opened.records);
		assert.deepEqual(await logged(), ['+A Cites B by Zenodo on 2018 first', '+A Cites B by Zenodo on 2019']);
	});
});

describe('the descriptions of works in the log', () => {
	const titles = async () => (await changes()).map(({ source }) => source.description.Title);

	it('are those that each link gives, whatever is known by now', async () => {
		await send(opened.records, [about('A', { Title: 'One' }), ...given('A cites B')]);
		await send(opened.records, [about('A', { Title: 'Two' }), ...given('A cites C')]);
		assert.deepEqual(await titles(), ['One', undefined, 'Two', undefined]);
	});

	it('come again in the order of acceptance where an earlier event is applied late', async () => {
		const { records } = opened;
		const early = [about('A', { Title: 'One' }), ...given('A cites B')];
		await accept(records, [{ links: early, noindex: false }]);
		const [event] = await records.claim({ worker: testWorker, until: forever }, forever - 1, 1);
		await send(records, [about('A', { Title: 'Two' }), ...given('A cites C')]);
		await applyNow(records, event as NonNullable<typeof event>, early);
		assert.deepEqual(await titles(), ['Two', undefined, 'One', undefined, 'Two']);
	});

	it('come again where works with different descriptions become one', async () => {
		await send(opened.records, [about('A', { Title: 'One' }), about('B', { Title: 'Two' })]);
		await send(opened.records, given('A = B'));
		assert.deepEqual(await titles(), ['One', 'Two', undefined, 'Two']);
		assert.deepEqual((await logged()).slice(3), ['+B IsRelatedTo B by Zenodo on 2018-01-01']);
	});

	it('come again where the latest one is withdrawn and others differ', async () => {
		const [one, two, three] = ['One', 'Two', 'Three'].map((Title) => ({
			links: [about('A', { Title })],
			noindex: false,
		}));
		const events = [one, two, three].map((event) => event ?? assert.fail());
		const order = [0, 1, 2].map((event) => ({ event, does: 'apply' as const }));
		await follow(opened.records, events, [...order, { event: 2, does: 'withdraw' }]);
		assert.deepEqual((await titles()).slice(4), ['One', 'Two', 'Two']);
	});

	it('are withdrawn with their record where another record asserts the same', async () => {
		const [plain] = given('A cites B') as [Link];
		const described: Link = { ...plain, source: objectNamed('A', { Title: 'One' }), fromTarget: true };
		await receive(opened.records, [
			{ links: [plain, described], noindex: false },
			{ links: [{ ...plain, fromTarget: true }], noindex: false, action: 'replace', takesAll: true },
		]);
		assert.deepEqual((await titles()).slice(2), [undefined, undefined, undefined, undefined]);
		assert.deepEqual(
			(await changes()).map(({ kind }) => kind),
			['asserted', 'asserted', 'asserted', 'withdrawn', 'asserted', 'asserted'],
		);
	});

	it('are not there where their record was withdrawn before its event was indexed', async () => {
		const [plain] = given('A hasVersion F') as [Link];
		const described: Link = { ...plain, source: objectNamed('A', { PublisherPlace: 'Oslo' }) };
		await receive(opened.records, [
			{ links: [described, { ...plain, fromTarget: true }], noindex: true },
			{ links: [plain], noindex: false, action: 'replace', takesAll: true },
		]);
		await makeAllSearchable(opened.records);
		assert.deepEqual(
			(await changes()).map(({ kind, source }) => [kind, source.description.PublisherPlace]),
			[
				['asserted', undefined],
				['asserted', undefined],
			],
		);
	});

	it('come again by what decides each field, however many events were applied in another order', async () => {
		const { records } = opened;
		const count = 40;
		const events = Array.from({ length: count }, (_, at) => ({
			links: [about('A', { Title: `T${at}` })],
			noindex: false,
		}));
		await receive(
			records,
			events,
			Array.from({ length: count }, (_, at) => at ^ 1),
		);
		assert.equal((await titles()).at(-1), `T${count - 1}`);
		assert.ok((await titles()).length <= 2 * count, String((await titles()).length));
	});

	it('ends a page early where its works have long descriptions, and continues after it', async () => {
		const long = (name: string) => Array.from({ length: 8_000 }, (_, at) => `${name} ${at} ${'x'.repeat(1_000)}`);
		const names = ['A', 'B', 'C', 'D', 'E', 'F'];
		for (const name of names) {
			const [link] = given(`${name} cites Z`) as [Link];
			await send(opened.records, [{ ...link, source: objectNamed(name, { Keywords: long(name) }) }]);
		}
		const found: string[] = [];
		let pages = 0;
		for (let after = '0', isEnd = false; !isEnd; pages++) {
			const page = await readChanges(opened.records, readChangesQuery({ limit: '1000', ...(pages > 0 && { after }) }));
			found.push(...page.changes.map(({ source }) => source.identifier.value));
			assert.ok(page.changes.length <= 4, String(page.changes.length));
			({ next: after, isEnd } = page);
		}
		assert.deepEqual(found, names);
		assert.ok(pages > 1);
	});
});
