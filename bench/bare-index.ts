// Copies the documents of an OpenSearch index into another one, by OpenSearch alone. No rebuild can
// be faster.
import { request } from './http-load.ts';

const documentsPerPage = 5_000;
const requestsAtATime = 2;

type Document = { _id: string; _routing: string; _source: object };

/** Resolves to the seconds that OpenSearch takes for the documents of an index, two requests at a time. */
export async function secondsToCopy(origin: string, name: string): Promise<number> {
	const bodies: string[] = [];
	for await (const documents of pagesOf(origin, name)) bodies.push(bulkOf(documents));
	const copy = `${name}-copy`;
	const { mappings, settings } = await describe(origin, name);
	await ask(origin, 'PUT', `/${copy}`, JSON.stringify({ mappings, settings: { index: settings } }));
	const begunAt = performance.now();
	const send = async () => {
		for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
			const { errors } = await ask<{ errors: boolean }>(origin, 'POST', `/${copy}/_bulk?filter_path=errors`, body);
			if (errors) throw new Error(`OpenSearch refuses documents of ${name}.`);
		}
	};
	await Promise.all(Array.from({ length: requestsAtATime }, send));
	await ask(origin, 'POST', `/${copy}/_refresh`);
	const seconds = (performance.now() - begunAt) / 1_000;
	await ask(origin, 'DELETE', `/${copy}`);
	return seconds;
}

async function* pagesOf(origin: string, name: string): AsyncGenerator<Document[]> {
	type Page = { _scroll_id: string; hits: { hits: Document[] } };
	const first = JSON.stringify({ size: documentsPerPage, sort: ['_doc'] });
	let page = await ask<Page>(origin, 'POST', `/${name}/_search?scroll=5m`, first);
	while (page.hits.hits.length > 0) {
		yield page.hits.hits;
		const scroll = page._scroll_id;
		page = await ask<Page>(origin, 'POST', '/_search/scroll', JSON.stringify({ scroll: '5m', scroll_id: scroll }));
	}
	await ask(origin, 'DELETE', '/_search/scroll', JSON.stringify({ scroll_id: [page._scroll_id] }));
}

function bulkOf(documents: readonly Document[]): string {
	const lines = documents.flatMap(({ _id, _routing, _source }) => [{ index: { _id, routing: _routing } }, _source]);
	return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Reads the mappings and settings of an index, to create another one like it. */
async function describe(origin: string, name: string): Promise<{ mappings: object; settings: object }> {
	type Described = Record<string, { mappings: object; settings: { index: Record<string, unknown> } }>;
	const { [name]: described } = await ask<Described>(origin, 'GET', `/${name}`);
	if (!described) throw new Error(`OpenSearch has no ${name}.`);
	const { analysis, number_of_shards, refresh_interval, translog } = described.settings.index;
	return { mappings: described.mappings, settings: { analysis, number_of_shards, refresh_interval, translog } };
}

async function ask<Answer>(origin: string, method: string, path: string, body?: string): Promise<Answer> {
	const headers = { 'Content-Type': 'application/json' };
	return JSON.parse(await request(origin + path, { method, headers, body: body ?? null }, 200)) as Answer;
}
