// Runs the suite of the accounts' storage on PostgreSQL; knows no other engine.
import { describeAccountStore } from '../../ports/accounts/account-store.contract.ts';
import { openFreshPostgresAccountStore, skipPostgres } from './postgres.fixture.ts';

describeAccountStore('PostgreSQL', openFreshPostgresAccountStore, { skip: skipPostgres });
