// Services for tests: local servers that answer as a test says, and harvesters on real records,
// whose pauses take no time and are recorded.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'node:test';
import { createApplyChunk } from '../app/workers/load-chunk.ts';
import { selectWorks } from '../broker/objects/select-works.ts';
import { createBodyReading } from '../broker/read-bodies.ts';
import { type Clock, systemClock } from '../clock.ts';
import { openTestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { createGuardedFetch } from '../network/guarded-connections.ts';
import type { HarvestTask } from '../store/harvests.ts';
import type { Records } from '../store/records.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { createHarvester, type HarvesterNeeds } from './harvester.ts';

/** What a server answers: a document with status 200, unless it says otherwise. */
export type Reply = {
	status?: number;
	headers?: Record<string, string>;
	/** JSON of a value, or a text as it is. */
	body?: unknown;
	/** The connection ends in the middle of the body. */
	isCut?: true;
	/** No answer comes. */
	hangs?: true;
};

/** A request as it came. */
export type Request = { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] };

/** A server that stands for a service, and what it was asked. */
export type TestService = { address: string; requests: Request[]; close(): Promise<void> };

/** Starts a server; `reply` receives the request and how many came before it. */
export async function serveReplies(reply: (request: Request, before: number) => Reply): Promise<TestService> {
	const requests: Request[] = [];
	const server = createServer((message, response) => {
		const { pathname, searchParams } = new URL(message.url ?? '/', 'http://localhost');
		const request = { path: pathname, query: searchParams, headers: message.headers };
		send(response, reply(request, requests.push(request) - 1));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function send(response: ServerResponse, { status = 200, headers = {}, body = {}, isCut, hangs }: Reply): void {
	if (hangs) return;
	const text = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length, ...headers });
	if (!isCut) return void response.end(text);
	response.write(text.subarray(0, text.length / 2), () => response.destroy());
}

export const noon = Date.UTC(2026, 0, 15, 12);
const leaseMilliseconds = 400_000_000;

/** A clock on which pauses take no time, and what was waited for, in milliseconds. */
export type TestClock = Clock & { waited: number[]; set(now: number): void };

function createTestClock(): TestClock {
	let now = noon;
	const waited: number[] = [];
	return {
		...systemClock,
		waited,
		now: () => now,
		elapsed: () => now,
		async sleep(milliseconds, signal) {
			// A lease is renewed for as long as a test takes, which is not long.
			if (milliseconds >= leaseMilliseconds / 4) return systemClock.sleep(600_000, signal);
			waited.push(milliseconds);
			now += milliseconds;
		},
		set: (time) => {
			now = time;
		},
	};
}

/** Opens empty records with harvesters on them, each a process of its own. */
export async function openHarvests() {
	const { records, close } = await openTestRecords();
	const clock = createTestClock();
	let workers = 0;
	const needs = (more: Partial<HarvesterNeeds> & { on?: Records } = {}): HarvesterNeeds => {
		const worker = `harvester-${++workers}`;
		const options = { name: worker, leaseMilliseconds, maxAttempts: 3, retryMilliseconds: 1_000 };
		const log = { info: () => undefined, warn: () => undefined };
		const bodies = createBodyReading({ maxLinksPerEvent: 1_000, maxBodyBytes: 1_000_000 });
		return {
			...{ records, worker, leaseMilliseconds, clock, agent: 'link-broker/test (mailto:ops@example.org)' },
			fetch: createGuardedFetch(['127.0.0.1'], 'HARVEST_PRIVATE_HOSTS'),
			limits: { maxLinks: 1_000, maxBytes: 1_000_000 },
			contact: 'ops@example.org',
			secretOf: () => 'secret-of-test',
			async knownDois(prefix, cursor) {
				const { inputs, cursor: next } = await selectWorks(records, { prefix }, { size: 1, cursor });
				return { dois: inputs.map((one) => (typeof one === 'string' ? one : one.ID)), cursor: next };
			},
			// As in a thread of its own, to which a function cannot be sent.
			translate: (...page) => bodies.page(...structuredClone(page)),
			previewPage: bodies.previewPage,
			steps: (who, load) => ({
				read: bodies.chunk,
				apply: createApplyChunk(more.on ?? records, who, { ...options, clock, log }, load),
			}),
			...more,
		};
	};
	const open = (more: Parameters<typeof needs>[0] = {}) => createHarvester(needs(more));
	const waits: string[] = [];
	const listener = {
		signal: new AbortController().signal,
		onProgress: () => undefined,
		onWait: (words: string) => void waits.push(words),
	};
	return {
		...{ records, clock, waits, listener, needs, open, close },
		/** Runs a harvest to its end. */
		run: (task: HarvestTask, more: Partial<HarvesterNeeds> = {}, begin: { from?: number; restart?: boolean } = {}) =>
			open(more).harvest(by, task, { ...begin, ...listener }),
		/** Lists all links that are stored, as `source relation target`, event by event. */
		async links(): Promise<string[]> {
			const events = await records.events({ limit: 100 });
			const payloads = await Promise.all(events.reverse().map(({ sequence }) => records.payload(sequence)));
			return payloads.flatMap((payload) =>
				(JSON.parse(Buffer.from(payload).toString()) as StoredLink[]).map(shortLink),
			);
		},
	};
}

/**
 * Opens harvests and a service before each test of a file, and closes them afterwards; `reply` is
 * asked for each answer.
 */
export function serveEachTest(reply: Parameters<typeof serveReplies>[0]) {
	let harvests: Awaited<ReturnType<typeof openHarvests>>;
	let service: TestService;
	beforeEach(async () => {
		harvests = await openHarvests();
		service = await serveReplies(reply);
	});
	afterEach(async () => {
		await service.close();
		await harvests.close();
	});
	return {
		harvests: () => harvests,
		service: () => service,
		/** Runs a harvest that is to be complete. */
		async run(name: string, filters: Record<string, string>, begin: { from?: number; restart?: boolean } = {}) {
			const { state } = await harvests.run(task(name, service.address, filters), {}, begin);
			assert.equal(state.last?.outcome, 'complete', state.last?.problem ?? '');
			return state;
		},
		/** Lists the requests that came, with these of their parameters. */
		asked: (...names: readonly string[]) =>
			service.requests.map(({ path, query }) => [path, ...names.map((name) => query.get(name))].join(' ')),
	};
}

type StoredObject = { Identifier: { ID: string }[] | { ID: string } };
type StoredLink = { Source: StoredObject; Target: StoredObject; RelationshipType: { Name: string } };

function shortLink({ Source, Target, RelationshipType }: StoredLink): string {
	const first = ({ Identifier }: StoredObject) => (Array.isArray(Identifier) ? Identifier[0] : Identifier)?.ID;
	return `${first(Source)} ${RelationshipType.Name} ${first(Target)}`;
}

/** Makes a task. */
export function task(
	service: string,
	address: string,
	filters: Record<string, string> = { prefix: '10.1234' },
): HarvestTask {
	return { service, filters, address, provider: null };
}

/** A DOI of DataCite that cites a paper, as its REST API has it. */
export function dataciteRecord(name: string, cites = 'paper') {
	return {
		id: `10.1234/${name}`,
		type: 'dois',
		attributes: {
			doi: `10.1234/${name}`,
			registered: '2024-05-01T10:00:00.000Z',
			types: { resourceTypeGeneral: 'Dataset' },
			titles: [{ title: `Data ${name}` }],
			relatedIdentifiers: [
				{ relationType: 'Cites', relatedIdentifier: `10.1234/${cites}`, relatedIdentifierType: 'DOI' },
			],
		},
	};
}

/** A page of DataCite's REST API; `next` is the cursor of the next one. */
export function datacitePage(records: readonly unknown[], next?: string, total = 4) {
	const links = next === undefined ? {} : { next: `https://api.datacite.org/dois?page%5Bcursor%5D=${next}` };
	return { data: records, meta: { total, totalPages: 2, page: 1 }, links };
}
