// Many workers on one PostgreSQL: whatever they do at the same time, the graph is the one that a
// single worker makes, and no event is lost or counted twice.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type EventWorkerOptions, startEventWorker } from '../src/app/workers/event-worker.ts';
import { events, inWorld, liesIn } from '../src/broker/graph.arbitrary.ts';
import { accept, given as links, readGraph } from '../src/broker/graph.fixture.ts';
import { type GivenEvent, modelGraph } from '../src/broker/graph.model.ts';
import { rebuildGraph } from '../src/broker/rebuild-graph.ts';
import { systemClock } from '../src/clock.ts';
import { openTestPostgresRecords, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import type { Description } from '../src/links/description.ts';
import type { Link } from '../src/links/link.ts';
import type { LinkEvent } from '../src/links/link-event.ts';
import type { Records } from '../src/store/records.ts';
import { eventually, openProgram, type Program, type Running } from './end-to-end/program.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 0, 15, 12);

/**
 * Events of a few worlds at once: the few identifiers of each are named again and again, so that
 * workers meet all the time.
 */
const overlapping = fc.array(events, { minLength: 4, maxLength: 6 }).map((several) => several.flat());

// What fails by chance does not shrink.
const racing = { endOnFailure: true };

type Fresh = Awaited<ReturnType<typeof openTestPostgresRecords>>;

async function assertIsModels(store: Records, world: number, given: readonly GivenEvent[]): Promise<void> {
	for (const scope of ['searchable', 'everything'] as const) {
		assert.deepEqual(await readGraph(store, scope, liesIn(world)), modelGraph(given, scope));
	}
}

function workerOptions(name: string): EventWorkerOptions {
	return {
		name,
		leaseMilliseconds: minute,
		maxAttempts: 1,
		retryMilliseconds: 1,
		pollMilliseconds: minute,
		clock: { ...systemClock, now: () => noon },
		log: { info: () => undefined, warn: (fields) => assert.fail(JSON.stringify(fields)) },
	};
}

describe('four workers with connections of their own', { skip: skipPostgres }, () => {
	let fresh: Fresh;
	let handles: Records[];
	let worlds = 0;
	before(async () => {
		fresh = await openTestPostgresRecords();
		handles = [fresh.records, ...(await Promise.all([1, 2, 3].map(() => fresh.openAnother())))];
	});
	after(() => fresh.close());

	/** Has four workers apply all events that wait; answers which events each of them applied. */
	const applyAll = async (meanwhile = async () => undefined as unknown): Promise<string[][]> => {
		const applied = handles.map((): string[] => []);
		const workers = handles.map((handle, at) =>
			startEventWorker(handle, {
				...workerOptions(`${worlds}-${at}`),
				onApplied: ({ event }) => applied[at]?.push(event.eventId),
			}),
		);
		await Promise.all([...workers.map((worker) => worker.idle()), meanwhile()]);
		await Promise.all(workers.map((worker) => worker.stop()));
		return applied;
	};

	it('make the graph that one would make of links that overlap and merge, and apply each event once', () =>
		fc.assert(
			fc.asyncProperty(overlapping, async (anything) => {
				const given = inWorld(anything, ++worlds, { plain: true });
				const eventIds = await accept(fresh.records, given);
				const applied = await applyAll();
				assert.deepEqual(applied.flat().sort(), eventIds.toSorted());
				await assertIsModels(fresh.records, worlds, given);
			}),
			{ numRuns: 40, ...racing },
		));

	it('make it also while it is rebuilt, and the rebuild finds nothing wrong', () =>
		fc.assert(
			fc.asyncProperty(overlapping, async (anything) => {
				const given = inWorld(anything, ++worlds, { plain: true });
				await accept(fresh.records, given);
				const changed: number[] = [];
				await applyAll(async () => {
					for (let time = 0; time < 3; time++) changed.push((await rebuildGraph(fresh.records)).changed);
				});
				assert.deepEqual(changed, [0, 0, 0]);
				await assertIsModels(fresh.records, worlds, given);
			}),
			{ numRuns: 5, ...racing },
		));

	it('all get their share of many small events, and leave none', async () => {
		const given = inWorld(
			Array.from({ length: 640 }, (_, number) => ({ links: links(`X${number} cites A`), noindex: false })),
			++worlds,
			{ plain: true },
		);
		const eventIds = await accept(fresh.records, given);
		const applied = await applyAll();
		assert.ok(
			applied.every((those) => those.length > 0),
			`${applied.map((those) => those.length)}`,
		);
		assert.deepEqual(applied.flat().sort(), eventIds.toSorted());
	});
});

describe('a worker that outlives its lease', { skip: skipPostgres }, () => {
	it('has no effect beside the one that took its event over', async () => {
		const fresh = await openTestPostgresRecords();
		const another = await fresh.openAnother();
		const given = inWorld([{ links: links('A = B', 'X cites A', 'B hasVersion C'), noindex: false }], 0, {
			plain: true,
		});
		const [eventId] = await accept(fresh.records, given);
		const begun = Promise.withResolvers<void>();
		const takenOver = Promise.withResolvers<void>();
		const applied: string[] = [];
		let time = noon;
		const clock = { ...systemClock, now: () => time };
		const slow = startEventWorker(
			{
				...fresh.records,
				change: (work) =>
					fresh.records.change(async (...seen) => {
						begun.resolve();
						await takenOver.promise;
						return work(...seen);
					}),
			},
			{ ...workerOptions('slow'), maxAttempts: 2, clock, onApplied: () => applied.push('slow') },
		);
		await begun.promise;
		time = noon + 2 * minute;
		const next = startEventWorker(
			{
				...another,
				async claim(...asked) {
					const claimed = await another.claim(...asked);
					takenOver.resolve();
					return claimed;
				},
			},
			{
				...workerOptions('next'),
				maxAttempts: 2,
				clock,
				onApplied: () => applied.push('next'),
			},
		);
		await Promise.all([slow.idle(), next.idle()]);
		await Promise.all([slow.stop(), next.stop()]);
		assert.deepEqual(applied, ['next']);
		const [event] = await fresh.records.events({ eventId: eventId as string, limit: 1 });
		assert.deepEqual([event?.state, event?.attempts], ['Done', 1]);
		await assertIsModels(fresh.records, 0, given);
		await fresh.close();
	});
});

describe('a worker that has read what another one is about to change', { skip: skipPostgres }, () => {
	it('describes a work as it is once the other one has ended', async () => {
		const fresh = await openTestPostgresRecords();
		const another = await fresh.openAnother();
		const described = (shorthand: string, ...descriptions: [source: Description, target: Description]) => {
			const [link] = links(shorthand) as [Link];
			const [source, target] = descriptions;
			return {
				...link,
				source: { ...link.source, description: source },
				target: { ...link.target, description: target },
			};
		};
		const [one, date, none] = [{ Title: 'One' }, { PublicationDate: '2020' }, {}];
		const given = inWorld(
			[
				{ links: links('A = B', 'C = D'), noindex: false },
				{ links: [described('A cites C', one, one)], noindex: false },
				// Of one work the identifier that names its group is described, of the other only named.
				{ links: [described('A cites B', none, date), described('C cites D', date, none)], noindex: false },
			],
			0,
			{ plain: true },
		);
		await accept(fresh.records, given.slice(0, 1));
		const first = startEventWorker(fresh.records, workerOptions('first'));
		await first.idle();
		await first.stop();
		const written = Promise.withResolvers<void>();
		const locking = Promise.withResolvers<void>();
		await accept(fresh.records, given.slice(1, 2));
		const slow = startEventWorker(
			{
				...fresh.records,
				change: (work) =>
					fresh.records.change(async (...seen) => {
						const answer = await work(...seen);
						written.resolve();
						await locking.promise;
						return answer;
					}),
			},
			workerOptions('slow'),
		);
		await written.promise;
		await accept(fresh.records, given.slice(2));
		const next = startEventWorker(
			{
				...another,
				change: (work) =>
					another.change((transaction, ...rest) =>
						work(
							{
								...transaction,
								lock(groups) {
									locking.resolve();
									return transaction.lock(groups);
								},
							},
							...rest,
						),
					),
			},
			workerOptions('next'),
		);
		await Promise.all([slow.idle(), next.idle()]);
		await Promise.all([slow.stop(), next.stop()]);
		await assertIsModels(fresh.records, 0, given);
		await fresh.close();
	});
});

describe('worker processes', { skip: skipPostgres }, () => {
	let fresh: Fresh;
	let program: Program;
	const workers: Running[] = [];
	const startWorkers = async (count: number, settings: NodeJS.ProcessEnv = {}) => {
		workers.push(...(await Promise.all(Array.from({ length: count }, () => program.work(settings)))));
	};
	before(async () => {
		fresh = await openTestPostgresRecords();
		// No process polls: what is not notified would wait for an hour.
		program = await openProgram({ ...fresh.schema.settings, LEASE_SECONDS: '1', POLL_SECONDS: '3600' });
	});
	after(async () => {
		await program?.remove();
		await fresh.close();
	});

	const find = async (eventId: string) => (await fresh.records.events({ eventId, limit: 1 }))[0] as LinkEvent;
	// Processes start slowly on a busy machine.
	const patient = { timeoutSeconds: 60 };
	const isDone = ({ state }: LinkEvent) => state === 'Done';
	const allDone = () =>
		eventually(
			() => fresh.records.backlog(),
			({ events }) => events.New + events.Processing + events.Error === 0,
			patient,
		);

	it('make the graph that one would make, four of them at once', async () => {
		const given = inWorld(fc.sample(overlapping, { numRuns: 3, seed: 17 }).flat(), 0, { plain: true });
		await accept(fresh.records, given);
		await startWorkers(4);
		await allDone();
		await assertIsModels(fresh.records, 0, given);
	});

	it('start on an event within 100 ms of its acceptance by another process', async () => {
		const took: number[] = [];
		for (let time = 0; time < 8; time++) {
			const given = inWorld([{ links: links(`X${time} cites Y`), noindex: false }], 100 + time);
			const acceptedAt = Date.now();
			const [eventId] = await accept(fresh.records, given);
			const { startedAt } = await eventually(() => find(eventId as string), isDone, patient);
			took.push((startedAt as number) - acceptedAt);
		}
		assert.ok(Math.min(...took) < 100, `${took} ms`);
	});

	it('take over the event of one that was killed, once its lease has run out', async () => {
		for (const worker of workers.slice(1)) assert.equal(await worker.stop(), 0);
		const given = inWorld(
			[
				{ links: links('A = B', 'X cites B'), noindex: false },
				{ links: links('A hasVersion C', 'Y cites C', 'B = D'), noindex: false },
			],
			200,
			{ plain: true },
		);
		await accept(fresh.records, given.slice(0, 1));
		await allDone();
		const known = modelsIdentifiers(given[0] as GivenEvent);
		const identified = await fresh.records.change((transaction) => transaction.identify(known));
		let eventId = '';
		await fresh.records.change(async (transaction) => {
			// The worker comes no further than this while the groups are locked.
			await transaction.lock({ update: identified.map(({ id }) => id), share: [] });
			[eventId = ''] = await accept(fresh.records, given.slice(1));
			await eventually(
				() => find(eventId),
				({ state }) => state === 'Processing',
				patient,
			);
			await workers[0]?.stop('SIGKILL');
		});
		assert.equal((await find(eventId)).state, 'Processing');
		// Nothing notifies that a lease has run out.
		await startWorkers(2, { POLL_SECONDS: '0.1' });
		const { attempts } = await eventually(() => find(eventId), isDone, patient);
		assert.equal(attempts, 1);
		await assertIsModels(fresh.records, 200, given);
	});
});

const modelsIdentifiers = ({ links }: GivenEvent) =>
	links.flatMap(({ source, target }) => [...source.identifiers, ...target.identifiers]);
