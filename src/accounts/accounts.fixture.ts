// What the tests of the accounts share: accounts on a real store for each test, with passwords that
// cost little and a clock that is set.
import assert from 'node:assert/strict';
import { BrokerError, type ErrorCode } from '../errors.ts';
import { openTestAccounts } from '../store/accounts/account-store.fixture.ts';
import { type Accounts, createAccounts } from './accounts.ts';

/** A hash that takes no time. */
export const cheapPasswords = { memoryKibibytes: 8, passes: 1, parallelism: 1 };

type OpenedAccounts = Awaited<ReturnType<typeof openTestAccounts>> & { accounts: Accounts };

/** Opens empty accounts; `clock` returns milliseconds since 1970. */
export async function openAccounts(clock: () => number): Promise<OpenedAccounts> {
	const opened = await openTestAccounts();
	return { ...opened, accounts: createAccounts(opened.store, clock, { passwordCost: cheapPasswords }) };
}

/** Asserts that something fails with this code, in such words. */
export async function rejects(promise: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<void> {
	await assert.rejects(promise, (error) => {
		assert.ok(error instanceof BrokerError);
		assert.equal(error.code, code);
		assert.match(error.message, message);
		return true;
	});
}
