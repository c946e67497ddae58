// Tests of the pages of received notifications without a script.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Notification } from '../../../broker/notify/inbox.ts';
import { openTestRecords, type TestRecords } from '../../../engines/sqlite/records/sqlite-records.fixture.ts';
import { announcement, openInboxApp } from '../../routes/inbox.fixture.ts';
import { signInAs } from '../../routes/operators/operator.fixture.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser, rowWith } from './plain-browser.fixture.ts';

const admin = 'ada@example.org';
const eventId = randomUUID();
const note = 'Nothing to do: no <announcement> has this id.';

/** Makes notifications as they are stored, the newest first. */
function stored(count: number): Notification[] {
	return Array.from({ length: count }, (_, index) => ({
		...{ number: count - index, uuid: randomUUID(), sender: 'https://repository.example', userId: null },
		...{ sentId: `urn:uuid:${randomUUID()}`, digest: '', types: ['Announce', 'RelationshipAction'] },
		...{ body: JSON.stringify(announcement({ summary: '<b>' })), outcome: 'accepted', note: null, eventId },
		...{ sourceAddress: '192.0.2.7', receivedAt: Date.UTC(2026, 0, 30, 23), answer: null },
	}));
}

describe('the pages of received notifications without a script', () => {
	const notifications = stored(70);
	const [newest] = notifications as [Notification];
	Object.assign(newest, { types: ['Undo'], outcome: 'nothing', note, eventId: null } satisfies Partial<Notification>);
	let opened: TestApp;
	let browser: PlainBrowser;
	before(async () => {
		opened = await openTestApp(
			{},
			{
				listNotifications: async ({ userId, before = Number.POSITIVE_INFINITY, limit }) =>
					userId === undefined ? notifications.filter(({ number }) => number < before).slice(0, limit) : [],
				async showNotification(_userId, isAdmin, wanted) {
					const found = notifications.find(({ uuid }) => isAdmin && uuid === wanted);
					return found ?? assert.fail(`${wanted} is not stored`);
				},
			},
		);
		await plainAccount(opened, admin, 'admin');
		browser = plainBrowser(opened);
		await browser.signIn('/operator/notifications', admin);
	});
	after(() => opened.close());

	it('list those of all senders, the newest first, and lead to older ones and back', async () => {
		const first = await browser.open('/operator/notifications');
		const rows = (text: string) => text.match(/<tr><td class="moment">/g)?.length ?? 0;
		assert.equal(rows(first.text), 50);
		const [, older = ''] = /href="([^"]*)">Older/.exec(first.text) ?? [];
		const second = await browser.open(older);
		assert.equal(rows(second.text), 20);
		assert.match(second.text, /href="\/operator\/notifications">Newest/);
		assert.doesNotMatch(second.text, />Older/);
	});

	it('say what became of each, and lead to its event', async () => {
		const { text } = await browser.open('/operator/notifications');
		const [, second] = notifications as [Notification, Notification];
		const accepted = rowWith(text, second.uuid);
		assert.match(accepted, />30 Jan 2026, 23:00:00 UTC<\/a><\/td><td>https:\/\/repository\.example<\/td>/);
		assert.match(accepted, /<td>Announce, RelationshipAction<\/td><td>Submitted links<\/td>/);
		assert.ok(accepted.includes(`<a href="/operator/events/${eventId}">`));
		assert.match(rowWith(text, newest.uuid), /<td>Nothing to do: no &lt;announcement> has this id\.<\/td>/);
	});

	it('show one as it came', async () => {
		const { text } = await browser.open(`/operator/notifications/${newest.uuid}`);
		assert.match(text, /<dt>Outcome<\/dt><dd>Nothing to do: no &lt;announcement> has this id\.<\/dd>/);
		const [, sent = ''] = /<pre class="commands">(.*?)<\/pre>/s.exec(text) ?? [];
		const written = sent.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
		assert.deepEqual(JSON.parse(written), JSON.parse(newest.body));
	});

	it('are for administrators alone', async () => {
		await plainAccount(opened, 'curator@example.org');
		const other = plainBrowser(opened);
		const { text } = await other.signIn('/operator/notifications', 'curator@example.org');
		assert.match(text, /Only admins can see this page\./);
		assert.doesNotMatch(text, /href="\/operator\/notifications"/);
	});

	it('say that a broker without an inbox receives none', async () => {
		const closed = await openTestApp({ INBOX: 'off' });
		await plainAccount(closed, admin, 'admin');
		const { text } = await plainBrowser(closed).signIn('/operator/notifications', admin);
		assert.match(text, /INBOX/);
		await closed.close();
	});
});

describe('the replay of a notification', () => {
	let stored: TestRecords;
	let opened: TestApp;
	before(async () => {
		stored = await openTestRecords();
		opened = await openInboxApp(stored, {});
		await plainAccount(opened, admin, 'admin');
	});
	after(async () => {
		await opened.close();
		await stored.close();
	});

	/** Sends a notification; returns its path. */
	const send = async (notification: object) => {
		const headers = { Authorization: `Bearer ${await opened.token(admin)}`, 'Content-Type': 'application/ld+json' };
		const sent = await opened.app.request('/inbox', { method: 'POST', headers, body: JSON.stringify(notification) });
		return new URL(sent.headers.get('Location') ?? '').pathname;
	};

	it('does what came to be possible, on the page of an administrator and nowhere else', async () => {
		const announced = announcement();
		const undo = await send(announcement({ type: 'Undo', object: announced.id }));
		const browser = plainBrowser(opened);
		const page = `/operator/notifications/${undo.split('/').at(-1)}`;
		await browser.signIn(page, admin);
		const early = await browser.send(page, 'replay');
		assert.match(early.text, /The notification was read again\./);
		assert.match(early.text, /<dt>Outcome<\/dt><dd>Nothing to do: no announcement/);
		await send(announced);
		const other = await signInAs(opened, 'curator@example.org');
		assert.equal((await other.ask('POST', `${undo}/replay`)).status, 403);
		const late = await browser.send(page, 'replay');
		assert.match(late.text, /<dt>Outcome<\/dt><dd>Withdrew an event<\/dd>/);
		assert.doesNotMatch(late.text, />Replay</);
		const root = await signInAs(opened, 'root@example.org', 'admin');
		assert.equal((await root.ask('POST', `${undo}/replay`)).status, 409);
		assert.equal((await root.ask('POST', `/inbox/${randomUUID()}/replay`)).status, 404);
	});
});
