// A user as shown, and how one is found.
import { BrokerError } from '../errors.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import type { Id } from '../store/graph.ts';

export { adminRole } from '../store/accounts/account-names.ts';

/** A user as shown; times are milliseconds since 1970, roles in byte order. */
export type User = {
	id: Id;
	email: string;
	active: boolean;
	hasPassword: boolean;
	createdAt: number;
	roles: readonly string[];
};

/** Shows a user without the hash of the password. */
export function shownUser({ id, email, active, passwordHash, createdAt, roles }: StoredUser): User {
	return { id, email, active, hasPassword: passwordHash !== null, createdAt, roles };
}

/** Finds a user by email; fails with `not-found`. */
export async function existingUser(store: AccountStore, email: string): Promise<StoredUser> {
	const user = await store.findUser(email);
	if (!user) throw noSuchUser(email);
	return user;
}

/** Makes the failure of a user who is not there. */
export function noSuchUser(email: string): BrokerError {
	return new BrokerError('not-found', `There is no user ${email}. Create one first with \`users create\`.`);
}
