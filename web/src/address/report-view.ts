// What a report shows: the works of a list, of a DOI prefix or of a provider; knows neither history
// nor DOM.
import { sitePath } from '../site/site.ts';
import { queryOf } from './parts.ts';

/** What a report is about: a list, all works with a DOI that begins so, or those of a provider. */
export type ReportSubject =
	| { kind: 'list'; ids: readonly string[] }
	| { kind: 'prefix'; prefix: string }
	| { kind: 'provider'; provider: string };

/**
 * A list is empty where the address names nothing; `since`: what is new is counted from this date
 * on.
 */
export type ReportView = { page: 'report'; about: ReportSubject; since: string | undefined };

/** Longer addresses are refused by some programs that pass them on. */
const mostCharacters = 4_000;

/**
 * Reads the query of such an address: `ids` has one identifier a line, as the form sends it; fields
 * that were left empty are as if they were not there.
 */
export function readReportView(parameters: URLSearchParams): ReportView {
	const lines = (parameters.get('ids') ?? '').split(/[\r\n]/).map((line) => line.trim());
	const since = /^\d{4}-\d{2}-\d{2}$/.exec(parameters.get('since')?.trim() ?? '')?.[0];
	const [prefix = '', provider = ''] = ['prefix', 'provider'].map((name) => parameters.get(name)?.trim());
	const ids = [...new Set(lines.filter((line) => line !== ''))];
	return { page: 'report', about: subjectOf({ ids, prefix, provider }), since };
}

/** Chooses what is given: a list before a prefix, a prefix before a provider. */
export function subjectOf(given: { ids: readonly string[]; prefix: string; provider: string }): ReportSubject {
	const { ids, prefix, provider } = given;
	if (ids.length === 0 && prefix !== '') return { kind: 'prefix', prefix };
	if (ids.length === 0 && provider !== '') return { kind: 'provider', provider };
	return { kind: 'list', ids };
}

/** Writes the address of such a page. */
export function writeReportView({ about, since }: ReportView): string {
	return sitePath(`/report${queryOf({ ...partsOf(about), since })}`);
}

function partsOf(about: ReportSubject): Record<string, string | undefined> {
	if (about.kind === 'prefix') return { prefix: about.prefix };
	if (about.kind === 'provider') return { provider: about.provider };
	return { ids: about.ids.length === 0 ? undefined : about.ids.join('\n') };
}

/** Tells whether an address can hold it all. */
export function fitsAddress(view: ReportView): boolean {
	return writeReportView(view).length <= mostCharacters;
}
