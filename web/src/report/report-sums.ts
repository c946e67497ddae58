// What is summed of the rows of a report, and who says that its works are cited.
import type { CitingProvider } from '../../../clients/typescript/src/schemas.ts';
import type { Summed } from '../../../src/broker/objects/report-sums.ts';
import { familyOf, type ReportRow } from './report-rows.ts';

/** Says what is summed of a row. */
export function summed(row: ReportRow): Summed {
	const { counts, cited_since: since } = row.work;
	const cited = { identity: counts.identity.isCitedBy, version: counts.version.isCitedBy };
	return { family: familyOf(row), cited, since };
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
