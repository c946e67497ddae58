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

	const most = async (parameters: Record<string, string>) => {
		const answer = await findObjects(await openIndex(), readWorksQuery(parameters));
		const works = answer.works.map(({ group, missing }) => [group, missing?.join(' ')]);
		return { ...answer, works, without: answer.without?.map(({ words, q }) => `${words.join(' ')}: ${q}`) };
	};

	it('have most words where none has all, with the words that each lacks', async () => {
		const answer = await most({ q: 'Corners, smith plots' });
		assert.deepEqual([answer.matched, answer.total, answer.works], ['most', 1, [[groupOf('C'), 'smith']]]);
		assert.deepEqual(answer.facets?.publicationYear, [[2018, 1]]);
		assert.deepEqual(answer.without, ['smith: Corners, plots']);
	});

	it('have as many words as possible', async () => {
		const { works, without } = await most({ q: 'plots paper corners' });
		assert.deepEqual(works, [
			[groupOf('D'), 'corners'],
			[groupOf('C'), 'paper'],
		]);
		assert.deepEqual(without, ['corners: plots paper', 'paper: plots corners']);
		assert.deepEqual((await most({ q: 'plots of smith paper' })).works, [
			[groupOf('C'), 'smith paper'],
			[groupOf('D'), 'of smith'],
		]);
	});

	it('come with suggestions of other words as well', async () => {
		const { matched, suggestions } = await most({ q: 'corners again', group_by: 'identity' });
		assert.deepEqual([matched, suggestions], ['most', ['corner again']]);
	});

	it('have all that stands in quotes, in a field, with a sign or an operator', async () => {
		for (const q of ['"corners" paper', '+corners paper', 'corners AND paper', 'title:corners paper']) {
			assert.deepEqual([(await most({ q })).total, (await most({ q })).matched], [0, undefined], q);
		}
		assert.equal((await most({ q: 'corners paper OR smith' })).total, 0);
		assert.deepEqual((await most({ q: 'plots smith title:corners' })).works, [[groupOf('C'), 'smith']]);
		assert.deepEqual((await most({ q: 'plots smith -corners -paper' })).works, [[groupOf('A'), 'smith']]);
	});

	it('are none where works have less than half of the words, with the query that finds some', async () => {
		const { matched, total, without } = await most({ q: 'smith jones paper' });
		assert.deepEqual([matched, total, without], [undefined, 0, ['smith jones: paper']]);
	});

	it('are none where quoted words have no work with the others, with the query without those', async () => {
		for (const [q, without] of [
			['"of corners" smith', ['smith: "of corners"']],
			['paper "of corners"', ['paper: "of corners"']],
			['smith title:corn* jones', ['smith jones: title:corn*']],
			['smith "of corner"', undefined],
			['smith -paper', undefined],
		] as const) {
			const answer = await most({ q });
			assert.deepEqual([answer.matched, answer.total, answer.without], [undefined, 0, without], q);
		}
	});

	it('are the same on all pages, each once', async () => {
		const query = { q: 'plots smith', size: '1' };
		const pages: unknown[] = [];
		for (let cursor: string | undefined; ; ) {
			const answer = await most({ ...query, ...(cursor !== undefined && { cursor }) });
			pages.push([answer.matched, answer.total, ...answer.works]);
			cursor = answer.cursor;
			if (cursor === undefined) break;
		}
		assert.deepEqual(
			pages,
			groups('A', 'C', 'D').map((group) => ['most', 3, [group, 'smith']]),
		);
	});

	it('are filtered in the same way where they have most words', async () => {
		assert.deepEqual((await most({ q: 'plots smith', publication_year: '2017--2017' })).works, [
			[groupOf('D'), 'smith'],
		]);
	});

	it('have a year that is among the words, or the word', async () => {
		assert.deepEqual(await find({ q: 'plots 2018' }), groups('C'));
		assert.deepEqual(await find({ q: '"2018"' }), []);
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
