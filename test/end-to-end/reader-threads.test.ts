// Looks which thread of the started program makes a search.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Program, type Server, serveLinks } from './program.ts';

const link = {
	Source: { Identifier: { ID: '10.1000/citing', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: '10.1000/work', IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
};

describe('a server', { skip: platform() !== 'linux' && 'threads are counted on Linux' }, () => {
	let program: Program;
	let server: Server;
	beforeEach(async () => {
		({ program, server } = await serveLinks([link]));
	});
	afterEach(() => program.remove());

	const ask = async (path: string) => {
		const response = await fetch(server.url + path);
		assert.equal(response.status, 200, await response.text());
	};
	/** Counts the threads that run modules of the program; readers are started when first needed. */
	const threads = async () => {
		const folder = `/proc/${server.process.pid}/task`;
		const names = await Promise.all((await readdir(folder)).map((id) => readFile(`${folder}/${id}/comm`, 'utf8')));
		return names.filter((name) => name.startsWith('WorkerThread')).length;
	};

	it('makes quick searches in the thread that listens', async () => {
		const before = await threads();
		assert.ok(before > 0);
		await ask('/relationships?id=10.1000/work');
		await ask('/objects/doi/10.1000/work');
		assert.equal(await threads(), before);
	});

	for (const path of ['/relationships?id=10.1000/work&page=50&size=100', '/why?id=10.1000/citing&other=10.1000/work']) {
		it(`has ${path} answered by another thread`, async () => {
			const before = await threads();
			await ask(path);
			assert.equal(await threads(), before + 1);
		});
	}
});
