// What is read where JavaScript is off, before it has come, and on paper.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { requireAccessible, withoutItsScript } from './accessibility.fixture.ts';
import { example } from './example-links.ts';
import { describePages, ofWork, work } from './pages.fixture.ts';

describePages('the pages without a script', ({ open, on, total }) => {
	for (const width of [360, 800, 1280]) {
		// What follows from the theme follows from it at every width.
		for (const colorScheme of width === 360 ? (['light', 'dark'] as const) : (['light'] as const)) {
			it(`break no rule of accessibility at ${width} px, ${colorScheme}`, async () => {
				for (const path of [
					'/',
					work,
					`${work}?show=print`,
					'/search?q=maps',
					'/objects/doi/10.1000/nothing',
					'/explain',
					`/explain?id=${example.concept.id}&other=10.5072/maps.dr1`,
					'/providers',
					'/report',
					`/report?ids=${example.concept.id}%0Awords`,
				]) {
					const page = await open('/favicon.svg', { width, colorScheme });
					await withoutItsScript(page);
					await page.goto(path);
					await requireAccessible(page, path);
					await page.context().close();
				}
			});
		}
	}

	it(
		'lead from the field to a work, through its links, and back',
		on(
			'/',
			async (page) => {
				await page.locator('main').getByLabel('Identifier of a work, or its title').fill('10.5281/zenodo.11020');
				await page.keyboard.press('Enter');
				await page.waitForURL('**/objects/doi/10.5281/zenodo.11020');
				await page.getByRole('link', { name: 'Next' }).click();
				await page.getByText(/^Page 2 of/).waitFor();
				await page.locator('.links li.link h3 a').first().click();
				await page.getByRole('heading', { level: 1 }).waitFor();
				await page.goBack();
				await page.getByText(/^Page 2 of/).waitFor();
			},
			{ script: false },
		),
	);

	it(
		'explain how two identifiers are connected, and show the sources, from the navigation',
		on(
			'/',
			async (page) => {
				await page.getByRole('link', { name: 'Explain' }).click();
				await page.getByLabel('First identifier').fill(example.concept.id);
				await page.getByLabel('Second identifier').fill('10.5072/maps.dr1');
				await page.getByRole('button', { name: 'Explain' }).click();
				await page.getByRole('heading', { level: 2, name: 'The works are linked.' }).waitFor();
				assert.ok((await page.locator('.chain li').count()) >= 1);
				await page.getByLabel('First identifier').fill('maps of the sphere');
				await page.getByRole('button', { name: 'Explain' }).click();
				await page.getByText('search for works with them instead').waitFor();
				await page.getByRole('link', { name: 'Sources' }).click();
				await page.getByRole('rowheader', { name: 'Crossref' }).waitFor();
			},
			{ script: false },
		),
	);

	it(
		'report on a list and on a prefix: by the one button, and by Enter',
		on(
			'/report',
			async (page) => {
				await page.getByLabel('Identifiers, one per line').fill(example.concept.id);
				await page.getByRole('button', { name: 'Create report' }).click();
				await page.waitForURL('**/report?*');
				await page.getByRole('cell', { name: 'Software', exact: true }).waitFor();
				const saved = page.waitForEvent('download');
				await page.getByRole('link', { name: 'Save as CSV' }).click();
				assert.match(await readFile(await (await saved).path(), 'utf8'), /^\uFEFFinput,.*\r\n.*Skymap/);
				await page.getByRole('link', { name: 'Cited by, this version' }).click();
				await page.getByRole('columnheader', { name: 'Cited by, this version' }).waitFor();
				assert.match(page.url(), /sort=-identity_isCitedBy/);
				await page.goto('/report');
				await page.getByLabel('or all works with this DOI prefix').fill('10.5281');
				await page.keyboard.press('Enter');
				await page.getByRole('cell', { name: 'Software', exact: true }).first().waitFor();
			},
			{ script: false },
		),
	);

	it(
		'narrow the links of a work, order them, and give them in other forms',
		on(
			work,
			async (page) => {
				const filters = page.locator('form.filters');
				await filters.getByLabel('Software').check();
				await filters.getByRole('group', { name: 'Year of publication' }).getByLabel('From').fill('2018');
				await filters.getByRole('button', { name: 'Apply' }).click();
				const narrowed = { ...ofWork, relation: 'isCitedBy', type: 'software', publication_year: '2018--' };
				const name = `Cited by ${await total(narrowed)}`;
				await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
				await page.getByLabel('Order').selectOption('-mostrecent');
				await page.locator('form.order').getByRole('button', { name: 'Apply' }).click();
				await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
				assert.equal(await page.getByLabel('Order').inputValue(), '-mostrecent');
				await page.getByRole('link', { name: 'Share' }).click();
				await page.getByLabel('Language').selectOption('AsciiDoc');
				await page.locator('form.order').first().getByRole('button', { name: 'Apply' }).click();
				await page.getByText('image:http').waitFor();
				await page.locator('.export-menu summary').click();
				const csv = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href');
				assert.match(csv ?? '', /type=software.*publication_year=2018--.*format=csv/);
			},
			{ script: false },
		),
	);

	it(
		'unfold the versions of a work, and have the plot as a drawing and as a table',
		on(
			work,
			async (page) => {
				assert.ok((await page.locator('.plot svg .bar').count()) > 0);
				assert.equal(await page.getByRole('slider').count(), 0);
				await page.getByText('Show as a table').click();
				await page.getByRole('cell').first().waitFor();
				await page.getByRole('heading', { name: /^Versions/ }).click();
				await page
					.locator('details.versions')
					.getByRole('link', { name: /^v1\.0/ })
					.click();
				await page.getByRole('heading', { level: 1, name: 'Skymap 1.0' }).waitFor();
			},
			{ script: false },
		),
	);

	it(
		'show the count as soon as the page is there, however long its script takes',
		on('/', async (page) => {
			await page.route('**/assets/*.js', () => undefined);
			await page.goto(work, { waitUntil: 'commit' });
			await page.getByRole('heading', { level: 2, name: 'Cited by 64' }).waitFor();
		}),
	);

	it(
		'have nothing to press on paper',
		on(work, async (page) => {
			await page.locator('.links li.link').first().waitFor();
			await page.emulateMedia({ media: 'print' });
			assert.equal(await page.locator('button:visible, input:visible, nav.site-nav:visible').count(), 0);
			assert.ok(await page.locator('.links li.link').first().isVisible());
		}),
	);
});
