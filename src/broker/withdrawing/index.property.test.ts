// Properties of the index for anything asserted, withdrawn and restored, with any updates and
// rebuilds: the index, once every entry is delivered, shows the naive model's graph of what counts.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { act } from '../../store/suite/audit.fixture.ts';
import { allIndexed, followedIndex } from '../followed-index.fixture.ts';
import { inWorld, type Step, steps, withdrawing } from '../graph.arbitrary.ts';
import { given as links } from '../graph.fixture.ts';
import { type GivenEvent, modelGraph } from '../graph.model.ts';
import { indexedGraph } from '../indexed-graph.fixture.ts';
import { follow } from './steps.fixture.ts';
import { withdrawEvent } from './withdraw-event.ts';

const followed = followedIndex();
const { update, updateAll, rebuild, holds } = followed;

const updates = fc.array(fc.constantFrom('none', 'one entry', 'update', 'crash', 'all'), {
	minLength: 20,
	maxLength: 20,
});

/** Whatever moved besides what entries name is left to its own entries. */
const bringsNothing = { besides: Number.NEGATIVE_INFINITY };

describe('the index where assertions are withdrawn', () => {
	/** Does what the steps say, with updates between them. */
	const followAndUpdate = (
		given: readonly GivenEvent[],
		order: readonly Step[],
		between: readonly string[],
		{ besides }: { besides?: number } = {},
	) => {
		let step = 0;
		return follow(followed.records, given, order, async () => {
			const what = between[step++];
			if (what === 'one entry') await update({ namesPerRound: 0, besides });
			if (what === 'update' || what === 'crash') await update({ crashes: what === 'crash', besides });
			if (what === 'all') await updateAll({ besides });
		});
	};

	it('shows what counts, however updates fall between events, withdrawals and restorations', () =>
		holds(
			fc.tuple(withdrawing, steps, updates),
			async (world, [anything, order, between]) => {
				const given = allIndexed(inWorld(anything, world, { plain: true }));
				const ended = await followAndUpdate(given, order, between);
				await updateAll();
				assert.deepEqual(indexedGraph(followed.kept, world), modelGraph(ended));
			},
			150,
		));

	it('shows what counts, however updates fall, where what moved brings no others along', () =>
		holds(
			fc.tuple(withdrawing, steps, updates),
			async (world, [anything, order, between]) => {
				const given = allIndexed(inWorld(anything, world, { plain: true }));
				const ended = await followAndUpdate(given, order, between, bringsNothing);
				await updateAll({ ...bringsNothing, namesPerRound: 0 });
				assert.deepEqual(indexedGraph(followed.kept, world), modelGraph(ended));
			},
			150,
		));

	it('shows what counts after entries were delivered one by one', () =>
		holds(fc.tuple(withdrawing, steps), async (world, [anything, order]) => {
			const ended = await follow(followed.records, allIndexed(inWorld(anything, world, { plain: true })), order);
			await updateAll({ namesPerRound: 0 });
			assert.deepEqual(indexedGraph(followed.kept, world), modelGraph(ended));
		}));

	it('shows what counts after a rebuild, also what was asserted or withdrawn with noindex', () =>
		holds(fc.tuple(withdrawing, steps, updates), async (world, [anything, order, between]) => {
			const ended = await followAndUpdate(inWorld(anything, world, { plain: true }), order, between);
			await rebuild();
			assert.deepEqual(indexedGraph(followed.kept, world), modelGraph(ended, 'everything'));
			await updateAll();
			assert.deepEqual(indexedGraph(followed.kept, world), modelGraph(ended, 'everything'));
		}));

	it('shows what counts where assertions are withdrawn while a rebuild is under way', () =>
		holds(fc.tuple(withdrawing, withdrawing, steps, updates), async (world, [some, more, order, between]) => {
			const before = inWorld(some, world, { plain: true });
			await follow(followed.records, before, []);
			const later = allIndexed(inWorld(more, world, { plain: true }));
			const [, ended] = await Promise.all([rebuild(), followAndUpdate(later, order, between)]);
			await updateAll();
			assert.deepEqual(indexedGraph(followed.kept, world), modelGraph([...before, ...ended], 'everything'));
		}));

	it('does not show what came with noindex and is withdrawn while a rebuild brings it in', async () => {
		const world = followed.nextWorld();
		const given = inWorld([{ links: links('X cites A', 'A = B'), noindex: true }], world, { plain: true });
		await follow(followed.records, given, []);
		const [event] = await followed.records.events({ limit: 1 });
		const withdrawal = { eventId: event?.eventId as string, userId: null, reason: null, act };
		let withdrawn: Promise<unknown> | undefined;
		await rebuild(() => {
			withdrawn ??= withdrawEvent(followed.records, withdrawal);
		});
		await withdrawn;
		await updateAll();
		assert.deepEqual(indexedGraph(followed.kept, world), modelGraph([]));
	});
});
