// Runs the suite of the accounts on SQLite. It knows no other engine.
import { describeAccountStore } from '../../../ports/accounts/suite/account-store.contract.ts';
import { openTestAccounts } from './account-records.fixture.ts';

describeAccountStore('SQLite', openTestAccounts);
