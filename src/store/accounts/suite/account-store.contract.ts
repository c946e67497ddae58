// The suite of the accounts, run on every engine: each sentence of account-store.ts has its test.
import { describe } from 'node:test';
import { describeSessions, describeTokens } from './access.contract.ts';
import { type OpenAccounts, withStore } from './accounts.fixture.ts';
import { describeAudited } from './audited.contract.ts';
import { describeDeleted } from './deleted.contract.ts';
import { describeInvitations } from './invitations.contract.ts';
import { describeKept } from './kept.contract.ts';
import { describeTransfer } from './transfer.contract.ts';
import { describeRoles, describeUsers } from './users.contract.ts';

/**
 * Tests accounts on an engine. `open` is called once for each group of tests and returns an empty
 * store; `skip` is the reason where there is none.
 */
export function describeAccountStore(name: string, open: OpenAccounts, options: { skip?: string | false } = {}): void {
	describe(`AccountStore on ${name}`, { skip: options.skip ?? false }, () => {
		describe('users', () => withStore(open, describeUsers));
		describe('roles', () => withStore(open, describeRoles));
		describe('tokens', () => withStore(open, describeTokens));
		describe('accounts of another broker', () => withStore(open, describeTransfer));
		describe('the audit entries of changes', () => withStore(open, describeAudited));
		describe('sessions', () => withStore(open, describeSessions));
		describe('invitations', () => withStore(open, describeInvitations));
		describe('deleting a user', () => withStore(open, describeDeleted));
		describe('a role that somebody must have', () => withStore(open, describeKept));
	});
}
