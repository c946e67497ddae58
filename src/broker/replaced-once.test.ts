import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LinkBatch } from '../links/link.ts';
import { createBatchBuilder } from '../links/link-batch.ts';
import { given } from './graph.fixture.ts';
import { createReplacedOnce } from './load-files.ts';

/** Makes the batch of an event that replaces. */
function replacing(...texts: string[]): LinkBatch {
	const builder = createBatchBuilder('replace');
	for (const link of given(...texts)) builder.add(link);
	return builder.build();
}

/** Makes the whole of these parts, and returns what each replaces: all, or by name. */
function partsOf(...parts: readonly string[][]): (string[] | 'all')[] {
	const next = createReplacedOnce();
	return parts.map((texts) => {
		const replaced = next(replacing(...texts));
		return replaced === null ? 'all' : replaced.map(({ source, provider }) => `${source.key} by ${provider}`);
	});
}

describe('a whole that replaces, in parts', () => {
	it('replaces all in the first part', () => {
		assert.deepEqual(partsOf(['A cites B', 'B cites C']), ['all']);
	});

	it('replaces in a later part what none before has named', () => {
		assert.deepEqual(partsOf(['A cites B'], ['A cites C', 'D cites C'], ['D cites E'], ['F cites A']), [
			'all',
			['d by Zenodo'],
			[],
			'all',
		]);
	});

	it('distinguishes providers, but not by their letter case', () => {
		assert.deepEqual(partsOf(['A cites B by Zenodo'], ['A cites B by Crossref', 'A cites C by ZENODO']), [
			'all',
			['a by Crossref'],
		]);
	});

	it('knows a Source again by any of the identifiers that it was named by', () => {
		assert.deepEqual(partsOf(['A=B cites X'], ['B cites Y'], ['B=C cites Z']), ['all', [], ['c by Zenodo']]);
	});

	it('says of links that assert or withdraw that they replace nothing', () => {
		const builder = createBatchBuilder('assert');
		for (const link of given('A cites B')) builder.add(link);
		assert.equal(createReplacedOnce()(builder.build()), null);
	});
});
