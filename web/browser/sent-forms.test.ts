// Forms that the script sends, where something is in the way: nothing that was filled in or made is
// lost.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleLinks } from './example-links.ts';
import { describePages } from './pages.fixture.ts';

describePages('forms that the script sends', ({ on }) => {
	it(
		'stay filled in where the session is over, until somebody has signed in elsewhere',
		on(
			'/operator/submit',
			async (page) => {
				const rows = page.getByLabel('or rows pasted from a spreadsheet');
				const text = `source,target\n10.5072/over.a,10.5072/over.${'b'.repeat(5_000)}\n`;
				await rows.fill(text);
				const cookies = await page.context().cookies();
				await page.context().clearCookies();
				await page.getByRole('button', { name: 'Preview' }).click();
				await page.getByRole('alert').filter({ hasText: 'Nothing was changed, and the form keeps' }).waitFor();
				assert.equal(await rows.inputValue(), text);
				await page.context().addCookies(cookies);
				await page.getByRole('button', { name: 'Preview' }).click();
				await page.getByRole('heading', { level: 2, name: 'Step 2 of 3' }).waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'are sent by the browser where a part of the script cannot be loaded',
		on('/favicon.svg', async (page) => {
			await page.route('**/report-forms-*.js', (route) => route.abort());
			await page.goto('/report', { waitUntil: 'networkidle' });
			await page.getByLabel('or all works with this DOI prefix').fill('10.5281');
			await page.getByRole('button', { name: 'Create report', exact: true }).click();
			await page.waitForURL('**/report?prefix=10.5281');
			await page.getByRole('heading', { name: 'works with DOIs that begin with 10.5281' }).waitFor();
		}),
	);

	it(
		'show a new token to a user who left the page, on their return',
		on(
			'/operator/tokens',
			async (page) => {
				const { promise: left, resolve: leave } = Promise.withResolvers<void>();
				await page.route('**/api/tokens', async (route) => {
					if (route.request().method() === 'POST') await left;
					await route.continue();
				});
				await page.getByLabel('Name').fill('slow');
				await page.getByRole('button', { name: 'Create' }).click();
				await page.getByRole('link', { name: 'Events', exact: true }).click();
				await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
				const created = page.waitForResponse((response) => response.request().method() === 'POST');
				leave();
				await (await created).finished();
				await page.getByRole('link', { name: 'Your tokens' }).click();
				await page.getByText('cannot be shown again').waitFor();
				await page.getByRole('row', { name: 'slow' }).waitFor();
			},
			{ signedIn: true },
		),
	);
});

describePages('the button that shows a list anew', ({ on, submit }) => {
	it(
		'asks again on every visit',
		on(
			'/operator/events',
			async (page) => {
				const refresh = page.getByRole('button', { name: 'Refresh' });
				const visit = async (name: string) => {
					await page.getByRole('link', { name, exact: true }).click();
					await page.getByRole('heading', { level: 1, name }).waitFor();
				};
				const refreshed = () => Promise.all([page.waitForResponse('**/api/events?*'), refresh.click()]);
				await refreshed();
				await visit('Your tokens');
				const eventId = await submit(page, exampleLinks().slice(0, 1));
				await visit('Events');
				await refreshed();
				await page.getByRole('link', { name: eventId }).waitFor();
			},
			{ signedIn: true },
		),
	);
});
