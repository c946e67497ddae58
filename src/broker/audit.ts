// The audit as the broker shows it and is asked for it, over HTTP and on the command line.
import { isoTime } from '../links/link-date.ts';
import type { AuditEntry } from '../store/audit.ts';

export type { Actor, AuditEntry, AuditQuery } from '../store/audit.ts';
export { type AuditAction, auditActions } from '../store/audit-actions.ts';

/** Makes the document of an entry, as `GET /audit` answers it. */
export function auditDocument({ number, at, who, action, subject, detail, address }: AuditEntry) {
	return { number, time: isoTime(at), who, action, subject, detail, address };
}
