// Which methods of the accounts write, so that one thread has another one call them.

/** Lists the methods that a server calls and that write; imports are commands of their own. */
export const accountChanges = [
	'addUser',
	'setActive',
	'setPassword',
	'deleteUser',
	'addRole',
	'giveRole',
	'takeRole',
	'addToken',
	'noteTokenUse',
	'revokeTokens',
	'addSession',
	'prolongSession',
	'noteRefusedSession',
	'endSession',
	'addInvitation',
	'acceptInvitation',
] as const;

/** One call of a method of the accounts that writes. */
export type AccountChange = { name: (typeof accountChanges)[number]; values: unknown[] };
