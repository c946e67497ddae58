// Measures searching: the highest rate of GET /relationships beside a bare server's, how long answers take at half of it, and the search without HTTP.
import { DatabaseSync } from 'node:sqlite';
import { openIndex } from '../../src/app/compose.ts';
import { readRelationshipQuery, searchRelationships } from '../../src/broker/search-relationships.ts';
import { readSettings } from '../../src/settings.ts';
import { mediansInTurn } from '../in-turn.ts';
import { type LoadPlan, runLoad } from '../load-generator.ts';
import { type Measure, number } from '../measure.ts';
import { type Asked, chooseObjects, highestRates, planOf, prepare, variants } from '../searches.ts';
import { measureUndisturbed } from '../undisturbed.ts';
import { noteServePeak } from './loading.ts';

/** Asks for 25 relationships as fast as is answered, in every way, anew and again. */
export const searchMeasure: Measure = {
	name: 'search',
	async *run(bench) {
		const store = await bench.loaded();
		for (const { variant, broker, bare, fewest, most } of await highestRates(bench, store)) {
			yield {
				what: `search (${variant.name}): 25 of ${number(fewest)} to ${number(most)} relationships, ${number(store.links)} links`,
				value: { amount: broker, unit: 'requests/s' },
				limit: { what: 'bare answer of the same bytes', figure: { amount: bare, unit: 'requests/s' } },
				target: variant.target,
			};
		}
	},
};

/**
 * Asks at half of the highest rate, at random moments; anew in every way, and again in some. The highest rate is found just before, on the same server: a
 * machine whose cores are shared is twice as fast at one moment as at another.
 */
export const latencyMeasure: Measure = {
	name: 'latency',
	async *run(bench) {
		const store = await bench.grown();
		const server = await store.program.serve();
		const objects = await chooseObjects(bench, store, server.said);
		for (const variant of variants) {
			if (variant.rateOnly) continue;
			bench.say(`searching at half of the highest rate: ${variant.name}`);
			const { requests, bare, bareRequests } = await prepare(bench, server.said, objects, variant);
			const rate = (await betterRate(planOf(bench, server.said, requests, null))) / 2;
			const p99Of = (plan: LoadPlan & { seconds: number }) =>
				measureUndisturbed(async () => (await runLoad(plan)).p99Milliseconds, bench);
			const p99 = await mediansInTurn(windows, {
				broker: () => p99Of(planOf(bench, server.said, requests, rate)),
				bare: () => p99Of(planOf(bench, bare.said, bareRequests, rate)),
			});
			await bare.stop();
			yield {
				what: `p99 of search (${variant.name}) at ${number(rate)} requests/s, ${number(store.links)} links`,
				value: { amount: p99.broker, unit: 'ms' },
				limit: { what: 'bare answer at that rate', figure: { amount: p99.bare, unit: 'ms' } },
				target: { of: 'value', most: 5 },
			};
		}
		noteServePeak(bench, 'searched', await server.stop());
	},
};

/** Sends as much as is answered, twice: before the first time a fresh server has hardly been asked for that. */
async function betterRate(plan: LoadPlan & { seconds: number }): Promise<number> {
	const first = await runLoad(plan);
	const second = await runLoad(plan);
	return Math.max(first.perSecond, second.perSecond);
}

const windows = 7;

/** Searches in this thread, without HTTP, beside a prepared statement on the bare loader's tables. */
export const lookupMeasure: Measure = {
	name: 'lookup',
	async *run(bench) {
		const store = await bench.loaded();
		const { database } = await bench.bare();
		const server = await store.program.serve();
		const objects = await chooseObjects(bench, store, server.said);
		noteServePeak(bench, 'searched', await server.stop());
		const seconds = bench.scale.rateSeconds;
		yield {
			what: `find 25 relationships without HTTP, ${number(store.links)} links`,
			value: { amount: await searchRate(store.program.environment, objects, seconds), unit: 'searches/s' },
			limit: {
				what: 'bare prepared statement',
				figure: { amount: bareLookupRate(database, objects, seconds), unit: 'searches/s' },
			},
		};
	},
};

async function searchRate(
	environment: Readonly<Record<string, string>>,
	objects: readonly Asked[],
	seconds: number,
): Promise<number> {
	const index = await openIndex(readSettings(environment).search);
	const queries = objects.map(({ id, scheme }) =>
		readRelationshipQuery({ id, scheme, relation: 'isCitedBy', size: '25' }),
	);
	let searches = 0;
	const startedAt = performance.now();
	const endsAt = startedAt + seconds * 1_000;
	while (performance.now() < endsAt) {
		for (const query of queries) await searchRelationships(index, query, { facets: false });
		searches += queries.length;
	}
	const rate = searches / ((performance.now() - startedAt) / 1_000);
	await index.close();
	return rate;
}

function bareLookupRate(path: string, objects: readonly Asked[], seconds: number): number {
	const database = new DatabaseSync(path);
	database.exec("CREATE INDEX IF NOT EXISTS citing ON link (target) WHERE relation = 'Cites'");
	const find = database.prepare(
		`SELECT source.value, source.scheme, assertion.provider, assertion.date FROM identifier asked
		 JOIN link ON link.target = asked.id AND link.relation = 'Cites' JOIN identifier source ON source.id = link.source
		 JOIN assertion ON assertion.link = link.id WHERE asked.value = ? AND asked.scheme = ? LIMIT 25`,
	);
	find.setReturnArrays(true);
	let searches = 0;
	const startedAt = performance.now();
	const endsAt = startedAt + seconds * 1_000;
	while (performance.now() < endsAt) {
		for (const { id, scheme } of objects) find.all(id, scheme);
		searches += objects.length;
	}
	const rate = searches / ((performance.now() - startedAt) / 1_000);
	database.close();
	return rate;
}
