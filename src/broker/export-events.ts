// Exports everything that was received, for another broker: every event as it came and, on request,
// the accounts, line by line.
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Act } from '../store/audit.ts';
import type { Id } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import { type ExportCounts, type ExportLine, writeExportLine } from './export-line.ts';

export type ExportOptions = {
	/** Adds users, roles, and the hashes of passwords and tokens. */
	withAccounts: boolean;
	onProgress(progress: { done: number; total: number }): void;
};

/**
 * Writes an export: accounts if asked for, events in the order of acceptance, and a last line with
 * the counts. Events that are accepted meanwhile are not in it. `write` gets lines without their
 * ends and is waited for; one event at a time is in memory. The audit is told of accounts that are
 * given away.
 */
export async function exportEvents(
	{ records, accounts }: { records: Records; accounts: AccountStore },
	act: Act,
	{ withAccounts, onProgress }: ExportOptions,
	write: (line: string) => Promise<void>,
): Promise<ExportCounts> {
	const counts: ExportCounts = { events: 0, users: 0, roles: 0, tokens: 0 };
	const put = (line: ExportLine) => write(writeExportLine(line));
	if (withAccounts) {
		await records.audit([{ ...act, action: 'accounts.exported', subject: null }]);
		await exportAccounts(accounts, put, counts);
	}
	const emails = new Map<Id, string>();
	for (const { id, email } of await accounts.users()) emails.set(id, email);
	const emailOf = (user: Id | null) => (user === null ? null : (emails.get(user) ?? emailOfDeleted(user)));
	const total = Object.values((await records.size()).events).reduce((sum, count) => sum + count, 0);
	await records.snapshot(async (_, snapshot) => {
		for await (const { userId, withdrawn, ...event } of snapshot.events()) {
			const by = emailOf(withdrawn?.by ?? null);
			const portable = { ...event, submitter: emailOf(userId), withdrawn: withdrawn && { ...withdrawn, by } };
			await put({ kind: 'event', event: portable });
			counts.events++;
			onProgress({ done: counts.events, total: Math.max(total, counts.events) });
		}
	});
	await put({ kind: 'end', counts });
	return counts;
}

/**
 * Names a user who was deleted, so that what one user said stays apart from what others did: who said
 * it decides what is taken back. The address is nobody's (RFC 2606, section 2).
 */
function emailOfDeleted(user: Id): string {
	return `user-${user}@deleted.invalid`;
}

async function exportAccounts(
	accounts: AccountStore,
	put: (line: ExportLine) => Promise<void>,
	counts: ExportCounts,
): Promise<void> {
	for (const { name, createdAt } of await accounts.roles()) {
		await put({ kind: 'role', role: { name, createdAt } });
		counts.roles++;
	}
	for (const { id: _, ...user } of await accounts.users()) {
		await put({ kind: 'user', user });
		counts.users++;
	}
	for (const { id: _, userId: __, ...token } of await accounts.exportTokens()) {
		await put({ kind: 'token', token });
		counts.tokens++;
	}
}
