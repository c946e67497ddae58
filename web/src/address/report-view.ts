// The view of a report on a list, a DOI prefix or a provider, as an address and back. Pure; no DOM.
import { type ReportQuery, readReportQuery } from '../../../src/http/pages/report/report-query.ts';
import { relationNames } from '../relations.ts';
import { sitePath } from '../site/site.ts';
import { oneOf, queryOf } from './parts.ts';

/** Lists the work itself, and all its versions together, in the order of columns. */
export const levels = ['identity', 'version'] as const;
export type ReportLevel = (typeof levels)[number];

const counted = [...relationNames, 'since', 'counted'] as const;
const sortKeys = [
	...(['title', 'type', 'published'] as const),
	...levels.flatMap((level) => counted.map((name) => `${level}_${name}` as const)),
];

/** What a column counts: a relation, what is new, or citations by what counts as one. */
export type CountedName = (typeof counted)[number];

/** Names the columns by which rows are ordered. */
export type SortKey = 'title' | 'type' | 'published' | `${ReportLevel}_${CountedName}`;

/** An order of rows; the address has a minus for descending. */
export type RowOrder = { key: SortKey; descending: boolean };

export type ReportView = ReportQuery & {
	page: 'report';
	level: ReportLevel;
	/** Undefined: the default of the page. */
	order: RowOrder | undefined;
};

/** Longer addresses are refused by some programs that pass them on. */
const mostCharacters = 4_000;

/** Creates a view with these settings. */
export function reportView(given: Partial<ReportView>): ReportView {
	const nothing = { ids: [], prefix: '', provider: '', since: undefined, cursor: undefined } as const;
	const counting = { definition: undefined, exclude: undefined } as const;
	return { page: 'report', ...nothing, ...counting, level: 'version', order: undefined, ...given };
}

/** Returns whether the view names a list, a prefix or a provider. */
export function isNamed({ ids, prefix, provider }: ReportQuery): boolean {
	return ids.length > 0 || prefix !== '' || provider !== '';
}

/** Reads the query of such an address. */
export function readReportView(parameters: URLSearchParams): ReportView {
	const [, minus, name] = /^(-?)(.*)$/.exec(parameters.get('sort') ?? '') ?? [];
	const key = sortKeys.find((known) => known === name);
	return reportView({
		...readReportQuery(parameters),
		level: oneOf(parameters, 'level', levels) ?? 'version',
		order: key && { key, descending: minus !== '' },
	});
}

/** Writes the address of such a page. */
export function writeReportView(view: ReportView): string {
	return sitePath(`/report${reportQuery(view)}`);
}

/** Writes the address of its CSV. */
export function reportCsvPath(view: ReportView): string {
	return sitePath(`/report.csv${reportQuery({ ...view, level: 'version', order: undefined })}`);
}

function reportQuery({ ids, prefix, provider, since, definition, exclude, cursor, level, order }: ReportView): string {
	return queryOf({
		...{
			ids: ids.join('\n') || undefined,
			prefix: prefix || undefined,
			provider: provider || undefined,
			since,
			definition,
			exclude,
			cursor,
		},
		level: level === 'version' ? undefined : level,
		sort: order && `${order.descending ? '-' : ''}${order.key}`,
	});
}

/** Returns whether the view fits into an address. */
export function fitsAddress(view: ReportView): boolean {
	return writeReportView(view).length <= mostCharacters;
}
