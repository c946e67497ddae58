import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ordered } from './report-order.ts';

type Work = Parameters<typeof ordered>[0][number];

/** As much of a work as an order looks at. */
const work = (input: string, date: string | undefined, cited: number) =>
	({
		...{ input, Type: { Name: 'literature' }, cited_since: { identity: cited, version: cited } },
		...(date !== undefined && { PublicationDate: date }),
		counts: { identity: { isCitedBy: cited }, version: { isCitedBy: 9 } },
	}) as unknown as Work;

describe('the works of a plain report', () => {
	const works = [
		{ input: 'words', known: false } as unknown as Work,
		work('a', '2016-05', 1),
		work('b', undefined, 3),
		work('c', '2018', 2),
	];
	const inputsBy = (order: Parameters<typeof ordered>[1]) => ordered(works, order).map(({ input }) => input);

	it('come by a column with the greatest first, and what it does not tell last', () => {
		assert.deepEqual(inputsBy('published'), ['c', 'a', 'words', 'b']);
		assert.deepEqual(inputsBy('cited'), ['b', 'c', 'a', 'words']);
		assert.deepEqual(inputsBy('since'), ['b', 'c', 'a', 'words']);
	});

	it('stay as they were given where they are alike, or nothing is chosen', () => {
		assert.deepEqual(inputsBy('versions'), ['a', 'b', 'c', 'words']);
		assert.deepEqual(inputsBy(undefined), ['words', 'a', 'b', 'c']);
	});
});
