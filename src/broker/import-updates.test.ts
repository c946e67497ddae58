// Tests that an export of changes brings another broker, which has an earlier export, up to date.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { openTestPostgresRecords, skipPostgres } from '../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { type AccountStore, openAccountStore } from '../store/accounts/account-store.ts';
import { asAssertion } from '../store/events.ts';
import type { Id } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import { act, by } from '../store/suite/audit.fixture.ts';
import { exportEvents } from './export-events.ts';
import { importEvents } from './import-events.ts';
import { restoreEvent, withdrawEvent } from './withdrawing/withdraw-event.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const second = 1_000;

type Opened = { records: Records; accounts: AccountStore; close(): Promise<void> };

const engines = [
	{ name: 'SQLite', open: openTestRecords, skip: false },
	{ name: 'PostgreSQL', open: openTestPostgresRecords, skip: skipPostgres },
] as const;

for (const { name, open, skip } of engines) {
	describe(`a broker on ${name} that has an earlier export of another one`, { skip }, () => {
		let folder: string;
		let from: Opened;
		let to: Opened;
		before(async () => {
			folder = await mkdtemp(join(tmpdir(), 'link-broker-updates-'));
		});
		after(() => rm(folder, { recursive: true }));
		beforeEach(async () => {
			[from, to] = await Promise.all([openStores(openTestRecords), openStores(open)]);
		});
		afterEach(() => Promise.all([from.close(), to.close()]));

		const exported = async (since?: number) => {
			const lines: string[] = [];
			const options = { withAccounts: true, since, onProgress: () => undefined };
			await exportEvents(from, act, options, async (line) => void lines.push(line));
			return lines;
		};
		const bring = async (lines: readonly string[], update = true) => {
			const path = join(folder, 'export.jsonl');
			await writeFile(path, lines.map((line) => `${line}\n`).join(''));
			return importEvents(to, act, path, { update, onProgress: () => undefined });
		};
		const accept = (eventId: string, now = noon) =>
			from.records.accept([
				{
					...asAssertion,
					...{ eventId, payload: Buffer.from('[]'), links: 1, refused: 0, providers: [], noindex: false, userId: null },
					...{ submittedBy: by, now },
				},
			]);
		const withdraw = (records: Records, eventId: string, now = noon) =>
			withdrawEvent(records, { eventId, userId: null, reason: 'Twice', act: { ...act, now } });
		/** Marks an event as failed for the last time. */
		const fail = async (eventId: string) => {
			const [event] = await from.records.claim({ worker, until: noon + second }, noon, 1);
			assert.ok(event?.eventId === eventId);
			await from.records.fail(event, worker, { reason: 'é', retryAt: null, now: noon });
		};
		const stateOf = async ({ records }: Opened, eventId: string) =>
			(await records.events({ eventId, limit: 1 }))[0]?.state;
		const namesIn = (lines: readonly string[]) =>
			lines.map((line) => JSON.parse(line)).flatMap(({ event_id: eventId }) => eventId ?? []);

		it('gets only the events that have changed since a time, or that wait', async () => {
			for (const eventId of ['failed', 'withdrawn early', 'withdrawn late', 'accepted late', 'waits']) {
				await accept(eventId, eventId === 'accepted late' ? noon + second : noon - second);
				if (eventId === 'failed') await fail('failed');
			}
			await withdraw(from.records, 'withdrawn early', noon - second);
			await withdraw(from.records, 'withdrawn late', noon + second);
			assert.deepEqual(namesIn(await exported(noon + 1)), ['withdrawn late', 'accepted late', 'waits']);
			assert.equal(namesIn(await exported()).length, 5);
		});

		it('withdraws, restores and runs again what the other one did, if updates are requested', async () => {
			for (const eventId of ['failed', 'withdrawn', 'restored']) {
				await accept(eventId);
				if (eventId === 'failed') await fail('failed');
			}
			await withdraw(from.records, 'restored');
			await bring(await exported());
			await from.records.rerun(act, ['failed']);
			await withdraw(from.records, 'withdrawn', noon + second);
			await restoreEvent(from.records, { eventId: 'restored', act });
			const changes = await exported();
			const states = () => Promise.all(['failed', 'withdrawn', 'restored'].map((eventId) => stateOf(to, eventId)));
			assert.equal((await bring(changes, false)).updated.events, 0);
			assert.deepEqual(await states(), ['Error', 'New', 'Withdrawn']);
			assert.equal((await bring(changes)).updated.events, 3);
			assert.deepEqual(await states(), ['New', 'Withdrawn', 'New']);
			const [event] = await to.records.events({ eventId: 'withdrawn', limit: 1 });
			assert.deepEqual([event?.withdrawn?.at, event?.withdrawn?.reason], [noon + second, 'Twice']);
			assert.equal((await bring(changes)).updated.events, 0);
		});

		it('names an event that is being processed here and cannot be withdrawn yet', async () => {
			await accept('busy');
			await bring(await exported());
			await to.records.claim({ worker, until: noon + second }, noon, 1);
			await withdraw(from.records, 'busy');
			await assert.rejects(bring(await exported()), { code: 'conflict', message: /busy is being processed/ });
		});

		it('gives accounts the roles, passwords, states and revoked tokens of the other one', async () => {
			const addUser = async (email: string) =>
				(await from.accounts.addUser(act, { email, passwordHash: 'hash', active: true })) as Id;
			const [ada, same] = [await addUser('ada@example.org'), await addUser('same@example.org')];
			for (const role of ['admin', 'Reader']) await from.accounts.addRole(act, role);
			await from.accounts.giveRole(act, ada, 'admin');
			await from.accounts.giveRole(act, same, 'Reader');
			const token = { internal: false, expiresAt: null, userId: ada };
			for (const hash of ['kept', 'stolen']) await from.accounts.addToken(act, { ...token, hash, name: hash });
			await to.accounts.addRole(act, 'reader');
			await bring(await exported());
			await from.accounts.takeRole(act, ada, 'admin');
			await from.accounts.giveRole(act, ada, 'Reader');
			await from.accounts.setPassword(act, ada, 'other hash');
			await from.accounts.setActive(act, ada, false);
			await from.accounts.revokeTokens(act, { userId: ada, name: 'stolen' });
			const changes = await exported();
			assert.deepEqual((await bring(changes, false)).updated, {
				events: 0,
				users: 0,
				roles: 0,
				tokens: 0,
				subscriptions: 0,
				senders: 0,
			});
			assert.deepEqual((await bring(changes)).updated, {
				events: 0,
				users: 1,
				roles: 0,
				tokens: 1,
				subscriptions: 0,
				senders: 0,
			});
			const found = await to.accounts.findUser('ada@example.org');
			assert.deepEqual([found?.passwordHash, found?.active, found?.roles], ['other hash', false, ['reader']]);
			const revoked = await Promise.all(['kept', 'stolen'].map((hash) => to.accounts.findToken(hash)));
			assert.deepEqual(
				revoked.map((one) => one?.token.revokedAt === null),
				[true, false],
			);
			assert.deepEqual((await bring(changes)).updated, {
				events: 0,
				users: 0,
				roles: 0,
				tokens: 0,
				subscriptions: 0,
				senders: 0,
			});
		});

		it('gives no rights to a role that only looks like one with rights', async () => {
			const user = { email: 'eve@example.org', passwordHash: null, active: true };
			await from.accounts.addUser(act, user);
			await to.accounts.addUser(act, user);
			const lines = await exported();
			await bring(lines.map((line) => line.replace('"roles":[]', '"roles":["Admin"]')));
			assert.deepEqual((await to.accounts.findUser(user.email))?.roles, []);
		});
	});
}

const worker = 'a worker';

async function openStores(open: (typeof engines)[number]['open']): Promise<Opened> {
	const { records, database, close } = await open();
	return { records, accounts: openAccountStore(database), close };
}
