// What the page of works found shows.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { WorksAnswer } from '../../broker/objects/find-objects.ts';
import { BrokerError } from '../../errors.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';
import { readDrawn } from './drawn.fixture.ts';

const facets = { type: [], publicationYear: [], publisher: [], journal: [] };
const none: WorksAnswer = { total: 0, isWhole: true, works: [], facets };
let answered: WorksAnswer | BrokerError | undefined;
let opened: TestApp;
before(async () => {
	const { memory, close } = await openTestApp();
	await close();
	opened = await openTestApp(
		{},
		{
			async findObjects(query, options) {
				if (answered instanceof BrokerError) throw answered;
				return answered ?? memory.findObjects(query, options);
			},
		},
	);
});
after(() => opened.close());

function read(path: string, answer?: WorksAnswer | BrokerError) {
	answered = answer;
	return readDrawn(opened.app, path);
}

describe('the page of works found', () => {
	it('lists works with descriptions and links, and contains the answer', async () => {
		const { status, words, held, text } = await read('/search?q=corner');
		assert.equal(status, 200);
		assert.match(words, /Works: corner .* 3 works/);
		assert.match(text, /<meta name="robots" content="noindex">/);
		assert.match(text, /<input [^>]*name="text"[^>]*value="corner"/);
		assert.ok(Object.keys(held).some((question) => question.startsWith('works {"q":"corner"')));
	});

	it('has its filters and order as links and forms, which keep the rest of the query', async () => {
		const { main } = await read('/search?q=corner&group_by=identity');
		assert.match(main, /<a href="\/search\?q=corner"[^>]*>Versions together<\/a>/);
		const forms = main.match(/<form .*?<\/form>/gs) ?? [];
		assert.equal(forms.length, 2);
		for (const form of forms) {
			assert.match(form, /<input [^>]*name="q"[^>]*value="corner"/);
			assert.match(form, /<input [^>]*name="group_by"[^>]*value="identity"/);
			assert.match(form, /<button type="submit"/);
		}
		assert.match(forms.join(), /<input type="radio" name="type" value="software"/);
		assert.match(forms.join(), /<select name="sort">.*<option [^>]*value="mostrecent"/s);
	});

	it('leads back from filters', async () => {
		const { main, words } = await read('/search?q=corner&type=software', none);
		assert.match(words, /No works match these filters\. Remove the filters/);
		assert.match(main, /<a href="\/search\?q=corner">Remove the filters<\/a>/);
	});

	it('keeps the filters with words that may be meant', async () => {
		const { main } = await read('/search?q=cornr&type=software', { ...none, suggestions: ['corner'] });
		assert.match(main, /<a href="\/search\?q=corner&amp;type=software">corner<\/a>/);
	});

	it('shows which words works lack where none has all, and links queries without them', async () => {
		const { memory } = opened;
		const [work] = (await memory.findObjects({ q: 'corner', group_by: 'version', size: 1 })).works;
		assert.ok(work);
		const version = {
			group: 1,
			document: { ...work.document, fields: '"Title":"corner.py v2","Type":{"Name":"software"}' },
		};
		const { main, words } = await read('/search?q=smith+corner+plot&type=software', {
			...{ ...none, total: 1, matched: 'most', suggestions: ['smyth corner plot'] },
			works: [{ ...work, missing: ['smith'], version }],
			without: [{ words: ['smith'], q: 'corner plot' }],
		});
		assert.match(
			words,
			/No work that matches the filters has all of these words\. These works have at least half of them\. Did you mean: smyth corner plot/,
		);
		assert.match(main, /Without smith: <a href="\/search\?q=corner\+plot&amp;type=software">corner plot<\/a>/);
		assert.match(words, /Missing: smith/);
		assert.match(main, /Version: <a href="\/objects\/doi\/[^"]+\?group_by=identity">.*corner\.py v2.*<\/a>/);
	});

	it('suggests other searches', async () => {
		const { main, words } = await read('/search?q=cornr', none);
		assert.match(words, /Try fewer words or a prefix\*/);
		assert.match(main, /<a href="\/search\?q=cornr&amp;group_by=identity">search each version<\/a>/);
		assert.doesNotMatch((await read('/search?q=cornr&group_by=identity', none)).words, /each version\./);
	});

	it('shows that not all works were examined', async () => {
		const { words } = await read('/search?q=corner&sort=mostrecent', { ...none, total: 10_000, isWhole: false });
		assert.match(words, /At least 10,000 works .* These are the newest; add words or filters to find others/);
	});

	it('shows how the words were understood, and links each count to the counted links', async () => {
		const { main, text } = await read('/search?q=corner&group_by=identity');
		assert.match(text, /Read as words\./);
		assert.match(main, /<h3><a [^>]*href="\/objects\/doi\/[^"]+\?group_by=identity"/);
		assert.match(main, /href="[^"]+\?relation=isCitedBy&amp;group_by=identity">cited by <strong>\d/);
		assert.match((await read('/search?q=10.1000/abc')).text, /Recognised as DOI/);
		assert.match((await read('/search')).words, /All works/);
	});

	it('refuses each wrong parameter, and ignores foreign ones', async () => {
		for (const wrong of ['type=poem', 'publication_year=then', 'group_by=x', 'sort=best', 'cursor=%21', 'q=a&q=b']) {
			const { status, words } = await read(`/search?q=corner&${wrong}`);
			assert.equal(status, 400, wrong);
			assert.match(words, /Invalid query parameter/);
		}
		assert.equal((await read('/search?q=corner&utm_source=a&fbclid=b&type=')).status, 200);
	});

	it('refuses wrong parameters, and shows problems of words and failures', async () => {
		const wrong = await read('/search?q=corner&sort=wrong');
		assert.equal(wrong.status, 400);
		assert.match(wrong.words, /sort must be one of .* Open the page without parameters/);
		const problems = [{ field: 'q', message: 'A bracket is missing.' }];
		const unread = await read('/search?q=(a', new BrokerError('bad-query', 'It cannot be read.', { problems }));
		assert.deepEqual([unread.status, /A bracket is missing\..*prefix\*/.test(unread.words)], [400, true]);
		const failed = await read('/search?q=a', new BrokerError('unavailable', 'The index is unavailable.'));
		assert.deepEqual([failed.status, failed.words.includes('The index is unavailable.')], [503, true]);
	});
});

describe('the way from the field', () => {
	const find = async (query: string) => {
		const response = await opened.app.request(`/find?${query}`, { headers: { Accept: 'text/html' } });
		return [response.status, response.headers.get('Location')];
	};

	it('leads to the work that is named, else to the works that the words find', async () => {
		assert.deepEqual(await find('text=10.5281/zenodo.11020'), [303, '/objects/doi/10.5281/zenodo.11020']);
		assert.deepEqual(await find('text=corner+plots'), [303, '/search?q=corner+plots']);
		assert.deepEqual(await find('text='), [303, '/']);
	});
});
