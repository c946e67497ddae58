// Says what POST /reports answers. What is reported, src/broker/objects tests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tooMuchAtOnce } from '../../../broker/objects/report-works.ts';
import { foundLinks, knownId, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';

describe('a report over HTTP', () => {
	let test: TestApp;
	let since: number | undefined;
	before(async () => {
		test = await openTestApp(
			{},
			{
				async reportWorks(inputs, options) {
					since = options?.since;
					const reported = await test.memory.reportWorks(inputs, options);
					return reported.map(({ result, work }) => ({ result, work: work && { ...work, citedIn, citedByProviders } }));
				},
			},
		);
	});
	after(() => test.close());
	const post = (body: unknown, headers: Record<string, string> = {}) =>
		test.app.request('/api/reports', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});

	const counts = { cites: 0, isCitedBy: foundLinks, isSupplementTo: 0, isSupplementedBy: 0, isRelatedTo: 0 };
	const citedIn = {
		identity: [[2018, 3]],
		version: [
			[2016, 1],
			[2018, 4],
		],
	} as const;
	const family = { ID: knownId, IDScheme: 'doi', Title: 'corner.py', Type: { Name: 'software' } };
	const citedByProviders = {
		providers: [{ name: 'Crossref', links: 3, firstLink: '2016', lastLink: '2018-06-01' }],
		isWhole: false,
	};
	const reported = {
		providers: [{ name: 'Crossref', links: 3, first_link: '2016', last_link: '2018-06-01' }],
		...{ providers_total: 1, providers_at_least: true },
	};
	const identifiers = [knownId, { ID: '10.1000/x', IDScheme: 'doi' }, 'words'];

	it('answers JSON: for each in order what it is, its counts, and when works that cite it were published', async () => {
		const response = await post({ identifiers });
		assert.deepEqual([response.status, response.headers.get('vary')], [200, 'Accept']);
		const { works, summary, ...more } = (await response.json()) as { works: { problem?: string }[]; summary: unknown };
		const sums = { identity: foundLinks, version: foundLinks };
		assert.deepEqual(summary, {
			...{ works: 1, cited_by: sums },
			most_cited: [
				{
					understood_as: { ID: knownId, IDScheme: 'doi' },
					...{ Title: 'corner.py', Type: { Name: 'software' }, family, versions_total: 1, cited_by: sums },
				},
			],
			...reported,
		});
		assert.deepEqual(more, {});
		assert.deepEqual(works.slice(0, 2), [
			{
				input: knownId,
				understood_as: { ID: knownId, IDScheme: 'doi' },
				known: true,
				self: 'http://localhost/api/objects/1',
				counts: { identity: counts, version: counts },
				Title: 'corner.py',
				Type: { Name: 'software' },
				family,
				versions_total: 1,
				cited_in: {
					identity: [{ year: 2018, works: 3 }],
					version: [
						{ year: 2016, works: 1 },
						{ year: 2018, works: 4 },
					],
				},
				...reported,
			},
			{ input: identifiers[1], understood_as: identifiers[1], known: false },
		]);
		assert.match(works[2]?.problem ?? '', /^"words" is not an identifier\./);
	});

	it('answers CSV where Accept prefers it, with a column for each year at each level', async () => {
		const response = await post({ identifiers }, { Accept: 'text/csv' });
		assert.match(response.headers.get('content-type') ?? '', /^text\/csv/);
		const [header, known, unknown] = (await response.text()).split('\r\n');
		const years = 'identity_cited_in_2018,version_cited_in_2016,version_cited_in_2018';
		assert.match(
			header ?? '',
			new RegExp(
				`^input,.*,self,.*,title,version_name,type,published,family,family_scheme,family_title,versions_total,providers,${years}$`,
			),
		);
		assert.match(
			known ?? '',
			new RegExp(
				',http://localhost/api/objects/1,.*,corner\\.py,,software,,10\\.5281/zenodo\\.11020,doi,' +
					'corner\\.py,1,Crossref \\(3\\),3,1,4$',
			),
		);
		assert.match(unknown ?? '', /^10\.1000\/x,doi,10\.1000\/x,doi,false,.*,,,,,,,,,,,$/);
	});

	it('begins the CSV with a byte order mark, unless bom is 0', async () => {
		const beginning = async (query: string) => {
			const response = await test.app.request(`/api/reports${query}`, {
				method: 'POST',
				headers: { Accept: 'text/csv', 'Content-Type': 'application/json' },
				body: JSON.stringify({ identifiers }),
			});
			return Buffer.from(await response.arrayBuffer()).toString('utf8', 0, 8);
		};
		assert.equal(await beginning(''), '\uFEFFinput');
		assert.equal(await beginning('?bom=0'), 'input,in');
	});

	it('counts what is new since a date, and nothing else unless it is asked', async () => {
		const response = await post({ identifiers: [knownId], since: '2026-01' });
		const { works } = (await response.json()) as { works: { cited_since?: unknown }[] };
		assert.equal(since, Date.UTC(2026, 0, 1) / 1000);
		// The index of this test finds as many before any date.
		assert.deepEqual(works[0]?.cited_since, { identity: 0, version: 0 });
		const csv = await (await post({ identifiers, since: '2026' }, { Accept: 'text/csv' })).text();
		assert.match(csv, /,versions_total,identity_cited_since,version_cited_since,providers,identity_cited_in_/);
	});

	it('refuses what is no list of up to 1,000 identifiers, and names the place', async () => {
		const refusals = [
			[{ identifiers: [] }, 422, '/identifiers'],
			[{ identifiers: Array(1_001).fill('10.1/a') }, 422, '/identifiers'],
			[{ identifiers: ['10.1/a', 17] }, 422, '/identifiers/1'],
			[{ identifiers, since: 'soon' }, 422, '/since'],
			[{ identifiers, until: '2026' }, 422, '/until'],
			[identifiers, 422, ''],
			[{}, 422, ''],
			[{ since: '2026' }, 422, ''],
			[{ identifiers, prefix: '10.5281' }, 422, ''],
			[{ prefix: '10.5281', provider: 'Zenodo' }, 422, ''],
			[{ identifiers, size: 10 }, 422, '/size'],
			[{ prefix: 'zenodo' }, 422, '/prefix'],
			[{ prefix: '10.5281', size: 1_001 }, 422, '/size'],
			[{ provider: ' ' }, 422, '/provider'],
		] as const;
		for (const [body, status, pointer] of refusals) {
			const response = await post(body);
			assert.equal(response.status, status);
			const { errors } = await problemOf(response);
			assert.equal(errors?.[0]?.pointer, pointer);
		}
		assert.equal((await post({ identifiers }, { Accept: 'image/png' })).status, 406);
		assert.equal((await post({ identifiers }, { 'Content-Type': 'text/plain' })).status, 415);
	});

	it('is of a prefix or a provider, in steps, without what the index does not know', async () => {
		const selected: unknown[] = [];
		const selecting = await openTestApp(
			{},
			{
				async selectWorks(selection, step) {
					selected.push([selection, step]);
					const counted = 'provider' in selection ? { counted: { works: 2_000, at: Date.UTC(2026, 0, 1) } } : {};
					return {
						inputs: [knownId, '10.1000/unknown'],
						cursor: step.cursor ? null : 'next',
						cursors: ['a', 'b'],
						...counted,
					};
				},
			},
		);
		const ask = async (body: unknown) => {
			const headers = { 'Content-Type': 'application/json' };
			const request = { method: 'POST', headers, body: JSON.stringify(body) };
			return (await selecting.app.request('/api/reports', request)).json() as Promise<Record<string, unknown>>;
		};
		const first = await ask({ prefix: ' 10.5281/Zenodo', size: 2 });
		assert.deepEqual([(first.works as unknown[]).length, first.cursor, first.as_of], [1, 'next', undefined]);
		const last = await ask({ provider: 'Zenodo', cursor: 'next' });
		assert.equal('cursor' in last, false);
		assert.deepEqual([last.works_total, last.as_of], [2_000, '2026-01-01T00:00:00.000Z']);
		assert.deepEqual(selected, [
			[{ prefix: '10.5281/zenodo' }, { size: 2, cursor: undefined }],
			[{ provider: 'Zenodo' }, { size: 100, cursor: 'next' }],
		]);
		await selecting.close();
	});

	it('of a selection ends before the first work that it has no room for, and the next one begins there', async () => {
		const problem = { input: '10.1000/b', problem: tooMuchAtOnce };
		const crowded = await openTestApp(
			{},
			{
				selectWorks: async () => ({ inputs: [knownId, '10.1000/b'], cursor: 'end', cursors: ['afterFirst', 'end'] }),
				reportWorks: async ([first = '']) => [
					...(await test.memory.reportWorks([first], {})),
					{ result: problem, work: null },
				],
			},
		);
		const headers = { 'Content-Type': 'application/json' };
		const request = { method: 'POST', headers, body: JSON.stringify({ prefix: '10.5281' }) };
		const { works, cursor } = (await (await crowded.app.request('/api/reports', request)).json()) as {
			works: unknown[];
			cursor: string;
		};
		assert.deepEqual([works.length, cursor], [1, 'afterFirst']);
		await crowded.close();
	});

	it('can be asked by pages of other origins', async () => {
		assert.equal((await post({ identifiers })).headers.get('access-control-allow-origin'), '*');
		const preflight = await test.app.request('/api/reports', { method: 'OPTIONS' });
		assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST');
	});
});
