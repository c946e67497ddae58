// Hands events and accounts over from one database to another, in plain SQL; knows the tables, not the engine, and no file.
import type { EventState } from '../../links/link-event.ts';
import type { AccountStore, StoredToken } from '../../ports/accounts/account-store.ts';
import type { ExportedEvent, Id } from '../../ports/records/link-store.ts';
import { type PackedPayload, packPayload, unpackPayload } from '../../ports/records/packed-payload.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

// Payloads are read one by one, so a step of events holds none.
const eventsPerStep = 500;

type ExportedRow = readonly [
	sequence: Id,
	eventId: string,
	state: EventState,
	noindex: number,
	unsearchable: number,
	userId: Id | null,
	links: number,
	createdAt: number,
	startedAt: number | null,
	finishedAt: number | null,
	attempts: number,
	error: string | null,
];

/** Streams all events with their payloads, in the order of acceptance. */
export async function* streamEvents(sql: Sql): AsyncGenerator<ExportedEvent> {
	let last = 0;
	for (;;) {
		const rows = await sql.all<ExportedRow>(
			`select sequence, event_id, state, noindex, unsearchable, user_id, links, created_at, started_at, finished_at, attempts, error
			 from link_event where sequence > ?1 order by sequence limit ${eventsPerStep}`,
			[last],
		);
		for (const [
			sequence,
			eventId,
			state,
			noindex,
			unsearchable,
			userId,
			links,
			createdAt,
			startedAt,
			finishedAt,
			attempts,
			error,
		] of rows) {
			last = sequence;
			yield {
				eventId,
				payload: await readPayload(sql, sequence),
				links,
				noindex: noindex === 1,
				searchable: unsearchable === 0,
				userId,
				state,
				createdAt,
				failure: state === 'Error' ? { reason: error ?? '', attempts, startedAt, finishedAt } : null,
			};
		}
		if (rows.length < eventsPerStep) return;
	}
}

/** Reads the payload of an event, byte for byte; undefined where there is no such event. */
export async function findPayload(sql: Sql, sequence: Id): Promise<Uint8Array | undefined> {
	const [row] = await sql.all<[PackedPayload['encoding'], Uint8Array]>(
		'select encoding, body from event_payload where sequence = ?1',
		[sequence],
	);
	return row && unpackPayload({ encoding: row[0], body: row[1] });
}

async function readPayload(sql: Sql, sequence: Id): Promise<Uint8Array> {
	const payload = await findPayload(sql, sequence);
	if (!payload) throw new Error(`The payload of event number ${sequence} is missing.`);
	return payload;
}

/** Writes the payload of an event, packed. */
export async function writePayload(sql: Sql, sequence: Id, payload: Uint8Array | PackedPayload): Promise<void> {
	const { encoding, body } = packPayload(payload);
	await sql.run('insert into event_payload (sequence, encoding, body) values (?1, ?2, ?3)', [sequence, encoding, body]);
}

/** Stores events of another database, passing over those that are known; answers which were stored. */
export async function importEvents(sql: Sql, events: readonly ExportedEvent[]): Promise<boolean[]> {
	const stored: boolean[] = [];
	for (const { eventId, payload, links, noindex, searchable, userId, createdAt, failure } of events) {
		const [row] = await sql.all<[Id]>(
			`insert into link_event (event_id, state, noindex, unsearchable, user_id, links, created_at, started_at, finished_at, attempts, error)
			 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) on conflict do nothing returning sequence`,
			[
				eventId,
				failure ? 'Error' : 'New',
				noindex ? 1 : 0,
				searchable ? 0 : 1,
				userId,
				links,
				createdAt,
				failure?.startedAt ?? null,
				failure?.finishedAt ?? null,
				failure?.attempts ?? 0,
				failure?.reason ?? null,
			],
		);
		stored.push(row !== undefined);
		if (row) await writePayload(sql, row[0], payload);
	}
	await sql.announce('events');
	return stored;
}

const flag = (value: boolean): number => (value ? 1 : 0);

type TokenRow = [Id, Id, string, number, number, number | null, number | null, number | null, string, string];

/** Hands over the accounts; `emailKey` folds an address so that letter case does not matter. */
export function accountTransfer(
	database: SqlDatabase,
	emailKey: (email: string) => string,
): Pick<AccountStore, 'exportTokens' | 'importUser' | 'importToken'> {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		exportTokens: () =>
			database.read(async (sql) => {
				const rows = await sql.all<TokenRow>(
					`select t.id, t.user_id, t.name, t.internal, t.created_at, t.last_used_at, t.expires_at, t.revoked_at, t.hash, u.email
					 from account_token t join account_user u on u.id = t.user_id order by t.id`,
				);
				return rows.map(exportedToken);
			}),
		importUser: ({ email, passwordHash, active, createdAt, roles }) =>
			write(async (sql) => {
				const [user] = await sql.all<[Id]>(
					`insert into account_user (email, email_key, password_hash, active, created_at) values (?1, ?2, ?3, ?4, ?5)
					 on conflict do nothing returning id`,
					[email, emailKey(email), passwordHash, flag(active), createdAt],
				);
				if (!user) return false;
				for (const role of roles) {
					await sql.run('insert into account_role (name, created_at) values (?1, ?2) on conflict do nothing', [
						role,
						createdAt,
					]);
					await sql.run(
						'insert into account_user_role (user_id, role_id) select ?1, id from account_role where name = ?2',
						[user[0], role],
					);
				}
				return true;
			}),
		importToken: ({ hash, userId, name, internal, createdAt, lastUsedAt, expiresAt, revokedAt }) =>
			write(async (sql) => {
				const added = await sql.run(
					`insert into account_token (hash, user_id, name, internal, created_at, last_used_at, expires_at, revoked_at)
					 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict do nothing`,
					[hash, userId, name, flag(internal), createdAt, lastUsedAt, expiresAt, revokedAt],
				);
				return added === 1;
			}),
	};
}

function exportedToken(row: TokenRow): StoredToken & { hash: string; email: string } {
	const [id, userId, name, internal, createdAt, lastUsedAt, expiresAt, revokedAt, hash, email] = row;
	return { id, userId, name, internal: internal === 1, createdAt, lastUsedAt, expiresAt, revokedAt, hash, email };
}
