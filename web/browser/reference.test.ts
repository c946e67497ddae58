// Tests of the API reference and of the explanations of problems.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { requireAccessible } from './accessibility.fixture.ts';
import { describePages } from './pages.fixture.ts';

describePages('the reference of the interface', ({ open, on, url }) => {
	it(
		'runs its examples on the links of corner.py',
		on('/docs/relationships', async (page) => {
			const run = page.getByRole('button', { name: /^Run: \/api\/relationships/ });
			for (const at of [0, 1]) await run.nth(at).click();
			await page.getByText(/^200 OK · .* · 203 in total$/).waitFor();
			await page.getByText(/^200 OK · .* · 102 in total$/).waitFor();
			await page.goto('/docs/embedding');
			await page
				.getByRole('button', { name: /^Run: \/badges/ })
				.first()
				.click();
			await page.locator('.example + [role=status] img').waitFor();
		}),
	);

	it('has whole names beside its contents, in few requests and kilobytes, on every page', async () => {
		const page = await open('/docs');
		for (const path of await pathsOf(page)) {
			const sizes: Promise<number>[] = [];
			const count = async (request: Request) => {
				const { responseBodySize, responseHeadersSize } = await request.sizes();
				return responseBodySize + responseHeadersSize;
			};
			const add = (request: Request) => sizes.push(count(request));
			page.on('requestfinished', add);
			await page.goto(path, { waitUntil: 'networkidle' });
			page.off('requestfinished', add);
			const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
			assert.ok(sizes.length <= 10 && bytes <= 90_000, `${path}: ${sizes.length} requests, ${bytes} bytes`);
			assert.deepEqual(await brokenNames(page), [], path);
			const tables = await page
				.locator('.scrolling')
				.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
			assert.equal(tables, 0, `${path} has tables that scroll`);
			const [contents, main] = await Promise.all([
				page.getByRole('navigation', { name: 'API' }).boundingBox(),
				page.getByRole('main').boundingBox(),
			]);
			assert.ok(contents && main && contents.x + contents.width <= main.x, `${path} has its contents at the side`);
		}
		await page.context().close();
	});

	for (const script of [true, false]) {
		it(
			`leads to an operation from its contents, ${script ? 'unfolded at the side' : 'without its script'}`,
			on(
				'/docs',
				async (page) => {
					const contents = page.getByRole('navigation', { name: 'API' });
					await contents.getByRole('link', { name: 'Operators', exact: true }).click();
					await page.getByRole('heading', { level: 1, name: 'Operators' }).waitFor();
					await contents.getByRole('link', { name: 'Create an access token' }).click();
					await page.waitForURL('**/docs/operators#createToken');
					assert.ok(await page.getByRole('heading', { name: 'POST /tokens', exact: true }).isVisible());
					assert.ok(await contents.getByRole('link', { name: 'Create an access token' }).isVisible());
				},
				{ script },
			),
		);
	}

	it(
		'folds the contents of a page where the screen is narrow, and is as wide as that',
		on(
			'/docs/operators',
			async (page) => {
				const entry = page.getByRole('link', { name: 'Create an access token' });
				assert.ok(!(await entry.isVisible()));
				await page.getByText('On this page').click();
				await entry.click();
				await page.waitForURL('**/docs/operators#createToken');
				await requireAccessible(page, 'contents that are unfolded');
			},
			{ width: 390 },
		),
	);

	it(
		'follows anchors of the one page that the reference once was',
		on('/docs#submitEvent', async (page) => {
			await page.waitForURL('**/docs/events#submitEvent');
			await page.goto('/docs#schema-Problem');
			await page.waitForURL('**/docs/schemas#schema-Problem');
			await page.goto('/docs#events');
			await page.getByRole('heading', { level: 2, name: 'Events' }).waitFor();
		}),
	);

	it(
		'is where the type of a problem leads to',
		on('/', async (page) => {
			const response = await fetch(`${url()}/api/relationships?relation=cited`);
			await page.goto(((await response.json()) as { type: string }).type);
			await page.getByRole('heading', { level: 1, name: 'Invalid query parameter' }).waitFor();
			await page.getByRole('link', { name: 'API', exact: true }).click();
			await page.getByRole('heading', { level: 1, name: /^The API of Link Broker/ }).waitFor();
		}),
	);
});

/** Returns the paths of all pages of the reference. */
async function pathsOf(page: Page): Promise<string[]> {
	const links = page.getByRole('navigation', { name: 'API' }).getByRole('link');
	return links.evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname));
}

/** Returns the names of paths, parameters, fields and schemas that take more than one line. */
async function brokenNames(page: Page): Promise<(string | null)[]> {
	return page
		.locator('.reference :is(nav, h2, table, li) code')
		.evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).map((one) => one.textContent));
}
