// Runs the suites of the records and of migrations on PostgreSQL. It knows no other engine.
import { describeRecords } from '../../ports/records/suite/records.contract.ts';
import { describeAuditRemains } from '../sql/audit.contract.ts';
import { describeMigrate } from '../sql/migrate.contract.ts';
import { openEmptyPostgres, openTestPostgresRecords, skipPostgres } from './postgres.fixture.ts';

describeRecords('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres, notifies: true });
describeMigrate('PostgreSQL', openEmptyPostgres, { skip: skipPostgres });
describeAuditRemains('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres });
