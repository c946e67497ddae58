import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import type { HttpContext, HttpEnvironment } from '../server/http-context.ts';
import { type AskingAs, createAsking } from './ask-interface.ts';

type Bindings = HttpEnvironment['Bindings'];

/** Sends several questions for one page, and returns the bindings of each. */
async function askedFor(times: number, as: AskingAs, publicUrl: string | null = null) {
	const received: { path: string; cookie: string | null; bindings: Bindings }[] = [];
	const creating = createAsking(
		(request, bindings) => {
			received.push({ path: new URL(request.url).pathname, cookie: request.headers.get('Cookie'), bindings });
			return new Response('{}');
		},
		{ trustedProxies: 0, publicUrl },
	);
	const app = new Hono<HttpEnvironment>();
	app.get('*', async (context: HttpContext) => {
		const { ask } = creating(context, as);
		const root = publicUrl === null ? 'http://localhost' : publicUrl;
		for (let time = 0; time < times; time++) await ask(`${root}/api/sources`);
		return context.text('');
	});
	await app.request('/', { headers: { Cookie: 'session=1' } });
	return received;
}

describe('the questions of a page to the API', () => {
	it('is not counted where the page is, for its first eight questions', async () => {
		const received = await askedFor(10, { isCounted: true });
		assert.deepEqual(
			received.map(({ bindings }) => bindings.isCounted ?? false),
			[...Array(8).fill(true), false, false],
		);
		assert.ok(received.every(({ bindings }) => bindings.hasPlace));
	});

	it('is counted where the page is not', async () => {
		const [received] = await askedFor(1, { withSession: true });
		assert.deepEqual([received?.bindings.isCounted, received?.bindings.hasPlace], [undefined, undefined]);
	});

	it('sends the session of the reader on request', async () => {
		const cookieOf = async (as: AskingAs) => (await askedFor(1, as))[0]?.cookie;
		assert.deepEqual([await cookieOf({ withSession: true }), await cookieOf({})], ['session=1', null]);
	});

	it('goes where this process serves it, whatever the path of the public address', async () => {
		for (const publicUrl of ['https://example.org/links', 'https://example.org/api/links']) {
			assert.equal((await askedFor(1, {}, publicUrl))[0]?.path, '/api/sources');
		}
	});
});
