// Measures how many links event workers apply on PostgreSQL, without an index: small and large
// events, one worker and several, the same works and different ones.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { openPostgresDatabase } from '../../src/engines/postgres/postgres-database.ts';
import { asAssertion, type NewEvent } from '../../src/store/events.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { openRecords } from '../../src/store/records.ts';
import { createLinkStream } from '../generate-links.ts';
import { createRandom, drawBelow, mix } from '../random.ts';
import type { Finding } from '../report.ts';
import { clusterOf, type Measure } from '../workbench.ts';

/** Applies several kinds of events with one worker and with several. */
export const workersMeasure: Measure = {
	name: 'workers',
	async *run(bench) {
		const { DATABASE_URL } = await (await clusterOf(bench)).makeStores('workers');
		const scale = bench.scale.clusterLinks / 100_000;
		yield* measureWorkers({ databaseUrl: DATABASE_URL, seed: bench.seed, scale, log: bench.log });
	},
};

/**
 * Names a PostgreSQL, in which schemas are created and removed. `scale` multiplies the number of
 * events.
 */
type WorkersBench = { databaseUrl: string; seed: number; scale: number; log(text: string): void };

const section = 'Applying events on PostgreSQL, by links an event';
const whyMissed = 'Each event costs two updates of its row, and PostgreSQL shares two cores with the worker.';
const workerCounts = [1, 2, 4];
const acceptedAtOnce = 500;
const sharedWorks = 300;

type Kind = { what: string; events: number; links: number; nextLink(seed: number): () => string; least?: number };

const kinds: readonly Kind[] = [
	{ what: '1 link', events: 6_000, links: 1, nextLink: streamOf, least: 2_000 },
	{ what: '1,000 links', events: 60, links: 1_000, nextLink: streamOf },
	{
		what: `1,000 links, the same ${sharedWorks} works`,
		...{ events: 40, links: 1_000, nextLink: linksOfSharedWorks },
	},
];

/** Times each kind of events with each number of workers. One worker is the limit of several. */
async function* measureWorkers(bench: WorkersBench): AsyncGenerator<Finding> {
	for (const each of kinds) {
		const kind = { ...each, events: Math.ceil(each.events * bench.scale) };
		const unit = kind.links === 1 ? 'events/s' : 'links/s';
		let ofOne = Number.NaN;
		for (const workers of workerCounts) {
			bench.log(`events of ${kind.what}, ${workers} at work`);
			const amount = (kind.events * kind.links) / (await timeWorkers(bench, kind, workers));
			const what = `${kind.what}, ${workers} ${workers === 1 ? 'worker' : 'workers'}`;
			if (workers > 1) {
				const limit = { what: 'one worker', amount: ofOne, unit };
				yield { section, what, value: { amount, unit }, limit, floor: { least: 1 } };
				continue;
			}
			ofOne = amount;
			const finding: Finding = { section, what, value: { amount, unit } };
			yield kind.least === undefined ? finding : { ...finding, floor: { least: kind.least }, whyMissed };
		}
	}
}

/** Resolves to the seconds that workers take for all events of a kind, in a new schema. */
async function timeWorkers({ databaseUrl, seed }: WorkersBench, kind: Kind, count: number): Promise<number> {
	const admin = new pg.Client({ connectionString: databaseUrl });
	await admin.connect();
	const schema = `bench_${process.pid}_${performance.now().toFixed(0)}`;
	await admin.query(`create schema ${schema}`);
	const url = new URL(databaseUrl);
	url.searchParams.set('options', `-c search_path=${schema}`);
	try {
		await acceptAll(url.href, kind, seed);
		const threads = Array.from(
			{ length: count },
			(_, at) =>
				new Worker(new URL('../apply-thread.ts', import.meta.url), { workerData: { url: url.href, name: `${at}` } }),
		);
		await Promise.all(threads.map((thread) => once(thread, 'message')));
		const startedAt = performance.now();
		for (const thread of threads) thread.postMessage('go');
		const ended = await Promise.all(threads.map((thread) => once(thread, 'message')));
		const seconds = (performance.now() - startedAt) / 1_000;
		const warnings = (ended as [{ warnings: string[] }][]).flatMap(([ended]) => ended.warnings);
		if (warnings.length > 0) throw new Error(`Workers warned: ${warnings.slice(0, 3).join('; ')}`);
		return seconds;
	} finally {
		await admin.query(`set client_min_messages = warning; drop schema ${schema} cascade`);
		await admin.end();
	}
}

async function acceptAll(url: string, { events, links, nextLink }: Kind, seed: number): Promise<void> {
	const database = openPostgresDatabase({ url });
	await migrate(database, readMigrations(database.dialect.schemaWords));
	const records = openRecords(database);
	const next = nextLink(seed);
	for (let number = 0; number < events; number += acceptedAtOnce) {
		const count = Math.min(acceptedAtOnce, events - number);
		await records.accept(Array.from({ length: count }, (_, at) => eventOf(`${number + at}`, links, next)));
	}
	await database.close();
}

function eventOf(eventId: string, links: number, next: () => string): NewEvent {
	return {
		...asAssertion,
		eventId,
		payload: Buffer.from(`[${Array.from({ length: links }, next).join()}]`),
		...{ links, refused: 0, providers: [], noindex: false, userId: null },
		submittedBy: { who: 'command line bench', address: null },
		now: Date.now(),
	};
}

function streamOf(seed: number): () => string {
	const stream = createLinkStream(seed);
	return () => stream.next();
}

/** Writes links between few works, which providers describe differently. */
function linksOfSharedWorks(seed: number): () => string {
	const random = createRandom(mix(seed, 11));
	const end = (work: number, title: string) => ({
		Identifier: { ID: `10.1000/shared.${work}`, IDScheme: 'doi' },
		Type: { Name: 'literature' },
		Title: title,
	});
	return () => {
		const [source, target, variant] = [sharedWorks, sharedWorks, 40].map((below) => drawBelow(random, below));
		return JSON.stringify({
			LinkPublicationDate: `20${10 + ((variant as number) % 10)}-01-01`,
			LinkProvider: [{ Name: `Provider ${(variant as number) % 4}` }],
			RelationshipType: { Name: 'References' },
			Source: end(source as number, `Work ${source} as ${variant} calls it`),
			Target: end(target as number, `Work ${target} as ${variant} calls it`),
		});
	};
}
