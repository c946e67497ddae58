// Works that words find, with filters and an order.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { describePages } from './pages.fixture.ts';

describePages('the works that words find', ({ on, url }) => {
	const found = async (parameters: Readonly<Record<string, string>>) => {
		const response = await fetch(`${url()}/api/objects?${new URLSearchParams(parameters)}`);
		return ((await response.json()) as { total: number }).total;
	};
	const works = (page: Page) => page.locator('.links li.link h3 a');
	const counted = (page: Page, count: number) =>
		page.getByRole('heading', { level: 2, name: count === 1 ? '1 work' : `${count} works`, exact: true }).waitFor();

	it(
		'are listed with type, date, creators and numbers of links, a family once',
		on('/search?q=skymap+sphere', async (page) => {
			await counted(page, await found({ q: 'skymap sphere' }));
			const item = page.locator('li.link').filter({ hasText: 'Skymap: maps of the sphere' });
			assert.equal(await item.count(), 1);
			for (const text of ['Software', '2013-11-04', 'Castillo, María']) await item.getByText(text).first().waitFor();
			await item.getByRole('link', { name: 'cited by 64' }).click();
			await page.waitForURL('**/objects/doi/10.5072/skymap?relation=isCitedBy');
		}),
	);

	it(
		'are single versions on request',
		on('/search?q=skymap', async (page) => {
			await counted(page, await found({ q: 'skymap' }));
			await page.getByRole('link', { name: 'Each version' }).click();
			await page.waitForURL('**/search?q=skymap&group_by=identity');
			await counted(page, await found({ q: 'skymap', group_by: 'identity' }));
			await page.getByRole('link', { name: 'Skymap 2.0' }).waitFor();
		}),
	);

	it(
		'are narrowed by type, by year and by publisher',
		on('/search?q=survey', async (page) => {
			const software = await found({ q: 'survey', type: 'software' });
			await page.getByLabel(/^Software/).check();
			await page.waitForURL('**/search?q=survey&type=software');
			await counted(page, software);
			await page.getByLabel('All types').check();
			const year = page.getByRole('group', { name: 'Year of publication' }).getByRole('link').first();
			const [name = ''] = (await year.innerText()).split(/\s/);
			await year.click();
			await page.waitForURL(`**/search?q=survey&publication_year=${name}--${name}`);
			await counted(page, await found({ q: 'survey', publication_year: `${name}--${name}` }));
			await page.getByRole('link', { name: /^Remove the filter year of publication/ }).click();
			await page.waitForURL('**/search?q=survey');
			const publisher = page.getByRole('group', { name: 'Publisher' }).getByRole('link').first();
			await publisher.click();
			await page.waitForURL('**/search?q=survey+publisher*');
			assert.ok((await works(page).count()) > 0);
		}),
	);

	it(
		'come in the order that is chosen',
		on('/search?q=survey', async (page) => {
			await page.getByLabel('Order').selectOption('mostrecent');
			await page.waitForURL('**/search?q=survey&sort=mostrecent');
			await page.locator('.links[aria-busy="false"]').waitFor();
			const texts = await page.locator('.links li.link .about').allInnerTexts();
			const dates = texts.flatMap((text) => /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? []);
			assert.ok(dates.length > 1);
			assert.deepEqual(dates, [...dates].sort().reverse());
		}),
	);

	it(
		'are filtered, ordered and turned over without a script as well',
		on(
			'/search?q=survey',
			async (page) => {
				await page.getByLabel(/^Literature/).check();
				await page.getByRole('button', { name: 'Apply the type' }).click();
				await page.waitForURL('**/search?q=survey&type=literature');
				await counted(page, await found({ q: 'survey', type: 'literature' }));
				await page.getByLabel('Order').selectOption('mostrecent');
				await page.locator('.order').getByRole('button', { name: 'Apply' }).click();
				await page.waitForURL('**/search?q=survey&type=literature&sort=mostrecent');
				await page.getByRole('link', { name: 'Next' }).click();
				await page.getByText(/^Page 2 of/).waitFor();
				assert.ok(await page.getByLabel(/^Literature/).isChecked());
				await page.getByRole('link', { name: 'First page' }).click();
				await page.getByText(/^Page 1 of/).waitFor();
			},
			{ script: false },
		),
	);

	it(
		'go from page to page without repeating a work',
		on('/search?q=*', async (page) => {
			const total = await found({ q: '*' });
			const seen: string[] = [];
			for (let number = 1; ; number++) {
				await page.getByText(`Page ${number} of ${Math.ceil(total / 25)}`).waitFor();
				await page.locator('.links[aria-busy="false"] li.link').first().waitFor();
				seen.push(...(await works(page).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))));
				const next = page.getByRole('link', { name: 'Next' });
				if ((await next.count()) === 0) break;
				await next.click();
			}
			assert.equal(seen.length, total);
			assert.equal(new Set(seen).size, total);
			await page.getByRole('link', { name: 'First page' }).click();
			await page.getByText('Page 1 of').waitFor();
		}),
	);

	it(
		'have their journal and publishers in one line below the title',
		on('/search?q=skymap+sphere', async (page) => {
			const place = page.locator('li.link .place').first();
			assert.equal(await place.innerText(), 'Celestial Letters · Zenodo');
			assert.equal(await place.evaluate((element) => getComputedStyle(element).whiteSpace), 'nowrap');
		}),
	);

	it(
		'have most words where one is misspelt, and queries of other words and of fewer are offered',
		on('/search?q=Skymap+shpere&type=software', async (page) => {
			await counted(page, await found({ q: 'skymap', type: 'software' }));
			await page.getByText('No work that matches the filters has all of these words.').waitFor();
			await page.getByText('Missing: shpere').first().waitFor();
			await page.getByText('Without shpere: Skymap').waitFor();
			await page.getByText('Did you mean').waitFor();
			await page.getByRole('link', { name: 'Skymap sphere', exact: true }).press('Enter');
			await page.waitForURL('**/search?q=Skymap+sphere&type=software');
			await counted(page, await found({ q: 'skymap sphere', type: 'software' }));
		}),
	);

	it(
		'are found by the title of a version, which is linked',
		on('/search?q=Skymap+2.1', async (page) => {
			await page.locator('li.link', { hasText: 'Version:' }).getByRole('link', { name: 'Skymap 2.1' }).click();
			await page.waitForURL('**/objects/doi/10.5072/skymap.v2.1?group_by=identity');
		}),
	);

	it(
		'are none where no work has the words',
		on('/search?q=nothinglikethis', async (page) => {
			await counted(page, 0);
			await page.getByText('No known work').waitFor();
			await page.getByRole('link', { name: 'search each version' }).click();
			await page.waitForURL('**/search?q=nothinglikethis&group_by=identity');
			await page.getByText('No known work').waitFor();
			assert.equal(await page.getByRole('link', { name: 'search each version' }).count(), 0);
		}),
	);

	it(
		'cannot be found with unreadable words, whose place is shown',
		on('/search?q=title:(a', async (page) => {
			await page.getByRole('alert').waitFor();
			assert.notEqual(await page.getByRole('alert').innerText(), '');
		}),
	);
});
