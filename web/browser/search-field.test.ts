// Tests of the search field.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages, work } from './pages.fixture.ts';

describePages('the search field', ({ on }) => {
	const find = async (page: Page, text: string) => {
		await page.getByLabel('Identifier of a work').fill(text);
		await page.getByRole('button', { name: 'Find' }).click();
	};

	it(
		'shows how the broker understands it',
		on('/', async (page) => {
			const field = page.getByLabel('Identifier of a work');
			await field.fill(' https://doi.org/10.5072/SKYMAP');
			await page.getByText('Recognised as DOI: 10.5072/skymap').waitFor();
			await field.fill('1207.4464v2');
			await page.getByText('Recognised as arXiv: arXiv:1207.4464v2').waitFor();
			await field.fill('just words');
			await page.getByText('Searches for works with these words.').waitFor();
		}),
	);

	it(
		'sends no refused request while words are typed',
		on('/', async (page) => {
			const refused: string[] = [];
			page.on('response', (response) => {
				if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
			});
			await page.getByLabel('Identifier of a work').fill('maps of the sphere');
			await page.getByText('Searches for works with these words.').waitFor();
			await page.getByRole('button', { name: 'Find' }).click();
			await page
				.getByRole('heading', { level: 1 })
				.filter({ hasText: /works|Works|maps/ })
				.waitFor();
			await page.getByText('Read as words.').waitFor();
			assert.deepEqual(refused, []);
		}),
	);

	for (const form of [
		'doi:10.5072/SkyMap',
		'https://www.doi.org/10.5072/skymap',
		'https://github.com/example-org/skymap',
		'git@github.com:example-org/skymap.git',
		'github.com/example-org/skymap',
		'Castillo, M. (2013). Skymap: maps of the sphere. Zenodo. https://doi.org/10.5072/skymap.',
	]) {
		it(
			`finds a work pasted as ${form}`,
			on('/', async (page) => {
				await find(page, form);
				await page.getByRole('heading', { level: 1, name: 'Skymap: maps of the sphere' }).waitFor();
			}),
		);
	}

	it(
		'keeps what was typed and chosen before the script was loaded',
		on('/explain', async (page) => {
			let isThere = () => {};
			const awaited = new Promise<void>((resolve) => {
				isThere = resolve;
			});
			await page.route('**/assets/*.js', async (route) => {
				await awaited;
				await route.continue();
			});
			await page.goto('/', { waitUntil: 'commit' });
			await page.getByLabel('Identifier of a work').fill('10.5072/skymap');
			await page.getByLabel('Scheme').selectOption('doi');
			isThere();
			await page.getByText('Read as DOI').waitFor();
			await page.getByRole('button', { name: 'Find' }).click();
			await page.getByRole('heading', { level: 1, name: 'Skymap: maps of the sphere' }).waitFor();
		}),
	);

	it(
		'leads to the stable address of the work',
		on('/', async (page) => {
			await find(page, 'arxiv.org/abs/1501.01234');
			await page.waitForURL('**/objects/arxiv/arXiv:1501.01234');
			await page.getByRole('heading', { level: 1, name: 'Skymap: a description of the method' }).waitFor();
		}),
	);

	it(
		'shows on the page of the work how the text was understood',
		on('/', async (page) => {
			await find(page, 'https://doi.org/10.5072/SKYMAP');
			await page.getByText('Read “https://doi.org/10.5072/SKYMAP” as DOI 10.5072/skymap').waitFor();
			await page.locator('.links li.link h3 a').first().click();
			await page.getByText('Read “').waitFor({ state: 'detached' });
		}),
	);

	it(
		'lets the reader choose where an identifier names different works',
		on('/', async (page) => {
			await find(page, example.ambiguous);
			await page.getByText('names different works in different schemes').waitFor();
			await page.getByLabel('Scheme').selectOption('ads');
			await page.getByRole('button', { name: 'Find' }).click();
			await page.waitForURL('**/objects/ads/EXAMPLE-1');
		}),
	);

	it(
		'leads to the works that words find',
		on('/', async (page) => {
			await find(page, 'maps of the sphere');
			await page.waitForURL('**/search?q=maps+of+the+sphere');
			await page.getByRole('link', { name: 'Skymap: maps of the sphere for survey astronomy' }).waitFor();
			assert.equal(await page.getByLabel('Identifier of a work').inputValue(), 'maps of the sphere');
			await page.getByText('Read as words.').waitFor();
		}),
	);

	it(
		'lists the identifiers of a text that has several',
		on('/', async (page) => {
			await find(page, `${example.quiet}; https://doi.org/${example.concept.id}`);
			await page.getByText('contains several identifiers').waitFor();
			await page.getByRole('link', { name: `DOI ${example.quiet}` }).click();
			await page.waitForURL(`**/objects/doi/${example.quiet}`);
		}),
	);

	it(
		'is on every page',
		on(work, async (page) => {
			await find(page, '10.5072/maps.dr1');
			await page.getByRole('heading', { level: 1, name: 'Reference maps for testing' }).waitFor();
		}),
	);

	it(
		'has examples that lead to works',
		on('/', async (page) => {
			const links = page.locator('.examples a');
			await links.first().waitFor();
			const count = await links.count();
			assert.ok(count > 3, `${count} examples`);
			for (let at = 0; at < count; at++) {
				await page.goto('/');
				await links.nth(at).click();
				await page.locator('header.work').waitFor();
				await page.getByRole('link', { name: /^[1-9]\d* All relations$/ }).waitFor();
			}
		}),
	);
});
