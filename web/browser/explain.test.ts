// Why two identifiers are one work, versions of one, or linked.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages, work } from './pages.fixture.ts';

describePages('the explanation of two identifiers', ({ on }) => {
	const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the explanation' }).getByRole('listitem');
	const explain = (id: string, other: string) => `/explain?${new URLSearchParams({ id, other })}`;

	it(
		'is linked from each further identifier of a work',
		on(work, async (page) => {
			await page.getByRole('link', { name: `Why does ${example.repository} belong to ${example.concept.id}?` }).click();
			await page.getByRole('heading', { level: 2, name: 'Both are identifiers of one work.' }).waitFor();
			assert.match(new URL(page.url()).search, /^\?id=10\.5072%2Fskymap&scheme=doi&other=https/);
		}),
	);

	it(
		'is linked from each version in the tree',
		on(work, async (page) => {
			await page.getByRole('heading', { name: /^Versions/ }).click();
			await page.getByRole('link', { name: 'Why is v2.0 a version?' }).click();
			await page.getByRole('heading', { level: 2, name: 'Both are versions of one work.' }).waitFor();
			assert.equal(await steps(page).count(), 1);
			assert.match(
				await steps(page).innerText(),
				/10\.5072\/skymap\s+has the version\s+stated by DataCite, 2019-03-16, as HasVersion\s+DOI\s+10\.5072\/skymap\.v2\.0/,
			);
		}),
	);

	it(
		'is linked from each link',
		on(work, async (page) => {
			await page
				.getByRole('link', { name: /^Why is 10\.5072\/work\.\d+ linked\?$/ })
				.first()
				.click();
			await page.getByRole('heading', { level: 2, name: 'The works are linked.' }).waitFor();
			assert.match(await steps(page).last().innerText(), /is cited by/);
		}),
	);

	it(
		'shows each step in the direction of reading',
		on(explain('10.5072/skymap.v1.0', 'arXiv:1501.01234'), async (page) => {
			await page.getByRole('heading', { level: 2, name: 'The works are linked.' }).waitFor();
			const texts = await steps(page).allInnerTexts();
			assert.match(texts.join('\n'), /is a supplement to/);
			for (const text of texts) assert.match(text, /stated by|address|number/);
		}),
	);

	it(
		'is available for any two identifiers',
		on('/', async (page) => {
			await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Explain' }).click();
			await page.getByLabel('First identifier').fill('https://doi.org/10.5072/SKYMAP');
			await page.getByLabel('Second identifier').fill('10.5072/maps.dr1');
			await page.getByRole('button', { name: 'Explain' }).click();
			await page.waitForURL('**/explain?id=*');
			await page.getByRole('heading', { level: 2, name: 'The works are linked.' }).waitFor();
			await page.getByRole('status').getByText('The works are linked.').waitFor();
		}),
	);

	it(
		'says that they have nothing to do with each other',
		on(explain(example.concept.id, example.quiet), async (page) => {
			await page.getByRole('heading', { level: 2, name: 'No reported link connects them.' }).waitFor();
			assert.equal(await page.getByRole('list', { name: 'Steps of the explanation' }).count(), 0);
		}),
	);

	it(
		'says which one is not known',
		on(explain(example.concept.id, example.unknown), async (page) => {
			await page.getByRole('alert').getByText(example.unknown).first().waitFor();
		}),
	);

	it(
		'links to the event for users who may read it',
		on(
			explain(example.concept.id, '10.5072/skymap.v1.0'),
			async (page) => {
				await steps(page).getByRole('link', { name: 'Event' }).click();
				await page.waitForURL('**/operator/events/*');
			},
			{ signedIn: true },
		),
	);
});
