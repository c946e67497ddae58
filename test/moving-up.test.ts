// Moving up: what an embedded broker has received becomes a broker's on PostgreSQL, which then
// answers the same, to the same people.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { events } from '../src/broker/graph.arbitrary.ts';
import { bodyOf } from '../src/broker/graph.fixture.ts';
import { createSchema, type FreshSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program, type Server } from './end-to-end/program.ts';

const example = (number: number) => fileURLToPath(new URL(`../examples/cornerpy-${number}.json`, import.meta.url));
const patient = { timeoutSeconds: 60 };

describe('a broker on PostgreSQL that has taken over an embedded one', { skip: skipPostgres }, () => {
	let schema: FreshSchema;
	let embedded: Program;
	let moved: Program;
	let servers: Server[];
	let token: string;
	before(async () => {
		schema = await createSchema();
		[embedded, moved] = await Promise.all([
			openProgram({ MAX_LINKS_PER_EVENT: '5' }),
			openProgram({ DATABASE_URL: schema.url }),
		]);
	});
	after(async () => {
		await Promise.all([embedded.remove(), moved.remove()]);
		await schema.remove();
	});

	it('is made by two commands, and imports nothing twice', async () => {
		const random = fc.sample(events, { numRuns: 6, seed: 5 }).flat();
		const file = async (noindex: boolean) => {
			const path = join(embedded.folder, `random-${noindex}.json`);
			await writeFile(path, bodyOf(random.filter((event) => event.noindex === noindex).flatMap(({ links }) => links)));
			return path;
		};
		await embedded.output('events', 'load', example(1), await file(false));
		await embedded.output('events', 'load', example(2), '--no-index');
		// From here on what came before with noindex is found, what comes later is not.
		await embedded.output('search', 'reindex');
		await embedded.output('events', 'load', example(3), await file(true), '--no-index');
		token = await embedded.token();
		const all = join(embedded.folder, 'all.jsonl.gz');
		const exported = JSON.parse(await embedded.output('export', all, '--with-accounts', '--json'));
		const { added } = JSON.parse(await moved.output('events', 'import', all, '--json'));
		assert.deepEqual({ ...added, unreadable: 0, seconds: 0 }, { ...exported, seconds: 0 });
		const again = JSON.parse(await moved.output('events', 'import', all, '--json'));
		assert.deepEqual(again.added, { events: 0, users: 0, roles: 0, tokens: 0, subscriptions: 0, senders: 0 });
	});

	const questions = function* () {
		const identifiers = [
			'10.21105/joss.00024',
			'10.5281/zenodo.591491',
			'10.5281/zenodo.53155',
			'a',
			'b',
			'c',
			'd',
			'e',
			'f',
		];
		for (const id of identifiers) {
			for (const group of ['identity', 'version']) {
				for (const relation of ['isCitedBy', 'cites', 'isRelatedTo', 'isSupplementTo', undefined]) {
					const asked = new URLSearchParams({ id, scheme: 'doi', group_by: group, size: '1000' });
					if (relation) asked.set('relation', relation);
					yield asked;
				}
			}
		}
	};
	const answers = async ({ url }: Server, asked: URLSearchParams) =>
		Promise.all(
			['application/x-scholix-v3+json', 'application/json'].map(async (accept) => {
				const response = await fetch(`${url}/api/relationships?${asked}`, { headers: { Accept: accept } });
				assert.equal(response.status, 200);
				// Links to itself and to further pages apart, nothing shows where it comes from.
				return JSON.parse((await response.text()).replaceAll(url, '')) as unknown;
			}),
		);

	it('answers the same once it has processed everything', async () => {
		servers = await Promise.all([embedded.serve(), moved.serve()]);
		const [old, fresh] = servers as [Server, Server];
		const listed = async () => {
			const { events } = JSON.parse(await moved.output('events', 'list', '--limit', '1000', '--json')) as {
				events: { status: string; indexed: boolean | null }[];
			};
			return events.filter(({ status, indexed }) => status !== 'Done' || indexed === false).length;
		};
		await eventually(listed, (left) => left === 0, patient);
		// What noindex events say of works that others speak of shows sooner or later, as the index
		// finds them; after a reindex, all of it does.
		await Promise.all([embedded, moved].map((program) => program.output('search', 'reindex')));
		let links = 0;
		for (const asked of questions()) {
			const expected = await answers(old, asked);
			assert.deepEqual(await answers(fresh, asked), expected, `${asked}`);
			links += (expected[1] as { hits: { total: number } }).hits.total;
		}
		assert.ok(links > 500, `${links}`);
	});

	it('lets the same people in', async () => {
		const [, fresh] = servers as [Server, Server];
		const response = await fetch(`${fresh.url}/api/events`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: '[]',
		});
		assert.equal(response.status, 422);
	});

	it('exports what the embedded one exports', async () => {
		assert.equal(
			await moved.output('export', '--with-accounts').then((text) => text.replaceAll(/"last_used_at":[^,]+/g, '')),
			await embedded.output('export', '--with-accounts').then((text) => text.replaceAll(/"last_used_at":[^,]+/g, '')),
		);
	});
});
