// Runs the contract of the doctor on SQLite, and on PostgreSQL where there is one.
import { openTestPostgresRecords, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { describeDoctor } from './doctor.contract.ts';

describeDoctor('SQLite', openTestRecords);
describeDoctor('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres });
