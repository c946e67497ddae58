// The forms in which a result, a plot or a graph can be had elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { describeExplorer, work } from './explorer.fixture.ts';

describeExplorer('what is taken away', ({ on, url }) => {
	const unfold = async (page: Page) => page.getByText('Take away').click();
	const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

	it(
		'is a link that shows the same',
		on(`${work}?type=software`, async (page) => {
			await unfold(page);
			await page.getByRole('button', { name: 'Copy the link' }).click();
			await page.getByText('Copied the link.').waitFor();
			assert.equal(await copied(page), `${url()}${work}?relation=isCitedBy&type=software`);
		}),
	);

	it(
		'is a call that answers the same',
		on(`${work}?type=software`, async (page) => {
			await unfold(page);
			await page.getByRole('button', { name: 'Copy as curl' }).click();
			await page.getByText('Copied as curl.').waitFor();
			const [, accept = '', address = ''] = /^curl -H 'Accept: ([^']+)' '([^']+)'$/.exec(await copied(page)) ?? [];
			const response = await fetch(address, { headers: { Accept: accept } });
			assert.equal(Number(response.headers.get('x-total-count')), await page.locator('.links li.link').count());
		}),
	);

	for (const format of ['csv', 'jsonl', 'scholix', 'bibtex', 'ris']) {
		it(
			`is the whole result as ${format}`,
			on(`${work}?type=software`, async (page) => {
				await unfold(page);
				const href = await page
					.locator('.downloads a')
					.evaluateAll(
						(links, wanted) =>
							links.map((link) => link.getAttribute('href') ?? '').find((href) => href.endsWith(`format=${wanted}`)),
						format,
					);
				assert.ok(href);
				const response = await fetch(url() + href);
				assert.equal(response.status, 200);
				assert.notEqual(await response.text(), '');
			}),
		);
	}

	it(
		'is a badge with text for a README',
		on(work, async (page) => {
			await unfold(page);
			await page.getByRole('button', { name: 'Copy Markdown' }).click();
			const badge = `${url()}/badges/doi/10.5072/skymap.svg?relation=isCitedBy&group_by=version`;
			await page.getByText('Copied the badge as Markdown.').waitFor();
			assert.equal(
				await copied(page),
				`[![cited by, counted by Link Broker](${badge})](${url()}${work}?relation=isCitedBy)`,
			);
			assert.match((await fetch(badge)).headers.get('content-type') ?? '', /^image\/svg\+xml/);
		}),
	);

	for (const [what, path] of [
		['plot', work],
		['graph', `${work}?relation=all&show=graph`],
	] as const) {
		it(
			`is a picture of the ${what} that needs nothing else`,
			on(path, async (page) => {
				await page.getByRole('button', { name: 'Save the picture as SVG' }).waitFor();
				const [download] = await Promise.all([
					page.waitForEvent('download'),
					page.getByRole('button', { name: 'Save the picture as SVG' }).click(),
				]);
				const svg = readFileSync(await download.path(), 'utf8');
				assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
				assert.match(svg, /fill="rgb\(/);
				assert.doesNotMatch(svg, / class=|<style|<script|var\(--/);
				const [picture] = await Promise.all([
					page.waitForEvent('download'),
					page.getByRole('button', { name: 'Save the picture as PNG' }).click(),
				]);
				assert.equal(
					readFileSync(await picture.path())
						.subarray(1, 4)
						.toString(),
					'PNG',
				);
			}),
		);
	}
});
