// Tests how announced works are described by their pages: from the notification to the title.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createBodyReading } from '../broker/read-bodies.ts';
import { createRecordsWork } from '../broker/records-work.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { announcement, linksOf, openInboxApp } from '../http/routes/inbox.fixture.ts';
import type { TestApp } from '../http/server/app.fixture.ts';
import { readSettings } from '../settings.ts';
import { openDescribing } from './subscriptions.ts';

const html = '<meta name="citation_title" content="Tides"><meta name="citation_author" content="Doe, Jo">';

let stored: TestRecords;
let server: Server;
let origin: string;
let asked: string[];
let answer: RequestListener;
let opened: TestApp;
let warned: unknown[];
let describing: ReturnType<typeof openDescribing>;
let token: string;
beforeEach(async () => {
	[asked, warned] = [[], []];
	answer = (_, response) => response.end(html);
	server = createServer((request, response) => {
		asked.push(request.url ?? '');
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	stored = await openTestRecords();
	opened = await openInboxApp(stored, {});
	await open({ NOTIFY_ENRICH: 'on', SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1' });
});
afterEach(async () => {
	await describing?.stop();
	server.close().closeAllConnections();
	await opened.close();
	await stored.close();
});

/** Opens the inbox and what describes, as the settings say. */
async function open(environment: Record<string, string>) {
	await opened.close();
	const settings = readSettings(environment);
	const { records } = stored;
	const parts = { records, work: createRecordsWork(records), bodies: createBodyReading(settings) };
	describing = openDescribing(settings, parts, { warn: (fields: object) => void warned.push(fields) } as never);
	opened = await openInboxApp(stored, environment, describing?.add);
	token = await opened.token('repository@example.org');
}

const announced = (subject: string, more: object = {}) => {
	const object = { type: 'Relationship', 'as:subject': subject, 'as:object': 'https://doi.org/10.5555/paper' };
	const relationship = { 'as:relationship': 'http://purl.org/vocab/frbr/core#supplementOf' };
	return announcement({ origin: { id: origin }, object: { ...object, ...relationship }, ...more });
};

/** Sends a notification, and waits for what comes of it. */
async function send(notification: object): Promise<string> {
	const response = await opened.app.request('/inbox', {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json' },
		body: JSON.stringify(notification),
	});
	assert.equal(response.status, 201);
	await describing?.idle();
	return response.headers.get('Location')?.split('/').at(-1) ?? '';
}

const events = async () => (await stored.records.events({ limit: 9 })).toReversed();

async function problems(notification: object): Promise<string[]> {
	await send(notification);
	assert.equal((await events()).length, 1);
	return warned.map((fields) => (fields as { cause: string }).cause);
}

describe('an announced work at the host of its origin', () => {
	it('is described by its page, in an event of the sender', async () => {
		await send(announced(`${origin}/items/7?a=1`));
		assert.deepEqual(asked, ['/items/7?a=1']);
		const [announcing, description] = await events();
		assert.deepEqual([description?.userId, description?.fileName], [announcing?.userId, `${origin}/items/7?a=1`]);
		const payload = await stored.records.payload(description?.sequence ?? 0);
		const name = `${origin}/items/7?a=1`;
		assert.deepEqual(linksOf(payload), [`${name} IsRelatedTo ${name}, 2026-01-14T10:00:00Z, A Repository`]);
		const [{ Source }] = JSON.parse(Buffer.from(payload).toString());
		assert.deepEqual([Source.Title, Source.Creator, Source.Filled], ['Tides', [{ Name: 'Doe, Jo' }], true]);
	});

	it('is described where it is a review', async () => {
		const review = { type: ['Announce', 'coar-notify:ReviewAction'], object: { id: `${origin}/reviews/1` } };
		await send(announcement({ ...review, origin: { id: origin }, context: { id: 'https://doi.org/10.5555/paper' } }));
		assert.deepEqual([asked, (await events()).length], [['/reviews/1'], 2]);
	});

	it('is asked for once, also where its announcement is sent again', async () => {
		const notification = announced(`${origin}/items/7`);
		assert.equal(await send(notification), await send(notification));
		assert.deepEqual([asked, (await events()).length], [['/items/7'], 2]);
	});

	it('loses its description with its announcement', async () => {
		const notification = announced(`${origin}/items/7`);
		await send(notification);
		await send({ ...announcement(), type: 'Undo', object: { id: notification.id, type: 'Announce' } });
		assert.deepEqual(
			(await events()).map(({ state }) => state),
			['Withdrawn', 'Withdrawn'],
		);
	});

	it('is not described where its announcement was undone meanwhile', async () => {
		const notification = announced(`${origin}/items/7`);
		const undo = { ...announcement(), type: 'Undo', object: { id: notification.id, type: 'Announce' } };
		const { promise: isAsked, resolve } = Promise.withResolvers<() => void>();
		answer = (_, response) => resolve(() => void response.end(html));
		const sent = send(notification);
		const answerNow = await isAsked;
		const undone = send(undo);
		while ((await events())[0]?.state !== 'Withdrawn') await new Promise(setImmediate);
		answerNow();
		await Promise.all([sent, undone]);
		assert.equal((await events()).length, 1);
	});
});

describe('a page', () => {
	it('elsewhere than at the origin is not asked', async () => {
		const other = announced(`${origin}/items/7`, { origin: { id: 'https://repository.example' } });
		for (const one of [other, announced('https://doi.org/10.5555/data'), announced(`${origin.slice(0, -1)}/items/7`)])
			await send(one);
		assert.deepEqual([asked, warned], [[], []]);
	});

	it('is not asked without the setting', async () => {
		await open({ SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1' });
		await send(announced(`${origin}/items/7`));
		assert.deepEqual([asked, (await events()).length], [[], 1]);
	});

	it('in a private network is not asked', async () => {
		await open({ NOTIFY_ENRICH: 'on' });
		const [problem] = await problems(announced(`${origin}/items/7`));
		assert.match(problem ?? '', /^127\.0\.0\.1 is not a public address.*SUBSCRIBER_PRIVATE_HOSTS\.$/);
		assert.deepEqual(asked, []);
	});

	it('that redirects is not followed', async () => {
		answer = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end();
		assert.deepEqual(await problems(announced(`${origin}/items/7`)), ['It answered 302.']);
		assert.deepEqual(asked, ['/items/7']);
	});

	it('that names no title, or whose host breaks off, describes nothing', async () => {
		answer = (_, response) => void response.end('<title>Tides</title>');
		assert.deepEqual(await problems(announced(`${origin}/items/7`)), ['It names no title of a work.']);
		answer = (_, response) => void response.destroy();
		await send(announced(`${origin}/items/8`));
		assert.deepEqual([asked.length, warned.length, (await events()).length], [2, 2, 2]);
	});

	it('is read for its first mebibyte', async () => {
		answer = (_, response) => void response.end(' '.repeat(1_200_000) + html);
		assert.deepEqual(await problems(announced(`${origin}/items/7`)), ['It names no title of a work.']);
	});

	it('that does not answer keeps neither its sender nor a stop waiting', async () => {
		const { promise: isAsked, resolve } = Promise.withResolvers<void>();
		answer = () => resolve();
		const sent = [send(announced(`${origin}/items/7`)), send(announced(`${origin}/items/8`))];
		await isAsked;
		while ((await events()).length < 2) await new Promise(setImmediate);
		await describing?.stop();
		await Promise.all(sent);
		assert.deepEqual([asked.length, warned], [1, []]);
	});
});
