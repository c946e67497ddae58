// Tests that POST /events?dry_run=1 returns a preview and stores nothing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { rowOfTexts, workbookOf } from '../../../formats/dialects/syntaxes/workbook.fixture.ts';
import { openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { signInAs } from '../operators/operator.fixture.ts';
import { acceptedSchema, exampleLinks, previewSchema } from './submission-schemas.ts';

let opened: TestApp;
let token: string;
before(async () => {
	opened = await openTestApp({});
	token = await opened.token('curator@example.org');
});
after(() => opened.close());

const post = (query: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
	opened.app.request(`/api/events?${query}`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv', ...headers },
		body,
	});

const preview = async (query: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
	const response = await post(`dry_run=1&${query}`, body, headers);
	assert.equal(response.status, 200, await response.clone().text());
	return previewSchema.parse(await response.json());
};

const table =
	'\uFEFFData DOI;Note;Article DOI;Relation\r\n10.1234/b;"two\r\nlines";10.1234/a;IsSupplementTo\r\noops;x;10.1234/a;Cites\r\n';

describe('POST /events?dry_run=1', () => {
	it('shows how a table is read, its first links, and wrong cells by line and column', async () => {
		const { read, table: shown, links, refusal } = await preview('dialect=auto&provider=Our+library&date=2020', table);
		assert.equal(refusal, null);
		assert.equal(read.dialect, 'table');
		assert.deepEqual(read.relations, [{ name: 'IsSupplementTo', count: 1 }]);
		assert.deepEqual(read.wrong_cells, [
			{ line: 4, column: 1, name: 'Data DOI', cell: 'oops', problem: 'not an identifier' },
		]);
		assert.deepEqual(
			shown?.columns.map(({ role }) => role),
			['target', '-', 'source', 'relation'],
		);
		assert.deepEqual(shown?.rows[0], ['10.1234/b', 'two\r\nlines', '10.1234/a', 'IsSupplementTo']);
		const work = (ID: string) => ({
			...{ identifiers: [{ ID, IDScheme: 'doi' }], title: null, type: null, creators: [], creator_count: 0 },
			...{ publication_date: null, published_in: null },
		});
		assert.deepEqual(links, [
			{
				...{ line: 2, source: work('10.1234/a'), target: work('10.1234/b') },
				...{ relation: 'IsSupplementTo', subtype: null },
				...{ date: '2020', provider: 'Our library' },
			},
		]);
	});

	it('shows the works that it only describes', async () => {
		const list = '@article{a, doi = {10.1234/a}, title = {A title}}\n@misc{b, doi = {10.1234/b}}\n';
		const { links, works, read } = await preview('dialect=auto&provider=Our+library', list);
		assert.deepEqual([links, read.described], [[], 2]);
		assert.deepEqual(
			works.map(({ line, identifiers: [first], title }) => [line, first?.ID, title]),
			[
				[1, '10.1234/a', 'A title'],
				[2, '10.1234/b', null],
			],
		);
	});

	it('shows what becomes known of a work: its kind, first creators, date and journal', async () => {
		const creators = Array.from({ length: 12 }, (_, at) => `Doe, A. ${at}`);
		const list =
			`@article{a, doi = {10.1234/a}, author = {${creators.join(' and ')}}, year = 2020, journal = {Acta}, ` +
			'volume = 2, number = 3, pages = {7--9}, publisher = {A Press}}\n';
		const { works } = await preview('dialect=auto&provider=Our+library', list);
		const { type, creators: shown, creator_count, publication_date, published_in } = works[0] ?? {};
		assert.deepEqual([type, shown, creator_count], ['literature', creators.slice(0, 10), 12]);
		assert.deepEqual([publication_date, published_in], ['2020', 'Acta 2 (3), 7-9 · A Press']);
	});

	it('reads the first sheet of a workbook as a table, and names the others', async () => {
		const [link, notes] = [rowOfTexts(3, ['10.1234/a', '10.1234/b']), rowOfTexts(1, ['a note'])];
		const rows = rowOfTexts(1, ['Citing DOI', 'Cited DOI']) + link;
		const body = workbookOf([
			{ name: 'Links', rows },
			{ name: 'Notes', rows: notes },
		]);
		const { read, links, refusal } = await preview('dialect=auto&provider=Our+library', new Uint8Array(body));
		assert.deepEqual([refusal, read.dialect, links[0]?.line, links[0]?.relation], [null, 'table', 3, 'Cites']);
		assert.deepEqual(read.left_out, [{ name: 'the further sheet "Notes" of the workbook', count: 1 }]);
	});

	it('stores nothing', async () => {
		const before = opened.events.size;
		await preview('dialect=auto&provider=Our+library', table);
		await preview('', JSON.stringify(exampleLinks), { 'Content-Type': 'application/json' });
		assert.equal(opened.events.size, before);
	});

	it('reads the columns that are chosen, as the submission then does', async () => {
		const query = 'dialect=auto&provider=Our+library&columns=source,-,target,-';
		const { links } = await preview(query, table);
		assert.equal(links[0]?.source.identifiers[0]?.ID, '10.1234/b');
		const response = await post(query, table);
		assert.equal(response.status, 202, await response.clone().text());
		const { event_id, read } = acceptedSchema.parse(await response.json());
		assert.equal(opened.events.get(event_id)?.links, 1);
		assert.deepEqual(read?.relations, [{ name: 'IsRelatedTo', count: 1 }]);
		assert.equal(read?.wrong_cell_count, 1);
	});

	it('shows the columns of a table without known roles, and that it would be refused', async () => {
		const shown = await preview('dialect=auto&provider=x', 'Buch,Daten\nabc,def\n');
		assert.match(shown.refusal ?? '', /is of no dialect that is known/);
		assert.deepEqual(shown.table?.columns, [
			{ name: 'Buch', role: '-', values: ['abc'] },
			{ name: 'Daten', role: '-', values: ['def'] },
		]);
		assert.deepEqual(shown.links, []);
	});

	it('reports a missing provider, and too many links for one event', async () => {
		const nobody = await preview('dialect=table', 'source,target\n10.1234/a,10.1234/b\n');
		assert.match(nobody.refusal ?? '', /no provider is named or given/);
		const rows = Array.from({ length: 10_001 }, (_, at) => `10.1234/a${at},10.1234/b\n`);
		const many = await preview('dialect=table&provider=x', `source,target\n${rows.join('')}`);
		assert.equal(many.read.links, 10_001);
		assert.match(many.refusal ?? '', /more links than one event may have/);
		assert.equal(many.links.length, 20);
	});

	it('shows the records of Scholix that are not valid', async () => {
		const body = JSON.stringify([...exampleLinks, { ...exampleLinks[0], LinkPublicationDate: 'soon' }]);
		const json = { 'Content-Type': 'application/json' };
		const strict = await preview('', body, json);
		assert.match(strict.refusal ?? '', /1 of 2 links/);
		assert.equal(strict.refused_count, 1);
		assert.equal(strict.refused[0]?.pointer, '/1/LinkPublicationDate');
		assert.equal((await preview('partial=1', body, json)).refusal, null);
		assert.equal(strict.table, null);
	});

	it('is refused if the body cannot be read, with the reason', async () => {
		for (const [query, body, status, words] of [
			['dialect=auto&columns=source,nothing', table, 400, /"nothing" is not a role/],
			['columns=source,target', table, 400, /columns requires dialect/],
			['dialect=auto&columns=E%3Dsource', table, 422, /the table has no column "E"/],
			['dialect=opencitations&columns=source,target', table, 400, /columns of opencitations are fixed/],
			['dialect=auto', 'source,target\n10.1234/a,"10.1234/b\n', 422, /a quotation that begins in line 2/],
			['dialect=auto', '', 422, /is empty/],
			['dialect=esperanto', 'a', 400, /There is no dialect/],
			['dry_run=2', '[]', 400, /dry_run must be 0 or 1/],
		] as const) {
			const response = await post(query.includes('dry_run') ? query : `dry_run=1&${query}`, body);
			assert.equal(response.status, status, query);
			assert.match((await problemOf(response)).detail ?? '', words);
		}
	});
});

describe('POST /events with a session', () => {
	it('needs the proof that a page of the broker asks for it', async () => {
		const browser = await signInAs(opened, 'librarian@example.org');
		const send = (headers: Record<string, string>) =>
			opened.app.request('/api/events?dialect=table&provider=Our+library', {
				method: 'POST',
				headers: { Cookie: browser.cookie, ...headers },
				body: 'source,target\n10.1234/a,10.1234/b\n',
			});
		assert.equal((await send({})).status, 403);
		assert.equal((await send({ 'X-CSRF-Token': browser.csrfToken })).status, 202);
	});
});
