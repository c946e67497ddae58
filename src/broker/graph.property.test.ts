// Runs the properties of the graph on SQLite, and on PostgreSQL where there is one.
import { openTestPostgresRecords, skipPostgres } from '../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { describeGraph } from './graph.contract.ts';

describeGraph('SQLite', openTestRecords);
describeGraph('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres, numRuns: 30 });
