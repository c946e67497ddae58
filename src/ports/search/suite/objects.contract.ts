// Suite of the search index: works, and the counts of their links.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { dateInstant } from '../../../links/link-date.ts';
import type { IndexChanges } from '../index-content.ts';
import { mostMembersListed, mostVersionsListed, mostWorksListed, type WorkOverview } from '../object-reader.ts';
import type { SearchIndex } from '../search-index.ts';
import { about, asserted, type Case, family, groupOf, link, only, put, work } from './search-index.fixture.ts';

const published = dateInstant;

/** A family of A, B and C, named after C; X, Y and Z are alone. */
const shelf: Partial<IndexChanges> = {
	objects: [
		work('A', { version: 'C', published: published('2016') }),
		work('B', { version: 'C', published: published('2017-05') }),
		...[work('C'), family('C')],
		work('X', { type: 'literature', year: 2018 }),
		...[work('Y', { type: 'literature', year: 2019 }), work('Z')],
	],
	links: [
		...only('identity', link('X Cites A', asserted('2015'), asserted('2012', 'Zenodo'))),
		...only('identity', link('X Cites B', asserted('2018-02-03'))),
		...only('identity', link('Y Cites B')),
		...only('identity', link('B IsSupplementTo Y', asserted('2019'))),
		...only('version', link('X Cites C', asserted('2018-02-03'), asserted('2015'))),
		...only('version', link('Y Cites C')),
		...only('version', link('B IsSupplementTo Y', asserted('2019'))).map((one) => ({ ...one, source: groupOf('C') })),
	],
};

async function overview(index: SearchIndex, name: string, facets = false): Promise<WorkOverview> {
	return (await index.describe(groupOf(name), { facets })) as WorkOverview;
}

const nameOf = ({ document }: Pick<WorkOverview['work'], 'document'>) =>
	JSON.parse(document.identifiers)[0].ID as string;

export function describeObjects(on: Case): void {
	const reads = on.reading(shelf);
	describe('a work', () => {
		reads('is described with the links of its Identity group by relation', async (index) => {
			const { work } = await overview(index, 'B');
			assert.deepEqual([work.group, nameOf(work)], [groupOf('B'), 'B']);
			assert.deepEqual(work.counts, { cites: 0, isCitedBy: 2, isSupplementTo: 1, isSupplementedBy: 0, isRelatedTo: 0 });
		});

		reads('is described with its family, that of a single work being the work', async (index) => {
			const { family } = await overview(index, 'A');
			assert.equal(JSON.parse(family.document.identifiers)[0].ID, 'all C');
			assert.deepEqual([family.counts.isCitedBy, family.counts.isSupplementTo], [2, 1]);
			const alone = await overview(index, 'X');
			assert.deepEqual(alone.family.members, [alone.work]);
			assert.deepEqual(alone.family.document, alone.work.document);
			assert.deepEqual([alone.family.total, alone.family.counts.cites], [1, 1]);
		});

		reads('has the works of its family in order: the latest published first, undated ones last', async (index) => {
			const { family } = await overview(index, 'C');
			assert.deepEqual(family.members.map(nameOf), ['B', 'A', 'C']);
			assert.deepEqual(
				family.members.map(({ counts }) => counts.isCitedBy),
				[2, 1, 0],
			);
			assert.equal(family.total, 3);
		});

		on('has ties of its family in the order of sortKeys', async (index) => {
			const objects = ['A', 'B', 'C'].map((name, at) =>
				work(name, { version: 'C', published: 5, sortKey: ['é', '\u{1f600}', '\uffee'][at] as string }),
			);
			await put(index, { objects: [...objects, family('C')] });
			assert.deepEqual((await overview(index, 'A')).family.members.map(nameOf), ['A', 'C', 'B']);
		});

		on(`has the first ${mostVersionsListed} works of its family, and their total`, async (index) => {
			const many = mostVersionsListed + 1;
			const works = Array.from({ length: many }, (_, at) => ({
				...work('A', { version: 'C', published: at }),
				group: 1_000 + at,
				sortKey: String(at),
				identifiers: [{ scheme: 'doi', key: String(at) }],
			}));
			await put(index, { objects: [...works, { ...family('C') }] });
			const found = (await index.describe(1_000, { facets: false })) as WorkOverview;
			assert.deepEqual([found.family.members.length, found.family.total], [mostVersionsListed, many]);
			assert.deepEqual([found.family.members[0]?.group, found.family.members.at(-1)?.group], [1_000 + many - 1, 1_001]);
			const rest = await index.describe(1_000, { facets: false, versionsFrom: mostVersionsListed });
			assert.deepEqual([rest?.family.members.map(({ group }) => group), rest?.family.total], [[1_000], many]);
			const beyond = await index.describe(1_000, { facets: false, versionsFrom: 2 * mostVersionsListed });
			assert.deepEqual([beyond?.family.members.length, beyond?.family.total], [0, many]);
		});

		reads('is listed with the other works of its family, and of other families, in that order', async (index) => {
			const listed = await index.listMembers([groupOf('C'), groupOf('X'), groupOf('Q')]);
			assert.deepEqual(
				listed.map((one) => [nameOf(one), one.version, one.group]),
				[...['B', 'A', 'C'].map((name) => [name, groupOf('C'), groupOf(name)]), ['X', groupOf('X'), groupOf('X')]],
			);
			assert.deepEqual(await index.listMembers([]), []);
		});

		on(`is listed with the first ${mostMembersListed} works of families`, async (index) => {
			const works = Array.from({ length: mostMembersListed + 1 }, (_, at) => ({
				...work('A', { version: 'C', published: at }),
				group: 1_000 + at,
				sortKey: String(at),
				identifiers: [{ scheme: 'doi', key: String(at) }],
			}));
			await put(index, { objects: [...works, family('C')] });
			const listed = await index.listMembers([groupOf('C')]);
			assert.deepEqual([listed.length, listed.at(-1)?.group], [mostMembersListed, 1_001]);
		});

		reads('was linked first and last at the times of the items of its LinkHistories', async (index) => {
			const { work, family } = await overview(index, 'A');
			assert.deepEqual(work.linked, { first: dateInstant('2012'), last: dateInstant('2015') });
			const ofB = family.members.find((member) => nameOf(member) === 'B');
			assert.deepEqual(ofB?.linked, { first: dateInstant('2015'), last: dateInstant('2019') });
			assert.equal((await overview(index, 'Z')).work.linked, null);
		});

		on('is undefined where it is not in the index', async (index) => {
			await put(index, shelf);
			assert.equal(await index.describe(groupOf('Q'), { facets: true }), undefined);
			await put(index, { removed: [{ level: 'identity', group: groupOf('Z') }] });
			assert.equal(await index.describe(groupOf('Z'), { facets: false }), undefined);
		});

		reads('has facets only on request, those of searches for each relation at both levels', async (index) => {
			assert.ok(!('facets' in (await overview(index, 'B'))));
			const { facets } = await overview(index, 'B', true);
			for (const [groupBy, group] of [
				['identity', 'B'],
				['version', 'C'],
			] as const) {
				for (const relation of ['cites', 'isCitedBy', 'isSupplementTo', 'isSupplementedBy', 'isRelatedTo'] as const) {
					const result = await index.search(about(group, { groupBy, relation, facets: true }));
					assert.deepEqual(facets?.[groupBy][relation], result?.facets, `${groupBy} ${relation}`);
				}
			}
			assert.deepEqual(facets?.version.isCitedBy.type, [['literature', 2]]);
		});
	});

	describe('works', () => {
		const range = { after: 0, upTo: 1_000_000 };

		on('are listed by the numbers of their Identity groups, with their identifiers', async (index) => {
			await put(index, shelf);
			const listed = await index.listWorks(range);
			assert.deepEqual(
				listed.map(({ group, identifiers }) => [group, JSON.parse(identifiers)[0].ID]),
				['A', 'B', 'C', 'X', 'Y', 'Z']
					.map((name) => [groupOf(name), name])
					.sort(([one], [other]) => Number(one) - Number(other)),
			);
			assert.equal(await index.lastWork(), listed.at(-1)?.group);
			await put(index, { removed: [{ level: 'identity', group: listed.at(-1)?.group as number }] });
			assert.deepEqual(await index.listWorks(range), listed.slice(0, -1));
			assert.equal(await index.lastWork(), listed.at(-2)?.group);
		});

		reads('are listed above one number, and up to another', async (index) => {
			const groups = async (after: number, upTo: number) =>
				(await index.listWorks({ after, upTo })).map(({ group }) => group);
			assert.deepEqual(await groups(groupOf('A'), groupOf('C')), [groupOf('B'), groupOf('C')]);
			assert.deepEqual(await groups(groupOf('A'), groupOf('A')), []);
		});

		on(`are listed ${mostWorksListed} at once`, async (index) => {
			const works = Array.from({ length: mostWorksListed + 1 }, (_, at) => ({
				...work('A'),
				group: at + 1,
				version: at + 1,
				sortKey: String(at),
				identifiers: [{ scheme: 'doi', key: String(at) }],
			}));
			await put(index, { objects: works });
			const listed = await index.listWorks(range);
			assert.deepEqual([listed.length, listed.at(-1)?.group], [mostWorksListed, mostWorksListed]);
			assert.equal((await index.listWorks({ ...range, after: mostWorksListed })).length, 1);
		});

		on('are none in an empty index', async (index) => {
			assert.deepEqual(await index.listWorks(range), []);
			assert.equal(await index.lastWork(), 0);
		});
	});

	describe('links', () => {
		reads('are counted for works in the order given, those of no work as none', async (index) => {
			const of = (identity: string, version = identity) => ({ identity: groupOf(identity), version: groupOf(version) });
			const counted = await index.countLinks([of('X'), of('B', 'C'), of('Q'), of('X')]);
			assert.deepEqual(
				counted.map(({ identity, version }) => [identity.cites, version.cites, identity.isCitedBy, version.isCitedBy]),
				[
					[2, 1, 0, 0],
					[0, 0, 2, 2],
					[0, 0, 0, 0],
					[2, 1, 0, 0],
				],
			);
			assert.deepEqual(await index.countLinks([]), []);
		});

		on('are counted in their present state after changes', async (index) => {
			await put(index, shelf);
			await put(index, { links: [{ source: groupOf('X'), relation: 'Cites', target: groupOf('A'), identity: [] }] });
			assert.equal((await index.countLinks([{ identity: 1, version: 3 }]))[0]?.identity.isCitedBy, 0);
			assert.equal((await overview(index, 'A')).work.linked, null);
		});
	});
}
