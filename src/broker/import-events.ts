// Imports the export of another broker: its events, to be applied here, and its accounts if the
// file has them.
import { basename } from 'node:path';
import { BrokerError, hasCode } from '../errors.ts';
import { readUnpacked } from '../formats/files/open-files.ts';
import { nameKey } from '../links/names.ts';
import { isBuiltIn, roleName } from '../store/accounts/account-names.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { StoredToken } from '../store/accounts/tokens.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import type { Act } from '../store/audit.ts';
import type { ExportedEvent } from '../store/event-transfer.ts';
import type { Id } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import { createDeletedNames, namesNoBroker } from './export-events.ts';
import {
	type ExportCounts,
	type ExportLine,
	exportKinds,
	noCounts,
	type PortableEvent,
	readExportLine,
} from './export-lines.ts';
import { importSender, importSubscription, refuseWhileEventsWait } from './import-following.ts';
import { restoreEvent, withdrawEvent } from './withdrawing/withdraw-event.ts';

export type ImportOptions = {
	/**
	 * Gives events and accounts that exist already the state that they have in the file: withdrawals
	 * and restored events, roles, passwords, deactivated users and revoked tokens.
	 */
	update?: boolean;
	/** Adds subscriptions, too, which are active at once. */
	withSubscriptions?: boolean;
	onProgress(progress: { done: number }): void;
};

export type ImportSummary = {
	/** What was new. */
	added: ExportCounts;
	/** What existed already. */
	known: ExportCounts;
	/** What existed already and was changed, where updates were requested. */
	updated: ExportCounts;
	/**
	 * Inactive accounts that were added for users that submitted or withdrew events: the submitter of an
	 * assertion decides who may withdraw it.
	 */
	newSubmitters: number;
};

// One transaction stores so many events, or fewer where they are large.
const eventsAtOnce = 200;
const bytesAtOnce = 8 * 1024 * 1024;
// Longer ones do not fit into a string.
const longestLineBytes = 500_000_000;

/**
 * Imports the file at `path` (`-`: standard input; packed ones are recognised). Events and accounts
 * that are known are left as they are unless updates are requested, so a file may be imported again,
 * also one that broke off.
 * Fails with `conflict` where subscriptions are to be added while events wait, and with `bad-file` at
 * the first line that is no line of an export, or where the end is missing; what came before is
 * stored.
 */
export async function importEvents(
	stores: { records: Records; accounts: AccountStore },
	act: Act,
	path: string,
	options: ImportOptions,
): Promise<ImportSummary> {
	const file = path === '-' ? 'standard input' : path;
	const importer = createImporter(stores, act, options);
	let end: ExportCounts | undefined;
	let number = 0;
	for await (const text of readLines(readUnpacked(path), file)) {
		if (number === 0) await noteBegin(stores.records, act, path === '-' ? file : basename(path));
		number++;
		const line = readExportLine(text, `${file}:${number}`);
		if (line.kind === 'end') end = line.counts;
		else await importer.take(line);
	}
	const summary = await importer.finish();
	if (!isWhole(end, summary)) {
		throw new BrokerError(
			'bad-file',
			`${file} is incomplete: ${end ? 'lines are missing' : 'its end is missing'}. ` +
				'The rest was imported. Export again, and import that file as well.',
		);
	}
	return summary;
}

async function noteBegin(records: Records, act: Act, file: string): Promise<void> {
	await records.audit([{ ...act, action: 'import.started', subject: null, detail: { file } }]);
}

function isWhole(end: ExportCounts | undefined, { added, known }: ImportSummary): boolean {
	return end !== undefined && exportKinds.every((kind) => added[kind] + known[kind] === end[kind]);
}

function createImporter(
	{ records, accounts }: { records: Records; accounts: AccountStore },
	act: Act,
	{ update = false, withSubscriptions = false, onProgress }: ImportOptions,
) {
	const summary: ImportSummary = {
		...{ added: { ...noCounts }, known: { ...noCounts }, updated: { ...noCounts } },
		newSubmitters: 0,
	};
	const note = (kind: keyof ExportCounts, added: boolean): void => {
		summary[added ? 'added' : 'known'][kind]++;
	};
	const noteUpdate = (kind: keyof ExportCounts, updated: boolean): void => {
		if (updated) summary.updated[kind]++;
	};
	const users = createUserFinder(accounts, act, () => {
		summary.newSubmitters++;
	});
	const nameOf = createDeletedNames();
	let waiting: ExportedEvent[] = [];
	let waitingBytes = 0;
	const store = async () => {
		const events = waiting;
		waiting = [];
		waitingBytes = 0;
		const added = await records.importEvents(events);
		for (const [position, event] of events.entries()) {
			note('events', added[position] === true);
			if (update && !added[position]) noteUpdate('events', await updateEvent(records, act, event));
		}
		onProgress({ done: summary.added.events + summary.known.events });
	};
	const takeEvent = async ({ submitter, withdrawn, ...event }: PortableEvent) => {
		const idOf = (email: string | null) =>
			email === null ? null : users.findOrAdd(nameOf(email, event.eventId), event.createdAt);
		const userId = await idOf(submitter);
		const by = await idOf(withdrawn?.by ?? null);
		waiting.push({ ...event, userId, withdrawn: withdrawn && { ...withdrawn, by } });
		waitingBytes += event.payload.byteLength;
		if (waiting.length >= eventsAtOnce || waitingBytes >= bytesAtOnce) await store();
	};
	return {
		async take(line: Exclude<ExportLine, { kind: 'end' }>): Promise<void> {
			if (line.kind === 'event') return takeEvent(line.event);
			// The first event of such a user names it.
			if (line.kind === 'user' && namesNoBroker(line.user.email)) return note('users', false);
			if (line.kind === 'user') {
				const added = await accounts.importUser(act, line.user);
				note('users', added);
				if (update && !added) noteUpdate('users', await updateUser(accounts, act, line.user));
				return;
			}
			if (line.kind === 'sender') return note('senders', await importSender(records, act, line.sender, users.find));
			if (line.kind === 'subscription') {
				if (!withSubscriptions) return note('subscriptions', false);
				if (waiting.length > 0) await store();
				await refuseWhileEventsWait(records);
				return note('subscriptions', await importSubscription(records, act, line.subscription, users.find));
			}
			if (line.kind === 'role') return note('roles', await accounts.importRole(act, line.role));
			const { email, ...token } = line.token;
			const userId = await users.find(email);
			// Whoever took the user out of the file did not want its tokens.
			const added = userId !== null && (await accounts.importToken(act, { ...token, userId }));
			note('tokens', added);
			if (update && !added) noteUpdate('tokens', await updateToken(accounts, act, token));
		},
		async finish(): Promise<ImportSummary> {
			if (waiting.length > 0) await store();
			return summary;
		},
	};
}

/** Gives an event the state that it has at another broker; returns whether that changed it. */
async function updateEvent(records: Records, act: Act, event: ExportedEvent): Promise<boolean> {
	const { eventId, state, withdrawn } = event;
	const [known] = await records.events({ eventId, limit: 1 });
	try {
		if (withdrawn !== null && known?.state !== 'Withdrawn') {
			const { at, by: userId, reason } = withdrawn;
			await withdrawEvent(records, { eventId, userId, reason, at, act });
			return true;
		}
		if (withdrawn === null && known?.state === 'Withdrawn') {
			await restoreEvent(records, { eventId, act });
			return true;
		}
	} catch (error) {
		if (!hasCode(error, 'conflict')) throw error;
		const message = `The event ${eventId} is being processed. Import the file again when it is done.`;
		throw new BrokerError('conflict', message, { cause: error });
	}
	return known?.state === 'Error' && state !== 'Error' && (await records.rerun(act, [eventId])) === 1;
}

/** Gives a user the password, the roles and the state of another broker; returns as above. */
async function updateUser(accounts: AccountStore, act: Act, user: Omit<StoredUser, 'id'>): Promise<boolean> {
	const known = await accounts.findUser(user.email);
	if (known === undefined) return false;
	const isIn = (role: string, roles: readonly string[]) => roles.some((other) => nameKey(other) === nameKey(role));
	// A role without rights in the other broker gives none here.
	const roles = user.roles.filter((role) => isBuiltIn(role) || !isBuiltIn(roleName(role)));
	const given = roles.filter((role) => !isIn(role, known.roles));
	const taken = known.roles.filter((role) => !isIn(role, roles));
	for (const role of given) {
		await accounts.importRole(act, { name: role, createdAt: user.createdAt });
		await accounts.giveRole(act, known.id, role);
	}
	for (const role of taken) await accounts.takeRole(act, known.id, role);
	const { passwordHash, active } = user;
	const isOther = passwordHash !== null && passwordHash !== known.passwordHash;
	if (isOther) await accounts.setPassword(act, known.id, passwordHash);
	if (active !== known.active) await accounts.setActive(act, known.id, active);
	return given.length > 0 || taken.length > 0 || isOther || active !== known.active;
}

/** Revokes a token that was revoked at another broker; returns as above. */
async function updateToken(
	accounts: AccountStore,
	act: Act,
	{ hash, revokedAt }: Pick<StoredToken, 'revokedAt'> & { hash: string },
): Promise<boolean> {
	const known = await accounts.findToken(hash);
	if (known === undefined || revokedAt === null) return false;
	return (await accounts.revokeTokens(act, { id: known.token.id })) === 1;
}

/**
 * Finds users by email and remembers them; accounts come before what names them. `onAdded` is
 * called for each account that was added.
 */
function createUserFinder(accounts: AccountStore, act: Act, onAdded: () => void) {
	const known = new Map<string, Id>();
	const find = async (email: string): Promise<Id | null> => {
		const id = known.get(email) ?? (await accounts.findUser(email))?.id;
		if (id !== undefined) known.set(email, id);
		return id ?? null;
	};
	return {
		find,
		/** Adds an account without roles and password that is not active, where there is none. */
		async findOrAdd(email: string, createdAt: number): Promise<Id | null> {
			const id = await find(email);
			if (id !== null) return id;
			const user = { email, passwordHash: null, active: false, roles: [], createdAt };
			if (await accounts.importUser(act, user)) onAdded();
			return find(email);
		},
	};
}

/** Splits bytes into lines of text, without their ends; empty ones are passed over. */
async function* readLines(blocks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
	const lineEnd = 0x0a;
	let parts: Uint8Array[] = [];
	let bytes = 0;
	const join = (): string => {
		const text = Buffer.concat(parts).toString();
		parts = [];
		bytes = 0;
		return text.trim();
	};
	for await (const block of blocks) {
		let from = 0;
		for (let at = block.indexOf(lineEnd); at !== -1; at = block.indexOf(lineEnd, from)) {
			parts.push(block.subarray(from, at));
			from = at + 1;
			const line = join();
			if (line !== '') yield line;
		}
		parts.push(block.subarray(from));
		bytes += block.byteLength - from;
		if (bytes > longestLineBytes) throw new BrokerError('bad-file', `${file} has a line of more than 500 MB.`);
	}
	const last = join();
	if (last !== '') yield last;
}
