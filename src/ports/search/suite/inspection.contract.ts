// Suite of the search index: comparing an index with what it should contain.
import assert from 'node:assert/strict';
import type { GroupBy, GroupId, IndexObject } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import { asserted, buildUp, type Case, family, groupOf, link, only, put, work } from './search-index.fixture.ts';

const objects = [
	work('A', { year: 2015, type: 'software', text: { title: ['A title'] }, dois: ['a', 'A2'] }),
	work('B'),
	work('C', { version: 'C' }),
	work('D', { version: 'C' }),
	family('C'),
];
const links = [
	...link('A Cites B', asserted('2015', 'Crossref', 'References'), asserted('2014', 'Zenodo')),
	...link('B IsRelatedTo A'),
	...only('identity', link('B Cites D')),
	...only('version', link('B Cites C')),
];

export function describeInspection(on: Case): void {
	on('returns nothing for its own content, written one by one or in a build', async (index) => {
		await put(index, { objects, links });
		await assertAgrees(index);
		await buildUp(index, 2, { objects, links });
		await index.switchTo(2);
		await assertAgrees(index);
	});

	on('returns objects that it lacks or has with other content', async (index) => {
		await put(index, { objects, links });
		const [a] = objects as [IndexObject];
		const document = { ...a.document, fields: '"Title":"Another","Type":{"Name":"software"}' };
		const others: IndexObject[] = [
			work('E'),
			family('A'),
			{ ...a, year: 2016 },
			{ ...a, type: 'dataset' },
			{ ...a, version: groupOf('B') },
			{ ...a, sortKey: 'other' },
			{ ...a, text: { ...a.text, title: ['Another title'] } },
			{ ...a, identifiers: [...a.identifiers, { scheme: 'doi', key: 'a3' }] },
			{ ...a, document },
		];
		assert.deepEqual(await index.differingObjects([...objects, ...others]), others);
	});

	on('returns an object whose identifier belongs to another one', async (index) => {
		await put(index, { objects, links });
		await put(index, { objects: [work('E', { dois: ['A2'] })] });
		assert.deepEqual(await index.differingObjects(objects), [objects[0]]);
	});

	on(
		'returns links that it lacks, has with another state, or should not have, at each level separately',
		async (index) => {
			await put(index, { objects, links });
			const wanted = [
				...link('A IsSupplementTo B'),
				...link('A Cites B', asserted('2015', 'Crossref', 'References')),
				...only('version', link('A Cites B', asserted('2015', 'Crossref', 'Cites'), asserted('2014', 'Zenodo'))),
				{ ...(link('B IsRelatedTo A')[0] as (typeof links)[number]), identity: [], version: [] },
			];
			const found = (await index.differingLinks([...links, ...wanted])).map(
				({ source, relation, target, level }) => `${nameOf(source)} ${relation} ${nameOf(target)} ${level}`,
			);
			const differing = ['A Cites B', 'A IsSupplementTo B', 'B IsRelatedTo A'];
			assert.deepEqual(
				[...new Set(found)].sort(),
				differing.flatMap((name) => [`${name} identity`, `${name} version`]),
			);
		},
	);

	on('lists and counts what there is, also after removals', async (index) => {
		await put(index, { objects, links });
		assert.deepEqual(await groupsOf(index, 'identity'), ['A', 'B', 'C', 'D'].map(groupOf));
		assert.deepEqual(await groupsOf(index, 'version'), [groupOf('C')]);
		assert.deepEqual(await index.counts(), {
			objects: { identity: 4, version: 1 },
			links: { identity: 4, version: 4 },
			miscounted: 0,
		});
		const removed = (['identity', 'version'] as const).map((level) => ({ level, group: groupOf('A') }));
		await put(index, { removed });
		assert.deepEqual(await groupsOf(index, 'identity'), ['B', 'C', 'D'].map(groupOf));
		assert.deepEqual(await index.counts(), {
			objects: { identity: 3, version: 1 },
			links: { identity: 1, version: 1 },
			miscounted: 0,
		});
	});
}

const nameOf = (group: GroupId) => String.fromCharCode(group + 64);

async function assertAgrees(index: SearchIndex): Promise<void> {
	assert.deepEqual(await index.differingObjects(objects), []);
	assert.deepEqual(await index.differingLinks(links), []);
	assert.equal((await index.counts()).miscounted, 0);
}

async function groupsOf(index: SearchIndex, level: GroupBy): Promise<GroupId[]> {
	return (await Array.fromAsync(index.groups(level))).flat().toSorted((one, other) => one - other);
}
