// Tests of export and events import: what they ask of the broker, what they write and show.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ExportOptions } from '../../broker/export-events.ts';
import type { ImportOptions, ImportSummary } from '../../broker/import-events.ts';
import { BrokerError } from '../../errors.ts';
import { openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
let folder: string;
before(async () => {
	line = await openCommandLine();
	folder = await mkdtemp(join(tmpdir(), 'link-broker-transfer-'));
});
after(async () => {
	await line.close();
	await rm(folder, { recursive: true });
});

describe('export', () => {
	const asked: ExportOptions[] = [];
	const broker = {
		async exportEvents(_: object, options: ExportOptions, write: (line: string) => Promise<void>) {
			asked.push(options);
			await write('{"event_id":"one"}');
			options.onProgress({ done: 1, total: 2 });
			await write('{"event_id":"two"}');
			return { events: 2, users: 1, roles: 0, tokens: 3, subscriptions: 0, senders: 0, unreadable: 0 };
		},
	};

	it('writes lines to a file and says how many events', async () => {
		const file = join(folder, 'links.jsonl');
		assert.deepEqual(await line.run(['export', file], { broker }), {
			status: 0,
			out: 'Exported 2 events, 0 s\n',
			err: '',
		});
		assert.equal(await readFile(file, 'utf8'), '{"event_id":"one"}\n{"event_id":"two"}\n');
		assert.deepEqual(JSON.parse((await line.run(['export', file, '--json'], { broker })).out), {
			events: 2,
			users: 1,
			roles: 0,
			tokens: 3,
			subscriptions: 0,
			senders: 0,
			unreadable: 0,
			seconds: 0,
		});
	});

	it('writes only lines to standard output without a file', async () => {
		assert.deepEqual(await line.run('export', { broker }), {
			status: 0,
			out: '{"event_id":"one"}\n{"event_id":"two"}\n',
			err: 'Exported 2 events, 0 s\n',
		});
	});

	it('asks for accounts with --with-accounts only, and counts them', async () => {
		asked.length = 0;
		await line.run('export', { broker });
		const { err } = await line.run('export --with-accounts', { broker });
		assert.equal(
			err,
			'Exported 2 events, 1 user, 0 roles, 3 tokens, 0 subscriptions and 0 senders of notifications, 0 s\n',
		);
		assert.deepEqual(
			asked.map(({ withAccounts }) => withAccounts),
			[false, true],
		);
	});

	it('asks for changes since a time', async () => {
		asked.length = 0;
		await line.run('export --since 2026-01-15T12:00:00Z', { broker });
		assert.deepEqual(
			asked.map(({ since }) => since),
			[Date.UTC(2026, 0, 15, 12)],
		);
		const { status, err } = await line.run('export --since soon', { broker });
		assert.equal(status, 2);
		assert.match(err, /--since .*It must be a date or a time/);
	});

	it('shows progress on a terminal', async () => {
		const { err } = await line.run(['export', join(folder, 'progress.jsonl')], { broker, isTTY: true });
		assert.match(err, /50 % {2}Exporting {2}1 of 2 events/);
	});
});

describe('events import', () => {
	const updating: (boolean | undefined)[] = [];
	const importing = (summary: Partial<ImportSummary>) => ({
		async importEvents(_: object, path: string, { update, onProgress }: ImportOptions) {
			assert.equal(path, 'links.jsonl');
			updating.push(update);
			onProgress({ done: 200 });
			const nothing = { events: 0, users: 0, roles: 0, tokens: 0, subscriptions: 0, senders: 0 };
			return { added: nothing, known: nothing, updated: nothing, newSubmitters: 0, ...summary };
		},
	});
	const added = { events: 1_234, users: 2, roles: 1, tokens: 0, subscriptions: 0, senders: 0 };
	const known = { events: 5, users: 1, roles: 0, tokens: 1, subscriptions: 0, senders: 0 };

	it('counts the events that it stored', async () => {
		const broker = importing({ added: { ...added, users: 0, roles: 0 } });
		assert.deepEqual(await line.run('events import links.jsonl', { broker }), {
			status: 0,
			out: 'Imported 1,234 events, 0 s\n',
			err: '',
		});
	});

	it('reports known events, new accounts, and new accounts of submitters', async () => {
		const broker = importing({ added, known, newSubmitters: 3 });
		assert.equal(
			(await line.run('events import links.jsonl', { broker })).out,
			[
				'Imported 1,234 events, 0 s',
				'  events already known                 5',
				'  new users                            2 of 3',
				'  new roles                            1 of 1',
				'  new tokens                           0 of 1',
				'  new inactive accounts of submitters  3\n',
			].join('\n'),
		);
		assert.deepEqual(JSON.parse((await line.run('events import links.jsonl --json', { broker })).out), {
			added,
			known,
			updated: { events: 0, users: 0, roles: 0, tokens: 0, subscriptions: 0, senders: 0 },
			new_submitters: 3,
			seconds: 0,
		});
	});

	it('updates what exists only with --update, and counts it', async () => {
		updating.length = 0;
		const broker = importing({ updated: { events: 2, users: 1, roles: 0, tokens: 3, subscriptions: 0, senders: 0 } });
		await line.run('events import links.jsonl', { broker });
		const { out } = await line.run('events import links.jsonl --update', { broker });
		assert.deepEqual(updating, [false, true]);
		assert.match(out, /events updated +2\n +users updated +1\n +tokens updated +3\n/);
	});

	it('shows progress on a terminal', async () => {
		const { err } = await line.run('events import links.jsonl', { broker: importing({}), isTTY: true });
		assert.match(err, /Importing {2}200 events/);
	});

	it('fails where the file is no export', async () => {
		const importEvents = () => Promise.reject(new BrokerError('bad-file', 'links.jsonl:3 cannot be read.'));
		const { status, err } = await line.run('events import links.jsonl', { broker: { importEvents } });
		assert.equal(status, 1);
		assert.match(err, /links\.jsonl:3 cannot be read/);
	});
});
