// What is shown of the audit; knows neither history nor DOM.
import { sitePath } from '../site/site.ts';
import { queryOf } from './parts.ts';

const filterNames = ['action', 'who', 'subject', 'since', 'until'] as const;

/** Which entries are shown; undefined are all. */
export type AuditFilters = Readonly<Record<(typeof filterNames)[number], string | undefined>>;

/** Says which entries are shown, and before which one the list begins. */
export type AuditView = { page: 'audit'; filters: AuditFilters; before: string | undefined };

const noFilters: AuditFilters = {
	action: undefined,
	who: undefined,
	subject: undefined,
	since: undefined,
	until: undefined,
};

/** Shows the audit from its beginning. */
export function auditView(filters: Partial<AuditFilters> = {}): AuditView {
	return { page: 'audit', filters: { ...noFilters, ...filters }, before: undefined };
}

/** Reads the parameters of its address; empty ones are none. */
export function readAuditView(parameters: URLSearchParams): AuditView {
	const textOf = (name: string) => parameters.get(name)?.trim() || undefined;
	const filters = Object.fromEntries(filterNames.map((name) => [name, textOf(name)])) as AuditFilters;
	return { page: 'audit', filters, before: textOf('before') };
}

/** Writes its address. */
export function writeAuditView({ filters, before }: AuditView): string {
	return sitePath(`/operator/audit${queryOf({ ...filters, before })}`);
}
