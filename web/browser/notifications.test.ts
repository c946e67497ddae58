// The pages of received notifications: their list, and each as it came, with its event.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { announcement } from '../../src/http/routes/inbox.fixture.ts';
import { requireAccessible, withoutItsScript } from './accessibility.fixture.ts';
import { describePages } from './pages.fixture.ts';

describePages('the pages of received notifications', ({ on, open }) => {
	/** Sends a notification as the user who is signed in on a page; returns the end of its address. */
	const send = async (page: Page, notification: object) => {
		const { request } = page.context();
		const { csrf_token } = await (await request.get('/api/session')).json();
		const asked = { headers: { 'X-CSRF-Token': csrf_token }, data: { name: 'repository' } };
		const { token } = await (await request.post('/api/tokens', asked)).json();
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json' };
		const sent = await request.post('/api/inbox', { headers, data: JSON.stringify(notification) });
		assert.equal(sent.status(), 201, await sent.text());
		return sent.headers().location?.replace(/.*\//, '') ?? '';
	};

	it(
		'say what became of an announcement, and lead to it and to its event',
		on(
			'/operator/notifications',
			async (page) => {
				await page.getByText('No notifications found.').waitFor();
				const uuid = await send(page, announcement());
				await page.getByRole('button', { name: 'Refresh' }).click();
				const row = page.locator('tr', { has: page.locator(`a[href$="/notifications/${uuid}"]`) });
				await row.getByText('Announce, RelationshipAction').waitFor();
				await row.getByText('Submitted links').waitFor();
				await row.getByRole('link').first().click();
				await page.getByRole('heading', { level: 1, name: 'Notification', exact: true }).waitFor();
				await page.getByText('"as:subject": "https://doi.org/10.5555/data"').waitFor();
				await page.getByRole('definition').getByRole('link').click();
				await page.getByRole('heading', { level: 1, name: 'Event' }).waitFor();
			},
			{ signedIn: true },
		),
	);

	it('break no rule of accessibility, and need no script', async () => {
		for (const width of [390, 1280]) {
			const page = await open('/favicon.svg', { width, signedIn: true });
			await withoutItsScript(page);
			const uuid = await send(page, announcement({ type: 'Undo', summary: 'W'.repeat(200) }));
			await page.goto('/operator/notifications');
			await requireAccessible(page, `list at ${width} px`);
			await page.locator(`a[href$="/notifications/${uuid}"]`).click();
			await page.getByText(/^Nothing to do: no announcement/).waitFor();
			await requireAccessible(page, `notification at ${width} px`);
			const offer = await send(page, announcement({ type: 'Offer' }));
			await page.goto(`/operator/notifications/${offer}`);
			await page.getByRole('term').filter({ hasText: 'Answer' }).waitFor();
			await requireAccessible(page, `offer at ${width} px`);
			await page.context().close();
		}
	});
});
