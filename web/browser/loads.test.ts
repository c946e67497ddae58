// Tests of the pages of loads: the list, and the page of one load.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { operator } from './broker.fixture.ts';
import type { ExampleLink } from './example-links.ts';
import { describePages } from './pages.fixture.ts';

/** Makes a citation between works that no other test has. */
function linkOf(name: string): ExampleLink {
	const work = (ID: string) => ({ Identifier: [{ ID, IDScheme: 'doi' }], Type: { Name: 'literature' as const } });
	return {
		Source: work(`10.5072/${name}`),
		RelationshipType: { Name: 'References' },
		Target: work(`10.5072/${name}.cited`),
		LinkProvider: [{ Name: 'Crossref' }],
		LinkPublicationDate: '2021-05-04',
	};
}

describePages('the pages of loads', ({ on, submit }) => {
	const signedIn = { signedIn: true };
	const state = (page: Page, name: string) =>
		page.getByRole('heading', { level: 2, name: `State ${name}`, exact: true }).waitFor();

	it(
		'are the first that a user sees, and lead to what one submission brought and to its events',
		on(
			'/operator',
			async (page) => {
				const id = await submit(page, [linkOf(`load${Date.now()}`)]);
				await page.getByRole('heading', { level: 1, name: 'Loads' }).waitFor();
				await page.getByRole('button', { name: 'Refresh' }).click();
				await page.getByRole('link', { name: id }).click();
				await page.waitForURL(`**/operator/loads/${id}`);
				await state(page, 'Done');
				const details = page.getByRole('region', { name: 'Details' });
				await details.getByText(operator.email).waitFor();
				await details.getByText('Submission').waitFor();
				await page.getByRole('region', { name: 'Counts' }).getByText('New links between identifiers').waitFor();
				await page.getByRole('region', { name: 'Events', exact: true }).last().getByRole('link', { name: id }).click();
				await page.waitForURL(`**/operator/events/${id}`);
				await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: id }).click();
				await page.waitForURL(`**/operator/loads/${id}`);
			},
			signedIn,
		),
	);

	it(
		'list those of a kind',
		on(
			'/operator/loads',
			async (page) => {
				const kinds = page.getByRole('navigation', { name: 'Kind' });
				await kinds.getByRole('link', { name: 'Harvest' }).click();
				await page.getByText('No loads found.').waitFor();
				await kinds.getByRole('link', { name: 'Submission' }).click();
				await page.getByRole('region', { name: 'Loads' }).locator('tbody tr').first().waitFor();
				assert.equal(new URL(page.url()).search, '?kind=submission');
			},
			signedIn,
		),
	);

	it(
		'lead to the events of a load, and from an event back to it',
		on(
			'/operator/events',
			async (page) => {
				const id = await submit(page, [linkOf(`of.load${Date.now()}`)]);
				await page.goto(`/operator/events?load=${id}`);
				const rows = page.getByRole('region', { name: 'Events' }).locator('tbody tr');
				await rows.first().waitFor();
				assert.equal(await rows.count(), 1);
				await page.getByRole('link', { name: 'one load' }).click();
				await page.waitForURL(`**/operator/loads/${id}`);
			},
			signedIn,
		),
	);
});
