// Tests of the pages on which users manage what they follow, and of the links in email to receivers.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { requireAccessible } from './accessibility.fixture.ts';
import { describePages } from './pages.fixture.ts';

let receiver: Server;
let hook = '';
before(async () => {
	receiver = createServer((_, response) => response.writeHead(418).end('<i>no coffee</i>'));
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
after(() => receiver.close());

describePages(
	'the pages of subscriptions',
	({ on }) => {
		const notice = (page: Page, text: string) => page.locator('.notice', { hasText: text }).waitFor();
		const create = async (page: Page, name: string) => {
			await page.getByLabel('Address', { exact: true }).fill(hook);
			await page.getByLabel('Name', { exact: true }).fill(name);
			await page.getByRole('button', { name: 'Create' }).click();
			await page.getByText('cannot be shown again').waitFor();
			await page.getByRole('link', { name: 'Show the subscription' }).click();
			await page.getByRole('heading', { level: 1, name }).waitFor();
		};
		const filled = '/operator/subscriptions/new?kind=webhook&id=10.5072/maps.dr1&what=both';

		for (const script of [true, false])
			it(
				`create a webhook, try it, change it and delete it, ${script ? 'with' : 'without'} a script`,
				on(
					filled,
					async (page) => {
						await create(page, 'Maps');
						await page.getByText('New and withdrawn links of 10.5072/maps.dr1').waitFor();
						await page.getByRole('button', { name: 'Test' }).click();
						await page
							.getByText(/^It answered 418\. \(after [\d,]+ ms\)$/)
							.and(page.locator('.wrong'))
							.waitFor();
						await page.getByText('<i>no coffee</i>').waitFor();
						await page.getByRole('button', { name: 'Pause' }).click();
						await notice(page, 'The subscription is paused.');
						await page.getByRole('button', { name: 'Continue' }).click();
						await notice(page, 'The subscription continues.');
						await page.locator('.change-subscription > summary').click();
						await page.getByLabel('How often').selectOption('daily');
						await page.getByRole('button', { name: 'Save' }).click();
						await notice(page, 'The subscription is changed.');
						await page.getByRole('definition').getByText('once a day').waitFor();
						const details = page.locator('.change-subscription');
						if (!(await details.evaluate((one: HTMLDetailsElement) => one.open)))
							await details.locator('> summary').click();
						assert.equal(await page.getByLabel('How often').inputValue(), 'daily');
						assert.equal(await page.getByLabel('What is sent').inputValue(), 'first both');
						await page.locator('summary', { hasText: 'Delete' }).click();
						await page.getByRole('button', { name: 'Delete it' }).click();
						await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor();
						await notice(page, 'is deleted');
						assert.equal(await page.getByRole('row', { name: 'Maps' }).count(), 0);
					},
					{ signedIn: true, script },
				),
			);

		for (const width of [390, 1280])
			it(
				`break no rule of accessibility at ${width} px`,
				on(
					filled,
					async (page) => {
						await requireAccessible(page, 'form');
						await create(page, `Works ${width}`);
						await page.getByRole('button', { name: 'Test' }).click();
						await page.getByText('It answered 418.').first().waitFor();
						for (const summary of await page.locator('main summary').all()) await summary.click();
						await requireAccessible(page, 'subscription');
						await page.getByRole('link', { name: 'All subscriptions' }).click();
						await page.getByRole('row', { name: `Works ${width}` }).waitFor();
						await requireAccessible(page, 'list');
					},
					{ signedIn: true, width },
				),
			);
	},
	{ SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1' },
);
