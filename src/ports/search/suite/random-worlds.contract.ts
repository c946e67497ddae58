// Suite of the search index: compares an engine with the model, over random histories.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { IndexChanges } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import type { SearchRequest } from '../search-reader.ts';
import type { IndexWriter } from '../search-writer.ts';
import type { WorksRequest } from '../work-finder.ts';
import {
	changesBetween,
	emptyWorld,
	identifierCount,
	stepsOf,
	type World,
	worldArbitrary,
} from './search-index.arbitrary.ts';
import { buildUp, type OpenIndex, pagesOf, workPagesOf } from './search-index.fixture.ts';
import { createModelStore, openModelIndex } from './search-index.model.ts';
import { questionArbitrary, worksQuestionArbitrary } from './search-request.arbitrary.ts';

export function describeProperties(open: OpenIndex, worlds: number): void {
	it('answers as the model does, after any changes, also in steps, for any request', async () => {
		const histories = fc.array(worldArbitrary, { minLength: 1, maxLength: 3 });
		const questions = fc.array(questionArbitrary, { minLength: 6, maxLength: 6 });
		const ofWorks = fc.array(worksQuestionArbitrary, { minLength: 6, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(histories, questions, ofWorks, fc.nat(3), async (goals, asked, askedOfWorks, rebuildAt) => {
				const model = openModelIndex(createModelStore());
				const { index, close } = await open();
				try {
					let world: World = emptyWorld;
					for (const [turn, goal] of goals.entries()) {
						const changes = changesBetween(world, goal);
						for (const [handle, steps] of [
							[index, stepsOf(changes)],
							[model, [changes]],
						] as const) {
							if (turn === rebuildAt) await rebuildAs(handle, goal);
							else await handle.update((writer) => applyAll(writer, steps));
						}
						world = goal;
						await assertAnswersAlike(index, model, asked);
						await assertFindsAlike(index, model, askedOfWorks);
					}
				} finally {
					await close();
				}
			}),
			{ numRuns: worlds },
		);
	});
}

async function applyAll(writer: IndexWriter, steps: readonly IndexChanges[]): Promise<void> {
	for (const step of steps) await writer.apply(step);
}

async function rebuildAs(index: SearchIndex, world: World): Promise<void> {
	await buildUp(index, 2, { objects: world.objects, links: world.links });
	await index.switchTo(2);
}

async function assertFindsAlike(
	index: SearchIndex,
	model: SearchIndex,
	questions: readonly WorksRequest[],
): Promise<void> {
	for (const question of questions) {
		const [pages, expected] = [await workPagesOf(index, question), await workPagesOf(model, question)];
		assert.deepEqual(pages, expected, JSON.stringify(question));
	}
}

/**
 * Fails where two indexes of worlds (see search-index.arbitrary.ts) differ in any answer about any
 * group, in identifiers or in counts.
 */
export async function assertAnswersAlike(
	index: SearchIndex,
	model: SearchIndex,
	questions: readonly Omit<SearchRequest, 'group'>[],
): Promise<void> {
	const groups = Array.from({ length: identifierCount + 1 }, (_, number) => number + 1);
	const requests = groups.flatMap((group) => questions.map((question) => ({ ...question, group })));
	await Promise.all(
		requests.map(async (request) => {
			const [pages, expected] = [await pagesOf(index, request), await pagesOf(model, request)];
			const asked = JSON.stringify(request);
			assert.equal(pages.length, expected.length, asked);
			for (const [number, page] of pages.entries()) {
				assert.deepEqual({ ...page, cursor: undefined }, { ...expected[number], cursor: undefined }, asked);
			}
		}),
	);
	for (const group of groups) {
		for (const facets of [false, true]) {
			assert.deepEqual(await index.describe(group, { facets }), await model.describe(group, { facets }), `${group}`);
		}
	}
	const works = groups.map((group) => ({ identity: group, version: group }));
	assert.deepEqual(await index.countLinks(works), await model.countLinks(works));
	const keys = Array.from({ length: 10 }, (_, number) => `i${number}`);
	const sorted = async (handle: SearchIndex) =>
		(await handle.locateKeys(keys)).sort((one, other) => (one.key < other.key ? -1 : 1));
	assert.deepEqual(await sorted(index), await sorted(model));
	assert.deepEqual([await index.size(), await index.isEmpty()], [await model.size(), await model.isEmpty()]);
}
