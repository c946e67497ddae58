// The list of the links of a work: its orders, its table, and the exports of it, of the work and of ticked works.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { describePages, work } from './pages.fixture.ts';

const table = `${work}?form=table`;
const numbersOf = (page: Page) => page.locator('.links .tick .number').allInnerTexts();
const titlesOf = (page: Page) => page.locator('.links tbody th a').allInnerTexts();
const isReady = (page: Page) => page.locator('.links[aria-busy="false"]').waitFor();

/** Presses a button that sends a file; returns the file. */
async function fileOf(page: Page, button: string | RegExp): Promise<{ name: string; text: string }> {
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: button }).click(),
	]);
	return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Looks up works as programs do. */
async function lookUp(url: string, names: readonly string[]) {
	const response = await fetch(`${url}/api/objects/lookup`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(names),
	});
	return (await response.json()) as { results: { counts?: Record<'identity' | 'version', { isCitedBy: number }> }[] };
}

describePages('the list of a work', ({ on, url, open }) => {
	it(
		'numbers its works through all pages',
		on(work, async (page) => {
			assert.deepEqual(await numbersOf(page), range(1, 25));
			await page.getByRole('link', { name: 'Next' }).click();
			await page.getByText('Page 2 of 3').waitFor();
			await isReady(page);
			assert.deepEqual(await numbersOf(page), range(26, 50));
		}),
	);

	it(
		'has the orders of the API, in both forms',
		on(work, async (page) => {
			await page.getByLabel('Order').selectOption({ label: 'Title, A to Z' });
			await page.waitForURL('**?sort=title');
			await page.getByRole('link', { name: 'Table' }).click();
			await page.waitForURL('**?sort=title&form=table');
			await isReady(page);
			const titles = await titlesOf(page);
			assert.equal(titles.length, 25);
			assert.deepEqual(titles, titles.toSorted(new Intl.Collator('en').compare));
			const heading = page.getByRole('columnheader', { name: 'Title' });
			assert.equal(await heading.getAttribute('aria-sort'), 'ascending');
			await heading.getByRole('link').click();
			await page.waitForURL('**?sort=-title&form=table');
			await page.getByRole('columnheader', { name: 'Year' }).getByRole('link').click();
			await page.waitForURL('**?sort=published&form=table');
			await isReady(page);
			const years = (await page.locator('.links tbody td:nth-child(4)').allInnerTexts()).map(Number);
			assert.deepEqual(
				years,
				years.toSorted((one, other) => other - one),
			);
		}),
	);

	for (const script of [true, false]) {
		it(
			`shows how often each work is cited, in both forms, ${script ? 'with' : 'without'} a script`,
			on(
				work,
				async (page) => {
					const citedBy = (text: string) => Number(/cited by ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
					await page.getByRole('link', { name: 'Next' }).click();
					await page.getByText('Page 2 of 3').waitFor();
					await isReady(page);
					await page.locator('.link .about', { hasText: 'cited by' }).nth(24).waitFor();
					const listed = (await page.locator('.link .about').allInnerTexts()).map(citedBy);
					const ticks = page.locator('.links .tick input');
					const names = await ticks.evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
					const { results } = await lookUp(url(), names);
					assert.deepEqual(
						listed,
						results.map(({ counts }) => counts?.version.isCitedBy),
					);
					await page.getByRole('link', { name: 'Table' }).click();
					await page.waitForURL(/form=table/);
					await page.getByRole('columnheader', { name: 'Cited by' }).getByRole('link').click();
					await page.waitForURL(/sort=mostcited&form=table/);
					await isReady(page);
					await page.locator('.links tbody td:nth-child(5)', { hasText: /\d/ }).nth(24).waitFor();
					const cited = (await page.locator('.links tbody td:nth-child(5)').allInnerTexts()).map(Number);
					assert.deepEqual(
						cited,
						cited.toSorted((one, other) => other - one),
					);
				},
				{ script },
			),
		);
	}

	for (const script of [true, false]) {
		it(
			`is a table of 25 rows within 1,200 pixels, ${script ? 'with' : 'without'} a script`,
			on(
				work,
				async (page) => {
					await page.getByRole('link', { name: 'Table' }).click();
					await page.waitForURL('**?form=table');
					const box = await page.locator('.links table').boundingBox();
					assert.equal((await titlesOf(page)).length, 25);
					assert.ok(box && box.height <= 1_200, `${box?.height} pixels`);
					await page.getByRole('link', { name: 'Next' }).click();
					await page.getByText('Page 2 of 3').waitFor();
					await isReady(page);
					assert.deepEqual(await numbersOf(page), range(26, 50));
				},
				{ script },
			),
		);
	}

	it('keeps to the width of a phone as a table, and costs little', async () => {
		const page = await open('/', { width: 390 });
		const sizes: number[] = [];
		page.on('requestfinished', (request) => {
			sizes.push(0);
			const at = sizes.length - 1;
			void request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
				sizes[at] = responseBodySize + responseHeadersSize;
			});
		});
		await page.goto(table, { waitUntil: 'networkidle' });
		const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		assert.ok(wider <= 0, `${wider} pixels wider`);
		const bytes = sizes.reduce((sum, size) => sum + size, 0);
		assert.ok(sizes.length <= 10 && bytes <= 90_000, `${sizes.length} requests, ${bytes} bytes`);
		await page.context().close();
	});

	it(
		'exports the ticked works in their order, and copies references to them',
		on(table, async (page) => {
			const titles = await titlesOf(page);
			for (const number of ['Tick 4', 'Tick 2']) await page.getByLabel(number, { exact: true }).check();
			await page.getByLabel('Export as').selectOption('reference');
			const { name, text } = await fileOf(page, 'Export 2 ticked');
			assert.match(name, /\.txt$/);
			const lines = text.trimEnd().split('\n');
			assert.deepEqual(
				lines.map((line) => [1, 3].find((at) => line.includes(titles[at] ?? '?'))),
				[1, 3],
			);
			await page.getByRole('button', { name: 'Copy references' }).click();
			await page.getByText('Copied references to the ticked works.').waitFor();
			assert.deepEqual((await page.evaluate(() => navigator.clipboard.readText())).split('\n'), lines);
			await page.getByLabel('Tick all').check();
			await page.getByRole('button', { name: 'Export 25 ticked' }).waitFor();
			await page.getByRole('link', { name: 'Next' }).click();
			await page.getByText('Page 2 of 3').waitFor();
			await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
		}),
	);

	it(
		'exports the ticked works without a script, and all of them if none is ticked',
		on(
			`${work}?type=software`,
			async (page) => {
				await page.getByLabel('Tick 1', { exact: true }).check();
				assert.equal((await fileOf(page, 'Export')).text.trimEnd().split('\r\n').length, 2);
				await page.getByLabel('Tick 1', { exact: true }).uncheck();
				await page.getByLabel('Export as').selectOption('bibtex');
				const total = Number(/\d+/.exec(await page.locator('#links').innerText())?.[0]);
				assert.equal((await fileOf(page, 'Export')).text.match(/^@software/gm)?.length, total);
			},
			{ script: false },
		),
	);

	for (const path of ['', '?group_by=identity', '?show=graph', '?show=export', '?form=table', '?relation=cites']) {
		it(
			`has one menu of all exports, at ${path || 'its address'}`,
			on(
				work + path,
				async (page) => {
					await page.locator('summary', { hasText: /^Export$/ }).click();
					const menu = page.locator('.export-menu');
					const reference = await menu.locator('code').innerText();
					assert.match(
						reference,
						/^Castillo, María; Eriksen, Nils.*\(2013\)\. Skymap: .*https:\/\/doi\.org\/10\.5072\//,
					);
					const [ofWork, ofList] = await menu.locator('section').all();
					assert.ok(ofWork && ofList);
					const links = (part: typeof ofWork) =>
						part.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
					assert.deepEqual(
						(await links(ofWork)).map((href) => href.split('=').at(-1)),
						['ris', 'bibtex', 'csl', 'jsonld', 'json'],
					);
					const formats = ['csv', 'bibtex', 'ris', 'csl', 'reference', 'jsonl', 'scholix', 'inveniordm'];
					const hrefs = await links(ofList);
					assert.deepEqual(
						hrefs.map((href) => href.split('=').at(-1)),
						formats,
					);
					for (const href of [...(await links(ofWork)), ...hrefs]) {
						const answer = await fetch(url() + href);
						assert.ok(answer.ok && (await answer.text()) !== '', href);
					}
				},
				{ script: false },
			),
		);
	}
});

function range(from: number, to: number): string[] {
	return Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
}
