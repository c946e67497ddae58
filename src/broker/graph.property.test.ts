// Runs the properties of the graph on SQLite, and on PostgreSQL where there is one.
import { openFreshPostgresLinkStore, skipPostgres } from '../storage/postgres/postgres.fixture.ts';
import { openFreshLinkStore } from '../storage/sqlite/sqlite-link-store.fixture.ts';
import { describeGraph } from './graph.contract.ts';

describeGraph('SQLite', openFreshLinkStore);
describeGraph('PostgreSQL', openFreshPostgresLinkStore, { skip: skipPostgres, numRuns: 30 });
