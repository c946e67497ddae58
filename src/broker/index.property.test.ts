// What holds for any links, updates and rebuilds: the index, once every entry is delivered, shows
// the naive model's graph.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Link } from '../links/link.ts';
import type { LinkOrder } from '../ports/search/position.ts';
import { openModelIndex } from '../ports/search/suite/search-index.model.ts';
import { allIndexed, followedIndex } from './followed-index.fixture.ts';
import { application, events, inWorld } from './graph.arbitrary.ts';
import { given as links, receive, receiveTogether } from './graph.fixture.ts';
import { type GivenEvent, type Graph, modelCitations, modelGraph, nameOfWork } from './graph.model.ts';
import { deliveredGraph, indexedCitations, indexedGraph } from './indexed-graph.fixture.ts';
import { updateIndex } from './indexing/update-index.ts';

const followed = followedIndex();
const { update, updateAll, rebuild, holds } = followed;

/**
 * Asserts that all that an event names is there, at both levels. What later events did to it may
 * come later, but for relationships inside what is one group in the end (`wanted`): these go at
 * once.
 */
function assertShows(shown: Graph, wanted: Graph, { links }: GivenEvent): void {
	const nameOfEnd = ({ identifiers }: Link['source']) => nameOfWork(identifiers.slice(0, 1));
	const isIn = (group: string | undefined, end: Link['source']) =>
		group?.split(/ = | \| /).includes(nameOfEnd(end)) === true;
	for (const { source, relation, target } of links) {
		// A link of an identifier to itself says nothing, perhaps not even that there is one.
		if (nameOfEnd(source) === nameOfEnd(target)) continue;
		for (const end of [source, target]) assert.ok(Object.keys(shown.works).some((work) => isIn(work, end)));
		if (relation === 'IsIdenticalTo' || relation === 'HasVersion') continue;
		for (const [groups, between] of [
			['works', 'betweenWorks'],
			['families', 'betweenFamilies'],
		] as const) {
			const areOne = [shown, wanted].some((graph) =>
				Object.keys(graph[groups]).some((group) => isIn(group, source) && isIn(group, target)),
			);
			if (areOne) continue;
			const pairs: string[][] = Object.keys(shown[between]).map((link) => link.split(` ${relation} `));
			assert.ok(pairs.some(([one, other]) => isIn(one, source) && isIn(other, target)));
		}
	}
}

/** Works that cite one work, and are cited more or less often. */
const citations = ['B', 'C', 'D', 'E', 'F'].flatMap((name, at) => [
	`${name} cites A`,
	...['G', 'H', 'I', 'J'].slice(at).map((other) => `${other} cites ${name}`),
]);

const valueOrders = {
	latestPublished: { by: 'published', reverse: false },
	firstPublished: { by: 'published', reverse: true },
	title: { by: 'title', reverse: false },
	titleReversed: { by: 'title', reverse: true },
	mostCited: { by: 'cited', reverse: false },
	leastCited: { by: 'cited', reverse: true },
} as const;

/** Sorts values, the smallest or the greatest first; null comes last. */
function inOrder(values: readonly (number | string | null)[], smallestFirst: boolean): (number | string | null)[] {
	const known = values.filter((value) => value !== null).sort((one, other) => (one < other ? -1 : 1));
	return [...(smallestFirst ? known : known.reverse()), ...values.filter((value) => value === null)];
}

function countsOf(years: readonly number[]): [number, number][] {
	const different = [...new Set(years)].sort((one, other) => one - other);
	return different.map((year) => [year, years.filter((one) => one === year).length]);
}

const versionsOf = (name: string) => Array.from({ length: 5 }, (_, number) => `${name} hasVersion V${number}`);

const choices = fc.array(fc.constantFrom('no update', 'update', 'crash'), { minLength: 6, maxLength: 6 });

describe('the index of any links', () => {
	it('shows the graph, however its updates fall between the events, also where one is cut short', () =>
		holds(fc.tuple(events, choices), async (world, [anything, between]) => {
			const given = allIndexed(inWorld(anything, world));
			for (const [at, event] of given.entries()) {
				await receive(followed.records, [event]);
				if (between[at] !== 'no update') await update({ crashes: between[at] === 'crash' });
			}
			await updateAll();
			assert.deepEqual(deliveredGraph(followed.kept, world), modelGraph(given));
		}));

	it('lists who cites a work in the order of each value, and counts them by year of the link', () =>
		holds(events, async (world, anything) => {
			const given = allIndexed(inWorld([...anything, { links: links(...citations), noindex: false }], world));
			await receive(followed.records, given);
			await updateAll();
			const wanted = modelCitations(modelGraph(given));
			for (const [order, { by, reverse }] of Object.entries(valueOrders)) {
				const found = await indexedCitations(followed.kept, world, order as LinkOrder);
				assert.deepEqual([...found.keys()].sort(), [...wanted.keys()].sort());
				for (const [cited, works] of wanted) {
					const { citing = [], linkYears } = found.get(cited) ?? {};
					const sortedBy = (name: string) => works.find((work) => work.name === name)?.[by];
					assert.deepEqual(
						citing.map(sortedBy),
						inOrder(
							works.map((work) => work[by]),
							by === 'title' ? !reverse : reverse,
						),
					);
					assert.deepEqual(linkYears, countsOf(works.map(({ linkYear }) => linkYear)));
				}
			}
		}));

	/** Returns of the newest events, oldest first, whether each counts as indexed. */
	const areIndexed = async (count: number) =>
		(await followed.records.events({ limit: count })).reverse().map(({ indexed }) => indexed === true);

	it('shows the graph where events were applied together, and what each changed once it counts as indexed', () =>
		holds(
			fc.tuple(events, events, application),
			async (world, [some, more, positions]) => {
				const before = (there: number) => allIndexed(inWorld(some, there));
				const given = (there: number) => allIndexed(inWorld(more, there));
				const count = more.length;
				const order = [...new Set(positions.filter((position) => position < count))];
				const other = followed.nextWorld();
				await receive(followed.records, before(other));
				await updateAll();
				await receive(followed.records, given(other), order);
				const indexedAlone = await areIndexed(count);
				await updateAll();

				await receive(followed.records, before(world));
				await updateAll();
				await receiveTogether(followed.records, given(world), order);
				const atFirst = await areIndexed(count);
				assert.deepEqual(atFirst, indexedAlone);
				const wanted = modelGraph([...before(world), ...given(world)]);
				// Entry by entry.
				while ((await updateIndex(followed.records, openModelIndex(followed.kept), { namesPerRound: 0 })) > 0) {
					const shown = indexedGraph(followed.kept, world);
					for (const event of before(world)) assertShows(shown, wanted, event);
					for (const [at, indexed] of (await areIndexed(count)).entries()) {
						if (indexed && !atFirst[at]) assertShows(shown, wanted, given(world)[at] as GivenEvent);
					}
				}
				assert.deepEqual(deliveredGraph(followed.kept, world), wanted);
			},
			30,
		));

	it('keeps showing what a family cites while entries name one version alone that a larger family took in', async () => {
		const world = followed.nextWorld();
		const before = allIndexed(
			inWorld([{ links: links('F hasVersion X', 'X cites D', ...versionsOf('A')), noindex: false }], world),
		);
		await receive(followed.records, before);
		await updateAll();
		const later = ['F cites C', 'A hasVersion F'].map((text) => ({ links: links(text), noindex: false }));
		await receive(followed.records, allIndexed(inWorld(later, world)));
		await updateIndex(followed.records, openModelIndex(followed.kept), { namesPerRound: 0 });
		const wanted = modelGraph([...before, ...allIndexed(inWorld(later, world))]);
		for (const event of before) assertShows(indexedGraph(followed.kept, world), wanted, event);
	});

	it('shows nothing twice where entries of works that have become one are delivered one by one', () =>
		holds(fc.tuple(events, events), async (world, [some, more]) => {
			const given = [some, more].map((those) => allIndexed(inWorld(those, world)));
			for (const those of given) {
				await receive(followed.records, those);
				while ((await updateIndex(followed.records, openModelIndex(followed.kept), { namesPerRound: 0 })) > 0);
			}
			assert.deepEqual(deliveredGraph(followed.kept, world), modelGraph(given.flat()));
		}));

	it('shows everything after a rebuild, what came with noindex too', () =>
		holds(fc.tuple(events, choices), async (world, [anything, between]) => {
			const given = inWorld(anything, world);
			for (const [at, event] of given.entries()) {
				await receive(followed.records, [event]);
				if (between[at] === 'update') await update();
			}
			await rebuild();
			assert.deepEqual(deliveredGraph(followed.kept, world), modelGraph(given, 'everything'));
			await updateAll();
			assert.deepEqual(deliveredGraph(followed.kept, world), modelGraph(given, 'everything'));
		}));

	it('shows after a rebuild all providers of a link, though an entry of the first still waited', async () => {
		const given = [
			{ links: links('X cites A by Zenodo'), noindex: false },
			{ links: links('X cites A by Crossref'), noindex: true },
		];
		const world = followed.nextWorld();
		const there = inWorld(given, world);
		await receive(followed.records, there);
		await rebuild();
		await updateAll();
		assert.deepEqual(deliveredGraph(followed.kept, world), modelGraph(there, 'everything'));
	});

	it('shows after a rebuild all providers of a link, though its source cites more than is read at once', async () => {
		const others = Array.from({ length: 4_500 }, (_, number) => `X cites N${number}`);
		// X cites one identifier of the work first and the other last, in the order of the records.
		await receive(followed.records, [
			{ links: links('A = Z', 'X cites A by Zenodo', ...others, 'X cites Z by Crossref'), noindex: false },
		]);
		await rebuild();
		const index = openModelIndex(followed.kept);
		const [work] = await index.locateKeys(['a']);
		const vias = followed.kept.generations
			.get(followed.kept.active)
			?.links.filter(({ target }) => target === work?.identity)
			.map(({ level, history }) => [level, ...history.map(({ provider }) => provider)]);
		assert.deepEqual(vias, [
			['identity', 'Crossref', 'Zenodo'],
			['version', 'Crossref', 'Zenodo'],
		]);
	});

	it('goes on from a rebuild as the records do', () =>
		holds(fc.tuple(events, events, choices), async (world, [before, after, between]) => {
			const [given, later] = [inWorld(before, world), allIndexed(inWorld(after, world))];
			await receive(followed.records, given);
			await rebuild();
			for (const [at, event] of later.entries()) {
				await receive(followed.records, [event]);
				if (between[at] === 'update') await update();
			}
			await updateAll();
			assert.deepEqual(deliveredGraph(followed.kept, world), modelGraph([...given, ...later], 'everything'));
		}));

	it('misses nothing that comes while a rebuild is under way', () =>
		holds(fc.tuple(events, events, choices), async (world, [before, after, between]) => {
			const [given, later] = [inWorld(before, world), allIndexed(inWorld(after, world))];
			await receive(followed.records, given);
			const meanwhile = async () => {
				for (const [at, event] of later.entries()) {
					await receive(followed.records, [event]);
					if (between[at] === 'update') await update();
				}
			};
			await Promise.all([rebuild(), meanwhile()]);
			await updateAll();
			assert.deepEqual(deliveredGraph(followed.kept, world), modelGraph([...given, ...later], 'everything'));
		}));

	it('never shows a provider of noindex events alone, before a rebuild', () =>
		holds(fc.tuple(events, choices), async (world, [anything, between]) => {
			const given = inWorld(anything, world).map((event, at) => {
				const provider = event.noindex ? 'Quiet' : 'Loud';
				const links = event.links.map((link) => ({ ...link, provenances: [{ provider, date: `20${10 + at}` }] }));
				return { ...event, links };
			});
			for (const [at, event] of given.entries()) {
				await receive(followed.records, [event]);
				if (between[at] !== 'no update') await update({ crashes: between[at] === 'crash' });
			}
			await updateAll();
			const { betweenWorks, betweenFamilies } = indexedGraph(followed.kept, world);
			const shown = [betweenWorks, betweenFamilies].flatMap((relationships) => Object.values(relationships).flat());
			assert.deepEqual(
				shown.filter((item) => item.startsWith('Quiet')),
				[],
			);
		}));
});
