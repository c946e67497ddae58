// What the address of a report asks for, as its page and the server read it.
import { countText } from '../../../links/words.ts';

/** What a report is about: a list, all works with a DOI that begins so, or those of a provider. */
export type Reportable = { identifiers: readonly string[] } | { prefix: string } | { provider: string };

/** What was filled in, of which a report takes one; and of which of its works it begins. */
export type ReportQuery = {
	/** Each once. */
	ids: readonly string[];
	prefix: string;
	provider: string;
	/** The date from which on citations are new. */
	since: string | undefined;
	/** Where it goes on: in a list the number of those before, otherwise what an answer had. */
	cursor: string | undefined;
};

/** So many works one report has, here as on the command line. */
export const mostReported = 10_000;

// An identifier may hold commas and semicolons, but no white space behind them.
const between = /[\t\r\n]|[,;](?=\s|$)/;
const quotationMarks = /^(["'])(.*)\1$/s;

/**
 * Reads one identifier a line, or several with tabs, or with commas or semicolons and a space
 * between them.
 */
export function readList(text: string): string[] {
	const all = text
		.replace(/^\uFEFF/, '')
		.split(between)
		.map((part) => part.trim().replace(quotationMarks, '$2').trim());
	return [...new Set(all.filter((part) => part !== ''))];
}

/** Reads what a form sends; fields that were left empty are as if they were not there. */
export function readReportQuery(parameters: URLSearchParams): ReportQuery {
	const given = (name: string) => parameters.get(name)?.trim() ?? '';
	return {
		ids: readList(given('ids')),
		prefix: given('prefix'),
		provider: given('provider'),
		since: /^\d{4}-\d{2}-\d{2}$/.exec(given('since'))?.[0],
		cursor: given('cursor') || undefined,
	};
}

/** Says what a query is about, or why it is about nothing. */
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

/** Writes the question after so many works (POST /reports). */
export function questionOf(
	about: Reportable,
	{ since, cursor, size }: Pick<ReportQuery, 'since' | 'cursor'> & { size: number },
) {
	const dated = since === undefined ? {} : { since };
	if (!('identifiers' in about)) return { ...about, ...dated, size, ...(cursor !== undefined && { cursor }) };
	const from = placeInList(cursor);
	return { identifiers: about.identifiers.slice(from, from + size), ...dated };
}

/** Reads how many of a list come before. */
export function placeInList(cursor: string | undefined): number {
	return Number(/^\d{1,5}$/.exec(cursor ?? '')?.[0] ?? 0);
}
