// Tests the index on a cluster with several nodes in SEARCH_URL: an unavailable one is skipped, and
// no request that must run once runs twice.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { about, find, link, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { clusterUrl, type FreshIndex, openFreshIndex, skipOpenSearch } from './cluster.fixture.ts';
import {
	type FaultyProxy,
	type Handling,
	openBlackHole,
	openFaultyProxy,
	type ProxiedRequest,
} from './faulty-proxy.fixture.ts';

// Far more than an answer takes, also on a busy machine.
const searchMilliseconds = 10_000;
const timing = { searchMilliseconds, requestMilliseconds: 20_000, retryMilliseconds: 2_000 };

describe('a cluster with two nodes', { skip: skipOpenSearch }, () => {
	let fresh: FreshIndex;
	let nodes: [FaultyProxy, FaultyProxy];
	let index: SearchIndex;
	beforeEach(async () => {
		fresh = await openFreshIndex();
		nodes = [await openFaultyProxy(clusterUrl), await openFaultyProxy(clusterUrl)];
		index = await fresh.reopen(
			nodes.map(({ url }) => url),
			timing,
		);
		await put(index, { objects: [work('A'), work('B'), work('C')], links: link('A Cites B') });
	});
	afterEach(async () => {
		for (const node of nodes) node.handle = () => 'pass';
		await fresh.close();
		for (const node of nodes) await node.close();
	});

	const count = (node: FaultyProxy, handling: Handling = 'pass') => {
		const seen: ProxiedRequest[] = [];
		node.handle = (request) => {
			seen.push(request);
			return handling;
		};
		return seen;
	};

	it('is used through both', async () => {
		const [one, other] = nodes.map((node) => count(node));
		for (let time = 0; time < 4; time++) await index.search(about('A'));
		assert.ok(one?.length && other?.length, `${one?.length} and ${other?.length}`);
	});

	for (const [what, handling] of Object.entries<Handling>({
		'is cut off': 'cut',
		'loses answers': 'lose',
		'has lost the others': { status: 503, body: '{"error":{"reason":"no cluster manager"}}' },
	})) {
		it(`answers and takes updates while one ${what}, and seldom tries that one`, async () => {
			const seen = count(nodes[0], handling);
			for (let time = 0; time < 10; time++) assert.deepEqual(await find(index, 'A'), ['B']);
			await put(index, { links: link('A Cites C') });
			assert.deepEqual(await find(index, 'A'), ['B', 'C']);
			assert.ok(seen.length > 0 && seen.length <= 4, `${seen.length}`);
		});
	}

	it('continues while nothing listens at the address of one', async () => {
		await nodes[0].close();
		for (let time = 0; time < 10; time++) assert.deepEqual(await find(index, 'A'), ['B']);
		await put(index, { links: link('A Cites C') });
		assert.deepEqual(await find(index, 'A'), ['B', 'C']);
		nodes[0] = await openFaultyProxy(clusterUrl);
	});

	const silences: Readonly<Record<string, Handling>> = {
		'accepts connections and never answers': 'stall',
		'sends the head of its answers alone': 'head',
		'sends a byte a second': 'drip',
	};
	/** Searches twice a second, and answers how long each took. */
	const searchFor = async (seconds: number) => {
		const searches: Promise<number>[] = [];
		for (let count = 0; count < 2 * seconds; count++) {
			const begun = performance.now();
			const took = async () => {
				assert.deepEqual(await find(index, 'A'), ['B']);
				return performance.now() - begun;
			};
			searches.push(took());
			await pause(500);
		}
		return Promise.all(searches);
	};
	for (const [what, handling] of Object.entries(silences)) {
		it(`answers every search while one ${what}, and probes that one alone`, async () => {
			const seen = count(nodes[0], handling);
			const took = await searchFor(6);
			assert.ok(Math.max(...took) < searchMilliseconds, `${took}`);
			// Only searches that began before the silence was noticed, after two seconds, wait for a probe.
			assert.ok(Math.max(...took.slice(8)) < searchMilliseconds / 4, `${took}`);
			const probes = seen.filter(({ path }) => path === '/');
			assert.ok(probes.length <= 6 && seen.length - probes.length <= 8, seen.map(({ path }) => path).join());
		});

		it(`takes updates within seconds while one ${what}`, async () => {
			nodes[0].handle = () => handling;
			const begun = performance.now();
			// What was being written while the silence began is written again.
			await put(index, { links: link('A Cites C') }).catch(() => put(index, { links: link('A Cites C') }));
			assert.ok(performance.now() - begun < 4 * searchMilliseconds, 'at most one wait for each part of an update');
			const again = performance.now();
			await put(index, { links: link('A Cites B') });
			assert.ok(performance.now() - again < searchMilliseconds / 2, 'it waits no more');
		});
	}

	it('answers and takes updates while no connection can be made to one', async () => {
		const hole = await openBlackHole();
		const opened = await fresh.reopen([hole.url, clusterUrl], timing);
		try {
			for (let time = 0; time < 4; time++) assert.deepEqual(await find(opened, 'A'), ['B']);
			const begun = performance.now();
			await put(opened, { links: link('A Cites C') });
			assert.ok(performance.now() - begun < searchMilliseconds);
		} finally {
			await hole.close();
		}
	});

	it('uses one again within seconds that was silent', async () => {
		nodes[0].handle = () => 'stall';
		await searchFor(3);
		const seen = count(nodes[0]);
		await searchFor(3);
		assert.ok(seen.filter(({ path }) => path !== '/').length > 0);
	});

	it('uses one again that was unavailable', async () => {
		nodes[0].handle = () => 'cut';
		for (let time = 0; time < 4; time++) await index.search(about('A'));
		const seen = count(nodes[0]);
		const deadline = performance.now() + 10_000;
		while (seen.length === 0 && performance.now() < deadline) await index.search(about('A'));
		assert.ok(seen.length > 0);
	});

	it('can be opened while one is unavailable', async () => {
		nodes[1].handle = () => 'cut';
		const opened = await fresh.reopen(nodes.map(({ url }) => url));
		assert.deepEqual(await find(opened, 'A'), ['B']);
	});

	it('fails with unavailable where both are unavailable', async () => {
		for (const node of nodes) node.handle = () => 'cut';
		await assert.rejects(index.search(about('A')), { code: 'unavailable' });
	});
});
