// Suite of searches for works that a librarian has in mind: they come first, on every engine.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { buildUp, type OpenedIndex } from '../../ports/search/suite/search-index.fixture.ts';
import { findObjects } from './find-objects.ts';
import { type Asked, catalogue, groupOfTitle, questions } from './known-works.fixture.ts';
import { readWorksQuery } from './works-query.ts';

// The mean of 1 over the place of the work asked for.
const leastMeanReciprocalRank = 0.9;
const placesSeen = 10;

/** Describes the searches on an index; `open` gives an empty one, `skip` says why there is none. */
export function describeKnownWorks(
	name: string,
	open: () => Promise<Pick<OpenedIndex, 'index' | 'close'>>,
	{ skip = false }: { skip?: string | false } = {},
): void {
	describe(`works that are known, on ${name}`, { skip }, () => {
		let opened: Awaited<ReturnType<typeof open>>;
		before(async () => {
			opened = await open();
			await buildUp(opened.index, 2, catalogue());
			await opened.index.switchTo(2);
		});
		after(() => opened?.close());

		it(`are found by ${questions.length} questions, on average among the first`, async (context) => {
			const ranks: number[] = [];
			for (const question of questions) {
				const place = await placeOf(opened.index, question);
				ranks.push(place === 0 ? 0 : 1 / place);
				if (place !== 1) context.diagnostic(`${question[0]}: ${place || 'not found'}`);
			}
			const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
			context.diagnostic(`mean reciprocal rank ${mean.toFixed(3)}`);
			assert.ok(mean > leastMeanReciprocalRank, String(mean));
		});

		it('are found by the exact title of a release, which is named, before all others', async () => {
			const { works, matched } = await findObjects(opened.index, readWorksQuery({ q: 'tidefit 1.1' }));
			assert.deepEqual([matched, works[0]?.group], [undefined, groupOfTitle('tidefit')]);
			assert.match(works[0]?.version?.document.fields ?? '', /"Title":"tidefit 1\.1"/);
		});
	});
}

/** Returns the place of the work that a question means, from 1; 0 where it is not seen. */
async function placeOf(index: SearchIndex, [q, title]: Asked): Promise<number> {
	const { works } = await findObjects(index, readWorksQuery({ q, size: String(placesSeen) }));
	return 1 + works.findIndex(({ group }) => group === groupOfTitle(title));
}
