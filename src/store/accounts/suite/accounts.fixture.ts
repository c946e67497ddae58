// What the suites of the accounts share.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Audit } from '../../audit.ts';
import type { Id } from '../../graph.ts';
import type { Records } from '../../records.ts';
import { act } from '../../suite/audit.fixture.ts';
import type { AccountStore } from '../account-store.ts';

/** Opens an empty store, with its audit and the records beside it. */
export type OpenAccounts = () => Promise<{
	store: AccountStore;
	audit: Audit;
	records: Records;
	close(): Promise<void>;
}>;

/** The id of no user, role or token. */
export const unknownId = 987_654_321;
export const noon = Date.UTC(2026, 0, 15, 12);
export const minute = 60_000;

/** Gives a suite one store for all its tests. */
export function withStore(
	open: OpenAccounts,
	suite: (current: () => AccountStore, audit: () => Audit, records: () => Records) => void,
): void {
	let opened: Awaited<ReturnType<OpenAccounts>> | undefined;
	before(async () => {
		opened = await open();
	});
	after(() => opened?.close());
	const current = () => {
		assert.ok(opened);
		return opened;
	};
	suite(
		() => current().store,
		() => current().audit,
		() => current().records,
	);
}

/** Adds a user and returns its id. */
export async function addUser(
	store: AccountStore,
	email: string,
	changes: { passwordHash?: string | null; active?: boolean } = {},
): Promise<Id> {
	const id = await store.addUser(act, { email, passwordHash: null, active: true, ...changes });
	assert.ok(id !== null, `${email} was taken`);
	return id;
}
