// Runs the properties of the graph on SQLite.
import { openFreshLinkStore } from '../storage/sqlite/sqlite-link-store.fixture.ts';
import { describeGraph } from './graph.contract.ts';

describeGraph('SQLite', openFreshLinkStore);
