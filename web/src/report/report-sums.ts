// The sums of a report for who must count: how often its works are cited, which most, and who says
// so; knows no DOM and no request.
import type { CitingProvider } from '../../../clients/typescript/src/schemas.ts';
import type { ReportLevel } from '../address/report-view.ts';
import { firstOfFamilies, type ReportRow } from './report-rows.ts';

const mostListed = 10;

/** Sums at a level; by version, all versions of one work count once. */
export type Sums = { cited: number; since: number; mostCited: readonly ReportRow[] };

/** Sums rows; who cites two works is counted twice. */
export function sumsOf(rows: readonly ReportRow[], level: ReportLevel): Sums {
	const sorted = rows.toSorted(
		(one, other) => cited(other, level) - cited(one, level) || cited(other, 'identity') - cited(one, 'identity'),
	);
	const counted = level === 'identity' ? sorted : firstOfFamilies(sorted);
	return {
		cited: counted.reduce((sum, row) => sum + cited(row, level), 0),
		since: counted.reduce((sum, { work }) => sum + (work.cited_since?.[level] ?? 0), 0),
		mostCited: counted.filter((row) => cited(row, level) > 0).slice(0, mostListed),
	};
}

function cited({ work }: ReportRow, level: ReportLevel): number {
	return work.counts[level].isCitedBy;
}

/**
 * Who says that works are cited, those with the most links first; whether all links were looked at.
 */
export type CitingProviders = { providers: readonly CitingProvider[]; isWhole: boolean };

/** Sums who says that the works themselves are cited: each link is one work's. */
export function providersOf(rows: readonly ReportRow[]): CitingProviders {
	const sums = new Map<string, CitingProvider>();
	for (const one of rows.flatMap(({ work }) => work.providers ?? [])) {
		const sum = sums.get(one.name);
		sums.set(one.name, sum ? joined(sum, one) : one);
	}
	const inOrder = [...sums.values()].sort((one, other) => other.links - one.links || (one.name < other.name ? -1 : 1));
	return { providers: inOrder, isWhole: rows.every(({ work }) => !work.providers_at_least) };
}

/** Dates are as they were given: of two that begin alike, the shorter one stands for its begin. */
function joined(one: CitingProvider, other: CitingProvider): CitingProvider {
	return {
		name: one.name,
		links: one.links + other.links,
		first_link: other.first_link < one.first_link ? other.first_link : one.first_link,
		last_link: other.last_link > one.last_link ? other.last_link : one.last_link,
	};
}
