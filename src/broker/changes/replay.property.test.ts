// Runs the promises of the change log on the embedded engine and on PostgreSQL.
import { openTestPostgresRecords, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { describeReplay } from './replay.contract.ts';

describeReplay('SQLite', openTestRecords);
describeReplay('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres, numRuns: 15 });
