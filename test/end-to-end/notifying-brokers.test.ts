// Runs two brokers that announce to each other all that they learn: each link gets to the other one
// once, a withdrawal as well, and then there is nothing more to say.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../../scripts/services/free-port.ts';
import { eventually, openProgram, type Program, type Server, submit } from './program.ts';

type Broker = { program: Program; server: Server; token: string; url: string; guest: string };

let one: Broker;
let other: Broker;
before(async () => {
	[one, other] = await Promise.all([startBroker('One'), startBroker('Other')]);
	await announce(one, other);
	await announce(other, one);
});
after(() => Promise.all([one, other].map((broker) => broker?.program.remove())));

/** Its address is part of what it sends, so its port is chosen before it starts. */
async function startBroker(name: string): Promise<Broker> {
	const port = await findFreePort();
	const url = `http://127.0.0.1:${port}`;
	const program = await openProgram({
		...{ PORT: String(port), PUBLIC_URL: url, NOTIFY_NAME: name, SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1' },
	});
	const [token, guest] = [await program.token(), await program.token('guest@example.org')];
	return { program, server: await program.serve(), token, url, guest };
}

const asking = ({ token }: Broker) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });

/** Subscribes the inbox of another broker, where an account of its own takes what is sent. */
async function announce(from: Broker, to: Broker): Promise<void> {
	const response = await fetch(`${from.url}/subscriptions`, {
		...{ method: 'POST', headers: asking(from) },
		body: JSON.stringify({
			...{ kind: 'coar-notify', address: `${to.url}/inbox`, token: to.guest },
			filter: { prefix: '10.5555', entries: 'all' },
		}),
	});
	assert.equal(response.status, 201, await response.clone().text());
}

const citation = (source: string, target: string, provider: string) => ({
	Source: { Identifier: [{ ID: `10.5555/${source}`, IDScheme: 'doi' }], Type: { Name: 'unknown' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: [{ ID: `10.5555/${target}`, IDScheme: 'doi' }], Type: { Name: 'unknown' } },
	...{ LinkProvider: [{ Name: provider }], LinkPublicationDate: '2024-01-01' },
});

/** The entries of the log, each as what happened, by whom, and which work cites. */
async function logOf({ url }: Broker): Promise<string[]> {
	const { changes } = (await (await fetch(`${url}/changes?limit=1000`)).json()) as {
		changes: { kind: string; link: { Source: { Identifier: { ID: string }[] }; LinkProvider: { Name: string }[] } }[];
	};
	return changes.map(
		({ kind, link }) => `${link.Source.Identifier[0]?.ID.slice(8)} ${kind} by ${link.LinkProvider[0]?.Name}`,
	);
}

const until = (broker: Broker, entry: string) =>
	eventually(
		() => logOf(broker),
		(log) => log.includes(entry),
		{ timeoutSeconds: 60 },
	);

describe('two brokers that notify each other', () => {
	it('come to rest, whoever asserts a link first, and however often it is asserted', async () => {
		const names = Array.from({ length: 8 }, (_, at) => `work.${at}`);
		const links = (provider: string) => names.map((name) => citation(name, 'cited', provider));
		await submit(one.server, one.token, links('Zenodo'));
		await until(other, 'work.7 asserted by One');
		// Known to both by now: nobody announces it again.
		await submit(other.server, other.token, links('Crossref'));
		await submit(other.server, other.token, [citation('fresh', 'cited', 'Crossref')]);
		await until(one, 'fresh asserted by Other');
		await submit(one.server, one.token, [citation('last', 'cited', 'Zenodo')]);
		await until(other, 'last asserted by One');
		assert.deepEqual((await logOf(one)).toSorted(), [
			...['fresh asserted by Other', 'last asserted by Zenodo'],
			...names.map((name) => `${name} asserted by Zenodo`),
		]);
		assert.deepEqual((await logOf(other)).toSorted(), [
			...['fresh asserted by Crossref', 'last asserted by One'],
			...names.flatMap((name) => [`${name} asserted by Crossref`, `${name} asserted by One`]),
		]);
	});

	it('withdraw what the other one no longer asserts', async () => {
		await submit(one.server, one.token, [citation('wrong', 'cited', 'Zenodo')]);
		await until(other, 'wrong asserted by One');
		const response = await fetch(`${one.url}/events?action=withdraw`, {
			...{ method: 'POST', headers: asking(one), body: JSON.stringify([citation('wrong', 'cited', 'Zenodo')]) },
		});
		assert.equal(response.status, 202);
		await until(other, 'wrong withdrawn by One');
	});
});
