// Tests of the answers to input with very many errors: the first errors, and the number of the rest.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let opened: TestApp;
let token: string;
before(async () => {
	opened = await openTestApp();
	token = await opened.token('ada@example.org');
});
after(() => opened.close());

type Failure = { status: number; bytes: number; errors: { field?: string; pointer?: string; message: string }[] };
async function failureOf(response: Response): Promise<Failure & { detail: string }> {
	const bytes = (await response.clone().arrayBuffer()).byteLength;
	const { detail, errors = [] } = await problemOf(response);
	return { status: response.status, bytes, detail, errors: errors as Failure['errors'] };
}
const ask = async (path: string) => failureOf(await opened.app.request(path));
const post = async (path: string, body: string) => {
	const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
	return failureOf(await opened.app.request(path, { method: 'POST', headers, body }));
};

describe('the answer to input that is wrong in very many places', () => {
	const many = Array.from({ length: 3_500 }, (_, number) => `p${number.toString(36)}`);

	it('names the first hundred unknown parameters, and how many more there are', async () => {
		for (const path of ['relationships?id=10.1/a&', 'objects?id=10.1/a&', 'why?id=10.1/a&other=10.1/b&', 'changes?']) {
			const { status, bytes, errors, detail } = await ask(`/api/${path}${many.join('&')}`);
			assert.deepEqual([status, errors.length], [400, 101], path);
			assert.equal(errors[0]?.field, 'p0');
			assert.equal(errors[100]?.message, '… and 3400 more.');
			assert.match(detail, /… and 3490 more\.$/);
			assert.ok(bytes < 100_000, `${bytes} bytes`);
		}
	});

	it('names each parameter once that is repeated or wrongly encoded', async () => {
		const { errors } = await ask(`/relationships?${'x=%zz&'.repeat(2_000)}${'y=1&'.repeat(500)}`);
		assert.deepEqual(
			errors.map(({ field }) => field),
			['x', 'y'],
		);
	});

	it('shortens the name of a parameter', async () => {
		const { bytes, errors, detail } = await ask(`/relationships?${'n'.repeat(12_000)}=1&${'m'.repeat(1_000)}=%zz`);
		assert.ok(bytes < 3_000, `${bytes} bytes`);
		assert.ok(errors.every(({ field }) => (field ?? '').length <= 61));
		assert.match(detail, /m{60}… is not percent-encoded/);
	});

	it('names the first hundred unknown fields of a body, with escaped pointers', async () => {
		const fields = Object.fromEntries(many.slice(0, 1_500).map((name) => [`${name}/~`, 1]));
		const headers = { 'Content-Type': 'application/json' };
		const body = JSON.stringify({ email: 'a@b.org', password: 'x', ...fields });
		const { status, bytes, errors } = await failureOf(
			await opened.app.request('/api/session', { method: 'POST', headers, body }),
		);
		assert.deepEqual([status, errors.length], [422, 101]);
		assert.equal(errors[0]?.pointer, '/p0~1~0');
		assert.ok(bytes < 30_000, `${bytes} bytes`);
	});

	it('names the object of an unknown field whose name is as long as the body', async () => {
		const { bytes, errors } = await post(
			'/api/objects/lookup',
			`[{"ID":"a","IDScheme":"b","${'x'.repeat(1_000_000)}":1}]`,
		);
		assert.equal(errors.length, 1);
		assert.ok(bytes < 3_000, `${bytes} bytes`);
	});

	it('counts the items of a lookup before it looks at them', async () => {
		const before = performance.now();
		const { status, bytes, errors } = await post('/api/objects/lookup', `[${'1,'.repeat(1_000_000)}1]`);
		assert.deepEqual([status, errors.length], [422, 1]);
		assert.match(errors[0]?.message ?? '', /more than 1000 identifiers/);
		assert.ok(bytes < 2_000 && performance.now() - before < 2_000);
	});

	it('reports the first hundred wrong items of a look-up', async () => {
		const { errors } = await post('/api/objects/lookup', JSON.stringify(Array.from({ length: 1_000 }, () => 1)));
		assert.equal(errors.length, 101);
		assert.equal(errors[100]?.message, '… and 900 more.');
	});

	it('reports ten problems in each of the first hundred links, in at most 256 KiB', async () => {
		const unknown = Array.from({ length: 20 }, (_, at) => [`${'ä'.repeat(90)}${at}`, 1]);
		const wrong = { ...Object.fromEntries(unknown), Source: 1 };
		const { status, bytes, errors } = await post(
			'/api/events',
			JSON.stringify(Array.from({ length: 500 }, () => wrong)),
		);
		assert.equal(status, 422);
		assert.ok(bytes < 262_144, `${bytes} bytes`);
		assert.match(errors.at(-1)?.message ?? '', /^… and \d+ more\.$/);
	});

	it('names some of the identifiers that a text holds, and how many more', async () => {
		const text = Array.from({ length: 150 }, (_, at) => `10.1000/x${at}`).join(' ');
		const { status, bytes, detail } = await ask(`/relationships?id=${encodeURIComponent(text)}`);
		assert.equal(status, 400);
		assert.match(detail, /… and \d+ more\.$/);
		assert.ok(bytes < 100_000, `${bytes} bytes`);
	});

	it('is short where the body is a batch of as many wrong links as fit into it', async () => {
		const { status, bytes } = await post('/api/events', `[${'{},'.repeat(9_000)}{}]`);
		assert.equal(status, 422);
		assert.ok(bytes < 262_144, `${bytes} bytes`);
	});
});
