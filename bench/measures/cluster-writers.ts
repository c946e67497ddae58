// Measures what a second index writer adds if the cluster's own work is no limit: bulk requests are
// answered at once (see bulk-sink.ts).
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { runScript, startServer } from '../program.ts';
import { type Finding, number } from '../report.ts';
import { clusterOf, type Measure, nextLinks } from '../workbench.ts';

const scriptOf = (name: string) => fileURLToPath(new URL(`../${name}.ts`, import.meta.url));

/** Delivers the same entries with one writer and with two, each from a copy of the database. */
export const clusterWritersMeasure: Measure = {
	name: 'cluster-writers',
	async *run(bench) {
		const cluster = await clusterOf(bench);
		const links = bench.scale.clusterLinks;
		const { DATABASE_URL } = await cluster.makeStores('writers');
		await runScript(scriptOf('fill-outbox'), [nextLinks(bench, 'writers', links)], { DATABASE_URL });
		const sink = await startServer(scriptOf('bulk-sink'), [cluster.search], {});
		const rates: number[] = [];
		for (const writers of [1, 2]) {
			const copy = await copyDatabase(DATABASE_URL, `writers_${writers}`);
			const stores = { DATABASE_URL: copy, SEARCH_URL: `${sink.origin}/writers-${writers}` };
			const seconds = await deliver(stores, writers, bench.log);
			rates.push(links / seconds);
		}
		await sink.stop();
		const [one = 0, two = 0] = rates;
		yield {
			section: 'Indexing on PostgreSQL and OpenSearch',
			what: `two index writers, ${number(links)} links`,
			value: { amount: two, unit: 'links/s' },
			limit: { what: 'one writer', amount: one, unit: 'links/s' },
			floor: { least: 1.8 },
			whyMissed: 'Both writers share two cores with PostgreSQL and with the process that answers them.',
		} satisfies Finding;
	},
};

async function copyDatabase(address: string, name: string): Promise<string> {
	const url = new URL(address);
	const original = url.pathname.slice(1);
	const admin = new URL(address);
	admin.pathname = '/postgres';
	const client = new Client({ connectionString: admin.href });
	await client.connect();
	const copy = client.escapeIdentifier(name);
	await client.query(`create database ${copy} template ${client.escapeIdentifier(original)}`);
	await client.end();
	url.pathname = name;
	return url.href;
}

/** Delivers all waiting entries with several processes. Resolves to the seconds until the last ends. */
async function deliver(stores: Record<string, string>, writers: number, log: (text: string) => void): Promise<number> {
	const started: ReturnType<typeof startWriter>[] = [];
	// The first one creates the index.
	for (let at = 0; at < writers; at++) {
		started.push(startWriter(stores));
		await started.at(-1)?.nextLine();
	}
	const begun = performance.now();
	for (const { begin } of started) begin();
	const ended = await Promise.all(
		started.map(async ({ nextLine }) => {
			log(`a writer of ${writers}: ${await nextLine()}`);
			return performance.now();
		}),
	);
	return (Math.max(...ended) - begun) / 1_000;
}

function startWriter(stores: Record<string, string>) {
	const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...stores };
	const child = spawn(process.execPath, [scriptOf('index-writer')], { env, stdio: ['pipe', 'pipe', 'inherit'] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	return {
		begin: () => child.stdin.end('begin\n'),
		/** Reads a line; fails if the process has ended. */
		async nextLine(): Promise<string> {
			const { done, value } = await lines.next();
			if (done) throw new Error('a writer has failed');
			return value as string;
		},
	};
}
