// The accounts as a whole: users, their roles, tokens, sessions and invitations. Each sentence
// about a method has its test in suite/, which runs on every engine.

import type { SqlDatabase } from '../sql-database.ts';
import { openAccess } from './access.ts';
import { openTokens } from './tokens.ts';
import { openUsers } from './users.ts';

/**
 * Stores the accounts. Every method is one transaction; when one returns, its changes are visible
 * to the next and durable, except for noteTokenUse and prolongSession.
 */
export type AccountStore = ReturnType<typeof openAccountStore>;

/** Opens the accounts in a database that has their tables. */
export function openAccountStore(database: SqlDatabase) {
	return { ...openUsers(database), ...openTokens(database), ...openAccess(database) };
}
