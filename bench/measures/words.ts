// Measures how long it takes to find works by words, beside FTS5 alone: the twenty best by its own
// rank, of the same texts in a table that holds nothing else.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findObjects } from '../../src/broker/objects/find-objects.ts';
import { readWorksQuery } from '../../src/broker/objects/works-query.ts';
import { openSqliteIndex } from '../../src/engines/sqlite/index/sqlite-index.ts';
import type { SearchIndex } from '../../src/ports/search/search-index.ts';
import { percentile } from '../percentile.ts';
import { createRandom, drawBelow, type Random } from '../random.ts';
import { number } from '../report.ts';
import { citation, titleOf, wordedWork, wordOf } from '../worded-works.ts';
import type { Measure, Workbench } from '../workbench.ts';

const worksTogether = 2_000;
const queriesOfEachKind = 50;

type Draw = (random: Random, works: number) => string;

const anyTitle: Draw = (random, works) => titleOf(1 + drawBelow(random, works));
const common: Draw = (random) => wordOf(drawBelow(random, 30));

/** What readers type, by kind. */
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

function swapped(word: string): string {
	return `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}q`;
}

/** Finds works by queries of all kinds, in an index that holds works and their citations alone. */
export const wordsMeasure: Measure = {
	name: 'words',
	async *run(bench) {
		const { worded } = bench.scale;
		const index = await openSqliteIndex(join(bench.folder, 'words', 'search.db'));
		await fill(bench, index, worded);
		const bare = fillBare(bench, worded);
		const times = { broker: [] as number[], bare: [] as number[] };
		for (const [kind, write] of Object.entries(kinds)) {
			bench.say(`finding works by ${kind}`);
			const random = createRandom(bench.seed);
			const queries = Array.from({ length: queriesOfEachKind }, () => write(random, worded));
			const ofBroker = await timeAll(queries, (q) => findObjects(index, readWorksQuery({ q })));
			const ofBare = await timeAll(queries, (q) => bare.find(q));
			times.broker.push(...ofBroker);
			times.bare.push(...ofBare);
			yield row(`works by ${kind}, ${number(worded)} works: median`, ofBroker, ofBare, 50, 10);
		}
		yield row(`works by words of all these kinds, ${number(worded)} works: p99`, times.broker, times.bare, 99, 10);
		bare.close();
		await index.close();
		for (const name of ['words', 'bare.db']) rmSync(join(bench.folder, name), { recursive: true });
	},
};

function row(what: string, ofBroker: readonly number[], ofBare: readonly number[], percent: number, most: number) {
	return {
		what,
		value: { amount: percentile(ofBroker, percent), unit: 'ms' },
		limit: { what: 'FTS5 alone, the twenty best', amount: percentile(ofBare, percent), unit: 'ms' },
		floor: { most },
	};
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

async function fill({ say }: Workbench, index: SearchIndex, works: number): Promise<void> {
	say(`building an index of ${works} works`);
	const builder = await index.build(2);
	for (let first = 1; first <= works; first += worksTogether) {
		const numbers = Array.from({ length: Math.min(worksTogether, works - first + 1) }, (_, at) => first + at);
		await builder.addObjects(numbers.map(wordedWork));
		await builder.addLinks(numbers.map((source) => citation(source, works)));
	}
	await builder.finish('bench');
	await index.switchTo(2);
}

function fillBare({ folder, say }: Workbench, works: number): { find(q: string): unknown; close(): void } {
	say('filling FTS5 alone');
	const database = new DatabaseSync(join(folder, 'bare.db'));
	database.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
		CREATE VIRTUAL TABLE bare USING fts5 (title, creator, publisher, identifier); BEGIN`);
	const insert = database.prepare('INSERT INTO bare VALUES (?, ?, ?, ?)');
	for (let work = 1; work <= works; work++) {
		const { title, creator, publisher, identifier } = wordedWork(work).text;
		insert.run(...[title, creator, publisher, identifier].map((values) => values.join(' ')));
	}
	database.exec('COMMIT');
	const find = database.prepare('SELECT rowid, title FROM bare WHERE bare MATCH ? ORDER BY rank LIMIT 20');
	return { find: (q) => find.all(q), close: () => database.close() };
}
