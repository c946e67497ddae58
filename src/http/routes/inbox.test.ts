// Tests the inbox over HTTP, on real records: who may send, what becomes of each notification, and who sees it.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { LinkEvent } from '../../links/link-event.ts';
import { act, by } from '../../store/suite/audit.fixture.ts';
import { problemOf, type TestApp } from '../server/app.fixture.ts';
import { announcement, linksOf, openInboxApp } from './inbox.fixture.ts';

const inboxRelation = 'rel="http://www.w3.org/ns/ldp#inbox"';
const registered = '192.0.2.7';

let stored: TestRecords;
let opened: TestApp;
let isOpen = false;
let token: string;
beforeEach(async () => {
	stored = await openTestRecords();
	await open({});
});
afterEach(async () => {
	await opened.close();
	isOpen = false;
	await stored.close();
});

/** Opens the app with other settings, behind a proxy that names the senders. */
async function open(environment: Record<string, string>) {
	if (isOpen) await opened.close();
	opened = await openInboxApp(stored, environment);
	isOpen = true;
	token = await opened.token('repository@example.org');
}

type Sent = { as?: string | undefined; from?: string; type?: string };

function send(body: unknown, { as = token, from = '198.51.100.1', type = 'application/ld+json' }: Sent = {}) {
	return opened.app.request('/inbox', {
		method: 'POST',
		headers: {
			...(as !== '' && { Authorization: `Bearer ${as}` }),
			...(type !== '' && { 'Content-Type': type }),
			'X-Forwarded-For': from,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
}

const get = (path: string, as = token) =>
	opened.app.request(path, { headers: { ...(as !== '' && { Authorization: `Bearer ${as}` }) } });

type Received = { received: { outcome: string; note: string | null; event_id: string; sender: string } };

/** Expects that a notification is taken; returns where it is, and what became of it. */
async function taken(response: Response, as = token) {
	assert.equal(response.status, 201, response.status === 201 ? '' : await response.text());
	const location = response.headers.get('Location') ?? '';
	assert.match(location, /^http:\/\/localhost\/inbox\/[0-9a-f-]{36}$/);
	const shown = (await (await get(new URL(location).pathname, as)).json()) as Received;
	return { location, shown, ...shown.received };
}

const events = (): Promise<LinkEvent[]> => stored.records.events({ limit: 99 });

async function refused(response: Response, status: number, code: string): Promise<string> {
	assert.equal(response.status, status);
	const { type, detail } = await problemOf(response);
	assert.match(type, new RegExp(`/${code}$`));
	return detail;
}

/** Lists the links of the newest event. */
async function links(): Promise<string[]> {
	const [event] = await events();
	return linksOf(await stored.records.payload(event?.sequence ?? 0));
}

describe('a notification that announces', () => {
	it('a relationship is answered with 201 and its address, and becomes an event of the account', async () => {
		const { outcome, event_id, sender } = await taken(await send(announcement()));
		const [event] = await events();
		const user = await opened.accounts.findUser('repository@example.org');
		assert.deepEqual([outcome, event_id, sender], ['accepted', event?.eventId, 'repository@example.org']);
		assert.deepEqual([event?.userId, event?.links, event?.state], [user?.id, 1, 'New']);
		assert.deepEqual(await links(), ['10.5555/data IsSupplementTo 10.5555/paper, 2026-01-14T10:00:00Z, A Repository']);
	});

	it('a review becomes a link, by the host of its origin and the day of receipt where it names no other', async () => {
		const review = { type: ['Announce', 'coar-notify:ReviewAction'], object: { id: 'https://doi.org/10.5555/review' } };
		const context = { id: 'https://doi.org/10.5555/paper' };
		const of = { actor: { id: 'https://repository.example/staff' }, published: undefined };
		await taken(await send(announcement({ ...review, context, ...of })));
		assert.deepEqual(await links(), ['10.5555/review Reviews 10.5555/paper, 2026-01-15, repository.example']);
	});

	it('an endorsement becomes a link that says so', async () => {
		const type = ['Announce', 'coar-notify:EndorsementAction'];
		const of = { object: { id: 'https://doi.org/10.5555/word' }, context: { id: 'https://doi.org/10.5555/paper' } };
		await taken(await send(announcement({ type, ...of })));
		assert.match((await links())[0] ?? '', /^10\.5555\/word IsRelatedTo \(Endorses\) 10\.5555\/paper,/);
	});

	it('a relationship without a usable pair of identifiers is refused with 422, and not kept', async () => {
		const object = { type: 'Relationship', 'as:subject': 'https://doi.org/10.5555/data', 'as:relationship': 'cites' };
		await refused(await send(announcement({ object })), 422, 'invalid-links');
		await refused(await send(announcement({ object: { ...object, 'as:object': 'urn:' } })), 422, 'invalid-links');
		assert.deepEqual(await stored.records.notifications({ limit: 9 }), []);
	});
});

describe('a notification that asks for nothing that the broker does', () => {
	it('is kept with nothing to do', async () => {
		const patterns = [
			...['ReviewAction', 'EndorsementAction', 'IngestAction'].map((action) => ['Offer', `coar-notify:${action}`]),
			...['Accept', 'Reject', 'TentativeAccept', 'TentativeReject', 'Announce'].map((type) => [type]),
			...[
				['Flag', 'coar-notify:UnprocessableNotification'],
				['Announce', 'coar-notify:IngestAction'],
			],
		];
		for (const type of patterns) {
			const given = {
				type,
				object: { id: 'https://repository.example/item/1', type: 'Page' },
				context: { id: 'urn:x:1' },
			};
			const { outcome, note } = await taken(await send(announcement(given)));
			assert.equal(outcome, 'nothing');
			assert.match(note ?? '', /^Nothing to do: /);
		}
		assert.deepEqual(await events(), []);
	});
});

describe('an Undo', () => {
	const undo = (more: object) => announcement({ type: 'Undo', summary: 'Sent by mistake.', ...more });

	it('withdraws the event of the announcement that it names, with its summary as the reason', async () => {
		for (const naming of [
			(id: string) => ({ object: { id, type: 'Announce' } }),
			(id: string) => ({ object: id }),
			(id: string) => ({ object: { id: 'urn:uuid:other' }, inReplyTo: id }),
		]) {
			const announced = announcement();
			const { event_id } = await taken(await send(announced));
			const { outcome, ...undone } = await taken(await send(undo(naming(announced.id))));
			assert.deepEqual([outcome, undone.event_id], ['withdrawn', event_id]);
			const [event] = await stored.records.events({ eventId: event_id, limit: 1 });
			assert.deepEqual([event?.state, event?.withdrawn?.reason], ['Withdrawn', 'Sent by mistake.']);
		}
	});

	it('of what another sender has announced, or of an offer, does nothing', async () => {
		const announced = announcement();
		await taken(await send(announced));
		const other = await opened.token('other@example.org');
		assert.equal((await taken(await send(undo({ object: announced.id }), { as: other }), other)).outcome, 'nothing');
		const offer = announcement({ type: ['Offer', 'coar-notify:ReviewAction'] });
		await taken(await send(offer));
		assert.equal((await taken(await send(undo({ object: offer })))).outcome, 'nothing');
		assert.equal((await events())[0]?.state, 'New');
	});
});

describe('a notification that is sent again', () => {
	it('is answered with the address of the first one, however it is spaced, and submits nothing', async () => {
		const announced = announcement();
		const first = await taken(await send(announced));
		const again = await taken(await send(JSON.stringify(announced, undefined, 2)));
		assert.equal(again.location, first.location);
		assert.equal((await events()).length, 1);
	});

	it('at the same time is taken once', async () => {
		const announced = announcement();
		const answers = await Promise.all([1, 2, 3].map(() => send(announced)));
		assert.equal(new Set(answers.map(({ headers }) => headers.get('Location'))).size, 1);
		assert.equal((await events()).length, 1);
	});

	it('with other content is refused with 422; the same id of another sender or of 20 patterns is its own', async () => {
		const announced = announcement();
		await taken(await send(announced));
		await refused(await send({ ...announced, published: '2026-01-15' }), 422, 'invalid-body');
		const other = await opened.token('other@example.org');
		await taken(await send({ ...announced, published: '2026-01-15' }, { as: other }), other);
		assert.equal((await events()).length, 2);
		assert.equal((await taken(await send({ ...announced, type: 'Accept' }))).outcome, 'nothing');
		for (let other = 2; other < 20; other++) await taken(await send({ ...announced, type: `Pattern${other}` }));
		await refused(await send({ ...announced, type: 'Flag' }), 422, 'invalid-body');
	});
});

describe('a notification that cannot be read', () => {
	it('is refused with 400 where it is not JSON, or has no id, type or object', async () => {
		await refused(await send('{'), 400, 'malformed-json');
		for (const body of ['[]', '"x"', '{}']) await refused(await send(body), 400, 'bad-request');
		for (const name of ['id', 'type', 'object']) {
			const detail = await refused(await send(announcement({ [name]: undefined })), 400, 'bad-request');
			assert.match(detail, new RegExp(`must have an? ${name}`));
		}
		await refused(await send(announcement({ id: 'urn:\0' })), 400, 'bad-request');
	});

	it('is refused with 413 beyond 64 KiB', async () => {
		await refused(await send(announcement({ summary: 'x'.repeat(65_536) })), 413, 'body-too-large');
	});

	it('is refused with 415 in another media type; every profile of JSON-LD is taken', async () => {
		for (const type of ['', 'text/turtle', 'application/ld+json; charset=latin1']) {
			const response = await send(announcement(), { type });
			assert.equal(response.headers.get('Accept'), 'application/ld+json, application/json');
			await refused(response, 415, 'unsupported-media-type');
		}
		const profile = 'application/ld+json;profile="https://www.w3.org/ns/activitystreams"';
		for (const type of [profile, 'application/json; charset=UTF-8']) await taken(await send(announcement(), { type }));
	});

	it('is refused with 429 beyond 60 a minute of a sender', async () => {
		for (let sent = 0; sent < 60; sent++) await refused(await send('{'), 400, 'malformed-json');
		await refused(await send(announcement()), 429, 'too-many-requests');
		opened.pass(1_000);
		await taken(await send(announcement()));
	});
});

describe('a sender with an access token', () => {
	it('needs the scope notify', async () => {
		const given = { name: 'x', email: 'repository@example.org', internal: false };
		const other = await opened.accounts.createToken(by, { ...given, scopes: ['submit', 'read'] });
		await refused(await send(announcement(), { as: other }), 403, 'insufficient-scope');
		await refused(await send(announcement(), { as: '' }), 401, 'unauthorized');
		await refused(await send(announcement(), { as: 'lb_none' }), 401, 'unauthorized');
		const own = await opened.accounts.createToken(by, { ...given, scopes: ['notify'] });
		await taken(await send(announcement(), { as: own }), own);
	});

	it('speaks as its registered origins, actors and networks alone, where it has any', async () => {
		const userId = (await opened.accounts.findUser('repository@example.org'))?.id ?? 0;
		const rules = {
			origins: ['https://repository.example'],
			actors: ['https://repository.example/staff'],
			networks: ['198.51.100.0/24'],
		};
		await stored.records.addNotifySender(act, { userId, rules });
		await taken(await send(announcement()));
		for (const wrong of [
			{ origin: { id: 'https://repository.example.evil.example' } },
			{ origin: { id: 'http://repository.example' } },
			{ origin: undefined },
			{ actor: { id: 'https://repository.example/other' } },
		])
			await refused(await send(announcement(wrong)), 403, 'forbidden');
		await refused(await send(announcement(), { from: '203.0.113.1' }), 403, 'forbidden');
		const { action, subject } = (await stored.records.auditEntries({ limit: 1 }))[0] ?? {};
		assert.deepEqual([action, subject], ['notification.refused', 'repository@example.org']);
		assert.equal((await events()).length, 1);
	});

	it('needs the role that submissions need', async () => {
		await open({ EVENTS_ROLE: 'harvester' });
		await refused(await send(announcement()), 403, 'forbidden');
		const harvester = await opened.token('repository@example.org', 'harvester');
		await taken(await send(announcement(), { as: harvester }), harvester);
	});
});

describe('a sender without an access token', () => {
	const fromOrigin = { as: '', from: registered };
	const admin = () => opened.token('root@example.org', 'admin');

	it('is refused, unless origins are admitted', async () => {
		await open({ NOTIFY_ORIGINS: 'https://repository.example=192.0.2.0/24' });
		await refused(await send(announcement(), fromOrigin), 401, 'unauthorized');
	});

	for (const INBOX of ['origins', 'both'])
		it(`is admitted by origin and network together (INBOX=${INBOX})`, async () => {
			await open({
				INBOX,
				NOTIFY_ORIGINS: 'https://repository.example=192.0.2.0/24,https://six.example=2001:db8::/32',
			});
			const { sender } = await taken(await send(announcement(), fromOrigin), await admin());
			assert.equal(sender, 'origin https://repository.example');
			const six = announcement({ origin: { id: 'https://six.example/service' } });
			await taken(await send(six, { as: '', from: '2001:db8::1' }), await admin());
			assert.deepEqual(
				(await events()).map(({ userId }) => userId),
				[null, null],
			);
			// An origin that is claimed from elsewhere, and another one from its network.
			const elsewhere = await send(announcement(), { as: '', from: '198.51.100.1' });
			await refused(
				elsewhere,
				...((INBOX === 'both' ? [401, 'unauthorized'] : [403, 'forbidden']) as [number, string]),
			);
			await refused(await send(six, fromOrigin), 403, 'forbidden');
			assert.equal((await events()).length, 2);
		});

	it('that is registered with origin and network sends for its account', async () => {
		await open({ INBOX: 'both' });
		const userId = (await opened.accounts.findUser('repository@example.org'))?.id ?? 0;
		const rules = { origins: ['https://repository.example'], actors: [], networks: [registered] };
		await stored.records.addNotifySender(act, { userId, rules });
		await taken(await send(announcement(), fromOrigin));
		assert.equal((await events())[0]?.userId, userId);
		await opened.accounts.deactivateUser(by, 'repository@example.org');
		await refused(await send(announcement(), fromOrigin), 403, 'forbidden');
	});
});

describe('the inbox', () => {
	it('lists the notifications of the account as a container with what became of them, the newest first', async () => {
		const sent = [];
		for (const type of [['Announce', 'coar-notify:RelationshipAction'], ['Offer']]) {
			const { location, shown } = await taken(await send(announcement({ type })));
			const types = type.map((name) => name.replace('coar-notify:', ''));
			sent.unshift({ '@id': location, type: types, received: shown.received });
		}
		const other = await opened.token('other@example.org');
		await taken(await send(announcement(), { as: other }), other);
		const response = await get('/inbox');
		assert.equal(response.headers.get('Content-Type'), 'application/ld+json');
		assert.deepEqual(await response.json(), {
			'@context': { ldp: 'http://www.w3.org/ns/ldp#' },
			...{ '@id': 'http://localhost/inbox', '@type': 'ldp:Container' },
			'ldp:contains': sent,
		});
		assert.equal((await get('/inbox', '')).status, 401);
		assert.equal((await get('/inbox?all=1')).status, 403);
		const all = (await (await get('/inbox?all=1', await opened.token('root@example.org', 'admin'))).json()) as object;
		assert.equal((all as { 'ldp:contains': object[] })['ldp:contains'].length, 3);
	});

	it('goes on at the address with rel next', async () => {
		for (let at = 0; at < 5; at++) await taken(await send(announcement({ type: 'Offer' })));
		const nextOf = (page: Response) => /<([^>]*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] ?? '';
		const follow = (next: string) => get(new URL(next).pathname + new URL(next).search);
		const page = await follow(nextOf(await follow(nextOf(await get('/inbox?limit=2')))));
		assert.equal(((await page.json()) as { 'ldp:contains': object[] })['ldp:contains'].length, 1);
		assert.equal(page.headers.get('Link'), null);
	});

	it('shows a notification as it came to its sender and to administrators, and to no other account', async () => {
		const announced = announcement();
		const { location, shown } = await taken(await send(announced));
		const { received, ...rest } = shown;
		assert.deepEqual(rest, announced);
		const { pathname } = new URL(location);
		assert.equal((await get(pathname, await opened.token('root@example.org', 'admin'))).status, 200);
		assert.equal((await get(pathname, await opened.token('other@example.org'))).status, 404);
		assert.equal((await get(pathname, '')).status, 401);
	});

	it('names what may be sent to it', async () => {
		const response = await opened.app.request('/inbox', { method: 'OPTIONS' });
		assert.equal(response.status, 204);
		assert.equal(response.headers.get('Accept-Post'), 'application/ld+json, application/json');
		assert.equal(response.headers.get('Allow'), 'POST, GET, HEAD, OPTIONS');
	});

	it('is found from the first page and from pages of works', async () => {
		for (const path of ['/', '/objects/doi/10.5281/zenodo.11020', '/objects/doi/10.5281/zenodo.11020?format=json'])
			assert.ok(
				(await get(path, '')).headers.get('Link')?.endsWith(`<http://localhost/inbox>; ${inboxRelation}`),
				path,
			);
	});

	it('is named in the head of these pages', async () => {
		const head = async (path: string) => {
			const page = await opened.app.request(path, { headers: { Accept: 'text/html' } });
			return (await page.text()).split('</head>')[0] ?? '';
		};
		const pages = ['/', '/objects/doi/10.5281/zenodo.11020'];
		const named = `<link ${inboxRelation} href="/inbox">`;
		for (const path of pages) assert.ok((await head(path)).includes(named), path);
		await open({ INBOX: 'off' });
		for (const path of pages) assert.ok(!(await head(path)).includes('#inbox'), path);
	});

	it('is described in JSON-LD at the address of the first page, for clients that read no pages', async () => {
		const Accept = 'application/ld+json; q=1.0,text/turtle; q=0.9';
		const response = await opened.app.request('/', { headers: { Accept } });
		assert.equal(response.headers.get('Content-Type'), 'application/ld+json');
		assert.deepEqual(await response.json(), {
			'@id': 'http://localhost/',
			'http://www.w3.org/ns/ldp#inbox': { '@id': 'http://localhost/inbox' },
		});
	});

	it('does not exist where it is switched off', async () => {
		await open({ INBOX: 'off' });
		assert.equal((await send(announcement())).status, 404);
		assert.equal((await get('/')).headers.get('Link'), null);
	});
});
