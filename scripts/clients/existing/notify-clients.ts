// Runs clients of COAR Notify and of Linked Data Notifications, as PyPI has them, against the inbox of a
// broker that serves the example, and checks what a broker sends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { LinkBroker } from '../../../clients/typescript/src/index.ts';
import { eventually, openProgram } from '../../../test/end-to-end/program.ts';
import { pythonEnvironment } from '../../foreign-packages.ts';
import { findFreePort } from '../../services/free-port.ts';
import { type ExampleBroker, here, openExample } from './example-broker.ts';

const versions = { coarnotify: '1.0.1.4', 'py-ldnlib': '0.1.3', rdflib: '7.6.0' } as const;

/** The origins in the examples of coarnotify, which are those of the specification. */
const origins = [
	...['https://generic-service.com', 'https://generic-service-1.com', 'https://overlay-journal.com'],
	...['https://research-organisation.org', 'https://review-service.com', 'https://some-organisation.org'],
];

/** What becomes of each pattern. */
const outcomes: Readonly<Record<string, 'accepted' | 'nothing'>> = {
	...{ Accept: 'nothing', AnnounceEndorsement: 'accepted', AnnounceRelationship: 'accepted' },
	...{ AnnounceReview: 'accepted', AnnounceServiceResult: 'nothing', Reject: 'nothing', RequestEndorsement: 'nothing' },
	...{ RequestReview: 'nothing', TentativelyAccept: 'nothing', TentativelyReject: 'nothing', UndoOffer: 'nothing' },
	UnprocessableNotification: 'nothing',
};

let broker: ExampleBroker;
let python: string;
let token: string;
before(async () => {
	const installing = () => console.log('Installing clients of COAR Notify from PyPI …');
	const requirements = Object.entries(versions).map(([name, version]) => `${name}==${version}`);
	const environment = await pythonEnvironment(`notify-clients/${requirements.join('-')}`, requirements, installing);
	python = join(environment, 'bin', 'python');
	const NOTIFY_ORIGINS = origins.map((origin) => `${origin}=127.0.0.1`).join();
	broker = await openExample({ INBOX: 'both', NOTIFY_ORIGINS });
	token = await broker.program.token();
});
after(() => broker?.program.remove());

const readPython = <T>(client: string, words: readonly string[], input = '') =>
	broker.read<T>(python, [here('existing_clients.py'), client, ...words], input);

type Sent = { pattern: string; action: string; location: string };
type Received = { received: { outcome: string; sender: string } };

describe(`coarnotify ${versions.coarnotify}`, () => {
	for (const [how, given] of [
		['without credentials, from a registered origin', () => ''],
		['with an access token', () => token],
	] as const)
		it(`sends all its patterns ${how}`, async () => {
			const sent = await readPython<Sent[]>('coarnotify', [`${broker.server.url}/inbox`, given()]);
			assert.deepEqual(sent.map(({ pattern }) => pattern).sort(), Object.keys(outcomes).sort());
			for (const { pattern, action, location } of sent) {
				assert.equal(action, 'created', pattern);
				const shown = await broker.program.output('notify', 'show', location.slice(-36), '--json');
				const { received } = JSON.parse(shown) as Received;
				assert.equal(received.outcome, outcomes[pattern], pattern);
				assert.match(received.sender, given() ? /^curator@/ : /^origin https:/, pattern);
			}
		});
});

/** Keeps what comes to an inbox. */
async function openReceiver(): Promise<{ server: Server; address: string; received: unknown[] }> {
	const received: unknown[] = [];
	const server = createServer(async (request, response) => {
		received.push(await json(request));
		response.writeHead(202).end();
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return { server, received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox` };
}

describe(`the server of coarnotify ${versions.coarnotify}`, () => {
	it('takes what the broker announces and undoes, and its answer to an offer', async () => {
		const [program, { server, address, received }] = [await openProgram(), await openReceiver()];
		try {
			const PORT = String(await findFreePort());
			const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
			const { url } = await program.serve({ PORT, PUBLIC_URL, SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1' });
			const token = await program.token();
			const client = new LinkBroker(url, { token });
			await client.subscriptions.create({ kind: 'coar-notify', address, filter: { prefix: '10.5555' } });
			const objectOf = (ID: string) => ({ Type: { Name: 'unknown' }, Identifier: [{ ID, IDScheme: 'doi' }] });
			const links = ['References', 'IsSupplementTo', 'IsRelatedTo'].map((Name, at) => ({
				...{ Source: objectOf(`10.5555/${at}`), RelationshipType: { Name }, Target: objectOf('10.1234/other') },
				...{ LinkProvider: [{ Name: 'Zenodo' }], LinkPublicationDate: '2024-01-01' },
			}));
			for (const [at, action] of (['assert', 'withdraw'] as const).entries()) {
				await client.submit(links, { action });
				await eventually(
					async () => received.length,
					(count) => count === links.length * (at + 1),
				);
			}
			const offer = {
				id: 'urn:uuid:7',
				type: ['Offer', 'coar-notify:ReviewAction'],
				object: 'https://doi.org/10.5555/1',
			};
			const origin = { id: new URL(address).origin, inbox: address, type: 'Service' };
			await fetch(`${url}/inbox`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/ld+json' },
				body: JSON.stringify({ ...offer, origin }),
			});
			await eventually(
				async () => received.length,
				(count) => count === links.length * 2 + 1,
			);
			const announced = links.map(() => 'AnnounceRelationship');
			const taken = await readPython<string[]>('coarnotify_server', [], JSON.stringify(received));
			assert.deepEqual(taken, [...announced, ...links.map(() => 'UndoOffer'), 'UnprocessableNotification']);
		} finally {
			server.close().closeAllConnections();
			await program.remove();
		}
	});
});

describe(`py-ldnlib ${versions['py-ldnlib']}`, () => {
	it('finds the inbox from the first page and from a work, and reads what the account has sent', async () => {
		const { url } = broker.server;
		const sent = await readPython<Sent[]>('coarnotify', [`${url}/inbox`, token]);
		const pages = ['', '/objects/doi/10.21105/joss.00024', '/objects/doi/10.21105/joss.00024?format=json'];
		type Read = { inboxes: string[]; notifications: Record<string, Received & { id: string }> };
		const read = await readPython<Read>('ldnlib', [token, ...pages.map((page) => url + page)]);
		assert.deepEqual(new Set(read.inboxes), new Set([`${url}/inbox`]));
		assert.deepEqual(Object.keys(read.notifications).sort(), [...new Set(sent.map(({ location }) => location))].sort());
		for (const { id } of Object.values(read.notifications)) assert.match(id, /^urn:uuid:/);
	});
});
