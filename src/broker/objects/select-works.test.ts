// Says which works a prefix of DOIs and a provider select, on real records.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { given, send } from '../graph.fixture.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { keepCount } from '../sources/keep-count.ts';
import { createCitingProviders, sumOfProviders } from './citing-providers.ts';
import { selectWorks, type WorksSelection } from './select-works.ts';

let fresh: TestRecords;
beforeEach(async () => {
	fresh = await openTestRecords();
});
afterEach(() => fresh.close());

const now = Date.UTC(2026, 0, 31);

/** Has these links applied, indexed and counted. */
async function hold(...links: string[]): Promise<void> {
	const index = openModelIndex(createModelStore());
	await send(fresh.records, given(...links));
	while ((await updateIndex(fresh.records, index)) > 0);
	const clock = { ...systemClock, now: () => now };
	assert.equal(await keepCount(fresh.records, index, { clock }), 'counted');
}

/** Names the works of all steps, of so many works each. */
async function allOf(selection: WorksSelection, size: number): Promise<string[]> {
	const all: string[] = [];
	for (let cursor: string | undefined; ; ) {
		const step = await selectWorks(fresh.records, selection, { size, cursor });
		all.push(...step.inputs.map((input) => (typeof input === 'string' ? input : input.ID)));
		if (step.cursor === null) return all;
		cursor = step.cursor;
	}
}

describe('the works of a prefix', () => {
	it('are those that have a DOI that begins so, each once, whatever the case of letters and the steps', async () => {
		await hold(
			'10.5281/b=10.5281/a cites 10.52810/c',
			'10.1000/d=10.5281/E cites 10.1000/x.10.5281/f',
			'10.5281/g@handle cites 10.5281/G2',
		);
		for (const size of [1, 2, 100]) {
			assert.deepEqual(await allOf({ prefix: ' 10.5281' }, size), ['10.5281/a', '10.5281/E', '10.5281/G2']);
		}
		assert.deepEqual(await allOf({ prefix: '10.5281/e' }, 1), ['10.5281/E']);
		assert.deepEqual(await allOf({ prefix: '10.9999' }, 1), []);
	});

	it('are not there without one', async () => {
		for (const prefix of ['zenodo', '', '10.5281 x']) {
			await assert.rejects(allOf({ prefix }, 1), { code: 'bad-usage', message: /is not a prefix of DOIs/ });
		}
	});
});

describe('the works of a provider', () => {
	it('are those it speaks of, the most cited first, with how many there are and when they were counted', async () => {
		await hold(
			'10.1000/a cites 10.1000/b by Zenodo',
			'10.1000/c cites 10.1000/b by Crossref',
			'10.1000/c cites 10.1000/a by Crossref',
			'10.1000/d cites 10.1000/c by Crossref',
		);
		for (const size of [1, 100]) {
			assert.deepEqual(await allOf({ provider: 'ZENODO' }, size), ['10.1000/b', '10.1000/a']);
			assert.equal((await allOf({ provider: 'Crossref' }, size)).length, 4);
		}
		const { counted } = await selectWorks(fresh.records, { provider: 'Zenodo' }, { size: 1 });
		assert.deepEqual(counted, { works: 2, at: now });
	});

	it('are none where nothing was counted yet, and not found where nobody has such a name', async () => {
		await send(fresh.records, given('A cites B by Zenodo'));
		assert.deepEqual(await selectWorks(fresh.records, { provider: 'Zenodo' }, { size: 1 }), {
			...{ inputs: [], cursor: null, cursors: [] },
			counted: { works: 0, at: null },
		});
		await assert.rejects(allOf({ provider: 'Nobody' }, 1), { code: 'not-found' });
	});
});

describe('a cursor of selected works', () => {
	it('that nobody handed out, or for the other kind, is refused', async () => {
		await hold('10.1000/a cites 10.1000/b by Zenodo');
		const { cursor } = await selectWorks(fresh.records, { prefix: '10.1000' }, { size: 1 });
		for (const wrong of ['words', '', cursor as string]) {
			const asked = selectWorks(fresh.records, { provider: 'Zenodo' }, { size: 1, cursor: wrong });
			await assert.rejects(asked, { code: 'invalid-body', message: /cursor/ });
		}
	});
});

describe('who says that a work is cited', () => {
	const providersOf = async (id: string) => {
		const [located] = await fresh.records.read((read) => read.locate([{ scheme: 'doi', key: id.toLowerCase() }]));
		return createCitingProviders(fresh.records, { clock: systemClock })(located?.id ?? 0);
	};

	it('is listed with the number of links, each once however often it was asserted, and the first and last date', async () => {
		await hold(
			'A cites B=C by Crossref on 2017-05-01',
			'A cites B by CROSSREF on 2016',
			'A cites C by Crossref on 2018-01',
			'D cites B by Zenodo on 2015',
			'B cites C by Zenodo on 2014',
		);
		const crossref = { name: 'Crossref', links: 2, firstLink: '2016', lastLink: '2018-01' };
		const zenodo = { name: 'Zenodo', links: 1, firstLink: '2015', lastLink: '2015' };
		assert.deepEqual(await providersOf('C'), { providers: [crossref, zenodo], isWhole: true });
		assert.deepEqual(await providersOf('A'), { providers: [], isWhole: true });
	});

	it('is summed over works', async () => {
		await hold('A cites B by Crossref on 2016', 'A cites C by Crossref on 2018', 'A cites C by Zenodo on 2018');
		assert.deepEqual(sumOfProviders([await providersOf('B'), await providersOf('C')]), {
			providers: [
				{ name: 'Crossref', links: 2, firstLink: '2016', lastLink: '2018' },
				{ name: 'Zenodo', links: 1, firstLink: '2018', lastLink: '2018' },
			],
			isWhole: true,
		});
	});

	it('is looked for no longer than somebody waits', async () => {
		await hold('A cites B');
		const stopIfUnwanted = () => AbortSignal.abort('left').throwIfAborted();
		const counting = createCitingProviders(fresh.records, { clock: systemClock, stopIfUnwanted })(1);
		await assert.rejects(counting, (reason) => reason === 'left');
	});
});
