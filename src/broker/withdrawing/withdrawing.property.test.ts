// Runs the properties of withdrawing on SQLite, and on PostgreSQL where there is one.
import { openTestPostgresRecords, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { describeWithdrawing } from './withdrawing.contract.ts';

describeWithdrawing('SQLite', openTestRecords);
describeWithdrawing('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres, numRuns: 40 });
