// Says how archives and folders are opened.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { BrokerError } from '../../errors.ts';
import { openFiles } from './open-files.ts';
import { zipOf } from './zip.fixture.ts';

let folder: string;
before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'opened-files-'));
});
after(() => rm(folder, { recursive: true }));

async function save(name: string, content: string | Uint8Array): Promise<string> {
	const path = join(folder, name);
	await writeFile(path, content);
	return path;
}

async function tarOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
	const tar = pack();
	for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
	tar.finalize();
	const blocks: Uint8Array[] = [];
	for await (const block of tar as unknown as AsyncIterable<Uint8Array>) blocks.push(block);
	return Buffer.concat(blocks);
}

/** Opens a path; lists each file as `name: text`. */
async function opened(path: string, input?: Uint8Array): Promise<string[]> {
	const files: string[] = [];
	const given =
		input &&
		(async function* () {
			yield input;
		})();
	for await (const { name, blocks } of openFiles(path, given)) {
		const read: Uint8Array[] = [];
		for await (const block of blocks) read.push(block);
		files.push(`${name.replace(`${folder}/`, '')}: ${Buffer.concat(read)}`);
	}
	return files;
}

async function failureOf(path: string): Promise<string> {
	const error = await opened(path).catch((failure) => failure);
	assert.ok(error instanceof BrokerError, String(error));
	return error.message.replaceAll(`${folder}/`, '');
}

describe('an archive', () => {
	const files = { 'a.json': '1', 'deep/b.csv': '2', 'readme.txt': 'no', '.hidden.json': 'no' };
	const wanted = (name: string) => [`${name}:a.json: 1`, `${name}:deep/b.csv: 2`];

	it('is opened as the files of known endings in it: tar, plain or compressed', async () => {
		assert.deepEqual(await opened(await save('plain.tar', await tarOf(files))), wanted('plain.tar'));
		assert.deepEqual(await opened(await save('packed.tgz', gzipSync(await tarOf(files)))), wanted('packed.tgz'));
	});

	it('is opened as the files of known endings in it: zip, deflated or stored', async () => {
		assert.deepEqual(await opened(await save('deflated.zip', zipOf(files))), wanted('deflated.zip'));
		assert.deepEqual(await opened(await save('stored.zip', zipOf(files, { isDeflated: false }))), wanted('stored.zip'));
	});

	it('may have names that lead out of it, since nothing is unpacked to them', async () => {
		const leading = { './a.json': '1', '../b.json': '2', '/etc/c.json': '3', 'd/./.hidden.json': 'no' };
		const all = (name: string) => [`${name}:./a.json: 1`, `${name}:../b.json: 2`, `${name}:/etc/c.json: 3`];
		assert.deepEqual(await opened(await save('leading.zip', zipOf(leading))), all('leading.zip'));
		assert.deepEqual(await opened(await save('leading.tar', await tarOf(leading))), all('leading.tar'));
	});

	it('may come from standard input', async () => {
		assert.deepEqual(await opened('-', await tarOf(files)), wanted('standard input'));
		assert.deepEqual(await opened('-', zipOf(files)), wanted('standard input'));
	});

	it('may hold compressed files and archives, but not ever deeper ones', async () => {
		const inner = await tarOf({ 'a.json.gz': gzipSync('1') });
		const outer = await tarOf({ 'inner.tar': inner });
		assert.deepEqual(await opened(await save('outer.tar', outer)), ['outer.tar:inner.tar:a.json.gz: 1']);
		let deep = inner;
		for (let level = 0; level < 3; level++) deep = await tarOf({ 'more.tar': deep });
		assert.match(await failureOf(await save('deep.tar', deep)), /archives are nested more than 3 deep/);
	});

	it('may be left in the middle of a file', async () => {
		for await (const { blocks } of openFiles(
			await save('left.tar', await tarOf({ 'a.json': 'x'.repeat(1_000_000), 'b.json': '2' })),
		)) {
			for await (const _ of blocks) break;
			break;
		}
	});

	it('that breaks off or is damaged is reported by its name', async () => {
		const tar = await tarOf({ 'a.json': 'x'.repeat(10_000) });
		assert.match(await failureOf(await save('cut.tar', tar.subarray(0, 5_000))), /^cut\.tar\S* cannot be read: /);
		assert.match(await failureOf(await save('cut.zip', zipOf(files).subarray(0, 60))), /^cut\.zip cannot be read: /);
	});
});

describe('a folder', () => {
	it('is opened with the folders in it, by name', async () => {
		await mkdir(join(folder, 'many', 'deeper'), { recursive: true });
		await mkdir(join(folder, 'many', '.git'), { recursive: true });
		for (const name of ['many/b.json', 'many/deeper/a.xml', 'many/.git/c.json', 'many/notes.md'])
			await save(name, name);
		assert.deepEqual(await opened(join(folder, 'many')), [
			'many/b.json: many/b.json',
			'many/deeper/a.xml: many/deeper/a.xml',
		]);
	});
});
