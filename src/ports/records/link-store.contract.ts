// The test suite of the records' storage, run on every engine: one test for each sentence of link-store.ts; knows no engine.
import { describe } from 'node:test';
import { assertionsAreKept } from './contract/assertions.contract.ts';
import { descriptionsAreKept } from './contract/descriptions.contract.ts';
import { eventsAreListed } from './contract/event-lists.contract.ts';
import { eventsAreWorkedOff } from './contract/event-queue.contract.ts';
import { groupsAreKept } from './contract/groups.contract.ts';
import { identifiersAreKept } from './contract/identifiers.contract.ts';
import { wordIsLeftForTheIndex } from './contract/index-marks.contract.ts';
import { rebuildsAreAccountedFor } from './contract/index-rebuilds.contract.ts';
import { newsAreTold } from './contract/news.contract.ts';
import type { OpenLinkStore } from './contract/opened-store.fixture.ts';
import { everythingIsStreamed } from './contract/streams.contract.ts';
import { workIsDoneWhole } from './contract/transactions.contract.ts';
import { eventsAreHandedOver } from './contract/transfer.contract.ts';

/**
 * Describes what every records' storage does. `open` gives an empty store each time; `skip` says why there is none, `tellsNews` whether the
 * engine tells a process what another has left.
 */
export function describeLinkStore(
	name: string,
	open: OpenLinkStore,
	options: { skip?: string | false; tellsNews?: boolean } = {},
): void {
	describe(`LinkStore on ${name}`, { skip: options.skip ?? false }, () => {
		describe('transactions', () => workIsDoneWhole(open));
		describe('the queue of events', () => eventsAreWorkedOff(open));
		describe('lists of events', () => eventsAreListed(open));
		describe('handing events over', () => eventsAreHandedOver(open));
		describe('identifiers', () => identifiersAreKept(open));
		describe('assertions', () => assertionsAreKept(open));
		describe('groups', () => groupsAreKept(open));
		describe('descriptions', () => descriptionsAreKept(open));
		describe('word for the index', () => wordIsLeftForTheIndex(open));
		describe('rebuilds of the index', () => rebuildsAreAccountedFor(open));
		describe('onNews', () => newsAreTold(open, { tellsNews: options.tellsNews ?? false }));
		describe('streams and sizes', () => everythingIsStreamed(open));
	});
}
