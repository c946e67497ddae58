// A citation as the OpenCitations Index has it: a row of its dumps and of the answers of its API.
import type { Identifier } from '../../identifiers/index.ts';

/** The columns of a citation, in their order. */
export const citationColumns = ['oci', 'citing', 'cited', 'creation', 'timespan', 'journal_sc', 'author_sc'] as const;

/** A citation as a row. */
export type CitationRow = Readonly<Record<(typeof citationColumns)[number], string>>;

type Named = Pick<Identifier, 'scheme' | 'value'>;

/** An end of a citation: the work's identifiers, and its date as far as it is known. */
export type CitationEnd = { identifiers: readonly Named[]; date: string };

/**
 * Writes a citation. `identifiers` chooses and orders those of an end; `oci` names it; `flags` are those
 * of the link. Clients accept only `yes` and `no` for whether an author or a journal cites itself: as in
 * the Index, `no` means that nothing shows it, and authors are compared by their identifiers.
 */
export function citationRow<End extends CitationEnd>(
	[citing, cited]: readonly [End, End],
	{ identifiers, oci, flags }: { identifiers(of: End): string; oci: string; flags: readonly string[] },
): CitationRow {
	const creation = dayOf(citing.date);
	const yesOrNo = (flag: string) => (flags.includes(flag) ? 'yes' : 'no');
	return {
		oci,
		citing: identifiers(citing),
		cited: identifiers(cited),
		creation,
		timespan: timespan(creation, dayOf(cited.date)),
		journal_sc: yesOrNo('journal-self'),
		author_sc: yesOrNo('author-self-by-id'),
	};
}

/** Writes identifiers with their schemes, blanks between. One with a blank would be read as two. */
export function prefixed(identifiers: readonly Named[]): string {
	return identifiers
		.filter(({ value }) => !/\s/.test(value))
		.map(({ scheme, value }) => `${scheme}:${withoutScheme(value)}`)
		.join(' ');
}

/** The canonical form of some schemes names them already (`arXiv:1207.4464`). */
function withoutScheme(value: string): string {
	return value.replace(/^arxiv:/i, '');
}

/** Returns the number of a work in OpenCitations Meta, half of an OCI (Peroni, OCI 1.0). */
export function numberInMeta({ identifiers }: CitationEnd): string | undefined {
	const omid = identifiers.find(({ scheme }) => scheme === 'omid');
	return /^br\/(\d+)$/.exec(omid?.value ?? '')?.[1];
}

/** Returns the year, month and day of a date, as far as they are known. */
export function dayOf(date: string): string {
	return /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(date)?.[0] ?? '';
}

/**
 * Returns the time from the cited to the citing date as a duration (ISO 8601), as exactly as both are
 * known; negative where the cited work is younger; empty where one is not known.
 */
export function timespan(citing: string, cited: string): string {
	if (citing === '' || cited === '') return '';
	const length = Math.min(citing.length, cited.length);
	const [first, second] = [cited.slice(0, length), citing.slice(0, length)];
	const isBackwards = second < first;
	const [from, to] = (isBackwards ? [second, first] : [first, second]).map((date) => date.split('-').map(Number)) as [
		number[],
		number[],
	];
	const parts = durationBetween(from, to);
	const written = parts.map((part, at) => (part === 0 ? '' : `${part}${'YMD'[at]}`)).join('');
	return `${isBackwards ? '-' : ''}P${written || `0${'YMD'[parts.length - 1]}`}`;
}

/** Subtracts dates of the same parts, the earlier first. */
function durationBetween(from: readonly number[], to: readonly number[]): number[] {
	const parts = to.map((part, at) => part - (from[at] as number));
	const [, month = 0] = to;
	if ((parts[2] ?? 0) < 0) {
		// Day 0 of a month is the last one of the month before.
		parts[2] = (parts[2] as number) + new Date(Date.UTC(to[0] as number, month - 1, 0)).getUTCDate();
		parts[1] = (parts[1] as number) - 1;
	}
	if ((parts[1] ?? 0) < 0) {
		parts[1] = (parts[1] as number) + 12;
		parts[0] = (parts[0] as number) - 1;
	}
	return parts;
}
