// The use cases of passwords: set by others or by their owner, and verified.
import { BrokerError } from '../errors.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Actor } from '../store/audit.ts';
import { longestPassword } from './password-rule.ts';
import { wrongPassword } from './password-rules.ts';
import { hashPassword, hashSecret, isPassword, type PasswordCost } from './secrets.ts';
import { existingUser, shownUser, type User } from './user.ts';

/** What a user gives to change the own password; `session` is the secret of the session that stays. */
export type OwnPasswordChange = { current: string; password: string; session: string };

/** Manages passwords. One that the rules refuse is `bad-usage` (password-rules.ts). */
export type Passwords = ReturnType<typeof createPasswords>;

/** Creates the use cases on a store; `clock` returns milliseconds since 1970. */
export function createPasswords(store: AccountStore, clock: () => number, cost: PasswordCost) {
	return {
		/** Gives a user another password; the user's sessions end. */
		async changePassword(by: Actor, email: string, password: string): Promise<User> {
			const user = await existingUser(store, email);
			checkPassword(password, user.email);
			const passwordHash = await hashPassword(password, cost);
			await store.setPassword({ by, now: clock() }, user.id, passwordHash);
			return { ...shownUser(user), hasPassword: true };
		},
		/**
		 * Changes the password of the user that asks; all other sessions of the user end. Answers
		 * false, and changes nothing, where `current` is not the password.
		 */
		async changeOwnPassword(
			by: Actor,
			email: string,
			{ current, password, session }: OwnPasswordChange,
		): Promise<boolean> {
			const user = await existingUser(store, email);
			checkPassword(password, user.email);
			const instead = user.passwordHash;
			if (instead === null || current.length > longestPassword || !(await isPassword(current, instead))) return false;
			const passwordHash = await hashPassword(password, cost);
			// Where somebody else has changed it meanwhile, to shut an intruder out, it is not changed back.
			const options = { instead, keptSession: hashSecret(session) };
			return store.setPassword({ by, now: clock() }, user.id, passwordHash, options);
		},
		verifyPassword: passwordVerifier(store, cost),
	};
}

/**
 * Checks a new password of the account of this email; fails with `bad-usage`. With `onWeak`, only one
 * that is too long, or empty, fails.
 */
export function checkPassword(password: string, email: string, onWeak?: (why: string) => void): void {
	const wrong = wrongPassword(password, email);
	if (wrong === undefined) return;
	if (onWeak === undefined || password === '' || password.length > longestPassword) {
		throw new BrokerError('bad-usage', wrong);
	}
	onWeak(wrong);
}

/** Creates what checks that this is the password of an active user, in the same time for any user. */
function passwordVerifier(store: AccountStore, cost: PasswordCost) {
	let nobodysHash: Promise<string> | undefined;
	return async (email: string, password: string): Promise<boolean> => {
		if (password.length > longestPassword) return false;
		// Made before the user is looked up: the first unknown user must not wait for two hashes.
		nobodysHash ??= hashPassword('', cost);
		const [user, substitute] = await Promise.all([store.findUser(email), nobodysHash]);
		const matches = await isPassword(password, user?.passwordHash ?? substitute);
		return matches && user?.passwordHash != null && user.active;
	};
}
