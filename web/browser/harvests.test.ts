// A harvest from its trial to its end, on a broker of its own and a local server in place of the service.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { datacitePage, dataciteRecord, serveReplies, type TestService } from '../../src/harvest/harvest.fixture.ts';
import { requireAccessible } from './accessibility.fixture.ts';
import { describePages } from './pages.fixture.ts';

describePages(
	'the page of harvests',
	({ on }) => {
		let service: TestService;
		before(async () => {
			service = await serveReplies(({ query }) => ({
				body:
					query.get('page[cursor]') === 'two'
						? datacitePage([dataciteRecord('c')], undefined, 3)
						: datacitePage([dataciteRecord('a'), dataciteRecord('b')], 'two', 3),
			}));
		});
		after(() => service.close());

		it(
			'lets admins try, create, reschedule, pause and remove a harvest',
			on(
				'/operator/harvests',
				async (page) => {
					const saysDone = (text: string) => page.locator('.notice', { hasText: text }).waitFor();
					await page.getByLabel('Service').selectOption('datacite');
					await page.waitForURL('**/operator/harvests?service=datacite');
					await page.getByLabel('Address', { exact: true }).fill(service.address);
					await page.getByRole('button', { name: 'Try' }).click();
					await page.getByRole('alert').getByText('narrow it with prefix or client').waitFor();
					await page.getByLabel('Prefix').fill('10.1234');
					await page.getByRole('button', { name: 'Try' }).click();
					const trial = page.getByRole('region', { name: 'The first page' });
					await trial.getByText('The service has 3 in all. The first run reads 2 pages').waitFor();
					await trial.getByText('10.1234/a').waitFor();
					await requireAccessible(page, 'a trial');
					assert.equal(await page.getByLabel('Prefix').inputValue(), '10.1234');
					await page.getByRole('button', { name: 'Create' }).click();
					await saysDone('The harvest is created.');
					const row = page.getByRole('row', { name: 'datacite --prefix 10.1234' });
					await row.getByText('every day', { exact: true }).first().waitFor();
					for (let look = 0; look < 60 && (await row.getByText('running').count()) > 0; look++)
						await page.getByRole('button', { name: 'Refresh' }).click({ delay: 100 });
					await requireAccessible(page, 'the list');
					await row.locator('summary', { hasText: 'Schedule' }).click();
					await row.getByLabel('Schedule', { exact: true }).selectOption('604800');
					await row.getByRole('button', { name: 'Change the schedule of harvest 1' }).click();
					await saysDone('The schedule is changed.');
					await row.getByText('every 7 days', { exact: true }).first().waitFor();
					await row.getByRole('button', { name: 'Pause harvest 1' }).click();
					await saysDone('The harvest is paused.');
					await row.locator('summary', { hasText: 'Remove' }).click();
					await row.getByRole('button', { name: 'Remove it harvest 1' }).click();
					await page.getByText('There are no harvests.').waitFor();
					await page.goto('/operator/audit');
					await page.getByRole('cell', { name: 'Harvest created' }).waitFor();
					await page.getByRole('cell', { name: 'Harvest changed' }).waitFor();
				},
				{ signedIn: true },
			),
		);
	},
	{ CONTACT_EMAIL: 'ops@example.org', HARVEST_PRIVATE_HOSTS: '127.0.0.1' },
);
