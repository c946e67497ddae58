// Tests of the pages of loads: the list, and the page of one load.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { operator } from './broker.fixture.ts';
import type { ExampleLink } from './example-links.ts';
import { describePages, eventually } from './pages.fixture.ts';

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

describePages('the pages of loads', ({ on, submit, total }) => {
	const signedIn = { signedIn: true };
	const state = (page: Page, name: string) =>
		page.getByRole('heading', { level: 2, name: `State ${name}`, exact: true }).waitFor();

	/** Reloads the page, as its reader would, until it shows a state. */
	const becomes = async (page: Page, name: string) => {
		const heading = page.getByRole('heading', { level: 2, name: `State ${name}`, exact: true });
		for (let attempt = 0; attempt < 50 && !(await heading.isVisible()); attempt++) {
			await page.waitForTimeout(100);
			await page.reload();
		}
		await heading.waitFor();
	};

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

	for (const script of [true, false]) {
		it(
			`withdraw a load after showing what would change, and restore it, ${script ? 'with' : 'without'} a script`,
			on(
				'/operator/loads',
				async (page) => {
					const name = `wrong.load${Date.now()}`;
					const id = await submit(page, [linkOf(name)]);
					const cited = () => total({ id: `10.5072/${name}.cited`, scheme: 'doi', relation: 'isCitedBy' });
					assert.equal(await cited(), 1);
					await page.goto(`/operator/loads/${id}`);
					await page.getByRole('button', { name: 'Withdraw …' }).press('Enter');
					await page.getByRole('heading', { level: 3, name: 'What would change' }).waitFor();
					await page.getByText('1 link between identifiers would be removed').waitFor();
					await page.getByText('2 works would change').press('Enter');
					await page
						.locator('form.withdrawal')
						.getByRole('link', { name: `10.5072/${name}.cited` })
						.waitFor();
					await page.getByLabel('Reason').fill('It was the wrong file.');
					await page.getByRole('button', { name: 'Withdraw this load' }).press('Enter');
					await page.locator('.notice').getByText('The withdrawal of the load is accepted.').waitFor();
					await becomes(page, 'Withdrawn');
					const withdrawn = page.getByRole('region', { name: 'Withdrawn', exact: true });
					await withdrawn.getByText('It was the wrong file.').waitFor();
					await withdrawn.getByText(operator.email).waitFor();
					assert.equal(await page.getByRole('button', { name: 'Withdraw …' }).count(), 0);
					await eventually(cited, 0);
					await page.getByRole('button', { name: 'Restore' }).press('Enter');
					await page.locator('.notice').getByText('The load is restored').waitFor();
					await becomes(page, 'Done');
					await eventually(cited, 1);
					await page.getByRole('button', { name: 'Rerun', exact: true }).press('Enter');
					await page.locator('.notice').getByText('The load will be processed again.').waitFor();
				},
				{ ...signedIn, script },
			),
		);
	}

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
