// Asks how many links there are per type and year in which they were reported; knows no drawing.

import type { LinkHistoryItem, Relationship } from '../../../clients/typescript/src/schemas.ts';
import { type ObjectTypeName, typeNames } from '../relations.ts';
import type { LinkParameters } from './api-address.ts';
import { askCount, askFacets, askLinks } from './broker-api.ts';
import type { TypeCounts } from './facets.ts';
import { typeOf } from './scholix-answer.ts';

const mostLinkYears = 60;

/** So many links are read to count their years; of more, the broker is asked for each year. */
export const mostLinksRead = 2_000;
const linksPerPage = 1_000;

/**
 * Counts works by the years in which links to them were reported, the last sixty at most. Of many
 * links it is one request for each year.
 */
export async function askLinkYears(parameters: LinkParameters): Promise<TypeCounts> {
	const all = await askFacets(parameters);
	if (all.total > 0 && all.total <= mostLinksRead) return countYears(all, await readLinks(parameters));
	const span = all.total === 0 ? undefined : await linkYearSpan(parameters);
	const years = span === undefined ? [] : yearsFrom(Math.max(span.first, span.last - mostLinkYears + 1), span.last);
	const facets = await Promise.all(
		years.map((year) => askFacets({ ...parameters, from: yearText(year), to: yearText(year) })),
	);
	const countOf = (type: ObjectTypeName) => years.map((year, at) => [year, facets[at]?.byType[type] ?? 0] as const);
	return { total: all.total, byType: all.byType, years: new Map(typeNames.map((type) => [type, countOf(type)])) };
}

async function readLinks(parameters: LinkParameters): Promise<Relationship[]> {
	const links: Relationship[] = [];
	let cursor: string | undefined;
	do {
		const page = await askLinks({ ...parameters, size: String(linksPerPage), ...(cursor && { cursor }) });
		links.push(...page.answer.Relationships);
		cursor = page.cursor;
	} while (cursor !== undefined);
	return links;
}

/** Counts a work once in each year of its links, as the broker does that is asked for each. */
function countYears(
	{ total, byType }: Pick<TypeCounts, 'total' | 'byType'>,
	links: readonly Relationship[],
): TypeCounts {
	const reported = links.map(({ Target, LinkHistory }) => ({
		type: typeOf(Target),
		years: new Set(LinkHistory.map(yearOfLink).filter(Number.isInteger)),
	}));
	const known = reported.flatMap(({ years }) => [...years]);
	if (known.length === 0) return { total, byType, years: new Map(typeNames.map((type) => [type, []])) };
	const last = known.reduce((one, other) => Math.max(one, other));
	const first = known.reduce((one, other) => Math.min(one, other));
	const years = yearsFrom(Math.max(first, last - mostLinkYears + 1), last);
	const countOf = (type: ObjectTypeName) =>
		years.map((year) => [year, reported.filter((one) => one.type === type && one.years.has(year)).length] as const);
	return { total, byType, years: new Map(typeNames.map((type) => [type, countOf(type)])) };
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
	return answer.Relationships.flatMap(({ LinkHistory }) => LinkHistory.map(yearOfLink)).filter((year) =>
		Number.isInteger(year),
	);
}

function yearOfLink({ LinkPublicationDate }: LinkHistoryItem): number {
	return Number(LinkPublicationDate.slice(0, 4));
}

function yearsFrom(first: number, last: number): number[] {
	return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function yearText(year: number): string {
	return String(year).padStart(4, '0');
}
