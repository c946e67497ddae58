// Exports everything that was received, for another broker: every event as it came and, on request,
// the accounts, line by line.
import { createHash } from 'node:crypto';
import { hasCode } from '../errors.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Act } from '../store/audit.ts';
import { DamagedDatabase, unlessDamaged } from '../store/damaged-database.ts';
import type { ExportedEvent } from '../store/event-transfer.ts';
import type { Id } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import { allSubscriptions } from '../store/subscriptions.ts';
import { type ExportCounts, type ExportLine, noCounts, writeExportLine } from './export-lines.ts';

export type ExportOptions = {
	/**
	 * Adds users, roles, the hashes of passwords and tokens, subscriptions with encrypted secrets, and
	 * who may send notifications.
	 */
	withAccounts: boolean;
	/** Leaves out events that have not changed since this time, in milliseconds since 1970. */
	since?: number | undefined;
	/** The total is null where it is not known beforehand. */
	onProgress(progress: { done: number; total: number | null }): void;
};

/**
 * Writes an export: accounts if asked for, events in the order of acceptance, what accounts follow,
 * and a last line with the counts. Events that are accepted meanwhile are not in it. `write` gets
 * lines without their ends and is waited for; one event at a time is in memory. The audit records
 * accounts that are given away. In a damaged database, events that cannot be read are left out and
 * counted.
 */
export async function exportEvents(
	{ records, accounts }: { records: Records; accounts: AccountStore },
	act: Act,
	{ withAccounts, since, onProgress }: ExportOptions,
	write: (line: string) => Promise<void>,
): Promise<ExportCounts & { unreadable: number }> {
	const counts: ExportCounts = { ...noCounts };
	const put = (line: ExportLine) => write(writeExportLine(line));
	if (withAccounts) {
		await records.audit([{ ...act, action: 'accounts.exported', subject: null }]);
		await exportAccounts(accounts, put, counts);
	}
	const emails = await unlessDamaged(() => accounts.users());
	const emailsById = new Map(emails?.map(({ id, email }) => [id, email]));
	const log = await unlessDamaged(() => records.read((transaction) => transaction.changeLog()));
	const emailOf = (user: Id | null) =>
		user === null || emails === undefined ? null : (emailsById.get(user) ?? emailOfDeleted(user, log?.id ?? 'unknown'));
	const size = await unlessDamaged(() => records.size());
	const all = Object.values(size?.events ?? {}).reduce((sum, count) => sum + count, 0);
	const putEvent = async ({ userId, withdrawn, ...event }: ExportedEvent) => {
		const by = emailOf(withdrawn?.by ?? null);
		const portable = { ...event, submitter: emailOf(userId), withdrawn: withdrawn && { ...withdrawn, by } };
		await put({ kind: 'event', event: portable });
		counts.events++;
		onProgress({ done: counts.events, total: since === undefined ? Math.max(all, counts.events) : null });
	};
	let unreadable = 0;
	let last = 0;
	try {
		await records.snapshot(async (_, snapshot) => {
			for await (const { sequence, ...event } of snapshot.events(since)) {
				await putEvent(event);
				last = sequence;
			}
		});
	} catch (error) {
		// A payload that is missing or cannot be unpacked fails with `internal`.
		if (!(error instanceof DamagedDatabase) && !hasCode(error, 'internal')) throw error;
		for await (const event of records.salvageEvents(last + 1)) {
			if (event === null) unreadable++;
			else await putEvent(event);
		}
	}
	if (withAccounts && emails) await exportFollowing(records, emailsById, put, counts);
	await put({ kind: 'end', counts });
	return { ...counts, unreadable };
}

/**
 * Names a deleted user, since the submitter of an assertion decides who may withdraw it. Brokers
 * number their users alike, so the address contains the id of the broker's change log. It is the
 * address of nobody (RFC 2606, section 2).
 */
function emailOfDeleted(user: Id, broker: string): string {
	return `user-${user}@${broker}.deleted.invalid`;
}

/**
 * Completes the addresses of one export: earlier versions left the broker out of the address of a
 * deleted user. Its first event in the file takes that place, since every export of that broker
 * begins with the same events.
 */
export function createDeletedNames(): (email: string, eventId: string) => string {
	const known = new Map<string, string>();
	const named = (email: string, eventId: string) => {
		const broker = createHash('sha256').update(eventId).digest('hex').slice(0, 10);
		return email.replace(/@/, `@${broker}.`);
	};
	return (email, eventId) =>
		namesNoBroker(email) ? known.getOrInsertComputed(email, () => named(email, eventId)) : email;
}

/** Returns whether an address is that of a deleted user, without the broker. */
export function namesNoBroker(email: string): boolean {
	return /^user-\d+@deleted\.invalid$/.test(email);
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

/** Subscriptions come behind the events, whose links would otherwise be new to them. */
async function exportFollowing(
	records: Pick<Records, 'subscriptions' | 'notifySenders'>,
	emails: ReadonlyMap<Id, string>,
	put: (line: ExportLine) => Promise<void>,
	counts: ExportCounts,
): Promise<void> {
	for (const { userId, rules, createdAt } of await records.notifySenders()) {
		const email = emails.get(userId);
		if (email === undefined) continue;
		await put({ kind: 'sender', sender: { email, rules, createdAt } });
		counts.senders++;
	}
	for await (const { userId, ...subscription } of allSubscriptions(records)) {
		const email = emails.get(userId);
		if (email === undefined) continue;
		await put({ kind: 'subscription', subscription: { email, ...subscription } });
		counts.subscriptions++;
	}
}
