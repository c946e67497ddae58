// Withdrawing as users meet it: by HTTP and by the command line, over processes that are killed,
// and in another broker that takes the events over.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually, openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

const example = (number: number) => fileURLToPath(new URL(`../../examples/cornerpy-${number}.json`, import.meta.url));

type Words = { by?: string; on?: string };

/** A link between two DOIs, `A Cites B`, perhaps of another provider or date. */
function link(words: string, { by = 'Zenodo', on = '2018' }: Words = {}) {
	const [source, relation, target] = words.split(' ');
	const object = (name = '') => ({
		Identifier: { ID: `10.1234/${name}`, IDScheme: 'doi' },
		Type: { Name: 'literature' },
		Title: `The work ${name}`,
	});
	return {
		Source: object(source),
		RelationshipType: { Name: relation },
		Target: object(target),
		LinkProvider: [{ Name: by }],
		LinkPublicationDate: on,
	};
}

type Answer = { known: string | null; total: number; body: unknown };

/** Asks for all relationships of a work, at both levels. */
async function ask({ url }: Server, name: string): Promise<Answer[]> {
	return Promise.all(
		['identity', 'version'].map(async (level) => {
			const response = await fetch(`${url}/relationships?id=10.1234/${name}&group_by=${level}`);
			const { headers } = response;
			return {
				known: headers.get('x-known'),
				total: Number(headers.get('x-total-count')),
				body: await response.json(),
			};
		}),
	);
}

const totals = async (server: Server, name: string) => (await ask(server, name)).map(({ total }) => total);

type EventDocument = { status: string; counts: Record<string, number>; withdrawn: { by: string | null } | null };

/** The events of a broker as their users act on them. */
function actingOn(server: Server) {
	const request = async (method: string, path: string, token: string, body?: unknown) => {
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
		const response = await fetch(server.url + path, {
			method,
			headers,
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		return { status: response.status, body: (await response.json()) as EventDocument & { event_id: string } };
	};
	const untilDone = async (token: string, eventId: string) => {
		await untilIndexed(server, token, eventId);
		return (await request('GET', `/events/${eventId}`, token)).body;
	};
	return {
		request,
		untilDone,
		/** Posts links with an action, and waits until all that it changed is found. */
		async post(token: string, query: string, links: readonly unknown[]) {
			const { status, body } = await request('POST', `/events?${query}`, token, links);
			assert.equal(status, 202, JSON.stringify(body));
			return { eventId: body.event_id, ...(await untilDone(token, body.event_id)) };
		},
	};
}

describe('withdrawing over HTTP', () => {
	let program: Program;
	let server: Server;
	let act: ReturnType<typeof actingOn>;
	let ada: string;
	let bob: string;
	let curator: string;
	before(async () => {
		program = await openProgram();
		server = await program.serve();
		act = actingOn(server);
		ada = await program.token('ada@example.org');
		bob = await program.token('bob@example.org');
		curator = await program.token('curator@example.org');
		await program.output('roles', 'create', 'curator');
		await program.output('roles', 'add', 'curator@example.org', 'curator');
	});
	after(() => program.remove());

	it('makes every answer as if a withdrawn event had never been submitted, and restores it', async () => {
		await act.post(ada, 'action=assert', [link('a1 Cites a2'), link('a3 Cites a4')]);
		const before = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(server, name)));
		const wrong = [link('a2 IsIdenticalTo a4'), link('a5 Cites a2'), link('a1 Cites a2', { on: '2019' })];
		const { eventId } = await act.post(ada, 'action=assert', wrong);
		const between = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(server, name)));
		assert.deepEqual(await totals(server, 'a4'), [3, 3]);

		const preview = await act.request('GET', `/events/${eventId}/withdrawal`, ada);
		const { relationships, identifiers, split_groups } = preview.body as unknown as Record<string, number>;
		assert.deepEqual([relationships, identifiers, split_groups], [2, 1, 2]);

		const reason = { reason: 'The two only share their title.' };
		const { status, body } = await act.request('DELETE', `/events/${eventId}`, ada, reason);
		assert.deepEqual([status, body.status, body.withdrawn?.by], [200, 'Withdrawn', 'ada@example.org']);
		await act.untilDone(ada, eventId);
		assert.deepEqual(await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(server, name))), before);
		assert.equal((await act.request('POST', `/events/${eventId}/rerun`, ada)).status, 409);
		assert.equal((await act.request('DELETE', `/events/${eventId}`, ada)).status, 200);

		assert.equal((await act.request('POST', `/events/${eventId}/restore`, ada)).status, 202);
		assert.equal((await act.untilDone(ada, eventId)).status, 'Done');
		assert.deepEqual(await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(server, name))), between);
		assert.equal((await act.request('POST', `/events/${eventId}/restore`, ada)).status, 409);
	});

	it('withdraws single links: statements of the sender, and of nobody else', async () => {
		await act.post(ada, 'action=assert', [link('b1 Cites b2', { by: 'CROSSREF' }), link('b3 Cites b2')]);
		await act.post(bob, 'action=assert', [link('b4 Cites b2')]);
		const asked = [link('b1 Cites b2', { by: 'Crossref', on: '2024' }), link('b4 Cites b2'), link('b9 Cites b2')];
		const { counts } = await act.post(ada, 'action=withdraw', asked);
		assert.deepEqual([counts.withdrawn, counts.not_yours, counts.nothing_to_withdraw], [1, 1, 1]);
		assert.deepEqual(await totals(server, 'b2'), [2, 2]);
		assert.equal((await ask(server, 'b1'))[0]?.known, 'false');
		assert.equal((await ask(server, 'b9'))[0]?.known, 'false');
		const byCurator = await act.post(curator, 'action=withdraw', [link('b4 Cites b2'), link('b3 Cites b2')]);
		assert.deepEqual([byCurator.counts.withdrawn, byCurator.counts.not_yours], [2, 0]);
		assert.equal((await ask(server, 'b2'))[0]?.known, 'false');
	});

	it('brings back what an event took that is withdrawn itself', async () => {
		await act.post(ada, 'action=assert', [link('c1 Cites c2'), link('c3 Cites c2')]);
		const before = await ask(server, 'c2');
		const { eventId } = await act.post(ada, 'action=withdraw', [link('c1 Cites c2')]);
		assert.deepEqual(await totals(server, 'c2'), [1, 1]);
		await act.request('DELETE', `/events/${eventId}`, ada);
		await act.untilDone(ada, eventId);
		assert.deepEqual(await ask(server, 'c2'), before);
	});

	it('puts a new reading of a record in the place of the old one, and nothing at last', async () => {
		await act.post(ada, 'action=assert', [link('d1 Cites d2'), link('d1 Cites d3'), link('d4 Cites d2')]);
		await act.post(bob, 'action=assert', [link('d1 Cites d5')]);
		await act.post(ada, 'action=replace', [link('d1 Cites d2'), link('d1 IsSupplementTo d6')]);
		assert.deepEqual(await totals(server, 'd1'), [3, 3]);
		assert.equal((await ask(server, 'd3'))[0]?.known, 'false');
		assert.deepEqual(await totals(server, 'd2'), [2, 2]);
		const query = 'action=replace&source=https://doi.org/10.1234/D1&provider=zenodo';
		const { counts } = await act.post(ada, query, []);
		assert.deepEqual([counts.links, counts.withdrawn], [0, 2]);
		assert.deepEqual(await totals(server, 'd1'), [1, 1]);
		await act.post(curator, query, []);
		assert.equal((await ask(server, 'd1'))[0]?.known, 'false');
	});

	it('leads from the number of a work to where its identifier is, after merges, splits and a reindex', async () => {
		const asserted = await act.post(ada, 'action=assert', [link('n1 Cites n2'), link('n1 Cites n4')]);
		const addresses = await Promise.all(
			['n2', 'n4'].map(async (name) => {
				const response = await fetch(`${server.url}/objects?id=10.1234/${name}`);
				return ((await response.json()) as { self: string }).self;
			}),
		);
		const found = () =>
			Promise.all(
				addresses.map(async (address) => {
					const response = await fetch(address, { headers: { Accept: 'application/json' } });
					const { Identifiers } = (await response.json()) as { Identifiers?: { ID: string }[] };
					return Identifiers?.map(({ ID }) => ID.replace('10.1234/', '')).sort() ?? response.status;
				}),
			);
		assert.deepEqual(await found(), [['n2'], ['n4']]);
		const wrong = await act.post(ada, 'action=assert', [link('n4 IsIdenticalTo n2')]);
		assert.deepEqual(await found(), [
			['n2', 'n4'],
			['n2', 'n4'],
		]);
		await act.request('DELETE', `/events/${wrong.eventId}`, ada);
		await act.untilDone(ada, wrong.eventId);
		assert.deepEqual(await found(), [['n2'], ['n4']]);
		await program.output('search', 'reindex');
		assert.deepEqual(await found(), [['n2'], ['n4']]);
		await act.request('DELETE', `/events/${asserted.eventId}`, ada);
		await act.untilDone(ada, asserted.eventId);
		assert.deepEqual(await found(), [404, 404]);
	});

	it('lists what is Withdrawn to its submitter', async () => {
		const { eventId } = await act.post(bob, 'action=assert', [link('e1 Cites e2')]);
		await act.request('DELETE', `/events/${eventId}`, curator);
		const { body } = await act.request('GET', '/events?state=Withdrawn', bob);
		const { events } = body as unknown as { events: (EventDocument & { event_id: string })[] };
		assert.deepEqual(
			events.map(({ event_id, withdrawn }) => [event_id, withdrawn?.by]),
			[[eventId, 'curator@example.org']],
		);
	});
});

describe('withdrawing by the command line', () => {
	const programs: Program[] = [];
	const open = async (settings: NodeJS.ProcessEnv = {}) => {
		const program = await openProgram(settings);
		programs.push(program);
		return program;
	};
	after(() => Promise.all(programs.map((program) => program.remove())));

	it('of one of three files leaves the totals of the other two, as soon as the command has ended', async () => {
		const [program, other] = [await open(), await open()];
		const total = async (on: Program) => {
			const words = ['relationships', '10.21105/joss.00024', '--relation', 'isCitedBy', '--group-by', 'version'];
			const { output } = await on.run(...words, '--size', '1000', '--json');
			return (JSON.parse(output) as { Relationships: unknown[] }).Relationships.length;
		};
		const loaded: string[] = [];
		for (const number of [1, 2, 3]) {
			const { events } = JSON.parse(await program.output('events', 'load', example(number), '--json'));
			loaded.push(events[0].event_id);
		}
		const all = await total(program);
		for (const number of [1, 3]) await other.output('events', 'load', example(number));
		await program.output('events', 'withdraw', loaded[1] as string, '--reason', 'Of last year');
		assert.equal(await total(program), await total(other));
		const shown = JSON.parse(await program.output('events', 'show', loaded[1] as string, '--json'));
		assert.deepEqual([shown.status, shown.withdrawn.by, shown.withdrawn.reason], ['Withdrawn', null, 'Of last year']);
		await program.output('events', 'restore', loaded[1] as string);
		await program.serve();
		await eventually(
			() => total(program),
			(found) => found === all,
		);
	});

	it('replaces the records of a Source that are torn apart over events, and none of them twice', async () => {
		const program = await open({ MAX_LINKS_PER_EVENT: '2' });
		const server = await program.serve();
		const load = async (action: string, ...words: string[]) => {
			const file = join(program.folder, 'links.json');
			await writeFile(file, JSON.stringify(words.map((each) => link(each))));
			return JSON.parse(await program.output('events', 'load', file, `--action=${action}`, '--json'));
		};
		await load('assert', 'a Cites x1', 'a Cites x2', 'a Cites x3', 'b Cites x4', 'c Cites x5');
		const replaced = await load('replace', 'a Cites y1', 'b Cites y4', 'a Cites y2', 'a Cites x3', 'a Cites y3');
		assert.equal(replaced.events.length, 3);
		assert.deepEqual(await totals(server, 'a'), [4, 4]);
		assert.deepEqual([await totals(server, 'b'), await totals(server, 'c')].flat(), [1, 1, 1, 1]);
		assert.equal(replaced.withdrawn, 4);
		const withdrawn = await load('withdraw', 'a Cites y1', 'a Cites y2', 'c Cites x5', 'c Cites x6');
		assert.deepEqual([withdrawn.withdrawn, withdrawn.nothing_to_withdraw], [3, 1]);
		assert.deepEqual(await totals(server, 'a'), [2, 2]);
	});
});

/** Events that assert, withdraw and replace, over and over, links of the same few works. */
const stream: readonly (readonly [query: string, ...words: string[]])[] = [
	['action=assert', 'a Cites b', 'c Cites b', 'b IsIdenticalTo d'],
	['action=assert', 'd HasVersion e', 'f Cites e', 'a Cites d'],
	['action=withdraw', 'b IsIdenticalTo d'],
	['action=replace', 'a Cites e', 'c Cites f'],
	['action=assert', 'b IsIdenticalTo d', 'g Cites a'],
	['action=withdraw', 'd HasVersion e', 'x Cites y'],
	['action=replace', 'd HasVersion e'],
	['action=assert', 'c Cites b', 'e IsIdenticalTo f'],
];
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'x', 'y'];
const allAnswers = (server: Server) => Promise.all(names.map((name) => ask(server, name)));

/** Sends the stream and withdraws two of its events, one of which is restored. */
async function play(
	{ url }: Server,
	token: string,
	each: () => Promise<Server> = async () => ({ url }) as Server,
): Promise<void> {
	const eventIds: string[] = [];
	for (const [query, ...words] of stream) {
		const { status, body } = await actingOn(await each()).request(
			'POST',
			`/events?${query}`,
			token,
			words.map((one) => link(one)),
		);
		assert.equal(status, 202);
		eventIds.push(body.event_id);
	}
	const answered = (method: string, path: string, right: number) =>
		eventually(
			async () => (await actingOn(await each()).request(method, path, token)).status,
			(status) => status === right,
		);
	for (const at of [2, 4]) await answered('DELETE', `/events/${eventIds[at]}`, 200);
	await answered('POST', `/events/${eventIds[4]}/restore`, 202);
	const server = await each();
	for (const eventId of eventIds) await untilIndexed(server, token, eventId);
}

describe('withdrawing while processes die', () => {
	let calm: Program;
	let killed: Program;
	before(async () => {
		[calm, killed] = await Promise.all([openProgram(), openProgram({ LEASE_SECONDS: '1' })]);
	});
	after(() => Promise.all([calm.remove(), killed.remove()]));

	it('ends in the answers of a broker that nothing has happened to', async () => {
		const control = await calm.serve();
		await play(control, await calm.token());

		let server = await killed.serve();
		let acts = 0;
		await play(server, await killed.token(), async () => {
			if (++acts % 3 === 0) {
				await server.stop('SIGKILL');
				server = await killed.serve();
			}
			return server;
		});
		assert.deepEqual(await allAnswers(server), await allAnswers(control));
	});
});

describe('a broker that takes over events of which some withdraw and some are withdrawn', () => {
	const programs: Program[] = [];
	const open = async () => {
		const program = await openProgram();
		programs.push(program);
		return program;
	};
	after(() => Promise.all(programs.map((program) => program.remove())));

	it('answers the same, whether it takes over the accounts as well', async () => {
		const from = await open();
		const source = await from.serve();
		await play(source, await from.token('ada@example.org'));
		// What Ada asserts later does not withdraw statements of others.
		const bob = await from.token('bob@example.org');
		await submit(source, bob, [link('a Cites c'), link('b IsIdenticalTo g')]);
		const withdrawn = await actingOn(source).post(bob, 'action=withdraw', [link('a Cites e'), link('a Cites c')]);
		assert.equal(withdrawn.counts.not_yours, 1);
		const expected = await allAnswers(source);
		for (const words of [['--with-accounts'], []]) {
			const file = join(from.folder, 'all.jsonl');
			await from.output('export', file, ...words);
			const to = await open();
			await to.output('events', 'import', file);
			const target = await to.serve();
			const waiting = async () => JSON.parse(await to.output('events', 'list', '--json', '--limit', '100'));
			await eventually(waiting, ({ events }: { events: { status: string; indexed: boolean }[] }) =>
				events.every(({ status, indexed }) => status === 'Withdrawn' || indexed),
			);
			assert.deepEqual(await allAnswers(target), expected);
		}
	});
});
