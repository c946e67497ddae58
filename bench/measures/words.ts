// Measures how long it takes to find works by words, against the engine alone: the twenty best by
// its own rank, in a table or an index that holds the same texts and nothing else.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findObjects } from '../../src/broker/objects/find-objects.ts';
import { readWorksQuery } from '../../src/broker/objects/works-query.ts';
import { openOpenSearchIndex } from '../../src/engines/opensearch/opensearch-index.ts';
import { openSqliteIndex } from '../../src/engines/sqlite/index/sqlite-index.ts';
import type { SearchIndex } from '../../src/ports/search/search-index.ts';
import { rebuildPhases } from '../../src/store/rebuild-parts.ts';
import { type BareWords, fillFts5, fillOpenSearch } from '../bare-words.ts';
import { percentile } from '../percentile.ts';
import { createRandom, drawBelow, type Random } from '../random.ts';
import { type Finding, number } from '../report.ts';
import { citation, titleOf, wordedWork, wordOf } from '../worded-works.ts';
import { clusterOf, type Measure, type Workbench } from '../workbench.ts';

const worksTogether = 2_000;
const queriesOfEachKind = 50;

type Draw = (random: Random, works: number) => string;

const anyTitle: Draw = (random, works) => titleOf(1 + drawBelow(random, works));
const common: Draw = (random) => wordOf(drawBelow(random, 30));

/** The kinds of queries. */
const kinds: Readonly<Record<string, Draw>> = {
	'words of a title': (random, works) => anyTitle(random, works).split(' ').slice(2, 5).join(' '),
	'a rare word': (random) => wordOf(20_000 + drawBelow(random, 100_000)),
	'a common word': common,
	'two common words': (random, works) => `${common(random, works)} ${common(random, works)}`,
	'a common word, a rare one': (random, works) =>
		`${common(random, works)} ${wordOf(20_000 + drawBelow(random, 50_000))}`,
	'the beginning of a word': (random) => `${wordOf(1_000 + drawBelow(random, 50_000)).slice(0, 6)}*`,
	'a misspelt word': (random) => swapped(wordOf(500 + drawBelow(random, 5_000))),
};

const counting = 'The broker reads the titles and counts of up to ten thousand works; the engine alone does not.';

/** Why a kind may miss its floor. */
const reasons: Readonly<Record<string, string>> = {
	'a common word': counting,
	'the beginning of a word': counting,
	'a misspelt word': 'The broker also looks for words that may be meant; the engine alone does not.',
};

function swapped(word: string): string {
	return `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}q`;
}

/** Finds works by queries of all kinds, in an index that holds only works and their citations. */
export const wordsMeasure: Measure = {
	name: 'words',
	async *run(bench) {
		const { worded } = bench.scale;
		const index = await openSqliteIndex(join(bench.folder, 'words', 'search.db'));
		await fill(bench, index, worded);
		bench.log('filling FTS5 alone');
		const bare = fillFts5(bench.folder, worded);
		yield* compare(bench, { index, bare, works: worded, where: '', limit: 'FTS5 alone' });
		await bare.close();
		await index.close();
		for (const name of ['words', 'bare.db']) rmSync(join(bench.folder, name), { recursive: true });
	},
};

/** Does the same on OpenSearch. */
export const clusterWordsMeasure: Measure = {
	name: 'cluster-words',
	async *run(bench) {
		const { clusterWorded: works } = bench.scale;
		const { search } = await clusterOf(bench);
		const index = await openOpenSearchIndex({ urls: [search], prefix: 'words' });
		await fill(bench, index, works);
		bench.log('filling OpenSearch alone');
		const bare = await fillOpenSearch(search, works);
		const where = ' on OpenSearch';
		yield* compare(bench, { index, bare, works, where, limit: 'OpenSearch alone' });
		await bare.close();
		await index.close();
	},
};

type Compared = { index: SearchIndex; bare: BareWords; works: number; where: string; limit: string };

async function* compare(bench: Workbench, { index, bare, works, where, limit }: Compared): AsyncGenerator<Finding> {
	const times = { broker: [] as number[], bare: [] as number[] };
	const row = (
		what: string,
		ofBroker: readonly number[],
		ofBare: readonly number[],
		percent: number,
		whyMissed?: string,
	): Finding => ({
		section: `Finding works by words${where}, ${number(works)} works`,
		what,
		value: { amount: percentile(ofBroker, percent), unit: 'ms' },
		limit: { what: limit, amount: percentile(ofBare, percent), unit: 'ms' },
		floor: { most: 10 },
		...(whyMissed && { whyMissed }),
	});
	for (const [kind, write] of Object.entries(kinds)) {
		bench.log(`finding works by ${kind}`);
		const random = createRandom(bench.seed);
		const queries = Array.from({ length: queriesOfEachKind }, () => write(random, works));
		const ofBroker = await timeAll(queries, (q) => findObjects(index, readWorksQuery({ q })));
		const ofBare = await timeAll(queries, (q) => bare.find(q));
		times.broker.push(...ofBroker);
		times.bare.push(...ofBare);
		yield row(`${kind}: median`, ofBroker, ofBare, 50, reasons[kind]);
	}
	yield row('all kinds: p99', times.broker, times.bare, 99);
}

async function timeAll(queries: readonly string[], find: (q: string) => unknown): Promise<number[]> {
	const times: number[] = [];
	for (const q of queries) {
		const begunAt = performance.now();
		await find(q);
		times.push(performance.now() - begunAt);
	}
	return times;
}

async function fill({ log }: Workbench, index: SearchIndex, works: number): Promise<void> {
	log(`building an index of ${works} works`);
	await index.begin(2);
	for (const phase of rebuildPhases) {
		const builder = await index.open(2, phase, 1);
		for (let first = 1; first <= works; first += worksTogether) {
			const numbers = Array.from({ length: Math.min(worksTogether, works - first + 1) }, (_, at) => first + at);
			if (phase === 'objects') await builder.addObjects(numbers.map(wordedWork));
			if (phase === 'links') await builder.addLinks(numbers.map((source) => citation(source, works)));
		}
		if (phase === 'ranks') for await (const _ of builder.addRanks({ first: 1, last: works }));
		await builder.flush();
		if (phase === 'changes') await builder.finish('bench');
	}
	await index.switchTo(2);
}
