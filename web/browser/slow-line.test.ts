// What readers meet on a slow line: every answer takes 400 ms to come.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages, work } from './pages.fixture.ts';

const latency = 400;

describePages('the pages on a line of 400 ms', ({ open, on }) => {
	const slowDown = async (page: Page): Promise<void> => {
		const session = await page.context().newCDPSession(page);
		const noLimit = { downloadThroughput: -1, uploadThroughput: -1 };
		await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...noLimit });
	};

	it('shows how often a work is cited within two round trips', async () => {
		const times: number[] = [];
		// The machine may be busy with something else: the best of five counts.
		for (let attempt = 0; attempt < 5 && !times.some((time) => time < 3 * latency); attempt++) {
			const page = await open('/favicon.svg');
			await slowDown(page);
			await page.goto(work, { waitUntil: 'commit' });
			await page.getByRole('heading', { level: 2, name: 'Cited by 64' }).waitFor();
			times.push(await firstPaint(page));
			await page.context().close();
		}
		// The document and its styles, one after the other, and less than a third trip for all else.
		assert.ok(Math.min(...times) < 3 * latency, times.join(', '));
	});

	it(
		'asks for nothing more to show a work, the first page and the sources',
		on('/favicon.svg', async (page) => {
			const asked: string[] = [];
			page.on('request', (request) => {
				const { pathname, searchParams } = new URL(request.url());
				// How many retracted works a work cites is asked for after the page is shown.
				if (pathname.startsWith('/api/') && searchParams.get('flagged') !== 'retracted-cited')
					asked.push(request.url());
			});
			for (const [path, ready] of [
				[work, '.links li.link'],
				['/', '.offers'],
				['/providers', '.schemes tbody tr'],
			] as const) {
				await page.goto(path);
				await page.locator(ready).first().waitFor();
				await page.waitForLoadState('networkidle');
			}
			assert.deepEqual(asked, []);
		}),
	);

	it(
		'leads from words to a work, through its filters, pages and graph, and to an explanation',
		on('/', async (page) => {
			await slowDown(page);
			await page.getByLabel('Identifier of a work').fill('maps of the sphere');
			await page.getByRole('button', { name: 'Find' }).click();
			await page.waitForURL('**/search?q=**');
			await page.getByRole('link', { name: 'Skymap: maps of the sphere for survey astronomy' }).click();
			await page.getByRole('heading', { level: 2, name: 'Cited by 64' }).waitFor();
			await page.getByRole('link', { name: 'Next' }).click();
			await page.getByText(/^Page 2 of/).waitFor();
			await page.getByLabel(/^Software/).check();
			await page.waitForURL('**type=software**');
			await page.getByRole('heading', { level: 2, name: /^Cited by \d$/ }).waitFor();
			await page.getByRole('link', { name: 'Graph' }).click();
			await page.locator('a.node').first().waitFor();
			await page.getByRole('link', { name: 'Explain', exact: true }).click();
			await page.getByLabel('First identifier').fill(example.concept.id);
			await page.getByLabel('Second identifier').fill('10.5072/maps.dr1');
			await page.getByRole('button', { name: 'Explain' }).click();
			await page.locator('.chain li').first().waitFor();
		}),
	);

	it(
		'shows the sources, and creates a report',
		on('/', async (page) => {
			await slowDown(page);
			await page.getByRole('link', { name: 'Sources', exact: true }).click();
			await page.getByRole('rowheader', { name: 'Crossref' }).waitFor();
			await page.goto('/report');
			await page.getByLabel(/^Identifiers/).fill(example.concept.id);
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page
				.getByRole('link', { name: /^Skymap/ })
				.first()
				.waitFor();
		}),
	);

	it(
		'signs in, and lists events',
		on('/operator/events', async (page) => {
			await slowDown(page);
			await page.reload();
			await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
		}),
	);
});

/** Returns the milliseconds until a page showed its first text. */
async function firstPaint(page: Page): Promise<number> {
	return page.evaluate(async () => {
		const painted = () => performance.getEntriesByName('first-contentful-paint')[0];
		while (!painted()) await new Promise((resolve) => requestAnimationFrame(resolve));
		return painted()?.startTime ?? Number.POSITIVE_INFINITY;
	});
}
