// A reader of the change log that submits each entry to an empty broker: both answer alike, on
// every combination of engines, across a kill, a reindex and withdrawals.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { clusterUrl, openFreshIndex, skipOpenSearch } from '../../src/engines/opensearch/cluster.fixture.ts';
import { createSchema, skipPostgres } from '../../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program, type Server } from './program.ts';

/** Where a program keeps its data; nothing: in its own folder. */
type Place = { settings: NodeJS.ProcessEnv; remove(): Promise<void> };

const ownFolder = async (): Promise<Place> => ({ settings: {}, remove: async () => undefined });

async function ownSchema(): Promise<Place> {
	const { url, remove } = await createSchema();
	return { settings: { DATABASE_URL: url }, remove };
}

async function ownIndex(): Promise<Place> {
	const { prefix, close } = await openFreshIndex();
	return { settings: { SEARCH_URL: `${clusterUrl}/${prefix}` }, remove: close };
}

const combinations = [
	{ name: 'SQLite and SQLite', places: [ownFolder], skip: false },
	{ name: 'PostgreSQL and SQLite', places: [ownSchema], skip: skipPostgres },
	{ name: 'SQLite and OpenSearch', places: [ownIndex], skip: skipOpenSearch },
	{ name: 'PostgreSQL and OpenSearch', places: [ownSchema, ownIndex], skip: skipPostgres || skipOpenSearch },
];

type Entry = { number: number; kind: 'asserted' | 'withdrawn'; last?: true; link: object };
type Shown = { status: string; indexed: boolean | null };

/** A broker that serves. */
type Serving = { program: Program; server: Server; token: string; remove(): Promise<void> };

async function openServing(places: readonly (() => Promise<Place>)[]): Promise<Serving> {
	const opened = await Promise.all(places.map((open) => open()));
	const program = await openProgram(Object.assign({ LEASE_SECONDS: '1' }, ...opened.map(({ settings }) => settings)));
	const token = await program.token();
	return {
		program,
		server: await program.serve(),
		token,
		async remove() {
			await program.remove();
			for (const { remove } of opened) await remove();
		},
	};
}

async function post({ server, token }: Serving, body: string, query = ''): Promise<string> {
	const response = await fetch(`${server.url}/events${query}`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body,
	});
	const text = await response.text();
	assert.equal(response.status, 202, text);
	return JSON.parse(text).event_id;
}

async function untilDone({ server, token }: Serving, eventId: string): Promise<void> {
	const ask = async () => {
		const response = await fetch(`${server.url}/events/${eventId}`, { headers: { Authorization: `Bearer ${token}` } });
		return (await response.json()) as Shown;
	};
	await eventually(ask, ({ status, indexed }) => status === 'Done' && indexed !== false, { timeoutSeconds: 60 });
}

/** Reads the log from a cursor to its end. */
async function readLog({ server }: Serving, after?: string): Promise<{ entries: Entry[]; next: string }> {
	const entries: Entry[] = [];
	for (let cursor = after; ; ) {
		const query = cursor === undefined ? '' : `&after=${cursor}`;
		const response = await fetch(`${server.url}/changes?limit=97${query}`);
		assert.equal(response.status, 200, await response.clone().text());
		const { changes, next } = (await response.json()) as { changes: Entry[]; next: string };
		if (next === cursor) return { entries, next };
		entries.push(...changes);
		cursor = next;
	}
}

/** Submits entries in their order: neighbours of one kind in one event. */
async function applyAll(copy: Serving, entries: readonly Entry[]): Promise<void> {
	let eventId: string | undefined;
	for (let begin = 0; begin < entries.length; ) {
		const { kind } = entries[begin] as Entry;
		let end = begin;
		while (entries[end]?.kind === kind) end++;
		const links = entries.slice(begin, end).map(({ link }) => link);
		eventId = await post(copy, JSON.stringify(links), `?action=${kind === 'asserted' ? 'assert' : 'withdraw'}`);
		begin = end;
	}
	if (eventId !== undefined) await untilDone(copy, eventId);
}

const works = ['10.21105/joss.00024', '10.5281/zenodo.11020', '10.5281/zenodo.53155', '10.5281/zenodo.591491'];

/** Asks for all that is known of some works. */
async function answersOf({ server }: Serving): Promise<object[]> {
	const answers: object[] = [];
	for (const id of works) {
		for (const level of ['identity', 'version']) {
			const response = await fetch(`${server.url}/relationships?id=${id}&scheme=doi&group_by=${level}&size=1000`);
			answers.push((await response.json()) as object);
		}
	}
	return answers;
}

const link = (source: string, relation: string, target = '') => ({
	Source: { Identifier: { ID: source, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: relation },
	Target: { Identifier: { ID: target, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	LinkProvider: [{ Name: 'A hasty provider' }],
	LinkPublicationDate: '2020-01-01',
});

const example = (number: number) =>
	readFile(new URL(`../../examples/cornerpy-${number}.json`, import.meta.url), 'utf8');

for (const { name, places, skip } of combinations) {
	describe(`a reader of the log on ${name}`, { skip }, () => {
		let source: Serving;
		let copy: Serving;
		let cursor: string | undefined;
		let third = '';
		before(async () => {
			[source, copy] = await Promise.all([openServing(places), openServing(places)]);
		});
		after(() => Promise.all([source?.remove(), copy?.remove()]));

		const isAlike = async () => JSON.stringify(await answersOf(copy)) === JSON.stringify(await answersOf(source));

		/** Applies what is new; answers what that was. */
		const follow = async (): Promise<Entry[]> => {
			const { entries, next } = await readLog(source, cursor);
			cursor = next;
			await applyAll(copy, entries);
			return entries;
		};

		it('answers alike, also where the server is killed while it applies', async () => {
			const first = await post(source, await example(1));
			const second = await post(source, await example(2));
			await source.server.stop('SIGKILL');
			source.server = await source.program.serve();
			await untilDone(source, first);
			await untilDone(source, second);
			const entries = await follow();
			assert.deepEqual(
				entries.map(({ number }) => number),
				entries.map((_, at) => at + 1),
			);
			assert.ok(entries.length > 100, `${entries.length}`);
			assert.deepEqual(await answersOf(copy), await answersOf(source));
		});

		it('receives a noindex event when the index was built anew', async () => {
			third = await post(source, await example(3), '?noindex=1');
			await untilDone(source, third);
			assert.deepEqual(await follow(), []);
			await source.program.output('search', 'reindex');
			assert.ok((await follow()).length > 0);
			assert.deepEqual(await answersOf(copy), await answersOf(source));
		});

		it('is let go at once where the server is asked to stop while it waits', async () => {
			const held = fetch(`${source.server.url}/changes?after=now&wait=30`).then((response) => response.status);
			await fetch(`${source.server.url}/changes?after=now&wait=1`);
			const begun = performance.now();
			assert.equal(await source.server.stop('SIGTERM'), 0);
			assert.equal(await held, 200);
			assert.ok(performance.now() - begun < 8_000);
			source.server = await source.program.serve();
		});

		it('receives the withdrawal of a whole event, and its restoring', async () => {
			const before = await answersOf(source);
			const change = async (method: string, path: string) => {
				const headers = { Authorization: `Bearer ${source.token}` };
				const response = await fetch(`${source.server.url}/events/${third}${path}`, { method, headers });
				assert.ok(response.ok, await response.text());
			};
			await change('DELETE', '');
			const isLeft = async () => JSON.stringify(await answersOf(source)) !== JSON.stringify(before);
			await eventually(isLeft, (left) => left);
			const entries = await follow();
			assert.ok(entries.some(({ kind }) => kind === 'withdrawn'));
			await eventually(isAlike, (alike) => alike);
			await change('POST', '/restore');
			await untilDone(source, third);
			await follow();
			// Nothing shows when the index has an event again that asked for no index.
			await eventually(isLeft, (left) => !left);
			await eventually(isAlike, (alike) => alike);
		});

		it('receives a wrong link, its withdrawal, and a record that replaces another', async () => {
			const right = await answersOf(source);
			const wrong = link('10.21105/joss.00024', 'IsIdenticalTo', '10.5281/zenodo.53155');
			await untilDone(source, await post(source, JSON.stringify([wrong])));
			await follow();
			assert.notDeepEqual(await answersOf(source), right);
			assert.deepEqual(await answersOf(copy), await answersOf(source));

			await untilDone(source, await post(source, JSON.stringify([wrong]), '?action=withdraw'));
			const entries = await follow();
			assert.deepEqual(
				entries.map(({ kind, last }) => [kind, last]),
				[['withdrawn', true]],
			);
			assert.deepEqual(await answersOf(source), right);
			assert.deepEqual(await answersOf(copy), right);

			const first = [link('10.1000/citing', 'References', works[0]), link('10.1000/citing', 'References', works[1])];
			await untilDone(source, await post(source, JSON.stringify(first)));
			await untilDone(source, await post(source, JSON.stringify(first.slice(1)), '?action=replace'));
			await follow();
			assert.deepEqual(await answersOf(copy), await answersOf(source));
		});
	});
}
