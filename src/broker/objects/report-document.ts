// A report as answers tell it, and as a CSV with a column for each year. It knows no transport.
import { csvLine } from '../../formats/csv/csv-cells.ts';
import { describeLookUp, lookUpHeader, lookUpRow } from '../../formats/scholix/writing/describe-lookup.ts';
import type { ReportedInput } from './report-works.ts';

/** Describes one input. */
export function describeReport({ result, work }: ReportedInput) {
	return {
		...describeLookUp(result),
		...(work && {
			...work.object,
			cited_in: work.citedIn.map(([year, works]) => ({ year, works })),
		}),
	};
}

const describing = ['title', 'type', 'published'] as const;

/** Writes the CSV: the columns of a look-up, what the work is, and a column for each year. */
export function reportLines(reported: readonly ReportedInput[]): string {
	const all = reported.flatMap(({ work }) => work?.citedIn.map(([year]) => year) ?? []);
	const years = [...new Set(all)].sort((one, other) => one - other);
	const rows = reported.map(({ result, work }) => {
		const citedIn = new Map(work?.citedIn);
		const { Title = '', Type, PublicationDate = '' } = work?.object ?? {};
		const cells = [Title, Type?.Name ?? '', PublicationDate];
		return joined(lookUpRow(result), [...cells, ...years.map((year) => (work ? String(citedIn.get(year) ?? 0) : ''))]);
	});
	return joined(lookUpHeader, [...describing, ...years.map((year) => `cited_in_${year}`)]) + rows.join('');
}

function joined(line: string, more: readonly string[]): string {
	return `${line.trimEnd()},${csvLine(more)}`;
}
