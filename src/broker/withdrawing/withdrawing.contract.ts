// The property for anything asserted, withdrawn, replaced and restored in any order: the records have
// the graph of the naive model. Runs on every engine.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { hasCode } from '../../errors.ts';
import type { ShownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { Identifier } from '../../identifiers/index.ts';
import type { StoredEvent } from '../../store/event-states.ts';
import type { Records } from '../../store/records.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { assertSound } from '../doctor/sound.fixture.ts';
import { inWorld, liesIn, type Step, steps, withdrawing } from '../graph.arbitrary.ts';
import { accept, given as parseLinks, readGraph, unspelled } from '../graph.fixture.ts';
import { type GivenEvent, type Graph, modelGraph } from '../graph.model.ts';
import { rebuildGraph } from '../rebuild-graph.ts';
import { withWorkers } from '../two-workers.fixture.ts';
import { differenceOf, readState } from './difference.fixture.ts';
import { follow } from './steps.fixture.ts';
import { previewOf, previewWithdrawal, withdrawEvent } from './withdraw-event.ts';

type Opened = { records: Records; openAnother(): Promise<Records>; close(): Promise<void> };

/** Describes withdrawing on records. `open` gives empty ones; `skip` says why there are none. */
export function describeWithdrawing(
	name: string,
	open: () => Promise<Opened>,
	options: { skip?: string | false; numRuns?: number } = {},
): void {
	describe(`withdrawing on ${name}`, { skip: options.skip ?? false }, () => {
		let opened: Opened | undefined;
		beforeEach(async () => {
			opened = await open();
		});
		afterEach(async () => {
			if (opened) await assertSound(opened.records);
			await opened?.close();
		});
		let worlds = 0;
		const numRuns = options.numRuns ?? 150;
		const holds = <Given>(given: fc.Arbitrary<Given>, property: (world: number, given: Given) => Promise<void>) =>
			fc.assert(
				fc.asyncProperty(given, (anything) => property(++worlds, anything)),
				{ numRuns },
			);
		const records = () => (opened as Opened).records;
		const graphOf = (world: number) => readGraph(records(), 'everything', liesIn(world));

		it('leaves the graph of what counts, whatever was withdrawn, applied late or restored', () =>
			holds(fc.tuple(withdrawing, steps), async (world, [anything, order]) => {
				const given = inWorld(anything, world, { plain: true });
				const ended = await follow(records(), given, order);
				for (const scope of ['searchable', 'everything'] as const) {
					assert.deepEqual(await readGraph(records(), scope, liesIn(world)), modelGraph(ended, scope));
				}
			}));

		it('leaves what a rebuild makes', () =>
			holds(fc.tuple(withdrawing, steps), async (world, [anything, order]) => {
				const given = inWorld(anything, world, { plain: true });
				const ended = await follow(records(), given, order);
				assert.equal((await rebuildGraph(records())).changed, 0);
				assert.deepEqual(await graphOf(world), modelGraph(ended, 'everything'));
			}));

		it('is the same where two workers apply the events at once, on two handles, while one is withdrawn', async () => {
			const handles = [records(), await (opened as Opened).openAnother()];
			await holds(fc.tuple(withdrawing, withdrawing, fc.nat(11)), async (world, [some, more, which]) => {
				const given = inWorld([...some, ...more], world, { plain: true });
				const eventIds = await accept(records(), given);
				const at = which % given.length;
				const withdrawal = { eventId: eventIds[at] as string, userId: null, reason: null, act };
				await withWorkers(handles, `${world}`, () => retryWhileProcessing(() => withdrawEvent(records(), withdrawal)));
				const ended = given.map((event, position) => ({ ...event, withdrawn: position === at }));
				assert.deepEqual(await graphOf(world), modelGraph(ended, 'everything'));
			});
		});

		it('leaves what was before once it is withdrawn itself', () =>
			holds(withdrawing, async (world, anything) => {
				const given = inWorld(anything, world, { plain: true });
				const all = given.map((_, event): Step => ({ event, does: 'apply' }));
				const undone = all.filter(({ event }) => (given[event]?.action ?? 'assert') !== 'assert');
				const ended = await follow(records(), given, [
					...all,
					...undone.map(({ event }): Step => ({ event, does: 'withdraw' })),
				]);
				assert.deepEqual(await graphOf(world), modelGraph(ended, 'everything'));
			}));

		it('leaves the same however links were batched', () =>
			holds(fc.tuple(withdrawing, steps, cuts), async (world, [anything, order, cut]) => {
				const together = inWorld(anything, world, { plain: true });
				await follow(records(), together, order);
				const other = ++worlds;
				const batches = inWorld(anything, other, { plain: true }).map((event, at) => inBatches(event, cut[at] ?? 1));
				const begins = batches.map((_, at) => batches.slice(0, at).flat().length);
				const partsOf = (at: number) => (batches[at] as GivenEvent[]).map((_, part) => (begins[at] as number) + part);
				const ofParts = order.flatMap(({ event, does }) =>
					partsOf(event % batches.length).map((part) => ({ event: part, does })),
				);
				await follow(records(), batches.flat(), ofParts);
				assert.deepEqual(folded(await graphOf(other)), folded(await graphOf(world)));
			}));

		it('is previewed by what each withdrawal then changes, and a preview changes nothing', () =>
			holds(fc.tuple(withdrawing, steps, fc.nat(5)), async (world, [anything, order, first]) => {
				const given = inWorld(anything, world, { plain: true });
				await follow(records(), given, order);
				const events = await records().events({ limit: given.length });
				for (const at of events.keys()) {
					const eventId = events[(first + at) % events.length]?.eventId as string;
					const before = await graphOf(world);
					const { works, changedWorks, ...preview } = await previewWithdrawal(records(), eventId);
					assert.deepEqual(await graphOf(world), before);
					const effect = await withdrawEvent(records(), { eventId, userId: null, reason: null, act });
					const changed = await records().read((transaction) => transaction.identifiers(effect.works, 'all'));
					assert.deepEqual({ ...preview, works: textsOf(works) }, { ...effect, works: textsOf(changed) });
					assert.equal(changedWorks, effect.works.length);
				}
			}));

		it('of several events is previewed by all that differs when the last of them is withdrawn', () =>
			holds(fc.tuple(withdrawing, steps, several), async (world, [anything, order, chosen]) => {
				const given = inWorld(anything, world, { plain: true });
				await follow(records(), given, order);
				const events = (await records().events({ limit: given.length })).filter((_, at) => chosen[at]);
				const before = await readState(records(), liesIn(world));
				const { works, changedWorks, ...counts } = await records().read(async (transaction) => {
					const stored: StoredEvent[] = [];
					for (const { eventId } of events)
						stored.push((await transaction.eventOf(eventId, 'unlocked')) as StoredEvent);
					return previewOf(transaction, stored);
				});
				assert.deepEqual(await readState(records(), liesIn(world)), before);
				for (const { eventId } of events) {
					await withdrawEvent(records(), { eventId, userId: null, reason: null, act });
				}
				const { works: changed, ...difference } = differenceOf(before, await readState(records(), liesIn(world)));
				assert.deepEqual(counts, difference);
				assert.equal(works.length, changedWorks);
				const wereGroups = new Set(before.identifiers.values().map(({ identity }) => identity));
				const groups = before.identifiers.values().filter(({ id }) => wereGroups.has(id));
				const previewed = new Set(textsOf(works));
				assert.deepEqual(
					textsOf([...groups]).filter((text) => previewed.has(text)),
					textsOf(changed.map((id) => before.identifiers.get(id) as Identifier)),
				);
			}));

		it('is previewed without waiting for a transaction that writes', async () => {
			const given: GivenEvent[] = [{ links: parseLinks('A = B', 'B cites C'), noindex: false }];
			await follow(records(), given, [{ event: 0, does: 'apply' }]);
			const [event] = await records().events({ limit: 1 });
			const other = await (opened as Opened).openAnother();
			const relationships = await other.change(async (transaction) => {
				await transaction.lockWithdrawing('exclusive');
				await transaction.lock('everything');
				return (await previewWithdrawal(records(), event?.eventId as string)).relationships;
			});
			assert.equal(relationships, 2);
		});

		it('of a whole event leaves all as if it had never been submitted', () =>
			holds(fc.tuple(withdrawing, fc.nat(5)), async (world, [anything, which]) => {
				const given = inWorld(anything, world, { plain: true }).map((event, at) => ({ ...event, userId: at % 2 }));
				const at = which % given.length;
				await follow(records(), given, [
					{ event: at, does: 'apply' },
					{ event: at, does: 'withdraw' },
				]);
				const other = ++worlds;
				const without = inWorld(anything, other, { plain: true })
					.map((event, position) => ({ ...event, userId: position % 2 }))
					.filter((_, position) => position !== at);
				await follow(records(), without, []);
				assert.deepEqual(folded(await graphOf(world)), folded(await graphOf(other)));
			}));
	});
}

const textsOf = (works: readonly (ShownIdentifier | Identifier)[]) =>
	works.map((one) => ('ID' in one ? `${one.IDScheme}:${one.ID}` : `${one.scheme}:${one.value}`)).sort();

/** Which events are withdrawn. */
const several = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });

/** How many links of each event come in one batch. */
const cuts = fc.array(fc.constantFrom(1, 2, 3), { minLength: 6, maxLength: 6 });

/** Divides an event; one that replaces stays whole: its second part would replace the first. */
function inBatches(event: GivenEvent, size: number): GivenEvent[] {
	if (event.action === 'replace') return [event];
	const count = Math.ceil(event.links.length / size);
	return Array.from({ length: count }, (_, at) => ({ ...event, links: event.links.slice(at * size, (at + 1) * size) }));
}

async function retryWhileProcessing(work: () => Promise<unknown>): Promise<void> {
	for (;;) {
		try {
			await work();
			return;
		} catch (error) {
			if (!hasCode(error, 'conflict')) throw error;
			await nextTick();
		}
	}
}

/**
 * Leaves out how providers are spelled, which follows what was first received, and the order of
 * histories, which follows the spelling.
 */
function folded({ works, families, describedFamilies, betweenWorks, betweenFamilies }: Graph) {
	return {
		...{ works, families, describedFamilies },
		betweenWorks: unspelled(betweenWorks),
		betweenFamilies: unspelled(betweenFamilies),
	};
}
