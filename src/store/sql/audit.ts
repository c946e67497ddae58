// Keeps the audit: entries are added and read; that they are never changed, the database sees to.
// It does not know what the entries tell of.
import {
	type Audit,
	type AuditAction,
	type AuditDetail,
	type AuditEntry,
	type AuditQuery,
	commandLine,
	type NewAuditEntry,
} from '../audit.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase, SqlValue } from '../sql-database.ts';

/** Opens the audit of a database. */
export function openAudit(database: SqlDatabase): Audit {
	return {
		audit: (entries) => database.write((sql) => addAuditEntries(sql, entries), { durable: true }),
		auditEntries: (query) => database.read((sql) => listEntries(sql, query)),
	};
}

/** Adds entries in the transaction that does what they tell of. */
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
	// Names the index of what is not a submission: those are most of the entries.
	if (action !== undefined && action !== 'event.submitted') conditions.push("a.action <> 'event.submitted'");
	// No email has a space in it.
	if (who === commandLine) where(`${commandLine} %`, (value) => `a.who like ${value}`);
	else where(who, (value) => `a.who = ${value}`);
	where(subject, (value) => `a.subject = ${value}`);
	where(until, (value) => `a.at <= ${value}`);
	where(before, (value) => `a.number < ${value}`);
	// Numbers grow with time but for moments: the least of those since then bounds what is read. The
	// plus keeps SQLite from looking for it in the order of numbers.
	const sinceThen = (value: string) => `select min(+s.number) from audit_entry s where s.at >= ${value}`;
	where(since, (value) => `a.at >= ${value} and a.number >= (${sinceThen(value)})`);
	return { conditions, parameters };
}
