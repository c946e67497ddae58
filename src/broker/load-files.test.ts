import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { BrokerError, hasCode } from '../errors.ts';
import type { RecordChunk } from '../formats/json/record-chunk.ts';
import { type LoadedChunk, type LoadProgress, loadFiles } from './load-files.ts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-broker-load-'));
});
afterEach(() => rm(folder, { recursive: true }));

const options = { noindex: false, skipInvalid: false, maxLinks: 1, maxBytes: 1_000, onProgress: () => undefined };

/** Writes a file of so many records, one a line. */
async function fileOf(records: number): Promise<string> {
	const file = join(folder, `${records}.jsonl`);
	await writeFile(file, Array.from({ length: records }, (_, number) => `{"record":${number + 1}}\n`).join(''));
	return file;
}

/** Makes a chunk's event, applied, with one new relationship a link. */
function applied({ links }: RecordChunk): LoadedChunk {
	const counts = { links, ignored: 0, newRelationships: links, newIdentifiers: 2 * links, mergedGroups: 0 };
	return { event: { eventId: `of ${links}`, links, state: 'Done', error: null, counts }, refused: [] };
}

describe('loading a file', () => {
	it('loads no further chunk after one that cannot be read, and ends with what was wrong with it', async () => {
		const file = await fileOf(8);
		const lines: number[] = [];
		const loading = loadFiles([file, file], options, async ({ records: [first] }) => {
			const line = first?.line ?? 0;
			lines.push(line);
			if (line === 2) throw new BrokerError('invalid-links', 'The second one is wrong.');
			return { event: null, refused: [] };
		});
		await assert.rejects(loading, /The second one is wrong/);
		assert.deepEqual(lines, [1, 2]);
	});

	it('loads nothing where one of the files is not there', async () => {
		const loading = loadFiles([await fileOf(1), join(folder, 'nothing.jsonl')], options, async () => {
			assert.fail('a chunk is loaded');
		});
		await assert.rejects(loading, (error) => hasCode(error, 'bad-file'));
	});

	it('loads one chunk when the one before is done', async () => {
		const order: string[] = [];
		await loadFiles([await fileOf(3)], options, async ({ records: [first] }) => {
			order.push(`${first?.line} begins`);
			await nextTick();
			order.push(`${first?.line} is done`);
			return { event: null, refused: [] };
		});
		assert.deepEqual(order, ['1 begins', '1 is done', '2 begins', '2 is done', '3 begins', '3 is done']);
	});

	it('makes chunks of as many links as are allowed', async () => {
		const sizes: number[] = [];
		await loadFiles([await fileOf(10)], { ...options, maxLinks: 4 }, async (chunk) => {
			sizes.push(chunk.links);
			return applied(chunk);
		});
		assert.deepEqual(sizes, [4, 4, 2]);
	});

	it('sums up what became of all links, and tells how far it is', async () => {
		const [file, other] = [await fileOf(5), await fileOf(4)];
		const seen: [stored: number, applied: number][] = [];
		const onProgress = ({ stored, applied }: LoadProgress) => void seen.push([stored, applied]);
		const loaded = await loadFiles([file, other], { ...options, maxLinks: 4, onProgress }, async (chunk) => {
			if (chunk.links < 4) {
				const failed = { eventId: 'failed', links: 1, state: 'New', error: 'on purpose', counts: null };
				return { event: failed, refused: [{ line: 7, problems: [] }] };
			}
			return applied(chunk);
		});
		assert.deepEqual(loaded, {
			events: [
				{ eventId: 'of 4', links: 4, state: 'Done', error: null },
				{ eventId: 'failed', links: 1, state: 'New', error: 'on purpose' },
				{ eventId: 'of 4', links: 4, state: 'Done', error: null },
			],
			links: 9,
			ignored: 0,
			newRelationships: 8,
			newIdentifiers: 16,
			mergedGroups: 0,
			refused: [{ file, line: 7, problems: [] }],
		});
		assert.deepEqual(seen, [
			[4, 4],
			[5, 4],
			[9, 8],
		]);
	});
});
