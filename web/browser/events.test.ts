// The page of a submitted event: what is on record of it, its links, and taking it back.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { operator } from './broker.fixture.ts';
import type { ExampleLink } from './example-links.ts';
import { describeExplorer } from './explorer.fixture.ts';

/** Two works that have nothing to do with each other until an event says that they are one. */
function twins(name: string): { cited: string; other: string; citing: ExampleLink; same: ExampleLink } {
	const [cited, other] = [`10.5072/${name}.cited`, `10.5072/${name}.other`];
	const work = (ID: string) => ({ Identifier: [{ ID, IDScheme: 'doi' }], Type: { Name: 'literature' as const } });
	const said = { LinkProvider: [{ Name: 'Crossref' }], LinkPublicationDate: '2021-05-04' };
	return {
		cited,
		other,
		citing: {
			Source: work(`10.5072/${name}.citing`),
			RelationshipType: { Name: 'References' },
			Target: work(cited),
			...said,
		},
		same: {
			Source: work(cited),
			RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' },
			Target: work(other),
			...said,
		},
	};
}

describeExplorer('the page of an event', ({ on, submit }) => {
	const signedIn = { signedIn: true };
	const state = (page: Page, name: string) =>
		page.getByRole('heading', { level: 2, name: `State ${name}`, exact: true }).waitFor();

	it(
		'is reached from the list, and tells who submitted what from where',
		on(
			'/operator/events',
			async (page) => {
				const { citing } = twins(`listed${Date.now()}`);
				const eventId = await submit(page, [citing]);
				await page.getByRole('button', { name: 'Refresh' }).click();
				await page.getByRole('link', { name: eventId }).click();
				await page.waitForURL(`**/operator/events/${eventId}`);
				const record = page.getByRole('region', { name: 'On record' });
				await record.getByText(operator.email).waitFor();
				await record.getByText('States links').waitFor();
				await record.getByText('127.0.0.1').waitFor();
				await state(page, 'Done');
				await page.getByRole('region', { name: 'Counts' }).getByText('New relationships').waitFor();
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
				const links = Array.from({ length: 60 }, (_, at) => ({ ...citing, LinkPublicationDate: String(1950 + at) }));
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
		'says that there is no such event',
		on(
			'/operator/events/0b6f3c6e-8f0e-4c49-9d43-000000000000',
			async (page) => {
				await page.getByRole('alert').getByText('There is no event').waitFor();
			},
			signedIn,
		),
	);
});
