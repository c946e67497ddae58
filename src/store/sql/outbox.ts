// Keeps what the search index must still learn, and what must not be found yet. It knows no index.
import type { Lease } from '../events.ts';
import type { Id, Placement } from '../graph.ts';
import type { DeferredChanges, Outbox, OutboxClaims, OutboxEntry, StoredEntry } from '../outbox.ts';
import type { Sql, SqlDatabase, SqlValue } from '../sql-database.ts';
import { packJson, unpackJson } from './packed-json.ts';
import { latestCredible } from './stored-times.ts';

type Entry = [event: Id, entry: OutboxEntry];

/**
 * Makes one call of several that are made without waiting: entries of many small events are written
 * by one statement.
 */
function gatherCalls(write: (entries: readonly Entry[]) => Promise<void>): (...entry: Entry) => Promise<void> {
	let gathered: { entries: Entry[]; written: Promise<void> } | undefined;
	return (...entry) => {
		if (gathered === undefined) {
			const entries: Entry[] = [];
			const written = Promise.resolve().then(() => {
				gathered = undefined;
				return write(entries);
			});
			gathered = { entries, written };
		}
		gathered.entries.push(entry);
		return gathered.written;
	};
}

async function writeEntries(sql: Sql, entries: readonly Entry[], { kept }: { kept: boolean }): Promise<void> {
	const rows = entries.map(([event, { relationships, changed, regrouped, parted }]) => [
		event,
		relationships.length + changed.length + regrouped.length + parted.length,
		// While a load fills a store all entries wait, and what they took stays free in the file.
		Buffer.from(packJson([relationships.flat(), changed, regrouped, parted])).toString('hex'),
	]);
	const list = sql.dialect.list('?1', { event: 'integer', size: 'integer', body: 'text' });
	await sql.run(
		`insert into outbox_entry (event_sequence, kept, size, body)
		 select w.event, ${kept ? 1 : 0}, w.size, ${sql.dialect.bytesOfHex('w.body')} from ${list} w`,
		[JSON.stringify(rows)],
	);
}

/** Opens the outbox on a transaction. */
export function openOutbox(sql: Sql): Outbox {
	const { list } = sql.dialect;
	return {
		enqueue: gatherCalls(async (entries) => {
			await writeEntries(sql, entries, { kept: false });
			await sql.notify('outbox');
		}),
		async entries(limit, size) {
			const sizes = await sql.all<[Id, number]>(
				'select id, size from outbox_entry where kept = 0 order by id limit ?1',
				[limit],
			);
			const rows = await sql.all<StoredRow>(
				'select id, event_sequence, body from outbox_entry where kept = 0 order by id limit ?1',
				[withinSize(sizes, size).length],
			);
			return rows.map(storedEntry);
		},
		async defer(event, entry) {
			const codes = new Map<Id, number>();
			for (const [code, kind] of deferredKinds.entries()) for (const id of entry[kind]) codes.set(id, code);
			await sql.run(
				`insert into deferred_change (identifier_id, event_sequence, regrouped) select w.id, w.event, w.regrouped
				 from ${list('?1', { id: 'integer', event: 'integer', regrouped: 'integer' })} w
				 where true on conflict do nothing`,
				[JSON.stringify(Array.from(codes, ([id, code]) => [id, event, code]))],
			);
			// A rebuild that begins meanwhile waits for this transaction, or this one for it.
			const [state] = await sql.all<[Id | null]>(
				`select building_generation from index_state ${sql.dialect.lockRows('share')}`,
			);
			if (state?.[0] != null) await writeEntries(sql, [[event, entry]], { kept: true });
		},
		deferredFor: (places) => deferredFor(sql, places),
		async forgetDeferred(ids) {
			await sql.run(
				`delete from deferred_change where identifier_id in (select id from ${list('?1', { id: 'integer' })} w)`,
				[JSON.stringify(ids)],
			);
		},
	};
}

/** Opens the claims of a database. */
export function openOutboxClaims(database: SqlDatabase): OutboxClaims {
	return {
		claimEntries: (lease, now, bounds) => database.write((sql) => claimEntries(sql, lease, now, bounds)),
		renewEntries: (entries, { worker, until }) =>
			database.write((sql) => setClaims(sql, entries, 'claimed_until = ?3', [worker, until])),
		releaseEntries: (entries, worker) =>
			database.write(async (sql) => {
				await setClaims(sql, entries, 'claimed_by = null, claimed_until = null', [worker]);
				await sql.notify('outbox');
			}),
	};
}

async function claimEntries(
	sql: Sql,
	{ worker, until }: Lease,
	now: number,
	{ limit, size }: { limit: number; size: number },
): Promise<StoredEntry[]> {
	const free = await sql.all<[Id, number]>(
		`select id, size from outbox_entry
		 where kept = 0 and (claimed_until is null or claimed_until < ?1 or claimed_until > ?2 or claimed_by = ?3)
		 order by id limit ?4 ${sql.dialect.lockRows('update skip locked')}`,
		[now, latestCredible(now, until), worker, limit],
	);
	if (free.length === 0) return [];
	const list = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all<StoredRow>(
		`update outbox_entry set claimed_by = ?2, claimed_until = ?3 where id in (select id from ${list} w)
		 returning id, event_sequence, body`,
		[JSON.stringify(withinSize(free, size)), worker, until],
	);
	return rows.map(storedEntry).sort((one, other) => one.id - other.id);
}

/** Changes the claims of those of the entries that a worker holds. */
async function setClaims(
	sql: Sql,
	entries: readonly Id[],
	change: string,
	[worker, ...others]: readonly [string, ...SqlValue[]],
): Promise<void> {
	const list = sql.dialect.list('?1', { id: 'integer' });
	await sql.run(`update outbox_entry set ${change} where claimed_by = ?2 and id in (select id from ${list} w)`, [
		JSON.stringify(entries),
		worker,
		...others,
	]);
}

/** Lists the first entries, as long as those before are smaller together than a size. */
function withinSize(entries: readonly (readonly [Id, number])[], size: number): Id[] {
	const within: Id[] = [];
	let before = 0;
	for (const [id, own] of entries) {
		if (within.length > 0 && before >= size) break;
		within.push(id);
		before += own;
	}
	return within;
}

type StoredRow = [id: Id, event: Id, body: Uint8Array];

function storedEntry([id, event, body]: StoredRow): StoredEntry {
	return { id, event, entry: readEntry(body) };
}

/** Reads the body of an entry. */
export function readEntry(body: Uint8Array): OutboxEntry {
	// Entries of earlier versions end before what parted.
	const [flat, changed, regrouped, parted = []] = unpackJson(body) as [number[], Id[], Id[], Id[]?];
	const relationships: [Id, number, Id][] = [];
	for (let at = 0; at < flat.length; at += 3) relationships.push(flat.slice(at, at + 3) as [Id, number, Id]);
	return { relationships, changed, regrouped, parted };
}

/** What a deferred change is, by its number in the column `regrouped`: each is also those before. */
const deferredKinds = ['changed', 'regrouped', 'parted'] as const;

async function deferredFor(sql: Sql, places: readonly Placement[]): Promise<DeferredChanges> {
	// Nearly always there are none, and then no group is read.
	const any = await sql.all<[number]>('select 1 from deferred_change limit 1');
	if (any.length === 0 || places.length === 0) return { changed: [], regrouped: [], parted: [] };
	const groups = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all<[Id, number]>(
		`select d.identifier_id, max(d.regrouped) from (
		   select i.id from ${groups} w join identifier i on i.version_id = w.id
		   union select w.id from ${groups} w) m
		 join deferred_change d on d.identifier_id = m.id group by d.identifier_id`,
		[JSON.stringify([...new Set(places.map(({ version }) => version))])],
	);
	const [changed, regrouped, parted] = deferredKinds.map((_, code) =>
		rows.filter(([, own]) => own >= code).map(([id]) => id),
	) as [Id[], Id[], Id[]];
	return { changed, regrouped, parted };
}
