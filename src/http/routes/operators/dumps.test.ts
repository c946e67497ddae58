// Dumps over HTTP: who may make and read them, how far one is, and downloads in parts.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type OperatorBrowser, signInAs } from './operator.fixture.ts';

describe('/dumps', () => {
	let opened: TestApp;
	let admin: OperatorBrowser;
	beforeEach(async () => {
		opened = await openTestApp();
		admin = await signInAs(opened, 'admin@example.org', 'admin');
	});
	afterEach(() => opened.close());

	const make = async (format = 'jsonl') => {
		const response = await admin.ask('POST', `/api/dumps?format=${format}`);
		assert.equal(response.status, 202);
		return { ...((await response.json()) as { id: string }), location: response.headers.get('Location') ?? '' };
	};

	it('makes one, and returns the address of its progress', async () => {
		const { location, ...dump } = await make();
		assert.deepEqual(dump, {
			...{ id: 'dump-1', format: 'jsonl', state: 'Processing', by: 'admin@example.org', file: 'dump-1.gz' },
			...{ started: '2026-01-31T00:00:00.000Z', finished: null, works: 0 },
			...{ counts: null, change: null, bytes: null, error: null },
		});
		assert.match(location, /\/api\/dumps\/dump-1$/);
		opened.dumps.finish('dump-1', 'content');
		const there = await (await admin.ask('GET', '/dumps/dump-1')).json();
		assert.deepEqual(there, {
			...{ ...dump, state: 'Done', finished: '2026-01-31T00:00:00.000Z', works: 3, change: 7, bytes: 7 },
			counts: { works: 3, identifiers: 4, links: 2, assertions: 5 },
		});
		assert.deepEqual(await (await admin.ask('GET', '/dumps')).json(), { dumps: [there] });
	});

	it('makes one at a time, of a format that there is', async () => {
		await make();
		assert.equal((await admin.ask('POST', '/dumps?format=csv')).status, 409);
		const refused = await admin.ask('POST', '/dumps?format=xml');
		assert.equal(refused.status, 400);
		const { detail } = (await refused.json()) as { detail: string };
		assert.match(detail, /format must be one of jsonl, csv, ntriples, parquet, opencitations/);
		assert.equal((await admin.ask('POST', '/dumps')).status, 400);
	});

	it('is for admins alone, by session or token', async () => {
		const { id } = await make();
		opened.dumps.finish(id, 'secret');
		const submitter = await opened.token('ada@example.org');
		const ofAdmin = await opened.token('admin@example.org');
		for (const [method, path] of [
			['GET', '/dumps'],
			['POST', '/dumps?format=jsonl'],
			['GET', `/dumps/${id}`],
			['GET', `/dumps/${id}/file`],
			['DELETE', `/dumps/${id}`],
		] as const) {
			assert.equal((await opened.app.request(path, { method })).status, 401, `${method} ${path}`);
			const headers = { Authorization: `Bearer ${submitter}` };
			assert.equal((await opened.app.request(path, { method, headers })).status, 403, `${method} ${path}`);
			if (method !== 'GET') assert.equal((await admin.ask(method, path, undefined, null)).status, 403);
		}
		const headers = { Authorization: `Bearer ${ofAdmin}` };
		assert.equal(await (await opened.app.request(`/dumps/${id}/file`, { headers })).text(), 'secret');
	});

	it('removes one', async () => {
		const { id } = await make();
		assert.equal((await admin.ask('DELETE', `/dumps/${id}`)).status, 204);
		assert.deepEqual(opened.dumps.removed, [id]);
		for (const [method, path] of [
			['GET', `/dumps/${id}`],
			['DELETE', `/dumps/${id}`],
			['GET', `/dumps/${id}/file`],
		] as const) {
			assert.equal((await admin.ask(method, path)).status, 404);
		}
	});

	it('has no file of one that is being made, and says why one was not made', async () => {
		const { id } = await make();
		assert.equal((await admin.ask('GET', `/dumps/${id}/file`)).status, 409);
		opened.dumps.fail(id, 'The disk is full.');
		const response = await admin.ask('GET', `/dumps/${id}/file`);
		assert.equal(response.status, 404);
		assert.match(((await response.json()) as { detail: string }).detail, /The disk is full\./);
	});
});

describe('the file of a dump', () => {
	let opened: TestApp;
	let token: string;
	let id: string;
	before(async () => {
		opened = await openTestApp();
		token = await opened.token('admin@example.org', 'admin');
		const made = await opened.app.request('/dumps?format=csv', {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}` },
		});
		({ id } = (await made.json()) as { id: string });
		opened.dumps.finish(id, '0123456789');
	});
	after(() => opened.close());

	const ask = (headers: Record<string, string> = {}, method = 'GET') =>
		opened.app.request(`/dumps/${id}/file`, { method, headers: { Authorization: `Bearer ${token}`, ...headers } });

	it('is downloaded under its name, with an entity tag', async () => {
		const response = await ask();
		assert.equal(await response.text(), '0123456789');
		assert.equal(response.headers.get('Content-Disposition'), 'attachment; filename="dump-1.gz"');
		assert.equal(response.headers.get('Accept-Ranges'), 'bytes');
		assert.equal(response.headers.get('Content-Length'), '10');
		const tag = response.headers.get('ETag') ?? '';
		opened.dumps.opened.length = 0;
		assert.equal((await ask({ 'If-None-Match': tag })).status, 304);
		assert.equal((await ask({}, 'HEAD')).status, 200);
		assert.deepEqual(opened.dumps.opened, [], 'nothing is opened that nobody reads');
		assert.equal((await ask({ 'If-None-Match': '"other"' })).status, 200);
		assert.equal((await ask({ 'If-Range': tag, Range: 'bytes=5-' })).status, 206);
		assert.equal((await ask({ 'If-Range': '"other"', Range: 'bytes=5-' })).status, 200);
	});

	for (const [range, content, answered] of [
		['bytes=0-3', '0123', 'bytes 0-3/10'],
		['bytes=4-', '456789', 'bytes 4-9/10'],
		['bytes=-2', '89', 'bytes 8-9/10'],
		['bytes=8-99', '89', 'bytes 8-9/10'],
		['bytes=-99', '0123456789', 'bytes 0-9/10'],
	] as const) {
		it(`comes in part for ${range}`, async () => {
			const response = await ask({ Range: range });
			assert.equal(response.status, 206);
			assert.equal(await response.text(), content);
			assert.equal(response.headers.get('Content-Range'), answered);
			assert.equal(response.headers.get('Content-Length'), String(content.length));
		});
	}

	for (const range of ['bytes=10-', 'bytes=-0', 'bytes=3-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=x']) {
		it(`comes whole for ${range}, which names no part of it`, async () => {
			const response = await ask({ Range: range });
			assert.equal(response.status, 200);
			assert.equal(await response.text(), '0123456789');
		});
	}

	it('is not sent for HEAD', async () => {
		const response = await ask({}, 'HEAD');
		assert.equal(response.status, 200);
		assert.equal(await response.text(), '');
	});
});
