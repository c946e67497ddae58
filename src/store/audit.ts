// The audit: who did what, when and from where, in entries that the database does not let anyone
// change or delete.

import type { AuditAction } from './audit-actions.ts';
import type { Id } from './graph.ts';
import type { Sql, SqlDatabase, SqlValue } from './sql-database.ts';

/** Begins `who` where no account acts; the name of the machine's user follows. */
export const commandLine = 'command line';

/**
 * Who acts and from where: the email of an account and the address of its request, or the command
 * line with the machine's user (`command line (ada)`) and the machine's name.
 */
export type Actor = { who: string; address: string | null };

/** Who acts, and when (milliseconds since 1970); every audited change takes one. */
export type Act = { by: Actor; now: number };

/** Further details, under the names that documents use. Never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export type NewAuditEntry = Act & {
	action: AuditAction;
	/** An event's id, a user's email, or the name of a role; null for the whole broker. */
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
 * Selects entries, newest first. `who` is exact, except that `command line` matches all its users;
 * `since` and `until` are moments, both included; `before` is a number.
 */
export type AuditQuery = {
	action?: AuditAction | undefined;
	who?: string | undefined;
	subject?: string | undefined;
	since?: number | undefined;
	until?: number | undefined;
	before?: Id | undefined;
	limit: number;
};

export function openAudit(database: SqlDatabase) {
	return {
		/** Adds entries durably, in a transaction of their own. */
		audit: (entries: readonly NewAuditEntry[]): Promise<void> =>
			database.write((sql) => addAuditEntries(sql, entries), { durable: true }),
		/** Lists entries, newest first. */
		auditEntries: (query: AuditQuery): Promise<AuditEntry[]> => database.read((sql) => listEntries(sql, query)),
	};
}

export type Audit = ReturnType<typeof openAudit>;

/** Adds entries in the transaction of the change that they record. */
export async function addAuditEntries(sql: Sql, entries: readonly NewAuditEntry[]): Promise<void> {
	if (entries.length === 0) return;
	const rows = entries.map(({ now, by, action, subject, detail }) => [
		now,
		by.who,
		action,
		subject,
		JSON.stringify(detail ?? {}),
		by.address,
	]);
	const list = sql.dialect.list('?1', {
		at: 'integer',
		who: 'text',
		action: 'text',
		subject: 'text',
		detail: 'text',
		address: 'text',
	});
	await sql.run(
		`insert into audit_entry (at, who, action, subject, detail, address)
		 select w.at, w.who, w.action, w.subject, w.detail, w.address from ${list} w`,
		[JSON.stringify(rows)],
	);
}

type EntryRow = [Id, number, string, AuditAction, string | null, string, string | null];

async function listEntries(sql: Sql, query: AuditQuery): Promise<AuditEntry[]> {
	const { conditions, parameters } = conditionsOf(query);
	const rows = await sql.all<EntryRow>(
		`select a.number, a.at, a.who, a.action, a.subject, a.detail, a.address from audit_entry a
		 where ${conditions.join(' and ')} order by a.number desc limit ?1`,
		parameters,
	);
	return rows.map(([number, at, who, action, subject, detail, address]) => ({
		...{ number, at, who, action, subject, address },
		detail: JSON.parse(detail) as AuditDetail,
	}));
}

function conditionsOf({ action, who, subject, since, until, before, limit }: AuditQuery) {
	const conditions = ['1 = 1'];
	const parameters: SqlValue[] = [limit];
	const where = (value: SqlValue | undefined, condition: (placeholder: string) => string) => {
		if (value === undefined) return;
		parameters.push(value);
		conditions.push(condition(`?${parameters.length}`));
	};
	where(action, (value) => `a.action = ${value}`);
	// Uses the index of everything but submissions, which are most of the entries.
	if (action !== undefined && action !== 'event.submitted') conditions.push("a.action <> 'event.submitted'");
	// An email contains no space.
	if (who === commandLine) where(`${commandLine} %`, (value) => `a.who like ${value}`);
	else where(who, (value) => `a.who = ${value}`);
	where(subject, (value) => `a.subject = ${value}`);
	where(until, (value) => `a.at <= ${value}`);
	where(before, (value) => `a.number < ${value}`);
	// Numbers grow with time, except for moments: the lowest number since then bounds what is read.
	// The plus keeps SQLite from reading in the order of numbers.
	const sinceThen = (value: string) => `select min(+s.number) from audit_entry s where s.at >= ${value}`;
	where(since, (value) => `a.at >= ${value} and a.number >= (${sinceThen(value)})`);
	return { conditions, parameters };
}
