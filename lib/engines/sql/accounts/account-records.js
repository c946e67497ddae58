// Opens the accounts as a whole, of their parts. It does not know the engine.
                                                                             
                                                      
import { accountTransfer } from './account-transfer.js';
import { sessionRecords } from './session-records.js';
import { tokenRecords } from './token-records.js';
import { userRecords } from './user-records.js';

/** Opens the accounts in a database that has the tables of the accounts. */
export function openAccountRecords(database             )               {
	return {
		...userRecords(database),
		...tokenRecords(database),
		...sessionRecords(database),
		...accountTransfer(database),
	};
}
