// Tests of the page of an event: its details, its links and its withdrawal.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { operator } from './broker.fixture.ts';
import type { ExampleLink } from './example-links.ts';
import { describePages, eventually } from './pages.fixture.ts';

/** Two unrelated cited works, until an event asserts that they are one. */
function twins(name: string): { other: string; citing: ExampleLink[]; same: ExampleLink } {
	const [cited, other] = [`10.5072/${name}.cited`, `10.5072/${name}.other`];
	const work = (ID: string) => ({ Identifier: [{ ID, IDScheme: 'doi' }], Type: { Name: 'literature' as const } });
	const provenance = { LinkProvider: [{ Name: 'Crossref' }], LinkPublicationDate: '2021-05-04' };
	const citing = (source: string, target: string): ExampleLink => ({
		Source: work(source),
		RelationshipType: { Name: 'References' },
		Target: work(target),
		...provenance,
	});
	return {
		other,
		citing: [citing(`10.5072/${name}.citing`, cited), citing(`10.5072/${name}.elsewhere`, other)],
		same: {
			Source: work(cited),
			RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' },
			Target: work(other),
			...provenance,
		},
	};
}

describePages('the page of an event', ({ on, submit, total }) => {
	const signedIn = { signedIn: true };
	const state = (page: Page, name: string) =>
		page.getByRole('heading', { level: 2, name: `State ${name}`, exact: true }).waitFor();
	const citations = (id: string) => total({ id, scheme: 'doi', relation: 'isCitedBy' });

	it(
		'is reached from the list, and shows its submitter and details',
		on(
			'/operator/events',
			async (page) => {
				const { citing } = twins(`listed${Date.now()}`);
				const eventId = await submit(page, citing);
				await page.getByRole('button', { name: 'Refresh' }).click();
				await page.getByRole('link', { name: eventId }).click();
				await page.waitForURL(`**/operator/events/${eventId}`);
				const record = page.getByRole('region', { name: 'Details' });
				await record.getByText(operator.email).waitFor();
				await record.getByText('Asserts links').waitFor();
				await record.getByText('127.0.0.1').waitFor();
				await state(page, 'Done');
				await page.getByRole('region', { name: 'Counts' }).getByText('New links between identifiers').waitFor();
			},
			signedIn,
		),
	);

	it(
		'lists the links of the event, page by page',
		on(
			'/operator/events',
			async (page) => {
				const { citing } = twins(`paged${Date.now()}`);
				const links = Array.from({ length: 30 }, (_, at) =>
					citing.map((link) => ({ ...link, LinkPublicationDate: String(1950 + at) })),
				).flat();
				const eventId = await submit(page, links);
				await page.goto(`/operator/events/${eventId}`);
				const rows = page.getByRole('region', { name: 'Links of the event' }).locator('tbody tr');
				await rows.first().getByText('References').waitFor();
				assert.equal(await rows.count(), 50);
				await page.getByRole('link', { name: 'More links' }).click();
				await page.getByText('51 to 60').waitFor();
				assert.equal(await rows.count(), 10);
				await page.getByRole('link', { name: 'First links' }).click();
				await page.getByText('1 to 50').waitFor();
				await rows
					.first()
					.getByRole('link', { name: /\.citing$/ })
					.click();
				await page.waitForURL('**/objects/doi/10.5072/paged*');
			},
			signedIn,
		),
	);

	it(
		'withdraws an event after showing what would change, and restores it',
		on(
			'/operator/events',
			async (page) => {
				const { other, citing, same } = twins(`wrong${Date.now()}`);
				await submit(page, citing);
				const wrong = await submit(page, [same]);
				assert.equal(await citations(other), 2);
				await page.goto(`/operator/events/${wrong}`);
				await page.getByRole('button', { name: 'Withdraw …' }).click();
				await page.getByText('1 link between identifiers would be removed').waitFor();
				await page.getByText(/^[12] new groups? after splits$/).waitFor();
				await page.getByText(/works? would change/).click();
				await page
					.locator('form.withdrawal')
					.getByRole('link', { name: /^10\.5072\/wrong/ })
					.first()
					.waitFor();
				await page.getByLabel('Reason').fill('They only share their title.');
				await page.getByRole('button', { name: 'Withdraw this event' }).click();
				await state(page, 'Withdrawn');
				const withdrawn = page.getByRole('region', { name: 'Withdrawn', exact: true });
				await withdrawn.getByText('They only share their title.').waitFor();
				await withdrawn.getByText(operator.email).waitFor();
				assert.equal(await page.getByRole('button', { name: 'Withdraw …' }).count(), 0);
				assert.equal(await page.getByRole('button', { name: 'Rerun' }).count(), 0);
				await eventually(() => citations(other), 1);
				await page.getByRole('button', { name: 'Restore' }).click();
				await state(page, 'Done');
				await eventually(() => citations(other), 2);
				assert.equal(await page.getByLabel('Reason').count(), 0);
			},
			signedIn,
		),
	);

	it(
		'lets the reader think better of it',
		on(
			'/operator/events',
			async (page) => {
				const { citing } = twins(`kept${Date.now()}`);
				await page.goto(`/operator/events/${await submit(page, citing)}`);
				await page.getByRole('button', { name: 'Withdraw …' }).click();
				await page.waitForFunction(() => document.activeElement?.textContent === 'What would change');
				// Its address opens the form as well.
				await page.reload();
				await page.waitForFunction(() => document.activeElement?.textContent === 'What would change');
				await page.keyboard.press('Escape');
				await page.getByLabel('Reason').waitFor({ state: 'detached' });
				assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Withdraw …');
				await state(page, 'Done');
			},
			signedIn,
		),
	);

	it(
		'reports an unknown event',
		on(
			'/operator/events/0b6f3c6e-8f0e-4c49-9d43-000000000000',
			async (page) => {
				await page.getByRole('alert').getByText('visible to this account').waitFor();
			},
			signedIn,
		),
	);
});
