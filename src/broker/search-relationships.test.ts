// Which identifier an id without a scheme is taken for: the same one on every engine, in whatever
// order that finds them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Identifier } from '../identifiers/index.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import { put, work } from '../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../ports/search/suite/search-index.model.ts';
import { readRelationshipQuery } from './relationship-query.ts';
import { searchRelationships } from './search-relationships.ts';

/**
 * Asks for an id without its scheme, of an index that finds identifiers as they are given, and in
 * the order turned round.
 */
async function askedAs(id: string, ...identifiers: readonly [scheme: string, key: string][]): Promise<Identifier> {
	const index = openModelIndex(createModelStore());
	const object = { ...work('A'), identifiers: identifiers.map(([scheme, key]) => ({ scheme, key })) };
	await put(index, { objects: [object] });
	const turned: SearchIndex = {
		...index,
		locate: async (wanted) => (await index.locate(wanted)).reverse(),
		locateKeys: async (keys) => (await index.locateKeys(keys)).reverse(),
	};
	const ask = (of: SearchIndex) => searchRelationships(of, readRelationshipQuery({ id }), { facets: false });
	const [{ asked }, again] = await Promise.all([ask(index), ask(turned)]);
	assert.deepEqual(again.asked, asked);
	return asked;
}

describe('an id without a scheme', () => {
	it('is what its form tells, where that is known', async () => {
		const key = 'arxiv:1207.4464v1';
		const asked = await askedAs('1207.4464v1', ['arxiv', key], ['a-scheme', key]);
		assert.deepEqual(asked, { scheme: 'arxiv', value: 'arXiv:1207.4464v1', key });
	});

	it('is what comes first of its forms that are known', async () => {
		const id = '10.1/a';
		assert.equal((await askedAs(id, ['handle', id], ['doi', id])).scheme, 'doi');
		assert.equal((await askedAs(id, ['handle', id])).scheme, 'handle');
	});

	it('is the first in order of those with that value, where its form tells nothing', async () => {
		const first = { scheme: 'arxiv', value: 'a', key: 'a' };
		assert.deepEqual(await askedAs('a', ['doi', 'a'], ['arxiv', 'a']), first);
		assert.deepEqual(await askedAs('a', ['arxiv', 'a'], ['doi', 'a']), first);
	});

	it('is the first in order also of two spellings', async () => {
		assert.equal((await askedAs('Ab', ['own', 'ab'], ['own', 'Ab'])).key, 'Ab');
	});
});
