// Tests of the page of one event without a script.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type EventState, type LinkEvent, noCounts } from '../../../links/link-event.ts';
import { oneLink, openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { type PlainBrowser, plainAccount, plainBrowser } from './plain-browser.fixture.ts';

const owner = 'owner@example.org';
const curator = 'curator@example.org';

describe('the page of an event without a script', () => {
	let opened: TestApp;
	let browser: PlainBrowser;
	let eventId: string;
	let page: string;
	before(async () => {
		opened = await openTestApp();
		await plainAccount(opened, owner);
		await plainAccount(opened, curator, 'curator');
		browser = plainBrowser(opened);
		await browser.signIn('/operator/events', owner);
	});
	after(() => opened.close());
	beforeEach(async () => {
		eventId = await submit(1);
		page = `/operator/events/${eventId}`;
		become('Done', { indexed: true });
	});

	async function submit(links: number): Promise<string> {
		const headers = { Authorization: `Bearer ${await opened.token(owner)}`, 'Content-Type': 'application/json' };
		const body = JSON.stringify(Array.from({ length: links }, () => JSON.parse(oneLink)[0]));
		const response = await opened.app.request('/api/events', { method: 'POST', headers, body });
		return ((await response.json()) as { event_id: string }).event_id;
	}
	function become(state: EventState, more: Partial<LinkEvent> = {}): void {
		opened.events.set(eventId, { ...(opened.events.get(eventId) as LinkEvent), state, ...more });
	}
	const stateOf = () => opened.events.get(eventId)?.state;

	it('shows the details of the event', async () => {
		const { text } = await browser.open(page);
		assert.match(text, /<title>Event – Link Broker<\/title>/);
		assert.match(text, /State <span class="state Done">Done<\/span>/);
		assert.match(text, /<p>Processed\.<\/p>/);
		assert.match(text, new RegExp(`<dt>Event</dt><dd><code>${eventId}</code></dd>`));
		assert.match(text, /<dt>Action<\/dt><dd>Asserts links<\/dd>/);
		assert.match(text, new RegExp(`<dt>Submitted by</dt><dd>${owner}</dd>`));
		assert.match(text, /<dt>Received<\/dt><dd>31 Jan 2026, 12:00:00 UTC<\/dd>/);
		assert.doesNotMatch(text, /Failure|>Withdrawn</);
	});

	it('counts its changes and unknown relations', async () => {
		const counts = { ...noCounts, links: 1, newRelationships: 1234, newIdentifiers: 2 };
		const none = { withdrawn: 0, nothingToWithdraw: 0, notYours: 0, splitGroups: 0 };
		become('Done', { counts: { ...counts, ...none, unknownRelations: [{ name: '<Likes>', count: 3 }] } });
		const { text } = await browser.open(page);
		assert.match(text, /<dt>New links between identifiers<\/dt><dd>1,234<\/dd>/);
		assert.match(text, /<dt>Unknown relation &lt;Likes><\/dt><dd>3<\/dd>/);
	});

	it('shows why it failed and when the next attempt is, and can be refreshed', async () => {
		become('New', { error: 'No room.', attempts: 2, dueAt: Date.UTC(2026, 0, 31, 14) });
		const { text } = await browser.open(page);
		assert.match(text, /<dt>Error<\/dt><dd>No room\.<\/dd>/);
		assert.match(text, /<dt>Attempts<\/dt><dd>2<\/dd>/);
		assert.match(text, /<dt>Next attempt<\/dt><dd>31 Jan 2026, 14:00:00 UTC<\/dd>/);
		assert.match(text, /Refresh/);
		become('Done', { indexed: true });
		assert.doesNotMatch((await browser.open(page)).text, /Refresh/);
	});

	it('lists its links, page by page, each end leading to its work', async () => {
		page = `/operator/events/${await submit(60)}`;
		const first = await browser.open(page);
		assert.match(first.text, /<h2 id="event-links"[^>]*>Links <span class="count">60<\/span>/);
		assert.match(first.text, /<span>1 to 50<\/span>/);
		assert.match(first.text, /<a class="identifier" href="\/objects\/doi\/10\.5281\/zenodo\.11020">/);
		assert.match(first.text, /<td>Zenodo<\/td><td class="date">2018-01-01<\/td>/);
		const [, next = ''] = /href="([^"]*)">More links/.exec(first.text) ?? [];
		const second = await browser.open(next);
		assert.match(second.text, /<span>51 to 60<\/span>/);
		assert.match(second.text, new RegExp(`<a href="${page}">First links</a>`));
		assert.doesNotMatch(second.text, /More links/);
	});

	it('is withdrawn after a preview of the changes, with a reason, and restored', async () => {
		assert.doesNotMatch((await browser.open(page)).text, /Withdraw this event/);
		const asking = `${page}?show=withdrawal`;
		const { text } = await browser.open(asking);
		assert.match(text, /<li>12 links between identifiers would be removed<\/li>/);
		assert.match(text, /<li>1 new group after splits<\/li>/);
		assert.match(text, /<summary>1 work would change<\/summary>/);
		assert.match(text, /<span class="title" dir="auto">corner\.py<\/span> <span class="scheme">DOI<\/span> <a /);
		const withdrawn = await browser.send(asking, 'withdraw', { reason: ' They only share <their> title. ' });
		assert.match(withdrawn.text, /class="notice">The event is withdrawn\./);
		assert.match(withdrawn.text, /<dt>Reason<\/dt><dd>They only share &lt;their> title\.<\/dd>/);
		assert.match(withdrawn.text, new RegExp(`<dt>By</dt><dd>${owner}</dd>`));
		assert.equal(stateOf(), 'Withdrawn');
		const restored = await browser.send(page, 'restore');
		assert.match(restored.text, /class="notice">The event is restored and will be processed again\./);
		assert.equal(stateOf(), 'New');
	});

	it('is withdrawn without a reason where none is given', async () => {
		const { text } = await browser.send(`${page}?show=withdrawal`, 'withdraw', { reason: ' ' });
		assert.match(text, /<dt>Reason<\/dt><dd>none given<\/dd>/);
		assert.doesNotMatch((await browser.open(`${page}?show=withdrawal`)).text, /Withdraw this event/);
	});

	it('keeps the reason in the form where it is refused', async () => {
		const { status, text } = await browser.send(`${page}?show=withdrawal`, 'withdraw', { reason: 'x'.repeat(1_001) });
		assert.equal(status, 422);
		assert.match(text, /<p class="wrong" role="alert">The reason must have at most 1000 characters/);
		assert.match(text, /name="reason"[^>]*\svalue="x{1001}"/);
		assert.equal(stateOf(), 'Done');
	});

	it('runs it again, unless it is being processed by then', async () => {
		assert.match((await browser.send(page, 'rerun')).text, /class="notice">The event will be processed again\./);
		assert.equal(stateOf(), 'New');
		become('Error', { error: 'No room.' });
		const rerun = opened.needs.broker.rerunEvents;
		opened.needs.broker.rerunEvents = async () => {
			become('Processing');
			return 0;
		};
		const { status, text } = await browser.send(page, 'rerun');
		opened.needs.broker.rerunEvents = rerun;
		assert.equal(status, 409);
		assert.match(text, /role="alert">The event \S+ is being processed\./);
		assert.match(text, /State <span class="state Processing">/);
	});

	it('lets no account restore an event that another one withdrew', async () => {
		const other = plainBrowser(opened);
		await other.signIn(page, curator);
		await other.send(`${page}?show=withdrawal`, 'withdraw');
		const { status, text } = await browser.send(page, 'restore');
		assert.equal(status, 403);
		assert.match(text, /role="alert">The event \S+ was withdrawn by another account/);
		assert.equal(stateOf(), 'Withdrawn');
	});

	it('reports an unknown event, and one of another account', async () => {
		const stranger = plainBrowser(opened);
		await plainAccount(opened, `${eventId}@example.org`);
		await stranger.signIn('/operator/events', `${eventId}@example.org`);
		for (const path of [page, '/operator/events/1', '/operator/events/%3Cb%3E']) {
			const { status, text } = await stranger.open(path);
			assert.equal(status, 404, path);
			assert.match(text, /role="alert"><p>No event .* is visible to this account/);
			assert.doesNotMatch(text, /<b>/);
		}
	});

	it('comes with the answers that the script asks for', async () => {
		const { text } = await browser.open(`${page}?after=0&show=withdrawal`);
		for (const question of ['event', 'links of an event', 'withdrawal'])
			assert.ok(text.includes(`"${question} {\\"eventId\\":\\"${eventId}\\"`), question);
	});
});
