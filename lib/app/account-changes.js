// Which methods of the accounts write, so that one thread has another one call them.

/** Lists the methods that a server calls and that write; imports are commands of their own. */
export const accountChanges = [
	'addUser',
	'setActive',
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
]         ;

/** One call of a method of the accounts that writes. */
                                                                                         
