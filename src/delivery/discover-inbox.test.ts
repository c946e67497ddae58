// Tests where the inbox of a page is found.
import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createGuardedFetch } from '../network/guarded-connections.ts';
import { createDiscovery } from './discover-inbox.ts';
import { createHostGate } from './host-gate.ts';

const relation = 'http://www.w3.org/ns/ldp#inbox';

let server: Server;
let page: string;
let answer: (response: ServerResponse) => void;
let asked: number;
let now: number;
before(async () => {
	server = createServer((_, response) => {
		asked++;
		answer(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/items/1`;
});
after(() => server.close().closeAllConnections());
beforeEach(() => {
	[asked, now] = [0, 0];
});

const clock = { now: () => now };
const opened = (...hosts: string[]) =>
	createDiscovery({
		...{
			get: createGuardedFetch(hosts, 'PRIVATE_HOSTS'),
			gate: createHostGate(clock),
			clock,
			agent: 'link-broker/1.0',
		},
	});
const discover = (from = opened('127.0.0.1')) => from(page, new AbortController().signal);
const answers = (headers: Record<string, string>, html = '', status = 200) => {
	answer = (response) => response.writeHead(status, headers).end(html);
};

describe('the inbox of a page', () => {
	it('is named in its Link header, among other links', async () => {
		answers({ Link: `<https://a.example/x>; rel="license", </ldn/inbox>; title="a"; rel="describedby ${relation}"` });
		assert.deepEqual(await discover(), { inbox: new URL('/ldn/inbox', page).href });
	});

	it('is named in its HTML, by a link or an anchor', async () => {
		for (const html of [
			`<head><link rel="icon" href="/i"><link href="/in?a=1&amp;b=2" rel="${relation}"></head>`,
			`<body><a class=x rel='${relation}' href='/in?a=1&amp;b=2'>Inbox</a>`,
		]) {
			answers({}, html);
			assert.deepEqual(await discover(), { inbox: new URL('/in?a=1&b=2', page).href });
		}
	});

	it('is known for a day', async () => {
		const from = opened('127.0.0.1');
		answers({ Link: `</one>; rel="${relation}"` });
		await discover(from);
		answers({ Link: `</two>; rel="${relation}"` });
		now = 86_399_999;
		assert.deepEqual([await discover(from), asked], [{ inbox: new URL('/one', page).href }, 1]);
		now = 86_400_000;
		assert.deepEqual(await discover(from), { inbox: new URL('/two', page).href });
	});

	it('is not there where the page names none, fails, or is in a private network', async () => {
		answers({ Link: '</one>; rel="inbox"' }, '<link rel=stylesheet href=/x>');
		assert.deepEqual(await discover(), { problem: `${page} names no inbox (rel="${relation}").` });
		answers({}, '', 404);
		const problem = `${page}, which should name an inbox, answered 404.`;
		assert.deepEqual(await discover(), { problem, isDown: false });
		const from = await discover(opened());
		assert.match('problem' in from ? from.problem : '', /127\.0\.0\.1 is not a public address/);
	});

	it('is none whose address is longer than that of a subscription', async () => {
		for (const [length, isFound] of [
			[1_900, true],
			[2_001, false],
			[400_000, false],
		] as const) {
			answers({}, `<link rel="${relation}" href="/${'a'.repeat(length)}">`);
			assert.equal('inbox' in (await discover()), isFound);
		}
	});

	it('is asked for in the four places of its host, which rests where it does not answer', async () => {
		const from = opened('127.0.0.1');
		const begun: ServerResponse[] = [];
		const { promise: areAllThere, resolve } = Promise.withResolvers<void>();
		answer = (response) => {
			begun.push(response);
			if (begun.length === 4) resolve();
		};
		const asked = Array.from({ length: 4 }, () => discover(from));
		await areAllThere;
		const fifth = await discover(from);
		assert.ok('problem' in fifth && fifth.isWaiting);
		for (const response of begun) response.writeHead(503).end();
		for (const found of await Promise.all(asked)) assert.ok('problem' in found && found.isDown);
	});

	it('is looked for in the beginning of a page without an end', async () => {
		answer = (response) => {
			response.writeHead(200);
			const more = () => !response.destroyed && response.write('<a rel="'.repeat(1_000), () => setImmediate(more));
			more();
		};
		assert.ok('problem' in (await discover()));
	});
});
