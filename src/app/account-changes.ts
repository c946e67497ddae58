// Which methods of the accounts write, so that one thread has another one call them.
import type { AccountStore } from '../store/accounts/account-store.ts';

/** Lists the methods that a server calls and that write; imports are commands of their own. */
const accountChanges = [
	'addUser',
	'setActive',
	'setPassword',
	'deleteUser',
	'addRole',
	'giveRole',
	'takeRole',
	'addToken',
	'noteTokenUse',
	'expireToken',
	'revokeTokens',
	'addSession',
	'prolongSession',
	'noteRefusedSession',
	'expireSession',
	'endSession',
	'addInvitation',
	'expireInvitation',
	'acceptInvitation',
] as const;

/** Calls one of these methods. */
export type ChangeAccounts = (name: (typeof accountChanges)[number], ...given: unknown[]) => Promise<unknown>;

/** Has accounts changed in this thread. */
export function changeHere(accounts: AccountStore): ChangeAccounts {
	return (name, ...given) => (accounts[name] as (...given: unknown[]) => Promise<unknown>)(...given);
}

/** Reads accounts in this thread and has another one write them: this one never waits for a writer. */
export function accountsWrittenBy(change: ChangeAccounts, accounts: AccountStore): AccountStore {
	const changes = accountChanges.map((name) => [name, (...given: unknown[]) => change(name, ...given)]);
	return { ...accounts, ...Object.fromEntries(changes) };
}
