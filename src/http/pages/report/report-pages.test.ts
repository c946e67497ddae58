// Tests of the page of a report. The report itself is tested in src/broker/objects.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import { foundLinks, knownId, openTestApp, type TestApp } from '../../server/app.fixture.ts';

describe('the page of a report', () => {
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
					if ('provider' in selection) throw new BrokerError('not-found', 'Unknown link provider: "Nobody".');
					return {
						inputs: [{ ID: knownId, IDScheme: 'doi' }],
						cursor: cursor === undefined ? 'more' : null,
						cursors: [],
					};
				},
			},
		);
	});
	after(() => test.close());

	const get = (path: string, accept = 'text/html') => test.app.request(path, { headers: { Accept: accept } });

	async function read(query: string) {
		const response = await get(`/report?${query}`);
		const text = await response.text();
		const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
		return { status: response.status, text, words: main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') };
	}

	it('has a table of the works of a list, and the identifiers without a work', async () => {
		const { status, text, words } = await read(`ids=${knownId}%0D%0Awords%0D%0A10.1000/x&since=2018-01-01`);
		assert.equal(status, 200);
		assert.match(words, new RegExp(`corner\\.py ${RegExp.escape(knownId)} Software .*${foundLinks} ${foundLinks}`));
		assert.match(words, /Not recognised: 1 words .*is not an identifier/);
		assert.match(words, /Unknown identifiers: 1 10\.1000\/x/);
		assert.match(words, /A &lt;b> Press 3 2016 2018-06-01/);
		assert.match(words, /New since 2018-01-01/);
		assert.match(text, /<meta name="robots" content="noindex">/);
		assert.equal(since, Date.UTC(2018, 0, 1) / 1_000);
	});

	it('begins with its sums', async () => {
		const { words } = await read(`ids=${knownId}&since=2018-01-01`);
		assert.match(words, new RegExp(` work 1 citations ${foundLinks} new since 2018-01-01 `));
	});

	it('keeps the query in its fields', async () => {
		const { text } = await read('ids=10.1%2Fa%0D%0A%3C%2Ftextarea%3E&level=identity&since=2018-01-01');
		assert.match(text, /<textarea [^>]*name="ids"[^>]*>10\.1\/a\r?\n&lt;\/textarea/);
		assert.match(text, /<form [^>]*action="\/report\?level=identity" method="post"/);
		assert.match(text, /<input type="date" name="since" value="2018-01-01"/);
	});

	it('is ordered by the columns that its headings lead to', async () => {
		const other = '10.5281/zenodo.45906';
		const ids = `ids=${other}%0A${knownId}`;
		const { text } = await read(`${ids}&sort=-version_isCitedBy`);
		assert.match(
			text,
			/<th scope="col" class="amount" aria-sort="descending"><a class="sort" href="[^"]*sort=version_isC/,
		);
		assert.match(text, /<a class="sort" href="\/report\?ids=[^"]*&amp;sort=-identity_isCitedBy">/);
		assert.doesNotMatch((await read(`${ids}&sort=constructor`)).text, /aria-sort/);
	});

	it('counts each work by itself where that is chosen', async () => {
		const { text } = await read(`ids=${knownId}&level=identity`);
		assert.match(text, /aria-current="page">This version/);
		assert.match(text, /<a href="\/report\?ids=[^"&]*">All versions</);
	});

	it('goes on with the next works of a prefix, and of a list', async () => {
		const { text } = await read('prefix=10.5281');
		assert.match(text, /<a rel="next" href="\/report\?prefix=10\.5281&amp;cursor=more">/);
		const last = await read('prefix=10.5281&cursor=more');
		assert.doesNotMatch(last.text, /rel="next"/);
		assert.match(last.text, /<a href="\/report\?prefix=10\.5281">First works/);
		const ids = `ids=${encodeURIComponent(list(101))}`;
		assert.match((await read(ids)).text, /<a rel="next" href="[^"]*&amp;cursor=100">/);
		assert.match((await read(`${ids}&cursor=100`)).words, /Unknown identifiers: 1 10\.1\/100/);
	});

	it('counts citations by a definition and without flags, and says what is left out', async () => {
		const asked = `ids=${knownId}&definition=strict&exclude=journal-self`;
		const { text, words } = await read(asked);
		assert.match(words, /Counted as “strict”: 250 of 250 citations: nothing is left out\./);
		assert.match(words, /Counted citations/);
		assert.match(
			text,
			/href="\/report\?ids=[^"]*&amp;definition=strict&amp;exclude=journal-self&amp;sort=-version_counted"/,
		);
		assert.match(text, /<option selected value="strict"/);
		assert.match(text, /<input [^>]*value="journal-self" checked/);
		assert.match(text, /<input [^>]*value="machine" checked disabled/);
		const { text: steps } = await read('prefix=10.5281&exclude=self');
		assert.match(steps, /<a rel="next" href="\/report\?prefix=10\.5281&amp;exclude=self&amp;cursor=more">/);
		const identity = await read(`ids=${knownId}&definition=datacite`);
		assert.match(identity.words, /“datacite” counts only this version\./);
		assert.equal((await read(`ids=${knownId}&definition=own`)).status, 400);
		assert.doesNotMatch((await read(`ids=${knownId}`)).words, /Counted/);
	});

	it('shows the problem of a query', async () => {
		const { status, words } = await read('provider=Nobody');
		assert.deepEqual([status, words.includes('Unknown link provider: &quot;Nobody&quot;.')], [404, true]);
		assert.equal((await read('prefix=%00')).status, 400);
		const several = await read('ids=10.1%2Fa&prefix=10.1');
		assert.deepEqual([several.status, several.words.includes('Enter only one of these')], [400, true]);
		assert.equal((await read('')).status, 200);
	});

	const list = (length: number) => Array.from({ length }, (_, at) => `10.1/${at}`).join('\r\n');

	/** Sends the form as a browser without a script does. */
	async function send(fields: Record<string, string | File>) {
		const body = new FormData();
		for (const [name, value] of Object.entries({ form: 'report', ...fields })) body.append(name, value);
		const response = await test.app.request('/report', { method: 'POST', body });
		return { status: response.status, to: response.headers.get('location'), text: await response.text() };
	}

	it('is at an address that its form leads to, also from a file', async () => {
		const typed = await send({ ids: ` ${knownId}\r\n`, prefix: '', provider: '', since: '2018-01-01' });
		assert.deepEqual([typed.status, typed.to], [303, `/report?ids=${encodeURIComponent(knownId)}&since=2018-01-01`]);
		const counted = await send({ ids: knownId, definition: 'strict', exclude: 'self' });
		assert.equal(counted.to, `/report?ids=${encodeURIComponent(knownId)}&definition=strict&exclude=self`);
		const chosen = await send({ ids: '', file: new File(['a\nb'], 'list.txt') });
		assert.deepEqual([chosen.status, chosen.to], [303, '/report?ids=a%0Ab']);
	});

	it('shows the first works of a list too long for an address, without links that would lose it', async () => {
		const { status, text } = await send({ ids: list(1_000), prefix: '', provider: '', since: '' });
		assert.equal(status, 200);
		assert.match(text, /The list is too long for a link: only its first 100 identifiers are summed/);
		assert.doesNotMatch(text, /rel="next"|href="\/report\?/);
	});

	it('shows the problem of the form, which keeps its values', async () => {
		const nothing = await send({ ids: ' ', prefix: '', provider: '', since: '' });
		assert.deepEqual([nothing.status, nothing.text.includes('Enter identifiers, one per line')], [422, true]);
		const several = await send({ ids: knownId, prefix: '10.1', provider: '', since: '' });
		assert.deepEqual([several.status, several.text.includes('Enter only one of these')], [422, true]);
		assert.match(several.text, /name="prefix" value="10\.1"/);
		assert.match((await send({ ids: '', file: new File([' '], 'x.txt') })).text, /The file contains no identifiers/);
		assert.equal((await send({ ids: list(10_001), prefix: '', provider: '' })).status, 422);
	});

	it('has a CSV, which is that of the interface', async () => {
		const response = await get(`/report.csv?ids=${knownId}%0D%0Awords&since=2018-01-01&exclude=self&exclude=machine`);
		assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="report\.csv"$/);
		const asked = await test.app.request('/api/reports?exclude=self,machine', {
			method: 'POST',
			headers: { Accept: 'text/csv', 'Content-Type': 'application/json' },
			body: JSON.stringify({ identifiers: [knownId, 'words'], since: '2018-01-01' }),
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		assert.equal(bytes.toString('utf8', 0, 8), '\uFEFFinput');
		assert.deepEqual(bytes, Buffer.from(await asked.arrayBuffer()));
		assert.equal(response.headers.get('content-type'), asked.headers.get('content-type'));
		assert.match((await read(`ids=${knownId}`)).text, /<a class="button" href="\/report\.csv\?ids=/);
		const strict = await get(`/report.csv?ids=${knownId}&definition=strict`);
		assert.equal(strict.headers.get('Definition'), 'strict; v=1');
		assert.equal((await get('/report.csv')).status, 400);
		assert.deepEqual((await get('/report.csv?provider=Nobody')).status, 404);
	});

	it('is where its table was', async () => {
		const { status, headers } = await get(`/report/table?ids=${knownId}&sort=cited`);
		assert.equal(status, 308);
		assert.equal(headers.get('location'), `/report?${new URLSearchParams({ ids: knownId })}&sort=-identity_isCitedBy`);
	});
});
