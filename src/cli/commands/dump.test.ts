// Tests of dump: what it asks for, what it shows, and how it ends when it is interrupted.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { openCommandLine } from '../command-line.fixture.ts';
import type { DumpOrder } from '../context.ts';

const counts = { works: 1_000, identifiers: 1_200, links: 5_000, assertions: 6_000, change: 7_000, bytes: 80_000 };

describe('dump', () => {
	let line: Awaited<ReturnType<typeof openCommandLine>>;
	const asked: DumpOrder[] = [];
	const composition = {
		async dump(_: object, order: DumpOrder) {
			asked.push(order);
			if (order.file === null) await order.write('{"a":1}\n');
			order.onProgress({ works: 500, assertions: 2_500 });
			return counts;
		},
	};
	before(async () => {
		line = await openCommandLine();
	});
	after(() => line.close());

	it('writes to a file and says what is in it', async () => {
		assert.deepEqual(await line.run('dump --format parquet graph', { composition }), {
			status: 0,
			out: 'Dumped 1,000 works and 6,000 statements up to change 7,000: 80,000 bytes, 0 s\n',
			err: '',
		});
		const { file, format, force } = asked.at(-1) as DumpOrder;
		assert.deepEqual({ file, format, force }, { file: 'graph', format: 'parquet', force: false });
		const { out } = await line.run('dump --format csv graph.tar --force --json', { composition });
		assert.deepEqual(JSON.parse(out), { file: 'graph.tar', format: 'csv', ...counts, seconds: 0 });
		assert.equal(asked.at(-1)?.force, true);
	});

	it('writes to standard output for -, and nothing else', async () => {
		const { out, err } = await line.run('dump --format jsonl -', { composition });
		assert.equal(out, '{"a":1}\n');
		assert.match(err, /^Dumped 1,000 works/);
	});

	it('needs a format, and one that there is', async () => {
		assert.equal((await line.run('dump graph', { composition })).status, 2);
		const { status, err } = await line.run('dump --format xml graph', { composition });
		assert.equal(status, 2);
		assert.match(err, /jsonl, csv, ntriples, parquet, opencitations/);
	});

	it('says why it failed', async () => {
		const dump = async () => {
			throw new BrokerError('bad-file', 'graph already exists.');
		};
		const { status, err } = await line.run('dump --format csv graph', { composition: { dump } });
		assert.equal(status, 1);
		assert.match(err, /graph already exists\./);
	});

	it('shows progress on a terminal', async () => {
		const { err } = await line.run('dump --format csv graph', { composition, isTTY: true });
		assert.match(err, /Dumping {2}500 works, 2,500 statements/);
	});
});
