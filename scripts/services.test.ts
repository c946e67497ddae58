/**
 * Tests that the services start, answer what the broker asks of them, and end; run where
 * REQUIRE_POSTGRES and REQUIRE_OPENSEARCH ask for it.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { startServices } from './services.ts';

const skipUnless = (variable: string) => (process.env[variable] === '1' ? false : `${variable} is not 1`);

describe('the services', () => {
	it('are not started unless named', async () => {
		const services = await startServices({});
		assert.deepEqual([services.postgresUrl, services.opensearchUrl], [undefined, undefined]);
		await services.stop();
	});

	it('include a PostgreSQL in which the user may do everything', { skip: skipUnless('REQUIRE_POSTGRES') }, async () => {
		const services = await startServices({ postgres: true });
		try {
			const client = new pg.Client(services.postgresUrl);
			await client.connect();
			await client.query('create database another');
			const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user');
			assert.deepEqual(rows, [{ rolsuper: true }]);
			await client.end();

			const stranger = new URL(services.postgresUrl ?? '');
			stranger.password = 'guessed';
			await assert.rejects(new pg.Client(stranger.href).connect(), { code: '28P01' });
		} finally {
			await services.stop();
		}
		await assert.rejects(new pg.Client(services.postgresUrl).connect(), { code: 'ECONNREFUSED' });
	});

	it('include an OpenSearch that analyses, pages and switches', {
		skip: skipUnless('REQUIRE_OPENSEARCH'),
	}, async () => {
		const services = await startServices({ opensearch: true });
		try {
			const ask = (method: string, path: string, body?: string) =>
				request(`${services.opensearchUrl}${path}`, method, body);
			const properties = {
				title: { type: 'text', analyzer: 'whitespace' },
				id: { type: 'keyword' },
				published: { type: 'date' },
				citations: { type: 'long' },
			};
			await ask('PUT', '/links-1', JSON.stringify({ mappings: { dynamic: 'strict', properties } }));
			const documents = [
				{ title: 'Stars and dust', id: 'b', published: '2021-02-03', citations: 2 },
				{ title: 'dust', id: 'a', published: '2020-01-02', citations: 1 },
			];
			const bulk = documents
				.flatMap((document) => [{ index: {} }, document])
				.map((line) => `${JSON.stringify(line)}\n`);
			assert.equal((await ask('POST', '/links-1/_bulk?refresh=true', bulk.join(''))).errors, false);
			await ask('POST', '/_aliases', '{"actions":[{"add":{"index":"links-1","alias":"links"}}]}');

			const query = { query: { match: { title: 'dust' } }, sort: [{ id: 'asc' }], size: 1, track_total_hits: true };
			const first = (await ask('POST', '/links/_search', JSON.stringify(query))).hits;
			assert.deepEqual([first.total.value, first.hits[0]._source], [2, documents[1]]);
			const second = (await ask('POST', '/links/_search', JSON.stringify({ ...query, search_after: ['a'] }))).hits;
			assert.deepEqual(second.hits[0]._source, documents[0]);

			await ask('PUT', '/links-2');
			const switching = [
				{ remove: { index: 'links-1', alias: 'links' } },
				{ add: { index: 'links-2', alias: 'links' } },
			];
			await ask('POST', '/_aliases', JSON.stringify({ actions: switching }));
			assert.deepEqual(Object.keys(await ask('GET', '/_alias/links')), ['links-2']);
		} finally {
			await services.stop();
		}
		await assert.rejects(fetch(services.opensearchUrl ?? ''));
	});
});

// biome-ignore lint/suspicious/noExplicitAny: answers of OpenSearch, of which the test reads what it asserts.
async function request(url: string, method: string, body?: string): Promise<any> {
	const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body: body ?? null });
	assert.ok(response.ok, `${method} ${url}: ${response.status}`);
	return await response.json();
}
