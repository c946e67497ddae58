// Tests of the command for the audit, on real accounts.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { AuditQuery } from '../../store/audit.ts';
import { noon, openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
beforeEach(async () => {
	line = await openCommandLine();
});
afterEach(() => line.close());

const audit = (words = '') =>
	line.run(`audit${words}`, {
		columns: 200,
		broker: { auditEntries: (query) => line.audit.auditEntries(query) },
	});

describe('audit', () => {
	it('reports that no entry was found', async () => {
		assert.deepEqual(await audit(), { status: 0, out: 'No entries found.\n', err: '' });
	});

	it('lists who did what, when and from where, newest first', async () => {
		await line.run('users create ada@example.org -a');
		await line.run('roles create admin');
		await line.run('roles add ada@example.org admin');
		const { out } = await audit();
		assert.match(out, /^NUMBER +TIME +WHO +ACTION +SUBJECT +DETAIL +FROM$/m);
		const who = 'tester@example.org';
		assert.match(
			out,
			new RegExp(`^ +1 +2026-01-15 12:00:00 +${who} +user.created +ada@example.org +active +192.0.2.1$`, 'm'),
		);
		assert.match(
			out,
			new RegExp(`^ +3 +2026-01-15 12:00:00 +${who} +role.given +ada@example.org +role admin +192.0.2.1$`, 'm'),
		);
		assert.ok(out.indexOf('role.given') < out.indexOf('user.created'));
	});

	it('answers one document with --json', async () => {
		await line.run('roles create admin');
		const { out } = await audit(' --json');
		assert.deepEqual(JSON.parse(out), {
			entries: [
				{
					number: 1,
					time: '2026-01-15T12:00:00.000Z',
					who: 'tester@example.org',
					action: 'role.created',
					subject: 'admin',
					detail: {},
					address: '192.0.2.1',
				},
			],
		});
	});

	it('hands on what is to be selected; a day reaches to its end', async () => {
		const asked: AuditQuery[] = [];
		const broker = {
			auditEntries: async (query: AuditQuery) => {
				asked.push(query);
				return [];
			},
		};
		await line.run('audit', { broker });
		const words = ['audit', '--action', 'token.created', '--who', 'command line', '--subject', 'ada@example.org'];
		const time = ['--since', '2026-01-15T12:00:00Z', '--until', '2026-01-15', '--limit', '7', '--before', '9'];
		await line.run([...words, ...time], { broker });
		assert.deepEqual(asked, [
			{ limit: 20 },
			{
				...{ action: 'token.created', who: 'command line', subject: 'ada@example.org' },
				...{ since: noon, until: Date.UTC(2026, 0, 16) - 1, limit: 7, before: 9 },
			},
		]);
	});

	it('refuses what it does not understand', async () => {
		for (const words of ['--action token.stolen', '--since soon', '--until 2026-02-30', '--limit 0', '--before x']) {
			assert.equal((await audit(` ${words}`)).status, 2, words);
		}
	});
});
