// Says which works a prefix of DOIs finds.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedWork } from '../../ports/search/object-reader.ts';
import { worksOfPrefix } from './works-of-prefix.ts';

/** Lists two works at a time. */
function listing(...works: readonly (readonly string[])[]) {
	const all = works.map((dois, at): ListedWork => {
		return { group: at + 1, identifiers: JSON.stringify(dois.map((ID) => ({ ID, IDScheme: 'doi' }))) };
	});
	return {
		listWorks: async ({ after, upTo }: { after: number; upTo: number }) =>
			all.filter(({ group }) => group > after && group <= upTo).slice(0, 2),
		lastWork: async () => all.length,
	};
}

describe('the works of a prefix', () => {
	it('are those that have a DOI that begins so, each once, whatever the case of letters', async () => {
		const index = listing(
			['10.5281/a', '10.5281/b'],
			['10.52810/c'],
			['10.1000/d', '10.5281/E'],
			['10.1000/10.5281/f'],
		);
		const looked: number[] = [];
		const onProgress = (works: number) => looked.push(works);
		assert.deepEqual(await worksOfPrefix(index, ' 10.5281', { onProgress }), ['10.5281/a', '10.5281/E']);
		assert.deepEqual(looked, [2, 4]);
		assert.deepEqual(await worksOfPrefix(index, '10.5281/e'), ['10.5281/E']);
		assert.deepEqual(await worksOfPrefix(listing(), '10.5281'), []);
	});

	it('are told where they are too many, and nothing else is taken for a prefix', async () => {
		const many = listing(...Array.from({ length: 10_001 }, (_, at) => [`10.5281/${at}`]));
		await assert.rejects(worksOfPrefix(many, '10.5281'), { code: 'bad-usage', message: /^More than 10,000 works/ });
		await assert.rejects(worksOfPrefix(listing(), 'zenodo'), { code: 'bad-usage', message: /"zenodo" is no prefix/ });
	});
});
