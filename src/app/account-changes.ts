// Which methods of the accounts write, so that one thread has another one call them.

/** Lists what writes to the accounts. */
export const accountChanges = [
	...(['addUser', 'setActive', 'addRole', 'giveRole', 'takeRole', 'addToken', 'noteTokenUse'] as const),
	...(['revokeTokens', 'addSession', 'prolongSession', 'endSession'] as const),
];

/** One call of a method of the accounts that writes. */
export type AccountChange = { name: (typeof accountChanges)[number]; values: unknown[] };
