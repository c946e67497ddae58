// Walks through the citations of corner.py, a real software package with seven identifiers, against
// the started program.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const example = (number: number) => fileURLToPath(new URL(`../../examples/cornerpy-${number}.json`, import.meta.url));

type Search = { hits: { total: number; hits: unknown[] } };

const paper = '10.21105/joss.00024';
const release = '10.5281/zenodo.45906';
const firstRelease = '10.5281/zenodo.11020';

/** Totals of isCitedBy: [identity, version] of each. */
const beforeReindex = { [paper]: [97, 193], [release]: [18, 193], [firstRelease]: [68, 193] };
const afterReindex = { [paper]: [102, 203], [release]: [18, 203], [firstRelease]: [71, 203] };

async function search(server: Server, parameters: Record<string, string>): Promise<Search> {
	const query = new URLSearchParams({ scheme: 'doi', relation: 'isCitedBy', ...parameters });
	const response = await fetch(`${server.url}/api/relationships?${query}`, { headers: { Accept: 'application/json' } });
	assert.equal(response.status, 200);
	return (await response.json()) as Search;
}

async function totals(server: Server): Promise<Record<string, number[]>> {
	const found: Record<string, number[]> = {};
	for (const id of [paper, release, firstRelease]) {
		found[id] = [
			(await search(server, { id })).hits.total,
			(await search(server, { id, group_by: 'version' })).hits.total,
		];
	}
	return found;
}

const in2016 = { id: paper, group_by: 'version', from: '2016-01-01', to: '2016-12-31' };

describe('the citations of corner.py', () => {
	let program: Program;
	let server: Server;
	let token: string;

	before(async () => {
		program = await openProgram();
		server = await program.serve();
		token = await program.token();
	});
	after(() => program.remove());

	const submit = async (number: number, query = '') => {
		const response = await fetch(`${server.url}/api/events${query}`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-scholix-v3+json' },
			body: await readFile(example(number)),
		});
		assert.equal(response.status, 202);
		const { message, event_id } = (await response.json()) as { message: string; event_id: string };
		assert.equal(message, 'event accepted');
		assert.match(event_id, /^[0-9a-f-]{36}$/);
		return `${server.url}/api/events/${event_id}`;
	};
	const processed = (address: string) =>
		eventually(
			async () =>
				(await (await fetch(address, { headers: { Authorization: `Bearer ${token}` } })).json()) as {
					status: string;
					indexed: boolean | null;
				},
			({ status, indexed }) => status === 'Done' && indexed !== false,
		);

	it('loads the first file with the command line', async () => {
		const summary = JSON.parse(await program.output('events', 'load', example(1), '--json')) as { links: number };
		assert.equal(summary.links, 100);
	});

	it('takes the second over HTTP, and it can be found once the event says so', async () => {
		const address = `${server.url}/api/relationships?id=${paper}&size=3`;
		const ask = (known: string) => fetch(address, { headers: { 'If-None-Match': known } });
		const tag = (await fetch(address)).headers.get('ETag') ?? assert.fail('no tag');
		assert.equal((await ask(tag)).status, 304);
		await processed(await submit(2));
		assert.deepEqual(await totals(server), beforeReindex);
		const changed = await ask(tag);
		assert.equal(changed.status, 200);
		const newer = changed.headers.get('ETag') ?? assert.fail('no tag');
		assert.notEqual(newer, tag);
		assert.equal((await ask(newer)).status, 304);
	});

	it('takes the third with noindex=1, and nothing of it is found', async () => {
		const event = await processed(await submit(3, '?noindex=1'));
		assert.equal(event.indexed, null);
		assert.deepEqual(await totals(server), beforeReindex);
		assert.equal((await search(server, in2016)).hits.total, 59);
	});

	it('finds all after a reindex, without a restart', async () => {
		await program.output('search', 'reindex');
		assert.deepEqual(await totals(server), afterReindex);
		assert.equal((await search(server, in2016)).hits.total, 61);
	});

	it('finds all after a reindex that destroys the index first', async () => {
		await program.output('search', 'reindex', '--destroy');
		assert.deepEqual(await totals(server), afterReindex);
	});

	it('answers the same on the command line', async () => {
		const words = ['relationships', paper, '--relation', 'isCitedBy', '--group-by', 'version', '--json'];
		const answer = JSON.parse(await program.output(...words)) as { Relationships: unknown[] };
		assert.equal(answer.Relationships.length, 100);
	});

	it('shows the seven identifiers of the Version group', async () => {
		const response = await fetch(`${server.url}/api/relationships?id=${paper}&group_by=version&relation=isCitedBy`);
		const { Source } = (await response.json()) as { Source: { Versions: { Identifiers: { ID: string }[] }[] } };
		assert.equal(Source.Versions.flatMap(({ Identifiers }) => Identifiers).length, 7);
	});

	it('finds nothing wrong with the groups when they are rebuilt', async () => {
		const rebuilt = JSON.parse(await program.output('graph', 'rebuild', '--json')) as Record<string, number>;
		assert.equal(rebuilt.identifiers, 210);
		assert.equal(rebuilt.version_groups, 204);
		assert.equal(rebuilt.changed, 0);
	});

	it('counts the same when everything is loaded again', async () => {
		await program.output('events', 'load', example(3), example(2), example(1));
		assert.deepEqual(await totals(server), afterReindex);
	});

	it('leaves nothing that the doctor finds wrong', async () => {
		const diagnosis = JSON.parse(await program.output('doctor', '--json')) as Record<string, unknown>;
		assert.deepEqual([diagnosis.sound, diagnosis.index_left_out], [true, null]);
	});

	it('stops at SIGTERM with status 0', async () => {
		assert.equal(await server.stop(), 0);
	});
});

describe('the order in which the files of corner.py come', () => {
	const orders = [
		[1, 2, 3],
		[3, 2, 1],
		[2, 3, 1],
	];
	for (const order of orders) {
		it(`makes no difference: ${order.join(', ')}`, async () => {
			const program = await openProgram();
			try {
				for (const number of order) await program.output('events', 'load', example(number));
				const server = await program.serve();
				assert.deepEqual(await totals(server), afterReindex);
			} finally {
				await program.remove();
			}
		});
	}

	it('makes no difference link by link, nor all in one batch', async () => {
		const links = (
			await Promise.all([3, 1, 2].map(async (number) => JSON.parse(await readFile(example(number), 'utf8'))))
		).flat();
		for (const maxLinks of ['1', '10000']) {
			const program = await openProgram({ MAX_LINKS_PER_EVENT: maxLinks });
			try {
				const { writeFile } = await import('node:fs/promises');
				const file = `${program.folder}/all.jsonl`;
				await writeFile(file, links.map((link) => JSON.stringify(link)).join('\n'));
				const summary = JSON.parse(await program.output('events', 'load', file, '--json')) as { events: unknown[] };
				assert.equal(summary.events.length, maxLinks === '1' ? links.length : 1);
				const server = await program.serve();
				assert.deepEqual(await totals(server), afterReindex);
			} finally {
				await program.remove();
			}
		}
	});
});
