// Records on SQLite or PostgreSQL, index on SQLite or OpenSearch: whatever the links, all four
// combinations give the same answers and the same errors.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { events, inWorld } from '../src/broker/graph.arbitrary.ts';
import { objectNamed, receive } from '../src/broker/graph.fixture.ts';
import type { GivenEvent } from '../src/broker/graph.model.ts';
import { rebuildIndex } from '../src/broker/indexing/rebuild-index.ts';
import { updateIndex } from '../src/broker/indexing/update-index.ts';
import { readRelationshipQuery, relationshipQuerySchema } from '../src/broker/searching/relationship-query.ts';
import { searchRelationships } from '../src/broker/searching/search-relationships.ts';
import { systemClock } from '../src/clock.ts';
import { skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { BrokerError } from '../src/errors.ts';
import type { ObjectTypeName } from '../src/links/description.ts';
import { type Relation, searchRelations } from '../src/links/relation.ts';
import type { SearchIndex } from '../src/ports/search/search-index.ts';
import { openPairs, type Pair } from './engine-pairs.fixture.ts';

/**
 * Many works that cite few: what is drawn of graph.arbitrary.ts merges too much for long answers.
 */
const citations: fc.Arbitrary<GivenEvent> = fc
	.array(
		fc.record({
			source: fc.integer({ min: 1, max: 40 }),
			relation: fc.constantFrom<Relation>('Cites', 'Cites', 'IsRelatedTo', 'IsSupplementTo'),
			target: fc.constantFrom('A', 'B', 'C'),
			title: fc.constantFrom('One', 'Other', 'Été'),
			journal: fc.constantFrom('Acta Prima', 'Annals of One'),
			year: fc.constantFrom('2014', '2015-02', '2016-01-01'),
			type: fc.constantFrom<ObjectTypeName>('software', 'literature', 'unknown'),
			date: fc.constantFrom('2018', '2018-06-01', '2019'),
		}),
		{ minLength: 5, maxLength: 20 },
	)
	.map((drawn) => ({
		noindex: false,
		links: drawn.map(({ source, relation, target, title, journal, year, type, date }) => ({
			source: objectNamed(`w${source}`, {
				...{ Title: title, PublicationDate: year, Type: { Name: type } },
				Container: { Title: journal },
			}),
			relation,
			target: objectNamed(target),
			provenances: [{ provider: 'Zenodo', date }],
		})),
	}));

/** Draws one of some values; undefined mostly, or nothing would be left to order and count. */
const rarely = (...values: string[]) => seldom(4, ...values);
const seldom = (oneIn: number, ...values: string[]) =>
	fc.oneof(
		{ weight: oneIn - 1, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constantFrom(...values) },
	);

type Question = Record<string, string>;

/** Draws questions as users ask them, some of them wrong, some without the scheme of their id. */
const question = fc
	.record({
		id: fc.constantFrom('a', 'a', 'b', 'b', 'c', 'c', 'd', 'e', 'f', 'w1'),
		scheme: fc.oneof({ weight: 9, arbitrary: fc.constant('doi') }, { weight: 1, arbitrary: fc.constant(undefined) }),
		group_by: fc.constantFrom('identity', 'version'),
		relation: rarely(...searchRelations, 'eats'),
		type: rarely('software', 'literature', 'unknown'),
		publication_year: rarely('2015--2016', '>2015--', '2017--2015'),
		from: rarely('2018-01-01', '2019'),
		to: rarely('2018', '2019-06-01', '1900-01-01'),
		sort: rarely(...relationshipQuerySchema.shape.sort.unwrap().options),
		q: rarely(
			'title:one',
			'journal:acta',
			'éva',
			'ot* -x',
			'type:software OR year:[2015 TO 2016]',
			'provider:zenodo',
			'title:(',
			'!b',
		),
		size: fc.constantFrom('1', '2', '100'),
		page: seldom(10, '2', '3', '20000'),
		cursor: seldom(20, 'nonsense'),
	})
	.map((drawn): Question => {
		const given = Object.entries(drawn).filter(
			(parameter): parameter is [string, string] => parameter[1] !== undefined,
		);
		return Object.fromEntries(given);
	});

const inTheWorld = (asked: Question, world: number): Question =>
	asked.scheme === undefined ? asked : { ...asked, scheme: `${asked.scheme}-${world}` };

/**
 * Asks for a page and all that follow it by cursor; an answer is what the broker answers, or how it
 * refuses.
 */
async function ask(index: SearchIndex, asked: Question): Promise<unknown[]> {
	const pages: unknown[] = [];
	try {
		let query = readRelationshipQuery(asked);
		for (;;) {
			const answer = await searchRelationships({ index, definitions: [] }, query, { facets: true });
			pages.push(answer);
			if (answer.cursor === undefined) return pages;
			const { page, ...rest } = query;
			query = { ...rest, cursor: answer.cursor };
		}
	} catch (error) {
		if (!(error instanceof BrokerError)) throw error;
		pages.push({ refused: error.code, message: error.message, problems: error.problems });
	}
	return pages;
}

describe('all four combinations of engines', { skip: skipPostgres || skipOpenSearch }, () => {
	let pairs: Pair[] = [];
	let worlds = 0;
	const later: Question[] = [];
	let found = 0;
	let refused = 0;
	before(async () => {
		pairs = await openPairs();
	});
	after(() => Promise.all(pairs.map(({ close }) => close())));

	const assertAlike = async (questions: readonly Question[]) => {
		for (const asked of questions) {
			const [expected, ...others] = await Promise.all(pairs.map(({ index }) => ask(index, asked)));
			for (const [at, answer] of others.entries()) {
				assert.deepEqual(answer, expected, `${pairs[at + 1]?.name}: ${JSON.stringify(asked)}`);
			}
			const [first] = expected as [{ total?: number; refused?: string }];
			if (first.refused) refused += 1;
			else if ((first.total ?? 0) > 1) found += 1;
		}
	};

	it('answer alike: order, totals, facets, pages and errors', () =>
		fc.assert(
			fc.asyncProperty(
				events,
				fc.array(citations, { minLength: 1, maxLength: 3 }),
				fc.array(question, { minLength: 15, maxLength: 15 }),
				async (merging, citing, drawn) => {
					const given = [...citing, ...merging];
					const world = ++worlds;
					const counts = await Promise.all(
						pairs.map(async ({ store, index }) => {
							const counts = await receive(store, inWorld(given, world));
							while ((await updateIndex(store, index)) > 0);
							return counts;
						}),
					);
					for (const each of counts) assert.deepEqual(each, counts[0]);
					const questions = drawn.map((asked) => inTheWorld(asked, world));
					later.push(...questions);
					await assertAlike(questions);
				},
			),
			// With 16, chance once left 93 questions with an answer, of the more than 100 that are
			// wanted below.
			{ numRuns: 24 },
		));

	it('answer alike after a reindex', async () => {
		const options = { destroy: false, clock: systemClock, leaseMilliseconds: 60_000, onProgress: () => undefined };
		await Promise.all(pairs.map(({ store, index }) => rebuildIndex(store, index, options)));
		await assertAlike(later.filter((_, number) => number % 3 === 0));
	});

	it('were asked much that has an answer, and some that has none', () => {
		assert.ok(found > 100, `${found}`);
		assert.ok(refused > 30, `${refused}`);
	});
});
