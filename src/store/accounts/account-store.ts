// The contract of the accounts: users, their roles, tokens, sessions and invitations. Each sentence has its
// test in suite/, which runs on every engine. It knows neither an engine nor
// passwords nor what a token looks like. Whatever a person changes is told to the audit in the
// transaction that changes it (records/audit.ts); what changes nothing is not told.
import type { Act } from '../audit.ts';
import type { Id } from '../graph.ts';

/**
 * A user as stored; times are milliseconds since 1970. `passwordHash` is null where the user has
 * no password.
 */
export type StoredUser = {
	id: Id;
	/** As given when the user was added. */
	email: string;
	passwordHash: string | null;
	active: boolean;
	createdAt: number;
	/** Names, in byte order. */
	roles: readonly string[];
};

/** Names what a token may be used for: to submit links, to take back, to read of events. */
export const tokenScopes = ['submit', 'withdraw', 'read'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export type NewUser = { email: string; passwordHash: string | null; active: boolean };

/** A role and how many users have it. */
export type StoredRole = { id: Id; name: string; createdAt: number; users: number };

/**
 * A token as stored: of the token itself only `hash` (text, as the caller made it). Times are
 * milliseconds since 1970.
 */
export type StoredToken = {
	id: Id;
	userId: Id;
	/** Chosen by its owner; several tokens may have the same. */
	name: string;
	internal: boolean;
	/** In the order of tokenScopes. */
	scopes: readonly TokenScope[];
	createdAt: number;
	lastUsedAt: number | null;
	/** null: never. */
	expiresAt: number | null;
	revokedAt: number | null;
};

export type NewToken = {
	hash: string;
	userId: Id;
	name: string;
	internal: boolean;
	/** Absent: all. */
	scopes?: readonly TokenScope[];
	expiresAt: number | null;
};

/** Tells what became of giving a role; `already`: the user had it. */
export type RoleGiven = 'given' | 'already' | 'no-such-user' | 'no-such-role';

/** Selects tokens: one by its id, or all of one name that a user has. */
export type TokenSelection = { id: Id } | { userId: Id; name: string };

/** A session as stored: of its secret only a hash. Times are milliseconds since 1970. */
export type StoredSession = { userId: Id; createdAt: number; expiresAt: number };

/** A session to be opened; `passwordHash` is that of the password with which its user came in. */
export type NewSession = { hash: string; userId: Id; passwordHash: string; expiresAt: number };

/** Tells what became of deleting a user; `last`: nobody else who is active has the role. */
export type UserDeleted = 'deleted' | 'no-such-user' | 'last';

/** Tells what became of letting a user in or not; `last` as above. */
export type ActiveSet = 'set' | 'no-such-user' | 'last';

/** Tells what became of taking a role; `last` as above. */
export type RoleTaken = 'taken' | 'not-held' | 'last';

/** Names a role whose last active user stays so, also where several are asked to go at once. */
export type Keeping = { unlessLastOf?: string };

/** Says how a password is set: only where it is still `instead`, and without ending one session. */
export type SettingPassword = { instead?: string; keptSession?: string };

/** An invitation to set a password: of its secret only a hash. */
export type NewInvitation = { hash: string; userId: Id; expiresAt: number };

/** Keeps users and their roles. */
export interface Users {
	/**
	 * Adds a user without roles; answers its id, or null where the email is taken, letter case (of
	 * any script) and Unicode form aside. Of several at the same time one wins.
	 */
	addUser(act: Act, user: NewUser): Promise<Id | null>;
	/** Finds a user by email, letter case aside. */
	findUser(email: string): Promise<StoredUser | undefined>;
	/** Lists all users by email, in byte order of the lower-cased address. */
	users(): Promise<StoredUser[]>;
	/**
	 * Tells the emails of users, `user 17` of one that was deleted; those that never were there are
	 * left out.
	 */
	emails(users: readonly Id[]): Promise<Map<Id, string>>;
	/**
	 * Makes a user active or not. Sessions and invitation of one who is not active any more end with
	 * it, and none of them lives again; tokens rest until the user is active again.
	 */
	setActive(act: Act, user: Id, active: boolean, keeping?: Keeping): Promise<ActiveSet>;
	/**
	 * Gives a user another password, ends all sessions of the user, but for `keptSession` (its hash),
	 * and the invitation; answers false where there is no such user, or another password than
	 * `instead` by now.
	 */
	setPassword(act: Act, user: Id, passwordHash: string, options?: SettingPassword): Promise<boolean>;
	/**
	 * Deletes a user with roles, tokens, sessions and invitation; the email is free again. The number
	 * is given to nobody else, and goes on naming what the user did.
	 */
	deleteUser(act: Act, user: Id, keeping?: Keeping): Promise<UserDeleted>;

	/**
	 * Adds a role; answers its id, or null where the name is taken. Names differ by letter case.
	 */
	addRole(act: Act, name: string): Promise<Id | null>;
	/** Lists all roles by name, in byte order. */
	roles(): Promise<StoredRole[]>;
	/** Gives a role to a user; the same again changes nothing. */
	giveRole(act: Act, user: Id, role: string): Promise<RoleGiven>;
	/** Takes a role from a user. */
	takeRole(act: Act, user: Id, role: string, keeping?: Keeping): Promise<RoleTaken>;
}

/** Keeps tokens. */
export interface Tokens {
	/** Adds a token that is neither used nor revoked; answers its id. */
	addToken(act: Act, token: NewToken): Promise<Id>;
	/**
	 * Finds a token by its hash with its user, revoked, expired and inactive ones too: it does not
	 * decide which of them may enter.
	 */
	findToken(hash: string): Promise<{ token: StoredToken; user: StoredUser } | undefined>;
	/** Lists all tokens with their users' emails, oldest first. */
	tokens(): Promise<(StoredToken & { email: string })[]>;
	/** Counts tokens of active users that are not revoked and expire after `after`, by `until`. */
	countExpiring(span: { after: number; until: number }): Promise<number>;
	/** Notes when a token was used; an earlier time than the one noted changes nothing. */
	noteTokenUse(token: Id, usedAt: number): Promise<void>;
	/**
	 * Revokes the selected tokens; answers how many, without those that were revoked before, which
	 * keep their time.
	 */
	revokeTokens(act: Act, selection: TokenSelection): Promise<number>;
}

/** Keeps sessions. */
export interface Sessions {
	/**
	 * Adds a session, and forgets all that have expired by now. Adds none, and answers false, where
	 * its user is not active (any more) or has another password (by now).
	 */
	addSession(act: Act, session: NewSession): Promise<boolean>;
	/**
	 * Finds a session by its hash with its user, an expired one too: it does not decide which of them
	 * may enter.
	 */
	findSession(hash: string): Promise<{ session: StoredSession; user: StoredUser } | undefined>;
	/** Lets a session last longer; an earlier time than it lasts already changes nothing. */
	prolongSession(hash: string, expiresAt: number): Promise<void>;
	/** Tells the audit that somebody tried to sign in as a user in vain, and why it was refused. */
	noteRefusedSession(act: Act, user: Id, reason: string): Promise<void>;
	/** Ends a session; one that is not there changes nothing. */
	endSession(act: Act, hash: string): Promise<void>;
}

/** Keeps invitations. */
export interface Invitations {
	/** Adds an invitation, which takes the place of the user's older one; answers false where there is no such user. */
	addInvitation(act: Act, invitation: NewInvitation): Promise<boolean>;
	/** Finds an invitation by its hash with its user, an expired one too. */
	findInvitation(hash: string): Promise<{ user: StoredUser; expiresAt: number } | undefined>;
	/**
	 * Sets the password of an invitation's user, and ends the invitation and all sessions of the user;
	 * answers false, and changes nothing, where there is no such invitation (any more), it has
	 * expired by now, or its user is not active.
	 */
	acceptInvitation(act: Act, hash: string, passwordHash: string): Promise<boolean>;
}

/** Hands accounts over from one broker to another. */
export interface AccountTransfer {
	/**
	 * Lists all tokens with their hashes and their users' emails, oldest first, for another
	 * broker.
	 */
	exportTokens(): Promise<(StoredToken & { hash: string; email: string })[]>;
	/** Adds a role of another broker; answers false, and changes nothing, where the name is taken. */
	importRole(act: Act, role: { name: string; createdAt: number }): Promise<boolean>;
	/**
	 * Adds a user of another broker with its roles, which are added where they are missing;
	 * changes nothing where the email is taken. Answers whether it was added.
	 */
	importUser(act: Act, user: Omit<StoredUser, 'id'>): Promise<boolean>;
	/**
	 * Adds a token of another broker; changes nothing where its hash is known. Answers whether it
	 * was added.
	 */
	importToken(act: Act, token: Omit<StoredToken, 'id'> & { hash: string }): Promise<boolean>;
}

/**
 * Keeps the accounts. Every method is one transaction; when one returns, the next sees what it
 * changed, durably except for noteTokenUse and prolongSession.
 */
export interface AccountStore extends Users, Tokens, Sessions, Invitations, AccountTransfer {}
