// Has a server that has just started ask itself searches, so that V8 has compiled what answers them before anybody waits for it; knows no engine.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../settings.ts';
import type { App } from './app.ts';
import { askOn, encodeRequest, type HttpConnection, openConnection } from './http-connection.ts';
import type { HttpEnvironment } from './http-context.ts';
import type { RequestLog } from './request-log.ts';
import { startServer } from './server.ts';

/** An object to ask about. */
type Example = { scheme: string; key: string };

export type WarmUpNeeds = {
	/** What is to be warm. */
	app: Pick<App, 'fetch'>;
	settings: Pick<Settings, 'publicUrl'>;
	log: RequestLog;
	/** Names objects that have relationships, at most so many. */
	examples(count: number): Promise<readonly Example[]>;
	/** Tells how many requests others have sent so far. */
	requests(): number;
	/** How often it asks (20,000 times). */
	count?: number;
	/** How long it asks in all, in milliseconds, however few times that is (8 s). */
	askingMilliseconds?: number;
	/** How long it waits in all for moments in which nobody else asks, in milliseconds (a minute). */
	patienceMilliseconds?: number;
};

// Enough to be of all sizes: of a million links, 64 links lead to 45 objects, cited 0 to 18,000 times.
const exampleCount = 64;
// V8's last compiler takes a function that was called 3,000 times since it last met something new. After 4,000 searches it was still at work on 130 functions
// when 13,000 plain pages a second came to 17 million links: p99 was 7 to 390 ms. After 12,000 it was 7 to 28, after 20,000 3 to 11, after 40,000 3 to 12.
const usualCount = 20_000;
// Whoever asks all that time has what he asks compiled.
const usualPatienceMilliseconds = 60_000;
// They took 2.7 s. Who needs longer than three times that has other troubles.
const usualAskingMilliseconds = 8_000;
// A filter looks at every relationship of an object for some 5 µs the first time, and who asks meanwhile waits for that: it took 33 ms at most.
const mostRelationships = 2_000;
const pauseMilliseconds = 20;

/** One way to ask: parameters beside the object, and headers. */
type Way = { parameters: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> };

const anew = { 'Cache-Control': 'no-cache' };
const asJson = { Accept: 'application/json' };
const page = { size: '25' };
const citations = { ...page, relation: 'isCitedBy' };
const byVersion = { group_by: 'version' };

/** What tells how many relationships an object has, which costs the same whatever their number. */
const soundings: readonly Way[] = [
	{ parameters: page, headers: anew },
	{ parameters: { ...page, ...byVersion }, headers: anew },
];

/** All ways to ask, the usual ones more than once; asked in turn, since V8 compiles for what it has seen until then. */
const ways: readonly Way[] = [
	{ parameters: citations, headers: anew },
	{ parameters: { ...citations, type: 'literature' }, headers: anew },
	{ parameters: { ...citations, ...byVersion }, headers: anew },
	{ parameters: { ...citations, q: 'data' }, headers: anew },
	{ parameters: citations, headers: {} },
	{ parameters: { ...citations, publication_year: '2015--2020' }, headers: anew },
	{ parameters: { ...citations, sort: '-mostrecent' }, headers: anew },
	{ parameters: citations, headers: { ...anew, ...asJson } },
	{ parameters: { ...citations, ...byVersion }, headers: {} },
	{ parameters: { ...citations, from: '2015-01-01', to: '2020-12-31' }, headers: anew },
	{ parameters: { ...citations, page: '2' }, headers: anew },
	{ parameters: { ...citations, q: 'title:model AND NOT creator:chen' }, headers: anew },
	{ parameters: page, headers: anew },
	{ parameters: citations, headers: asJson },
];

/**
 * Warms a server up: its app answers searches about a few objects on a port of its own, where nobody else is answered, and leaves no trace in log,
 * metrics, rate limits and traces. A second app of the same parts would not do: V8 compiles functions that are made with an app for each app anew. It
 * gives way to all who ask, ends at once with the signal, and never fails: the log tells of it at `debug`.
 */
export async function warmUp(needs: WarmUpNeeds, signal: AbortSignal): Promise<void> {
	const { log } = needs;
	const startedAt = performance.now();
	try {
		signal.throwIfAborted();
		const examples = await unlessAborted(needs.examples(exampleCount), signal);
		log.debug({ examples: examples.length }, 'The server warms up');
		const requests = examples.length === 0 ? 0 : await askAll(examples, needs, signal);
		log.debug({ requests, milliseconds: performance.now() - startedAt }, 'The server is warm');
	} catch (err) {
		log.debug({ err }, 'The server was not warmed up to the end');
	}
}

/** Awaits what cannot be told to stop, but no longer than until the signal. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	const aborted = once(signal, 'abort').then(() => {
		throw signal.reason;
	});
	return Promise.race([promise, aborted]);
}

/** Asks about examples in all ways; answers how many requests that were. */
async function askAll(examples: readonly Example[], needs: WarmUpNeeds, signal: AbortSignal): Promise<number> {
	await using opened = new AsyncDisposableStack();
	const own = randomUUID();
	const server = await startServer(answeringOnly(own, needs.app), {
		settings: { publicUrl: needs.settings.publicUrl, host: '127.0.0.1', port: 0, tls: null, shutdownSeconds: 0 },
		log: silent,
		// Else one of several processes would be answered by another.
		exclusive: true,
	});
	opened.defer(() => server.close());
	const connection = openConnection(server.url);
	opened.defer(connection.close);
	// Whoever waits for an answer hears of it.
	signal.addEventListener('abort', connection.close);
	const ask = createAsking(server.url, connection, own);

	const asking = startTurns(needs, signal);
	const suitable: Example[] = [];
	for (const example of examples) {
		if (!asking.goesOn()) break;
		const totals: number[] = [];
		for (const way of soundings) totals.push(await asking.take(() => ask(example, way)));
		if (Math.max(...totals) <= mostRelationships) suitable.push(example);
	}
	for (let turn = 0; suitable.length > 0 && asking.goesOn(); turn++) {
		const example = suitable[Math.floor(turn / ways.length) % suitable.length] as Example;
		await asking.take(() => ask(example, ways[turn % ways.length] as Way));
	}
	return asking.taken();
}

const silent: RequestLog = { debug() {}, info() {}, warn() {}, error() {} };

const ownHeader = 'x-warm-up';

/** Has who knows what only this process knows answered unseen. Whoever else finds the port is refused. */
function answeringOnly(own: string, app: Pick<App, 'fetch'>): Pick<App, 'fetch'> {
	return {
		fetch(request, environment: HttpEnvironment['Bindings'] = {}) {
			if (environment.incoming?.headers[ownHeader] === own) return app.fetch(request, { ...environment, unseen: true });
			return new Response(null, { status: 403 });
		},
	};
}

/** Turns at asking. */
type Turns = {
	/** Does something as soon as nobody else asks; fails where others ask all the time. */
	take<T>(work: () => Promise<T>): Promise<T>;
	goesOn(): boolean;
	taken(): number;
};

function startTurns(
	{
		requests,
		count = usualCount,
		askingMilliseconds = usualAskingMilliseconds,
		patienceMilliseconds = usualPatienceMilliseconds,
	}: WarmUpNeeds,
	signal: AbortSignal,
): Turns {
	const startedAt = performance.now();
	let seen = requests();
	let taken = 0;
	let milliseconds = 0;
	return {
		async take(work) {
			while (requests() !== seen) {
				seen = requests();
				if (performance.now() - startedAt > patienceMilliseconds) throw new Error('others ask all the time');
				await pause(pauseMilliseconds, undefined, { signal });
			}
			signal.throwIfAborted();
			const begunAt = performance.now();
			const done = await work();
			milliseconds += performance.now() - begunAt;
			taken += 1;
			return done;
		},
		goesOn: () => taken < count && milliseconds < askingMilliseconds,
		taken: () => taken,
	};
}

/** Makes what asks a server, one request after the other, and answers how many relationships there are: infinitely many where the question is refused. */
function createAsking(
	origin: string,
	connection: HttpConnection,
	own: string,
): (example: Example, way: Way) => Promise<number> {
	return async ({ scheme, key }, { parameters, headers }) => {
		const target = `/api/relationships?${new URLSearchParams({ id: key, scheme, ...parameters })}`;
		const request = encodeRequest(origin, { target, headers: { ...headers, [ownHeader]: own } });
		const { status, head } = await askOn(connection, request);
		if (status >= 500) throw new Error(`an answer has status ${status}`);
		if (status !== 200) return Number.POSITIVE_INFINITY;
		const [, total] = /\r\nx-total-count: *(\d+)/i.exec(head) ?? [];
		if (total === undefined) throw new Error('an answer has no X-Total-Count');
		return Number(total);
	};
}
