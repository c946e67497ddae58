// Tests the feeds of citations through the whole app, on real records, as RFC 4287 has them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import { readNewestChanges } from '../../broker/changes/read-changes.ts';
import { given, objectNamed, receive, send } from '../../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { readIdentifier } from '../../identifiers/index.ts';
import type { Link } from '../../links/link.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';

let opened: TestRecords;
let test: TestApp;

const described = {
	Title: 'Plots of <i>A</i> & B',
	Creator: [{ Name: 'Rossi, Anna' }, { Name: 'Lund, Per' }, { Name: 'Ueda, Ken' }, { Name: 'Okoye, Ada' }],
	PublicationDate: '2021-04-05',
	Type: { Name: 'literature' },
} as const;

/** Returns the number of the work with this DOI. */
async function numberOf(doi: string): Promise<number> {
	const [found] = await opened.records.read((transaction) => transaction.locate([readIdentifier(doi, 'doi')], 'all'));
	return found?.identity as number;
}

before(async () => {
	opened = await openTestRecords();
	const readNewest = (query: Parameters<typeof readNewestChanges>[1]) => readNewestChanges(opened.records, query);
	test = await openTestApp(
		{ PUBLIC_URL: 'https://links.example.org/graph', SITE_NAME: 'Links & Co' },
		{
			readNewestChanges: readNewest,
			findObjects: async () => ({ works: [{ group: await numberOf('10.5281/b') }] }) as never,
		},
	);
	const [first, ...others] = given(
		'10.1000/a cites 10.5281/b by Crossref on 2019-02-03',
		'10.1000/c cites 10.5281/b on 2020',
		'10.1000/c relatesTo 10.5281/b',
		'10.5281/b cites 10.1000/own',
	) as [Link, ...Link[]];
	const source = objectNamed('10.1000/a', described);
	const target = objectNamed('10.5281/b', { Title: 'Corner', Type: { Name: 'software' } });
	await send(opened.records, [{ ...first, source, target }, ...others]);
	await send(
		opened.records,
		given(
			'10.1000/a = 10.0999/z',
			'10.0999/z cites 10.5281/b by DataCite on 2022',
			'10.5281/b hasVersion 10.5281/b2',
			'10.5281/b hasVersion 10.5281/b1',
			'10.5281/b2 cites 10.5281/b1',
			'10.1000/d cites 10.5281/b2',
		),
	);
});
after(async () => {
	await test.close();
	await opened.close();
});

const ask = (path: string, headers: Record<string, string> = {}) => test.app.request(path, { headers });

type Element = { name: string; text: string; attributes: Record<string, string>; children: Element[] };

/** Reads a document; fails if it is not well-formed. */
function parse(xml: string): Element {
	const parser = new SaxesParser({});
	const root: Element = { name: '', text: '', attributes: {}, children: [] };
	const open = [root];
	parser.on('error', (error) => assert.fail(error));
	parser.on('opentag', ({ name, attributes }) => {
		const element = { name, text: '', attributes: attributes as Record<string, string>, children: [] };
		open.at(-1)?.children.push(element);
		open.push(element);
	});
	parser.on('text', (text) => {
		const element = open.at(-1);
		if (element) element.text += text;
	});
	parser.on('closetag', () => void open.pop());
	parser.write(xml).close();
	return root.children[0] as Element;
}

const all = ({ children }: Element, name: string) => children.filter((child) => child.name === name);
const textOf = (element: Element, name: string) => all(element, name)[0]?.text;
const linkOf = (element: Element, relation: string) =>
	all(element, 'link').find(({ attributes }) => attributes.rel === relation)?.attributes.href;

async function read(path: string) {
	const response = await ask(path);
	assert.equal(response.status, 200, await response.clone().text());
	assert.equal(response.headers.get('Content-Type'), 'application/atom+xml');
	const feed = parse(await response.text());
	return { feed, entries: all(feed, 'entry'), titles: all(feed, 'entry').map((entry) => textOf(entry, 'title')) };
}

const plots = 'Plots of A & B (Rossi, Anna; Lund, Per and 2 more; 2021) cites Corner';
const ofWork = '/objects/doi/10.5281/b/feed.atom';

describe('the feed of a work', () => {
	it('has each work that cites it once, the newest first, titled by it', async () => {
		const { titles } = await read(ofWork);
		assert.deepEqual(titles, ['doi:10.1000/c cites Corner', plots]);
	});

	it('has the citations of all versions on request, and none of the work by itself', async () => {
		const { titles } = await read(`${ofWork}?group_by=version`);
		assert.deepEqual(titles, ['doi:10.1000/d cites doi:10.5281/b2', 'doi:10.1000/c cites Corner', plots]);
	});

	it('has other entries on request', async () => {
		const { titles } = await read(`${ofWork}?entries=all&limit=3`);
		assert.deepEqual(titles, [
			'Corner has the version doi:10.5281/b1: asserted by Zenodo',
			'Corner has the version doi:10.5281/b2: asserted by Zenodo',
			`${plots.slice(0, 14)} cites Corner: asserted by DataCite`,
		]);
		assert.deepEqual((await read(`${ofWork}?relation=isRelatedTo`)).titles, [
			'doi:10.1000/c is related to Corner: asserted by Zenodo',
		]);
	});

	it('names the definition by which its entries count', async () => {
		assert.equal((await ask(`${ofWork}?definition=strict`)).headers.get('Definition'), 'strict; v=1');
		assert.equal((await ask(ofWork)).headers.get('Definition'), null);
	});

	it('leads from an entry to the page of the citing work, and says who states it since when', async () => {
		const { entries } = await read(ofWork);
		const entry = entries.at(-1) as Element;
		// Both identifiers name the work; its page has the address of the first.
		assert.equal(linkOf(entry, 'alternate'), 'https://links.example.org/graph/objects/doi/10.0999/z');
		assert.equal(textOf(entry, 'content'), 'Stated by Crossref since 2019-02-03.');
		assert.equal(textOf(all(entry, 'author')[0] as Element, 'name'), 'Crossref');
	});

	it('has what Atom requires, with the name of the site and absolute addresses', async () => {
		const { feed, entries } = await read(`/api${ofWork}?provider=Crossref`);
		assert.equal(feed.attributes.xmlns, 'http://www.w3.org/2005/Atom');
		assert.equal(textOf(feed, 'title'), 'Citations of Corner, stated by Crossref – Links & Co');
		const self = `https://links.example.org/graph/api${ofWork}?provider=Crossref`;
		assert.deepEqual([textOf(feed, 'id'), linkOf(feed, 'self')], [self, self]);
		assert.equal(linkOf(feed, 'alternate'), 'https://links.example.org/graph/objects/doi/10.5281/b');
		assert.equal(textOf(all(feed, 'author')[0] as Element, 'name'), 'Links & Co');
		assert.equal(entries.length, 1);
		for (const element of [feed, ...entries]) {
			for (const name of ['id', 'title', 'updated']) assert.equal(all(element, name).length, 1, name);
			assert.match(textOf(element, 'updated') ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
		}
		assert.equal(textOf(feed, 'updated'), textOf(entries[0] as Element, 'updated'));
	});

	it('has the same id for an entry in every feed, where the log has it', async () => {
		const idOf = async (path: string) =>
			textOf((await read(path)).entries.find((entry) => textOf(entry, 'title') === plots) as Element, 'id') ?? '';
		const id = await idOf(ofWork);
		assert.equal(await idOf(`/api${ofWork}?group_by=version`), id);
		assert.equal(await idOf('/changes?format=atom&prefix=10.5281'), id);
		assert.match(id, /^https:\/\/links\.example\.org\/graph\/api\/changes\?after=\w+-\w+&limit=1$/);
	});

	it('is not sent again while it is the same', async () => {
		const tag = (await ask(ofWork)).headers.get('ETag') ?? '';
		assert.equal((await ask(ofWork, { 'If-None-Match': tag })).status, 304);
	});

	it('is not sent again while it is empty, whatever the time', async () => {
		const empty = '/objects/doi/10.1000%2Funknown/feed.atom';
		const tag = (await ask(empty)).headers.get('ETag') ?? '';
		test.pass(5_000);
		assert.equal((await ask(empty, { 'If-None-Match': tag })).status, 304);
		assert.equal((await ask(`${empty}?group_by=version`, { 'If-None-Match': tag })).status, 200);
	});

	it('is empty for an unknown work, and takes no cursor', async () => {
		const { feed, entries } = await read('/objects/doi/10.1000%2Funknown/feed.atom');
		assert.deepEqual([textOf(feed, 'title'), entries], ['Citations of 10.1000/unknown – Links & Co', []]);
		assert.equal((await ask(`${ofWork}?after=now`)).status, 400);
	});
});

describe('other feeds', () => {
	const titled = async (query: string) => {
		const { feed, titles } = await read(`/changes?format=atom&${query}`);
		return [textOf(feed, 'title')?.replace(' – Links & Co', ''), linkOf(feed, 'alternate')?.slice(32), titles.length];
	};

	it('follow a list, a prefix, a provider and everything', async () => {
		assert.deepEqual(await titled('ids=10.5281/b%0A10.1000/own%0A10.1/unknown'), [
			'Citations of 3 works of a list',
			'report?ids=10.5281%2Fb%0A10.1000%2Fown%0A10.1%2Funknown',
			3,
		]);
		assert.deepEqual(await titled('prefix=10.1000'), [
			'Citations of works with DOIs that begin with 10.1000',
			'report?prefix=10.1000',
			1,
		]);
		assert.deepEqual(await titled('provider=datacite'), [
			'Citations, stated by datacite',
			'report?provider=datacite',
			1,
		]);
		assert.deepEqual(await titled('group_by=version'), ['Citations of scholarly works', '', 4]);
	});

	it('follow the works that a search finds', async () => {
		const { feed, entries } = await read('/search/feed.atom?q=corner');
		assert.equal(textOf(feed, 'title'), 'Citations of works found for “corner” – Links & Co');
		assert.equal(linkOf(feed, 'alternate'), 'https://links.example.org/graph/search?q=corner');
		assert.equal(entries.length, 3);
		assert.equal((await ask('/search/feed.atom')).status, 400);
	});

	it('have no citation that was withdrawn, until it is stated again', async () => {
		const link = given('10.1000/w cites 10.1000/x by Ivy');
		const withdrawal = { links: link, noindex: false, action: 'withdraw', userId: null, takesAll: true } as const;
		const count = async () => (await read('/changes?format=atom&id=10.1000/x')).entries.length;
		await send(opened.records, link);
		assert.equal(await count(), 1);
		await receive(opened.records, [withdrawal]);
		assert.equal(await count(), 0);
		await send(opened.records, link);
		assert.equal(await count(), 1);
	});
});
