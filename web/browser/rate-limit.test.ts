// How many pages a reader may open where the broker limits requests to 60 a minute.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { example } from './example-links.ts';
import { describePages, work } from './pages.fixture.ts';

describePages(
	'a broker that takes 60 requests a minute',
	({ on }) => {
		it(
			'refuses none of ten pages that are opened one after another',
			on('/favicon.svg', async (page) => {
				const refused: string[] = [];
				page.on('response', (response) => {
					if (response.status() === 429) refused.push(response.url());
				});
				for (const [path, ready] of [
					['/', '.offers'],
					[work, '.links li.link'],
					[`${work}?relation=all&type=literature&publication_year=2016--2020`, '.links li.link'],
					['/search?q=maps', '.links li.link'],
					['/objects/doi/10.5072/maps.dr1', '.links li.link'],
					[`${work}?relation=all&show=graph`, 'a.node'],
					[`/explain?id=${example.concept.id}&other=10.5072/maps.dr1`, '.chain li'],
					['/providers', 'tbody tr'],
					[`/report?ids=${example.concept.id}`, '.works tbody tr, table tbody tr'],
					['/objects/doi/10.5072/work.001', '.links li.link'],
				] as const) {
					await page.goto(path);
					await page.locator(ready).first().waitFor();
					await page.waitForLoadState('networkidle');
					assert.equal(await page.locator('.failure').count(), 0, path);
				}
				assert.deepEqual(refused, []);
			}),
		);
	},
	{ RATE_LIMIT: '60' },
);
