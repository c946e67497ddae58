// Tests of the list of loads, and of the page of a load, without a script.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LinkEvent } from '../../../links/link-event.ts';
import { newEvent, openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser } from './plain-browser.fixture.ts';

const email = 'owner@example.org';
const idOf = (number: number) => `7c1de8a5-1b63-4e1f-9a70-${String(number).padStart(12, '0')}`;

describe('the list of loads without a script', () => {
	let opened: TestApp;
	let browser: PlainBrowser;
	before(async () => {
		opened = await openTestApp();
		await plainAccount(opened, email);
		const user = await opened.accounts.findUser(email);
		const add = (sequence: number, more: Partial<LinkEvent> = {}) => {
			const event = { ...newEvent(idOf(sequence), user?.id ?? null), sequence, indexed: true, ...more };
			opened.events.set(event.eventId, event);
		};
		for (let sequence = 1; sequence <= 50; sequence++) add(sequence, { state: 'Done' });
		for (let sequence = 51; sequence <= 62; sequence++) {
			add(sequence, { loadId: idOf(51), state: sequence < 60 ? 'Done' : 'New', fileName: '<links>.csv' });
		}
		browser = plainBrowser(opened);
		await browser.signIn('/operator', email);
	});
	after(() => opened.close());

	const rows = (text: string) => text.match(/<tr><th scope="row" class="load">/g)?.length ?? 0;
	const linkOf = (text: string, name: string) =>
		new RegExp(`<a[^>]* href="([^"]*)"[^>]*>${name}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&');

	it('has a row for each, newest first, and leads to older ones and back', async () => {
		const first = await browser.open('/operator/loads');
		assert.equal(rows(first.text), 50);
		assert.match(first.text, /href="\/operator\/loads\/[^"]*51">&lt;links>\.csv<\/a>/);
		const older = await browser.open(linkOf(first.text, 'Older') ?? '');
		assert.equal(rows(older.text), 1);
		assert.equal(linkOf(older.text, 'Newest'), '/operator/loads');
	});

	it('keeps to one kind from page to page', async () => {
		const { text } = await browser.open('/operator/loads?kind=files');
		assert.equal(rows(text), 1);
		assert.match(text, /href="\/operator\/loads\?kind=files" aria-current="page">Files</);
		assert.match((await browser.open('/operator/loads?kind=harvest')).text, /No loads found\./);
	});

	it('shows how far a load is, its first events, and where all of them are', async () => {
		const { text } = await browser.open(`/operator/loads/${idOf(51)}`);
		assert.match(text, /9 of 12 events processed/);
		assert.match(text, /12: 3 new, 9 done/);
		assert.equal(text.match(/<tr><td class="moment">/g)?.length, 10);
		const all = await browser.open(linkOf(text, 'All 12 events') ?? '');
		assert.equal(all.text.match(/<tr><td class="moment">/g)?.length, 12);
		assert.equal(linkOf(all.text, 'one load'), `/operator/loads/${idOf(51)}`);
	});

	it('is of a load by any of its events, and names none that is not visible to the account', async () => {
		assert.match((await browser.open(`/operator/loads/${idOf(55)}`)).text, new RegExp(`<code>${idOf(51)}</code>`));
		const missing = await browser.open(`/operator/loads/${idOf(99)}`);
		assert.equal(missing.status, 404);
		assert.match(missing.text, /visible to this account/);
	});

	it('says that an account has submitted nothing, and leads to the submission of a table', async () => {
		await plainAccount(opened, 'new@example.org');
		const other = plainBrowser(opened);
		await other.signIn('/operator', 'new@example.org');
		const { text } = await other.open('/operator/loads');
		assert.match(text, /Nothing has been submitted with your account yet\. <a href="\/operator\/submit">/);
	});
});
