// Runs the suites of the records' storage and of migrations on PostgreSQL; knows no other engine.
import { describeLinkStore } from '../../ports/records/link-store.contract.ts';
import { describeMigrate } from '../sql/migrate.contract.ts';
import { openEmptyPostgres, openFreshPostgresLinkStore, skipPostgres } from './postgres.fixture.ts';

describeLinkStore('PostgreSQL', openFreshPostgresLinkStore, { skip: skipPostgres, tellsNews: true });
describeMigrate('PostgreSQL', openEmptyPostgres, { skip: skipPostgres });
