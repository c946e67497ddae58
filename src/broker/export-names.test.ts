// Tests of the names of accounts in an export: what no account here may be called is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../errors.ts';
import { readExportLine } from './export-lines.ts';

const at = '2026-01-15T12:00:00.000Z';
const user = { email: 'ada@example.org', password_hash: null, active: true, roles: ['admin'], created_at: at };
const token = { hash: 'h', email: 'ada@example.org', name: 'feed', internal: false, created_at: at };
const times = { last_used_at: null, expires_at: null, revoked_at: null };
const event = { event_id: 'one', status: 'New', noindex: false, searchable: true, submitter: null, created_at: at };
const content = { links: 1, failure: null, encoding: 'text', payload: '[]' };

describe('a line of an export', () => {
	it('may hold accounts with names that are no others', () => {
		assert.equal(readExportLine(JSON.stringify({ user }), 'the line').kind, 'user');
		assert.equal(readExportLine(JSON.stringify({ token: { ...token, ...times } }), 'the line').kind, 'token');
		assert.equal(readExportLine(JSON.stringify({ ...event, ...content }), 'the line').kind, 'event');
	});

	const look = 'аda@example.org';
	for (const [what, line, says] of [
		['an email with an invisible character', { user: { ...user, email: 'a\u200bda@example.org' } }, /email.*U\+200B/],
		['an email with letters that look alike', { user: { ...user, email: look } }, /email.*several scripts/],
		[
			'a role with a character that turns the order',
			{ role: { name: '\u202eadmin', created_at: at } },
			/name.*U\+202E/,
		],
		['a role of a user that looks like another', { user: { ...user, roles: ['аdmin'] } }, /roles.0.*several scripts/],
		['a token of an invisible name', { token: { ...token, ...times, name: '\u2060' } }, /name.*U\+2060/],
		['a submitter who looks like another', { ...event, ...content, submitter: look }, /submitter.*several scripts/],
	] as const) {
		it(`that has ${what} is refused, with its place`, () => {
			assert.throws(
				() => readExportLine(JSON.stringify(line), 'the line'),
				(error) => error instanceof BrokerError && error.code === 'bad-file' && says.test(error.message),
			);
		});
	}
});
