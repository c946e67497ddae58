import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { BrokerError, hasCode } from '../errors.ts';
import type { RecordChunk } from '../formats/json/chunk-builder.ts';
import { createBatchBuilder } from '../links/link-batch.ts';
import { noCounts } from '../links/link-event.ts';
import type { LoadPlace } from '../store/loads.ts';
import { bodyOf, given } from './graph.fixture.ts';
import {
	type LoadedChunk,
	type LoadProgress,
	type LoadSteps,
	loadFiles,
	type ReadChunk,
	readForLoad,
} from './load-files.ts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-broker-load-'));
});
afterEach(() => rm(folder, { recursive: true }));

const limits = { maxLinks: 1, maxBytes: 1_000 };
const options = {
	action: 'assert',
	noindex: false,
	skipInvalid: false,
	replace: 'record',
	supplied: {},
	date: '2024-05-01',
	...limits,
	onProgress: () => undefined,
} as const;

/** Writes a file of so many records, one a line. */
async function fileOf(records: number): Promise<string> {
	const file = join(folder, `${records}.jsonl`);
	await writeFile(
		file,
		Array.from({ length: records }, (_, number) => `{"source":${number + 1},"target":0}\n`).join(''),
	);
	return file;
}

/** Makes a chunk's event, applied, with one new relationship a link. */
function applied({ links }: ReadChunk): LoadedChunk {
	const unknownRelations = [{ name: 'Inspires', count: 2 }];
	const counts = {
		...noCounts,
		containers: 1,
		unknownRelations,
		links,
		newRelationships: links,
		newIdentifiers: 2 * links,
	};
	return { event: { eventId: `of ${links}`, sequence: links, links, state: 'Done', error: null, counts }, refused: [] };
}

/** Reads a chunk whatever it holds, as a batch of nothing. */
const read: LoadSteps['read'] = async ({ payload, links }) => {
	return { payload, links, batch: createBatchBuilder().build(), refused: [] };
};

const lineOf = ({ records: [first] }: RecordChunk) => first?.line ?? 0;
const recordOf = ({ payload }: ReadChunk) => JSON.parse(Buffer.from(payload).toString())[0].source as number;

describe('loading a file', () => {
	it('loads no further chunk after one that cannot be read, and ends with what was wrong with it', async () => {
		const file = await fileOf(8);
		const loaded: number[] = [];
		const loading = loadFiles([file, file], options, {
			async read(chunk, choice) {
				if (lineOf(chunk) === 3) throw new BrokerError('invalid-links', 'The third one is wrong.');
				return read(chunk, choice);
			},
			async apply(chunk) {
				loaded.push(recordOf(chunk));
				return applied(chunk);
			},
		});
		await assert.rejects(loading, /The third one is wrong/);
		assert.deepEqual(loaded, [1, 2]);
	});

	it('loads all chunks before the place where a file breaks off', async () => {
		const file = join(folder, 'broken.jsonl');
		// So long that the last record is in another block of the file.
		const space = ' '.repeat(400_000);
		await writeFile(
			file,
			`{"source":1,"target":0}\n{"source":2,"target":0}\n${space}{"source":"${'x'.repeat(2_000)}","target":0}\n`,
		);
		const loaded: number[] = [];
		const loading = loadFiles([file], options, {
			read,
			async apply(chunk) {
				loaded.push(recordOf(chunk));
				return applied(chunk);
			},
		});
		await assert.rejects(loading, (error) => hasCode(error, 'bad-file'));
		assert.deepEqual(loaded, [1, 2]);
	});

	it('loads nothing where one of the files is not there', async () => {
		const apply = () => assert.fail('a chunk is loaded');
		const loading = loadFiles([await fileOf(1), join(folder, 'nothing.jsonl')], options, { read, apply });
		await assert.rejects(loading, (error) => hasCode(error, 'bad-file'));
	});

	it('applies one chunk when the one before is done, and reads the next one meanwhile', async () => {
		const order: string[] = [];
		await loadFiles([await fileOf(3)], options, {
			async read(chunk, choice) {
				order.push(`${lineOf(chunk)} is read`);
				return read(chunk, choice);
			},
			async apply(chunk) {
				await nextTick();
				order.push(`${recordOf(chunk)} is applied`);
				return applied(chunk);
			},
		});
		const expected = ['1 is read', '2 is read', '1 is applied', '3 is read', '2 is applied', '3 is applied'];
		assert.deepEqual(order, expected);
	});

	it('makes chunks of as many links as are allowed', async () => {
		const sizes: number[] = [];
		await loadFiles(
			[await fileOf(10)],
			{ ...options, maxLinks: 4 },
			{
				read,
				async apply(chunk) {
					sizes.push(chunk.links);
					return applied(chunk);
				},
			},
		);
		assert.deepEqual(sizes, [4, 4, 2]);
	});

	it('hands on the name of each file, without the folders above it', async () => {
		const names: (string | null)[] = [];
		const [file, other] = [await fileOf(2), await fileOf(1)];
		const apply: LoadSteps['apply'] = async (chunk, { fileName }) => {
			names.push(fileName);
			return applied(chunk);
		};
		await loadFiles([file, other], { ...options, maxLinks: 1 }, { read, apply });
		assert.deepEqual(names, [basename(file), basename(file), basename(other)]);
	});

	it('replaces each Source once, however its records are torn apart over events', async () => {
		const file = join(folder, 'replacing.json');
		await writeFile(file, bodyOf(given('A cites B', 'C cites B', 'A cites D', 'E cites B', 'C cites E')));
		const replaced: (string[] | 'all')[] = [];
		await loadFiles(
			[file, file],
			{ ...options, action: 'replace', maxLinks: 2 },
			{
				read: async (chunk, choice) => readForLoad(chunk, choice),
				async apply(chunk, { action, replaces }) {
					assert.equal(action, 'replace');
					replaced.push(replaces?.map(({ source: { key }, provider }) => `${key} by ${provider}`) ?? 'all');
					return applied(chunk);
				},
			},
		);
		assert.deepEqual(replaced, ['all', ['e by Zenodo'], [], [], [], []]);
	});

	it('puts the last state of a record in the place of those before, in a file and in several', async () => {
		const record = (...cited: string[]) => ({
			doi: '10.1234/a',
			types: {},
			titles: [],
			relatedIdentifiers: cited.map((id) => ({
				relatedIdentifier: id,
				relatedIdentifierType: 'DOI',
				relationType: 'Cites',
			})),
		});
		const [file, other] = [join(folder, 'states.jsonl'), join(folder, 'later.json')];
		await writeFile(
			file,
			`${JSON.stringify(record('10.1/1'))}\n${JSON.stringify(record('10.1/2', '10.1/3', '10.1/4'))}\n`,
		);
		await writeFile(other, JSON.stringify(record('10.1/5')));
		const replaced: [links: number, replaced: number | 'all'][] = [];
		await loadFiles(
			[file, other],
			{ ...options, maxLinks: 2 },
			{
				read: async (chunk, choice) => readForLoad(chunk, choice),
				async apply(chunk, { action, replaces }) {
					assert.equal(action, 'replace');
					replaced.push([chunk.links, replaces?.length ?? 'all']);
					return applied(chunk);
				},
			},
		);
		// The second state does not fit into one event: its rest must not withdraw what came before.
		assert.deepEqual(replaced, [
			[1, 'all'],
			[2, 'all'],
			[1, 0],
			[1, 'all'],
		]);
	});

	it('withdraws what statements mark as withdrawn, in their order', async () => {
		const file = join(folder, 'events.jsonl');
		const event = (cited: string, updated?: 'deleted') => ({
			...{ subj_id: 'https://doi.org/10.1234/a', relation_type_id: 'cites', source_id: 'web', updated },
			...{ obj_id: `https://doi.org/10.1234/${cited}`, occurred_at: '2020-01-01' },
		});
		const records = [
			event('b'),
			event('c', 'deleted'),
			event('d'),
			event('b', 'deleted'),
			event('b'),
			event('d', 'deleted'),
		];
		await writeFile(file, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
		const done: string[] = [];
		const { files } = await loadFiles(
			[file],
			{ ...options, maxLinks: 10, maxBytes: 10_000 },
			{
				read: async (chunk, choice) => readForLoad(chunk, choice),
				async apply(chunk, { action }) {
					const links = JSON.parse(Buffer.from(chunk.payload).toString()) as {
						Target: { Identifier: { ID: string }[] };
					}[];
					done.push(`${action} ${links.map(({ Target }) => Target.Identifier[0]?.ID.slice(-1)).join(' ')}`);
					return applied(chunk);
				},
			},
		);
		assert.deepEqual(done, ['assert b d', 'withdraw c b', 'assert b', 'withdraw d']);
		assert.deepEqual([files[0]?.links, files[0]?.withdrawn], [3, 3]);
	});

	it('sums up the results of all links, and reports its progress', async () => {
		const [file, other] = [await fileOf(5), await fileOf(4)];
		const seen: [stored: number, applied: number][] = [];
		const onProgress = ({ stored, applied }: LoadProgress) => void seen.push([stored, applied]);
		const apply: LoadSteps['apply'] = async (chunk) => {
			if (chunk.links === 4) return applied(chunk);
			const failed = { eventId: 'failed', sequence: 9, links: 1, state: 'New', error: 'on purpose', counts: null };
			return { event: failed, refused: [{ line: 7, problems: [] }] };
		};
		const loaded = await loadFiles([file, other], { ...options, maxLinks: 4, onProgress }, { read, apply });
		const { files, ...sums } = loaded;
		assert.deepEqual(
			files.map(({ dialect, links }) => [dialect, links]),
			[
				['scholix', 5],
				['scholix', 4],
			],
		);
		assert.deepEqual(sums, {
			...noCounts,
			events: [
				{ eventId: 'of 4', links: 4, state: 'Done', error: null },
				{ eventId: 'failed', links: 1, state: 'New', error: 'on purpose' },
				{ eventId: 'of 4', links: 4, state: 'Done', error: null },
			],
			links: 9,
			ignored: 0,
			containers: 2,
			unknownRelations: [{ name: 'Inspires', count: 4 }],
			newRelationships: 8,
			newIdentifiers: 16,
			mergedGroups: 0,
			withdrawn: 0,
			nothingToWithdraw: 0,
			notYours: 0,
			splitGroups: 0,
			firstEvent: 4,
			sets: [],
			refused: [{ file, line: 7, problems: [] }],
		});
		assert.deepEqual(seen, [
			[4, 4],
			[5, 4],
			[9, 8],
		]);
	});

	describe('that goes on', () => {
		const going = { key: 'load', run: 'run', settings: '{}' };
		const places: LoadPlace[] = [];
		const apply: LoadSteps['apply'] = async (chunk, { part }) => {
			assert.ok(part);
			places.push({ position: part.position, digest: part.digest });
			return applied(chunk);
		};
		const loadWhole = async (file: string) => {
			places.length = 0;
			await loadFiles([file], { ...options, going }, { read, apply });
			return places.splice(0);
		};

		it('passes over what is stored, and has the same places behind it', async () => {
			const file = await fileOf(5);
			const whole = await loadWhole(file);
			const readLines: number[] = [];
			const steps: LoadSteps = {
				read: async (chunk, choice) => {
					readLines.push(lineOf(chunk));
					return read(chunk, choice);
				},
				apply,
			};
			const loaded = await loadFiles([file], { ...options, going: { ...going, stopped: whole[2] } }, steps);
			assert.deepEqual(places.splice(0), whole.slice(3));
			assert.deepEqual([readLines, loaded.links], [[4, 5], 2]);
		});

		it('stores nothing where what was stored is not there as it was, or not all of it', async () => {
			const whole = await loadWhole(await fileOf(5));
			const nothing = () => assert.fail('a chunk is loaded');
			for (const stopped of [
				{ position: 3, digest: 'other' },
				{ ...(whole[4] as LoadPlace), position: 9 },
			]) {
				const loading = loadFiles(
					[await fileOf(5)],
					{ ...options, going: { ...going, stopped } },
					{ read, apply: nothing },
				);
				await assert.rejects(loading, /do not begin with what was stored of them/);
			}
		});

		it('replaces no Source that a passed part replaced', async () => {
			const file = join(folder, 'replacing.json');
			await writeFile(file, bodyOf(given('A cites B', 'C cites B', 'A cites D')));
			const replacing = { ...options, action: 'replace', going } as const;
			const replaced: (number | 'all')[] = [];
			const steps: LoadSteps = {
				read: async (chunk, choice) => readForLoad(chunk, choice),
				async apply(chunk, choice) {
					replaced.push(choice.replaces?.length ?? 'all');
					return apply(chunk, choice);
				},
			};
			await loadFiles([file], replacing, steps);
			const [, second] = places.splice(0);
			await loadFiles([file], { ...replacing, going: { ...going, stopped: second } }, steps);
			assert.deepEqual(replaced, ['all', 'all', 0, 0]);
		});
	});
});
