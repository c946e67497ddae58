// Suite of the records, run on every engine: each sentence of src/store has its test.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeAssertions } from './assertions.contract.ts';
import { describeAudit } from './audit.contract.ts';
import { describeChanges } from './changes.contract.ts';
import { describeConfirmations } from './confirmations.contract.ts';
import { describeDescriptions } from './descriptions.contract.ts';
import { describeEventLists } from './event-lists.contract.ts';
import { describeEventTransfer } from './event-transfer.contract.ts';
import { describeEvents } from './events.contract.ts';
import { describeEvidence } from './evidence.contract.ts';
import { describeGenerations } from './generations.contract.ts';
import { describeGroups } from './groups.contract.ts';
import { describeHarvests } from './harvests.contract.ts';
import { describeHoldings } from './holdings.contract.ts';
import { describeIdentifiers } from './identifiers.contract.ts';
import { describeInbox } from './inbox.contract.ts';
import { describeLoadLists } from './load-lists.contract.ts';
import { describeLoads } from './loads.contract.ts';
import { describeLookUps } from './look-ups.contract.ts';
import { describeNotifications } from './notifications.contract.ts';
import { describeOutbox } from './outbox.contract.ts';
import { describeRebuildParts } from './rebuild-parts.contract.ts';
import {
	acceptOne,
	applyOne,
	claimOne,
	entryOf,
	failOne,
	minute,
	newEvent,
	noon,
	type OpenRecords,
	recordsForEach,
	waitingEntries,
} from './records.fixture.ts';
import { describeReporting } from './reporting.contract.ts';
import { describeSets } from './sets.contract.ts';
import { describeSnapshots } from './snapshots.contract.ts';
import { describeSubscriptions } from './subscriptions.contract.ts';
import { describeTransactions } from './transactions.contract.ts';
import { describeWithdrawing } from './withdrawing.contract.ts';

/**
 * Tests records on an engine. `open` returns empty ones each time; `skip` is the reason where there
 * are none, `notifies` whether the engine has notifications.
 */
export function describeRecords(
	name: string,
	open: OpenRecords,
	options: { skip?: string | false; notifies?: boolean } = {},
): void {
	describe(`Records on ${name}`, { skip: options.skip ?? false }, () => {
		describe('transactions', () => describeTransactions(open));
		describe('events', () => describeEvents(open));
		describe('lists of events', () => describeEventLists(open));
		describe('events transferred to another broker', () => describeEventTransfer(open));
		describe('loads of files', () => describeLoads(open));
		describe('sets', () => describeSets(open));
		describe('the audit', () => describeAudit(open));
		describe('identifiers', () => describeIdentifiers(open));
		describe('lists of loads', () => describeLoadLists(open));
		describe('groups', () => describeGroups(open));
		describe('assertions', () => describeAssertions(open));
		describe('descriptions', () => describeDescriptions(open));
		describe('evidence', () => describeEvidence(open));
		describe('withdrawing', () => describeWithdrawing(open));
		describe('the outbox', () => describeOutbox(open));
		describe('the change log', () => describeChanges(open));
		describe('generations', () => describeGenerations(open));
		describe('parts of a rebuild', () => describeRebuildParts(open));
		describe('statistics of the graph', () => describeHoldings(open));
		describe('harvests', () => describeHarvests(open));
		describe('look-ups', () => describeLookUps(open));
		describe('what reports read', () => describeReporting(open));
		describe('snapshots', () => describeSnapshots(open));
		describe('the inbox', () => describeInbox(open));
		describe('subscriptions', () => describeSubscriptions(open));
		describe('confirmations', () => describeConfirmations(open));
		describe('notifications', () => describeNotifications(open, options.notifies ?? false));
		describe('backlog', () => describeBacklog(open));
		describe('usage', () => describeUsage(open));
		describe('size', () => describeSize(open));
	});
}

function describeBacklog(open: OpenRecords): void {
	const opened = recordsForEach(open);

	it('is nothing where nothing came, and where all is done and indexed', async () => {
		const { records } = opened();
		const nothing = {
			events: { New: 0, Processing: 0, Error: 0 },
			oldestEventAt: null,
			entries: 0,
			oldestEntryAt: null,
			oldestMessageAt: null,
		};
		assert.deepEqual(await records.backlog(), nothing);
		await applyOne(records, {}, (transaction, event) => transaction.enqueue(event, entryOf({ changed: [1] })));
		const [entry] = await waitingEntries(records);
		await records.acknowledge([entry?.id ?? 0], await records.currentGeneration(), '');
		assert.deepEqual(await records.backlog(), nothing);
	});

	it('counts events that are not Done, and returns when the oldest New or Processing one was accepted', async () => {
		const { records } = opened();
		await failOne(records, { now: noon - 2 * minute });
		await applyOne(records, { now: noon - 2 * minute });
		await claimOne(records, { now: noon - minute });
		await records.accept([newEvent(), newEvent({ now: noon + minute })]);
		const { events, oldestEventAt } = await records.backlog();
		assert.deepEqual(events, { New: 2, Processing: 1, Error: 1 });
		assert.equal(oldestEventAt, noon - minute);
	});

	it('counts entries that wait, and returns when the event of the oldest was done', async () => {
		const { records } = opened();
		for (const now of [noon - 3 * minute, noon]) {
			await applyOne(records, { now }, (transaction, event) => transaction.enqueue(event, entryOf({ changed: [1] })));
		}
		const { entries, oldestEntryAt } = await records.backlog();
		assert.equal(entries, 2);
		assert.equal(oldestEntryAt, noon);
	});
}

function describeUsage(open: OpenRecords): void {
	const opened = recordsForEach(open);

	it('counts claimed entries, and no others', async () => {
		const { records } = opened();
		for (const now of [noon, noon]) {
			await applyOne(records, { now }, (transaction, event) => transaction.enqueue(event, entryOf({ changed: [1] })));
		}
		assert.equal((await records.usage()).claimedEntries, 0);
		const lease = { worker: 'holder', until: noon + minute };
		const [held] = await records.claimEntries(lease, noon, { limit: 1, size: 1 });
		assert.equal((await records.usage()).claimedEntries, 1);
		await records.renewEntries([held?.id ?? 0], 'holder', null);
		assert.equal((await records.usage()).claimedEntries, 0);
	});

	it('counts connections where there is a server, and their limit', async () => {
		const { connections } = await opened().records.usage();
		if (connections === null) return;
		assert.ok(connections.open > 0 && connections.open < connections.most, JSON.stringify(connections));
	});
}

function describeSize(open: OpenRecords): void {
	const opened = recordsForEach(open);

	it('counts all events by state, including states without any', async () => {
		const { records } = opened();
		assert.deepEqual((await records.size()).events, { New: 0, Processing: 0, Done: 0, Error: 0, Withdrawn: 0 });
		await records.accept([newEvent(), newEvent()]);
		await acceptOne(records);
		await claimOne(records);
		await applyOne(records);
		await failOne(records);
		assert.deepEqual((await records.size()).events, { New: 3, Processing: 1, Done: 1, Error: 1, Withdrawn: 0 });
	});

	it('returns the bytes of the database', async () => {
		const { bytes } = await opened().records.size();
		assert.ok(Number.isSafeInteger(bytes) && bytes > 10_000, `${bytes}`);
	});
}
