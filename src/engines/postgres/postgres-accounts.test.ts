// Runs the suite of the accounts on PostgreSQL.
import { describeAccountStore } from '../../store/accounts/suite/account-store.contract.ts';
import { openTestPostgresAccounts, skipPostgres } from './postgres.fixture.ts';

describeAccountStore('PostgreSQL', openTestPostgresAccounts, { skip: skipPostgres });
