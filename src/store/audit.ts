// The contract of the audit: who did what, when and from where, in entries that nothing changes or
// takes away. Each sentence has its test in suite/. It knows no act, only their names.
import type { Id } from './graph.ts';

/** Names what is told of: the kind of its subject, and what was done. */
export const auditActions = [
	'event.submitted',
	'event.withdrawn',
	'event.restored',
	'event.rerun',
	'user.created',
	'user.activated',
	'user.deactivated',
	'user.deleted',
	'user.invited',
	'user.imported',
	'role.created',
	'role.imported',
	'role.given',
	'role.taken',
	'token.created',
	'token.revoked',
	'token.imported',
	'password.changed',
	'session.opened',
	'session.refused',
	'session.ended',
	'accounts.exported',
	'import.started',
	'dump.started',
	'dump.removed',
	'backup.started',
	'backup.restored',
	'reindex.started',
	'rebuild.started',
	'repair.started',
	'harvest.scheduled',
	'harvest.started',
	'harvest.paused',
	'harvest.removed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What `who` begins with where no account acts; the name of the machine's user follows. */
export const commandLine = 'command line';

/**
 * Says who does something and from where: the email of an account and the address of its request,
 * or the command line with the machine's user (`command line (ada)`) and the machine's name.
 */
export type Actor = { who: string; address: string | null };

/** Who does something, and when (milliseconds since 1970): what every audited change is given. */
export type Act = { by: Actor; now: number };

/** What else there is to know, under names as documents have them. Never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export type NewAuditEntry = Act & {
	action: AuditAction;
	/** An event's id, a user's email, or the name of a role; null where it is the whole broker. */
	subject: string | null;
	detail?: AuditDetail;
};

/** An entry as stored; `number` grows, `at` is in milliseconds since 1970. */
export type AuditEntry = {
	number: Id;
	at: number;
	who: string;
	action: AuditAction;
	subject: string | null;
	detail: AuditDetail;
	address: string | null;
};

/**
 * Selects entries, newest first. `who` is exact, but `command line` means whoever used it; `since`
 * and `until` are moments, both included; `before` is a number.
 */
export type AuditQuery = {
	action?: AuditAction;
	who?: string;
	subject?: string;
	since?: number;
	until?: number;
	before?: Id;
	limit: number;
};

/** Tells of acts inside the transaction that does them: both are there, or neither is. */
export interface Auditing {
	/** Adds entries, in the order given. */
	audit(entries: readonly NewAuditEntry[]): Promise<void>;
}

/** Tells of acts that are no transaction, and lists what was told. */
export interface Audit {
	/** Adds entries durably, in a transaction of their own. */
	audit(entries: readonly NewAuditEntry[]): Promise<void>;
	/** Lists entries, newest first. */
	auditEntries(query: AuditQuery): Promise<AuditEntry[]>;
}
