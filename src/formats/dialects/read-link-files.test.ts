import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { BrokerError } from '../../errors.ts';
import { readLinkFiles } from './read-link-files.ts';

const limits = { maxLinks: 2, maxBytes: 1_000, supplied: {}, date: '2024-05-01', skipInvalid: false };
let folder: string;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-files-'));
});
after(() => rm(folder, { recursive: true }));

async function save(name: string, content: string | Uint8Array): Promise<string> {
	const path = join(folder, name);
	await writeFile(path, content);
	return path;
}

/** Reads everything; lists each chunk as `file line payload`. */
async function read(path: string, input?: AsyncIterable<Uint8Array>): Promise<string[]> {
	const chunks: string[] = [];
	for await (const { chunk } of readLinkFiles(path, limits, () => undefined, input)) {
		const { file, records, payload } = chunk;
		chunks.push(`${file.replace(folder, '')} ${records[0]?.line} ${Buffer.from(payload)}`);
	}
	return chunks;
}

async function failureOf(path: string, input?: AsyncIterable<Uint8Array>): Promise<string> {
	try {
		await read(path, input);
	} catch (error) {
		assert.ok(error instanceof BrokerError, String(error));
		return `${error.code}: ${error.message.replaceAll(folder, '')}`;
	}
	return assert.fail('the file is read');
}

async function* inBlocksOf(bytes: number, content: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
}

const lines = '{"source":1,"target":0}\n{"source":2,"target":0}\n{"source":3,"target":0}\n';
const array = '[{"source":1,"target":0},\n{"source":2,"target":0},\n{"source":3,"target":0}]';
const asChunks = (file: string) => [
	`${file} 1 [{"source":1,"target":0},{"source":2,"target":0}]`,
	`${file} 3 [{"source":3,"target":0}]`,
];

describe('files of links', () => {
	it('are JSON Lines or JSON arrays, detected by their content', async () => {
		assert.deepEqual(await read(await save('lines.json', lines)), asChunks('/lines.json'));
		assert.deepEqual(await read(await save('array.jsonl', array)), asChunks('/array.jsonl'));
	});

	it('may be packed with gzip or Zstandard, whatever their names', async () => {
		assert.deepEqual(await read(await save('packed', gzipSync(lines))), asChunks('/packed'));
		assert.deepEqual(await read(await save('packed.json', zstdCompressSync(array))), asChunks('/packed.json'));
	});

	it('may be packed in several pieces, one after the other', async () => {
		const pieces = Buffer.concat([gzipSync(lines.slice(0, 10)), gzipSync(lines.slice(10))]);
		assert.deepEqual(await read(await save('pieces.gz', pieces)), asChunks('/pieces.gz'));
	});

	it('come from standard input for the path -, in blocks of any size', async () => {
		for (const content of [Buffer.from(lines), Buffer.from(array), gzipSync(lines)]) {
			assert.deepEqual(await read('-', inBlocksOf(1, content)), asChunks('standard input'));
			assert.deepEqual(await read('-', inBlocksOf(5, content)), asChunks('standard input'));
		}
	});

	it('of a folder are read by name; what is not of links, hidden, or deeper is passed over', async () => {
		await mkdir(join(folder, 'many', 'deeper.json'), { recursive: true });
		await rm(join(folder, 'many', 'deeper.json'), { recursive: true });
		for (const [name, content] of Object.entries({
			'b.ndjson.gz': gzipSync('{"source":"b","target":0}'),
			'a.JSON': '[{"source":"a","target":0}]',
			'c.jsonl': '{"source":"c","target":0}',
			'.hidden.json': 'no',
			'readme.txt': 'no',
		})) {
			await save(join('many', name), content);
		}
		assert.deepEqual(await read(join(folder, 'many')), [
			'/many/a.JSON 1 [{"source":"a","target":0}]',
			'/many/b.ndjson.gz 1 [{"source":"b","target":0}]',
			'/many/c.jsonl 1 [{"source":"c","target":0}]',
		]);
	});

	it('are of the dialect of their first record that is of any', async () => {
		assert.deepEqual(await read(await save('later.json', '{"title":"T"}\n{"source":1,"target":0}')), [
			'/later.json 1 [{"title":"T"},{"source":1,"target":0}]',
		]);
	});

	it('without records yield nothing', async () => {
		assert.deepEqual(await read(await save('empty.json', '')), []);
		assert.deepEqual(await read(await save('empty.gz', gzipSync(' [ ] '))), []);
	});

	it('may be left in the middle', async () => {
		const left = await save('left.gz', gzipSync(lines));
		for await (const { chunk } of readLinkFiles(left, limits, () => undefined)) {
			assert.equal(chunk.links, 2);
			break;
		}
	});
});

describe('files of which one is damaged', () => {
	it('are read but for that one, where bad records are to be skipped', async () => {
		await mkdir(join(folder, 'mixed'));
		await save('mixed/a.json', '{"source":1,"target":0}');
		await save('mixed/b.cff', 'cff-version: 1.2.0\nauthors:\n  - name: A\n - name: B\n');
		await save('mixed/c.xml', '<resource>\n<a>');
		await save('mixed/d.json', '{"source":2,"target":0}');
		const supplied: string[] = [];
		const chunks = readLinkFiles(join(folder, 'mixed'), { ...limits, skipInvalid: true }, ({ file, refused }) =>
			supplied.push(
				`${file.split('/').at(-1)} ${refused.map(({ line, problem }) => `${line}: ${problem}`.slice(0, 20))}`,
			),
		);
		assert.equal((await Array.fromAsync(chunks)).length, 2);
		assert.deepEqual(
			supplied,
			['a.json ', 'b.cff 4: this is not YAML:', 'c.xml 2: this is not well-', 'd.json '].map((line) =>
				line.slice(-line.length),
			),
		);
	});
});

describe('a file that cannot be read', () => {
	it('fails as bad-file with its name and the reason', async () => {
		assert.equal(
			await failureOf(join(folder, 'none.json')),
			'bad-file: /none.json cannot be read: there is no such file or folder.',
		);
		await mkdir(join(folder, 'nothing'));
		assert.match(await failureOf(join(folder, 'nothing')), /^bad-file: \/nothing contains no files of links/);
		assert.match(
			await failureOf(await save('text.json', 'hello')),
			/^bad-file: \/text\.json is of no dialect that is known/,
		);
		for (const other of ['{"title":"T"}', '[{"title":"T"}]', '{"title":"T"}\n{"title":"U"}', '[1]'])
			assert.match(await failureOf(await save('other.json', other)), /other\.json is of no dialect that is known/);
	});

	it('fails as bad-file where its compressed content breaks off or is damaged', async () => {
		const gzip = gzipSync(lines.repeat(10));
		assert.equal(
			await failureOf(await save('cut.gz', gzip.subarray(0, 20))),
			'bad-file: /cut.gz cannot be read: its compressed content breaks off.',
		);
		const damaged = Buffer.from(gzip).fill(0xff, 12, 20);
		assert.equal(
			await failureOf(await save('damaged.gz', damaged)),
			'bad-file: /damaged.gz cannot be read: its compressed content is damaged.',
		);
		const zstd = zstdCompressSync(lines.repeat(10));
		assert.match(
			await failureOf(await save('cut.zst', zstd.subarray(0, 20))),
			/^bad-file: \/cut\.zst cannot be read: /,
		);
	});

	it('fails as bad-file where its source fails while it is read', async () => {
		async function* failing(): AsyncGenerator<Uint8Array> {
			yield Buffer.from('{"source":1,"target":0}\n');
			throw new Error('the cable is loose');
		}
		assert.equal(await failureOf('-', failing()), 'bad-file: standard input cannot be read: the cable is loose.');
	});

	it('fails as malformed-json with its line where its array breaks off', async () => {
		assert.equal(
			await failureOf(await save('broken.json', '[{"source":1,"target":0},\n')),
			'malformed-json: /broken.json, line 2: the file ends before its array does.',
		);
	});
});
