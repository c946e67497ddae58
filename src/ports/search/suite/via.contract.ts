// Suite of the search index: which members of two Version groups make their relationship.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { HistoryItem } from '../../../links/provenance.ts';
import type { GroupRelation } from '../../../links/relation.ts';
import type { IndexLink } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import { mostFacetValues, mostViaOfItem, type SearchRequest } from '../search-reader.ts';
import {
	about,
	asserted,
	buildUp,
	type Case,
	family,
	find,
	groupOf,
	namesOf,
	put,
	type Reading,
	work,
} from './search-index.fixture.ts';

/** A link between works in shorthand, `X Cites A`, and who asserted it. */
type Part = readonly [notation: string, ...history: HistoryItem[]];

/** Makes a link between Version groups from the links between works, which are included. */
function made(notation: string, ...parts: readonly Part[]): IndexLink[] {
	const links = parts.map(([part, ...history]) => ({ ...endsOf(part), identity: history }));
	const via = links.map(({ source, target, identity }) => ({ source, target, history: identity }));
	return [...links, { ...endsOf(notation), version: parts.flatMap(([, ...history]) => history), via }];
}

function endsOf(notation: string): Pick<IndexLink, 'source' | 'relation' | 'target'> {
	const [source = '', relation, target = ''] = notation.split(' ') as [string, GroupRelation, string];
	return { source: groupOf(source), relation, target: groupOf(target) };
}

/** A family of A, B and C, named after C; X and Y are alone, and V and W are versions of a work. */
const objects = [
	...['A', 'B'].map((name) => work(name, { version: 'C' })),
	...[work('C'), family('C'), work('X'), work('Y')],
	...[work('V', { version: 'W' }), work('W'), family('W')],
];
const links = [
	...made(
		'X Cites C',
		['X Cites A', asserted('2015')],
		['X Cites B', asserted('2017', 'Zenodo')],
		['X Cites C', asserted('2015')],
	),
	...made('Y Cites C', ['Y Cites B', asserted('2016')]),
	...made(
		'W Cites C',
		['V Cites B', asserted('2014')],
		['W Cites B', asserted('2014')],
		['W Cites A', asserted('2013')],
	),
];

const byVersion = (more: Partial<SearchRequest> = {}) => about('C', { groupBy: 'version', ...more });

/**
 * Returns what makes each item found, as `B X 2016`: the asked member, the other one, the dates.
 */
async function viaFound(index: SearchIndex, request: SearchRequest): Promise<string[][]> {
	const result = await index.search(request);
	const nameOf = (identifiers: string) => (JSON.parse(identifiers) as [{ ID: string }])[0].ID;
	return (result?.items ?? []).map(({ via }) => {
		const shown = (via?.links ?? []).map(({ source, target, history }) =>
			[nameOf(source), nameOf(target), ...history.map(({ date }) => date)].join(' '),
		);
		assert.equal(via?.total, shown.length);
		return shown;
	});
}

const membersCounted = async (index: SearchIndex, request: SearchRequest) =>
	(await index.search(request))?.facets?.via?.map(
		([identifiers, count]) => `${JSON.parse(identifiers)[0].ID} ${count}`,
	);

export function describeVia(on: Case): void {
	const reads = on.reading({ objects, links });
	describe('the members that make a relationship by version', () => describeMembers(on, reads));
	describe('the filter by a member', () => describeFilter(reads));
	describe('the counts of members', () => describeCounts(on, reads));
}

function describeMembers(on: Case, reads: Reading): void {
	reads(
		'are listed from the asked family, newest first, then in the order of its members and the others',
		async (index) => {
			assert.deepEqual(await viaFound(index, byVersion()), [
				['B X 2017', 'A X 2015', 'C X 2015'],
				['B Y 2016'],
				['B V 2014', 'B W 2014', 'A W 2013'],
			]);
		},
	);

	reads('are listed in the other direction from the other end', async (index) => {
		assert.deepEqual(await viaFound(index, about('X', { groupBy: 'version' })), [['X B 2017', 'X A 2015', 'X C 2015']]);
		assert.deepEqual(await viaFound(index, about('W', { groupBy: 'version' })), [['V B 2014', 'W B 2014', 'W A 2013']]);
	});

	on('are the works themselves where both are alone', async (index) => {
		const ends = endsOf('X Cites Y');
		const history = [asserted('2016'), asserted('2015', 'Zenodo')];
		await put(index, { objects, links: [{ ...ends, identity: history, version: history }] });
		assert.deepEqual(await viaFound(index, about('Y', { groupBy: 'version' })), [['Y X 2016 2015']]);
	});

	reads('are not listed for works', async (index) => {
		const result = await index.search(about('B'));
		assert.deepEqual(
			result?.items.map((item) => 'via' in item),
			[false, false, false, false],
		);
	});

	on('are the same after a build and after updates', async (index) => {
		await buildUp(index, 2, { objects, links });
		await index.switchTo(2);
		assert.deepEqual(await viaFound(index, byVersion({ via: groupOf('A') })), [
			['B X 2017', 'A X 2015', 'C X 2015'],
			['B V 2014', 'B W 2014', 'A W 2013'],
		]);
	});

	on('change with the links that make a relationship', async (index) => {
		await put(index, { objects, links });
		const emptied = [
			{ ...endsOf('X Cites A'), identity: [] },
			{ ...endsOf('X Cites C'), identity: [] },
		];
		await put(index, { links: [...emptied, ...made('X Cites C', ['X Cites B', asserted('2017')])] });
		assert.deepEqual((await viaFound(index, byVersion()))[0], ['B X 2017']);
	});

	on('show the present description of a member', async (index) => {
		await put(index, { objects, links });
		const document = { ...work('B').document, identifiers: '[{"ID":"new","IDScheme":"doi"}]' };
		await put(index, { objects: [{ ...work('B', { version: 'C' }), document }, work('C'), family('C')] });
		assert.deepEqual((await viaFound(index, byVersion()))[1], ['new Y 2016']);
	});

	on('stay listed where the object at the other end is written again', async (index) => {
		await put(index, { objects, links });
		await put(index, { objects: [work('X', { year: 2020 })] });
		assert.deepEqual((await viaFound(index, byVersion({ years: { from: 2020, to: null } })))[0]?.length, 3);
		assert.deepEqual(await find(index, 'C', { groupBy: 'version', via: groupOf('C') }), ['X']);
	});

	on(`are at most ${mostViaOfItem} of one item, with their total`, async (index) => {
		const letters = Array.from({ length: mostViaOfItem + 5 }, (_, number) => String.fromCharCode(300 + number));
		const versions = letters.map((name, number) => work(name, { version: 'C', sortKey: `${2000 - number}` }));
		const parts = letters.map((name): Part => [`X Cites ${name}`, asserted('2015')]);
		await put(index, { objects: [...objects, ...versions], links: made('X Cites C', ...parts) });
		const via = (await index.search(byVersion()))?.items[0]?.via;
		assert.deepEqual([via?.total, via?.links.length], [letters.length, mostViaOfItem]);
		assert.deepEqual(JSON.parse(via?.links[0]?.source ?? ''), [{ ID: letters.at(-1), IDScheme: 'doi' }]);
		const counted = await membersCounted(index, byVersion({ facets: true }));
		assert.deepEqual([counted?.length, counted?.[0]], [mostFacetValues, `${letters.at(-1)} 1`]);
	});
}

function describeFilter(reads: Reading): void {
	reads(
		'keeps the relationships to which a link of the member contributes, with order, pages and numbers',
		async (index) => {
			const asked = byVersion({ via: groupOf('A') });
			assert.deepEqual(await find(index, 'C', asked), ['X', 'all W']);
			const page = await index.search({ ...asked, size: 1, order: 'oldest' });
			assert.deepEqual([page && namesOf(page), page?.total], [['all W'], 2]);
			const next = await index.search({ ...asked, size: 1, order: 'oldest', cursor: page?.cursor ?? '' });
			assert.deepEqual([next && namesOf(next), next?.cursor], [['X'], undefined]);
		},
	);

	reads('works together with other filters', async (index) => {
		const upTo = { from: null, to: asserted('2016').instant };
		assert.deepEqual(await find(index, 'C', byVersion({ via: groupOf('B'), asserted: upTo })), ['X', 'Y', 'all W']);
		assert.deepEqual(await find(index, 'C', byVersion({ via: groupOf('B'), relation: 'cites' })), []);
	});

	reads('keeps nothing for a work that is not a member', async (index) => {
		assert.deepEqual(await find(index, 'C', byVersion({ via: groupOf('X') })), []);
	});
}

function describeCounts(on: Case, reads: Reading): void {
	reads('list the relationships of each, most first, then in the order of members', async (index) => {
		assert.deepEqual(await membersCounted(index, byVersion({ facets: true, size: 0 })), ['B 3', 'A 2', 'C 1']);
		const other = about('W', { groupBy: 'version', facets: true });
		assert.deepEqual(await membersCounted(index, other), ['V 1', 'W 1']);
		assert.deepEqual(await membersCounted(index, about('X', { groupBy: 'version', facets: true })), ['X 1']);
	});

	reads('count what the filters match', async (index) => {
		const upTo = { from: null, to: asserted('2014').instant };
		assert.deepEqual(await membersCounted(index, byVersion({ facets: true, asserted: upTo })), ['A 1', 'B 1']);
		assert.deepEqual(await membersCounted(index, byVersion({ facets: true, via: groupOf('C') })), [
			'A 1',
			'B 1',
			'C 1',
		]);
		assert.deepEqual(await membersCounted(index, byVersion({ facets: true, relation: 'cites' })), []);
	});

	on('leave out links between members', async (index) => {
		await put(index, { objects, links: [...links, { ...endsOf('C Cites A'), identity: [asserted('2015')] }] });
		assert.deepEqual(await membersCounted(index, byVersion({ facets: true })), ['B 3', 'A 2', 'C 1']);
	});
}
