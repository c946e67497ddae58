// Finds works by words with FTS5 alone and with OpenSearch alone: the twenty best by the engine's
// own rank (BM25), in tables that hold nothing but the words.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { request } from './http-load.ts';
import { wordedWork } from './worded-works.ts';

/** Finds the twenty best works for a query. */
export type BareWords = { find(q: string): unknown; close(): Promise<void> };

const fields = ['title', 'creator', 'publisher', 'identifier'] as const;

/** Fills a table of FTS5. */
export function fillFts5(folder: string, works: number): BareWords {
	const database = new DatabaseSync(join(folder, 'bare.db'));
	database.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;
		CREATE VIRTUAL TABLE bare USING fts5 (${fields.join(', ')}); BEGIN`);
	const insert = database.prepare('INSERT INTO bare VALUES (?, ?, ?, ?)');
	for (let work = 1; work <= works; work++) {
		const { text } = wordedWork(work);
		insert.run(...fields.map((field) => text[field].join(' ')));
	}
	database.exec('COMMIT');
	const find = database.prepare('SELECT rowid, title FROM bare WHERE bare MATCH ? ORDER BY rank LIMIT 20');
	return { find: (q) => find.all(q), close: async () => database.close() };
}

const worksTogether = 2_000;

/** Fills an index of OpenSearch with one shard and no replica. */
export async function fillOpenSearch(origin: string, works: number): Promise<BareWords> {
	const ask = async (method: string, path: string, body?: string) => {
		const headers = { 'Content-Type': 'application/json' };
		return JSON.parse(await request(`${origin}/bare-words${path}`, { method, headers, body: body ?? null }, 200));
	};
	const properties = Object.fromEntries(fields.map((field) => [field, { type: 'text' }]));
	const settings = { number_of_shards: 1, number_of_replicas: 0 };
	await ask('PUT', '', JSON.stringify({ mappings: { properties }, settings }));
	for (let first = 1; first <= works; first += worksTogether) {
		const numbers = Array.from({ length: Math.min(worksTogether, works - first + 1) }, (_, at) => first + at);
		const lines = numbers.flatMap((work) => {
			const { text } = wordedWork(work);
			return [{ index: { _id: `${work}` } }, Object.fromEntries(fields.map((field) => [field, text[field]]))];
		});
		const { errors } = await ask('POST', '/_bulk', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
		if (errors) throw new Error('OpenSearch refuses the words of works.');
	}
	await ask('POST', '/_refresh');
	const find = (q: string) => {
		const words = { query: q, fields, type: 'cross_fields', default_operator: 'and' };
		const body = { query: { query_string: words }, size: 20, _source: ['title'], track_total_hits: false };
		return ask('POST', '/_search', JSON.stringify(body));
	};
	return { find, close: async () => void (await ask('DELETE', '')) };
}
