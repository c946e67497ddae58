// Asks how many links there are per year and type, by the year of the works or by the year of the
// links; knows no drawing.
import type { LinkParameters } from './api-address.ts';
import { askCount, askFacets, askLinks, type Facets } from './broker-api.ts';
import { type ObjectTypeName, typeNames } from './relations.ts';
import type { YearCounts } from './year-bins.ts';

/** Counts a result by type and, as far as they are known, by type and year. */
export type PlotCounts = { total: number; totals: Readonly<Record<ObjectTypeName, number>>; counts: YearCounts };

const mostLinkYears = 60;

/** Counts works by the year of their publication: one request for each type. */
export async function askPublicationYears(parameters: LinkParameters): Promise<PlotCounts> {
	const facets = await Promise.all(typeNames.map((type) => askFacets({ ...parameters, type })));
	const of = (type: ObjectTypeName) => facets[typeNames.indexOf(type)] as Facets;
	return {
		total: facets.reduce((sum, { total }) => sum + total, 0),
		totals: {
			literature: of('literature').total,
			software: of('software').total,
			dataset: of('dataset').total,
			unknown: of('unknown').total,
		},
		counts: new Map(typeNames.map((type) => [type, of(type).years])),
	};
}

/**
 * Counts works by the years in which links to them were reported, the last sixty at most: one
 * request for each year.
 */
export async function askLinkYears(parameters: LinkParameters): Promise<PlotCounts> {
	const all = await askFacets(parameters);
	const span = all.total === 0 ? undefined : await linkYearSpan(parameters);
	const years = span === undefined ? [] : yearsFrom(Math.max(span.first, span.last - mostLinkYears + 1), span.last);
	const facets = await Promise.all(
		years.map((year) => askFacets({ ...parameters, from: yearText(year), to: yearText(year) })),
	);
	const countOf = (type: ObjectTypeName) => years.map((year, at) => [year, facets[at]?.byType[type] ?? 0] as const);
	return { total: all.total, totals: all.byType, counts: new Map(typeNames.map((type) => [type, countOf(type)])) };
}

/**
 * Finds the first and last year of any link. The order of links goes by the latest word on each, so
 * the first word of all is asked for again.
 */
async function linkYearSpan(parameters: LinkParameters): Promise<{ first: number; last: number } | undefined> {
	const [newest, oldest] = await Promise.all([
		linkYears({ ...parameters, sort: 'mostrecent' }),
		linkYears({ ...parameters, sort: '-mostrecent' }),
	]);
	if (newest.length === 0 || oldest.length === 0) return undefined;
	const last = Math.max(...newest);
	let first = Math.min(...oldest);
	for (let asked = 0; asked < 5 && (await askCount({ ...parameters, to: yearText(first - 1) })) > 0; asked++) {
		const earlier = await linkYears({ ...parameters, to: yearText(first - 1), sort: '-mostrecent' });
		first = Math.min(first - 1, ...earlier);
	}
	return { first, last };
}

async function linkYears(parameters: LinkParameters): Promise<number[]> {
	const { answer } = await askLinks({ ...parameters, size: '1' });
	return answer.Relationships.flatMap(({ LinkHistory }) =>
		LinkHistory.map(({ LinkPublicationDate }) => Number(LinkPublicationDate.slice(0, 4))),
	).filter((year) => Number.isInteger(year));
}

function yearsFrom(first: number, last: number): number[] {
	return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function yearText(year: number): string {
	return String(year).padStart(4, '0');
}
