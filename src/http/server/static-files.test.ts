import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chooseEncoding, readFolder, staticFile } from './static-files.ts';

describe('a folder of files', () => {
	it('is read whole, with the folders in it, by paths with slashes', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'link-broker files '));
		await mkdir(join(folder, 'assets'));
		await writeFile(join(folder, 'index.html'), '<p>');
		await writeFile(join(folder, 'assets', 'a b.js'), 'x');
		const files = readFolder(pathToFileURL(`${folder}/`));
		await rm(folder, { recursive: true });
		assert.deepEqual([...files.keys()].sort(), ['assets/a b.js', 'index.html']);
		assert.equal(files.get('assets/a b.js')?.contentType, 'text/javascript; charset=utf-8');
		assert.equal(Buffer.from((await files.get('index.html')?.encoded('identity')) ?? []).toString(), '<p>');
	});

	it('is empty where there is none', () => {
		assert.equal(readFolder(new URL('./no-such-folder/', import.meta.url)).size, 0);
	});
});

describe('a file', () => {
	const text = 'body { color: red }\n'.repeat(100);

	it('is packed once, however often it is asked for', async () => {
		const file = staticFile('a.css', text);
		const [one, other] = await Promise.all([file.encoded('br'), file.encoded('br')]);
		assert.equal(one, other);
		assert.equal(brotliDecompressSync(one).toString(), text);
		assert.equal(gunzipSync(await file.encoded('gzip')).toString(), text);
	});

	it('has a tag that changes with its content', () => {
		assert.equal(staticFile('a.css', text).tag, staticFile('b.css', text).tag);
		assert.notEqual(staticFile('a.css', text).tag, staticFile('a.css', `${text} `).tag);
	});

	it('of a kind that is not known is a download', () => {
		assert.equal(staticFile('a.exe', '').contentType, 'application/octet-stream');
	});
});

describe('the encoding of an answer', () => {
	for (const [accepted, encoding] of [
		[undefined, 'identity'],
		['', 'identity'],
		['gzip', 'gzip'],
		['gzip, deflate, br, zstd', 'br'],
		['br;q=0, gzip', 'gzip'],
		['BR', 'br'],
		['*', 'br'],
		['*;q=0', 'identity'],
		['gzip;q=0.5, br;q=0.1', 'br'],
		['deflate', 'identity'],
		[';;=,', 'identity'],
	] as const) {
		it(`is ${encoding} for ${JSON.stringify(accepted)}`, () => assert.equal(chooseEncoding(accepted), encoding));
	}
});
