// Opens the pages for tests as readers do: in a real browser, from a real broker.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findChromium, operator, startBrowser, startTestBroker } from './broker.fixture.ts';
import { type ExampleLink, example } from './example-links.ts';

const chromiumPath = findChromium();
const required = process.env.REQUIRE_CHROMIUM === '1';
const skip = chromiumPath === undefined && !required && 'no Chromium found; set CHROMIUM_PATH';

/** The page of the work that most tests are about. */
export const work = `/objects/doi/${example.concept.id}`;

/** Asks for all links of that work and its versions. */
export const ofWork = { id: example.concept.id, scheme: 'doi', group_by: 'version' } as const;

/** `script` is false where the reader has switched JavaScript off. */
export type Look = { width?: number; colorScheme?: 'light' | 'dark'; signedIn?: boolean; script?: boolean };

/** What a test does with the pages. */
export type Reader = {
	/** Returns the address of the broker, while the tests run. */
	url(): string;
	/** Opens a page, which the test closes with its context. */
	open(path: string, look?: Look): Promise<Page>;
	/** Creates a test that runs on its own page. */
	on(path: string, test: (page: Page) => Promise<void>, look?: Look): () => Promise<void>;
	/**
	 * Submits links as the user who is signed in on a page, and waits until they can be found; returns
	 * the id of the event.
	 */
	submit(page: Page, links: readonly ExampleLink[]): Promise<string>;
	/** Returns the total of a search by the API. */
	total(parameters: Readonly<Record<string, string>>): Promise<number>;
};

/**
 * Describes tests of the pages. After each test no page may have asked another host, broken the
 * content security policy, or failed. With `settings` the part has a broker of its own.
 */
export function describePages(
	name: string,
	define: (reader: Reader) => void,
	settings?: Readonly<Record<string, string>>,
): void {
	describe(name, { skip }, () => {
		let browser: Browser;
		let broker: Awaited<ReturnType<typeof startTestBroker>>;
		const misdeeds: string[] = [];

		before(async () => {
			assert.ok(chromiumPath, 'REQUIRE_CHROMIUM is set, but there is no Chromium; set CHROMIUM_PATH');
			[browser, broker] = await Promise.all([startBrowser(chromiumPath), startTestBroker(settings)]);
		});
		afterEach(() => assert.deepEqual([...new Set(misdeeds.splice(0))], []));
		after(async () => {
			await browser?.close();
			await broker?.stop();
		});

		const signedInCookies = createSignIn(() => browser.newContext({ baseURL: broker.url }));
		const open: Reader['open'] = async (path, look = {}) => {
			const { width = 1280, colorScheme = 'light', signedIn = false, script = true } = look;
			const context = await browser.newContext({
				javaScriptEnabled: script,
				baseURL: broker.url,
				viewport: { width, height: width < 500 ? 740 : 860 },
				colorScheme,
				reducedMotion: 'reduce',
				permissions: ['clipboard-read', 'clipboard-write'],
			});
			context.setDefaultTimeout(10_000);
			if (signedIn) await context.addCookies(await signedInCookies());
			const page = await context.newPage();
			watch(page, broker.url, misdeeds);
			await page.goto(path);
			return page;
		};
		define({
			url: () => broker.url,
			open,
			on: (path, test, look) => async () => {
				const page = await open(path, look);
				try {
					await test(page);
				} finally {
					await page.context().close();
				}
			},
			submit,
			async total(parameters) {
				const response = await fetch(`${broker.url}/api/relationships?${new URLSearchParams(parameters)}`);
				return Number(response.headers.get('x-total-count'));
			},
		});
	});
}

/** Waits until a count is as wanted; fails after five seconds. */
export async function eventually(ask: () => Promise<number>, wanted: number): Promise<void> {
	for (let attempt = 0; attempt < 50 && (await ask()) !== wanted; attempt++)
		await new Promise((resolve) => setTimeout(resolve, 100));
	assert.equal(await ask(), wanted);
}

/** Events are submitted with a token: one is created for each. */
const submit: Reader['submit'] = async (page, links) => {
	const { request } = page.context();
	const { csrf_token } = await (await request.get('/api/session')).json();
	const headers = { 'X-CSRF-Token': csrf_token };
	const { token } = await (await request.post('/api/tokens', { headers, data: { name: 'test' } })).json();
	const Authorization = `Bearer ${token}`;
	const accepted = await request.post('/api/events', { headers: { Authorization }, data: links });
	assert.equal(accepted.status(), 202);
	const { event_id } = await accepted.json();
	for (let attempt = 0; attempt < 100; attempt++) {
		const { status, indexed } = await (await request.get(`/api/events/${event_id}`)).json();
		if (status === 'Done' && indexed) return event_id;
		await page.waitForTimeout(50);
	}
	assert.fail(`Event ${event_id} is not done after five seconds.`);
};

/** Signs in once for all tests of a part: tries are limited. */
function createSignIn(newContext: () => Promise<BrowserContext>) {
	let cookies: ReturnType<BrowserContext['cookies']> | undefined;
	return () => {
		cookies ??= (async () => {
			const context = await newContext();
			const response = await context.request.post('/api/session', { data: operator });
			assert.equal(response.status(), 200);
			return context.cookies();
		})();
		return cookies;
	};
}

/** Opens a page again as soon as everything that the fixture loaded is counted. */
export async function waitUntilCounted(page: Page): Promise<void> {
	for (let attempt = 0; attempt < 50; attempt++) {
		const { current } = (await (await page.request.get('/api/sources')).json()) as { current: boolean };
		if (current) break;
		await page.waitForTimeout(200);
	}
	await page.reload();
}

function watch(page: Page, home: string, misdeeds: string[]): void {
	page.on('request', (request) => {
		const { origin, protocol } = new URL(request.url());
		if (origin !== home && !['data:', 'blob:'].includes(protocol)) misdeeds.push(`asks ${request.url()}`);
	});
	page.on('pageerror', (error) => misdeeds.push(`fails: ${error.message}`));
	page.on('console', (message) => {
		// Browsers also write refused requests to the console.
		if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
			misdeeds.push(message.text());
	});
}
