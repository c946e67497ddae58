// The searches that the broker is asked: which objects, in which ways, and how many a second it answers beside a bare server; shared by several measures.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askOn, encodeRequest, openConnection, type RequestParts } from '../src/http/server/http-connection.ts';
import type { RecordedAnswer } from './bare-server.ts';
import { type Running, startScript } from './children.ts';
import { mediansInTurn, type OfBoth } from './in-turn.ts';
import { type LoadPlan, runLoad } from './load-generator.ts';
import { createRandom, drawBelow } from './random.ts';
import type { Store, Workbench } from './workbench.ts';
import { createWorks } from './works.ts';

const bareServer = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** An object to ask about, with the number of works that cite it. */
export type Asked = { id: string; scheme: string; total: number };

/** One way to ask. */
export type Variant = {
	name: string;
	/** Joined to the address of the plain search. */
	parameters: string;
	accept?: string;
	/** Asks only about the objects with the most relationships. */
	largest?: true;
	/** Asks with `Cache-Control: no-cache`, which has every answer made anew; else most are ones that the broker has kept. */
	anew: boolean;
	/** Leaves out how long answers take at a rate. */
	rateOnly?: true;
	/** How the highest rate must compare with the bare server's. */
	target: { of: 'ratio'; least: number; aim?: number };
};

const plainTarget = { of: 'ratio', least: 1 / 4, aim: 1 / 2 } as const;
const otherTarget = { of: 'ratio', least: 1 / 8 } as const;

const ways: readonly Omit<Variant, 'anew' | 'rateOnly'>[] = [
	{ name: 'plain', parameters: '', target: plainTarget },
	{ name: 'group_by=version', parameters: '&group_by=version', target: otherTarget },
	{ name: 'type', parameters: '&type=literature', target: otherTarget },
	{ name: 'publication_year', parameters: '&publication_year=2015--2020', target: otherTarget },
	{ name: 'from, to', parameters: '&from=2018-01-01&to=2020-12-31', target: otherTarget },
	{ name: 'q, a word', parameters: '&q=galaxies', target: otherTarget },
	{ name: 'q, fields', parameters: '&q=title:model%20AND%20NOT%20creator:chen', target: otherTarget },
	{ name: 'facets', parameters: '', accept: 'application/json', largest: true, target: otherTarget },
];

// Kept answers are alike: how long they take is looked at of two.
const timedAgain: readonly string[] = ['plain', 'group_by=version'];

/** Lists the ways to ask that are measured: each asked anew, then again. */
export const variants: readonly Variant[] = ways.flatMap((way): Variant[] => [
	{ ...way, name: `${way.name}, asked anew`, anew: true },
	{ ...way, name: `${way.name}, asked again`, anew: false, ...(!timedAgain.includes(way.name) && { rateOnly: true }) },
]);

const pageSize = 25;
const fewest = 25;
const most = 2_000;
const askedObjects = 200;
const largestObjects = 8;

/**
 * Chooses objects that 25 to 2,000 works cite, as many of a few as of many relationships: their numbers grow by the same factor from one to the
 * next. In mixed order; once for each size that the store has.
 */
export function chooseObjects(bench: Workbench, store: Store, origin: string): Promise<Asked[]> {
	return bench.once(`objects of ${store.links}`, async () => {
		bench.say(`choosing objects with ${fewest} to ${most} relationships`);
		const cited = await findCited(bench, store, origin);
		const found = cited.filter(({ total }) => total >= fewest && total <= most);
		if (found.length === 0) throw new Error(`no object is cited by ${fewest} to ${most} works`);
		found.sort((one, other) => one.total - other.total);
		const [least, largest] = [found[0]?.total as number, found.at(-1)?.total as number];
		const chosen = Array.from({ length: askedObjects }, (_, position) => {
			const wanted = least * (largest / least) ** (position / (askedObjects - 1));
			return found.findLast(({ total }) => total <= wanted) ?? (found[0] as Asked);
		});
		return inMixedOrder(chosen, bench.seed);
	});
}

function inMixedOrder<T>(list: readonly T[], seed: number): T[] {
	const mixed = [...list];
	const random = createRandom(seed);
	for (let end = mixed.length - 1; end > 0; end--) {
		const other = drawBelow(random, end + 1);
		[mixed[end], mixed[other]] = [mixed[other] as T, mixed[end] as T];
	}
	return mixed;
}

const triedWorks = 3_000;
// Fewer than there are, whatever the seed.
const worksPerLink = 1 / 5;

/** Asks by how many works some are cited, of all ages: their numbers in the stream grow by the same factor from one to the next. */
async function findCited({ seed }: Workbench, store: Store, origin: string): Promise<Asked[]> {
	const works = createWorks(seed);
	const last = store.links * worksPerLink;
	const numbers = new Set(Array.from({ length: triedWorks }, (_, at) => Math.floor(last ** (at / (triedWorks - 1)))));
	const connection = openConnection(origin);
	const found: Asked[] = [];
	for (const number of numbers) {
		const { ID, IDScheme } = works.identifier(number);
		const asked = { id: ID, scheme: IDScheme, total: 0 };
		const { head } = await askOn(connection, encodeRequest(origin, { target: addressOf(asked, 1) }));
		found.push({ ...asked, total: Number(/\r\nx-total-count: *(\d+)/i.exec(head)?.[1]) });
	}
	connection.close();
	return found;
}

/** Writes the address of a plain search. */
export function addressOf({ id, scheme }: Pick<Asked, 'id' | 'scheme'>, size: number): string {
	return `/api/relationships?id=${encodeURIComponent(id)}&scheme=${scheme}&relation=isCitedBy&size=${size}`;
}

/** Writes the requests that ask about objects in one way. */
export function requestsOf(objects: readonly Asked[], { parameters, accept, largest, anew }: Variant): RequestParts[] {
	const asked = largest ? objects.toSorted((one, other) => other.total - one.total).slice(0, largestObjects) : objects;
	const headers = { ...(accept && { Accept: accept }), ...(anew && { 'Cache-Control': 'no-cache' }) };
	return asked.map((object) => ({ target: addressOf(object, pageSize) + parameters, headers }));
}

/** Asks for each address once and notes its answer, as a bare server gives it. */
async function record(origin: string, requests: readonly RequestParts[]): Promise<RecordedAnswer[]> {
	const connection = openConnection(origin);
	const recorded: RecordedAnswer[] = [];
	for (const request of requests) {
		const { status, head, body } = await askOn(connection, encodeRequest(origin, request));
		recorded.push({ target: request.target, status, headers: headersOf(head), body: body.toString() });
	}
	connection.close();
	return recorded;
}

// What every server of Node.js adds by itself.
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length']);

function headersOf(head: string): Record<string, string> {
	const lines = head.split('\r\n').slice(1);
	const pairs = lines.map((line): [string, string] => {
		const colon = line.indexOf(':');
		return [line.slice(0, colon), line.slice(colon + 1).trim()];
	});
	return Object.fromEntries(pairs.filter(([name]) => !ownHeaders.has(name.toLowerCase())));
}

/** Starts a bare server that answers as was recorded. */
export async function serveBare({ folder }: Workbench, answers: readonly RecordedAnswer[]): Promise<Running> {
	const file = join(folder, 'answers.json');
	writeFileSync(file, JSON.stringify(answers));
	return startScript(bareServer, [file], {}, /listening on (\S+)\n/);
}

/** Prepares the requests of a variant for the broker and for a bare server that gives the same answers. */
export async function prepare(
	bench: Workbench,
	origin: string,
	objects: readonly Asked[],
	variant: Variant,
): Promise<{ requests: Uint8Array[]; bare: Running; bareRequests: Uint8Array[] }> {
	const parts = requestsOf(objects, variant);
	const bare = await serveBare(bench, await record(origin, parts));
	return {
		requests: parts.map((request) => encodeRequest(origin, request)),
		bare,
		bareRequests: parts.map((request) => encodeRequest(bare.said, request)),
	};
}

const connections = 32;

/** Plans a load of searches on a server, with the workbench's times. */
export function planOf(
	{ scale }: Workbench,
	origin: string,
	requests: readonly Uint8Array[],
	rate: number | null,
): LoadPlan & { seconds: number } {
	const { warmUpSeconds, latencySeconds, rateSeconds } = scale;
	const seconds = rate === null ? rateSeconds : latencySeconds;
	return { origin, requests, connections, rate, warmUpSeconds, seconds, status: 200 };
}

/** What was found out about a variant: the highest rates of both servers, in requests a second, and on how many relationships. */
export type Rates = OfBoth & { variant: Variant; fewest: number; most: number };

// The middle one of three is not the one that met a busy neighbour.
const turns = 3;

/** Finds the highest rates of all variants on a store as it is now, once for each size that it has: the middle ones of several, both servers in turn. */
export function highestRates(bench: Workbench, store: Store): Promise<Rates[]> {
	return bench.once(`rates of ${store.links}`, async () => {
		const server = await store.program.serve();
		const objects = await chooseObjects(bench, store, server.said);
		const rates: Rates[] = [];
		for (const variant of variants) {
			bench.say(`searching as fast as is answered: ${variant.name}`);
			const { requests, bare, bareRequests } = await prepare(bench, server.said, objects, variant);
			const rate = await mediansInTurn(turns, {
				broker: () => measureRate(planOf(bench, server.said, requests, null)),
				bare: () => measureRate(planOf(bench, bare.said, bareRequests, null)),
			});
			await bare.stop();
			const totals = objects.map(({ total }) => total).sort((one, other) => one - other);
			const asked = variant.largest ? totals.slice(-largestObjects) : totals;
			const range = { fewest: asked[0] as number, most: asked.at(-1) as number };
			rates.push({ variant, ...rate, ...range });
		}
		const { peakBytes } = await server.stop();
		if (peakBytes !== null) bench.servePeaks.searched.push(peakBytes);
		return rates;
	});
}

async function measureRate(plan: LoadPlan & { seconds: number }): Promise<number> {
	const { perSecond } = await runLoad(plan);
	return perSecond;
}
