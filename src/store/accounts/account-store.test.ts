// Runs the suite of the accounts on SQLite.

import { openTestAccounts } from './account-store.fixture.ts';
import { describeAccountStore } from './suite/account-store.contract.ts';

describeAccountStore('SQLite', openTestAccounts);
