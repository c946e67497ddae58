// Tests of the administration pages.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { failure, operator } from './broker.fixture.ts';
import { describePages } from './pages.fixture.ts';

describePages('the pages for operators', ({ on }) => {
	const signIn = async (page: Page, password: string = operator.password) => {
		await page.getByLabel('Email').fill(operator.email);
		await page.getByLabel('Password').fill(password);
		await page.getByRole('button', { name: 'Sign in' }).click();
	};

	const saysDone = (page: Page, text: string) => page.locator('.notice', { hasText: text }).waitFor();

	it(
		'are for those who sign in',
		on('/operator/events', async (page) => {
			await signIn(page, 'wrong');
			await page.getByRole('alert').waitFor();
			await signIn(page);
			await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
			await page.getByText(operator.email).first().waitFor();
			await page.getByRole('button', { name: 'Sign out' }).click();
			await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
		}),
	);

	it(
		'list events by state, and run one again',
		on(
			'/operator/events',
			async (page) => {
				await page.getByRole('link', { name: 'Done' }).click();
				await page.waitForURL('**/operator/events?state=Done');
				await page.getByRole('button', { name: 'Rerun' }).first().click();
				await saysDone(page, 'The event will be processed again.');
			},
			{ signedIn: true },
		),
	);

	it(
		'say why an event failed, and run it again',
		on(
			'/operator/events?state=Error',
			async (page) => {
				const row = page.getByRole('row', { name: failure.eventId });
				await row.getByText(failure.reason.slice(0, 40)).first().click();
				await row.getByText(failure.reason).waitFor();
				await row.getByText('5 attempts').waitFor();
				await row.getByRole('button', { name: 'Rerun' }).click();
				await page.getByText('No events found.').waitFor();
				await page.getByRole('link', { name: 'All' }).click();
				await page.getByRole('row', { name: failure.eventId }).waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'create a token for what it is to do, show it once, and revoke it',
		on(
			'/operator/tokens',
			async (page) => {
				const name = `feed ${Date.now()}`;
				await page.getByLabel('Name').fill(name);
				await page.getByLabel('Expires').fill('2099-12-31');
				for (const choice of await page.locator('.scopes input:not([value=submit])').all()) await choice.uncheck();
				await page.getByRole('button', { name: 'Create' }).click();
				await page.getByText('cannot be shown again').waitFor();
				const row = page.getByRole('row', { name });
				await row.getByText('31 Dec 2099').waitFor();
				await row.getByText(/^[\d,]+ days left$/).waitFor();
				await row.getByText('submit links', { exact: true }).waitFor();
				await row.locator('summary').click();
				await row.getByRole('button', { name: 'Revoke it' }).click();
				await row.getByText('revoked').waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'create no token without a scope',
		on(
			'/operator/tokens',
			async (page) => {
				await page.getByLabel('Name').fill('nothing');
				for (const choice of await page.locator('.scopes input').all()) await choice.uncheck();
				await page.getByRole('button', { name: 'Create' }).click();
				const first = page.locator('.scopes input').first();
				assert.equal(await first.evaluate((one: HTMLInputElement) => one.validity.valueMissing), true);
				assert.equal(await page.getByText('cannot be shown again').count(), 0);
			},
			{ signedIn: true },
		),
	);

	it(
		'warn before a token ends, until it is revoked',
		on(
			'/operator/tokens',
			async (page) => {
				const name = `old ${Date.now()}`;
				await page.getByLabel('Name').fill(name);
				const inTwelveDays = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10);
				await page.getByLabel('Expires').fill(inTwelveDays);
				await page.getByRole('button', { name: 'Create' }).click();
				const warning = page.getByRole('region', { name: 'A token expires soon' });
				await warning.getByText(new RegExp(`^${name}: .*, 1[123] days left$`)).waitFor();
				const row = page.getByRole('row', { name });
				await row.locator('summary').click();
				await row.getByRole('button', { name: 'Revoke it' }).click();
				await warning.waitFor({ state: 'detached' });
			},
			{ signedIn: true },
		),
	);

	it(
		'let admins create users and give roles',
		on(
			'/operator/users',
			async (page) => {
				const email = `user${Date.now()}@example.org`;
				const role = `role${Date.now()}`;
				await page.getByRole('region', { name: 'Invite' }).getByLabel('Email').fill(email);
				await page.getByRole('region', { name: 'Invite' }).getByRole('button', { name: 'Create a link' }).click();
				await page.getByText('cannot be shown again').waitFor();
				const row = page.getByRole('row', { name: email });
				await row.waitFor();
				await page.getByRole('region', { name: 'New role' }).getByLabel('Name').fill(role);
				await page.getByRole('region', { name: 'New role' }).getByRole('button', { name: 'Create' }).click();
				await row.getByLabel(role).click();
				await row.getByRole('button', { name: `Save roles of ${email}` }).click();
				await saysDone(page, 'The roles are saved.');
				await row.getByLabel(role).and(page.locator(':checked')).waitFor();
				await row.getByRole('button', { name: 'Deactivate' }).click();
				await saysDone(page, 'The user is deactivated.');
				await row.getByRole('button', { name: /^Activate/ }).waitFor();
				await row.locator('summary').click();
				await row.getByRole('button', { name: 'Delete the user' }).click();
				await row.waitFor({ state: 'detached' });
			},
			{ signedIn: true },
		),
	);

	it(
		'let a user with a link set a password, and change it, by keyboard alone',
		on('/operator/users', async (page) => {
			// Accepting an invitation ends the session that the other tests share.
			await signIn(page);
			const email = `invited${Date.now()}@example.org`;
			await page.getByRole('region', { name: 'Invite' }).getByLabel('Email').fill(email);
			await page.keyboard.press('Enter');
			const link = await page.locator('.outcome code').textContent();
			await page.goto('about:blank');
			await page.goto(link ?? '');
			await page.getByLabel('Email').and(page.locator(`[autocomplete=username]`)).waitFor();
			await page.getByLabel('New password').fill('short');
			await page.keyboard.press('Enter');
			await page.getByRole('alert').filter({ hasText: 'too short' }).waitFor();
			await page.getByLabel('New password').fill('correct horse');
			await page.keyboard.press('Enter');
			await page.getByRole('heading', { level: 1, name: 'Loads' }).waitFor();
			await page.getByText(email).first().waitFor();
			await page.getByRole('link', { name: 'Your password' }).press('Enter');
			// The focus goes to the heading of a page that replaces another, a moment after it is there.
			await page.getByRole('heading', { level: 1, name: 'Your password' }).and(page.locator(':focus')).waitFor();
			await page.getByLabel('Current password').fill('correct horse');
			await page.keyboard.press('Tab');
			await page.keyboard.type('another horse');
			await page.keyboard.press('Enter');
			await saysDone(page, 'signed out everywhere else');
			await page.getByRole('button', { name: 'Sign out' }).click();
			await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
		}),
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
				await page.waitForURL('**/operator/audit?action=role.given');
				const given = table.getByRole('row', { name: /command line .* Role given .*role admin/ });
				await given.first().waitFor();
				await given.first().getByRole('link', { name: operator.email }).click();
				await page.waitForURL(`**/operator/audit?subject=${encodeURIComponent(operator.email)}`);
				await table.getByRole('row', { name: 'User created' }).waitFor();
				await page.getByLabel('Since').fill('2099-01-01');
				await page.getByRole('button', { name: 'Filter' }).click();
				await page.getByText('No entries found.').waitFor();
				await page.goBack();
				await page.getByLabel('Subject').fill('');
				await page.getByLabel('Action').selectOption({ label: 'Event submitted' });
				await page.getByRole('button', { name: 'Filter' }).click();
				await table.getByRole('row', { name: 'Event submitted' }).first().getByRole('link').last().click();
				await page.getByRole('heading', { level: 1, name: 'Event' }).waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'let admins make, download and remove a dump, by keyboard alone',
		on(
			'/operator/dumps',
			async (page) => {
				await page.getByText('There are no dumps yet.').waitFor();
				await page.getByLabel('Format').focus();
				await page.keyboard.press('End');
				await page.keyboard.press('Tab');
				await page.keyboard.press('Enter');
				const row = page.getByRole('region', { name: 'Dumps' }).getByRole('row', { name: 'opencitations' });
				await row.getByText('Done').waitFor();
				const download = page.waitForEvent('download');
				await row.getByRole('link', { name: /^Download opencitations of/ }).press('Enter');
				assert.match((await download).suggestedFilename(), /^link-broker-.*-opencitations\.csv\.gz$/);
				await row.locator('summary').press('Enter');
				await row.getByRole('button', { name: /^Remove it opencitations of/ }).press('Enter');
				await page.getByText('There are no dumps yet.').waitFor();
			},
			{ signedIn: true },
		),
	);

	it(
		'show admins that there are no harvests, and offer to create one',
		on(
			'/operator/harvests',
			async (page) => {
				await page.getByText('There are no harvests.').waitFor();
				await page.getByLabel('Service').selectOption('datacite');
			},
			{ signedIn: true },
		),
	);

	it(
		'show admins the status of the broker',
		on(
			'/operator/status',
			async (page) => {
				for (const name of ['Queue', 'Rates', 'Sizes'])
					await page.getByRole('region', { name }).locator('dd').first().waitFor();
			},
			{ signedIn: true },
		),
	);
});
