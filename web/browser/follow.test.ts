// The menu with the ways to follow what a page shows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { requireAccessible, withoutItsScript } from './accessibility.fixture.ts';
import { operator } from './broker.fixture.ts';
import { describePages, ofWork, work } from './pages.fixture.ts';

describePages('Follow', ({ on, open, url }) => {
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

	/** Opens the form for a webhook from the menu, and signs in on the way. */
	const subscribe = async (page: Page) => {
		await page.locator('summary', { hasText: 'Follow' }).click();
		await page.getByRole('link', { name: 'Webhook' }).click();
		await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
		await page.getByLabel('Email').fill(operator.email);
		await page.getByLabel('Password').fill(operator.password);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'New subscription' }).waitFor();
	};

	for (const script of [true, false])
		it(
			`leads through the sign-in to the form, filled in, ${script ? 'with' : 'without'} a script`,
			on(
				work,
				async (page) => {
					await subscribe(page);
					assert.equal(await page.getByLabel('Works', { exact: true }).inputValue(), ofWork.id);
					assert.equal(await page.getByLabel('Also all other versions of these works').isChecked(), true);
					assert.equal(await page.getByLabel('What is sent').inputValue(), 'citations asserted');
				},
				{ script },
			),
		);

	it(
		'fills in the prefix of a report',
		on('/report?prefix=10.5281', async (page) => {
			await subscribe(page);
			assert.equal(await page.getByLabel('DOI prefix').inputValue(), '10.5281');
		}),
	);

	it('breaks no rule of accessibility on a small screen, without the script', async () => {
		for (const path of [work, '/report?prefix=10.5281', '/search?q=corner']) {
			const page = await open('/favicon.svg', { width: 390 });
			await withoutItsScript(page);
			await page.goto(path);
			await followed(page);
			await page.context().close();
		}
	});
});
