// Says which works are found, in which order, and by which number each is known.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import { family, groupOf, link, only, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { findObjects } from './find-objects.ts';
import { readWorksQuery } from './works-query.ts';

/**
 * A and B are versions of one work, which A stands for and which bears B's number; C and D cite.
 */
async function openIndex() {
	const index = openModelIndex(createModelStore());
	const text = (title: string) => ({ text: { title: [title] } });
	const all = family('B', { year: 2016, published: 16, ...text('Corner plots') });
	await put(index, {
		objects: [
			work('A', { version: 'B', dois: ['a'], ...text('Corner plots') }),
			work('B', { dois: ['b'], ...text('Corner plots, again') }),
			{ ...all, document: { ...all.document, identifiers: '[{"ID":"a","IDScheme":"doi"}]' } },
			work('C', { year: 2018, published: 18, ...text('Plots of corners') }),
			work('D', { year: 2017, published: 17, text: { title: ['A paper'], keyword: ['plots'] } }),
		],
		links: [...link('D Cites C'), ...only('version', link('C Cites B')), ...only('version', link('D Cites B'))],
	});
	return index;
}

async function find(parameters: Record<string, string>): Promise<number[]> {
	const { works } = await findObjects(await openIndex(), readWorksQuery(parameters));
	return works.map(({ group }) => group);
}

const groups = (...names: string[]) => names.map(groupOf);

describe('works that are found', () => {
	it('are families once, each by the number of the work that stands for it', async () => {
		assert.deepEqual(await find({ q: 'corner' }), groups('A'));
		assert.deepEqual((await find({ q: 'corner', group_by: 'identity' })).sort(), groups('A', 'B'));
	});

	it('come by relevance where there are words, else the most cited first', async () => {
		assert.deepEqual(await find({ q: 'plots' }), groups('A', 'C', 'D'));
		assert.deepEqual(await find({ q: 'plots OR paper' }), groups('A', 'C', 'D'));
		assert.deepEqual(await find({ type: 'unknown' }), groups('A', 'C', 'D'));
		assert.deepEqual(await find({ q: ' ', type: 'unknown', sort: '-mostcited' }), groups('D', 'C', 'A'));
	});

	it('come by date where asked, in either direction', async () => {
		assert.deepEqual(await find({ q: 'plots', sort: 'mostrecent' }), groups('C', 'D', 'A'));
		assert.deepEqual(await find({ q: 'plots', sort: '-mostrecent' }), groups('A', 'D', 'C'));
	});

	it('are filtered by year', async () => {
		assert.deepEqual(await find({ publication_year: '2017--' }), groups('C', 'D'));
	});

	const suggested = async (parameters: Record<string, string>) => {
		const { total, suggestions } = await findObjects(await openIndex(), readWorksQuery(parameters));
		return { total, suggestions };
	};

	it('are none for misspelt words, with queries that find something with the same filters', async () => {
		assert.deepEqual(await suggested({ q: 'Plost cornre' }), {
			total: 0,
			suggestions: ['plots corner', 'plots corners'],
		});
		assert.deepEqual(await suggested({ q: 'title:plost', publication_year: '2018--2018' }), {
			...{ total: 0, suggestions: ['title:plots'] },
		});
		assert.deepEqual(await suggested({ q: 'plost', publication_year: '1999--1999' }), { total: 0, suggestions: [] });
		assert.deepEqual(await suggested({ q: 'xylophone' }), { total: 0, suggestions: [] });
	});

	it('are none for words that works have, but none together, with queries of which one word is another', async () => {
		assert.deepEqual(await suggested({ q: 'corners again', group_by: 'identity' }), {
			...{ total: 0, suggestions: ['corner again'] },
		});
		assert.deepEqual(await suggested({ q: 'corners paper' }), { total: 0, suggestions: [] });
	});

	it('are not followed by suggestions where something is found, or nothing was misspelt', async () => {
		assert.deepEqual(await suggested({ q: 'plots' }), { total: 3, suggestions: undefined });
		assert.deepEqual(await suggested({ type: 'dataset' }), { total: 0, suggestions: undefined });
	});

	it('are not asked for by providers, which are those of links', async () => {
		const isRefused = (error: unknown) =>
			error instanceof BrokerError &&
			error.code === 'bad-query-string' &&
			/"provider" is not a field/.test(error.message);
		await assert.rejects(find({ q: 'plots provider:zenodo' }), isRefused);
	});
});
