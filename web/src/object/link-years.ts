// Counts links by type and by the year in which they were reported.

import type { LinkBroker, RelationshipsQuery } from '../../../clients/typescript/src/link-broker.ts';
import type { Aggregations, LinkHistoryItem, Relationship } from '../../../clients/typescript/src/schemas.ts';
import { typeOf } from '../answered-works.ts';
import { type Question, question } from '../asking/answers.ts';
import { largest, smallest } from '../extremes.ts';
import { typeNames } from '../relations.ts';

const mostLinkYears = 60;
/** Up to this number, the links are read and counted; above it, each year is one request. */
const mostLinksRead = 2_000;
const linksPerPage = 1_000;

/** Counts by type and year, as answers have them. */
type TypeYears = Pick<Aggregations, 'type'>;
type Bucket = TypeYears['type']['buckets'][number];

/** Counts works by the years in which links to them were reported, for the last sixty years. */
export function linkYearsOf(query: RelationshipsQuery): Question<TypeYears> {
	return question('link-years', query, async ({ broker }) => {
		const { hits, aggregations } = await broker.search({ ...query, size: 1 });
		if (hits.total === 0) return { type: { buckets: [] } };
		return hits.total <= mostLinksRead ? readYears(broker, query) : askYears(broker, query, aggregations);
	});
}

/** Counts a work once in each year of its links, as the broker does for each year. */
async function readYears(broker: LinkBroker, query: RelationshipsQuery): Promise<TypeYears> {
	const byType = new Map(typeNames.map((type) => [type, { works: 0, years: new Map<number, number>() }]));
	for await (const { Target, LinkHistory } of broker.relationships({ ...query, size: linksPerPage })) {
		const of = byType.get(typeOf(Target));
		if (!of) continue;
		of.works += 1;
		for (const year of new Set(LinkHistory.flatMap(yearOfLink))) of.years.set(year, (of.years.get(year) ?? 0) + 1);
	}
	const last = largest([...byType.values()].flatMap(({ years }) => [...years.keys()]));
	const buckets = [...byType].map(([type, { works, years }]) =>
		bucket(
			type,
			works,
			[...years].filter(([year]) => year > last - mostLinkYears).sort(([one], [other]) => one - other),
		),
	);
	return { type: { buckets } };
}

async function askYears(broker: LinkBroker, query: RelationshipsQuery, { type }: TypeYears): Promise<TypeYears> {
	const span = await linkYearSpan(broker, query);
	if (!span) return { type: { buckets: [] } };
	const first = Math.max(span.first, span.last - mostLinkYears + 1);
	const years = Array.from({ length: span.last - first + 1 }, (_, at) => first + at);
	const answers = await Promise.all(
		years.map((year) => broker.search({ ...query, from: yearText(year), to: yearText(year), size: 1 })),
	);
	const countOf = (key: string, at: number) =>
		answers[at]?.aggregations.type.buckets.find((one) => one.key === key)?.doc_count ?? 0;
	const buckets = type.buckets.map(({ key, doc_count }) =>
		bucket(
			key,
			doc_count,
			years.map((year, at) => [year, countOf(key, at)]),
		),
	);
	return { type: { buckets } };
}

function bucket(key: Bucket['key'], doc_count: number, years: readonly (readonly [number, number])[]): Bucket {
	return {
		key,
		doc_count,
		publication_year: { buckets: years.map(([year, count]) => ({ key: year, doc_count: count })) },
	};
}

/**
 * Finds the first and last year of any statement. Links are ordered by their latest statement, so
 * earlier statements are requested separately.
 */
async function linkYearSpan(
	broker: LinkBroker,
	query: RelationshipsQuery,
): Promise<{ first: number; last: number } | undefined> {
	const yearsOf = async (more: RelationshipsQuery) =>
		(await broker.relationshipsPage({ ...more, size: 1 })).Relationships.flatMap(yearsOfLink);
	const oldestFirst = { ...query, sort: '-mostrecent' } as const;
	const [newest, oldest] = await Promise.all([yearsOf({ ...query, sort: 'mostrecent' }), yearsOf(oldestFirst)]);
	if (newest.length === 0 || oldest.length === 0) return undefined;
	let first = smallest(oldest);
	for (let asked = 0; asked < 5; asked++) {
		const earlier = await yearsOf({ ...oldestFirst, to: yearText(first - 1) });
		if (earlier.length === 0) break;
		first = Math.min(first - 1, smallest(earlier));
	}
	return { first, last: largest(newest) };
}

function yearsOfLink({ LinkHistory }: Relationship): number[] {
	return LinkHistory.flatMap(yearOfLink);
}

function yearOfLink({ LinkPublicationDate }: LinkHistoryItem): number | [] {
	const year = Number(LinkPublicationDate.slice(0, 4));
	return Number.isInteger(year) ? year : [];
}

function yearText(year: number): string {
	return String(year).padStart(4, '0');
}
