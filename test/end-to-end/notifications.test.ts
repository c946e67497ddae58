// Sends notifications to a running broker: a repository announces a link, anyone finds it, and the
// repository undoes the announcement.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../../scripts/services/free-port.ts';
import { eventually, openProgram, type Program, type Server, untilIndexed } from './program.ts';

const paper = '10.5555/paper.of.notifications';

let program: Program;
let server: Server;
let token: string;
before(async () => {
	program = await openProgram();
	token = await program.token();
	server = await program.serve({ INBOX: 'both', NOTIFY_ORIGINS: 'https://repository.example=127.0.0.1' });
});
after(() => program.remove());

/** An announcement in the form of DSpace, whose own item is the context. */
const announcement = (id: string) => ({
	'@context': ['https://www.w3.org/ns/activitystreams', 'https://purl.org/coar/notify'],
	id,
	type: ['Announce', 'coar-notify:RelationshipAction'],
	actor: { id: 'https://repository.example', name: 'A Repository', type: 'Service' },
	origin: { id: 'https://repository.example', inbox: 'https://repository.example/ldn/inbox', type: 'Service' },
	target: { id: server.url, inbox: `${server.url}/inbox`, type: 'Service' },
	context: {
		id: 'https://repository.example/items/1',
		'ietf:cite-as': 'https://doi.org/10.5555/data.of.notifications',
		type: ['Page', 'sorg:AboutPage'],
	},
	object: {
		id: 'urn:uuid:0370c0fb-bb78-4a9b-87f5-bed307a509dd',
		type: 'Relationship',
		'as:subject': 'https://repository.example/items/1',
		'as:relationship': 'https://purl.org/spar/cito/isCitedBy',
		'as:object': `https://doi.org/${paper}`,
	},
});

async function send(notification: object, headers: Record<string, string>): Promise<string> {
	const { headers: found } = await fetch(`${server.url}/`, { method: 'HEAD' });
	const [, inbox = ''] = /<([^>]*)>; rel="http:\/\/www\.w3\.org\/ns\/ldp#inbox"/.exec(found.get('Link') ?? '') ?? [];
	const response = await fetch(inbox, {
		method: 'POST',
		headers: { 'Content-Type': 'application/ld+json;profile="https://www.w3.org/ns/activitystreams"', ...headers },
		body: JSON.stringify(notification),
	});
	assert.equal(response.status, 201, await response.clone().text());
	return response.headers.get('Location') ?? '';
}

async function cited(): Promise<number> {
	const response = await fetch(`${server.url}/relationships?id=${paper}&relation=cites`);
	return Number(response.headers.get('X-Total-Count') ?? 0);
}

/** An inbox that is out of order at first; it keeps what it is sent. */
async function openInbox() {
	const received: { id: string; type: string[]; inReplyTo: string }[] = [];
	const inbox = createServer(async (request, response) => {
		received.push((await json(request)) as (typeof received)[number]);
		response.writeHead(received.length > 1 ? 202 : 503).end();
	});
	await once(inbox.listen(0, '127.0.0.1'), 'listening');
	const id = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`;
	return { received, id, close: () => inbox.close().closeAllConnections() };
}

type Answer = { inbox: string; tries: number; accepted: string | null };

describe('an offer', () => {
	it('is answered, also if the broker is killed before the inbox accepts the answer', async () => {
		const [broker, { received, id, close }] = [await openProgram(), await openInbox()];
		try {
			const token = await broker.token();
			const PORT = String(await findFreePort());
			const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
			const settings = { PORT, PUBLIC_URL, SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1' };
			const first = await broker.serve(settings);
			const response = await fetch(`${first.url}/inbox`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json' },
				body: JSON.stringify({
					...{ id: 'urn:uuid:5', type: ['Offer', 'coar-notify:ReviewAction'], object: `https://doi.org/${paper}` },
					origin: { id, inbox: `${id}/inbox`, type: 'Service' },
				}),
			});
			assert.equal(response.status, 201);
			const uuid = response.headers.get('Location')?.slice(-36) ?? '';
			const answer = async (): Promise<Answer> =>
				JSON.parse(await broker.output('notify', 'show', uuid, '--json')).received.answer;
			await eventually(answer, ({ tries }) => tries === 1);
			await first.stop('SIGKILL');
			await broker.serve(settings);
			const { inbox, tries } = await eventually(answer, ({ accepted }) => accepted !== null, { timeoutSeconds: 30 });
			assert.deepEqual([inbox, tries], [`${id}/inbox`, 2]);
			assert.deepEqual(received[1], received[0]);
			assert.deepEqual([received.length, received[0]?.inReplyTo], [2, 'urn:uuid:5']);
		} finally {
			close();
			await broker.remove();
		}
	});
});

describe('a repository', () => {
	it('announces a link, which is found by both addresses, and undoes it', async () => {
		const headers = { Authorization: `Bearer ${token}` };
		const address = await send(announcement('urn:uuid:1'), headers);
		const shown = (await (await fetch(address, { headers })).json()) as { received: { event_id: string } };
		await untilIndexed(server, token, shown.received.event_id);
		assert.equal(await cited(), 1);
		const undo = { ...announcement('urn:uuid:2'), type: 'Undo', object: { id: 'urn:uuid:1', type: 'Announce' } };
		await send(undo, headers);
		await eventually(cited, (total) => total === 0);
	});

	it('does the same without a token from its network', async () => {
		await send(announcement('urn:uuid:3'), {});
		await eventually(cited, (total) => total === 1);
		await send({ ...announcement('urn:uuid:4'), type: 'Undo', object: announcement('urn:uuid:3') }, {});
		await eventually(cited, (total) => total === 0);
	});
});
