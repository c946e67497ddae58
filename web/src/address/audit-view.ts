// The view of the audit, as an address and back. Pure; no DOM.
import { sitePath } from '../site/site.ts';
import { queryOf } from './parts.ts';

const filterNames = ['action', 'who', 'subject', 'since', 'until'] as const;

/** Which entries are shown; undefined are all. */
export type AuditFilters = Readonly<Record<(typeof filterNames)[number], string | undefined>>;

/** Selects the entries of the audit; the list starts after `before`. */
export type AuditView = { page: 'audit'; filters: AuditFilters; before: string | undefined };

const noFilters: AuditFilters = {
	action: undefined,
	who: undefined,
	subject: undefined,
	since: undefined,
	until: undefined,
};

/** Creates the view of the newest entries. */
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
