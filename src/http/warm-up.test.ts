// Tests what a server asks itself when it has started, that it gives way to others, and that nothing of it shows or stays.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { knownId, openTestApp, type TestApp } from './app.fixture.ts';
import type { AppNeeds } from './app.ts';
import { type WarmUpNeeds, warmUp } from './warm-up.ts';

type Search = AppNeeds['broker']['searchRelationships'];
type Asked = { query: Parameters<Search>[0]; facets: boolean };

const known = [{ scheme: 'doi', key: knownId }];
const begun = 'The server warms up';
const finished = 'The server is warm';
const brokenOff = 'The server was not warmed up to the end';

let opened: TestApp;
let asked: Asked[];
afterEach(() => opened.close());

/** Warms an app up that notes what its broker is asked; `onSearch` runs before each search. */
async function open(
	environment: Record<string, string> = {},
	onSearch: (search: Asked) => void | Promise<void> = () => undefined,
	more: Parameters<typeof openTestApp>[2] = {},
): Promise<(needs?: Partial<WarmUpNeeds>, signal?: AbortSignal) => Promise<void>> {
	asked = [];
	const state = {};
	const searchRelationships: Search = async (query, options) => {
		asked.push({ query, ...options });
		await onSearch({ query, ...options });
		return opened.memory.searchRelationships(query, options);
	};
	opened = await openTestApp(environment, { searchRelationships, searchState: () => state }, more);
	return (needs = {}, signal = new AbortController().signal) =>
		warmUp({ ...opened.needs, app: opened.app, examples: async () => known, requests: () => 0, ...needs }, signal);
}

const messages = () => opened.logged.map(({ level, message }) => `${level}: ${message}`);

/** Tells what is still open of servers and connections; what was closed goes within a few turns of the event loop. */
async function connectionsLeft(): Promise<string[]> {
	for (let turn = 0; ; turn++) {
		const open = process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));
		if (open.length === 0 || turn === 20) return open;
		await new Promise(setImmediate);
	}
}

describe('a warm-up', () => {
	it('asks in every way: plain, by version, filtered, for words, with facets, sorted, further on, of all relations', async () => {
		const warm = await open();
		await warm({ count: 100 });
		const ways: Readonly<Record<string, (search: Asked) => boolean>> = {
			version: ({ query }) => query.group_by === 'version',
			identity: ({ query }) => query.group_by === 'identity',
			type: ({ query }) => query.type !== undefined,
			years: ({ query }) => query.publication_year !== undefined,
			dates: ({ query }) => query.from !== undefined && query.to !== undefined,
			word: ({ query }) => query.q === 'data',
			fields: ({ query }) => query.q === 'title:model AND NOT creator:chen',
			facets: ({ facets }) => facets,
			oldest: ({ query }) => query.sort === '-mostrecent',
			'second page': ({ query }) => query.page === 2,
			'all relations': ({ query }) => query.relation === undefined,
			plain: ({ query, facets }) => query.relation === 'isCitedBy' && query.size === 25 && !query.q && !facets,
		};
		for (const [way, is] of Object.entries(ways)) assert.ok(asked.some(is), way);
	});

	it('has most answers made, and is given some that are kept', async () => {
		const warm = await open();
		await warm({ count: 1_000 });
		assert.ok(asked.length > 600 && asked.length < 990, `${asked.length} of 1,000 were made`);
	});

	it('asks about all examples, each in all ways', async () => {
		const others = ['10.1000/one', '10.1000/two'].map((key) => ({ scheme: 'doi', key }));
		const warm = await open();
		await warm({ count: 200, examples: async () => [...known, ...others] });
		const asWords = asked.filter(({ query }) => query.q === 'data');
		assert.deepEqual(
			new Set(asWords.map(({ query }) => query.id)),
			new Set([...known, ...others].map(({ key }) => key)),
		);
	});

	it('asks 20,000 times, and then tells the log at debug', async () => {
		const warm = await open();
		await warm({ askingMilliseconds: Number.POSITIVE_INFINITY });
		assert.deepEqual(messages(), [`debug: ${begun}`, `debug: ${finished}`]);
		assert.equal(opened.logged[1]?.requests, 20_000);
	});

	it('asks no longer than for some seconds, however few times that is', async () => {
		const warm = await open();
		await warm({ askingMilliseconds: 10 });
		assert.deepEqual(messages(), [`debug: ${begun}`, `debug: ${finished}`]);
		assert.ok((opened.logged[1]?.requests as number) < 20_000, 'as often as ever');
	});

	it('asks about objects of at most 2,000 relationships, since others wait while they are looked at', async () => {
		const many = { scheme: 'doi', key: '10.1000/many' };
		const warm = await open();
		const { searchRelationships } = opened.needs.broker;
		opened.needs.broker.searchRelationships = async (query, options) => {
			const answer = await searchRelationships(query, options);
			return query.id === many.key ? { ...answer, total: 2_001 } : answer;
		};
		await warm({ count: 100, examples: async () => [many, ...known] });
		const aboutMany = asked.filter(({ query }) => query.id === many.key);
		assert.deepEqual([aboutMany.length, aboutMany.some(({ query }) => query.q !== undefined)], [2, false]);
		assert.ok(asked.length > 80);
	});
});

describe('a warm-up and others who ask', () => {
	it('waits as long as others ask', async () => {
		let looks = 0;
		const looksBefore: number[] = [];
		const warm = await open({}, () => void looksBefore.push(looks));
		await warm({ count: 20, requests: () => Math.min(looks++, 7) });
		assert.ok((looksBefore[0] as number) > 7, `it asked after ${looksBefore[0]} looks`);
	});

	it('gives up where others ask all the time', async () => {
		let others = 0;
		const warm = await open();
		await warm({ requests: () => others++, patienceMilliseconds: 50 });
		assert.deepEqual([asked.length, messages()], [0, [`debug: ${begun}`, `debug: ${brokenOff}`]]);
	});

	it('shows in no metrics, no log, no trace and no rate limit', async () => {
		const unused = () => assert.fail('a span was begun');
		const warm = await open({ RATE_LIMIT: '1' }, undefined, { tracer: { begin: unused, end: unused } });
		await warm({ count: 50 });
		assert.ok(asked.length > 30);
		assert.deepEqual(messages(), [`debug: ${begun}`, `debug: ${finished}`]);
		assert.equal(opened.metrics.rates().requests, 0);
		assert.doesNotMatch(await opened.metrics.write(), /route="\/relationships"/);
	});

	it('is the only one that its port answers', async () => {
		const { promise: port, resolve } = Promise.withResolvers<number>();
		const onRequest = (message: unknown) =>
			resolve(((message as { server: Server }).server.address() as AddressInfo).port);
		subscribe('http.server.request.start', onRequest);
		let status: number | undefined;
		const warm = await open({}, async () => {
			status ??= (await fetch(`http://127.0.0.1:${await port}/health/live`)).status;
		});
		await warm({ count: 5 });
		unsubscribe('http.server.request.start', onRequest);
		assert.equal(status, 403);
	});
});

describe('the end of a warm-up', () => {
	it('comes at once when it is told to stop, and nothing is left', async () => {
		const ending = new AbortController();
		const never = new Promise<void>(() => undefined);
		const warm = await open({}, () => {
			if (asked.length < 10) return;
			ending.abort();
			return never;
		});
		await warm({}, ending.signal);
		assert.deepEqual(
			[await connectionsLeft(), asked.length, messages()],
			[[], 10, [`debug: ${begun}`, `debug: ${brokenOff}`]],
		);
	});

	it('comes at once while an index does not answer, and while others ask', async () => {
		const warm = await open();
		for (const needs of [{ examples: () => new Promise<never>(() => undefined) }, { requests: () => Math.random() }]) {
			const ending = new AbortController();
			const warming = warm(needs, ending.signal);
			await new Promise(setImmediate);
			ending.abort();
			await warming;
		}
		assert.deepEqual(
			[asked.length, messages()],
			[0, [`debug: ${brokenOff}`, `debug: ${begun}`, `debug: ${brokenOff}`]],
		);
	});

	it('comes before it has begun where it was told to stop before', async () => {
		const warm = await open();
		let looks = 0;
		const examples = async () => {
			looks += 1;
			return known;
		};
		await warm({ examples }, AbortSignal.abort());
		assert.deepEqual([looks, messages()], [0, [`debug: ${brokenOff}`]]);
	});

	it('comes with the first answer that fails, and harms nobody', async () => {
		const warm = await open({}, () => {
			if (asked.length === 20) throw new Error('on purpose');
		});
		await warm();
		assert.deepEqual([asked.length, messages()], [20, [`debug: ${begun}`, `debug: ${brokenOff}`]]);
		assert.deepEqual(await connectionsLeft(), []);
	});

	it('comes with an index that fails, and harms nobody', async () => {
		const warm = await open();
		await warm({ examples: async () => Promise.reject(new Error('on purpose')) });
		assert.deepEqual([asked.length, messages()], [0, [`debug: ${brokenOff}`]]);
	});

	it('comes before anything is opened where there are no examples', async () => {
		const warm = await open();
		await warm({ examples: async () => [], requests: () => assert.fail('it has begun to ask') });
		assert.deepEqual([asked.length, messages()], [0, [`debug: ${begun}`, `debug: ${finished}`]]);
	});

	it('passes over an example that cannot be asked about', async () => {
		const warm = await open();
		await warm({ count: 60, examples: async () => [{ scheme: 'x'.repeat(100), key: 'k' }, ...known] });
		assert.deepEqual([asked.length > 40, messages()], [true, [`debug: ${begun}`, `debug: ${finished}`]]);
	});
});
