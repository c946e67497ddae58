// Reports, sources and searches by words on records in SQLite or PostgreSQL and an index in SQLite
// or OpenSearch: whatever holds the links, all four combinations answer the same.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { about, given, send } from '../src/broker/graph.fixture.ts';
import { updateIndex } from '../src/broker/indexing/update-index.ts';
import { findObjects } from '../src/broker/objects/find-objects.ts';
import { describeReport } from '../src/broker/objects/report-document.ts';
import { reportWorks } from '../src/broker/objects/report-works.ts';
import { selectWorks, type WorksSelection } from '../src/broker/objects/select-works.ts';
import { readWorksQuery } from '../src/broker/objects/works-query.ts';
import { getSources, keepCount } from '../src/broker/sources/keep-count.ts';
import { describeSources } from '../src/broker/sources/sources.ts';
import { systemClock } from '../src/clock.ts';
import { skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { openPairs, type Pair } from './engine-pairs.fixture.ts';

const now = Date.UTC(2026, 0, 31);

const links = [
	about('10.5281/a', { Title: 'Corner plots', Type: { Name: 'software' }, PublicationDate: '2014' }),
	about('10.1000/x', { Title: 'A paper with corner plots', Type: { Name: 'literature' }, PublicationDate: '2016' }),
	...given(
		'10.5281/a=10.21105/joss.00024 hasVersion 10.5281/B',
		'10.1000/x cites 10.5281/a by Crossref on 2016-03-01',
		'10.1000/x cites 10.5281/a by CROSSREF on 2015',
		'10.1000/y cites 10.5281/a by DataCite on 2018-06',
		'10.1000/y cites 10.5281/b by DataCite on 2019',
		'10.1000/z cites 10.5281/b by DataCite on 2026-01-05',
		'10.1000/z cites 10.52810/c by Crossref on 2017',
		'10.5281/ä supplements 10.1000/x by Zenodo on 2017',
	),
];

/** Returns what every combination must report alike: no times of this run. */
async function report(
	{ store, index }: Pair,
	selection: WorksSelection,
	size: number,
): Promise<ReturnType<typeof describeReport>[]> {
	const since = Date.UTC(2026, 0, 1) / 1_000;
	const steps = [];
	for (let cursor: string | undefined; ; ) {
		const selected = await selectWorks(store, selection, { size, cursor });
		const reported = await reportWorks({ index, records: store, clock: systemClock }, selected.inputs, { since });
		steps.push(describeReport(reported, { ...selected, cursor: null }));
		if (selected.cursor === null) return steps;
		cursor = selected.cursor;
	}
}

describe('reports, sources and words on all four combinations of engines', {
	skip: skipPostgres || skipOpenSearch,
}, () => {
	let pairs: Pair[] = [];
	before(async () => {
		pairs = await openPairs();
		for (const { store, index } of pairs) {
			await send(store, links);
			while ((await updateIndex(store, index)) > 0);
			const clock = { ...systemClock, now: () => now };
			assert.equal(await keepCount(store, index, { clock }), 'counted');
		}
	});
	after(() => Promise.all(pairs.map(({ close }) => close())));

	/** Returns what all report, which must be the same. */
	const alike = async <T>(report: (pair: Pair) => Promise<T>): Promise<T> => {
		const [first, ...others] = await Promise.all(pairs.map(report));
		for (const [at, other] of others.entries()) assert.deepEqual(other, first, `${pairs[at + 1]?.name}`);
		return first as T;
	};

	it('are alike by prefix, in steps of any size, with new citations and who says so', async () => {
		for (const size of [1, 2, 100]) {
			const steps = await alike((pair) => report(pair, { prefix: '10.5281' }, size));
			const works = steps.flatMap((step) => step.works);
			assert.deepEqual(
				works.map(({ understood_as, cited_since }) => [understood_as?.ID, cited_since?.identity]),
				[
					['10.5281/a', 0],
					['10.5281/B', 1],
					['10.5281/ä', 0],
				],
			);
			assert.deepEqual(works[0]?.providers, [
				{ name: 'Crossref', links: 1, first_link: '2015', last_link: '2016-03-01' },
				{ name: 'DataCite', links: 1, first_link: '2018-06', last_link: '2018-06' },
			]);
		}
	});

	it('are alike by provider, the most cited first, with how many works there are', async () => {
		const [step] = await alike((pair) => report(pair, { provider: 'datacite' }, 100));
		assert.equal(step?.works_total, 4);
		assert.equal(step?.summary.cited_by.version, 3);
		assert.equal(step?.works.at(0)?.counts?.identity.isCitedBy, 2);
		assert.deepEqual(step?.as_of, '2026-01-31T00:00:00.000Z');
	});

	it('are alike for the sources: providers, types by what is known of works, schemes and examples', async () => {
		const reported = await alike(async ({ store, index }) => {
			const document = describeSources(await getSources(store, index), { size: 100, page: 1 });
			const providers = document.providers.map(({ last_received, ...provider }) => provider);
			return { ...document, last_applied: null, providers };
		});
		assert.deepEqual(
			reported.types.map(({ type, works }) => [type, works]),
			[
				['unknown', 5],
				['literature', 1],
				['software', 1],
			],
		);
		assert.deepEqual(reported.providers.find(({ name }) => name === 'DataCite')?.links, 3);
		assert.equal(reported.examples[0]?.Identifiers.length, 1);
	});

	it('are alike for works found by words, with filters, and what may be meant', async () => {
		const find = (parameters: Record<string, string>) =>
			alike(async ({ index }) => {
				const { works, total, facets, suggestions } = await findObjects(index, readWorksQuery(parameters));
				return { total, facets, suggestions, works: works.map(({ document, counts }) => ({ document, counts })) };
			});
		assert.equal((await find({ q: 'corner plots', group_by: 'identity' })).total, 2);
		assert.equal((await find({ q: 'corner', type: 'software' })).total, 1);
		assert.deepEqual((await find({ q: 'cornre plots' })).suggestions, ['corner plots']);
		assert.ok((await find({ q: 'identifier:10.5281*', sort: 'mostcited' })).total > 0);
	});
});
