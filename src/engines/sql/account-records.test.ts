// Runs the suite of the accounts' storage on SQLite; knows no other engine.
import { describeAccountStore } from '../../ports/accounts/account-store.contract.ts';
import { openFreshAccountStore } from './account-records.fixture.ts';

describeAccountStore('SQLite', openFreshAccountStore);
