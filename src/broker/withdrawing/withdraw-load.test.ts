// Runs the suite of withdrawing loads on SQLite, and on PostgreSQL where there is one.
import { openTestPostgresRecords, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { describeLoadWithdrawals } from './withdraw-load.contract.ts';

describeLoadWithdrawals('SQLite', openTestRecords);
describeLoadWithdrawals('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres, numRuns: 20 });
