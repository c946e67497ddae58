// An entry of the audit as the broker shows it, over HTTP and on the command line; knows neither.
import type { AuditEntry } from '../ports/records/audit.ts';

export {
	type Actor,
	type AuditAction,
	type AuditEntry,
	type AuditQuery,
	auditActions,
} from '../ports/records/audit.ts';

/** Makes the document of an entry, as `GET /audit` answers it. */
export function auditDocument({ number, at, who, action, subject, detail, address }: AuditEntry) {
	return { number, time: new Date(at).toISOString(), who, action, subject, detail, address };
}
