// What a report shows: the works of a list; knows neither history nor DOM.
import { queryOf } from './parts.ts';

/** Lists the identifiers that the address holds; none where it holds no list. */
export type ReportView = { page: 'report'; ids: readonly string[] };

/** Longer addresses are refused by some programs that pass them on. */
const mostCharacters = 4_000;

/** Reads the query of such an address: `ids` has one identifier a line, as the form sends it. */
export function readReportView(parameters: URLSearchParams): ReportView {
	const lines = (parameters.get('ids') ?? '').split(/[\r\n]/).map((line) => line.trim());
	return { page: 'report', ids: [...new Set(lines.filter((line) => line !== ''))] };
}

/** Writes the address of such a page. */
export function writeReportView({ ids }: ReportView): string {
	return `/report${queryOf({ ids: ids.length === 0 ? undefined : ids.join('\n') })}`;
}

/** Tells whether an address can hold a list. */
export function fitsAddress(ids: readonly string[]): boolean {
	return writeReportView({ page: 'report', ids }).length <= mostCharacters;
}
