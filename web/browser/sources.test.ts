// Tests of providers and statistics on the home page and the page of the sources, and of an empty
// broker.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describePages, waitUntilCounted } from './pages.fixture.ts';

type Answer = { providers: { name: string; links: number }[]; types: { type: string; works: number }[] };

describePages('the sources', ({ on, url }) => {
	const sources = async (): Promise<Answer> => (await fetch(`${url()}/api/sources`)).json() as Promise<Answer>;

	it(
		'are listed with links, works, dates and years, those with the most links first',
		on('/providers', async (page) => {
			await waitUntilCounted(page);
			const rows = page.getByRole('region', { name: 'Table of providers' }).locator('tbody tr');
			await rows.first().waitFor();
			const { providers } = await sources();
			assert.equal(await rows.count(), providers.length);
			const first = rows.first();
			assert.equal(await first.getByRole('rowheader').innerText(), providers[0]?.name);
			assert.equal(await first.locator('td').first().innerText(), providers[0]?.links.toLocaleString('en'));
			assert.match((await first.getByRole('img').getAttribute('aria-label')) ?? '', /^\d{4}(–\d{4})?: [\d,]+/);
			await page.getByRole('heading', { name: 'Identifiers by scheme' }).waitFor();
		}),
	);

	it(
		'are on the first page, and lead to the works of each type and to all providers',
		on('/', async (page) => {
			await waitUntilCounted(page);
			const { types } = await sources();
			const most = types[0];
			const count = page.locator('.statistics a').first();
			assert.ok((await count.innerText()).startsWith(most?.works.toLocaleString('en') ?? ''));
			await count.click();
			await page.getByRole('heading', { level: 2, name: new RegExp(`^${most?.works.toLocaleString('en')}`) }).waitFor();
			await page.goBack();
			await page.getByRole('link', { name: 'All sources, with their links per year' }).click();
			await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
		}),
	);

	it(
		'are commands to fill an empty broker, or a note while statistics are computed',
		on('/', async (page) => {
			const nothing = {
				...{ as_of: null, current: false, empty: true, last_applied: null, works: 0, links: 0, identifiers: 0 },
				...{ types: [], schemes: [], providers_total: 0, providers: [], examples: [] },
			};
			// The page holds the answer of the broker, which is not empty.
			await page.route('/', async (route) => {
				const response = await route.fetch();
				const body = (await response.text()).replace(/(?<="answers":){.*(?=}<\/script>)/s, '{}');
				await route.fulfill({ response, body });
			});
			const answer = (body: object) =>
				page.route('**/api/sources*', (route) => route.fulfill({ json: body }), { times: 1 });
			await answer(nothing);
			await page.reload();
			assert.match(await page.locator('.commands').innerText(), /^\$ npx link-broker events load examples/);
			await answer({ ...nothing, empty: false });
			await page.reload();
			await page.getByText('The statistics are being computed.').waitFor();
		}),
	);
});
