import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keptForm, type SourcesView } from '../../broker/sources/sources.ts';
import { BrokerError } from '../../errors.ts';
import { shownRelations } from '../../links/words.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';
import { readDrawn } from './drawn.fixture.ts';

const counts = Object.fromEntries(shownRelations.map((relation) => [relation, 0])) as Record<
	(typeof shownRelations)[number],
	number
>;
const reported: SourcesView = {
	counted: {
		...{ form: keptForm, state: '', countedAt: Date.UTC(2026, 0, 31, 12), milliseconds: 5 },
		sources: {
			...{ links: 1_005, works: 4, identifiers: 6 },
			schemes: [['doi', 6]],
			types: [['dataset', 3]],
			providers: [
				{
					...{ name: 'Zenodo <b>', links: 1_003, works: 2, firstLink: '2016', lastLink: '2018-06-01T00:00' },
					...{ lastReceivedAt: Date.UTC(2026, 0, 30), years: [[2016, 1_000] as const, [2018, 3] as const] },
				},
				{ name: 'Crossref', links: 2, works: 2, firstLink: null, lastLink: null, lastReceivedAt: null, years: [] },
			],
			examples: [
				{
					group: 17,
					object: {
						Identifiers: [{ ID: '10.5281/zenodo.11020', IDScheme: 'doi' }],
						Title: 'corner.py',
						Type: { Name: 'software' },
					},
					counts: { ...counts, isCitedBy: 71 },
				},
			],
		},
	},
	...{ isCurrent: false, isEmpty: false, lastAppliedAt: Date.UTC(2026, 0, 30) },
};

let answered: SourcesView | BrokerError = reported;
let opened: TestApp;
before(async () => {
	const getSources = async () => {
		if (answered instanceof BrokerError) throw answered;
		return answered;
	};
	opened = await openTestApp({}, { getSources });
});
after(() => opened.close());

function read(path: string, answer: SourcesView | BrokerError = reported) {
	answered = answer;
	return readDrawn(opened.app, path);
}

const empty: SourcesView = { counted: undefined, isCurrent: false, isEmpty: true, lastAppliedAt: null };

describe('the page of the sources', () => {
	it('shows statistics by type and scheme, and each provider with its links per year', async () => {
		const { status, main, words } = await read('/providers');
		assert.equal(status, 200);
		assert.match(
			words,
			/Sources 3 datasets 1,005 links between 6 identifiers A link joins two identifiers\. It counts once, whoever states it\. Counted 31 Jan 2026, 12:00 UTC ; later changes/,
		);
		assert.match(words, /Links from 2 providers .* Zenodo <b> 1,003 2 2016 2018-06-01 2026-01-30/);
		assert.match(words, /Identifiers by scheme Scheme Identifiers DOI 6/);
		assert.match(main, /aria-label="2016: 1,000, 2018: 3"/);
	});

	it('holds the answer that its script would ask for', async () => {
		const { held } = await read('/providers');
		const { value } = held['sources {"size":1000,"page":1}'] as { value: { providers: { name: string }[] } };
		assert.deepEqual(
			value.providers.map(({ name }) => name),
			['Zenodo <b>', 'Crossref'],
		);
	});

	it('has its providers on several pages where they are many, and refuses a wrong one', async () => {
		const [first] = reported.counted?.sources.providers ?? [];
		assert.ok(reported.counted && first);
		const providers = Array.from({ length: 2_001 }, (_, at) => ({ ...first, name: `Provider ${at}` }));
		const many = { ...reported, counted: { ...reported.counted, sources: { ...reported.counted.sources, providers } } };
		const begin = await read('/providers', many);
		assert.match(begin.main, /Page 1 of 3<\/span>\s*<a rel="next" href="\/providers\?page=2">/);
		const last = await read('/providers?page=3&utm_source=x', many);
		assert.match(last.words, /Links from 2,001 providers .* Provider 2000 .* Previous Page 3 of 3 (?!Next)/);
		assert.match(last.main, /<a rel="prev" href="\/providers\?page=2">/);
		assert.deepEqual(Object.keys(last.held), ['sources {"size":1000,"page":3}']);
		assert.doesNotMatch((await read('/providers')).main, /class="pager"/);
		const beyond = await read('/providers?page=5000', many);
		assert.equal(beyond.status, 404);
		assert.match(beyond.words, /The list of providers has no page 5,000\. Go to the first page/);
		assert.match(beyond.main, /<a href="\/providers">the first page<\/a>/);
		const wrong = await read('/providers?page=0');
		assert.deepEqual([wrong.status, /page must be a whole number/.test(wrong.words)], [400, true]);
	});

	it('shows how to fill an empty broker, and that statistics are being computed', async () => {
		assert.match((await read('/providers', empty)).words, /\$ npx link-broker events load examples/);
		assert.match((await read('/providers', { ...empty, isEmpty: false })).words, /are being computed/);
	});

	it('says that it cannot be shown now', async () => {
		const { status, words } = await read('/providers', new BrokerError('unavailable', 'The database is unavailable.'));
		assert.deepEqual([status, words.includes('The database is unavailable.')], [503, true]);
	});

	it('is in the navigation of every page', async () => {
		for (const path of ['/', '/explain', '/search?q=x'])
			assert.match((await read(path)).text, /<nav class="site-nav"[^>]*><a href="\/providers">Sources<\/a>/, path);
	});
});

describe('the first page', () => {
	it('shows statistics, providers, and the most cited works', async () => {
		const { words, main } = await read('/');
		assert.match(words, /Most cited works Software cited by 71 corner\.py/);
		assert.match(words, /In this broker 3 datasets .* Links from 2 providers Zenodo <b> 1,003 links Crossref/);
		assert.match(words, /Last submission applied 30 Jan 2026, 00:00 UTC/);
		assert.match(main, /href="\/objects\/doi\/10\.5281\/zenodo\.11020"/);
		assert.equal((await read('/')).text.match(/<form /g)?.length, 1);
		assert.match((await read('/', empty)).words, /This broker has no links yet/);
	});

	it('has no uncited work among the most cited ones', async () => {
		const { counted } = reported;
		const example = (title: string, more: object) => ({
			group: 18,
			object: { Identifiers: [{ ID: '10.1/x', IDScheme: 'doi' }], Title: title, Type: { Name: 'dataset' as const } },
			counts: { ...counts, ...more },
		});
		const withExamples = (...examples: ReturnType<typeof example>[]) =>
			read('/', {
				...reported,
				...(counted && { counted: { ...counted, sources: { ...counted.sources, examples } } }),
			});
		const linked = example('Tides', { isSupplementedBy: 3 });
		const { words } = await withExamples(linked, example('Waves', { isCitedBy: 1 }));
		assert.match(words, /Most cited works Dataset cited by 1 Waves/);
		assert.doesNotMatch(words, /Tides/);
		assert.doesNotMatch((await withExamples(linked)).words, /Most cited works/);
	});

	it('explains what the broker shows, and offers the schemes of identifiers', async () => {
		const { words, main } = await read('/');
		assert.match(words, /All identifiers of a work .* Every link with its source .* Export/);
		assert.match(main, /<form [\s\S]*<select name="scheme"[\s\S]*<option value="arxiv">arXiv<[\s\S]*<\/form>/);
	});

	it('has its field while nothing can be shown', async () => {
		const { status, main } = await read('/', new BrokerError('unavailable', 'The database is unavailable.'));
		assert.equal(status, 200);
		assert.match(main, /<input [^>]*name="text"/);
	});
});
