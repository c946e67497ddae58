// The sums of a report, and the providers of its citations.
import type { CitingProvider } from '../../../clients/typescript/src/schemas.ts';
import { firstOfFamilies, type Summed } from '../../../src/broker/objects/report-sums.ts';
import { sumCounts } from '../../../src/search/flags/left-out.ts';
import type { ReportLevel } from '../address/report-view.ts';
import { familyOf, type ReportRow } from './report-rows.ts';

/** Returns the summed values of a row. */
export function summed(row: ReportRow): Summed {
	const { counts, cited_since: since } = row.work;
	const cited = { identity: counts.identity.isCitedBy, version: counts.version.isCitedBy };
	return { family: familyOf(row), cited, since };
}

/** Sums the citations of all rows by what counts as one; undefined where that was not asked for at this level. */
export function countedOf(rows: readonly ReportRow[], level: ReportLevel) {
	const counted = level === 'version' ? firstOfFamilies(rows, familyOf) : rows;
	const counts = counted.flatMap(({ work }) => work.counted?.[level] ?? []);
	return counts.length === 0 ? undefined : sumCounts(counts);
}

/** The providers of citations, those with the most links first, and whether all links were read. */
export type CitingProviders = { providers: readonly CitingProvider[]; isWhole: boolean };

/** Sums the providers of citations of the named versions; each link belongs to one version. */
export function providersOf(rows: readonly ReportRow[]): CitingProviders {
	const sums = new Map<string, CitingProvider>();
	for (const one of rows.flatMap(({ work }) => work.providers ?? [])) {
		const sum = sums.get(one.name);
		sums.set(one.name, sum ? joined(sum, one) : one);
	}
	const inOrder = [...sums.values()].sort((one, other) => other.links - one.links || (one.name < other.name ? -1 : 1));
	return { providers: inOrder, isWhole: rows.every(({ work }) => !work.providers_at_least) };
}

/** Compares dates as texts, as given: a year sorts before its days. */
function joined(one: CitingProvider, other: CitingProvider): CitingProvider {
	return {
		name: one.name,
		links: one.links + other.links,
		first_link: other.first_link < one.first_link ? other.first_link : one.first_link,
		last_link: other.last_link > one.last_link ? other.last_link : one.last_link,
	};
}
