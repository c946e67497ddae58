// Withdrawing whole loads: one order, one audit entry, and its events one by one, by whoever
// continues. Runs on every engine.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { startWithdrawalLoop } from '../../app/workers/side-work.ts';
import { systemClock } from '../../clock.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { hasCode } from '../../errors.ts';
import { statusOfLoad } from '../../links/load.ts';
import type { ClaimedEvent } from '../../store/claims.ts';
import type { Records } from '../../store/records.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { newEvent } from '../../store/suite/records.fixture.ts';
import { assertSound } from '../doctor/sound.fixture.ts';
import { inWorld, liesIn, withdrawing } from '../graph.arbitrary.ts';
import { accept, applyNow, bodyOf, forever, given, readGraph, testWorker, unspelled } from '../graph.fixture.ts';
import type { GivenEvent, Graph } from '../graph.model.ts';
import { withWorkers } from '../two-workers.fixture.ts';
import { restoreEvent, withdrawEvent } from './withdraw-event.ts';
import {
	type NamedLoad,
	orderLoadWithdrawal,
	previewLoadWithdrawal,
	rerunLoad,
	restoreLoad,
	withdrawEventsOf,
	withdrawNext,
	withdrawOrdered,
} from './withdraw-load.ts';

type Opened = { records: Records; openAnother(): Promise<Records>; close(): Promise<void> };

/** Describes withdrawing loads on records. `open` gives empty ones; `skip` says why there are none. */
export function describeLoadWithdrawals(
	name: string,
	open: () => Promise<Opened>,
	options: { skip?: string | false; numRuns?: number } = {},
): void {
	describe(`withdrawing loads on ${name}`, { skip: options.skip ?? false }, () => {
		let opened: Opened | undefined;
		beforeEach(async () => {
			opened = await open();
		});
		afterEach(async () => {
			if (opened) await assertSound(opened.records);
			await opened?.close();
		});
		let worlds = 0;
		let events = 0;
		const records = () => (opened as Opened).records;
		const lease = { worker: testWorker, until: forever };

		/** Stores an event of a load, which begins with it where there is none, and claims it. */
		const claimFor = (load: NamedLoad | undefined, { links, ...more }: GivenEvent): Promise<ClaimedEvent> =>
			records().acceptClaimed(
				newEvent({
					...more,
					...{ eventId: `event-${++events}`, payload: bodyOf(links), links: links.length },
					load: { kind: 'files', name: 'links.json', first: load?.sequence ?? null },
				}),
				lease,
			);
		const addTo = async (load: NamedLoad | undefined, event: GivenEvent): Promise<NamedLoad> => {
			const claimed = await claimFor(load, event);
			await applyNow(records(), claimed, event.links);
			return load ?? { sequence: claimed.sequence, loadId: claimed.eventId };
		};
		/** Loads events that assert these links, one for each text. */
		const loadOf = async (...texts: string[]): Promise<NamedLoad> => {
			let load: NamedLoad | undefined;
			for (const text of texts) load = await addTo(load, { links: given(text), noindex: false });
			return load as NamedLoad;
		};
		const order = (load: NamedLoad, reason: string | null = null) =>
			orderLoadWithdrawal(records(), { ...load, act, userId: 1, reason });
		const withdraw = async (load: NamedLoad, reason: string | null = null) => {
			await order(load, reason);
			await withdrawEventsOf(records(), load.sequence, () => false);
		};
		const found = async ({ loadId }: NamedLoad) => {
			const load = (await records().loadOf(loadId)) ?? assert.fail();
			return { ...load, status: statusOfLoad(load) };
		};
		const membersOf = ({ sequence }: NamedLoad) => records().events({ load: sequence, limit: 100 });
		const works = async () => Object.keys((await readGraph(records())).works).sort();
		/** Applies all events that are New. */
		const applyAll = () => withWorkers([records()], `worker-${++events}`);

		it('leaves all as if the load had never been, with one entry in the audit and the same reason for each event', async () => {
			await loadOf('A = B');
			const before = await readGraph(records());
			const load = await loadOf('A cites C', 'B = D', 'D cites E');
			await withdraw(load, 'wrong file');
			assert.deepEqual(await readGraph(records()), before);
			const withdrawn = { at: act.now, by: 1, reason: 'wrong file' };
			for (const event of await membersOf(load)) assert.deepEqual(event.withdrawn, withdrawn);
			const { status, events, withdrawn: ofLoad } = await found(load);
			assert.deepEqual([status, events.Withdrawn, ofLoad], ['Withdrawn', 3, withdrawn]);
			const [entry, former] = await records().auditEntries({ limit: 2 });
			assert.deepEqual([entry?.action, entry?.subject], ['load.withdrawn', load.loadId]);
			assert.deepEqual(entry?.detail, { events: 3, reason: 'wrong file' });
			assert.equal(former?.action, 'event.submitted');
		});

		it('withdraws one event in each step, the newest first, and says how far it is', async () => {
			const load = await loadOf('A cites B', 'C cites D', 'E cites F');
			await order(load);
			assert.equal(await withdrawNext(records(), load.sequence), 'again');
			const { status, events, withdrawn } = await found(load);
			assert.deepEqual([status, events.Withdrawn, withdrawn?.at], ['Withdrawing', 1, act.now]);
			assert.deepEqual(await works(), ['a', 'b', 'c', 'd']);
			assert.equal(await withdrawNext(records(), load.sequence), 'again');
			assert.equal(await withdrawNext(records(), load.sequence), 'again');
			assert.equal(await withdrawNext(records(), load.sequence), 'ended');
			assert.equal(await withdrawOrdered(records()), false);
		});

		it('is continued by another process where the first one ended between two events', async () => {
			const load = await loadOf('A cites B', 'C cites D', 'E cites F');
			await order(load);
			await withdrawNext(records(), load.sequence);
			const other = await (opened as Opened).openAnother();
			while (await withdrawOrdered(other));
			assert.equal((await found(load)).status, 'Withdrawn');
			assert.deepEqual(await works(), []);
		});

		it('is done once where two workers do it, also for several loads', async () => {
			const loads = [await loadOf('A cites B', 'B cites C', 'C cites D'), await loadOf('A = D', 'B = D', 'D cites E')];
			for (const load of loads) await order(load);
			const options = {
				...{ clock: systemClock, pollMilliseconds: 60_000, onWithdrawn: () => undefined },
				log: { info: () => undefined, warn: () => undefined },
			};
			const handles = [records(), await (opened as Opened).openAnother()];
			const loops = handles.map((handle) => startWithdrawalLoop(handle, options));
			await Promise.all(loops.map((loop) => loop.idle()));
			await Promise.all(loops.map((loop) => loop.stop()));
			for (const load of loads) assert.equal((await found(load)).status, 'Withdrawn');
			assert.deepEqual(await works(), []);
		});

		it('waits for events that are being processed, and does not process those that are New', async () => {
			const load = await loadOf('A cites B');
			const underWay = await claimFor(load, { links: given('C cites D'), noindex: false });
			const waiting = await claimFor(load, { links: given('E cites F'), noindex: false });
			await records().release([waiting], testWorker);
			await order(load);
			await withdrawEventsOf(records(), load.sequence, () => false);
			const { status, events } = await found(load);
			assert.deepEqual([status, events.Withdrawn, events.Processing], ['Withdrawing', 2, 1]);
			await applyNow(records(), underWay, given('C cites D'));
			assert.equal(await withdrawOrdered(records()), true);
			assert.equal(await withdrawOrdered(records()), false);
			assert.equal((await found(load)).status, 'Withdrawn');
			assert.deepEqual(await works(), []);
		});

		it('withdraws what comes later to the load as well', async () => {
			const load = await loadOf('A cites B');
			await withdraw(load);
			await addTo(load, { links: given('C cites D'), noindex: false });
			assert.equal((await found(load)).status, 'Withdrawing');
			while (await withdrawOrdered(records()));
			assert.equal((await found(load)).status, 'Withdrawn');
			assert.deepEqual(await works(), []);
		});

		it('leaves other loads alone that come meanwhile', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await order(load);
			const other = await loadOf('A cites B');
			await withdrawNext(records(), load.sequence);
			await addTo(other, { links: given('E cites F'), noindex: false });
			await withdrawEventsOf(records(), load.sequence, () => false);
			assert.equal((await found(other)).status, 'Done');
			assert.deepEqual(await works(), ['a', 'b', 'e', 'f']);
		});

		it('of one that is withdrawn changes nothing, and adds no entry to the audit', async () => {
			const load = await loadOf('A cites B');
			await withdraw(load, 'the first');
			await withdraw(load, 'another');
			assert.equal((await found(load)).withdrawn?.reason, 'the first');
			assert.equal((await records().auditEntries({ action: 'load.withdrawn', limit: 9 })).length, 1);
		});

		it('of an event that is a load by itself withdraws that event', async () => {
			const [loadId] = (await accept(records(), [{ links: given('A cites B'), noindex: false }])) as [string];
			const [event] = await records().events({ eventId: loadId, limit: 1 });
			const load = { sequence: event?.sequence as number, loadId };
			await withdraw(load);
			assert.equal((await found(load)).status, 'Withdrawn');
			await restoreLoad(records(), { ...load, act });
			assert.equal((await found(load)).status, 'New');
		});

		it('is undone by restoring, but for events that were withdrawn before', async () => {
			const load = await loadOf('A cites B', 'C cites D', 'E cites F');
			const [newest] = await membersOf(load);
			await withdrawEvent(records(), { eventId: newest?.eventId as string, userId: 1, reason: 'alone', act });
			const before = await readGraph(records());
			await withdraw(load);
			await restoreLoad(records(), { ...load, act });
			const { events, withdrawn } = await found(load);
			assert.deepEqual([events.New, events.Withdrawn, withdrawn], [2, 1, null]);
			await applyAll();
			assert.deepEqual(await readGraph(records()), before);
			const [entry] = await records().auditEntries({ action: 'load.restored', limit: 1 });
			assert.deepEqual([entry?.subject, entry?.detail], [load.loadId, { events: 2 }]);
			assert.equal((await records().auditEntries({ action: 'event.restored', limit: 1 })).length, 0);
			await assert.rejects(restoreLoad(records(), { ...load, act }), (error) => hasCode(error, 'conflict'));
		});

		it('can be restored where all of its events were withdrawn one by one', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			const alone = async () => {
				for (const { eventId } of await membersOf(load)) {
					await withdrawEvent(records(), { eventId, userId: 1, reason: null, act });
					if (eventId !== load.loadId) {
						await assert.rejects(restoreLoad(records(), { ...load, act }), (error) => hasCode(error, 'conflict'));
					}
				}
			};
			await alone();
			await restoreLoad(records(), { ...load, act });
			assert.equal((await found(load)).events.New, 2);
			await applyAll();
			assert.deepEqual(await works(), ['a', 'b', 'c', 'd']);
		});

		it('is over when all of its events were restored one by one', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await withdraw(load);
			for (const { eventId } of await membersOf(load)) {
				assert.equal((await found(load)).withdrawn?.by, 1);
				await restoreEvent(records(), { eventId, act });
			}
			await assert.rejects(restoreLoad(records(), { ...load, act }), (error) => hasCode(error, 'conflict'));
			await withdrawEvent(records(), { eventId: load.loadId, userId: 2, reason: 'alone', act });
			assert.equal((await found(load)).withdrawn, null);
			await addTo(load, { links: given('E cites F'), noindex: false });
			assert.equal((await found(load)).isWithdrawing, false);
		});

		it('stays that of the account that ordered it while it goes on, with one entry in the audit', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await order(load, 'the first');
			await withdrawNext(records(), load.sequence);
			await orderLoadWithdrawal(records(), { ...load, act, userId: 2, reason: 'another' });
			const { withdrawn, isWithdrawing } = await found(load);
			assert.deepEqual([withdrawn?.by, withdrawn?.reason, isWithdrawing], [1, 'the first', true]);
			assert.equal((await records().auditEntries({ action: 'load.withdrawn', limit: 9 })).length, 1);
			const restored = restoreLoad(records(), { ...load, act, withdrawnBy: 2 });
			await assert.rejects(restored, (error) => hasCode(error, 'forbidden'));
		});

		it('lets no event be restored alone until it has ended, since it would withdraw that again', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await order(load);
			await withdrawNext(records(), load.sequence);
			const [{ eventId = '' } = {}] = await membersOf(load);
			const restored = restoreEvent(records(), { eventId, act });
			await assert.rejects(restored, (error) => hasCode(error, 'conflict'));
			assert.equal((await found(load)).events.Withdrawn, 1);
			await withdrawNext(records(), load.sequence);
			assert.equal(await withdrawNext(records(), load.sequence), 'ended');
			await restoreEvent(records(), { eventId, act });
			assert.equal((await found(load)).events.New, 1);
		});

		it('is not undone by an account that withdrew only some of its events', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await withdraw(load);
			await restoreEvent(records(), { eventId: load.loadId, act });
			await orderLoadWithdrawal(records(), { ...load, act, userId: 2, reason: null });
			await withdrawEventsOf(records(), load.sequence, () => false);
			const restored = restoreLoad(records(), { ...load, act, withdrawnBy: 2 });
			await assert.rejects(restored, (error) => hasCode(error, 'forbidden'));
			assert.equal((await found(load)).events.Withdrawn, 2);
			await restoreLoad(records(), { ...load, act });
			assert.equal((await found(load)).events.New, 2);
		});

		it('can be restored by another broker to which the events were moved', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await withdraw(load);
			const moved = await records().snapshot((_, snapshot) => Array.fromAsync(snapshot.events()));
			const other = await openTestRecords();
			await other.records.importEvents(moved);
			const { sequence, loadId, events } = (await other.records.loadOf(load.loadId)) ?? assert.fail();
			assert.equal(events.Withdrawn, 2);
			await restoreLoad(other.records, { sequence, loadId, act });
			assert.equal((await other.records.loadOf(loadId))?.events.New, 2);
			await other.close();
		});

		it('can be restored before it has ended', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await order(load);
			await withdrawNext(records(), load.sequence);
			await restoreLoad(records(), { ...load, act });
			assert.equal(await withdrawOrdered(records()), false);
			await applyAll();
			assert.deepEqual(await works(), ['a', 'b', 'c', 'd']);
			assert.equal((await found(load)).status, 'Done');
		});

		it('keeps the load from being run again, which else makes all of its events New', async () => {
			const load = await loadOf('A cites B', 'C cites D');
			await rerunLoad(records(), { ...load, act });
			assert.equal((await found(load)).events.New, 2);
			const [entry] = await records().auditEntries({ limit: 1 });
			assert.deepEqual([entry?.action, entry?.subject, entry?.detail], ['load.rerun', load.loadId, { events: 2 }]);
			await applyAll();
			assert.deepEqual(await works(), ['a', 'b', 'c', 'd']);
			await withdraw(load);
			await assert.rejects(rerunLoad(records(), { ...load, act }), (error) => hasCode(error, 'conflict'));
		});

		it('is previewed as one difference', async () => {
			const load = await loadOf('A cites B', 'A cites B', 'A = C');
			const { relationships, identifiers, changedWorks } = await previewLoadWithdrawal(records(), load.loadId);
			assert.deepEqual([relationships, identifiers, changedWorks], [2, 3, 2]);
			await withdraw(load);
			assert.equal((await previewLoadWithdrawal(records(), load.loadId)).changedWorks, 0);
		});

		it('is not previewed beyond the links that a preview reads', async () => {
			const { loadId } = await loadOf('A cites B', 'B cites C');
			assert.equal((await previewLoadWithdrawal(records(), loadId, 2)).relationships, 2);
			await assert.rejects(previewLoadWithdrawal(records(), loadId, 1), /has 2 links, and a preview reads at most 1\./);
		});

		it('leaves the graph of a broker that never had the load, and restoring it what was before', () =>
			fc.assert(
				fc.asyncProperty(
					withdrawing,
					fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
					async (anything, chosen) => {
						const world = ++worlds;
						const all = inWorld(anything, world, { plain: true });
						let load: NamedLoad | undefined;
						for (const [at, event] of all.entries()) {
							if (chosen[at]) load = await addTo(load, event);
							else await addTo(undefined, event);
						}
						if (load === undefined) return;
						const before = await readGraph(records(), 'everything', liesIn(world));
						await withdraw(load);
						const other = ++worlds;
						const without = inWorld(anything, other, { plain: true }).filter((_, at) => !chosen[at]);
						for (const event of without) await addTo(undefined, event);
						const never = await readGraph(records(), 'everything', liesIn(other));
						assert.deepEqual(folded(await readGraph(records(), 'everything', liesIn(world))), folded(never));
						await restoreLoad(records(), { ...load, act });
						const again = await records().claim(lease, forever - 1, all.length);
						const links = all.filter((_, at) => chosen[at]).map((event) => event.links);
						for (const [at, event] of again.entries()) await applyNow(records(), event, links[at] ?? []);
						assert.deepEqual(await readGraph(records(), 'everything', liesIn(world)), before);
					},
				),
				{ numRuns: options.numRuns ?? 60 },
			));
	});
}

/** Leaves out what follows from the order in which spellings were first received. */
function folded({ works, families, describedFamilies, betweenWorks, betweenFamilies }: Graph) {
	return {
		...{ works, families, describedFamilies },
		betweenWorks: unspelled(betweenWorks),
		betweenFamilies: unspelled(betweenFamilies),
	};
}
