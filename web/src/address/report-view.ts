// What a report shows: the works of a list; knows neither history nor DOM.
import { queryOf } from './parts.ts';

/**
 * Lists the identifiers that the address holds, none where it holds no list; `since`: what is new is
 * counted from this date on.
 */
export type ReportView = { page: 'report'; ids: readonly string[]; since: string | undefined };

/** Longer addresses are refused by some programs that pass them on. */
const mostCharacters = 4_000;

/** Reads the query of such an address: `ids` has one identifier a line, as the form sends it. */
export function readReportView(parameters: URLSearchParams): ReportView {
	const lines = (parameters.get('ids') ?? '').split(/[\r\n]/).map((line) => line.trim());
	const since = /^\d{4}-\d{2}-\d{2}$/.exec(parameters.get('since')?.trim() ?? '')?.[0];
	return { page: 'report', ids: [...new Set(lines.filter((line) => line !== ''))], since };
}

/** Writes the address of such a page. */
export function writeReportView({ ids, since }: ReportView): string {
	return `/report${queryOf({ ids: ids.length === 0 ? undefined : ids.join('\n'), since })}`;
}

/** Tells whether an address can hold it all. */
export function fitsAddress(view: ReportView): boolean {
	return writeReportView(view).length <= mostCharacters;
}
