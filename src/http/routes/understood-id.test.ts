// Tests what GET /relationships says of how it understood the question, in headers, documents and
// problems.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { knownId, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';
import { jsonAnswerExample, jsonAnswerSchema, scholixAnswerSchema } from './relationships.ts';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

const search = (query: string, headers: Record<string, string> = {}) =>
	opened.app.request(`/api/relationships?${query}`, { headers });
const readingOf = ({ headers }: Response) => [headers.get('X-Understood-As'), headers.get('X-Known')];
const searchJson = async (query: string) =>
	(await (await search(query, { Accept: 'application/json' })).json()) as { query: object; hits: { total: number } };

describe('how GET /relationships understands its id', () => {
	it('answers an unknown identifier with no relationships, and says that it is not known', async () => {
		const response = await search('id=10.1/unknown&scheme=doi');
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('X-Total-Count'), '0');
		assert.deepEqual(readingOf(response), ['doi:10.1/unknown', 'false']);
		const answer = scholixAnswerSchema.parse(await response.json());
		assert.deepEqual(answer.Source.Identifiers, [{ ID: '10.1/unknown', IDScheme: 'doi' }]);
		assert.deepEqual(answer.Relationships, []);
	});

	it('says what it understood, in every shape', async () => {
		const id = encodeURIComponent(`doi:${knownId}`);
		for (const Accept of ['application/x-scholix-v3+json', 'application/json', 'text/csv']) {
			assert.deepEqual(readingOf(await search(`id=${id}`, { Accept })), [`doi:${knownId}`, 'true']);
		}
		const { query } = await searchJson(`id=${id}`);
		const understood_as = { ID: knownId, IDScheme: 'doi' };
		assert.deepEqual(query, { understood_as, known: true, suggestions: [] });
	});

	it('encodes what may not stand in a header', async () => {
		for (const [id, expected] of [
			['a: é%/東', 'a%3A%20b:a:%20%C3%A9%25/%E6%9D%B1'],
			['\r\nX-Other: 1', 'a%3A%20b:X-Other:%201'],
		] as const) {
			const response = await search(`scheme=${encodeURIComponent('a: b')}&id=${encodeURIComponent(id)}`);
			assert.deepEqual(readingOf(response), [expected, 'false']);
		}
	});

	it('omits from the headers what is too long for them, and has it in the body', async () => {
		const id = `10.5555/${'é'.repeat(400)}`;
		const response = await search(`id=${encodeURIComponent(id)}`, { Accept: 'application/json' });
		assert.deepEqual(readingOf(response), [null, 'false']);
		const { query } = (await response.json()) as { query: { understood_as: { ID: string } } };
		assert.equal(query.understood_as.ID, id);
	});

	it('suggests what is known instead of what is not', async () => {
		const { query, hits } = await searchJson(`id=${encodeURIComponent(`doi:${knownId}`)}&scheme=own`);
		assert.equal(hits.total, 0);
		assert.deepEqual(query, {
			understood_as: { ID: `doi:${knownId}`, IDScheme: 'own' },
			known: false,
			suggestions: [{ ID: knownId, IDScheme: 'doi', reason: 'other-scheme' }],
		});
		jsonAnswerSchema.parse(jsonAnswerExample);
	});

	it('refuses what is no identifier, with what would be one', async () => {
		const response = await search('id=hello%20world');
		assert.equal(response.status, 400);
		const { type, detail, errors } = await problemOf(response);
		assert.match(type, /\/not-an-identifier$/);
		assert.match(detail, /for example a DOI/);
		assert.equal(errors?.[0]?.field, 'id');
	});

	it('refuses a text with several identifiers, and lists them', async () => {
		const response = await search(`id=${encodeURIComponent(`${knownId}; 10.1000/182`)}`);
		assert.equal(response.status, 400);
		const { type, errors = [] } = await problemOf(response);
		assert.match(type, /\/several-identifiers$/);
		assert.deepEqual(
			errors.map(({ identifier }) => identifier),
			[knownId, '10.1000/182'].map((ID) => ({ ID, IDScheme: 'doi' })),
		);
	});
});
