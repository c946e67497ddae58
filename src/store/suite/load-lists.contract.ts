// Suite of the records: the loads that events belong to, as a list and one by one.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noCounts } from '../../links/link-event.ts';
import type { HarvestRun } from '../harvests.ts';
import type { LoadQuery } from '../load-list.ts';
import type { LoadOfEvent } from '../loads.ts';
import { newHarvest } from './harvests.contract.ts';
import {
	acceptOne,
	applyOne,
	claimOne,
	failOne,
	minute,
	noon,
	type OpenRecords,
	recordsForEach,
	worker,
} from './records.fixture.ts';

export function describeLoadLists(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const files = (first: LoadOfEvent['first'] = null): LoadOfEvent => ({ kind: 'files', name: 'a.json b/', first });
	const listed = async (query: Partial<LoadQuery> = {}) =>
		(await records().loads({ limit: 10, ...query })).map(({ loadId }) => loadId);

	it('have each event once: alone, or in the load that it was stored for', async () => {
		await acceptOne(records(), { eventId: 'alone' });
		const first = await applyOne(records(), { eventId: 'first', load: files() });
		await applyOne(records(), { eventId: 'between' });
		await applyOne(records(), { eventId: 'second', load: files(first) });
		await applyOne(records(), { eventId: 'run', load: { kind: 'harvest', name: 'datacite', first: null } });
		assert.deepEqual(await listed(), ['run', 'between', 'first', 'alone']);
		const loads = new Map((await records().events({ limit: 10 })).map(({ eventId, loadId }) => [eventId, loadId]));
		assert.deepEqual(
			['alone', 'first', 'between', 'second', 'run'].map((eventId) => loads.get(eventId)),
			['alone', 'first', 'between', 'first', 'run'],
		);
	});

	it('are listed newest first, no more than asked for, before a given one, of a user, of a kind', async () => {
		await acceptOne(records(), { eventId: 'of a user', userId: 4 });
		const first = await applyOne(records(), { eventId: 'files', load: files() });
		await applyOne(records(), { eventId: 'more', load: files(first) });
		await acceptOne(records(), { eventId: 'of another', userId: 5 });
		assert.deepEqual(await listed({ limit: 2 }), ['of another', 'files']);
		assert.deepEqual(await listed({ before: first }), ['of a user']);
		assert.deepEqual(await listed({ userId: 4 }), ['of a user']);
		assert.deepEqual(await listed({ kind: 'files' }), ['files']);
		assert.deepEqual(await listed({ kind: 'files', before: first }), []);
		assert.deepEqual(await listed({ kind: 'submission' }), ['of another', 'of a user']);
		assert.deepEqual(await listed({ kind: 'submission', userId: 5 }), ['of another']);
	});

	it('have the states, actions, links and times of their events', async () => {
		const first = await applyOne(records(), { eventId: 'first', load: files(), links: 3, refused: 1, now: noon - 1 });
		await failOne(records(), { load: files(first), links: 2 });
		const last = await claimOne(records(), { load: files(first), links: 5, action: 'withdraw' });
		const load = async () => (await records().loads({ limit: 1 }))[0];
		const expected = {
			...{ sequence: first, loadId: 'first', kind: 'files', name: 'a.json b/', userId: null, createdAt: noon - 1 },
			...{ isComplete: true, isWithdrawing: false },
			events: { New: 0, Processing: 1, Done: 1, Error: 1, Withdrawn: 0 },
			...{ actions: ['assert', 'withdraw'], links: 10, refused: 1, finishedAt: null, counts: null, withdrawn: null },
			isWithdrawing: false,
		};
		assert.deepEqual(await load(), expected);
		await records().change((transaction) => transaction.finish([[last, noCounts]], worker, noon + minute));
		assert.deepEqual(await load(), {
			...expected,
			events: { New: 0, Processing: 0, Done: 2, Error: 1, Withdrawn: 0 },
			finishedAt: noon + minute,
		});
	});

	it('are found by any of their events, with the sums of their counts', async () => {
		const apply = async (counts: Partial<typeof noCounts>, load?: LoadOfEvent) => {
			const event = await claimOne(records(), load && { load });
			await records().change((transaction) => transaction.finish([[event, { ...noCounts, ...counts }]], worker, noon));
			return event;
		};
		const unknownRelations = (count: number) => [{ name: 'Inspires', count }];
		const first = await apply({ newRelationships: 2, unknownRelations: unknownRelations(1) }, files());
		await apply({ newRelationships: 100 });
		const second = await apply({ newRelationships: 3, unknownRelations: unknownRelations(4) }, files(first.sequence));
		await acceptOne(records());
		for (const { eventId } of [first, second]) {
			const found = await records().loadOf(eventId);
			assert.equal(found?.loadId, first.eventId);
			assert.deepEqual(found.counts, { ...noCounts, newRelationships: 5, unknownRelations: unknownRelations(5) });
		}
		const alone = await apply({ mergedGroups: 1 });
		assert.deepEqual((await records().loadOf(alone.eventId))?.counts, { ...noCounts, mergedGroups: 1 });
		assert.equal(await records().loadOf('unknown'), undefined);
	});

	it('of files are complete once their load has ended', async () => {
		const part = { key: 'load', run: 'first', settings: '{}', position: 1, digest: '', isFirst: true };
		const { eventId } = await claimOne(records(), { load: files(), part });
		await acceptOne(records());
		const found = async () => (await records().loads({ limit: 10 })).map(({ isComplete }) => isComplete);
		assert.deepEqual(await found(), [true, false]);
		await records().endLoad('load', 'first');
		assert.deepEqual(await found(), [true, true]);
		assert.equal((await records().loadOf(eventId))?.isComplete, true);
	});

	it('of a harvest are complete once its run has ended', async () => {
		const first = await applyOne(records(), { load: { kind: 'harvest', name: 'datacite', first: null } });
		const { number, state } = await records().keepHarvest(newHarvest());
		const claim = { worker, now: noon, until: noon + minute };
		await records().claimHarvest(number, claim);
		const note = (run: HarvestRun | null) => records().noteHarvest(number, worker, { ...state, run });
		const found = async () => (await records().loads({ limit: 1 }))[0];
		const counts = { pages: 1, records: 1, links: 1, refused: 0, events: 1 };
		const run = { ...counts, beganAt: noon, since: null, position: 2, steppedAt: noon, total: null, notes: [] };
		await note({ ...run, firstEvent: first });
		assert.deepEqual([(await found())?.isComplete, (await found())?.finishedAt], [false, null]);
		await note(null);
		assert.deepEqual([(await found())?.isComplete, (await found())?.finishedAt], [true, noon]);
	});

	it('are withdrawn where all of their events are', async () => {
		const first = await applyOne(records(), { load: files() });
		const second = await applyOne(records(), { load: files(first) });
		const withdrawal = { at: noon + minute, by: 3, reason: 'Wrong file', withLoad: false };
		const withdraw = (event: number) => records().change((transaction) => transaction.setWithdrawn(event, withdrawal));
		const found = async () => (await records().loads({ limit: 1 }))[0]?.withdrawn;
		await withdraw(first);
		assert.equal(await found(), null);
		await withdraw(second);
		assert.deepEqual(await found(), { at: noon + minute, by: 3, reason: 'Wrong file' });
	});

	it('lists the events of one, newest first', async () => {
		const first = await applyOne(records(), { eventId: 'first', load: files() });
		await applyOne(records(), { eventId: 'between' });
		const second = await applyOne(records(), { eventId: 'second', load: files(first) });
		await claimOne(records(), { eventId: 'third', load: files(first) });
		const alone = await acceptOne(records(), { eventId: 'alone' });
		const eventsOf = async (load: number, more: object = {}) =>
			(await records().events({ load, limit: 10, ...more })).map(({ eventId }) => eventId);
		assert.deepEqual(await eventsOf(first), ['third', 'second', 'first']);
		assert.deepEqual(await eventsOf(first, { before: second }), ['first']);
		assert.deepEqual(await eventsOf(first, { state: 'Processing' }), ['third']);
		assert.deepEqual(await eventsOf(alone), ['alone']);
	});
}
