// A report as answers tell it, and as a CSV with a column for each year. It knows no transport.
import { csvLine } from '../../formats/csv/csv-cells.ts';
import { describeLookUp, lookUpHeader, lookUpRow } from '../../formats/scholix/writing/describe-lookup.ts';
import type { ReportedInput } from './report-works.ts';

/** Describes one input; `base` is where addresses begin, without it there are none. */
export function describeReport({ result, work }: ReportedInput, base?: string) {
	return {
		...describeLookUp(result, base),
		...(work && {
			...work.object,
			family: { ID: work.family.ID, IDScheme: work.family.IDScheme },
			...(work.citedSince && { cited_since: work.citedSince }),
			versions_total: work.family.versions,
			cited_in: { identity: describeYears(work.citedIn.identity), version: describeYears(work.citedIn.version) },
		}),
	};
}

function describeYears(years: readonly (readonly [number, number])[]) {
	return years.map(([year, works]) => ({ year, works }));
}

const describing = ['title', 'type', 'published', 'family', 'family_scheme', 'versions_total'] as const;
const levels = ['identity', 'version'] as const;

/** Writes the CSV: the columns of a look-up, what the work is, and one for each year and level. */
export function reportLines(reported: readonly ReportedInput[], base?: string): string {
	const columns = levels.flatMap((level) => {
		const all = reported.flatMap(({ work }) => work?.citedIn[level].map(([year]) => year) ?? []);
		return [...new Set(all)].sort((one, other) => one - other).map((year) => ({ level, year }));
	});
	const since = reported.some(({ work }) => work?.citedSince) ? levels : [];
	const rows = reported.map(({ result, work }) => {
		const { Title = '', Type, PublicationDate = '' } = work?.object ?? {};
		const counts = work && { identity: new Map(work.citedIn.identity), version: new Map(work.citedIn.version) };
		const years = columns.map(({ level, year }) => (counts ? String(counts[level].get(year) ?? 0) : ''));
		const { ID = '', IDScheme = '', versions = '' } = work?.family ?? {};
		const about = [Title, Type?.Name ?? '', PublicationDate, ID, IDScheme, String(versions)];
		return joined(lookUpRow(result, base), [
			...about,
			...since.map((level) => String(work?.citedSince?.[level] ?? '')),
			...years,
		]);
	});
	const header = [
		...describing,
		...since.map((level) => `${level}_cited_since`),
		...columns.map(({ level, year }) => `${level}_cited_in_${year}`),
	];
	return joined(lookUpHeader, header) + rows.join('');
}

function joined(line: string, more: readonly string[]): string {
	return `${line.trimEnd()},${csvLine(more)}`;
}
