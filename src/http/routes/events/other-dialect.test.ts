// Says how bodies of other dialects are submitted.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { samplesByName } from '../../../formats/dialects/samples.fixture.ts';
import { openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { acceptedSchema } from './submission-schemas.ts';

let opened: TestApp;
let token: string;
before(async () => {
	opened = await openTestApp({});
	token = await opened.token('curator@example.org');
});
after(() => opened.close());

const post = (query: string, body: string, headers: Record<string, string> = {}) =>
	opened.app.request(`/api/events?${query}`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, ...headers },
		body,
	});

const record = JSON.stringify({
	data: {
		type: 'dois',
		attributes: {
			doi: '10.1234/data',
			registered: '2024-05-01',
			relatedIdentifiers: [
				{ relatedIdentifier: '10.1234/paper', relatedIdentifierType: 'DOI', relationType: 'IsSupplementTo' },
			],
		},
	},
});

describe('POST /events with a dialect', () => {
	it('takes the links of a record, whatever its Content-Type, and shows how it was read', async () => {
		for (const [dialect, type] of [
			['datacite', 'application/vnd.api+json'],
			['auto', 'text/plain'],
		] as const) {
			const response = await post(`dialect=${dialect}`, record, { 'Content-Type': type });
			assert.equal(response.status, 202, await response.clone().text());
			const { event_id, read } = acceptedSchema.parse(await response.json());
			assert.deepEqual(read, {
				...{ dialect: 'datacite', records: 1, links: 1, described: 0, dated: 1, provider: 'DataCite' },
				...{ date: read?.date, relations: [{ name: 'IsSupplementTo', count: 1 }], left_out: [] },
				...{ wrong_cell_count: 0, wrong_cells: [] },
			});
			assert.ok(opened.events.has(event_id));
		}
	});

	it('detects the dialect of each sample, and reads all its links', async () => {
		for (const [{ name, form, text, linkCount }, status] of samplesByName().flatMap((one) => [
			[one, 200] as const,
			[one, 202] as const,
		])) {
			const dryRun = status === 200 ? '&dry_run=1' : '';
			const response = await post(`dialect=auto&provider=Our+library${dryRun}`, text);
			assert.equal(response.status, status, await response.clone().text());
			const answer = (await response.json()) as { read: { dialect: string; links: number }; refusal: string | null };
			assert.deepEqual([form, answer.read.dialect, answer.read.links], [form, name, linkCount]);
			assert.ok(!answer.refusal, form);
		}
	});

	it('names the dialect of a body that is submitted as Scholix', async () => {
		const headers = { 'Content-Type': 'application/json' };
		for (const { name, text } of samplesByName().filter(({ form }) => form === 'a work' || form === 'version 2')) {
			const { detail = '' } = await problemOf(await post('', text, headers));
			assert.match(detail, new RegExp(`The body is of the dialect ${name}: submit it with dialect=auto\\.$`));
		}
	});

	it('of no dialect, without a field of Scholix, is refused as such, whatever is wrong with it as Scholix', async () => {
		const headers = { 'Content-Type': 'application/json' };
		for (const body of [
			'[{"title": "A"}]',
			'{"orcid-identifier": {"path": "x"}, "works": []}',
			'{"hits": {"hits": [{"title": "A"}]}}',
		]) {
			for (const query of ['', 'partial=1', 'action=withdraw', 'dry_run=1']) {
				const { status, detail = '' } = await problemOf(await post(query, body, headers));
				assert.deepEqual([status, detail.slice(0, 41)], [422, 'The body is of no dialect that is known; ']);
			}
		}
		for (const body of ['[{"Source": {}, "title": "A"}]', '[]', '[7]', '[{}]', '{"hits": {"hits": []}}']) {
			const { detail = '' } = await problemOf(await post('', body, headers));
			assert.doesNotMatch(detail, /dialect/);
		}
	});

	it('withdraws a statement marked as deleted with action=withdraw alone', async () => {
		const event = {
			subj_id: 'https://doi.org/10.1234/data',
			obj_id: 'https://doi.org/10.1234/paper',
			source_id: 'web',
		};
		const statement = { ...event, relation_type_id: 'cites', occurred_at: '2020-01-01' };
		const body = JSON.stringify([
			{ ...statement, updated: 'deleted' },
			{ ...statement, obj_id: 'https://doi.org/10.1234/other' },
		]);
		const asserted = acceptedSchema.parse(await (await post('dialect=event-data', body, {})).json());
		assert.deepEqual(asserted.read?.links, 1);
		assert.match(asserted.read?.left_out[0]?.name ?? '', /submit it with action=withdraw/);
		const withdrawn = acceptedSchema.parse(await (await post('dialect=event-data&action=withdraw', body, {})).json());
		assert.deepEqual([withdrawn.read?.links, withdrawn.read?.left_out], [2, []]);
	});

	it('takes what the body lacks from parameters', async () => {
		const query = 'dialect=table&provider=Our+library&relation=Cites&date=2020-05&source=10.1234/list';
		const response = await post(query, 'DOI\n10.1234/a\n10.1234/b\n', { 'Content-Type': 'text/csv' });
		assert.equal(response.status, 202, await response.clone().text());
		const { read } = acceptedSchema.parse(await response.json());
		assert.deepEqual([read?.links, read?.date, read?.provider], [2, '2020-05', 'Our library']);
	});

	it('stores nothing and says why where nothing can be read', async () => {
		const before = opened.events.size;
		for (const [query, body, words] of [
			['dialect=esperanto', record, /There is no dialect "esperanto"/],
			[
				'dialect=table',
				'DOI;Cites\n10.1234/a;10.1234/b\n',
				/holds no link; left out: \d × no provider is named or given/,
			],
			['dialect=auto', 'hello', /is of no dialect that is known/],
			['dialect=datacite-xml', '<resource>', /line 1: this is not well-formed XML/],
			['dialect=datacite', '{"data": ', /is not JSON/],
			['relation=Cites', record, /relation requires dialect/],
			['dialect=table&date=31.12.2020', 'a', /date must be a date/],
		] as const) {
			const response = await post(query, body, { 'Content-Type': 'application/json' });
			assert.ok([400, 422].includes(response.status), `${query}: ${response.status}`);
			assert.match((await problemOf(response)).detail ?? '', words);
		}
		assert.equal(opened.events.size, before);
	});

	it('refuses more links than one event may hold, with what to do', async () => {
		const rows = Array.from({ length: 10_001 }, (_, at) => `10.1234/a${at},10.1234/b\n`);
		const response = await post('dialect=table&provider=x&relation=Cites', `citing,cited\n${rows.join('')}`);
		assert.equal(response.status, 422);
		assert.match(
			(await problemOf(response)).detail ?? '',
			/more links than one event may have .* `link-broker events load`/,
		);
	});
});
