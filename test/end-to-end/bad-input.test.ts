// Sends the started program what it must refuse: each case gets its status and a reason with a
// place, nothing is stored, and the server goes on.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { refusal } from '../../src/engines/postgres/messages.fixture.ts';
import { openProgram, type Program, type Server } from './program.ts';

type Problem = { status: number; detail: string; errors?: { pointer?: string; field?: string; message: string }[] };

const good = {
	Source: { Identifier: { ID: '10.1000/a', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: '10.1000/b', IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
};
type Load = { file: string; lines: string[] };
const withChange = (change: object) => JSON.stringify([good, { ...good, ...change }]);
const { LinkProvider, ...withoutProvider } = good;

/** [what, body, status, where (a pointer, or words of the detail)]. */
const bodies: readonly [string, string | Uint8Array, number, string | RegExp][] = [
	['text that is not JSON', '[{"Source": }]', 400, /line 1, column 13/],
	['nothing', '', 400, /JSON/],
	['bytes that are not UTF-8', new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]), 400, /UTF-8/],
	['an object', JSON.stringify(good), 422, ''],
	['an empty array', '[]', 422, ''],
	['a link that is a number', '[1]', 422, '/0'],
	['a missing field', JSON.stringify([good, withoutProvider]), 422, '/1'],
	['a misspelt field', withChange({ Sorce: {} }), 422, '/1/Sorce'],
	['no provider', withChange({ LinkProvider: [] }), 422, '/1/LinkProvider'],
	['an impossible date', withChange({ LinkPublicationDate: '2018-02-30' }), 422, '/1/LinkPublicationDate'],
	[
		'a relation that is no name',
		withChange({ RelationshipType: { Name: 'eats 2 of' } }),
		422,
		'/1/RelationshipType/Name',
	],
	['an unknown type', withChange({ Source: { ...good.Source, Type: { Name: 'song' } } }), 422, '/1/Source/Type/Name'],
	[
		'an empty identifier',
		withChange({ Source: { ...good.Source, Identifier: { ID: '', IDScheme: 'doi' } } }),
		422,
		'/1/Source/Identifier/ID',
	],
	['NUL in a string', withChange({ LinkProvider: [{ Name: 'a\u0000b' }] }), 422, '/1/LinkProvider/0/Name'],
	['half a surrogate pair', withChange({ LinkProvider: [{ Name: '\ud800' }] }), 422, '/1/LinkProvider/0/Name'],
	['deep nesting', `[${'['.repeat(50_000)}${']'.repeat(50_000)}]`, 400, /line 1, column 65: .* more than 64 deep/],
	['10,001 links', `[${Array(10_001).fill('{}').join()}]`, 422, /10001/],
	['33 MiB', `[${' '.repeat(33 * 1024 * 1024)}]`, 413, /33554432/],
];

/** [query, status, the parameter that is named]. */
const queries: readonly [string, number, string][] = [
	['', 400, 'id'],
	['id=', 400, 'id'],
	['id=x&id=y', 400, 'id'],
	['id=x&colour=red', 400, 'colour'],
	['id=x&relation=eats', 400, 'relation'],
	['id=x&type=song', 400, 'type'],
	['id=x&group_by=colour', 400, 'group_by'],
	['id=x&sort=size', 400, 'sort'],
	['id=x&page=-1', 400, 'page'],
	['id=x&page=0', 400, 'page'],
	['id=x&size=1001', 400, 'size'],
	['id=x&cursor=nonsense', 400, 'cursor'],
	['id=x&from=2018-13-01', 400, 'from'],
	['id=x&to=yesterday', 400, 'to'],
	['id=x&publication_year=2018', 400, 'publication_year'],
	['id=x&q=title:(', 400, 'q'],
	['id=x&q=%22', 400, 'q'],
	['id=%ff', 400, 'id'],
];

describe('a source with 33,000 links', () => {
	it('is replaced by one link', async () => {
		const program = await openProgram();
		try {
			const cited = (number: number) => ({ ...good.Target, Identifier: { ID: `10.1000/${number}`, IDScheme: 'doi' } });
			const [many, one] = [33_000, 1].map((links) => ({
				file: join(program.folder, `${links}.jsonl`),
				lines: Array.from({ length: links }, (_, number) => JSON.stringify({ ...good, Target: cited(number) })),
			})) as [Load, Load];
			for (const { file, lines } of [many, one]) await writeFile(file, lines.join('\n'));
			await program.output('events', 'load', many.file);
			const replaced = await program.output('events', 'load', '--action', 'replace', one.file);
			assert.match(replaced, /withdrawn assertions +33,000/);
			assert.match(await program.output('relationships', '10.1000/a'), /1 relationship /);
		} finally {
			await program.remove();
		}
	});
});

describe('what is refused over HTTP', () => {
	let program: Program;
	let server: Server;
	let token: string;
	before(async () => {
		program = await openProgram();
		server = await program.serve();
		token = await program.token();
	});
	after(() => program.remove());

	const post = (body: string | Uint8Array, headers: Record<string, string> = {}, query = '') =>
		fetch(`${server.url}/api/events${query}`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
			body: typeof body === 'string' ? body : Buffer.from(body),
		});
	const problemOf = async (response: Response, status: number): Promise<Problem> => {
		assert.equal(response.headers.get('content-type'), 'application/problem+json');
		const problem = (await response.json()) as Problem;
		assert.equal(response.status, status, JSON.stringify(problem));
		assert.equal(problem.status, status);
		return problem;
	};

	for (const [what, body, status, where] of bodies) {
		it(`${what} is ${status}`, async () => {
			const problem = await problemOf(await post(body), status);
			if (typeof where === 'string') assert.equal(problem.errors?.[0]?.pointer, where);
			else assert.match(problem.detail, where);
		});
	}

	for (const [query, status, field] of queries) {
		it(`?${query} is ${status} and names ${field}`, async () => {
			const problem = await problemOf(await fetch(`${server.url}/api/relationships?${query}`), status);
			assert.equal(problem.errors?.[0]?.field, field);
		});
	}

	it('another media type is 415', async () => {
		await problemOf(await post('[]', { 'Content-Type': 'text/csv' }), 415);
	});

	it('a missing or unknown token is 401, in the same words', async () => {
		const [none, unknown] = await Promise.all([
			problemOf(await fetch(`${server.url}/api/events`, { method: 'POST', body: '[]' }), 401),
			problemOf(await post('[]', { Authorization: 'Bearer lb_unknown' }), 401),
		]);
		assert.equal(none?.detail, unknown?.detail);
	});

	it('noindex other than 0 or 1 is 400', async () => {
		await problemOf(await post(JSON.stringify([good]), {}, '?noindex=yes'), 400);
	});

	it('has stored nothing of all that, and goes on', async () => {
		const { events } = JSON.parse(await program.output('events', 'list', '--json')) as { events: unknown[] };
		assert.deepEqual(events, []);
		assert.equal((await post(JSON.stringify([good]))).status, 202);
	});
});

describe('what is refused on the command line', () => {
	let program: Program;
	before(async () => {
		program = await openProgram();
	});
	after(() => program.remove());

	it('names the line of a file that is not JSON there, and stores nothing of its event', async () => {
		const lines = Array.from({ length: 2_000 }, () => JSON.stringify(good));
		lines[1_699] = '{"Source": ';
		const file = join(program.folder, 'broken.jsonl');
		await writeFile(file, lines.join('\n'));
		const { status, errors } = await program.run('events', 'load', file);
		assert.equal(status, 1);
		assert.match(errors, /broken\.jsonl, line 1700 /);
		assert.deepEqual(JSON.parse(await program.output('events', 'list', '--json')), { events: [] });
	});

	it('has what came before a wrong file found, and stores nothing where a file is not there', async () => {
		const program = await openProgram();
		try {
			const [right, wrong] = ['right.jsonl', 'wrong.jsonl'].map((name) => join(program.folder, name)) as [
				string,
				string,
			];
			await writeFile(right, JSON.stringify(good));
			await writeFile(wrong, '{]');
			const citing = () => program.output('relationships', '10.1000/b', '--relation', 'isCitedBy');
			assert.equal((await program.run('events', 'load', right, join(program.folder, 'missing.jsonl'))).status, 1);
			assert.deepEqual(JSON.parse(await program.output('events', 'list', '--json')), { events: [] });
			assert.equal((await program.run('events', 'load', right, wrong)).status, 1);
			assert.match(await citing(), /10\.1000\/a/);
		} finally {
			await program.remove();
		}
	});

	it('counts 130,000 refused records with --skip-invalid, and stores the good one', async () => {
		const file = join(program.folder, 'mostly-bad.jsonl');
		await writeFile(file, `${JSON.stringify(good)}\n${'{"a":1}\n'.repeat(130_000)}`);
		const { status, output } = await program.run('events', 'load', '--skip-invalid', file);
		assert.equal(status, 0);
		assert.match(output, /^Loaded 1 link in 1 event/m);
		assert.match(output, /^ +refused links +130,000$/m);
	});

	it('ends with 2 for a command that is wrong, and says where help is', async () => {
		const { status, errors } = await program.run('events', 'laod');
		assert.equal(status, 2);
		assert.match(errors, /load/);
	});

	it('ends with 2 for a setting that is wrong, and names it', async () => {
		const strange = await openProgram({ PORT: 'http' });
		try {
			const { status, errors } = await strange.run('serve');
			assert.equal(status, 2);
			assert.match(errors, /PORT/);
		} finally {
			await strange.remove();
		}
	});

	it('ends with 2 where the records lack something that it must not add, until that is done', async () => {
		const program = await openProgram({ AUTO_MIGRATE: 'off' });
		try {
			for (const command of ['serve', 'worker']) {
				const { status, errors } = await program.run(command);
				assert.equal(status, 2);
				assert.match(errors, /lacks schema, .+: run link-broker migrate/);
			}
			await program.output('migrate');
			const worker = await program.work();
			assert.equal(await worker.stop(), 0);
		} finally {
			await program.remove();
		}
	});

	it('ends when it cannot begin to serve, and says why', async () => {
		const program = await openProgram();
		const refusing = createServer((socket) => socket.once('data', () => socket.end(refusal('28P01', 'no'))));
		await once(refusing.listen(0, '127.0.0.1'), 'listening');
		try {
			const first = await program.serve();
			const taken = { PORT: new URL(first.url).port };
			const { port } = refusing.address() as AddressInfo;
			const reasons = [
				[taken, /PORT is \d+, but another program already listens there/],
				[{ DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${port}/none` }, /server of DATABASE_URL refuses it/],
				[{ DATABASE_URL: `sqlite:${import.meta.filename}` }, /database is damaged/],
				[{ SEARCH_URL: `sqlite:${join(import.meta.filename, 'search.db')}` }, /search/i],
				[{ SITE_LOGO: join(import.meta.dirname, 'none.svg') }, /SITE_LOGO/],
				[{ DEFINITIONS: join(import.meta.dirname, 'none.yaml') }, /DEFINITIONS is .*none\.yaml, which cannot be read/],
				[{ DEFINITIONS: import.meta.filename }, /bad-input\.test\.ts, line \d+: /],
			] as const;
			for (const [settings, reason] of reasons) {
				const started = program.serve(settings);
				await assert.rejects(started, reason);
			}
		} finally {
			refusing.close();
			await program.remove();
		}
	});
});
