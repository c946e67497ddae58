// Tests of the pages of accounts and of the status without JavaScript.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { noteDone, requireAccessible, withoutItsScript } from './accessibility.fixture.ts';
import { operator } from './broker.fixture.ts';
import { describePages } from './pages.fixture.ts';

const plainly = { script: false } as const;
const signedIn = { script: false, signedIn: true } as const;
const [password, nextPassword] = ['quite another horse', 'and yet another horse'];

describePages('the pages of accounts without a script', ({ open, on, url }) => {
	const signIn = async (page: Page, account: { email: string; password: string } = operator) => {
		await page.getByLabel('Email').fill(account.email);
		await page.getByLabel('Password').fill(account.password);
		await page.keyboard.press('Enter');
	};
	const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
	const saysDone = (page: Page, text: string) => page.locator('.outcome', { hasText: text }).waitFor();
	const invite = async (page: Page, email: string) => {
		const region = page.getByRole('region', { name: 'Invite' });
		await region.getByLabel('Email').fill(email);
		await page.keyboard.press('Enter');
		await saysDone(page, 'cannot be shown again');
		return page.locator('.outcome code').innerText();
	};

	for (const width of [360, 800, 1280]) {
		// What follows from the theme follows from it at every width.
		for (const colorScheme of width === 360 ? (['light', 'dark'] as const) : (['light'] as const)) {
			it(`break no rule of accessibility at ${width} px, ${colorScheme}`, async () => {
				for (const [name, isSignedIn] of [
					['sign-in', false],
					['invitation', false],
					['tokens', true],
					['password', true],
					['users', true],
					['users?done=setRoles', true],
					['status', true],
					['harvests', true],
					['dumps', true],
				] as const) {
					const page = await open('/favicon.svg', { width, colorScheme, signedIn: isSignedIn });
					await withoutItsScript(page);
					await noteDone(page, 'setRoles');
					await page.goto(`/operator/${name === 'sign-in' ? 'events' : name}`);
					for (const summary of await page.locator('details.confirmed > summary').all()) await summary.click();
					await requireAccessible(page, name);
					await page.context().close();
				}
			});
		}
	}

	it('contain the first answers for their script', async () => {
		const page = await open('/favicon.svg', { signedIn: true });
		const asked: string[] = [];
		page.on('request', (request) => request.url().startsWith(`${url()}/api/`) && asked.push(request.url()));
		for (const name of ['tokens', 'password', 'users', 'status', 'harvests', 'dumps']) {
			await page.goto(`/operator/${name}`, { waitUntil: 'networkidle' });
			assert.deepEqual(asked, [], name);
		}
		await page.context().close();
	});

	it(
		'are for those who sign in, and let them out',
		on(
			'/operator/status',
			async (page) => {
				await signIn(page, { ...operator, password: 'wrong' });
				await page.getByRole('alert').filter({ hasText: 'is wrong' }).waitFor();
				assert.equal(await page.getByLabel('Email').inputValue(), operator.email);
				assert.equal(await page.getByLabel('Password').inputValue(), '');
				await page.getByLabel('Password').fill(operator.password);
				await page.keyboard.press('Enter');
				await headed(page, 'Status');
				for (const name of ['Queue', 'Rates', 'Sizes'])
					await page.getByRole('region', { name }).locator('dd').first().waitFor();
				await page.getByRole('button', { name: 'Refresh' }).press('Enter');
				await headed(page, 'Status');
				await page.getByRole('button', { name: 'Sign out' }).press('Enter');
				await headed(page, 'Sign in');
				await page.goBack();
				await page.reload();
				await headed(page, 'Sign in');
			},
			plainly,
		),
	);

	it(
		'create a token, show it once, and revoke it',
		on(
			'/operator/tokens',
			async (page) => {
				const name = `feed ${Date.now()}`;
				await page.getByLabel('Name').fill(name);
				await page.getByLabel('Withdraw').uncheck();
				await page.getByRole('button', { name: 'Create' }).press('Enter');
				await saysDone(page, 'cannot be shown again');
				const row = page.getByRole('row', { name });
				await row.getByText('submit links, read events').waitFor();
				await row.locator('summary').press('Enter');
				await row.getByRole('button', { name: 'Revoke it' }).press('Enter');
				await row.getByText(/^revoked/).waitFor();
			},
			signedIn,
		),
	);

	it('let a user with a link set a password once, and change it', async () => {
		const page = await open('/operator/users', signedIn);
		const email = `invited${Date.now()}@example.org`;
		const link = await invite(page, email);
		await page.context().close();
		const guest = await open('/favicon.svg', plainly);
		const accept = async (text: string) => {
			await guest.goto(link);
			await guest.getByLabel('Invitation link').fill(link);
			await guest.getByLabel('New password').fill(text);
			await guest.keyboard.press('Enter');
		};
		await accept('short');
		await guest.getByRole('alert').filter({ hasText: 'too short' }).waitFor();
		assert.equal(await guest.getByLabel('Invitation link').inputValue(), link);
		await guest.getByLabel('New password').fill(password);
		await guest.keyboard.press('Enter');
		await headed(guest, 'Loads');
		await guest.getByText(email).first().waitFor();
		await guest.getByRole('link', { name: 'Your password' }).press('Enter');
		const change = async (current: string, next: string) => {
			await guest.getByLabel('Current password').fill(current);
			await guest.keyboard.press('Tab');
			await guest.keyboard.type(next);
			await guest.keyboard.press('Enter');
		};
		await headed(guest, 'Your password');
		await change('wrong', nextPassword);
		await guest.getByRole('alert').filter({ hasText: 'not the password of this account' }).waitFor();
		await change(password, 'password1234');
		await guest.getByRole('alert').filter({ hasText: 'guessed easily' }).waitFor();
		await change(password, nextPassword);
		await saysDone(guest, 'signed out everywhere else');
		await guest.getByRole('button', { name: 'Sign out' }).click();
		await headed(guest, 'Sign in');
		await signIn(guest, { email, password: nextPassword });
		await headed(guest, 'Loads');
		await accept(password);
		await guest.getByRole('alert').filter({ hasText: 'is not valid' }).waitFor();
		await guest.context().close();
	});

	it(
		'let admins create users and roles, give them, keep users out, and delete them',
		on(
			'/operator/users',
			async (page) => {
				const email = `user${Date.now()}@example.org`;
				const role = `role${Date.now()}`;
				await invite(page, email);
				const newRole = page.getByRole('region', { name: 'New role' });
				await newRole.getByLabel('Name').fill(role);
				await page.keyboard.press('Enter');
				await saysDone(page, 'The role is created.');
				const row = page.getByRole('row', { name: email });
				await row.getByLabel(role).press('Space');
				await row.getByRole('button', { name: `Save roles of ${email}` }).press('Enter');
				await saysDone(page, 'The roles are saved.');
				assert.ok(await row.getByLabel(role).isChecked());
				await row.getByRole('button', { name: 'Deactivate' }).press('Enter');
				await saysDone(page, 'The user is deactivated.');
				await row.getByRole('button', { name: /^Activate/ }).waitFor();
				await newRole.getByLabel('Name').fill(role);
				await page.keyboard.press('Enter');
				await page.getByRole('alert').filter({ hasText: role }).waitFor();
				assert.equal(await newRole.getByLabel('Name').inputValue(), role);
				await row.locator('summary').press('Enter');
				await row.getByText('Submitted events stay.').waitFor();
				await row.getByRole('button', { name: 'Delete the user' }).press('Enter');
				await saysDone(page, 'The user is deleted.');
				await row.waitFor({ state: 'detached' });
				const self = page.getByRole('row', { name: operator.email });
				assert.ok(await self.getByLabel('admin').isDisabled());
				assert.equal(await self.getByRole('button', { name: /Deactivate|Delete/ }).count(), 0);
			},
			signedIn,
		),
	);

	it(
		'let admins make, download and remove a dump',
		on(
			'/operator/dumps',
			async (page) => {
				await page.getByText('There are no dumps yet.').waitFor();
				await page.getByLabel('Format').focus();
				await page.keyboard.press('End');
				await page.keyboard.press('Tab');
				await page.keyboard.press('Enter');
				await saysDone(page, 'The dump is being created.');
				const row = page.getByRole('region', { name: 'Dumps' }).getByRole('row', { name: 'opencitations' });
				for (const refresh = page.getByRole('button', { name: 'Refresh' }); await refresh.isVisible(); )
					await refresh.click();
				await row.getByText('Done').waitFor();
				const download = page.waitForEvent('download');
				await row.getByRole('link', { name: /^Download opencitations of/ }).press('Enter');
				assert.match((await download).suggestedFilename(), /^link-broker-.*-opencitations\.csv\.gz$/);
				await row.locator('summary').press('Enter');
				await row.getByRole('button', { name: /^Remove it/ }).press('Enter');
				await saysDone(page, 'The dump is removed.');
				await page.getByText('There are no dumps yet.').waitFor();
			},
			signedIn,
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
			signedIn,
		),
	);

	// The last one: nobody can sign in from here for a while.
	it(
		'show after too many attempts when to try again, and keep the email',
		on(
			'/operator/events',
			async (page) => {
				const guess = { email: 'nobody@example.org', password: 'wrong' };
				const again = page.getByRole('alert').filter({ hasText: /Try again in \d+ (?:s|min|h)\./ });
				for (let time = 0; time < 40 && !(await again.isVisible()); time++) {
					const answered = page.waitForResponse((response) => response.request().method() === 'POST');
					await signIn(page, guess);
					await answered;
					await page.getByRole('alert').waitFor();
				}
				await again.waitFor();
				assert.equal(await page.getByLabel('Email').inputValue(), guess.email);
			},
			plainly,
		),
	);
});
