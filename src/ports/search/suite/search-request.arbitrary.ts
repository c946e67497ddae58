// Random searches, small enough to match random states of an index.
import fc from 'fast-check';
import { objectTypeNames } from '../../../links/description.ts';
import { dateInstant } from '../../../links/link-date.ts';
import { searchRelations } from '../../../links/relation.ts';
import { flags } from '../../../search/flags/flags.ts';
import { type QueryNode, textFields } from '../../../search/query-node.ts';
import { type LinkOrder, linkOrders } from '../position.ts';
import type { SearchRequest } from '../search-reader.ts';
import { type WorksRequest, worksOrders } from '../work-finder.ts';
import { identifierCount, wordArbitrary } from './search-index.arbitrary.ts';

const yearArbitrary = fc.constantFrom(null, 2014, 2015, 2016);
const instantArbitrary = fc.constantFrom(
	null,
	...[
		'1960-05-05',
		'1960-05-05T12:00Z',
		'2015',
		'2015-01-31',
		'2015-07',
		'2016-06-01',
		'2016-06-01T12:00:00.5Z',
		'2016-06-01T13:00Z',
	].map(dateInstant),
);

/** Reverses a range that ends before it begins. */
function inOrder(range: { from: number | null; to: number | null }): { from: number | null; to: number | null } {
	const { from, to } = range;
	return from !== null && to !== null && from > to ? { from: to, to: from } : range;
}

/** Draws trees of a query, a few nodes deep. */
const queryArbitrary = fc.letrec<{ tree: QueryNode }>((tie) => ({
	tree: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		fc.record({
			kind: fc.constant('phrase' as const),
			field: fc.option(fc.constantFrom(...textFields)),
			tokens: fc.array(wordArbitrary, { minLength: 1, maxLength: 2 }),
			prefix: fc.boolean(),
		}),
		fc.record({ kind: fc.constant('type' as const), type: fc.constantFrom(...objectTypeNames) }),
		fc.record({ kind: fc.constant('year' as const), from: yearArbitrary, to: yearArbitrary }),
		fc.record({ kind: fc.constantFrom('everything' as const, 'nothing' as const) }),
		fc.record({ kind: fc.constant('not' as const), node: tie('tree') }),
		fc.record({
			kind: fc.constantFrom('and' as const, 'or' as const),
			nodes: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
		}),
	),
})).tree;

// Most filters are left out, otherwise nothing would match them all.
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
	return fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary, weight: 1 });
}

/** Draws plain words, of which one may be a year as well. */
const plainWordArbitrary = fc.oneof(
	wordArbitrary.map((word): QueryNode => ({ kind: 'phrase', field: null, tokens: [word], prefix: false })),
	fc.constant<QueryNode>({
		kind: 'or',
		nodes: [
			{ kind: 'phrase', field: null, tokens: ['2015'], prefix: false },
			{ kind: 'year', from: 2015, to: 2015 },
		],
	}),
);

const someArbitrary = fc
	.array(plainWordArbitrary, { minLength: 1, maxLength: 5 })
	.chain((words) => fc.record({ words: fc.constant(words), least: fc.integer({ min: 1, max: words.length }) }));

/** Draws searches for works, with few filters. */
export const worksQuestionArbitrary: fc.Arbitrary<WorksRequest> = fc
	.record({
		groupBy: fc.constantFrom('identity' as const, 'version' as const),
		order: fc.constantFrom(...worksOrders),
		reverse: fc.boolean(),
		size: fc.integer({ min: 0, max: 3 }),
		facets: fc.boolean(),
		mostLookedAt: fc.constant(1_000),
		filters: fc.record({
			type: rarely(fc.constantFrom(...objectTypeNames)),
			years: rarely(fc.record({ from: yearArbitrary, to: yearArbitrary })),
			q: fc.option(queryArbitrary, { nil: undefined }),
			some: rarely(someArbitrary),
			sought: rarely(queryArbitrary),
		}),
	})
	.map(({ filters, ...request }) => {
		const given = Object.entries(filters).filter(([, value]) => value !== undefined);
		return { ...request, ...Object.fromEntries(given) };
	});

const wordingArbitrary = fc.constantFrom('isCitedBy', 'References', 'REVIEWS', 'discusses');

const relationAskedArbitrary = fc.record(
	{ relation: fc.constantFrom(...searchRelations), subType: wordingArbitrary },
	{ requiredKeys: ['relation'] },
);

/** Draws searches of any group, with few filters. */
export const questionArbitrary: fc.Arbitrary<Omit<SearchRequest, 'group'>> = fc
	.record({
		groupBy: fc.constantFrom('identity' as const, 'version' as const),
		order: fc.constantFrom(...(Object.keys(linkOrders) as LinkOrder[])),
		size: fc.integer({ min: 0, max: 5 }),
		offset: fc.constantFrom(0, 0, 0, 1, 2),
		facets: fc.boolean(),
		countsFlags: fc.boolean(),
		filters: fc.record({
			relation: rarely(fc.constantFrom(...searchRelations)),
			type: rarely(fc.constantFrom(...objectTypeNames)),
			years: rarely(fc.record({ from: yearArbitrary, to: yearArbitrary })),
			via: rarely(fc.integer({ min: 1, max: identifierCount })),
			subType: rarely(wordingArbitrary),
			among: rarely(fc.array(relationAskedArbitrary, { maxLength: 3 })),
			asserted: rarely(fc.record({ from: instantArbitrary, to: instantArbitrary }).map(inOrder)),
			q: rarely(queryArbitrary),
			flagged: rarely(fc.subarray([...flags], { minLength: 1 })),
			without: rarely(fc.subarray([...flags], { minLength: 1 })),
		}),
	})
	.map(({ filters, ...request }) => {
		const given = Object.entries(filters).filter(
			([name, value]) =>
				value !== undefined &&
				(name !== 'via' || request.groupBy === 'version') &&
				(name !== 'among' || filters.subType === undefined),
		);
		return { ...request, ...Object.fromEntries(given) };
	});
