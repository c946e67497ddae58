// Tests the index on OpenSearch while its cluster is busy, slow, disconnected or unavailable, and
// while other processes die: nothing is lost, nothing is half done.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { assertAnswersAlike } from '../../ports/search/suite/random-worlds.contract.ts';
import {
	changesBetween,
	emptyWorld,
	type World,
	worldArbitrary,
} from '../../ports/search/suite/search-index.arbitrary.ts';
import { about, asserted, buildUp, find, link, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { questionArbitrary } from '../../ports/search/suite/search-request.arbitrary.ts';
import { clusterUrl, type FreshIndex, openFreshIndex, skipOpenSearch } from './cluster.fixture.ts';
import { type FaultyProxy, type Handling, openFaultyProxy, type ProxiedRequest } from './faulty-proxy.fixture.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const isBulk = ({ path }: ProxiedRequest) => path.includes('/_bulk');

const isUnavailable = (error: unknown) => error instanceof BrokerError && error.code === 'unavailable';

/** Makes group 1 and `count` others that cite it. */
function citations(count: number): IndexChanges {
	const groups = Array.from({ length: count }, (_, number) => number + 2);
	const others = groups.map((group) => ({
		...work('A', { sortKey: `${group}` }),
		group,
		version: group,
		identifiers: [],
	}));
	const history = [asserted('2015')];
	const links = groups.map((source) => ({ source, relation: 'Cites' as const, target: 1, identity: history }));
	return { removed: [], objects: [work('A'), ...others], links };
}

let fresh: FreshIndex;
let proxy: FaultyProxy;

/** Opens an index for each test of a group, and a proxy before its cluster. */
function openBehindProxy(): void {
	beforeEach(async () => {
		fresh = await openFreshIndex();
		proxy = await openFaultyProxy(clusterUrl);
	});
	afterEach(async () => {
		proxy.handle = () => 'pass';
		await fresh.close();
		await proxy.close();
	});
}

describe('a failing cluster', { skip: skipOpenSearch }, () => {
	openBehindProxy();

	/**
	 * Handles requests of one kind in each of these ways, one after the other, and forwards the rest.
	 */
	const handleEach = (isAffected: (request: ProxiedRequest) => boolean, handlings: Handling[]): Handling[] => {
		proxy.handle = (request) => (isAffected(request) ? handlings.shift() : undefined) ?? 'pass';
		return handlings;
	};
	const allFailures = (): Handling[] => [
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
		const handlings = handleEach(isBulk, allFailures());
		await index.update((writer) => writer.apply(citations(500)));
		assert.deepEqual(handlings, []);
		assert.deepEqual(await fresh.index.size(), { objects: 501, links: 500 });
		assert.equal((await fresh.index.search(about('A')))?.total, 500);
	});

	it('whose disk is nearly full refuses updates with insufficient-storage, answers searches, and continues', async () => {
		const { index, prefix } = fresh;
		await index.update((writer) => writer.apply(citations(5)));
		// What OpenSearch does by itself at its flood stage.
		const block = async (blocked: true | null) => {
			const response = await fetch(`${clusterUrl}/${prefix}-*/_settings`, {
				method: 'PUT',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ 'index.blocks.read_only_allow_delete': blocked }),
			});
			assert.equal(response.status, 200, await response.text());
		};
		await block(true);
		const again = () => index.update((writer) => writer.apply(citations(5)));
		await assert.rejects(again(), { code: 'insufficient-storage' });
		assert.equal((await index.search(about('A')))?.total, 5);
		await block(null);
		await again();
	});

	it('loses nothing of a build', async () => {
		const index = await fresh.reopen(proxy.url, { requestMilliseconds: 2_000 });
		const { objects, links } = citations(4_000);
		const handlings = handleEach(isBulk, allFailures());
		await buildUp(index, 2, { objects, links });
		await index.switchTo(2);
		assert.deepEqual(handlings, []);
		assert.deepEqual(await fresh.index.size(), { objects: 4_001, links: 4_000 });
	});

	it('loses nothing where answers to any request of an update do not arrive', async () => {
		const index = await fresh.reopen(proxy.url, { requestMilliseconds: 2_000 });
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		const once = new Set<string>();
		const isWrite = ({ method, path }: ProxiedRequest) =>
			method === 'PUT' || isBulk({ path } as ProxiedRequest) || path.includes('_refresh');
		proxy.handle = (request) => {
			if (!isWrite(request) || request.path.includes('if_seq_no') || once.has(request.path)) return 'pass';
			once.add(request.path);
			return 'lose';
		};
		await put(index, { objects: [work('C')], links: [...link('A Cites C'), ...link('C Cites B')] });
		assert.ok(once.size >= 3, [...once].join());
		assert.deepEqual(await find(fresh.index, 'A'), ['B', 'C']);
	});

	it('is not sent a retry before its Retry-After has passed', async () => {
		const index = await fresh.reopen(proxy.url);
		const askedAt: number[] = [];
		proxy.handle = (request) => {
			if (!isBulk(request)) return 'pass';
			askedAt.push(performance.now());
			return askedAt.length === 1 ? { status: 429, headers: { 'Retry-After': '1' } } : 'pass';
		};
		await put(index, { objects: [work('A')] });
		const [first = 0, second = 0] = askedAt;
		assert.ok(second - first >= 990, `${second - first} ms`);
	});

	const outages: Readonly<Record<string, Handling>> = {
		away: 'cut',
		slow: 'stall',
		red: { status: 503, body: '{"error":{"root_cause":[{"reason":"all shards failed"}]}}' },
		busy: { status: 429 },
		'behind a gateway that cannot reach it': { status: 504, body: '<html>' },
	};
	for (const [what, handle] of Object.entries(outages)) {
		it(`that is ${what} makes searches and updates unavailable, and is used again when it is back`, async () => {
			// A busy machine takes longer than that to create an index.
			await put(fresh.index, { objects: [work('A'), work('B')], links: link('A Cites B') });
			const index = await fresh.reopen(proxy.url, { requestMilliseconds: 1_000, retryMilliseconds: 50 });
			assert.deepEqual(await find(index, 'A'), ['B']);
			proxy.handle = () => handle;
			const attempts = [
				index.search(about('A')),
				index.locate([{ scheme: 'doi', key: 'A' }]),
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
			proxy.handle = () => 'pass';
			assert.deepEqual(await find(index, 'A'), ['B']);
			await put(index, { links: link('B Cites A') });
			assert.deepEqual(await find(index, 'A'), ['B', 'B']);
		});
	}

	it('passes its Retry-After on with the failure', async () => {
		proxy.handle = () => ({ status: 503, headers: { 'Retry-After': '17' } });
		const index = await fresh.reopen(proxy.url);
		await assert.rejects(index.search(about('A')), { code: 'unavailable', retryAfterSeconds: 17 });
	});

	it('that is unavailable when a handle is opened is used once it is available', async () => {
		proxy.handle = () => 'cut';
		const index = await fresh.reopen(proxy.url);
		await assert.rejects(index.search(about('A')), isUnavailable);
		proxy.handle = () => 'pass';
		await put(index, { objects: [work('A')] });
		assert.deepEqual(await find(index, 'A'), []);
	});

	it('that fails in the middle of an update shows nothing of it, and all of it after the next', async () => {
		const index = await fresh.reopen(proxy.url, { retryMilliseconds: 50, leaseMilliseconds: 200 });
		await put(index, { objects: [work('A'), work('B')], links: link('A Cites B') });
		let bulks = 0;
		proxy.handle = (request) => {
			if (isBulk(request)) bulks += 1;
			return bulks < 2 ? 'pass' : 'cut';
		};
		await assert.rejects(
			put(index, { objects: [work('B', { type: 'software' }), work('C')], links: link('A Cites C') }),
		);
		assert.deepEqual(await find(fresh.index, 'A'), ['B']);
		proxy.handle = () => 'pass';
		await index.update(async () => undefined);
		assert.deepEqual(await find(fresh.index, 'A'), ['B', 'C']);
		assert.deepEqual(await find(fresh.index, 'A', { type: 'software' }), ['B']);
	});
});

describe('an address', { skip: skipOpenSearch }, () => {
	before(async () => {
		proxy = await openFaultyProxy(clusterUrl);
	});
	after(() => proxy?.close());
	const open = (url: string) => openOpenSearchIndex({ urls: [url], prefix: 'unused' });

	it('carries the user and the password to the cluster', async () => {
		const seen: unknown[] = [];
		proxy.handle = ({ headers }) => {
			seen.push(headers.authorization);
			return 'pass';
		};
		await (await open(proxy.url.replace('//', '//me%40home:se%3Acret@'))).close();
		assert.deepEqual(seen, [`Basic ${Buffer.from('me@home:se:cret').toString('base64')}`]);
	});

	const refusals: Readonly<Record<string, Handling>> = {
		'whose password is wrong': { status: 401, headers: { 'Content-Type': 'text/plain' }, body: 'Unauthorized' },
		'of a web page': { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' },
		'of nothing that is known': { status: 404 },
		'of another search engine': { status: 200, body: '{"version":{"number":"8.1.0"}}' },
		'of a version that is too old': { status: 200, body: '{"version":{"distribution":"opensearch","number":"2.3.0"}}' },
	};
	for (const [what, handle] of Object.entries(refusals)) {
		it(`${what} is refused, naming SEARCH_URL and no password`, async () => {
			proxy.handle = () => handle;
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
		proxy.handle = () => 'pass';
		const index = await open(proxy.url.replace('//', '//me:secret@'));
		proxy.handle = () => ({ status: 401 });
		await assert.rejects(index.generation(), (error: unknown) => {
			assert.ok(isUnavailable(error));
			assert.doesNotMatch(String((error as Error).stack), /secret/);
			return true;
		});
	});
});

/** Runs something while an update, which adds A, has the lease. */
const whileCommitting = (index: SearchIndex, meanwhile: () => Promise<void>): Promise<void> =>
	index.update(async (writer) => {
		await writer.apply({ removed: [], objects: [work('A')], links: [] });
		await writer.writeSyncToken(async () => {
			await meanwhile();
			return 'left';
		});
	});

describe('the right to write', { skip: skipOpenSearch }, () => {
	openBehindProxy();

	it('is waited for no longer than the time for that', async () => {
		const waiting = await fresh.reopen(clusterUrl, { waitMilliseconds: 50 });
		await whileCommitting(fresh.index, async () => {
			await assert.rejects(
				waiting.update(async () => undefined),
				isUnavailable,
			);
		});
		assert.equal(await waiting.update(async () => 'done'), 'done');
	});

	it('stays with a process that takes longer than a lease and renews it', async () => {
		const [slow, other] = [await fresh.reopen(clusterUrl, { leaseMilliseconds: 2_000 }), fresh.index];
		const watching = await fresh.reopen(clusterUrl, { leaseMilliseconds: 2_000, waitMilliseconds: 4_000 });
		await whileCommitting(slow, async () => {
			await assert.rejects(
				watching.update(async () => undefined),
				isUnavailable,
			);
		});
		assert.deepEqual(await find(other, 'A'), []);
	});

	it('is given to waiting processes in their order', async () => {
		const handles = await Promise.all([1, 2, 3, 4].map(() => fresh.reopen(clusterUrl)));
		const ended: number[] = [];
		let waiting: Promise<unknown>[] = [];
		await whileCommitting(fresh.index, async () => {
			for (const [at, handle] of handles.entries()) {
				waiting.push(put(handle, { objects: [work('B', { dois: [`b${at}`] })] }).then(() => ended.push(at)));
				await delay(300);
			}
		});
		await Promise.all(waiting);
		waiting = [];
		assert.deepEqual(ended, [0, 1, 2, 3]);
	});

	it('skips a waiting process that was stopped, at once', async () => {
		const [first, second] = [await fresh.reopen(clusterUrl), await fresh.reopen(clusterUrl)];
		const stopping = new AbortController();
		await whileCommitting(fresh.index, async () => {
			const given = first.update(async () => undefined, { signal: stopping.signal });
			await delay(300);
			const stopped = assert.rejects(given, { name: 'AbortError' });
			stopping.abort();
			await stopped;
		});
		const begun = performance.now();
		await put(second, { objects: [work('B')] });
		assert.ok(performance.now() - begun < 1_500);
	});

	it('skips a waiting process that has died, after a while', async () => {
		const dead = await fresh.reopen(proxy.url, { retryMilliseconds: 20 });
		await whileCommitting(fresh.index, async () => {
			const waiting = assert.rejects(put(dead, { objects: [work('C')] }));
			await delay(300);
			proxy.handle = () => 'cut';
			await waiting;
		});
		proxy.handle = () => 'pass';
		const next = await fresh.reopen(clusterUrl);
		await put(next, { objects: [work('B')] });
		assert.deepEqual(await find(next, 'B'), []);
	});

	it('is taken from a process that has died, whose update is finished', async () => {
		const dying = await fresh.reopen(proxy.url, { leaseMilliseconds: 200, retryMilliseconds: 20 });
		await put(dying, { objects: [work('A'), work('B')] });
		let dead = false;
		proxy.handle = (request) => {
			dead ||= isBulk(request);
			return dead ? 'cut' : 'pass';
		};
		await assert.rejects(put(dying, { links: link('A Cites B') }), isUnavailable);
		const successor = await fresh.reopen(clusterUrl, { leaseMilliseconds: 200 });
		await put(successor, { links: link('B Cites A') });
		assert.deepEqual(await find(successor, 'A'), ['B', 'B']);
	});

	it('that was lost unnoticed does not overwrite what the next holder has written', async () => {
		const slow = await fresh.reopen(proxy.url, { leaseMilliseconds: 200 });
		await put(slow, { objects: [work('A'), work('B'), work('C')] });
		const awake = Promise.withResolvers<void>();
		const asleep = Promise.withResolvers<void>();
		let sleeping = false;
		proxy.handle = (request) => {
			if (isBulk(request)) sleeping = true;
			if (sleeping) asleep.resolve();
			return sleeping ? { after: awake.promise } : 'pass';
		};
		const late = put(slow, { objects: [work('B', { type: 'dataset' })], links: link('A Cites B', asserted('2010')) });
		await asleep.promise;
		const successor = await fresh.reopen(clusterUrl, { leaseMilliseconds: 200 });
		await put(successor, { objects: [work('B', { type: 'software' })], links: link('A Cites B', asserted('2020')) });
		await put(successor, { removed: [{ level: 'identity', group: 3 }] });
		awake.resolve();
		await assert.rejects(late, isUnavailable);
		await put(successor, { links: link('B Cites A') });
		const result = await successor.search(about('A', { type: 'software', relation: 'cites' }));
		assert.deepEqual(
			result?.items.map(({ history }) => history[0]?.date),
			['2020'],
		);
	});
});

describe('an update that is interrupted anywhere', { skip: skipOpenSearch }, () => {
	const isWrite = ({ method, path }: ProxiedRequest) =>
		method !== 'GET' && !/_search|_mget|point_in_time/.test(path) && !path.includes('_create');

	/**
	 * Forwards this many writes, then, if the next is a bulk, its first few documents, and then
	 * nothing at all.
	 */
	const dieAfter = (proxy: FaultyProxy, writes: number, documents: number) => {
		let left = writes;
		proxy.handle = (request) => {
			if (left < 0) return 'cut';
			if (isWrite(request)) left -= 1;
			if (left >= 0) return 'pass';
			return isBulk(request) ? { takes: (place) => place < documents, others: 503 } : 'cut';
		};
	};
	const modelOf = async (world: World): Promise<SearchIndex> => {
		const model = openModelIndex(createModelStore());
		await model.update((writer) => writer.apply(changesBetween(emptyWorld, world)));
		return model;
	};

	type Cut = { writes: number; documents: number };

	/**
	 * Brings an index to `first`; then a writer dies on the way to `second`. Returns the handle of
	 * another process.
	 */
	const cutShort = async (fresh: FreshIndex, proxy: FaultyProxy, first: World, second: World, cut: Cut) => {
		await fresh.index.update((writer) => writer.apply(changesBetween(emptyWorld, first)));
		const dying = await fresh.reopen(proxy.url, { leaseMilliseconds: 50, retryMilliseconds: 10 });
		dieAfter(proxy, cut.writes, cut.documents);
		await dying
			.update((writer) => writer.apply(changesBetween(first, second)))
			.catch((error: unknown) => assert.ok(isUnavailable(error)));
		return fresh.reopen(clusterUrl, { leaseMilliseconds: 50 });
	};

	// Several shards may show some works as before and others as after it, until it is finished.
	for (const shards of [1, 3])
		it(`is shown whole or not at all by ${shards} shards, and whole when it is applied again`, async () => {
			const proxy = await openFaultyProxy(clusterUrl);
			const questions = fc.array(questionArbitrary, { minLength: 4, maxLength: 4 });
			const cuts = fc.record({ writes: fc.nat(9), documents: fc.nat(40) });
			const property = fc.asyncProperty(
				worldArbitrary,
				worldArbitrary,
				cuts,
				questions,
				async (first, second, cut, asked) => {
					const fresh = await openFreshIndex({ shards });
					try {
						const [before, after] = [await modelOf(first), await modelOf(second)];
						const successor = await cutShort(fresh, proxy, first, second, cut);
						const alike = (model: SearchIndex) => assertAnswersAlike(successor, model, asked);
						if (shards === 1) await alike(before).catch(() => alike(after));
						// A node that restarts shows what was half done: the next update finishes it.
						await fresh.call('POST', `/${fresh.prefix}-g1/_refresh`);
						await successor.update(async () => undefined);
						await alike(before).catch(() => alike(after));
						await successor.update((writer) => writer.apply(changesBetween(first, second)));
						await alike(after);
					} finally {
						proxy.handle = () => 'pass';
						await fresh.close();
					}
				},
			);
			await fc.assert(property, { numRuns: 8, endOnFailure: true });
			await proxy.close();
		});
});
