// Says what POST /objects/lookup answers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { foundLinks, knownId, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';

describe('looking identifiers up over HTTP', () => {
	let test: TestApp;
	before(async () => {
		test = await openTestApp();
	});
	after(() => test.close());
	const post = (body: unknown, headers: Record<string, string> = {}) =>
		test.app.request('/api/objects/lookup', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});

	const counts = { cites: 0, isCitedBy: foundLinks, isSupplementTo: 0, isSupplementedBy: 0, isRelatedTo: 0 };
	const asked = [`doi:${knownId}`, { ID: '10.1000/x', IDScheme: 'doi' }, '=1+1'];

	it('answers JSON: for each in order what was understood, whether it is known, and its counts', async () => {
		const response = await post(asked);
		assert.deepEqual([response.status, response.headers.get('vary')], [200, 'Accept']);
		const { results } = (await response.json()) as { results: { problem?: string }[] };
		assert.deepEqual(results.slice(0, 2), [
			{
				input: asked[0],
				understood_as: { ID: knownId, IDScheme: 'doi' },
				known: true,
				self: 'http://localhost/api/objects/1',
				counts: { identity: counts, version: counts },
			},
			{ input: asked[1], understood_as: { ID: '10.1000/x', IDScheme: 'doi' }, known: false },
		]);
		assert.match(results[2]?.problem ?? '', /^"=1\+1" is not an identifier\./);
	});

	it('begins the CSV with a byte order mark, unless bom is 0', async () => {
		const beginning = async (query: string) => {
			const response = await test.app.request(`/api/objects/lookup${query}`, {
				method: 'POST',
				headers: { Accept: 'text/csv', 'Content-Type': 'application/json' },
				body: JSON.stringify([knownId]),
			});
			return Buffer.from(await response.arrayBuffer()).toString('utf8', 0, 8);
		};
		assert.equal(await beginning(''), '\uFEFFinput');
		assert.equal(await beginning('?bom=0'), 'input,in');
	});

	it('refuses another value of bom, and names the parameter', async () => {
		for (const path of ['objects/lookup', 'reports']) {
			const response = await test.app.request(`/api/${path}?bom=no`, {
				method: 'POST',
				headers: { Accept: 'text/csv', 'Content-Type': 'application/json' },
				body: JSON.stringify(path === 'reports' ? { identifiers: [knownId] } : [knownId]),
			});
			assert.equal(response.status, 400, path);
			assert.equal((await problemOf(response)).errors?.[0]?.field, 'bom', path);
		}
	});

	it('answers CSV where Accept prefers it, without anything that a spreadsheet would run', async () => {
		const response = await post(asked, { Accept: 'text/csv, application/json;q=0.5' });
		assert.match(response.headers.get('content-type') ?? '', /^text\/csv/);
		const [header, known, unknown, wrong] = (await response.text()).split('\r\n');
		assert.match(header ?? '', /^input,input_scheme,id,scheme,known,problem,self,identity_cites,identity_isCitedBy,/);
		assert.match(
			known ?? '',
			new RegExp(`^doi:${knownId},,${knownId},doi,true,,http://localhost/api/objects/1,0,${foundLinks},0,0,0,0,`),
		);
		assert.equal(unknown, '10.1000/x,doi,10.1000/x,doi,false,,,,,,,,,,,,');
		assert.match(wrong ?? '', /^'=1\+1,,,,false,/);
	});

	it('refuses what is no list of up to 1,000 identifiers, and names the place', async () => {
		const refusals = [
			[[], 422, ''],
			[Array(1_001).fill('10.1/a'), 422, ''],
			[['10.1/a', 17], 422, '/1'],
			[{ identifiers: [] }, 422, ''],
			['[', 400, undefined],
		] as const;
		for (const [body, status, pointer] of refusals) {
			const response = await post(body);
			assert.equal(response.status, status);
			const { errors } = await problemOf(response);
			assert.equal(errors?.[0]?.pointer, pointer);
		}
		assert.equal((await post(asked, { Accept: 'image/png' })).status, 406);
		assert.equal((await post(asked, { 'Content-Type': 'text/plain' })).status, 415);
	});

	it('can be asked by pages of other origins', async () => {
		assert.equal((await post(asked)).headers.get('access-control-allow-origin'), '*');
		const preflight = await test.app.request('/api/objects/lookup', { method: 'OPTIONS' });
		assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST');
	});
});
