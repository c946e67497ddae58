// The pages of submitted events and of the audit, where JavaScript is off.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { noteDone, requireAccessible, takenOver, withoutItsScript } from './accessibility.fixture.ts';
import { failure, operator } from './broker.fixture.ts';
import { type ExampleLink, exampleLinks } from './example-links.ts';
import { describePages } from './pages.fixture.ts';

/** The event that failed can be run again but once, which another part does as well. */
const ownBroker = {};

describePages(
	'the pages of events without a script',
	({ on, open, submit }) => {
		const plain = { signedIn: true, script: false } as const;
		const state = (page: Page, name: string) =>
			page.getByRole('heading', { level: 2, name: `State ${name}`, exact: true });
		/** Reloads the page, as its reader would, until it shows a state. */
		const becomes = async (page: Page, name: string) => {
			for (let attempt = 0; attempt < 50 && !(await state(page, name).isVisible()); attempt++) {
				await page.waitForTimeout(100);
				await page.reload();
			}
			await state(page, name).waitFor();
		};
		/** Makes links between works of a name that no other test has. */
		const linksOf = (name: string, count: number): ExampleLink[] =>
			exampleLinks()
				.slice(0, 1)
				.flatMap((link) =>
					Array.from({ length: count }, (_, at) => {
						const Identifier = [{ ID: `10.5072/${name}.${at}`, IDScheme: 'doi' }];
						return { ...link, Source: { ...link.Source, Identifier }, LinkPublicationDate: '2021-05-04' };
					}),
				);

		it(
			'list events by state, say why one failed, and run it again, by keyboard alone',
			on(
				'/operator/events',
				async (page) => {
					await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'Error' }).press('Enter');
					await page.waitForURL('**/operator/events?state=Error');
					const row = page.getByRole('row', { name: failure.eventId });
					await row.locator('summary').press('Enter');
					await row.getByText('5 attempts').waitFor();
					await row.getByRole('button', { name: `Rerun ${failure.eventId}` }).press('Enter');
					await page.locator('.notice').getByText('The event will be processed again.').waitFor();
					await page.getByText('No events found.').waitFor();
					await page.getByRole('button', { name: 'Refresh' }).press('Enter');
					await page.waitForURL('**/operator/events?state=Error');
					await page.getByRole('link', { name: 'All', exact: true }).press('Enter');
					await page.getByRole('row', { name: failure.eventId }).waitFor();
				},
				plain,
			),
		);

		it(
			'show one event, and list its links page by page',
			on(
				'/operator/events',
				async (page) => {
					const eventId = await submit(page, linksOf(`plain${Date.now()}`, 60));
					await page.getByRole('button', { name: 'Refresh' }).click();
					await page.getByRole('link', { name: eventId }).click();
					await state(page, 'Done').waitFor();
					await page.getByRole('region', { name: 'Details' }).getByText(operator.email).waitFor();
					const rows = page.getByRole('region', { name: 'Links of the event' }).locator('tbody tr');
					assert.equal(await rows.count(), 50);
					await page.getByRole('link', { name: 'More links' }).click();
					await page.getByText('51 to 60').waitFor();
					assert.equal(await rows.count(), 10);
					await page.getByRole('link', { name: 'First links' }).click();
					await page.getByText('1 to 50').waitFor();
					await rows.first().locator('a').first().click();
					await page.waitForURL('**/objects/doi/10.5072/plain*');
				},
				plain,
			),
		);

		it(
			'withdraw an event after showing what would change, and restore it, by keyboard alone',
			on(
				'/operator/events',
				async (page) => {
					const eventId = await submit(page, linksOf(`wrong${Date.now()}`, 1));
					await page.goto(`/operator/events/${eventId}`);
					await page.getByRole('button', { name: 'Withdraw …' }).press('Enter');
					await page.getByRole('heading', { level: 3, name: 'What would change' }).waitFor();
					await page.getByText('1 link between identifiers would be removed').waitFor();
					await page.getByRole('link', { name: 'Cancel' }).press('Enter');
					await page.getByRole('button', { name: 'Withdraw …' }).press('Enter');
					await page.getByText(/works? would change/).press('Enter');
					await page
						.locator('form.withdrawal')
						.getByRole('link', { name: /^10\.5072\// })
						.first()
						.waitFor();
					await page.getByLabel('Reason').fill('It was meant for another broker.');
					await page.getByLabel('Reason').press('Enter');
					await page.locator('.notice').getByText('The event is withdrawn.').waitFor();
					await state(page, 'Withdrawn').waitFor();
					const withdrawn = page.getByRole('region', { name: 'Withdrawn', exact: true });
					await withdrawn.getByText('It was meant for another broker.').waitFor();
					await withdrawn.getByText(operator.email).waitFor();
					assert.equal(await page.getByRole('button', { name: 'Withdraw …' }).count(), 0);
					await page.getByRole('button', { name: 'Restore' }).press('Enter');
					await page.locator('.notice').getByText('The event is restored').waitFor();
					await becomes(page, 'Done');
					await page.getByRole('button', { name: 'Rerun' }).press('Enter');
					await page.locator('.notice').getByText('The event will be processed again.').waitFor();
				},
				plain,
			),
		);

		it(
			'report an unknown event',
			on(
				'/operator/events/0b6f3c6e-8f0e-4c49-9d43-000000000000',
				(page) => page.getByRole('alert').getByText('visible to this account').waitFor(),
				plain,
			),
		);

		it(
			'show admins the audit with its filters',
			on(
				'/operator/audit',
				async (page) => {
					const table = page.getByRole('region', { name: 'Audit' });
					await table.getByRole('row', { name: 'Session opened' }).first().waitFor();
					await page.getByLabel('Action').selectOption({ label: 'Role given' });
					await page.getByRole('button', { name: 'Filter' }).click();
					const given = table.getByRole('row', { name: /command line .* Role given .*role admin/ }).first();
					await given.getByRole('link', { name: operator.email }).click();
					await page.waitForURL(`**/operator/audit?subject=${encodeURIComponent(operator.email)}`);
					await table.getByRole('row', { name: 'User created' }).waitFor();
					await page.getByLabel('Since').fill('2099-01-01');
					await page.getByLabel('Subject').press('Enter');
					await page.getByText('No entries found.').waitFor();
					assert.equal(await page.getByLabel('Subject').inputValue(), operator.email);
					await page.getByLabel('Since').fill('');
					await page.getByLabel('Subject').fill('');
					await page.getByLabel('Action').selectOption({ label: 'Event submitted' });
					await page.getByRole('button', { name: 'Filter' }).click();
					await table.getByRole('row', { name: 'Event submitted' }).first().getByRole('link').last().click();
					await page.getByRole('heading', { level: 1, name: 'Event' }).waitFor();
				},
				plain,
			),
		);

		it(
			'come with all that their script asks for first, also for the form that withdraws',
			on(
				'/operator/events',
				async (page) => {
					const eventId = await submit(page, linksOf(`held${Date.now()}`, 1));
					const asked: string[] = [];
					page.on('request', (request) => asked.push(new URL(request.url()).pathname));
					for (const [path, drawn] of [
						['/operator/events?state=Done', 'Rerun'],
						[`/operator/events/${eventId}`, 'Withdraw …'],
						[`/operator/events/${eventId}?show=withdrawal`, 'Withdraw this event'],
						['/operator/audit?action=session.opened', 'Filter'],
					] as const) {
						await page.goto(path, { waitUntil: 'networkidle' });
						await page.getByRole('button', { name: drawn }).first().waitFor();
						await takenOver(page);
						assert.deepEqual(
							asked.splice(0).filter((each) => each.startsWith('/api/')),
							[],
							path,
						);
					}
				},
				{ signedIn: true },
			),
		);

		it(
			'are drawn by their script before anything is painted',
			on(
				'/operator/events?state=Done',
				async (page) => {
					// What waits for an answer would show it.
					await page.addInitScript(() => {
						const seen: string[] = [];
						Object.assign(window, { seen });
						const look = () => {
							seen.push(document.querySelector('main')?.textContent ?? '');
							requestAnimationFrame(look);
						};
						requestAnimationFrame(look);
					});
					await page.reload({ waitUntil: 'networkidle' });
					const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
					const whole = seen.filter((text) => text !== '');
					assert.ok(whole.length > 0);
					for (const text of whole) assert.match(text, /Rerun/);
				},
				{ signedIn: true },
			),
		);

		for (const width of [360, 800, 1280]) {
			// What follows from the theme follows from it at every width.
			for (const colorScheme of width === 360 ? (['light', 'dark'] as const) : (['light'] as const)) {
				it(`break no rule of accessibility at ${width} px, ${colorScheme}`, async () => {
					const first = await open('/favicon.svg', { signedIn: true });
					const eventId = await submit(first, linksOf(`${colorScheme}${width}`, 60));
					await first.context().close();
					for (const path of [
						'/operator/events',
						'/operator/events?state=Error&done=rerun',
						`/operator/events/${eventId}`,
						`/operator/events/${eventId}?show=withdrawal`,
						'/operator/events/1',
						'/operator/audit',
						`/operator/audit?who=nobody&since=2099-01-01`,
					]) {
						const page = await open('/favicon.svg', { width, colorScheme, signedIn: true });
						await withoutItsScript(page);
						await noteDone(page, 'rerun');
						await page.goto(path);
						await requireAccessible(page, path);
						await page.context().close();
					}
				});
			}
		}
	},
	ownBroker,
);
