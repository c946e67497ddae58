// Says how a harvest runs, whatever the service: order, ends and beginnings, and every fault of a
// service that is unavailable, slow, cut off, or goes round in circles.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { BrokerError } from '../errors.ts';
import { by } from '../store/suite/audit.fixture.ts';
import {
	datacitePage,
	dataciteRecord,
	noon,
	type Reply,
	type Request,
	serveEachTest,
	task,
} from './harvest.fixture.ts';

let replies: (request: Request, before: number) => Reply;
const { harvests, service } = serveEachTest((request, before) => replies(request, before));
beforeEach(() => {
	replies = twoPages;
});

const cursorOf = ({ query }: Request) => query.get('page[cursor]');
const firstPage = datacitePage([dataciteRecord('a'), dataciteRecord('b')], 'two');
const secondPage = datacitePage([dataciteRecord('c'), dataciteRecord('d')]);
const twoPages = (request: Request): Reply => ({ body: cursorOf(request) === 'two' ? secondPage : firstPage });
/** Answers both pages, but this first to the request of this number (from 0). */
const but = (at: number, reply: Reply) => (request: Request, before: number) =>
	before === at ? reply : twoPages(request);
const allLinks = ['a', 'b', 'c', 'd'].map((name) => `10.1234/${name} Cites 10.1234/paper`);
const run = (begin = {}) => harvests().run(task('datacite', service().address), {}, begin);
const hour = 3_600_000;

describe('a harvest', () => {
	it('stores the links of all pages, and reports what came', async () => {
		const { state, name } = await run();
		assert.deepEqual(await harvests().links(), allLinks);
		assert.equal(name, `datacite --prefix 10.1234 --address ${service().address}`);
		const counts = { pages: 2, records: 4, links: 4, refused: 0, events: 2 };
		assert.deepEqual(state.totals, { ...counts, failures: 0 });
		const { outcome, beganAt, notes, problem } = state.last ?? {};
		assert.deepEqual(
			{ outcome, beganAt, notes, problem },
			{ outcome: 'complete', beganAt: noon, notes: [], problem: null },
		);
		assert.deepEqual([state.run, state.completeFrom], [null, noon]);
	});

	it('names its load, which has the events of all its pages, and the next run has another', async () => {
		const { state } = await run();
		const { load = null } = state.last ?? {};
		assert.ok(load !== null);
		const of = await harvests().records.loadOf(load);
		assert.deepEqual([of?.loadId, of?.kind, of?.events.Done], [load, 'harvest', 2]);
		harvests().clock.set(noon + 24 * hour);
		const next = await run();
		assert.notEqual(next.state.last?.load ?? load, load);
	});

	it('says who asks, and keeps the pause that the service wants between two requests', async () => {
		await run();
		assert.deepEqual(
			service().requests.map(({ headers }) => headers['user-agent']),
			Array(2).fill('link-broker/test (mailto:ops@example.org)'),
		);
		assert.deepEqual(harvests().clock.waited, [300]);
	});

	it('takes next what changed since it began the last time, with an hour before', async () => {
		await run();
		harvests().clock.set(noon + 24 * hour);
		await run();
		assert.equal(service().requests[0]?.query.get('query'), null);
		assert.equal(service().requests[2]?.query.get('query'), 'updated:[2026-01-15T11:00:00Z TO *]');
	});

	it('begins with changes of a day, or anew, where that is asked for', async () => {
		await run({ from: Date.UTC(2025, 0, 1) });
		await run({ restart: true });
		assert.deepEqual(
			[service().requests[0], service().requests[2]].map((request) => request?.query.get('query')),
			['updated:[2025-01-01T00:00:00Z TO *]', null],
		);
	});

	it('withdraws what a record no longer states', async () => {
		replies = () => ({ body: datacitePage([dataciteRecord('a', 'paper')]) });
		await run();
		replies = () => ({ body: datacitePage([dataciteRecord('a', 'other')]) });
		await run();
		const events = await harvests().records.events({ limit: 10 });
		assert.deepEqual(
			events.map(({ action, counts }) => [action, counts?.withdrawn]),
			[
				['replace', 1],
				['replace', 0],
			],
		);
	});

	it('of which another process is at it is refused', async () => {
		const entered = Promise.withResolvers<void>();
		const go = Promise.withResolvers<void>();
		const slow = harvests().open({
			knownDois: async () => {
				entered.resolve();
				await go.promise;
				return { dois: [], cursor: null };
			},
		});
		const cited = task('opencitations', service().address);
		const first = slow.harvest(by, cited, harvests().listener);
		await entered.promise;
		await assert.rejects(harvests().run(cited), { code: 'conflict' });
		go.resolve();
		assert.equal((await first).state.last?.outcome, 'complete');
		assert.equal((await harvests().run(cited)).state.last?.outcome, 'complete');
	});
});

describe('a harvest that was ended', () => {
	it('by a person goes on with the page after the last one', async () => {
		const stop = new AbortController();
		const listener = { ...harvests().listener, signal: stop.signal, onProgress: () => stop.abort() };
		const stopped = await harvests().open().harvest(by, task('datacite', service().address), listener);
		assert.deepEqual([stopped.state.last?.outcome, stopped.state.last?.records], ['stopped', 2]);
		const { state } = await run();
		assert.deepEqual(service().requests.map(cursorOf), ['1', 'two']);
		assert.deepEqual([state.last?.outcome, state.last?.records], ['complete', 4]);
		assert.deepEqual(await harvests().links(), allLinks);
	});

	it('is one load with the run that continues it, and the next run is another', async () => {
		const stop = new AbortController();
		const listener = { ...harvests().listener, signal: stop.signal, onProgress: () => stop.abort() };
		await harvests().open().harvest(by, task('datacite', service().address), listener);
		await run();
		const [harvest] = await harvests().records.harvests();
		const [load, ...others] = await harvests().records.loads({ limit: 10 });
		assert.deepEqual([load?.kind, load?.name, load?.events.Done, others], ['harvest', harvest?.name, 2, []]);
		harvests().clock.set(noon + 500 * hour);
		await run();
		assert.deepEqual(
			(await harvests().records.loads({ limit: 10 })).map(({ events }) => events.Done),
			[2, 2],
		);
	});

	it('by a kill after a page was stored and before that was noted repeats this page alone', async () => {
		const { records } = harvests();
		const dying = {
			...records,
			noteHarvest: () => Promise.reject(new Error('killed')),
			releaseHarvest: async () => undefined,
		};
		await assert.rejects(harvests().run(task('datacite', service().address), { records: dying }), /killed/);
		harvests().clock.set(noon + 500 * hour);
		await run();
		assert.deepEqual(service().requests.map(cursorOf), ['1', '1', 'two']);
		assert.deepEqual(await harvests().links(), [...allLinks.slice(0, 2), ...allLinks]);
	});

	it('by a kill before a page was stored asks for this page again', async () => {
		const { records } = harvests();
		let events = 0;
		const dying = {
			...records,
			acceptClaimed: (...values: Parameters<typeof records.acceptClaimed>) =>
				++events === 2 ? Promise.reject(new Error('killed')) : records.acceptClaimed(...values),
		};
		await assert.rejects(harvests().run(task('datacite', service().address), { on: dying } as object), /killed/);
		await run();
		assert.deepEqual(service().requests.map(cursorOf), ['1', 'two', 'two']);
		assert.deepEqual(await harvests().links(), allLinks);
	});
});

describe('a service that fails', () => {
	it('is asked again after growing pauses, and the harvest misses nothing', async () => {
		replies = (request, before) => (before < 3 ? { status: 500 + before } : twoPages(request));
		assert.equal((await run()).state.last?.outcome, 'complete');
		assert.deepEqual(
			harvests().clock.waited.filter((pause) => pause > 300),
			[2_000, 4_000, 8_000],
		);
		assert.deepEqual(await harvests().links(), allLinks);
	});

	for (const [fault, reply] of Object.entries({
		'cuts its answer off': { body: secondPage, isCut: true },
		'answers half a document': { body: JSON.stringify(secondPage).slice(0, 100) },
		'answers a page for people': { body: '<html>Maintenance</html>' },
	} satisfies Record<string, Reply>)) {
		it(`and ${fault} is asked again`, async () => {
			replies = but(1, reply);
			assert.equal((await run()).state.last?.outcome, 'complete');
			assert.deepEqual(service().requests.map(cursorOf), ['1', 'two', 'two']);
			assert.deepEqual(await harvests().links(), allLinks);
		});
	}

	it('for too long ends the harvest, which keeps its place', async () => {
		replies = (request) => (cursorOf(request) === 'two' ? { status: 500 } : { body: firstPage });
		const { state } = await run();
		assert.deepEqual([state.last?.outcome, state.last?.records, state.totals.failures], ['failed', 2, 1]);
		assert.match(state.last?.problem ?? '', /^127\.0\.0\.1:\d+ fails \(500\), 6 times\.$/);
		replies = twoPages;
		assert.equal((await run()).state.last?.outcome, 'complete');
		assert.equal(service().requests.filter((request) => cursorOf(request) === '1').length, 1);
	});

	it('and is not there ends the harvest with a sentence', async () => {
		await service().close();
		const { state } = await run();
		assert.match(
			state.last?.problem ?? '',
			/cannot be reached, or its answer was cut off \(ECONNREFUSED\), 6 times\.$/,
		);
	});

	it('by a refusal is asked once, and reported with its message', async () => {
		replies = () => ({ status: 400, body: '{"errors":[{"title":"no such\\u0007 prefix"}]}' });
		const { state } = await run();
		assert.match(
			state.last?.problem ?? '',
			/refuses \/dois \(400\): \{"errors":\[\{"title":"no such\\u0007 prefix"\}\]\}$/,
		);
		assert.equal(service().requests.length, 1);
	});

	it('by refusing the place where the harvest is to go on has it begin anew the next time', async () => {
		replies = (request) => (cursorOf(request) === 'two' ? { status: 400 } : { body: firstPage });
		await run();
		assert.equal((await run()).state.run, null);
		replies = twoPages;
		assert.equal((await run()).state.last?.outcome, 'complete');
		assert.deepEqual(service().requests.map(cursorOf), ['1', 'two', 'two', '1', 'two']);
	});
});

describe('a service that is busy', () => {
	for (const status of [429, 503]) {
		it(`is asked again after as long as Retry-After of ${status} says`, async () => {
			replies = but(1, { status, headers: { 'retry-after': '17' } });
			assert.equal((await run()).state.last?.outcome, 'complete');
			assert.ok(harvests().clock.waited.includes(17_000));
			assert.match(harvests().waits[0] ?? '', new RegExp(`is busy \\(${status}\\); waiting 17 s$`));
		});
	}

	it('is asked again at the moment that it names', async () => {
		const at = new Date(noon + 60_000).toUTCString();
		replies = but(0, { status: 429, headers: { 'retry-after': at } });
		await run();
		assert.ok(harvests().clock.waited.includes(60_000), String(harvests().clock.waited));
	});

	it('for longer than five minutes ends the harvest, which says when to go on', async () => {
		replies = but(1, { status: 429, headers: { 'retry-after': '7200' } });
		const { state } = await run();
		const { outcome, notBefore, problem } = state.last ?? {};
		const until = harvests().clock.now() + 2 * hour;
		assert.deepEqual([outcome, notBefore], ['waiting', until]);
		assert.ok(problem?.endsWith(`is to be asked again after ${new Date(until).toISOString()}.`), problem ?? '');
		assert.equal((await run()).state.last?.outcome, 'complete');
	});

	for (const value of ['-5', 'soon, in 3 minutes', '99999999999']) {
		it(`is given a moment where Retry-After says nothing (${value})`, async () => {
			replies = but(1, { status: 429, headers: { 'retry-after': value } });
			assert.equal((await run()).state.last?.outcome, 'complete');
			assert.match(harvests().waits[0] ?? '', /waiting 2 s$/);
		});
	}

	it('is asked again within a week, whatever it says', async () => {
		replies = but(1, { status: 429, headers: { 'retry-after': '999999999' } });
		assert.equal((await run()).state.last?.notBefore, harvests().clock.now() + 7 * 24 * hour);
	});

	it('and says that no requests are left is asked again when there are', async () => {
		const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(noon / 1_000 + 40) };
		replies = but(0, { body: firstPage, headers });
		await run();
		assert.deepEqual(harvests().clock.waited, [40_000]);
	});

	it('and states its rate is asked no quicker', async () => {
		const headers = { 'x-rate-limit-limit': '2', 'x-rate-limit-interval': '10s' };
		replies = (request) => ({ ...twoPages(request), headers });
		await run();
		assert.deepEqual(harvests().clock.waited, [5_000]);
	});
});

describe('a service that goes round in circles', () => {
	const failure = async () => {
		const { state } = await run();
		assert.equal(state.last?.outcome, 'failed');
		return state.last?.problem ?? '';
	};

	it('with the same page twice ends the harvest', async () => {
		let cursor = 1;
		replies = () => ({ body: datacitePage([dataciteRecord('a')], String(++cursor)) });
		assert.match(await failure(), /returned the same page twice/);
		assert.equal(service().requests.length, 2);
	});

	it('with a cursor that does not move ends the harvest', async () => {
		let record = 0;
		replies = () => ({ body: datacitePage([dataciteRecord(`r${++record}`)], '1') });
		assert.match(await failure(), /its cursor does not move/);
	});

	it('with more records than it has ends the harvest', async () => {
		let page = 0;
		const records = (at: number) =>
			Array.from({ length: 3_000 }, (_, number) => ({ type: 'dois', id: `${at}/${number}` }));
		replies = () => ({ body: datacitePage(records(++page), String(page + 1), 100) });
		assert.match(await failure(), /has 100 records, and answers more than twice that/);
	});
});

describe('a service whose list changes', () => {
	it('is reported to have done so', async () => {
		replies = (request) => ({ body: cursorOf(request) === 'two' ? { ...secondPage, meta: { total: 7 } } : firstPage });
		const { last } = (await run()).state;
		assert.deepEqual(last?.notes, [
			'The number of records changed from 4 to 7 while they were read.',
			'datacite announced 7 records and returned 4.',
		]);
	});
});

describe('what is wrong with a harvest itself', () => {
	const refused = async (filters: Record<string, string>, more: object, name = 'datacite') => {
		const asking = harvests().run({ ...task(name, service().address, filters) }, more);
		return asking.then(
			() => assert.fail('it runs'),
			(error: BrokerError) => `${error.code}: ${error.message}`,
		);
	};

	it('is reported before anything is asked or stored', async () => {
		assert.match(await refused({ prefix: '10.1' }, { contact: null }), /^bad-setting: .* set CONTACT_EMAIL /);
		assert.match(await refused({ query: 'x' }, { secretOf: () => null }, 'ads'), /^bad-setting: ads needs ADS_TOKEN/);
		assert.match(
			await refused({}, {}),
			/^bad-usage: datacite is too large to harvest as a whole: narrow it with --prefix .* or --from\.$/,
		);
		assert.match(await refused({ client: 'x', query: 'x' }, {}, 'europepmc'), /^bad-usage: .* has no filter --client/);
		assert.match(await refused({}, {}, 'orcid'), /^bad-usage: Unknown service: "orcid"\. The services are datacite/);
		assert.equal(service().requests.length, 0);
		assert.deepEqual(await harvests().records.harvests(), []);
	});
});

describe('a harvest with a schedule', () => {
	const schedule = (everySeconds = 3_600) =>
		harvests().open().scheduleHarvest(by, task('datacite', service().address), { everySeconds });
	const due = (more = {}) => harvests().open(more).harvestDue(harvests().listener);

	it('is run by one worker when it is due, and again after as long as it says', async () => {
		const { nextAt } = await schedule();
		assert.equal(nextAt, noon);
		const both = await Promise.all([due(), due()]);
		assert.deepEqual(both.map((one) => one?.state.last?.outcome).sort(), ['complete', undefined]);
		assert.equal(await due(), undefined);
		harvests().clock.set(noon + hour);
		assert.equal((await due())?.state.last?.outcome, 'complete');
		assert.equal(service().requests.length, 4);
		const [entry] = await harvests().records.auditEntries({ limit: 1, action: 'harvest.scheduled' });
		assert.deepEqual([entry?.who, entry?.detail], [by.who, { every_seconds: 3_600 }]);
	});

	it('that fails is due again after an hour at the latest, and one that waits when it may', async () => {
		await schedule(7 * 86_400);
		replies = () => ({ status: 404 });
		const nextAt = async () => ((await harvests().records.harvests())[0]?.nextAt ?? 0) - harvests().clock.now();
		await due();
		assert.equal(await nextAt(), hour);
		replies = () => ({ status: 429, headers: { 'retry-after': '7200' } });
		harvests().clock.set(harvests().clock.now() + hour);
		await due();
		assert.equal(await nextAt(), 2 * hour);
	});

	it('whose secret was removed says so in its last result', async () => {
		await schedule();
		const ended = await due({ contact: null });
		assert.match(ended?.state.last?.problem ?? '', /set CONTACT_EMAIL/);
	});
});
