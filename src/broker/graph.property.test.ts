// Runs the properties of the graph on SQLite, and on PostgreSQL where there is one.
import { openFreshPostgresLinkStore, skipPostgres } from '../engines/postgres/postgres.fixture.ts';
import { openFreshLinkStore } from '../engines/sqlite/records/sqlite-link-store.fixture.ts';
import { describeGraph } from './graph.contract.ts';

describeGraph('SQLite', openFreshLinkStore);
describeGraph('PostgreSQL', openFreshPostgresLinkStore, { skip: skipPostgres, numRuns: 30 });
