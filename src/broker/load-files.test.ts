import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { BrokerError } from '../errors.ts';
import { loadFiles } from './load-files.ts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-broker-load-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('loading a file', () => {
	it('hands over no further chunk after one that cannot be read, and ends with what was wrong with it', async () => {
		const file = join(folder, 'links.jsonl');
		await writeFile(file, Array.from({ length: 8 }, (_, number) => `{"record":${number + 1}}\n`).join(''));
		const handedOver: number[] = [];
		const loading = loadFiles(
			[file, file],
			{ noindex: false, skipInvalid: false, maxLinks: 1, maxBytes: 1_000, onProgress: () => undefined },
			{
				async load({ firstLine }) {
					handedOver.push(firstLine);
					if (firstLine === 2) throw new BrokerError('invalid-links', 'The second one is wrong.');
					return { event: null, refused: [] };
				},
				linksAtOnce: () => 1,
				room: async () => undefined,
			},
		);
		await assert.rejects(loading, /The second one is wrong/);
		assert.deepEqual(handedOver, [1, 2]);
	});

	it('hands over the next chunk when there is room for it, though none before is done', async () => {
		const file = join(folder, 'links.jsonl');
		await writeFile(file, Array.from({ length: 5 }, (_, number) => `{"record":${number + 1}}\n`).join(''));
		const order: string[] = [];
		const done = Promise.withResolvers<void>();
		await loadFiles(
			[file],
			{ noindex: false, skipInvalid: false, maxLinks: 1, maxBytes: 1_000, onProgress: () => undefined },
			{
				async load({ firstLine }) {
					order.push(`chunk ${firstLine}`);
					if (firstLine === 5) done.resolve();
					await done.promise;
					return { event: null, refused: [] };
				},
				linksAtOnce: () => 1,
				room() {
					order.push('room');
					const { promise, resolve } = Promise.withResolvers<void>();
					// Much later than what follows if nobody waits for it.
					setTimeout(() => {
						order.push('there is room');
						resolve();
					}, 5);
					return promise;
				},
			},
		);
		assert.deepEqual(order.slice(0, 6), ['chunk 1', 'room', 'there is room', 'chunk 2', 'room', 'there is room']);
	});

	it('makes chunks after the first as small as is asked for by then', async () => {
		const file = join(folder, 'links.jsonl');
		await writeFile(file, '{"record":1}\n'.repeat(12));
		const sizes: number[] = [];
		await loadFiles(
			[file],
			{ noindex: false, skipInvalid: false, maxLinks: 4, maxBytes: 1_000, onProgress: () => undefined },
			{
				async load({ links }) {
					sizes.push(links);
					return { event: null, refused: [] };
				},
				linksAtOnce: () => 3,
				room: async () => undefined,
			},
		);
		assert.deepEqual(sizes, [4, 3, 3, 2]);
	});
});
