// A report on a list of works: pasted, from a file, from an address; sorted, exported, on paper.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages } from './pages.fixture.ts';

const [concept, first] = example.versions;
const list = [first, concept, example.unknown, 'no identifier'];
const address = `/report?${new URLSearchParams({ ids: list.join('\n') })}`;

const counted = { cites: 0, isCitedBy: 1, isSupplementTo: 0, isSupplementedBy: 0, isRelatedTo: 0 };

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Table of works' }).locator('tbody tr');
const given = async (page: Page) => (await rowsOf(page).locator('.given').allInnerTexts()).map((text) => text.trim());

/** Answers the counts of a row by which it is cited: itself, and with all versions. */
async function citedOf(page: Page, row: number): Promise<number[]> {
	const texts = await rowsOf(page).nth(row).locator('td.amount').allInnerTexts();
	return texts.slice(0, 2).map((text) => Number(text.replaceAll(',', '')));
}

describePages('a report on a prefix or a provider', ({ on, open }) => {
	const prefix = String(concept).split('/')[0] as string;

	it(
		'is made of the form, the most cited first, with sums and providers, at its own address',
		on('/report', async (page) => {
			await page.getByLabel('or all works with this DOI prefix').fill(prefix);
			await page.getByLabel('New since').fill('1900-01-01');
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page.getByRole('heading', { name: `works with DOIs that begin with ${prefix}` }).waitFor();
			await page.getByRole('button', { name: 'Print' }).waitFor();
			assert.equal(new URL(page.url()).search, `?prefix=${prefix}&since=1900-01-01`);
			const cited = await Promise.all([0, 1].map(async (row) => (await citedOf(page, row))[1] ?? 0));
			assert.ok((cited[0] ?? 0) >= (cited[1] ?? 0));
			await page.getByRole('heading', { name: 'Most cited' }).waitFor();
			const providers = page.getByRole('region', { name: 'Table of providers' });
			assert.ok((await providers.locator('tbody tr').count()) > 1);
			await page.locator('.sums', { hasText: 'new since 1900-01-01' }).waitFor();
			await providers.getByRole('link', { name: 'Crossref' }).click();
			await page.getByText(/works that the provider links, as of \d{4}/).waitFor();
			assert.equal(await page.getByLabel('or all works in the links of a provider').inputValue(), 'Crossref');
			await page.goBack();
			await page.getByRole('heading', { name: `works with DOIs that begin with ${prefix}` }).waitFor();
			assert.equal(await page.getByLabel('or all works with this DOI prefix').inputValue(), prefix);
		}),
	);

	it(
		'is one click from the page of the sources',
		on('/providers', async (page) => {
			await page.getByRole('region', { name: 'Table of providers' }).getByRole('link', { name: 'DataCite' }).click();
			await page.getByRole('heading', { name: /works linked by DataCite/ }).waitFor();
			assert.equal(new URL(page.url()).search, '?provider=DataCite');
		}),
	);

	it(
		'shows problems: several subjects, a wrong prefix, an unknown provider',
		on('/report', async (page) => {
			await page.getByLabel('or all works with this DOI prefix').fill('zenodo');
			await page.getByLabel('or all works in the links of a provider').fill('Nobody');
			const report = page.getByRole('button', { name: 'Create report', exact: true });
			await report.click();
			await page.getByText('Enter only one of these: a list, a DOI prefix or a provider').waitFor();
			await page.getByLabel('or all works in the links of a provider').fill('');
			await report.click();
			await page.getByText('must be a prefix of DOIs').waitFor();
			await page.getByLabel('or all works with this DOI prefix').fill('');
			await page.getByLabel('or all works in the links of a provider').fill('Nobody');
			await report.click();
			await page.getByText('Unknown link provider: "Nobody"').waitFor();
		}),
	);

	it('has all of its rows on paper, also those that are not shown yet', async () => {
		const page = await open('/favicon.svg');
		const works = Array.from({ length: 600 }, (_, at) => ({
			...{ input: `10.5072/${at}`, understood_as: { ID: `10.5072/${at}`, IDScheme: 'doi' }, known: true },
			counts: { identity: counted, version: counted },
		}));
		await page.route('**/api/reports', (route) => route.fulfill({ json: { works } }));
		await page.goto('/report');
		await page.getByLabel('or all works with this DOI prefix').fill(prefix);
		await page.getByRole('button', { name: 'Create report', exact: true }).click();
		await page.getByRole('button', { name: 'Show all 600 works' }).waitFor();
		assert.equal(await rowsOf(page).count(), 500);
		await page.pdf();
		assert.equal(await rowsOf(page).count(), 600);
		await page.context().close();
	});
});

describePages('a report', ({ on, open, total }) => {
	it(
		'is made of a pasted list, with counts at both levels, and below the left-out identifiers',
		on('/', async (page) => {
			await page.getByRole('link', { name: 'a report on a list of identifiers' }).click();
			await page.getByLabel('Identifiers, one per line').fill(list.join('\n'));
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page.getByRole('heading', { name: `2 works for ${list.length} identifiers` }).waitFor();
			const cited = (groupBy: string) =>
				total({ id: first as string, scheme: 'doi', group_by: groupBy, relation: 'isCitedBy' });
			assert.deepEqual(await citedOf(page, 0), [await cited('identity'), await cited('version')]);
			// All versions have the title and the page that they share, a version has its own.
			const links = () =>
				rowsOf(page)
					.getByRole('link')
					.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
			assert.deepEqual(new Set(await links()), new Set([`/objects/doi/${concept}`]));
			await page.getByRole('link', { name: 'This version', exact: true }).click();
			await page.locator('.level-choice [aria-current]', { hasText: 'This version' }).waitFor();
			assert.deepEqual(await links(), [`/objects/doi/${first}`, `/objects/doi/${concept}`]);
			await page.getByRole('heading', { name: 'Not recognised: 1' }).waitFor();
			await page.getByRole('heading', { name: 'Unknown identifiers: 1' }).waitFor();
			await page.getByText(example.unknown, { exact: true }).last().waitFor();
		}),
	);

	it('is there with the page, whose script asks for nothing', async () => {
		const page = await open('/favicon.svg');
		const asked: string[] = [];
		page.on('request', (request) => asked.push(new URL(request.url()).pathname));
		await page.goto(address);
		await rowsOf(page).first().waitFor();
		await page.waitForLoadState('networkidle');
		assert.deepEqual(
			asked.filter((path) => path.startsWith('/api')),
			[],
		);
		await page.context().close();
	});

	it(
		'is at an address that shows the same again, also after going back',
		on(address, async (page) => {
			await rowsOf(page).first().waitFor();
			assert.deepEqual(await given(page), [first, concept]);
			await page.getByLabel('Identifiers, one per line').fill(String(concept));
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page.getByRole('heading', { name: 'One work for 1 identifier' }).waitFor();
			await page.goBack();
			await page.getByRole('heading', { name: `2 works for ${list.length} identifiers` }).waitFor();
			assert.equal(await page.getByLabel('Identifiers, one per line').inputValue(), list.join('\n'));
		}),
	);

	it(
		'is sorted with the keyboard, and says how',
		on(address, async (page) => {
			await rowsOf(page).first().waitFor();
			const header = page.getByRole('columnheader', { name: 'Cited by, this version' });
			await header.getByRole('link').focus();
			await page.keyboard.press('Enter');
			assert.equal(await header.getAttribute('aria-sort'), 'descending');
			const most = [(await citedOf(page, 0))[0] ?? 0, (await citedOf(page, 1))[0] ?? 0];
			assert.ok((most[0] ?? 0) >= (most[1] ?? 0));
			await page.keyboard.press('Enter');
			assert.equal(await header.getAttribute('aria-sort'), 'ascending');
		}),
	);

	it(
		'counts new citations since a date, also at its address',
		on(address, async (page) => {
			await rowsOf(page).first().waitFor();
			await page.getByLabel('New since').fill('1900-01-01');
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page.getByRole('columnheader', { name: 'New since 1900-01-01', exact: true }).waitFor();
			assert.equal(new URL(page.url()).searchParams.get('since'), '1900-01-01');
			const amounts = await rowsOf(page).first().locator('td.amount').allInnerTexts();
			assert.deepEqual(amounts.slice(-2), amounts.slice(0, 2));
		}),
	);

	it(
		'takes a file, and is saved as CSV with a row for each identifier',
		on('/report', async (page) => {
			await page
				.locator('input[type=file]')
				.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(list.join('\r\n')) });
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			const saved = page.waitForEvent('download');
			await page.getByRole('link', { name: 'Save as CSV' }).click();
			const [header, ...rows] = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
			assert.match(header ?? '', /^input,.*,version_isCitedBy,.*,title,version_name,type,published,/);
			assert.equal(rows.length, list.length);
		}),
	);

	it(
		'asks for identifiers, and reports a list too long for an address',
		on('/report', async (page) => {
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page.getByText('Enter identifiers, one per line').waitFor();
			const long = [concept, ...Array.from({ length: 300 }, (_, at) => `10.5072/nothing.${at}`)];
			await page.getByLabel('Identifiers, one per line').fill(long.join('\n'));
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page.getByText('The list is too long for a link').waitFor();
			assert.equal(new URL(page.url()).search, '');
			// It stays while it is ordered, and counted otherwise.
			await page.getByRole('link', { name: 'This version', exact: true }).click();
			await page.getByRole('link', { name: 'Cited by, this version' }).click();
			await page.getByRole('heading', { name: 'One work for 301 identifiers' }).waitFor();
			assert.equal(new URL(page.url()).search, '?level=identity&sort=-identity_isCitedBy');
		}),
	);

	it(
		'has its table and plot on paper, and no box',
		on(address, async (page) => {
			await rowsOf(page).first().waitFor();
			await page.emulateMedia({ media: 'print' });
			assert.ok(await page.locator('.cited-plot svg').isVisible());
			assert.ok(await page.getByRole('link', { name: /^Work/ }).isVisible());
			assert.equal(await page.locator('.list-form').isVisible(), false);
		}),
	);

	it('goes on where a request failed', async () => {
		const page = await open('/favicon.svg');
		// The first hundred come with the page.
		const long = [concept, ...Array.from({ length: 110 }, (_, at) => `10.5072/n${at}`)];
		let refused = false;
		await page.route('**/api/reports', (route) => {
			if (refused) return route.continue();
			refused = true;
			return route.fulfill({ status: 503, body: '{}', contentType: 'application/problem+json' });
		});
		await page.goto(`/report?${new URLSearchParams({ ids: long.join('\n') })}`);
		await page.getByRole('heading', { name: 'One work for 111 identifiers' }).waitFor();
		await page.getByRole('button', { name: 'Load the next works' }).click();
		await page.getByRole('heading', { name: 'Unknown identifiers: 110' }).waitFor();
		await page.context().close();
	});
});
