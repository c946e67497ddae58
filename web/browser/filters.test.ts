// What narrows the links of a work: the filters, and the plot in which years are chosen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { example } from './example-links.ts';
import { describePages, ofWork, work } from './pages.fixture.ts';

describePages('narrowing the links of a work', ({ on, total }) => {
	describe('the filters', () => {
		const listed = (page: Page, count: number) =>
			page.getByRole('heading', { level: 2, name: `Cited by ${count}`, exact: true }).waitFor();

		it(
			'keep one type of work, and say how many there are of each',
			on(work, async (page) => {
				const count = await total({ ...ofWork, relation: 'isCitedBy', type: 'software' });
				await page.getByLabel(`Software ${count}`).check();
				await page.waitForURL('**?type=software');
				await listed(page, count);
			}),
		);

		it(
			'keep the links of one version, chosen in the list, until its chip is removed',
			on(work, async (page) => {
				const version = page.locator('.linked-versions a').first();
				const name = await version.textContent();
				assert.match(name ?? '', /^v\d\.\d$/);
				await version.click();
				await page.waitForURL('**?via=*');
				const via = new URL(page.url()).searchParams.get('via') ?? '';
				const count = await total({ ...ofWork, relation: 'isCitedBy', via });
				assert.ok(count > 0 && count < example.citing);
				await listed(page, count);
				await page.getByRole('link', { name: `Remove the filter Linked version: ${name}` }).click();
				await listed(page, example.citing);
			}),
		);

		it(
			'keep the years that are pulled over in the plot',
			on(work, async (page) => {
				const bar = (year: number) =>
					page
						.locator('.plot svg .year')
						.filter({ has: page.locator('title', { hasText: `${year}:` }) })
						.locator('.reach');
				await bar(2016).waitFor();
				const from = await bar(2016).boundingBox();
				const to = await bar(2019).boundingBox();
				assert.ok(from && to);
				await page.mouse.move(from.x + from.width / 2, from.y + 20);
				await page.mouse.down();
				await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 4 });
				await page.mouse.up();
				await page.waitForURL('**?publication_year=2016--2019');
				await listed(page, await total({ ...ofWork, relation: 'isCitedBy', publication_year: '2016--2019' }));
				await page.getByRole('link', { name: 'show all years' }).click();
				await listed(page, example.citing);
			}),
		);

		it(
			'keep the years that are set with the keyboard in the plot',
			on(work, async (page) => {
				const first = page.getByRole('slider', { name: 'First year' });
				await first.focus();
				await page.keyboard.press('ArrowRight');
				await page.keyboard.press('ArrowRight');
				await page.waitForURL('**?publication_year=2016--2024');
				const last = page.getByRole('slider', { name: 'Last year' });
				await last.focus();
				await page.keyboard.press('PageDown');
				await page.waitForURL('**?publication_year=2016--2019');
				assert.equal(await first.getAttribute('aria-valuenow'), '2016');
				assert.equal(await last.getAttribute('aria-valuenow'), '2019');
			}),
		);

		it(
			'take years, dates of the link and words that are typed',
			on(work, async (page) => {
				await page.getByLabel('Words').fill('title:survey');
				await page.getByRole('group', { name: 'Year of publication' }).getByLabel('From').fill('2018');
				await page.getByRole('group', { name: 'Date of the link' }).getByLabel('To').fill('2022-12-31');
				await page.locator('form.filters').getByRole('button', { name: 'Apply' }).click();
				await page.waitForURL('**?publication_year=2018--&to=2022-12-31&q=title%3Asurvey');
				const count = await total({
					...ofWork,
					relation: 'isCitedBy',
					publication_year: '2018--',
					to: '2022-12-31',
					q: 'title:survey',
				});
				assert.ok(count > 0);
				await listed(page, count);
				await page.getByRole('link', { name: 'Clear all filters' }).click();
				await listed(page, example.citing);
			}),
		);

		it(
			'are the same for whoever opens the address',
			on(`${work}?relation=isCitedBy&type=literature&publication_year=2015--<2020&q=survey`, async (page) => {
				await listed(
					page,
					await total({
						...ofWork,
						relation: 'isCitedBy',
						type: 'literature',
						publication_year: '2015--<2020',
						q: 'survey',
					}),
				);
				assert.equal(await page.getByLabel('Words').inputValue(), 'survey');
				assert.equal(await page.getByLabel(/^Literature/).isChecked(), true);
				assert.equal(
					await page.getByRole('group', { name: 'Year of publication' }).getByLabel('To').inputValue(),
					'2019',
				);
			}),
		);

		it(
			'show the problem of unreadable words',
			on(`${work}?q=title:(a`, async (page) => {
				await page.getByRole('alert').waitFor();
				assert.equal(await page.getByLabel('Words').getAttribute('aria-invalid'), 'true');
			}),
		);

		it(
			'say so when nothing fits',
			on(`${work}?relation=isCitedBy&q=nothinglikethis`, async (page) => {
				await page.getByText('No links match these filters.').waitFor();
				await page.getByRole('link', { name: 'Show all' }).click();
				await listed(page, example.citing);
			}),
		);
	});

	describe('the plot', () => {
		const numbers = async (page: Page) => {
			await page.locator('.plot').getByText('Show as a table').click();
			const cells = await page
				.locator('.plot tbody tr')
				.evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => Number(cell.textContent))));
			return cells;
		};

		it(
			'has the same counts by year and type as the API',
			on(work, async (page) => {
				await page.locator('.plot svg .bar').first().waitFor();
				const rows = await numbers(page);
				assert.equal(
					rows.reduce((sum, row) => sum + (row.at(-1) ?? 0), 0),
					example.citing - example.withoutYear,
				);
				for (const [year = 0, ...counts] of rows) {
					assert.equal(
						counts.at(-1),
						await total({ ...ofWork, relation: 'isCitedBy', publication_year: `${year}--${year}` }),
						String(year),
					);
				}
				await page.getByText(`${example.withoutYear} without a known year`).waitFor();
			}),
		);

		it(
			'has a colour and a mark for each type',
			on(work, async (page) => {
				await page.locator('.plot svg .bar').first().waitFor();
				const fills = await page
					.locator('.plot svg .bar')
					.evaluateAll((bars) => [...new Set(bars.map((bar) => getComputedStyle(bar).fill))]);
				assert.equal(fills.length, 3);
				assert.equal(await page.locator('.plot .legend li').count(), 3);
			}),
		);

		/** The links whose latest statement is of a year. */
		const lastStatedIn = async (year: number) => {
			const since = (from: number) => total({ ...ofWork, relation: 'isCitedBy', from: String(from) });
			return (await since(year)) - (await since(year + 1));
		};

		it(
			'counts by the year of the link on request',
			on(`${work}?relation=isCitedBy&axis=link`, async (page) => {
				await page.locator('.plot svg .bar').first().waitFor();
				const rows = await numbers(page);
				for (const [year = 0, ...counts] of rows) assert.equal(counts.at(-1), await lastStatedIn(year), String(year));
				assert.equal(
					rows.reduce((sum, row) => sum + (row.at(-1) ?? 0), 0),
					example.citing,
				);
			}),
		);

		it(
			'counts by the year of the link by itself, and says so, where hardly any year of publication is known',
			on(`${work}?relation=isCitedBy&q=type:unknown`, async (page) => {
				const note = page.getByText('By year of the link: no works have a known year of publication.');
				await note.waitFor();
				assert.equal(
					(await numbers(page)).reduce((sum, row) => sum + (row.at(-1) ?? 0), 0),
					example.withoutYear,
				);
				const which = page.getByRole('navigation', { name: 'Which year' });
				await which.getByRole('link', { name: 'of publication' }).click();
				await page.getByText('No year is known for any of these works.').waitFor();
				assert.equal(await note.count(), 0);
			}),
		);
	});
});
