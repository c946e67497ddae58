// Says what the index on OpenSearch does while its cluster is busy, slow, cut off or away, and while other writers die: nothing is lost, nothing is half done.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { changesBetween, emptyWorld, type World, worldArbitrary } from '../../ports/search/search-index.arbitrary.ts';
import { assertAnswersAlike } from '../../ports/search/search-index.contract.ts';
import { about, find, link, put, said, work } from '../../ports/search/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/search-index.model.ts';
import type { IndexChanges, SearchIndex } from '../../ports/search/search-index.ts';
import { questionArbitrary } from '../../ports/search/search-request.arbitrary.ts';
import { clusterUrl, type FreshIndex, openFreshIndex, skipOpenSearch } from './cluster.fixture.ts';
import { type Fate, type FaultyProxy, type Meeting, openFaultyProxy } from './faulty-proxy.fixture.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const isBulk = ({ path }: Meeting) => path.includes('/_bulk');

const isUnavailable = (error: unknown) => error instanceof BrokerError && error.code === 'unavailable';

/** Group 1 and `count` others that cite it. */
function citations(count: number): IndexChanges {
	const groups = Array.from({ length: count }, (_, number) => number + 2);
	const others = groups.map((group) => ({
		...work('A', { sortKey: `${group}` }),
		group,
		version: group,
		identifiers: [],
	}));
	const history = [said('2015')];
	const links = groups.map((source) => ({ source, relation: 'Cites' as const, target: 1, identity: history }));
	return { removed: [], objects: [work('A'), ...others], links };
}

describe('a cluster in trouble', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	let proxy: FaultyProxy;
	beforeEach(async () => {
		fresh = await openFreshIndex();
		proxy = await openFaultyProxy(clusterUrl);
	});
	afterEach(async () => {
		proxy.fate = () => 'pass';
		await fresh.close();
		await proxy.close();
	});

	/** Lets requests of one kind meet one fate after the other, and the rest pass. */
	const befall = (isMeant: (meeting: Meeting) => boolean, fates: Fate[]): Fate[] => {
		proxy.fate = (meeting) => (isMeant(meeting) ? fates.shift() : undefined) ?? 'pass';
		return fates;
	};
	const allTroubles = (): Fate[] => [
		{ takes: (place) => place % 3 === 0, others: 429 },
		{ status: 503 },
		{ takes: (place) => place % 2 === 0, others: 503 },
		'lose',
		{ status: 429, headers: { 'Retry-After': '0' } },
		'cut',
		'stall',
		{ takes: () => false, others: 429 },
		{ status: 502, body: '<html>' },
	];

	it('loses nothing of an update, whatever happens to its bulks', async () => {
		const index = await fresh.reopen(proxy.url, { requestMilliseconds: 2_000 });
		const fates = befall(isBulk, allTroubles());
		await index.update((writer) => writer.apply(citations(500)));
		assert.deepEqual(fates, []);
		assert.deepEqual(await fresh.index.size(), { objects: 501, links: 500 });
		assert.equal((await fresh.index.search(about('A')))?.total, 500);
	});

	it('loses nothing of a build', async () => {
		const index = await fresh.reopen(proxy.url, { requestMilliseconds: 2_000 });
		const { objects, links } = citations(4_000);
		const builder = await index.build(2);
		const fates = befall(isBulk, allTroubles());
		await builder.addObjects(objects);
		await builder.addLinks(links);
		await builder.finish();
		await index.switchTo(2);
		assert.deepEqual(fates, []);
		assert.deepEqual(await fresh.index.size(), { objects: 4_001, links: 4_000 });
	});

	it('loses nothing where answers to any request of an update do not arrive', async () => {
		const index = await fresh.reopen(proxy.url, { requestMilliseconds: 2_000 });
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		const once = new Set<string>();
		const isWrite = ({ method, path }: Meeting) =>
			method === 'PUT' || isBulk({ path } as Meeting) || path.includes('_refresh');
		proxy.fate = (meeting) => {
			if (!isWrite(meeting) || meeting.path.includes('if_seq_no') || once.has(meeting.path)) return 'pass';
			once.add(meeting.path);
			return 'lose';
		};
		await put(index, { objects: [work('C')], links: [...link('A Cites C'), ...link('C Cites B')] });
		assert.ok(once.size >= 3, [...once].join());
		assert.deepEqual(await find(fresh.index, 'A'), ['B', 'C']);
	});

	it('is not asked again before the time it tells', async () => {
		const index = await fresh.reopen(proxy.url);
		const askedAt: number[] = [];
		proxy.fate = (meeting) => {
			if (!isBulk(meeting)) return 'pass';
			askedAt.push(performance.now());
			return askedAt.length === 1 ? { status: 429, headers: { 'Retry-After': '1' } } : 'pass';
		};
		await put(index, { objects: [work('A')] });
		const [first = 0, second = 0] = askedAt;
		assert.ok(second - first >= 990, `${second - first} ms`);
	});

	const outages: Readonly<Record<string, Fate>> = {
		away: 'cut',
		slow: 'stall',
		red: { status: 503, body: '{"error":{"root_cause":[{"reason":"all shards failed"}]}}' },
		busy: { status: 429 },
		'behind a gateway that is alone': { status: 504, body: '<html>' },
	};
	for (const [what, fate] of Object.entries(outages)) {
		it(`that is ${what} makes searches and updates fail with unavailable, and is used again when it is back`, async () => {
			const index = await fresh.reopen(proxy.url, { requestMilliseconds: 1_000, patienceMilliseconds: 50 });
			await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
			assert.deepEqual(await find(index, 'A'), ['B']);
			proxy.fate = () => fate;
			const attempts = [
				index.search(about('A')),
				index.locate([]),
				index.size(),
				index.isEmpty(),
				index.generation(),
				put(index, { links: link('B Cites A') }),
			];
			for (const attempt of await Promise.allSettled(attempts)) {
				const error = attempt.status === 'rejected' ? attempt.reason : undefined;
				assert.ok(isUnavailable(error), String(error));
				assert.match(error.message, /SEARCH_URL/);
				assert.equal(error.retryAfterSeconds, 5);
			}
			proxy.fate = () => 'pass';
			assert.deepEqual(await find(index, 'A'), ['B']);
			await put(index, { links: link('B Cites A') });
			assert.deepEqual(await find(index, 'A'), ['B', 'B']);
		});
	}

	it('tells through the failure when to come back, where it says so', async () => {
		proxy.fate = () => ({ status: 503, headers: { 'Retry-After': '17' } });
		const index = await fresh.reopen(proxy.url);
		await assert.rejects(index.search(about('A')), { code: 'unavailable', retryAfterSeconds: 17 });
	});

	it('that is away when a handle is opened is used when it is there', async () => {
		proxy.fate = () => 'cut';
		const index = await fresh.reopen(proxy.url);
		await assert.rejects(index.search(about('A')), isUnavailable);
		proxy.fate = () => 'pass';
		await put(index, { objects: [work('A')] });
		assert.deepEqual(await find(index, 'A'), []);
	});

	it('that dies in the middle of an update shows nothing of it, and all of it after the next', async () => {
		const index = await fresh.reopen(proxy.url, { patienceMilliseconds: 50, leaseMilliseconds: 200 });
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		let bulks = 0;
		proxy.fate = (meeting) => {
			if (isBulk(meeting)) bulks += 1;
			return bulks < 2 ? 'pass' : 'cut';
		};
		await assert.rejects(
			put(index, { objects: [work('B', { type: 'software' }), work('C')], links: link('A Cites C') }),
		);
		assert.deepEqual(await find(fresh.index, 'A'), ['B']);
		proxy.fate = () => 'pass';
		await index.update(async () => undefined);
		assert.deepEqual(await find(fresh.index, 'A'), ['B', 'C']);
		assert.deepEqual(await find(fresh.index, 'A', { type: 'software' }), ['B']);
	});
});

describe('an address', { skip: skipOpenSearch }, () => {
	let proxy: FaultyProxy;
	before(async () => {
		proxy = await openFaultyProxy(clusterUrl);
	});
	after(() => proxy?.close());
	const open = (url: string) => openOpenSearchIndex({ url, prefix: 'unused' });

	it('brings its user and password to the cluster', async () => {
		const seen: unknown[] = [];
		proxy.fate = ({ headers }) => {
			seen.push(headers.authorization);
			return 'pass';
		};
		await (await open(proxy.url.replace('//', '//me%40home:se%3Acret@'))).close();
		assert.deepEqual(seen, [`Basic ${Buffer.from('me@home:se:cret').toString('base64')}`]);
	});

	const refusals: Readonly<Record<string, Fate>> = {
		'whose password is wrong': { status: 401, body: 'Unauthorized' },
		'of a web page': { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' },
		'of nothing that is known': { status: 404 },
		'of another search engine': { status: 200, body: '{"version":{"number":"8.1.0"}}' },
		'of a version that is too old': { status: 200, body: '{"version":{"distribution":"opensearch","number":"2.3.0"}}' },
	};
	for (const [what, fate] of Object.entries(refusals)) {
		it(`${what} is refused, naming SEARCH_URL and no password`, async () => {
			proxy.fate = () => fate;
			await assert.rejects(open(proxy.url.replace('//', '//me:secret@')), (error: unknown) => {
				assert.ok(error instanceof BrokerError);
				assert.equal(error.code, 'bad-setting');
				assert.match(error.message, /SEARCH_URL/);
				assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /secret/);
				return true;
			});
		});
	}

	it('whose password is refused later makes calls fail with unavailable, without printing it', async () => {
		proxy.fate = () => 'pass';
		const index = await open(proxy.url.replace('//', '//me:secret@'));
		proxy.fate = () => ({ status: 401 });
		await assert.rejects(index.generation(), (error: unknown) => {
			assert.ok(isUnavailable(error));
			assert.doesNotMatch(String((error as Error).stack), /secret/);
			return true;
		});
	});
});

describe('the right to write', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	let proxy: FaultyProxy;
	beforeEach(async () => {
		fresh = await openFreshIndex();
		proxy = await openFaultyProxy(clusterUrl);
	});
	afterEach(async () => {
		proxy.fate = () => 'pass';
		await fresh.close();
		await proxy.close();
	});

	it('is waited for no longer than its time', async () => {
		const impatient = await fresh.reopen(clusterUrl, { waitMilliseconds: 50 });
		await fresh.index.update(async () => {
			await assert.rejects(
				impatient.update(async () => undefined),
				isUnavailable,
			);
		});
		assert.equal(await impatient.update(async () => 'done'), 'done');
	});

	it('stays with a writer that takes its time', async () => {
		const [slow, other] = [await fresh.reopen(clusterUrl, { leaseMilliseconds: 2_000 }), fresh.index];
		const watching = await fresh.reopen(clusterUrl, { leaseMilliseconds: 2_000, waitMilliseconds: 4_000 });
		let attempt: Promise<unknown> | undefined;
		await slow.update(async (writer) => {
			attempt = watching.update(async () => undefined);
			await assert.rejects(attempt, isUnavailable);
			await writer.apply({ removed: [], objects: [work('A')], links: [] });
		});
		assert.deepEqual(await find(other, 'A'), []);
	});

	it('is taken from a writer that has died, and what that had begun is ended', async () => {
		const dying = await fresh.reopen(proxy.url, { leaseMilliseconds: 200, patienceMilliseconds: 20 });
		await put(dying, { objects: [work('A'), work('B')] });
		let dead = false;
		proxy.fate = (meeting) => {
			dead ||= isBulk(meeting);
			return dead ? 'cut' : 'pass';
		};
		await assert.rejects(put(dying, { links: link('A Cites B') }), isUnavailable);
		const heir = await fresh.reopen(clusterUrl, { leaseMilliseconds: 200 });
		await put(heir, { links: link('B Cites A') });
		assert.deepEqual(await find(heir, 'A'), ['B', 'B']);
	});

	it('that was lost unnoticed lets nothing through that the next one has written since', async () => {
		const sleeper = await fresh.reopen(proxy.url, { leaseMilliseconds: 200 });
		await put(sleeper, { objects: [work('A'), work('B'), work('C')] });
		const awake = Promise.withResolvers<void>();
		const asleep = Promise.withResolvers<void>();
		let sleeping = false;
		proxy.fate = (meeting) => {
			if (isBulk(meeting)) sleeping = true;
			if (sleeping) asleep.resolve();
			return sleeping ? { after: awake.promise } : 'pass';
		};
		const late = put(sleeper, { objects: [work('B', { type: 'dataset' })], links: link('A Cites B', said('2010')) });
		await asleep.promise;
		const heir = await fresh.reopen(clusterUrl, { leaseMilliseconds: 200 });
		await put(heir, { objects: [work('B', { type: 'software' })], links: link('A Cites B', said('2020')) });
		await put(heir, { removed: [{ level: 'identity', group: 3 }] });
		awake.resolve();
		await assert.rejects(late, isUnavailable);
		await put(heir, { links: link('B Cites A') });
		const result = await heir.search(about('A', { type: 'software', relation: 'cites' }));
		assert.deepEqual(
			result?.items.map(({ history }) => history[0]?.date),
			['2020'],
		);
	});
});

describe('an update that is cut short anywhere', { skip: skipOpenSearch }, () => {
	const isWrite = ({ method, path }: Meeting) =>
		method !== 'GET' && !/_search|_mget|point_in_time/.test(path) && !path.includes('_create');

	/** Lets so many writes pass, of the next, if it is a bulk, the first few documents, and then nothing at all. */
	const dieAfter = (proxy: FaultyProxy, writes: number, documents: number) => {
		let left = writes;
		proxy.fate = (meeting) => {
			if (left < 0) return 'cut';
			if (isWrite(meeting)) left -= 1;
			if (left >= 0) return 'pass';
			return isBulk(meeting) ? { takes: (place) => place < documents, others: 503 } : 'cut';
		};
	};
	const modelOf = async (world: World): Promise<SearchIndex> => {
		const model = openModelIndex(createModelStore());
		await model.update((writer) => writer.apply(changesBetween(emptyWorld, world)));
		return model;
	};

	type Cut = { writes: number; documents: number };

	/** Leads an index to `first`, and by a writer that dies on the way to `second`; answers who comes after it. */
	const cutShort = async (fresh: FreshIndex, proxy: FaultyProxy, first: World, second: World, cut: Cut) => {
		await fresh.index.update((writer) => writer.apply(changesBetween(emptyWorld, first)));
		const dying = await fresh.reopen(proxy.url, { leaseMilliseconds: 50, patienceMilliseconds: 10 });
		dieAfter(proxy, cut.writes, cut.documents);
		await dying
			.update((writer) => writer.apply(changesBetween(first, second)))
			.catch((error: unknown) => assert.ok(isUnavailable(error)));
		return fresh.reopen(clusterUrl, { leaseMilliseconds: 50 });
	};

	it('is shown whole or not at all, and whole when it is applied again', async () => {
		const proxy = await openFaultyProxy(clusterUrl);
		const questions = fc.array(questionArbitrary, { minLength: 4, maxLength: 4 });
		const cuts = fc.record({ writes: fc.nat(9), documents: fc.nat(40) });
		const property = fc.asyncProperty(
			worldArbitrary,
			worldArbitrary,
			cuts,
			questions,
			async (first, second, cut, asked) => {
				const fresh = await openFreshIndex();
				try {
					const [before, after] = [await modelOf(first), await modelOf(second)];
					const heir = await cutShort(fresh, proxy, first, second, cut);
					const alike = (model: SearchIndex) => assertAnswersAlike(heir, model, asked);
					await alike(before).catch(() => alike(after));
					// When a node starts again, what was half done comes to light: the next writer ends it.
					await fresh.call('POST', `/${fresh.prefix}-g1/_refresh`);
					await heir.update(async () => undefined);
					await alike(before).catch(() => alike(after));
					await heir.update((writer) => writer.apply(changesBetween(first, second)));
					await alike(after);
				} finally {
					proxy.fate = () => 'pass';
					await fresh.close();
				}
			},
		);
		await fc.assert(property, { numRuns: 12, endOnFailure: true });
		await proxy.close();
	});
});
