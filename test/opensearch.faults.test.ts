// What goes wrong with OpenSearch under a running server: events are still applied, searches say
// when to come back, and the index catches up to what a reindex makes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { clusterUrl, removeIndexes, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import {
	type FaultyProxy,
	type Handling,
	openFaultyProxy,
	type ProxiedRequest,
} from '../src/engines/opensearch/faulty-proxy.fixture.ts';
import { eventually, openProgram, type Program, type Server } from './end-to-end/program.ts';

const patient = { timeoutSeconds: 120 };
const isBulk = ({ path }: ProxiedRequest) => path.includes('/_bulk');

describe('a server whose cluster fails', { skip: skipOpenSearch }, () => {
	const prefix = `test-${randomUUID().slice(0, 13)}`;
	let proxy: FaultyProxy;
	let program: Program;
	let server: Server;
	let token: string;
	let batches = 0;
	before(async () => {
		proxy = await openFaultyProxy(clusterUrl);
		program = await openProgram({ SEARCH_URL: `${proxy.url}/${prefix}`, LOG_LEVEL: 'silent' });
		token = await program.token();
		server = await program.serve();
	});
	after(async () => {
		proxy.handle = () => 'pass';
		await program.remove();
		await proxy.close();
		await removeIndexes(prefix);
	});

	/**
	 * Submits links whose works partly become one with those of the batch before, and waits until
	 * they are applied; answers the event's id.
	 */
	const submit = async (): Promise<string> => {
		const batch = ++batches;
		const object = (ID: string) => ({ Identifier: { ID, IDScheme: 'doi' }, Type: { Name: 'literature' } });
		const link = (Source: object, Name: string, Target: object) => ({
			Source,
			RelationshipType: { Name },
			Target,
			LinkProvider: [{ Name: 'Test' }],
			LinkPublicationDate: `20${10 + batch}-01-01`,
		});
		const links = Array.from({ length: 30 }, (_, n) =>
			link(object(`10.1000/b${batch}.${n}`), 'References', object('10.1000/cited')),
		);
		links.push(link(object(`10.1000/b${batch}.0`), 'IsIdenticalTo', object(`10.1000/b${batch - 1}.0`)));
		const response = await fetch(`${server.url}/api/events`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify(links),
		});
		assert.equal(response.status, 202);
		const { event_id } = (await response.json()) as { event_id: string };
		await eventually(
			() => find(event_id),
			({ status }) => status === 'Done',
			patient,
		);
		return event_id;
	};
	const find = async (eventId: string) => {
		const response = await fetch(`${server.url}/api/events/${eventId}`, {
			headers: { Authorization: `Bearer ${token}` },
		});
		return (await response.json()) as { status: string; indexed: boolean };
	};
	const isIndexed = (eventId: string) =>
		eventually(
			() => find(eventId),
			({ indexed }) => indexed,
			patient,
		);
	const search = () => fetch(`${server.url}/api/relationships?id=10.1000/cited&size=1000`);
	const answers = async () =>
		Promise.all(
			['10.1000/cited', '10.1000/b1.0', '10.1000/b2.7'].flatMap((id) =>
				['identity', 'version'].map(async (group) => {
					const response = await fetch(`${server.url}/api/relationships?id=${id}&group_by=${group}&size=1000`);
					assert.equal(response.status, 200);
					return response.json();
				}),
			),
		);

	const outages: Readonly<Record<string, () => Handling>> = {
		away: () => 'cut',
		red: () => ({ status: 503, body: '{"error":{"root_cause":[{"reason":"all shards failed"}]}}' }),
		busy: () => ({ status: 429, headers: { 'Retry-After': '3' } }),
	};
	for (const [what, handle] of Object.entries(outages)) {
		it(`applies events, answers searches with 503 and Retry-After, and is not ready, while it is ${what}`, async () => {
			await isIndexed(await submit());
			proxy.handle = handle;
			const eventId = await submit();
			assert.equal((await find(eventId)).indexed, false);
			const response = await search();
			assert.equal(response.status, 503);
			assert.ok(Number(response.headers.get('retry-after')) > 0);
			assert.equal((await fetch(`${server.url}/health/ready`)).status, 503);
			assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
			proxy.handle = () => 'pass';
			await isIndexed(eventId);
			assert.equal((await search()).status, 200);
		});
	}

	it('applies events, searches and is ready while its disk is nearly full, and catches up by itself', async () => {
		await isIndexed(await submit());
		// What OpenSearch does by itself at its flood stage.
		const block = async (blocked: true | null) => {
			const response = await fetch(`${clusterUrl}/${prefix}-*/_settings`, {
				method: 'PUT',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ 'index.blocks.read_only_allow_delete': blocked }),
			});
			assert.equal(response.status, 200, await response.text());
		};
		await block(true);
		const eventId = await submit();
		assert.equal((await find(eventId)).indexed, false);
		assert.equal((await search()).status, 200);
		assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
		await block(null);
		await isIndexed(eventId);
	});

	it('catches up where bulks are taken in part, refused, lost and slow', async () => {
		const handlings: Handling[] = [
			{ takes: (place) => place % 2 === 0, others: 429 },
			{ takes: (place) => place % 3 === 0, others: 503 },
			{ status: 503 },
			'lose',
			'cut',
			{ after: new Promise((resolve) => setTimeout(resolve, 300)) },
		];
		proxy.handle = (request) => (isBulk(request) ? handlings.shift() : undefined) ?? 'pass';
		while (handlings.length > 0) await isIndexed(await submit());
	});

	it('has in the end exactly what a reindex makes', async () => {
		await isIndexed(await submit());
		const caughtUp = await answers();
		await program.output('search', 'reindex');
		assert.deepEqual(caughtUp, await answers());
		assert.equal((await search()).headers.get('x-total-count'), String(30 * batches - (batches - 1)));
		assert.equal(await server.stop(), 0);
	});
});
