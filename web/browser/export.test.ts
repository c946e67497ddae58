// The forms in which a result, a plot or a graph is shown elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { describePages, work } from './pages.fixture.ts';

describePages('what a reader shares of a work', ({ on, url }) => {
	const unfold = async (page: Page) => page.getByRole('link', { name: 'Share' }).click();
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
			const count = Number(response.headers.get('x-total-count'));
			await page.getByRole('link', { name: 'List' }).click();
			await page.getByRole('heading', { level: 2, name: `Cited by ${count}`, exact: true }).waitFor();
		}),
	);

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

	it(
		'is a badge in the style and the language that are chosen',
		on(work, async (page) => {
			await unfold(page);
			await page.getByLabel('Style').selectOption('for-the-badge');
			await page.getByLabel('Language').selectOption('reStructuredText');
			const badge = `${url()}/badges/doi/10.5072/skymap.svg?relation=isCitedBy&group_by=version&style=for-the-badge`;
			await page.locator(`.export img[src="${badge.slice(url().length)}"]`).waitFor();
			await page.getByRole('button', { name: 'Copy reStructuredText' }).click();
			await page.getByText('Copied the badge as reStructuredText.').waitFor();
			assert.equal(
				await copied(page),
				`.. image:: ${badge}\n   :alt: cited by, counted by Link Broker\n   :target: ${url()}${work}?relation=isCitedBy`,
			);
			assert.equal((await fetch(badge)).status, 200);
		}),
	);

	it(
		'is a box for a page, as a script and as a frame, in the colours that are chosen',
		on(work, async (page) => {
			await unfold(page);
			await page.getByLabel('Colours').selectOption('dark');
			await page.getByRole('button', { name: 'Copy script' }).click();
			await page.getByText('Copied the box as a script.').waitFor();
			assert.equal(
				await copied(page),
				`<script src="${url()}/embed.js" data-id="10.5072/skymap" data-scheme="doi" data-relation="isCitedBy" data-group-by="version" data-theme="dark" async></script>`,
			);
			await page.getByRole('button', { name: 'Copy iframe' }).click();
			await page.getByText('Copied the box as an iframe.').waitFor();
			assert.match(await copied(page), /^<iframe src="[^"]*\/embed\/doi\/10\.5072\/skymap\?[^"]*theme=dark" title=/);
			const href = (await page.getByRole('link', { name: 'Preview the box' }).getAttribute('href')) ?? '';
			assert.equal((await fetch(url() + href)).status, 200);
		}),
	);

	it(
		'is a line with a link for a deposit on Zenodo',
		on(work, async (page) => {
			await unfold(page);
			await page.getByRole('button', { name: 'Copy line' }).click();
			await page.getByText('Copied the line for a description.').waitFor();
			const address = `${url()}${work}?relation=isCitedBy`;
			assert.equal(
				await copied(page),
				`<p>Cited by the works listed at Link Broker: <a href="${address}">${address}</a></p>`,
			);
		}),
	);

	for (const [what, path, drawn] of [
		['plot', work, '.plot'],
		['graph', `${work}?relation=all&show=graph`, '.graph-drawing'],
	] as const) {
		it(
			`is a picture of the ${what} that needs nothing else`,
			on(path, async (page) => {
				const save = (format: string) =>
					page.locator(drawn).getByRole('button', { name: `Save the image as ${format}` });
				await save('SVG').waitFor();
				const [download] = await Promise.all([page.waitForEvent('download'), save('SVG').click()]);
				const svg = readFileSync(await download.path(), 'utf8');
				assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
				assert.match(svg, /fill="rgb\(/);
				assert.doesNotMatch(svg, / class=|<style|<script|var\(--/);
				const [picture] = await Promise.all([page.waitForEvent('download'), save('PNG').click()]);
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
