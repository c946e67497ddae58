// The use cases of invitations: an administrator makes a link with which a user sets a password,
// once.
import { BrokerError, unlessOutage } from '../errors.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Actor } from '../store/audit.ts';
import { checkPassword } from './passwords.ts';
import { hashPassword, hashSecret, makeSecret, type PasswordCost } from './secrets.ts';
import { existingUser, shownUser, type User } from './user.ts';

/** How long an invitation holds. */
export const invitationSeconds = 3 * 24 * 60 * 60;

/** An invitation as its maker gets it; nothing can show `secret` again. */
export type Invitation = { user: User; secret: string; expiresAt: number };

/** Manages invitations; of each only a hash is stored. */
export type Invitations = ReturnType<typeof createInvitations>;

/** Creates the use cases on a store; `clock` returns milliseconds since 1970. */
export function createInvitations(store: AccountStore, clock: () => number, cost: PasswordCost) {
	const find = async (secret: string) => {
		const hash = hashSecret(secret);
		const found = await store.findInvitation(hash);
		if (found && found.expiresAt <= clock()) {
			// Removed: a clock that is set back must not make it valid again.
			await store.expireInvitation(hash).catch(unlessOutage);
			return undefined;
		}
		return found?.user.active ? found : undefined;
	};
	return {
		/**
		 * Invites a user, who must be there and active (else `not-found`, `conflict`). What the user could
		 * do stays; an older invitation is void.
		 */
		async inviteUser(by: Actor, email: string): Promise<Invitation> {
			const user = await existingUser(store, email);
			if (!user.active) {
				throw new BrokerError('conflict', `The user ${email} is not active. Activate it first: \`users activate\`.`);
			}
			const secret = makeSecret();
			const now = clock();
			const expiresAt = now + invitationSeconds * 1000;
			await store.addInvitation({ by, now }, { hash: hashSecret(secret), userId: user.id, expiresAt });
			return { user: shownUser(user), secret, expiresAt };
		},
		/** Finds the user that a secret invites, and its end; undefined if the secret is not valid. */
		async findInvitation(secret: string): Promise<{ email: string; expiresAt: number } | undefined> {
			const found = await find(secret);
			return found && { email: found.user.email, expiresAt: found.expiresAt };
		},
		/**
		 * Sets the password of the invited user, ends their sessions and returns the email; undefined, with no
		 * change, if the secret is not valid. Fails like other new passwords; the invitation then stays
		 * valid.
		 */
		async acceptInvitation(address: string | null, secret: string, password: string): Promise<string | undefined> {
			const { email } = (await find(secret))?.user ?? {};
			if (email === undefined) return undefined;
			checkPassword(password, email);
			const passwordHash = await hashPassword(password, cost);
			const act = { by: { who: email, address }, now: clock() };
			return (await store.acceptInvitation(act, hashSecret(secret), passwordHash)) ? email : undefined;
		},
	};
}

/**
 * Writes the link of an invitation. `root` is the address at which the broker is reached. The secret
 * follows `#`, which browsers send to no server: it comes into no log.
 */
export function invitationLink(root: string, secret: string): string {
	return `${root.replace(/\/(?:api)?$/, '')}/operator/invitation#${secret}`;
}
