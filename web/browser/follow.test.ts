// The menu with the ways to follow what a page shows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { requireAccessible } from './accessibility.fixture.ts';
import { describePages, work } from './pages.fixture.ts';

describePages('Follow', ({ on, url }) => {
	/** Opens the menu, and reads the feed that it offers. */
	const followed = async (page: Page) => {
		await page.locator('summary', { hasText: 'Follow' }).click();
		const feed = await page.getByRole('link', { name: 'Atom feed' }).getAttribute('href');
		const ofHead = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
		assert.equal(ofHead, url() + feed);
		await requireAccessible(page, `Follow at ${page.url()}`);
		const answer = await fetch(url() + feed);
		assert.match(answer.headers.get('content-type') ?? '', /^application\/atom\+xml/);
		return { feed, text: await answer.text() };
	};

	it(
		'offers the feed of a work with all its versions, or of this version',
		on(work, async (page) => {
			const { feed, text } = await followed(page);
			assert.equal(feed, `${work}/feed.atom?group_by=version`);
			assert.match(text, /<entry>/);
			await page.getByRole('button', { name: 'Copy address' }).click();
			assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url() + feed);
			await page.goto(`${url()}${work}?group_by=identity`);
			assert.equal((await followed(page)).feed, `${work}/feed.atom`);
		}),
	);

	it(
		'offers the feed of a search',
		on('/search?q=corner', async (page) => {
			const { feed, text } = await followed(page);
			assert.equal(feed, '/search/feed.atom?q=corner');
			assert.match(text, /<title>Citations of works found for “corner”/);
		}),
	);

	it(
		'offers the feed of the prefix and of the list of a report',
		on('/report?prefix=10.5281', async (page) => {
			assert.equal((await followed(page)).feed, '/api/changes?format=atom&prefix=10.5281&group_by=version');
			await page.goto(`${url()}/report?ids=10.5281%2Fzenodo.11020&level=identity`);
			assert.equal((await followed(page)).feed, '/api/changes?format=atom&ids=10.5281%2Fzenodo.11020');
		}),
	);
});
