// The promise of the change log, for any events: a reader that applies each entry to an empty
// broker has the same graph. Runs on every engine.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Records } from '../../store/records.ts';
import { application, events, inWorld, liesIn, steps, withdrawing } from '../graph.arbitrary.ts';
import { readGraph, receive, receiveTogether } from '../graph.fixture.ts';
import type { GivenEvent } from '../graph.model.ts';
import { follow } from '../withdrawing/steps.fixture.ts';
import { createReader, makeAllSearchable } from './replay.fixture.ts';

type Opened = { records: Records; close(): Promise<void> };

/** Describes the log on records; `open` gives empty ones, `skip` says why there are none. */
export function describeReplay(
	name: string,
	open: () => Promise<Opened>,
	options: { skip?: string | false; numRuns?: number } = {},
): void {
	const { skip = false, numRuns = 60 } = options;
	describe(`a reader of the log on ${name}`, { skip }, () => {
		let [source, copy]: Opened[] = [];
		let reader: ReturnType<typeof createReader>;
		let world = 0;
		before(async () => {
			[source, copy] = [await open(), await open()];
			reader = createReader(source.records, copy.records);
		});
		after(() => Promise.all([source?.close(), copy?.close()]));
		const records = () => (source as Opened).records;

		/**
		 * Receives events in a world of their own; in the end the reader has the graph of the records.
		 */
		const holds = <Given>(
			given: fc.Arbitrary<Given>,
			receiveAll: (given: Given, there: (events: readonly GivenEvent[]) => GivenEvent[]) => Promise<void>,
		) =>
			fc.assert(
				fc.asyncProperty(given, async (anything) => {
					const here = ++world;
					await receiveAll(anything, (events) => inWorld(events, here, { plain: true }));
					await makeAllSearchable(records());
					await reader.follow();
					const read = (of: Records) => readGraph(of, 'searchable', liesIn(here));
					assert.deepEqual(await read((copy as Opened).records), await read(records()));
				}),
				{ numRuns },
			);

		it('has the same graph, with the same descriptions and histories', () =>
			holds(events, async (given, there) => {
				await receive(records(), there(given));
			}));

		it('has it whatever the order in which events were applied, and how often', () =>
			holds(fc.tuple(events, application), async ([given, order], there) => {
				await receive(
					records(),
					there(given),
					order.filter((position) => position < given.length),
				);
			}));

		it('has it whatever was withdrawn, applied late or restored', () =>
			holds(fc.tuple(withdrawing, steps), async ([given, order], there) => {
				await follow(records(), there(given), order);
			}));

		it('has it whenever it reads', () =>
			holds(fc.tuple(withdrawing, steps, fc.infiniteStream(fc.boolean())), async ([given, order, reads], there) => {
				await follow(records(), there(given), order, async () => {
					if (reads.next().value) await reader.follow();
				});
			}));

		it('has it where events were applied in one transaction', () =>
			holds(events, async (given, there) => {
				await receiveTogether(records(), there(given));
			}));
	});
}
