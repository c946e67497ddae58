// Sums a report for those who must count: how often its works are cited and how much of that is
// new, which are cited most, and who says so. It knows no transport.
import type { GroupBy } from '../../ports/search/index-content.ts';
import { type CitingProviders, sumOfProviders } from './citing-providers.ts';
import type { ReportedInput, ReportedWork } from './report-works.ts';

/** One work of a report with what was found of it. */
export type CountedWork = { result: Extract<ReportedInput['result'], { problem: null }>; work: ReportedWork };

export type ReportSummary = {
	/** Works that are known, each once. */
	works: number;
	/** Sums over the works, and over the families that they lie in: who cites two counts twice. */
	citedBy: Readonly<Record<GroupBy, number>>;
	/** Of these, how many nobody had reported before a given time; null where none was given. */
	citedSince: Readonly<Record<GroupBy, number>> | null;
	/** The most cited over all versions, of each family the work that is cited most itself. */
	mostCited: readonly CountedWork[];
	/** Of the works themselves. */
	citedByProviders: CitingProviders;
};

const mostListed = 10;

/** Sums a report. */
export function summarise(reported: readonly ReportedInput[]): ReportSummary {
	const works = distinctBy(reported.flatMap(knownWork), 'group');
	const sorted = mostCitedFirst(works);
	const families = distinctBy(sorted, 'version');
	const sum = (of: readonly CountedWork[], count: (one: CountedWork) => number) =>
		of.reduce((total, one) => total + count(one), 0);
	const isDated = works.some(({ work }) => work.citedSince !== null);
	return {
		works: works.length,
		citedBy: {
			identity: sum(works, (one) => citedBy(one, 'identity')),
			version: sum(families, (one) => citedBy(one, 'version')),
		},
		citedSince: isDated
			? {
					identity: sum(works, ({ work }) => work.citedSince?.identity ?? 0),
					version: sum(families, ({ work }) => work.citedSince?.version ?? 0),
				}
			: null,
		mostCited: families.filter((one) => citedBy(one, 'version') > 0).slice(0, mostListed),
		citedByProviders: sumOfProviders(works.map(({ work }) => work.citedByProviders)),
	};
}

/** Sorts by citations over all versions; where these are as many, by those of the work itself. */
export function mostCitedFirst<One extends ReportedInput>(reported: readonly One[]): One[] {
	return reported.toSorted(
		(one, other) =>
			citedBy(other, 'version') - citedBy(one, 'version') || citedBy(other, 'identity') - citedBy(one, 'identity'),
	);
}

function knownWork(one: ReportedInput): CountedWork[] {
	return one.work !== null && one.result.problem === null ? [one as CountedWork] : [];
}

function distinctBy(works: readonly CountedWork[], level: 'group' | 'version'): CountedWork[] {
	const first = new Map<number, CountedWork>();
	for (const one of works) first.getOrInsert(one.result.found?.[level] ?? 0, one);
	return [...first.values()];
}

function citedBy({ result }: ReportedInput, level: GroupBy): number {
	return result.problem === null ? (result.found?.counts[level].isCitedBy ?? 0) : 0;
}
