// Opens the accounts as a whole, of their parts. It does not know the engine.

import type { SqlDatabase } from '../sql-database.ts';
import type { AccountStore } from './account-store.ts';
import { accountTransfer } from './account-transfer.ts';
import { invitationRecords } from './invitation-records.ts';
import { sessionRecords } from './session-records.ts';
import { tokenRecords } from './token-records.ts';
import { userRecords } from './user-records.ts';

/** Opens the accounts in a database that has the tables of the accounts. */
export function openAccountRecords(database: SqlDatabase): AccountStore {
	return {
		...userRecords(database),
		...tokenRecords(database),
		...sessionRecords(database),
		...invitationRecords(database),
		...accountTransfer(database),
	};
}
