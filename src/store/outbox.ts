// The outbox: changes that the search index still lacks, committed with the change itself, and
// unindexed changes.

import { packJson, unpackJson } from './compression.ts';
import type { Id, Placement, RelationshipKey } from './graph.ts';
import { type Lease, latestCredible } from './leases.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/**
 * What an index must read again after one event. An entry names identifiers and no states: the
 * present state of the records is read when it is delivered, so entries may be delivered twice and
 * in any order.
 */
export type OutboxEntry = {
	/** Relationships that were asserted, each once. */
	relationships: readonly RelationshipKey[];
	/** Identifiers whose group is new, or changed its description, members or versions. */
	changed: readonly Id[];
	/** Identifiers whose groups took in other groups. */
	regrouped: readonly Id[];
	/**
	 * Identifiers that were removed from a group which still exists, or may exist again, and those
	 * groups. Their links are read again even where the index has them in the same place as the
	 * records: they and their links may have been elsewhere meanwhile.
	 */
	separated: readonly Id[];
};

/** What noindex events did to groups, in the form of an outbox entry. */
export type UnindexedChanges = Pick<OutboxEntry, 'changed' | 'regrouped' | 'separated'>;

/** An entry as enqueued; an `id` grows and is never used twice. */
export type StoredEntry = { id: Id; event: Id; entry: OutboxEntry };

type Entry = [event: Id, entry: OutboxEntry];

/**
 * Combines calls that are made without waiting into one: entries of many small events are written
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
	const rows = entries.map(([event, { relationships, changed, regrouped, separated }]) => [
		event,
		relationships.length + changed.length + regrouped.length + separated.length,
		// While a load fills the database all entries wait, and the space that they took stays free in
		// the file.
		Buffer.from(packJson([relationships.flat(), changed, regrouped, separated])).toString('hex'),
	]);
	const list = sql.dialect.list('?1', { event: 'integer', size: 'integer', body: 'text' });
	await sql.run(
		`insert into outbox_entry (event_sequence, kept, size, body)
		 select w.event, ${kept ? 1 : 0}, w.size, ${sql.dialect.bytesOfHex('w.body')} from ${list} w`,
		[JSON.stringify(rows)],
	);
}

export function openOutbox(sql: Sql) {
	const { list } = sql.dialect;
	return {
		/** Enqueues an entry; it is committed with everything else in the transaction. */
		enqueue: gatherCalls(async (entries) => {
			await writeEntries(sql, entries, { kept: false });
			await sql.notify?.('outbox');
		}),
		/**
		 * Lists entries that wait, oldest first, as long as those before name fewer than `size`
		 * relationships and identifiers; always at least one.
		 */
		async entries(limit: number, size: number): Promise<StoredEntry[]> {
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
		/**
		 * Records which identifiers a noindex event changed, regrouped and removed from groups, until
		 * an indexed event touches the same groups or the index is rebuilt. A rebuild that is under way
		 * gets the whole entry: some of its parts may show what the event did, and some may not.
		 */
		async recordUnindexed(event: Id, entry: OutboxEntry): Promise<void> {
			const codes = new Map<Id, number>();
			for (const [code, kind] of unindexedKinds.entries()) for (const id of entry[kind]) codes.set(id, code);
			await sql.run(
				`insert into unindexed_change (identifier_id, event_sequence, regrouped) select w.id, w.event, w.regrouped
				 from ${list('?1', { id: 'integer', event: 'integer', regrouped: 'integer' })} w
				 where true on conflict do nothing`,
				[JSON.stringify(Array.from(codes, ([id, code]) => [id, event, code]))],
			);
			// A rebuild that begins meanwhile waits for this transaction, or the reverse.
			const [state] = await sql.all<[Id | null]>(
				`select building_generation from index_state ${sql.dialect.lockRows('share')}`,
			);
			if (state?.[0] != null) await writeEntries(sql, [[event, entry]], { kept: true });
		},
		/** Lists the unindexed changes in the Version groups of these identifiers. */
		unindexedChangesOf: (places: readonly Placement[]): Promise<UnindexedChanges> => unindexedChangesOf(sql, places),
		/** Removes the unindexed changes of these identifiers. */
		async removeUnindexed(ids: readonly Id[]): Promise<void> {
			await sql.run(
				`delete from unindexed_change where identifier_id in (select id from ${list('?1', { id: 'integer' })} w)`,
				[JSON.stringify(ids)],
			);
		},
	};
}

export function openOutboxClaims(database: SqlDatabase) {
	return {
		/**
		 * Claims entries that wait and that no other worker has, the oldest first, at most `limit`, and
		 * as long as those before name fewer than `size` relationships and identifiers; always at least
		 * one. Includes what this worker has claimed already, and what another one claimed with a lease
		 * that ran out before `now`. A lease that ends later than possible for one that began by now is
		 * void, as in Events.claim.
		 */
		claimEntries: (lease: Lease, now: number, bounds: { limit: number; size: number }): Promise<StoredEntry[]> =>
			database.write((sql) => claimEntries(sql, lease, now, bounds)),
		/**
		 * Prolongs the claims of those of these entries that the worker still has, or releases them
		 * where `until` is null.
		 */
		renewEntries: (entries: readonly Id[], worker: string, until: number | null): Promise<void> =>
			database.write(async (sql) => {
				const list = sql.dialect.list('?1', { id: 'integer' });
				const change = until === null ? 'claimed_by = null, claimed_until = null' : 'claimed_until = ?3';
				await sql.run(`update outbox_entry set ${change} where claimed_by = ?2 and id in (select id from ${list} w)`, [
					JSON.stringify(entries),
					worker,
					...(until === null ? [] : [until]),
				]);
				if (until === null) await sql.notify?.('outbox');
			}),
	};
}

export type OutboxClaims = ReturnType<typeof openOutboxClaims>;

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
	// Entries of earlier versions have one list less.
	const [flat, changed, regrouped, separated = []] = unpackJson(body) as [number[], Id[], Id[], Id[]?];
	const relationships: [Id, number, Id][] = [];
	for (let at = 0; at < flat.length; at += 3) relationships.push(flat.slice(at, at + 3) as [Id, number, Id]);
	return { relationships, changed, regrouped, separated };
}

/**
 * The kinds of unindexed changes, by their numbers in the column `regrouped`: each includes those
 * before.
 */
const unindexedKinds = ['changed', 'regrouped', 'separated'] as const;

async function unindexedChangesOf(sql: Sql, places: readonly Placement[]): Promise<UnindexedChanges> {
	// Usually there are none, and then no group is read.
	const any = await sql.all<[number]>('select 1 from unindexed_change limit 1');
	if (any.length === 0 || places.length === 0) return { changed: [], regrouped: [], separated: [] };
	const groups = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all<[Id, number]>(
		`select d.identifier_id, max(d.regrouped) from (
		   select i.id from ${groups} w join identifier i on i.version_id = w.id
		   union select w.id from ${groups} w) m
		 join unindexed_change d on d.identifier_id = m.id group by d.identifier_id`,
		[JSON.stringify([...new Set(places.map(({ version }) => version))])],
	);
	const [changed, regrouped, separated] = unindexedKinds.map((_, code) =>
		rows.filter(([, own]) => own >= code).map(([id]) => id),
	) as [Id[], Id[], Id[]];
	return { changed, regrouped, separated };
}
