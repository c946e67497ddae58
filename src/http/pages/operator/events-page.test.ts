// Tests of the list of events without a script.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { LinkEvent } from '../../../links/link-event.ts';
import { newEvent, openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser } from './plain-browser.fixture.ts';

const email = 'owner@example.org';

describe('the list of events without a script', () => {
	let opened: TestApp;
	let browser: PlainBrowser;
	before(async () => {
		opened = await openTestApp();
		await plainAccount(opened, email);
		const user = await opened.accounts.findUser(email);
		const add = (sequence: number, more: Partial<LinkEvent> = {}) => {
			const event = { ...newEvent(randomUUID(), user?.id ?? null), sequence, ...more };
			opened.events.set(event.eventId, event);
		};
		for (let sequence = 1; sequence <= 60; sequence++) add(sequence, { state: 'Done', indexed: true });
		const error = `The disk is full: ${'nothing could be written '.repeat(3)}<to> it.`;
		add(61, { state: 'Error', error, attempts: 5, fileName: 'links.json' });
		browser = plainBrowser(opened);
		await browser.signIn('/operator/events', email);
	});
	after(() => opened.close());

	const rows = (text: string) => text.match(/<tr><td class="moment">/g)?.length ?? 0;
	const linkOf = (text: string, name: string) =>
		new RegExp(`<a[^>]* href="([^"]*)"[^>]*>${name}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&');

	it('shows the newest first, and leads to older ones and back', async () => {
		const first = await browser.open('/operator/events');
		assert.equal(rows(first.text), 50);
		assert.equal(linkOf(first.text, 'Newest'), undefined);
		assert.match(first.text, /<span class="note"> links\.json<\/span>/);
		const older = await browser.open(linkOf(first.text, 'Older') ?? '');
		assert.equal(rows(older.text), 11);
		assert.equal(linkOf(older.text, 'Older'), undefined);
		assert.equal(linkOf(older.text, 'Newest'), '/operator/events');
	});

	it('keeps to one state from page to page', async () => {
		const first = await browser.open('/operator/events?state=Done');
		assert.match(first.text, /href="\/operator\/events\?state=Done" aria-current="page">Done</);
		const older = await browser.open(linkOf(first.text, 'Older') ?? '');
		assert.equal(rows(older.text), 10);
		assert.equal(linkOf(older.text, 'Newest'), '/operator/events?state=Done');
		assert.match((await browser.open('/operator/events?state=Withdrawn')).text, /No events found\./);
	});

	it('says that an account has submitted nothing, and leads to the submission of a table', async () => {
		await plainAccount(opened, 'new@example.org');
		const other = plainBrowser(opened);
		await other.signIn('/operator/events', 'new@example.org');
		const { text } = await other.open('/operator/events');
		assert.match(text, /Nothing has been submitted with your account yet\. <a href="\/operator\/submit">/);
		assert.match((await other.open('/operator/events?state=Done')).text, /No events found\./);
	});

	it('says why an event failed, and runs it again', async () => {
		const before = await browser.open('/operator/events?state=Error');
		assert.match(before.text, /<summary>The disk is full: .{42}…<\/summary>/);
		assert.match(before.text, /&lt;to> it\.<\/p><p class="note">5 attempts</);
		const after = await browser.send('/operator/events?state=Error', 'rerun');
		assert.match(after.text, /class="notice">The event will be processed again\./);
		assert.match(after.text, /No events found\./);
		assert.equal(rows((await browser.open('/operator/events?state=New')).text), 1);
	});

	it('shows the problem of its address', async () => {
		const page = await browser.open('/operator/events?state=Lost');
		assert.equal(page.status, 400);
		assert.match(page.text, /role="alert"><p>state must be one of New, Processing/);
	});

	it('comes with the answer that the script asks for', async () => {
		const { text } = await browser.open('/operator/events?state=Done&before=30');
		assert.match(text, /"events \{\\"state\\":\\"Done\\",\\"before\\":\\"30\\"\}":/);
	});
});
