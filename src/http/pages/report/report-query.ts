// What the address of a report asks for, as its page and the server read it.
import { readList } from '../../../links/identifier-list.ts';
import { countText } from '../../../links/words.ts';

/** The subject of a report: a list, all works with a DOI prefix, or those of a provider. */
export type Reportable = { identifiers: readonly string[] } | { prefix: string } | { provider: string };

/** The fields of a report, of which one names its subject, and the place in its list. */
export type ReportQuery = {
	/** Without duplicates. */
	ids: readonly string[];
	prefix: string;
	provider: string;
	/** Citations since this date count as new. */
	since: string | undefined;
	/** What counts as a citation, as POST /reports takes it. */
	definition: string | undefined;
	exclude: string | undefined;
	/** The place to continue: for a list the number of earlier items, otherwise a cursor of the API. */
	cursor: string | undefined;
};

/** The limit of works in a report, as on the command line. */
export const mostReported = 10_000;

/** Reads the parameters of a report; empty ones count as absent. */
export function readReportQuery(parameters: URLSearchParams): ReportQuery {
	const given = (name: string) => parameters.get(name)?.trim() ?? '';
	return {
		ids: readList(given('ids')),
		prefix: given('prefix'),
		provider: given('provider'),
		since: /^\d{4}-\d{2}-\d{2}$/.exec(given('since'))?.[0],
		definition: given('definition') || undefined,
		// A form sends each flag by itself.
		exclude: parameters.getAll('exclude').join().trim() || undefined,
		cursor: given('cursor') || undefined,
	};
}

/** Returns the subject of a query, or its problem. */
export function reportableOf({ ids, prefix, provider }: ReportQuery): Reportable | { problem: string } {
	const given = [ids.length > 0, prefix !== '', provider !== ''].filter(Boolean).length;
	if (given === 0) return { problem: 'Enter identifiers, one per line, or a DOI prefix or a provider.' };
	if (given > 1) return { problem: 'Enter only one of these: a list, a DOI prefix or a provider.' };
	if (ids.length > mostReported) {
		const [have, most] = [ids.length, mostReported].map(countText);
		return { problem: `The list has ${have} identifiers; a report takes at most ${most}. Split the list.` };
	}
	if (ids.length > 0) return { identifiers: ids };
	return prefix === '' ? { provider } : { prefix };
}

/** Writes the body for the next works of a report (POST /reports). */
export function questionOf(
	about: Reportable,
	{ since, cursor, size }: Pick<ReportQuery, 'since' | 'cursor'> & { size: number },
) {
	const dated = since === undefined ? {} : { since };
	if (!('identifiers' in about)) return { ...about, ...dated, size, ...(cursor !== undefined && { cursor }) };
	const from = placeInList(cursor);
	return { identifiers: about.identifiers.slice(from, from + size), ...dated };
}

/** Returns what counts as a citation, where the query says so: the query of POST /reports. */
export function countingOf({ definition, exclude }: Pick<ReportQuery, 'definition' | 'exclude'>) {
	return { ...(definition !== undefined && { definition }), ...(exclude !== undefined && { exclude }) };
}

/** Reads the number of earlier items of a list. */
export function placeInList(cursor: string | undefined): number {
	return Number(/^\d{1,5}$/.exec(cursor ?? '')?.[0] ?? 0);
}
