// Runs the suites of the records and of migrations on PostgreSQL.

import { describeMigrate } from '../../store/suite/migrate.contract.ts';
import { describeRecords } from '../../store/suite/records.contract.ts';
import { describeAuditRemains } from '../../store/suite/stored-audit.contract.ts';
import { openEmptyPostgres, openTestPostgresRecords, skipPostgres } from './postgres.fixture.ts';

describeRecords('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres, notifies: true });
describeMigrate('PostgreSQL', openEmptyPostgres, { skip: skipPostgres });
describeAuditRemains('PostgreSQL', openTestPostgresRecords, { skip: skipPostgres });
