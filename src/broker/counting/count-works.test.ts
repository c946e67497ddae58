// Says how the citations of works are counted by what counts as one.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { CitationCount } from '../../formats/csv/report-csv.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import type { GroupRelation } from '../../links/relation.ts';
import type { GroupBy, IndexObject } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { wholeStretch } from '../../ports/search/search-reader.ts';
import { worldArbitrary } from '../../ports/search/suite/search-index.arbitrary.ts';
import {
	about,
	asserted,
	family,
	groupOf,
	link,
	only,
	put,
	work,
} from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { assertedBy, compared, type Flag, flagBits, flags, flagsIn, unknownIn } from '../../search/flags/flags.ts';
import { readRelationshipQuery } from '../searching/relationship-query.ts';
import { searchRelationships } from '../searching/search-relationships.ts';
import { compareDefinitions } from './compare-definitions.ts';
import { type CitationRule, type CitedWork, citedWork, countWorks, readCitationRule } from './count-works.ts';
import type { CountingAsked } from './counting.ts';
import { builtInDefinitions, type Definition, relationsToCount } from './definitions.ts';

const rule = (asked: CountingAsked, level?: GroupBy) =>
	readCitationRule(builtInDefinitions, asked, level) as CitationRule;

/** Describes works as answers know them, by their groups at both levels. */
async function worksOf(
	index: SearchIndex,
	groups: readonly { identity: number; version: number }[],
): Promise<CitedWork[]> {
	const counts = await index.countLinks(groups);
	return groups.map((one, at) => citedWork(one, counts[at] as never));
}

const cited = (notation: string, ...history: HistoryItem[]) => only('identity', link(notation, ...history));
const via = (source: string, target: string) => ({
	...{ source: groupOf(source), target: groupOf(target) },
	history: [asserted('2015')],
});

describe('the citations of works', () => {
	let index: SearchIndex;
	let works: CitedWork[];
	before(async () => {
		index = openModelIndex(createModelStore());
		await put(index, {
			objects: [
				work('A', { version: 'C', traits: ['c', 'i1'] }),
				work('B', { version: 'C', traits: ['c', 'i1'] }),
				family('C', { traits: ['c', 'i1'] }),
				work('D', { traits: ['c', 'i1'] }),
				work('E', { traits: ['c', 'i2', 'r2020'] }),
				work('F', { traits: ['c', 'i2'] }),
				work('G'),
			],
			links: [
				...['D Cites A', 'E Cites A', 'F Cites A', 'A IsSupplementTo G', 'F Cites B'].flatMap((one) => cited(one)),
				...cited('G Cites A', asserted('2015', 'Europe PMC', 'tm_accession')),
				...only('version', link('D Cites C')).map((one) => ({ ...one, via: [via('D', 'A')] })),
				...only('version', link('F Cites C')).map((one) => ({ ...one, via: [via('F', 'A'), via('F', 'B')] })),
			],
		});
		works = await worksOf(
			index,
			['A', 'B', 'D'].map((name) => ({ identity: groupOf(name), version: groupOf(name === 'D' ? 'D' : 'C') })),
		);
	});

	it('have a total at each level, and what was left out by the first flag of each link', async () => {
		const [one] = await countWorks(index, works, rule({ definition: 'strict' }));
		assert.deepEqual(one, {
			definition: 'strict',
			identity: {
				total: 1,
				excluded: { 'author-self': 1, machine: 1, 'retracted-citing': 1 },
				unknown: { 'author-self': 0, machine: 0, 'retracted-citing': 0 },
			},
			version: {
				total: 1,
				excluded: { 'author-self': 1, machine: 0, 'retracted-citing': 0 },
				unknown: { 'author-self': 0, machine: 0, 'retracted-citing': 0 },
			},
		});
	});

	it('are those with an unknown flag too, which are counted', async () => {
		const [one] = await countWorks(index, works, rule({ exclude: ['author-self'] }));
		assert.deepEqual(one?.identity, { total: 3, excluded: { 'author-self': 1 }, unknown: { 'author-self': 1 } });
	});

	it('are counted at the levels of the definition alone, and by its relations', async () => {
		const [one, other] = await countWorks(index, works, rule({ definition: 'datacite' }));
		assert.deepEqual(one, { definition: 'datacite', identity: { total: 5, excluded: {}, unknown: {} } });
		assert.equal(other?.identity?.total, 1);
	});

	it('of a work that nobody cites are none', async () => {
		const [, , last] = await countWorks(index, works, rule({ exclude: ['machine'] }, 'identity'));
		assert.deepEqual(last, { identity: { total: 0, excluded: { machine: 0 }, unknown: { machine: 0 } } });
	});

	it('of a removed work are none', async () => {
		const removed = works.slice(0, 1).map((one) => ({ identity: { ...one.identity, group: 17 } })) as CitedWork[];
		const [one] = await countWorks(index, removed, rule({ exclude: ['machine'] }));
		assert.deepEqual(one?.identity, { total: 0, excluded: { machine: 0 }, unknown: { machine: 0 } });
	});

	it('are asked for once for all versions of a work, and not at all where nothing is left out', async () => {
		let searches = 0;
		const counting: Pick<SearchIndex, 'search'> = {
			search: (request, signal) => {
				searches++;
				return index.search(request, signal);
			},
		};
		await countWorks(counting, works, rule({ exclude: ['machine'] }, 'version'));
		assert.equal(searches, 1);
		await countWorks(counting, works, rule({ definition: 'all' }));
		assert.equal(searches, 1);
	});

	it('are not counted where several works have too many links for one answer', async () => {
		const strict = rule({ definition: 'strict' });
		await assert.rejects(countWorks(index, works, strict, { mostLinks: 1_000 }), {
			code: 'bad-query',
			message: /compare about 1,\d{3} links, but one answer compares at most 1,000\. Ask for fewer works at a time\./,
		});
		assert.equal((await countWorks(index, works.slice(0, 1), strict, { mostLinks: 1_000 })).length, 1);
		assert.equal((await countWorks(index, works, rule({ definition: 'all' }), { mostLinks: 0 })).length, 3);
	});

	it('are not counted by a definition that does not count at the level', () => {
		assert.throws(
			() => rule({ definition: 'datacite' }, 'version'),
			/The definition datacite counts with group_by=identity/,
		);
		assert.equal(readCitationRule(builtInDefinitions, {}), undefined);
	});

	it('are counted as one does who looks at each link', async () => {
		const asking = fc.record(
			{
				definition: fc.constantFrom(...builtInDefinitions.map(({ name }) => name)),
				exclude: fc.subarray([...flags], { minLength: 1 }),
			},
			{ requiredKeys: [] },
		);
		await fc.assert(
			fc.asyncProperty(worldArbitrary, asking, async (world, asked) => {
				const drawn = openModelIndex(createModelStore());
				await put(drawn, world);
				const counting = readCitationRule(builtInDefinitions, asked);
				const groups = world.objects
					.filter(({ level }) => level === 'identity')
					.map(({ group, version }) => ({ identity: group, version }));
				const counts = counting && (await countWorks(drawn, await worksOf(drawn, groups), counting));
				for (const [at, group] of groups.entries()) {
					for (const level of ['identity', 'version'] as const) {
						const definition = builtInDefinitions.find(({ name }) => name === asked.definition);
						const expected =
							counting &&
							(await naiveCount(
								{ index: drawn, objects: world.objects },
								{ groupBy: level, group: group[level] },
								{ definition, exclude: asked.exclude },
							));
						assert.deepEqual(counts?.[at]?.[level], expected);
					}
				}
			}),
		);
	});
});

describe('the citations of a work by every definition', () => {
	const asking = fc.record({
		relations: fc.subarray(relationsToCount, { minLength: 1 }),
		exclude: fc.subarray([...flags], { minLength: 3 }),
	});
	const facts = {
		name: 'own',
		version: 1,
		since: '2026-12-01',
		words: 'Own.',
		levels: ['identity', 'version'],
	} as const;

	it('are counted as one does who looks at each link, and each number is that of the links at its address', async () => {
		const seen = new Set<string>();
		await fc.assert(
			fc.asyncProperty(worldArbitrary, asking, async ({ objects: placed, links }, asked) => {
				const index = openModelIndex(createModelStore());
				const objects = placed.map(withShownIdentifiers);
				await put(index, { objects, links: [...links] });
				const definitions: Definition[] = [...builtInDefinitions, { ...facts, ...asked }];
				const identities = objects.filter(({ level }) => level === 'identity');
				const groups = identities.map(({ group, version }) => ({ identity: group, version }));
				for (const [at, work] of (await worksOf(index, groups)).entries()) {
					const id = identities[at]?.identifiers[0]?.key as string;
					const compared = await compareDefinitions(index, work, definitions);
					for (const { definition, groupBy, total, of, besides, excluded, unknown } of compared) {
						const place = { groupBy, group: groups[at]?.[groupBy] as number };
						const count = await naiveCount({ index, objects }, place, { definition });
						assert.deepEqual([total.items, unknown], [count?.total, count?.unknown]);
						for (const flag of definition.exclude) {
							const left = excluded.filter((one) => one.flag === flag);
							assert.equal(sumOfItems(left), count?.excluded[flag]);
							if (left.some(({ items }) => items > 0)) seen.add(flag);
						}
						assert.equal(total.items + sumOfItems(excluded), sumOfItems(of));
						const relations = [...of, ...besides].map(({ relation }) => relation);
						assert.deepEqual(relations.toSorted(), ['isCitedBy', 'isRelatedTo', 'isSupplementTo']);
						for (const { items, asked } of [total, ...of, ...besides, ...excluded]) {
							const query = readRelationshipQuery({ id, scheme: 'doi', ...asked });
							const listed = await searchRelationships({ index, definitions }, query, { facets: false });
							assert.deepEqual([listed.total, listed.items.length], [items, items], JSON.stringify(asked));
						}
					}
				}
			}),
			{ numRuns: 40 },
		);
		assert.ok(seen.size > flags.length / 2, [...seen].join());
	});

	it('are each counted once, however many definitions leave out the same', async () => {
		const index = openModelIndex(createModelStore());
		await put(index, { objects: [work('A'), work('B')], links: link('B Cites A') });
		let searches = 0;
		const search: SearchIndex['search'] = (...asked) => {
			searches++;
			return index.search(...asked);
		};
		const [one] = await worksOf(index, [{ identity: groupOf('A'), version: groupOf('A') }]);
		const strict = builtInDefinitions.filter(({ name }) => name === 'strict');
		const compared = await compareDefinitions({ search }, one as CitedWork, Array(20).fill(strict).flat());
		assert.deepEqual([compared.length, searches], [40, 2]);
	});
});

/** Gives an object of a drawn world its identifiers as answers show them. */
function withShownIdentifiers(object: IndexObject): IndexObject {
	const shown = object.identifiers.map(({ key, scheme }) => ({ ID: key, IDScheme: scheme }));
	return { ...object, document: { ...object.document, identifiers: JSON.stringify(shown) } };
}

function sumOfItems(numbers: readonly { items: number }[]): number {
	return numbers.reduce((sum, { items }) => sum + items, 0);
}

/** Compares the work with each one that cites it, by what the world says of both. */
async function naiveCount(
	{ index, objects }: { index: SearchIndex; objects: readonly IndexObject[] },
	{ groupBy, group }: { groupBy: GroupBy; group: number },
	{ definition, exclude = [] }: { definition: Definition | undefined; exclude?: readonly Flag[] | undefined },
): Promise<CitationCount | undefined> {
	if (definition && !definition.levels.includes(groupBy)) return undefined;
	const left = flags.filter((flag) => exclude.includes(flag) || definition?.exclude.includes(flag));
	const traitsOf = (of: number) =>
		['version', 'identity']
			.filter((level) => level !== 'version' || groupBy === 'version')
			.map((level) => objects.find((one) => one.level === level && one.group === of)?.traits)
			.find((traits) => traits !== undefined) ?? [];
	const numbers = () => Object.fromEntries(left.map((flag) => [flag, 0])) as Record<Flag, number>;
	const count = { total: 0, excluded: numbers(), unknown: numbers() };
	const { items = [] } = (await index.search(about('A', { groupBy, group, history: wholeStretch }))) ?? {};
	for (const { relation: seen, group: other, history } of items) {
		const asCitation: Partial<Record<typeof seen, GroupRelation>> = {
			...{ isCitedBy: 'Cites', isSupplementTo: 'IsSupplementTo', isRelatedTo: 'IsRelatedTo' },
		};
		const relation = asCitation[seen];
		if (relation === undefined || !(definition?.relations ?? ['Cites']).includes(relation)) continue;
		const bits = flagBits(compared(traitsOf(group)), traitsOf(other), { seen, asserted: assertedBy(history) });
		const reason = left.find((flag) => flagsIn(bits).includes(flag));
		if (reason !== undefined) count.excluded[reason]++;
		else {
			count.total++;
			for (const flag of unknownIn(bits)) if (left.includes(flag)) count.unknown[flag]++;
		}
	}
	return count;
}
