// The accounts' use cases: users, roles, tokens, and whose a token or a password is.
// Knows neither engine nor transport.
import { BrokerError } from '../errors.ts';
import { wrongEmail, wrongName } from '../ports/accounts/account-names.ts';
import type { AccountStore, StoredUser } from '../ports/accounts/account-store.ts';
import type { Act, Actor } from '../ports/records/audit.ts';
import type { Id } from '../ports/records/graph.ts';
import { hashAccessToken, looksLikeAccessToken, makeAccessToken } from './access-token.ts';
import { hashPassword, isPassword, type PasswordCost, recommendedCost } from './password.ts';

/** A user as shown; times are milliseconds since 1970, roles in byte order. */
export type User = {
	id: Id;
	email: string;
	active: boolean;
	hasPassword: boolean;
	createdAt: number;
	roles: readonly string[];
};

/** A role as shown. */
export type Role = { name: string; createdAt: number; users: number };

/** A token as shown, without the token itself; times are milliseconds since 1970, null: never. */
export type Token = {
	id: Id;
	name: string;
	email: string;
	internal: boolean;
	createdAt: number;
	lastUsedAt: number | null;
	expiresAt: number | null;
	revokedAt: number | null;
};

/** Says on whose behalf a request comes. */
export type Authenticated = { userId: Id; email: string; roles: readonly string[]; tokenId: Id };

/**
 * Manages accounts. A user, role or token that is not there is `not-found`, what cannot be is
 * `bad-usage`; messages say what to do. What changes something is told first who does it (`by`),
 * and tells the audit.
 */
export type Accounts = {
	/** Creates a user; `conflict` where the email is taken, letter case aside. */
	createUser(by: Actor, email: string, password: string | null, active: boolean): Promise<User>;
	/** Finds a user by email, letter case aside. */
	findUser(email: string): Promise<User | undefined>;
	/** Lists users by email. */
	listUsers(): Promise<User[]>;
	/** Gives a user another password; the user's sessions end. */
	changePassword(by: Actor, email: string, password: string): Promise<User>;
	/** Lets a user's tokens work. */
	activateUser(by: Actor, email: string): Promise<User>;
	/** Ends all sessions of a user, and stops all tokens, until activated again. */
	deactivateUser(by: Actor, email: string): Promise<User>;
	/** Creates a role; `conflict` where the name is taken. */
	createRole(by: Actor, name: string): Promise<void>;
	/** Lists roles by name. */
	listRoles(): Promise<Role[]>;
	/** Gives a role to a user; answers false where the user had it. */
	addRole(by: Actor, email: string, role: string): Promise<boolean>;
	/** Takes a role from a user; answers false where the user did not have it. */
	removeRole(by: Actor, email: string, role: string): Promise<boolean>;
	/**
	 * Creates a token for a user and answers its text, which nothing can show again. `expiresAt`
	 * (milliseconds since 1970) lies ahead; absent or null: never.
	 */
	createToken(
		by: Actor,
		token: { name: string; email: string; internal: boolean; expiresAt?: number | null },
	): Promise<string>;
	/** Lists all tokens, oldest first. */
	listTokens(): Promise<Token[]>;
	/**
	 * Revokes a token by its id, or all of one name that a user has; answers how many were revoked
	 * now, `not-found` where none was.
	 */
	revokeToken(by: Actor, token: Id | { name: string; email: string }): Promise<number>;
	/** Tells whose token this is; undefined where it is not valid, or its user is not active. */
	authenticate(token: string): Promise<Authenticated | undefined>;
	/** Tells whether this is the password of an active user, in the same time for any user. */
	verifyPassword(email: string, password: string): Promise<boolean>;
	/** Waits until the uses of tokens are noted; authenticate does not wait for that. */
	idle(): Promise<void>;
};

const maxPasswordCharacters = 1_000;
const lastUsedStepMilliseconds = 60_000;

/** Creates the accounts' use cases on a store; `clock` tells milliseconds since 1970. */
export function createAccounts(
	store: AccountStore,
	clock: () => number,
	options: { passwordCost?: PasswordCost } = {},
): Accounts {
	const passwordCost = options.passwordCost ?? recommendedCost;
	return {
		...userCommands(store, clock, passwordCost),
		...roleCommands(store, clock),
		...tokenCommands(store, clock),
		...authentication(store, clock),
		verifyPassword: passwordVerifier(store, passwordCost),
	};
}

function userCommands(
	store: AccountStore,
	clock: () => number,
	passwordCost: PasswordCost,
): Pick<Accounts, 'createUser' | 'findUser' | 'listUsers' | 'changePassword' | 'activateUser' | 'deactivateUser'> {
	const setActive = async (act: Act, email: string, active: boolean): Promise<User> => {
		const user = await existingUser(store, email);
		await store.setActive(act, user.id, active);
		return { ...shownUser(user), active };
	};
	return {
		async createUser(by, email, password, active) {
			checkEmail(email);
			if (password !== null) checkPassword(password);
			const passwordHash = password === null ? null : await hashPassword(password, passwordCost);
			const now = clock();
			const id = await store.addUser({ by, now }, { email, passwordHash, active });
			if (id === null) {
				const message = `There is already a user ${email}. \`users list\` shows it, \`users activate\` makes it active.`;
				throw new BrokerError('conflict', message);
			}
			return { id, email, active, hasPassword: password !== null, createdAt: now, roles: [] };
		},
		async findUser(email) {
			const user = await store.findUser(email);
			return user && shownUser(user);
		},
		listUsers: async () => (await store.users()).map(shownUser),
		async changePassword(by, email, password) {
			checkPassword(password);
			const user = await existingUser(store, email);
			const passwordHash = await hashPassword(password, passwordCost);
			await store.setPassword({ by, now: clock() }, user.id, passwordHash);
			return { ...shownUser(user), hasPassword: true };
		},
		activateUser: (by, email) => setActive({ by, now: clock() }, email, true),
		deactivateUser: (by, email) => setActive({ by, now: clock() }, email, false),
	};
}

function roleCommands(
	store: AccountStore,
	clock: () => number,
): Pick<Accounts, 'createRole' | 'listRoles' | 'addRole' | 'removeRole'> {
	return {
		async createRole(by, name) {
			checkName('role', name);
			if ((await store.addRole({ by, now: clock() }, name)) === null) {
				throw new BrokerError('conflict', `There is already a role ${name}. \`roles add\` gives it to a user.`);
			}
		},
		listRoles: async () => (await store.roles()).map(({ name, createdAt, users }) => ({ name, createdAt, users })),
		async addRole(by, email, role) {
			const user = await existingUser(store, email);
			const given = await store.giveRole({ by, now: clock() }, user.id, role);
			if (given === 'no-such-user') throw noSuchUser(email);
			if (given === 'no-such-role') {
				throw new BrokerError('not-found', `There is no role ${role}. Create it first with \`roles create\`.`);
			}
			return given === 'given';
		},
		removeRole: async (by, email, role) =>
			store.takeRole({ by, now: clock() }, (await existingUser(store, email)).id, role),
	};
}

function tokenCommands(
	store: AccountStore,
	clock: () => number,
): Pick<Accounts, 'createToken' | 'listTokens' | 'revokeToken'> {
	return {
		async createToken(by, { name, email, internal, expiresAt = null }) {
			checkName('token', name);
			const now = clock();
			if (expiresAt !== null && !(expiresAt > now)) {
				throw new BrokerError('bad-usage', 'The token would have expired already. Give a time that lies ahead.');
			}
			const user = await existingUser(store, email);
			const token = makeAccessToken();
			const hash = hashAccessToken(token);
			await store.addToken({ by, now }, { hash, userId: user.id, name, internal, expiresAt });
			return token;
		},
		listTokens: async () => (await store.tokens()).map(({ userId: _, ...token }) => token),
		async revokeToken(by, token) {
			const selection =
				typeof token === 'number'
					? { id: token }
					: { userId: (await existingUser(store, token.email)).id, name: token.name };
			const revoked = await store.revokeTokens({ by, now: clock() }, selection);
			if (revoked === 0) {
				const wanted = typeof token === 'number' ? `token ${token}` : `token "${token.name}" of ${token.email}`;
				const message = `There is no ${wanted} that is not revoked already. \`tokens list\` shows all tokens.`;
				throw new BrokerError('not-found', message);
			}
			return revoked;
		},
	};
}

function authentication(store: AccountStore, clock: () => number): Pick<Accounts, 'authenticate' | 'idle'> {
	const notedAt = new Map<Id, number>();
	const noting = new Set<Promise<void>>();
	// No request waits for this or fails with it: after a failure the next use is noted again.
	const noteUse = (token: Id, now: number): void => {
		notedAt.set(token, now);
		const noted = store
			.noteTokenUse(token, now)
			.catch(() => void notedAt.delete(token))
			.finally(() => noting.delete(noted));
		noting.add(noted);
	};
	return {
		async authenticate(text) {
			if (!looksLikeAccessToken(text)) return undefined;
			const found = await store.findToken(hashAccessToken(text));
			if (!found) return undefined;
			const { token, user } = found;
			const now = clock();
			const expired = token.expiresAt !== null && token.expiresAt <= now;
			if (expired || token.revokedAt !== null || !user.active) return undefined;
			const lastUsedAt = Math.max(token.lastUsedAt ?? 0, notedAt.get(token.id) ?? 0);
			if (lastUsedAt <= now - lastUsedStepMilliseconds) noteUse(token.id, now);
			return { userId: user.id, email: user.email, roles: user.roles, tokenId: token.id };
		},
		async idle() {
			while (noting.size > 0) await Promise.all(noting);
		},
	};
}

function passwordVerifier(store: AccountStore, passwordCost: PasswordCost): Accounts['verifyPassword'] {
	let nobodysHash: Promise<string> | undefined;
	return async (email, password) => {
		if (password.length > maxPasswordCharacters) return false;
		// Made before the user is looked up: the first unknown user must not wait for two hashes.
		nobodysHash ??= hashPassword('', passwordCost);
		const [user, substitute] = await Promise.all([store.findUser(email), nobodysHash]);
		const matches = await isPassword(password, user?.passwordHash ?? substitute);
		return matches && user?.passwordHash != null && user.active;
	};
}

async function existingUser(store: AccountStore, email: string): Promise<StoredUser> {
	const user = await store.findUser(email);
	if (!user) throw noSuchUser(email);
	return user;
}

function noSuchUser(email: string): BrokerError {
	return new BrokerError('not-found', `There is no user ${email}. Create one first with \`users create\`.`);
}

function shownUser({ id, email, active, passwordHash, createdAt, roles }: StoredUser): User {
	return { id, email, active, hasPassword: passwordHash !== null, createdAt, roles };
}

function checkEmail(email: string): void {
	const wrong = wrongEmail(email);
	if (wrong !== undefined) throw new BrokerError('bad-usage', `The email address ${wrong}.`);
}

function checkPassword(password: string): void {
	if (password.length > 0 && password.length <= maxPasswordCharacters) return;
	throw new BrokerError('bad-usage', `A password has 1 to ${maxPasswordCharacters} characters.`);
}

function checkName(kind: 'role' | 'token', name: string): void {
	const wrong = wrongName(name);
	if (wrong !== undefined) throw new BrokerError('bad-usage', `The name of a ${kind} ${wrong}.`);
}
