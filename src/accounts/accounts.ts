// The accounts' use cases together; those of users and roles are here.
import { BrokerError } from '../errors.ts';
import { adminRole, roleName, wrongEmail, wrongName } from '../store/accounts/account-names.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Keeping } from '../store/accounts/users.ts';
import type { Act, Actor } from '../store/audit.ts';
import { createInvitations } from './invitations.ts';
import { checkPassword, createPasswords } from './passwords.ts';
import { hashPassword, type PasswordCost, recommendedCost } from './secrets.ts';
import { createTokens } from './tokens.ts';
import { existingUser, noSuchUser, shownUser, type User } from './user.ts';

export { roleName } from '../store/accounts/account-names.ts';
export type { Authenticated, Token } from './tokens.ts';
export type { User };

/** A role as shown. */
export type Role = { name: string; createdAt: number; users: number };

/**
 * Manages accounts. An unknown user, role or token fails with `not-found`, an impossible request with
 * `bad-usage`; messages say what to do. Calls that change something take first the user that does it
 * (`by`), for the audit. Removing the last active user of a kept role (`Keeping`) is a `conflict`.
 */
export type Accounts = ReturnType<typeof createAccounts>;

/** Creates the accounts' use cases on a store; `clock` gives milliseconds since 1970. */
export function createAccounts(
	store: AccountStore,
	clock: () => number,
	{ passwordCost = recommendedCost }: { passwordCost?: PasswordCost } = {},
) {
	return {
		...createUsers(store, clock, passwordCost),
		...createRoles(store, clock),
		...createTokens(store, clock),
		...createPasswords(store, clock, passwordCost),
		...createInvitations(store, clock, passwordCost),
	};
}

function createUsers(store: AccountStore, clock: () => number, passwordCost: PasswordCost) {
	const setActive = async (act: Act, email: string, active: boolean, keeping?: Keeping): Promise<User> => {
		const user = await existingUser(store, email);
		const became = await store.setActive(act, user.id, active, keeping);
		if (became === 'last') throw lastOf(email, keeping);
		return { ...shownUser(user), active };
	};
	return {
		/**
		 * Creates a user; `conflict` where the email is taken, letter case aside. `onWeak` takes the
		 * sentence that says why a password is weak, which is refused without it.
		 */
		async createUser(
			by: Actor,
			email: string,
			password: string | null,
			active: boolean,
			onWeak?: (why: string) => void,
		): Promise<User> {
			checkEmail(email);
			if (password !== null) checkPassword(password, email, onWeak);
			const passwordHash = password === null ? null : await hashPassword(password, passwordCost);
			const now = clock();
			const id = await store.addUser({ by, now }, { email, passwordHash, active });
			if (id === null) {
				const message = `The user ${email} already exists. \`users list\` shows it; \`users activate\` activates it.`;
				throw new BrokerError('conflict', message);
			}
			return { id, email, active, hasPassword: password !== null, createdAt: now, roles: [] };
		},
		/** Finds a user by email, letter case aside. */
		async findUser(email: string): Promise<User | undefined> {
			const user = await store.findUser(email);
			return user && shownUser(user);
		},
		/** Lists users by email. */
		listUsers: async (): Promise<User[]> => (await store.users()).map(shownUser),
		/** Whether any user can sign in: an active one with a password. */
		canAnyoneSignIn: async (): Promise<boolean> =>
			(await store.users()).some(({ active, passwordHash }) => active && passwordHash !== null),
		/** Lets a user's tokens work. */
		activateUser: (by: Actor, email: string): Promise<User> => setActive({ by, now: clock() }, email, true),
		/** Ends all sessions of a user, and stops all tokens, until activated again. */
		deactivateUser: (by: Actor, email: string, keeping?: Keeping): Promise<User> =>
			setActive({ by, now: clock() }, email, false, keeping),
		/**
		 * Deletes a user with tokens, sessions and roles; returns who it was. What the user submitted
		 * stays.
		 */
		async deleteUser(by: Actor, email: string, keeping?: Keeping): Promise<User> {
			const user = await existingUser(store, email);
			const became = await store.deleteUser({ by, now: clock() }, user.id, keeping);
			if (became === 'no-such-user') throw noSuchUser(email);
			if (became === 'last') throw lastOf(email, keeping);
			return shownUser(user);
		},
	};
}

function createRoles(store: AccountStore, clock: () => number) {
	return {
		/** Creates a role; `conflict` where the name is taken, letter case aside. */
		async createRole(by: Actor, given: string): Promise<void> {
			const name = roleName(given);
			const wrong = wrongName(name);
			if (wrong !== undefined) throw new BrokerError('bad-usage', `The name of a role ${wrong}.`);
			if ((await store.addRole({ by, now: clock() }, name)) === null) {
				throw new BrokerError('conflict', `The role ${name} already exists. Give it to a user with \`roles add\`.`);
			}
		},
		/** Lists roles by name. */
		listRoles: async (): Promise<Role[]> =>
			(await store.roles()).map(({ name, createdAt, users }) => ({ name, createdAt, users })),
		/** Gives a role to a user; returns false where the user had it. */
		async addRole(by: Actor, email: string, role: string): Promise<boolean> {
			const user = await existingUser(store, email);
			const given = await store.giveRole({ by, now: clock() }, user.id, role);
			if (given === 'no-such-user') throw noSuchUser(email);
			if (given === 'no-such-role') {
				throw new BrokerError('not-found', `There is no role ${role}. Create it first with \`roles create\`.`);
			}
			return given === 'given';
		},
		/** Makes a user an administrator; the first one brings the role. Returns false where it was one. */
		async makeAdmin(by: Actor, email: string): Promise<boolean> {
			const user = await existingUser(store, email);
			const act = { by, now: clock() };
			await store.addRole(act, adminRole);
			return (await store.giveRole(act, user.id, adminRole)) === 'given';
		},
		/** Takes a role from a user; returns false where the user did not have it. */
		async removeRole(by: Actor, email: string, role: string, keeping?: Keeping): Promise<boolean> {
			const user = await existingUser(store, email);
			const became = await store.takeRole({ by, now: clock() }, user.id, role, keeping);
			if (became === 'last') throw lastOf(email, keeping);
			return became === 'taken';
		},
	};
}

function lastOf(email: string, { unlessLastOf }: Keeping = {}): BrokerError {
	const message = `${email} is the last active user with the role ${unlessLastOf}. Give it to another first.`;
	return new BrokerError('conflict', message);
}

function checkEmail(email: string): void {
	const wrong = wrongEmail(email);
	if (wrong !== undefined) throw new BrokerError('bad-usage', `The email address ${wrong}.`);
}
