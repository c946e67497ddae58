// Tests what is counted of the sources, when it is counted again, and how it is shown.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { readIdentifier } from '../../identifiers/index.ts';
import type { Link } from '../../links/link.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { about, given, send } from '../graph.fixture.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { getSources, keepCount } from './keep-count.ts';
import { type CountedSources, describeSources } from './sources.ts';

let fresh: TestRecords;
let index: SearchIndex;
beforeEach(async () => {
	fresh = await openTestRecords();
	index = openModelIndex(createModelStore());
});
afterEach(() => fresh.close());

const begin = Date.UTC(2026, 0, 31);

/** A clock on which counting takes so many milliseconds. */
function clockAt(now: number, takes = 0) {
	let elapsed = 0;
	const pass = () => {
		elapsed += takes;
		return elapsed;
	};
	return { ...systemClock, now: () => now, elapsed: pass };
}

const count = (clock = clockAt(begin), atOnceWithinMilliseconds = 0) =>
	keepCount(fresh.records, index, { clock, atOnceWithinMilliseconds });

async function counted(...links: string[]): Promise<CountedSources> {
	if (links.length > 0) await send(fresh.records, given(...links));
	while ((await updateIndex(fresh.records, index)) > 0);
	await count(clockAt(begin), Number.POSITIVE_INFINITY);
	return (await getSources(fresh.records, index)).counted?.sources as CountedSources;
}

describe('the sources', () => {
	it('have each provider once, however spelled, with its relationships and the works it speaks of', async () => {
		const { providers, links, works, identifiers } = await counted(
			'A cites B by Crossref on 2016',
			'A cites B by CROSSREF on 2017-05-01',
			'A cites B by Zenodo on 2019',
			'C supplements B=D by Zenodo on 2015-03-02',
		);
		assert.deepEqual(
			providers.map(({ name, links, works }) => ({ name, links, works })),
			[
				{ name: 'Zenodo', links: 3, works: 3 },
				{ name: 'Crossref', links: 1, works: 2 },
			],
		);
		assert.deepEqual({ links, works, identifiers }, { links: 3, works: 3, identifiers: 4 });
	});

	it('count no link of an object to itself, also by rule, but its works', async () => {
		const [ruled] = given('X cites Y') as [Link];
		const [doi, arxiv] = [readIdentifier('10.48550/arXiv.2401.00001', 'doi'), readIdentifier('2401.00001', 'arxiv')];
		const byRule = { identifiers: [doi], description: {}, sameByRule: [[doi, arxiv]] as const };
		const link = { ...ruled, source: byRule, target: { identifiers: [arxiv], description: {} } };
		await send(fresh.records, [link, about('A', { Title: 'Of A' })]);
		const { links, works, providers } = await counted();
		assert.deepEqual([links, works, providers], [0, 2, []]);
	});

	it('have the first and the last date of each, and its links by the year in which it first asserted them', async () => {
		const { providers } = await counted(
			'A cites B by Crossref on 2017-05-01',
			'A cites B by Crossref on 2016',
			'C cites B by Crossref on 2018-01',
			'D cites B by Crossref on 2018-02',
		);
		const [crossref] = providers;
		assert.deepEqual([crossref?.firstLink, crossref?.lastLink], ['2016', '2018-02']);
		assert.deepEqual(crossref?.years, [
			[2016, 1],
			[2018, 2],
		]);
	});

	it('count identifiers by scheme, and works by type, each version by itself', async () => {
		await send(fresh.records, [about('A', { Type: { Name: 'software' } }), ...given('A hasVersion B')]);
		const { schemes, types } = await counted('C@arxiv cites A');
		assert.deepEqual(schemes, [
			['doi', 2],
			['arxiv', 1],
		]);
		assert.deepEqual(types, [
			['unknown', 2],
			['software', 1],
		]);
	});

	it('have the most cited works of each type for examples', async () => {
		await send(fresh.records, [about('A', { Title: 'Corner plots', Type: { Name: 'software' } })]);
		const { examples } = await counted('C cites A', 'D cites A', 'D cites C');
		const shown = examples.map(({ object, counts }) => [object.Identifiers[0]?.ID, object.Title, counts.isCitedBy]);
		assert.deepEqual(shown, [
			['A', 'Corner plots', 2],
			['C', undefined, 1],
			['D', undefined, 0],
		]);
	});

	it('leave out what must not be found yet', async () => {
		await send(fresh.records, given('A cites B by Crossref'), { noindex: true });
		const { providers, links, works, identifiers, schemes } = await counted();
		assert.deepEqual([providers, schemes, links, works, identifiers], [[], [], 0, 0, 0]);
	});
});

describe('the count of the sources', () => {
	it('is not there before it was made, and then says whether anything has changed since', async () => {
		const before = await getSources(fresh.records, index);
		assert.deepEqual(before, { counted: undefined, isCurrent: false, isEmpty: true, lastAppliedAt: null });
		await counted('A cites B');
		assert.equal((await getSources(fresh.records, index)).isCurrent, true);
		await send(fresh.records, given('C cites B'));
		const { isCurrent, counted: kept } = await getSources(fresh.records, index);
		assert.deepEqual([isCurrent, kept?.sources.links], [false, 1]);
	});

	it('is made where something has changed, and not before twenty times as long as it took', async () => {
		await send(fresh.records, given('A cites B'));
		assert.equal(await count(clockAt(begin, 1_000)), 'counted');
		assert.equal(await count(clockAt(begin)), 'current');
		await send(fresh.records, given('C cites B'));
		const { counted: kept } = await getSources(fresh.records, index);
		const due = begin + 21 * (kept?.milliseconds ?? 0);
		assert.deepEqual(await count(clockAt(due - 1_000)), { againIn: 1_000 });
		assert.equal(await count(clockAt(due)), 'counted');
	});

	it('is made at once where that is quick, for a caller that asks for that', async () => {
		await send(fresh.records, given('A cites B'));
		await count(clockAt(begin, 1_000));
		await send(fresh.records, given('C cites B'));
		const { counted: kept } = await getSources(fresh.records, index);
		const took = kept?.milliseconds ?? 0;
		assert.ok(took > 0);
		assert.notEqual(await count(clockAt(begin), took - 1), 'counted');
		assert.equal(await count(clockAt(begin), took), 'counted');
	});

	it('is not made while another process makes it', async () => {
		await fresh.records.claimCounting('other', begin, begin + 60_000);
		assert.equal(typeof (await count()), 'object');
		assert.equal(await count(clockAt(begin + 60_001)), 'counted');
	});

	it('is given up where it is asked to be', async () => {
		const given = keepCount(fresh.records, index, { clock: clockAt(begin), signal: AbortSignal.abort('stopped') });
		await assert.rejects(given, (reason) => reason === 'stopped');
	});
});

describe('the sources as they are shown', () => {
	it('are empty before they were counted', async () => {
		const shown = describeSources(await getSources(fresh.records, index), { size: 10, page: 1 });
		assert.deepEqual([shown.as_of, shown.empty, shown.providers, shown.works], [null, true, [], 0]);
	});

	it('are shown in pages of providers, those with the most links first', async () => {
		await counted('A cites B by One', 'A cites C by Two', 'A cites B by Two', 'A cites B by Three');
		const shown = await getSources(fresh.records, index);
		const page = (page: number) => describeSources(shown, { size: 2, page }).providers.map(({ name }) => name);
		assert.deepEqual([page(1), page(2), page(3)], [['Two', 'One'], ['Three'], []]);
	});
});
