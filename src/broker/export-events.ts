// Hands everything that was received over to another broker: every event as it came, on request the accounts, line by line; knows no file and no engine.
import type { AccountStore } from '../ports/accounts/account-store.ts';
import type { Id, LinkStore } from '../ports/records/link-store.ts';
import { type ExportCounts, type ExportLine, writeExportLine } from './export-line.ts';

export type ExportOptions = {
	/** Adds users, roles, and the hashes of passwords and tokens. */
	withAccounts: boolean;
	onProgress(progress: { done: number; total: number }): void;
};

/**
 * Writes an export: accounts if asked for, events in the order of acceptance, and a last line that says how much there was. What is accepted
 * meanwhile is not in it. `write` gets lines without their ends and is waited for; one event at a time is in memory.
 */
export async function exportEvents(
	{ links, accounts }: { links: LinkStore; accounts: AccountStore },
	{ withAccounts, onProgress }: ExportOptions,
	write: (line: string) => Promise<void>,
): Promise<ExportCounts> {
	const counts: ExportCounts = { events: 0, users: 0, roles: 0, tokens: 0 };
	const put = (line: ExportLine) => write(writeExportLine(line));
	if (withAccounts) await exportAccounts(accounts, put, counts);
	const emails = new Map<Id, string>();
	for (const { id, email } of await accounts.users()) emails.set(id, email);
	// The stream has what the records hold. Where there is more than is taken in at once, storing nothing takes in all.
	if ((await links.takeIn()).found > 0) await links.accept([]);
	const total = Object.values(await links.countEvents()).reduce((sum, count) => sum + count, 0);
	await links.snapshot(async (_, stream) => {
		for await (const { userId, ...event } of stream.events()) {
			const submitter = userId === null ? null : (emails.get(userId) ?? null);
			await put({ kind: 'event', event: { ...event, submitter } });
			counts.events++;
			onProgress({ done: counts.events, total: Math.max(total, counts.events) });
		}
	});
	await put({ kind: 'end', counts });
	return counts;
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
