// The audit as the broker shows it and is asked for it, over HTTP and on the command line.
import { isoTime, readDateEnd, readDateInstant } from '../links/link-date.ts';
import type { AuditEntry } from '../store/audit.ts';

export type { Actor, AuditEntry, AuditQuery } from '../store/audit.ts';
export { type AuditAction, auditActions } from '../store/audit-actions.ts';

/** Makes the document of an entry, as `GET /audit` answers it. */
export function auditDocument({ number, at, who, action, subject, detail, address }: AuditEntry) {
	return { number, time: isoTime(at), who, action, subject, detail, address };
}

/** Reads where a stretch of time begins or ends; undefined where the text is no date. */
export const readTime = {
	/** A year, month or day begins with its first moment. */
	since: (text: string): number | undefined => inMilliseconds(readDateInstant(text.trim())),
	/** A year, month or day reaches to its end. */
	until: (text: string): number | undefined => inMilliseconds(readDateEnd(text.trim())),
} as const;

function inMilliseconds(seconds: number | undefined): number | undefined {
	return seconds === undefined ? undefined : Math.round(seconds * 1000);
}
