// The document of a report, its CSV with a column for each year, and its sums.
import { type CitationCounts, reportCsv } from '../../formats/csv/report-csv.ts';
import { describeLookUp } from '../../formats/scholix/writing/describe-lookup.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { isoTime } from '../../links/link-date.ts';
import type { GroupBy } from '../../ports/search/index-content.ts';
import { sumCounts } from '../../search/flags/left-out.ts';
import { type CitationRule, countedLevels } from '../counting/count-works.ts';
import { type CitingProviders, sumOfProviders } from './citing-providers.ts';
import { firstOfFamilies, mostCitedFirst, type Summed, sumsOf } from './report-sums.ts';
import type { ReportedInput, ReportedWork } from './report-works.ts';
import type { SelectedWorks } from './select-works.ts';

/** Bounds the providers listed for a work, and for all works. */
const mostProviders = 100;

/** Where a report goes on, and what was counted of its provider; of a list there is neither. */
type Selected = Pick<SelectedWorks, 'cursor' | 'counted'>;

/** Describes a report; `base` is where addresses begin, without it there are none. */
export function describeReport(reported: readonly ReportedInput[], { cursor, counted }: Selected, base?: string) {
	return {
		works: reported.map((one) => describeReported(one, base)),
		summary: describeSummary(summarise(reported)),
		...(counted && { works_total: counted.works, as_of: isoTime(counted.at) }),
		...(cursor !== null && { cursor }),
	};
}

function describeReported({ result, work }: ReportedInput, base?: string) {
	return {
		...describeLookUp(result, base),
		...(work && {
			...work.object,
			...describeFamily(work),
			...(work.citedSince && { cited_since: work.citedSince }),
			...(work.counted && { counted: work.counted }),
			cited_in: { identity: describeYears(work.citedIn.identity), version: describeYears(work.citedIn.version) },
			...describeProviders(work.citedByProviders),
		}),
	};
}

function describeFamily({ family: { versions, ...family } }: ReportedWork) {
	return { family, versions_total: versions };
}

function describeSummary({ works, citedBy, citedSince, counted, mostCited, citedByProviders }: ReportSummary) {
	return {
		works,
		cited_by: citedBy,
		...(citedSince && { cited_since: citedSince }),
		...(counted && { counted }),
		most_cited: mostCited.map(({ result: { asked, found }, work }) => ({
			understood_as: shownIdentifier(asked),
			...work.object,
			...describeFamily(work),
			cited_by: { identity: found?.counts.identity.isCitedBy ?? 0, version: found?.counts.version.isCitedBy ?? 0 },
		})),
		...describeProviders(citedByProviders),
	};
}

function describeProviders({ providers, isWhole }: CitingProviders) {
	return {
		providers: providers.slice(0, mostProviders).map(({ name, links, firstLink, lastLink }) => ({
			...{ name, links },
			...{ first_link: firstLink, last_link: lastLink },
		})),
		providers_total: providers.length,
		...(!isWhole && { providers_at_least: true as const }),
	};
}

function describeYears(years: readonly (readonly [number, number])[]) {
	return years.map(([year, works]) => ({ year, works }));
}

/** Writes it as CSV, counted by a rule; `base` is where addresses begin, without it there are none. */
export function reportLines(
	reported: readonly ReportedInput[],
	{ rule, base }: { rule?: CitationRule | undefined; base?: string } = {},
): string {
	const described = reported.map((one) => describeReported(one, base));
	return reportCsv(described, rule && countedLevels(rule));
}

/** One work of a report with what was found of it. */
type CountedWork = { result: Extract<ReportedInput['result'], { problem: null }>; work: ReportedWork };

export type ReportSummary = {
	/** Works that are known, each once. */
	works: number;
	/** Sums over the works, and over the families that they lie in: who cites two counts twice. */
	citedBy: Readonly<Record<GroupBy, number>>;
	/** Of these, how many nobody had reported before a given time; null where none was given. */
	citedSince: Readonly<Record<GroupBy, number>> | null;
	/** Sums of the citations by what counts as one, likewise; absent where they are not asked for. */
	counted: CitationCounts | undefined;
	/** The most cited over all versions, of each family the work that is cited most itself. */
	mostCited: readonly CountedWork[];
	/** Of the works themselves. */
	citedByProviders: CitingProviders;
};

/** Sums a report. */
export function summarise(reported: readonly ReportedInput[]): ReportSummary {
	const works = distinctWorks(reported.flatMap(knownWork));
	const [identity, version] = [sumsOf(works, 'identity', summed), sumsOf(works, 'version', summed)];
	const isDated = works.some(({ work }) => work.citedSince !== null);
	return {
		works: works.length,
		citedBy: { identity: identity.cited, version: version.cited },
		citedSince: isDated ? { identity: identity.since, version: version.since } : null,
		counted: sumOfCitations(works),
		mostCited: version.mostCited,
		citedByProviders: sumOfProviders(works.map(({ work }) => work.citedByProviders)),
	};
}

function sumOfCitations(works: readonly CountedWork[]): CitationCounts | undefined {
	const [first] = works;
	if (!first?.work.counted) return undefined;
	const { definition, identity, version } = first.work.counted;
	const families = firstOfFamilies(works, (one) => summed(one).family);
	const sum = (of: readonly CountedWork[], level: GroupBy) =>
		sumCounts(of.flatMap(({ work }) => work.counted?.[level] ?? []));
	return {
		...(definition !== undefined && { definition }),
		...(identity && { identity: sum(works, 'identity') }),
		...(version && { version: sum(families, 'version') }),
	};
}

/** Sorts by citations over all versions; where these are as many, by those of the work itself. */
export function mostCitedOfAll(reported: readonly ReportedInput[]): ReportedInput[] {
	return mostCitedFirst(reported, 'version', citedOf);
}

function knownWork(one: ReportedInput): CountedWork[] {
	return one.work !== null && one.result.problem === null ? [one as CountedWork] : [];
}

function distinctWorks(works: readonly CountedWork[]): CountedWork[] {
	const first = new Map<number, CountedWork>();
	for (const one of works) first.getOrInsert(one.result.found?.group ?? 0, one);
	return [...first.values()];
}

function summed(one: CountedWork): Summed {
	return { family: one.result.found?.version ?? 0, cited: citedOf(one), since: one.work.citedSince };
}

function citedOf({ result }: ReportedInput): Summed['cited'] {
	const counts = result.problem === null ? result.found?.counts : undefined;
	return { identity: counts?.identity.isCitedBy ?? 0, version: counts?.version.isCitedBy ?? 0 };
}
