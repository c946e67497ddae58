// What the pages for operators ask of the audit, and in which shapes; knows no page.
import type { AuditFilters } from '../address/audit-view.ts';
import { queryOf } from '../address/parts.ts';
import { send } from './operator-api.ts';

/** Describes an entry of the audit; `detail` is what else there is to know of it. */
export type AuditEntry = {
	number: number;
	time: string;
	who: string;
	action: string;
	subject: string | null;
	detail: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
	address: string | null;
};

/**
 * One page of `GET /api/audit`, newest first; `next` is what `before` must be for older ones, null
 * at the end.
 */
export type AuditPage = { entries: AuditEntry[]; next: string | null };

/** Asks who did what; admins only. */
export async function askAudit(
	filters: AuditFilters,
	{ before, limit }: { before: string | undefined; limit: number },
): Promise<AuditPage> {
	return (await send('GET', `/audit${queryOf({ ...filters, before, limit: String(limit) })}`)) as AuditPage;
}
