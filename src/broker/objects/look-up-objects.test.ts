// Says what is answered for a list of identifiers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { link, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { lookUpObjects } from './look-up-objects.ts';

async function openIndex() {
	const index = openModelIndex(createModelStore());
	await put(index, {
		objects: [
			work('A', { dois: ['10.1000/a', '10.1000/other'] }),
			work('B', { dois: ['10.1000/b'] }),
			{ ...work('C'), identifiers: [{ scheme: 'own', key: '17' }] },
			{ ...work('D'), identifiers: [{ scheme: 'other', key: '17' }] },
			{ ...work('E'), identifiers: [{ scheme: 'mag_id', key: '23193287' }] },
		],
		links: link('B Cites A'),
	});
	return index;
}

describe('identifiers that are looked up', () => {
	it('are answered in their order: what each was understood to be, and its counts where it is known', async () => {
		const index = await openIndex();
		const results = await lookUpObjects(index, [
			'https://doi.org/10.1000/A',
			{ ID: '10.1000/b', IDScheme: 'doi' },
			'10.1000/unknown',
		]);
		const shown = results.map((one) =>
			one.problem === null ? [one.asked.value, one.found?.group, one.found?.counts.version.isCitedBy] : one.problem,
		);
		assert.deepEqual(shown, [
			['10.1000/A', 1, 1],
			['10.1000/b', 2, 0],
			['10.1000/unknown', undefined, undefined],
		]);
	});

	it('let other requests have their turn between long texts', async () => {
		const index = await openIndex();
		let turns = 0;
		let isDone = false;
		const takeTurns = () => {
			turns++;
			if (!isDone) setImmediate(takeTurns);
		};
		setImmediate(takeTurns);
		const texts = Array.from({ length: 200 }, (_, at) => `10.1000/${at} `.repeat(400).slice(0, 4_000));
		const results = await lookUpObjects(index, texts);
		isDone = true;
		assert.equal(results.length, texts.length);
		assert.ok(turns > 10, `${turns} turns`);
	});

	it('are answered each time they are given, in any spelling', async () => {
		const results = await lookUpObjects(await openIndex(), ['10.1000/a', 'doi:10.1000/OTHER', '10.1000/a']);
		assert.deepEqual(
			results.map((one) => one.problem === null && one.found?.group),
			[1, 1, 1],
		);
	});

	it('are known by a value that reads as an identifier of another scheme, if that is unknown', async () => {
		const results = await lookUpObjects(await openIndex(), [
			...['23193287', 'pmid:23193287'],
			{ ID: '23193287', IDScheme: 'pmid' },
		]);
		assert.deepEqual(
			results.map((one) => one.problem === null && [one.asked.scheme, one.found?.group]),
			[
				['mag_id', 5],
				['pmid', undefined],
				['pmid', undefined],
			],
		);
	});

	it('have a problem each where they name no work, or several, and fail no other', async () => {
		const results = await lookUpObjects(await openIndex(), [
			'some words of a title',
			'10.1000/a and 10.1000/b',
			'17',
			' ',
			'x'.repeat(5_000),
			{ ID: '', IDScheme: 'doi' },
			{ ID: '17', IDScheme: 'own' },
		]);
		const problems = results.map(({ problem }) => problem);
		assert.deepEqual(
			results.slice(0, 4).map((one) => one.problem !== null && one.code),
			['not-an-identifier', 'several-identifiers', 'ambiguous-identifier', undefined],
		);
		assert.match(problems[0] ?? '', /is not an identifier\. If these are words of a title, search for works/);
		assert.match(problems[1] ?? '', /contains several identifiers/);
		assert.match(problems[2] ?? '', /names different works in different schemes: add scheme=/);
		assert.deepEqual(problems.slice(3), [
			'It is empty.',
			'It is longer than any identifier: 4096 characters.',
			'It is empty.',
			null,
		]);
	});

	it('take few calls of the index, however many they are', async () => {
		const index = await openIndex();
		let calls = 0;
		const counting = <Args extends unknown[], T>(call: (...args: Args) => T) => {
			return (...args: Args) => {
				calls += 1;
				return call(...args);
			};
		};
		const inputs = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? `10.1000/${at}` : `word ${at}`));
		const results = await lookUpObjects(
			{
				locate: counting(index.locate),
				locateKeys: counting(index.locateKeys),
				countLinks: counting(index.countLinks),
				search: counting(index.search),
			},
			inputs,
		);
		assert.equal(results.length, inputs.length);
		assert.ok(calls < 10, `${calls} calls`);
	});
});
