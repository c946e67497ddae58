// Tests the client with a broker that refuses for the moment, fails or is unavailable.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program, type Server } from '../../../test/end-to-end/program.ts';
import { LinkBroker, type LinkBrokerError } from '../src/index.ts';
import { citations, cited } from './works.fixture.ts';

let program: Program;
let server: Server;
let token: string;
before(async () => {
	program = await openProgram();
	token = await program.token();
	server = await program.serve();
});
after(() => program.remove());

/** Runs a test with a server that answers by this function. */
async function beside(listener: RequestListener, test: (address: string) => Promise<void>): Promise<void> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		await test(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

/** Records the time and status of each answer. */
type Answered = { status: number; time: number; retryAfter: string | null };

function watched() {
	const answers: Answered[] = [];
	const watchedFetch: typeof fetch = async (...asked) => {
		const response = await fetch(...asked);
		const retryAfter = response.headers.get('Retry-After');
		answers.push({ status: response.status, time: Date.now(), retryAfter });
		return response;
	};
	return { answers, fetch: watchedFetch };
}

describe('a broker that limits requests', () => {
	it('gets the request again after Retry-After', async () => {
		const limited = await program.serve({ RATE_LIMIT: '20' });
		// In parallel: on a slow machine, requests in turn would leave time for the limit to recover.
		const clients = Array.from({ length: 22 }, watched);
		await Promise.all(clients.map(({ fetch }) => new LinkBroker(limited.url, { token, fetch }).search({ id: cited })));
		const refused = clients.filter(({ answers }) => answers[0]?.status === 429);
		assert.ok(refused.length > 0, 'nothing was refused');
		for (const { answers } of refused) {
			const [first, second] = answers as [Answered, Answered];
			const paused = second.time - first.time;
			assert.ok(paused >= Number(first.retryAfter) * 1_000 - 5, `${paused} ms after Retry-After: ${first.retryAfter}`);
		}
		await limited.stop();
	});

	it('gets no more retries, and none later, than the options allow', async () => {
		const listener: RequestListener = (_, response) => {
			const problem = {
				type: '/problems/too-many-requests',
				title: 'Too many requests',
				status: 429,
				detail: 'Later.',
			};
			response.writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': '1' });
			response.end(JSON.stringify(problem));
		};
		await beside(listener, async (address) => {
			for (const [options, asked] of [
				[{ maxRetries: 0 }, 1],
				[{ maxRetries: 1 }, 2],
				[{ maxRetryAfterSeconds: -0.5 }, 1],
			] as const) {
				const { answers, fetch } = watched();
				const broker = new LinkBroker(address, { ...options, fetch });
				await assert.rejects(broker.object(cited), { code: 'too-many-requests', status: 429, message: 'Later.' });
				assert.equal(answers.length, asked);
			}
		});
	});

	it('gives in an error the time after which another try is accepted', async () => {
		for (const [retryAfter, expected] of [
			['7', 7],
			[new Date(Date.now() - 60_000).toUTCString(), 0],
			[undefined, undefined],
		] as const) {
			const listener: RequestListener = (_, response) => {
				response.writeHead(503, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end();
			};
			await beside(listener, async (address) => {
				const asking = new LinkBroker(address, { maxRetries: 0 }).object(cited);
				await assert.rejects(asking, (error: LinkBrokerError) => {
					assert.equal(error.retryAfterSeconds, expected);
					return true;
				});
			});
		}
	});

	it('is not waited for after the signal is aborted', async () => {
		const listener: RequestListener = (_, response) => {
			response.writeHead(503, { 'Retry-After': '100' }).end();
		};
		await beside(listener, async (address) => {
			const { answers, fetch } = watched();
			const stop = new AbortController();
			const asking = new LinkBroker(address, {
				fetch: async (...asked) => {
					const response = await fetch(...asked);
					setImmediate(() => stop.abort());
					return response;
				},
			}).object(cited, {}, { signal: stop.signal });
			await assert.rejects(asking, { name: 'AbortError' });
			assert.equal(answers.length, 1);
		});
	});
});

describe('a network that fails', () => {
	/** Loses the first answer to each kind of request. */
	const losing = () => {
		const lost = new Set<string>();
		const sent: string[] = [];
		const losingFetch: typeof fetch = async (address, init) => {
			const response = await fetch(address, init);
			const kind = `${init?.method} ${new URL(String(address)).pathname}`;
			sent.push(kind);
			if (lost.has(kind)) return response;
			lost.add(kind);
			await response.body?.cancel();
			throw new TypeError('fetch failed');
		};
		return { sent, fetch: losingFetch };
	};

	it('leads to a retry if sending twice has the same effect as sending once', async () => {
		const { sent, fetch } = losing();
		const broker = new LinkBroker(server.url, { token, fetch });
		const [submitted] = await broker.submit(citations(1), { wait: true });
		assert.equal(submitted?.event?.counts.new_relationships, 0);
		assert.deepEqual(
			sent.filter((kind) => kind.startsWith('POST')),
			['POST /api/events', 'POST /api/events'],
		);
	});

	it('is reported otherwise', async () => {
		const { sent, fetch } = losing();
		const broker = new LinkBroker(server.url, { token, fetch });
		await assert.rejects(broker.submit(citations(1), { action: 'withdraw' }), { code: 'network' });
		assert.equal(sent.length, 1);
	});

	it('is reported with the address if nothing answers there', async () => {
		const broker = new LinkBroker('http://127.0.0.1:1', { maxRetries: 1 });
		await assert.rejects(broker.object(cited), (error: LinkBrokerError) => {
			assert.equal(error.code, 'network');
			assert.match(error.message, /127\.0\.0\.1:1\/api\/objects.*(ECONNREFUSED|bad port)/);
			return true;
		});
	});

	it('is reported if something else answers, or too late', async () => {
		await beside(
			(_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not here</h1>'),
			async (address) => {
				await assert.rejects(new LinkBroker(address).object(cited), { code: 'network', status: 404 });
			},
		);
		await beside(
			() => undefined,
			async (address) => {
				const broker = new LinkBroker(address, { maxRetries: 0, requestTimeoutSeconds: 0.05 });
				await assert.rejects(broker.object(cited), /no answer within 0.05 seconds/);
			},
		);
	});
});

describe('a broker that gives relative addresses of pages', () => {
	it('is asked for the next page', async () => {
		const asked: (string | undefined)[] = [];
		const listener: RequestListener = ({ url }, response) => {
			const isFirst = asked.push(url) === 1;
			response.setHeader('Link', isFirst ? '</links/api/relationships?id=a&cursor=x%2By>; rel="next"' : '');
			response.end('{"Relationships":[]}');
		};
		await beside(listener, async (address) => {
			const broker = new LinkBroker(`${address}/links`, { requestTimeoutSeconds: Number.POSITIVE_INFINITY });
			assert.deepEqual(await broker.relationships({ id: 'a' }).toArray(), []);
			assert.deepEqual(asked, ['/links/api/relationships?id=a', '/links/api/relationships?id=a&cursor=x%2By']);
		});
	});
});

describe('a wrong use', () => {
	it('of a method without permission is reported', async () => {
		await assert.rejects(new LinkBroker(server.url).submit(citations(1)), { code: 'unauthorized', status: 401 });
	});

	it('of an invalid address is reported', () => {
		assert.throws(() => new LinkBroker('links.example.org'), TypeError);
	});
});

describe('waiting for an event', () => {
	it('ends in time, with the current state of the event', async () => {
		await server.stop();
		const idle = await program.serve({ BACKGROUND_WORK: 'off' });
		const broker = new LinkBroker(idle.url, { token });
		const waiting = broker.submit(citations(1), { wait: true, timeoutSeconds: 0.1 });
		await assert.rejects(waiting, (error: LinkBrokerError) => {
			assert.deepEqual([error.code, error.event?.status, error.submitted.length], ['timeout', 'New', 1]);
			return true;
		});
	});
});
