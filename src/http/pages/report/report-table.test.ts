// Says what a report shows without a script. What is reported, src/broker/objects tests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import { foundLinks, knownId, openTestApp, type TestApp } from '../../server/app.fixture.ts';

describe('a report without a script', () => {
	let test: TestApp;
	let since: number | undefined;
	before(async () => {
		const citedByProviders = {
			providers: [{ name: 'A <b> Press', links: 3, firstLink: '2016', lastLink: '2018-06-01' }],
			isWhole: true,
		};
		test = await openTestApp(
			{},
			{
				async reportWorks(inputs, options) {
					since = options?.since;
					const reported = await test.memory.reportWorks(inputs, options);
					return reported.map(({ result, work }) => ({ result, work: work && { ...work, citedByProviders } }));
				},
				async selectWorks(selection, { cursor }) {
					if ('provider' in selection) throw new BrokerError('not-found', 'No link provider "Nobody" is known here.');
					return { inputs: [{ ID: knownId, IDScheme: 'doi' }], cursor: cursor === undefined ? 'more' : null };
				},
			},
		);
	});
	after(() => test.close());

	async function read(query: string) {
		const response = await test.app.request(`/report/table?${query}`, { headers: { Accept: 'text/html' } });
		const text = await response.text();
		const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
		return { status: response.status, text, words: main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') };
	}

	it('is a table of the works of a list, with what names none', async () => {
		const { status, text, words } = await read(`ids=${knownId}%0D%0Awords%0D%0A10.1000/x&since=2018-01-01`);
		assert.equal(status, 200);
		assert.match(words, new RegExp(`corner\\.py DOI ${RegExp.escape(knownId)} Software ${foundLinks} ${foundLinks}`));
		assert.match(words, /words .*no identifier/);
		assert.match(words, /10\.1000\/x/);
		assert.match(words, /A &lt;b&gt; Press 3 2016 2018-06-01/);
		assert.match(text, /<meta name="robots" content="noindex">/);
		assert.doesNotMatch(text, /<script src/);
		assert.equal(since, Date.UTC(2018, 0, 1) / 1_000);
	});

	it('is ordered by what its headings name', async () => {
		const ids = `ids=words%0A${knownId}`;
		const firstOf = async (query: string) =>
			/<tbody>\s*<tr><th scope="row">(.*?)<\/th>/s.exec((await read(query)).text)?.[1];
		assert.equal(await firstOf(ids), 'words');
		for (const sort of ['cited', 'versions'])
			assert.match((await firstOf(`${ids}&since=2018-01-01&sort=${sort}`)) ?? '', /corner\.py/, sort);
		const { text } = await read(`${ids}&sort=cited`);
		assert.match(text, /aria-sort="descending">Cited by/);
		assert.match(text, /<a href="\/report\/table\?ids=[^"]*&amp;sort=versions">All versions<\/a>/);
		const wrong = await read(`${ids}&sort=constructor`);
		assert.deepEqual([wrong.status, wrong.words.includes('sort is one of published, cited')], [400, true]);
	});

	it('goes on with the next works of a prefix', async () => {
		const { text } = await read('prefix=10.5281');
		assert.match(text, /<a rel="next" href="\/report\/table\?prefix=10\.5281&amp;cursor=more">/);
		assert.doesNotMatch((await read('prefix=10.5281&cursor=more')).text, /rel="next"/);
	});

	it('says what is wrong with what is asked, and leads back to it', async () => {
		const { status, words, text } = await read('provider=Nobody');
		assert.deepEqual([status, words.includes('No link provider &quot;Nobody&quot; is known here.')], [404, true]);
		assert.match(text, /<a href="\/report\?provider=Nobody">/);
		assert.equal((await read('prefix=%00')).status, 400);
		const nothing = await read('');
		assert.deepEqual(
			[nothing.status, nothing.words.includes('Name identifiers, a DOI prefix or a provider')],
			[400, true],
		);
	});
});
