// What the records store about the search index: which generation is active, which is being built,
// what the index lacks, and the sync token that identifies it as the index of these records.
//
// Every update of the index, and every generation that is built, stores a new sync token in it: a
// text that is never used twice. The records store the sync token before the index does. So if
// either is lost, restored or replaced by another, the two no longer agree:
//
//   announceSyncToken(old, new)      the index commits         acknowledge(…, new)
//   ──────────────────────▶ old or new ──────────▶ old or new ──────────────▶ only new is valid
//                               │                          │
//                               └── the process ends here ─┘ and the two still agree

import { BrokerError } from '../errors.ts';
import { eventsWithUnindexedDelta, takeUnindexedDelta, type UnindexedDelta } from './changes.ts';
import type { Id } from './graph.ts';
import { latestCredible } from './leases.ts';
import { removeParts } from './rebuild-parts.ts';
import type { Transaction } from './records.ts';
import type { Sql, SqlDatabase, WriteOptions } from './sql-database.ts';

/** What the active index lacks. */
export type IndexLag = {
	/** Entries of the outbox that wait, and the links of their events. */
	entries: number;
	links: number;
	/** Whether there are applied events that are unindexed (noindex). */
	unindexed: boolean;
};

/** What a generation covers: everything that its snapshot contained. */
export type Coverage = {
	/** Applied events that were unindexed, and are searchable with this generation. */
	unindexed: readonly Id[];
	/** Entries of the outbox: those that wait and those that are kept for the rebuild. */
	entries: readonly Id[];
};

/** Makes the error for an index that belongs to other records. */
export function foreignIndex(): BrokerError {
	return new BrokerError(
		'index-behind',
		'The search index does not belong to the stored records: one of the two was restored or replaced. A running ' +
			'server or worker rebuilds it automatically; link-broker search reindex does so too.',
		{ retryAfterSeconds: 30 },
	);
}

/** Writes in a transaction of the records (see sql-records.ts). */
export type WriteRecords = <T>(
	work: (transaction: Transaction, sql: Sql) => Promise<T>,
	options?: WriteOptions,
) => Promise<T>;

export function openGenerations(database: SqlDatabase, write: WriteRecords) {
	return {
		/** Returns the active generation. */
		currentGeneration: (): Promise<Id> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[Id]>('select current_generation from index_state');
				return (row as [Id])[0];
			}),
		/** Whether anything was indexed before: then an empty index has been lost. */
		expectsIndex: (): Promise<boolean> =>
			database.read(async (sql) => {
				const indexed = await sql.all<[number]>(
					`select 1 from link_event e where e.counts is not null and e.unindexed = 0 and e.links > 0
					 and not exists (select 1 from outbox_entry o where o.event_sequence = e.sequence and o.kept = 0) limit 1`,
				);
				return indexed.length > 0;
			}),
		/** Reads what the index lacks. */
		indexLag: (): Promise<IndexLag> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number, number]>(
					`select (select count(*) from outbox_entry where kept = 0), coalesce(sum(links), 0)
					 from link_event where sequence in (select event_sequence from outbox_entry where kept = 0)`,
				);
				const unindexed = await sql.all<[number]>(
					'select 1 from link_event where unindexed = 1 and counts is not null limit 1',
				);
				const [entries, links] = row as [number, number];
				return { entries, links, unindexed: unindexed.length > 0 };
			}),
		/**
		 * Lists the valid sync tokens, one of which the index of these records has; '' is that of an
		 * index that was never written to.
		 */
		syncTokens: (): Promise<readonly string[]> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[string, string]>('select sync_token, announced_sync_token from index_state');
				return row as [string, string];
			}),
		/**
		 * Announces that the index, whose sync token is `from`, is about to take the sync token `to`:
		 * from then on only these two are valid. Fails with `index-behind` where `from` is not valid.
		 */
		announceSyncToken: (from: string, to: string): Promise<void> =>
			database.write(async (sql) => {
				const changed = await sql.run(
					`update index_state set sync_token = ?1, announced_sync_token = ?2
					 where sync_token = ?1 or announced_sync_token = ?1`,
					[from, to],
				);
				if (changed !== 1) throw foreignIndex();
			}),
		/**
		 * Removes entries that the index has applied; during a rebuild they are kept for the new
		 * generation instead. `syncToken` is what the index took with them: from then on only it is
		 * valid, unless another was announced meanwhile. Where `generation` is no longer current, the
		 * entries wait again, unclaimed.
		 */
		acknowledge: (entries: readonly Id[], generation: Id, syncToken: string): Promise<void> =>
			database.write((sql) => acknowledge(sql, entries, generation, syncToken)),
		/**
		 * Announces that a generation is being built and returns its number, higher than `above` and
		 * all earlier ones. From then on entries are kept. Fails with `conflict` while the lease of
		 * another rebuild runs; a lease that ends later than possible for one that began by now is
		 * void, as in Events.claim.
		 */
		beginRebuild: (now: number, leaseUntil: number, above: Id): Promise<Id> =>
			database.write((sql) => beginRebuild(sql, now, leaseUntil, above)),
		/** Prolongs the lease; false where another rebuild has taken over. */
		renewRebuild: (generation: Id, leaseUntil: number): Promise<boolean> =>
			database.write(async (sql) => {
				const renew = 'update index_state set building_lease_until = ?2 where building_generation = ?1';
				return (await sql.run(renew, [generation, leaseUntil])) === 1;
			}),
		/**
		 * Makes the generation current, durably, and announces its sync token: what it covers is
		 * searchable and its entries are removed; all others wait (again). Fails with `conflict` where
		 * another rebuild has taken over. `onSearchable` is called in the same transaction for each
		 * event with unindexed changes, in order, once that event is searchable and the later ones are
		 * not yet.
		 */
		finishRebuild: (
			generation: Id,
			syncToken: string,
			coverage: Coverage,
			onSearchable: (transaction: Transaction, delta: UnindexedDelta) => Promise<void>,
		): Promise<void> =>
			write(
				async (transaction, sql) => {
					await switchGeneration(sql, generation, syncToken);
					for (const event of await eventsWithUnindexedDelta(sql, coverage.unindexed)) {
						await sql.run('update link_event set unindexed = 0 where sequence = ?1', [event]);
						await onSearchable(transaction, { event, ...(await takeUnindexedDelta(sql, event)) });
					}
					await removeCovered(sql, coverage);
				},
				{ durable: true },
			),
		/**
		 * Abandons a rebuild, and removes the entries kept for it; does nothing where it is not under
		 * way.
		 */
		abandonRebuild: (generation: Id): Promise<void> =>
			database.write(async (sql) => {
				const changed = await sql.run(
					`update index_state set building_generation = null, building_lease_until = null
					 where building_generation = ?1`,
					[generation],
				);
				if (changed !== 1) return;
				await sql.run('delete from outbox_entry where kept = 1');
				await removeParts(sql);
			}),
	};
}

async function acknowledge(sql: Sql, entries: readonly Id[], generation: Id, syncToken: string): Promise<void> {
	const [state] = await sql.all<[Id, Id | null]>(
		`select current_generation, building_generation from index_state ${sql.dialect.lockRows('update')}`,
	);
	const [current, building] = state as [Id, Id | null];
	const isCurrent = current === generation;
	if (isCurrent) await sql.run('update index_state set sync_token = ?1 where announced_sync_token = ?1', [syncToken]);
	if (entries.length === 0) return;
	const those = `where id in (select id from ${sql.dialect.list('?1', { id: 'integer' })} w)`;
	const unclaimed = 'claimed_by = null, claimed_until = null';
	if (!isCurrent) await sql.run(`update outbox_entry set ${unclaimed} ${those}`, [JSON.stringify(entries)]);
	else if (building === null) await sql.run(`delete from outbox_entry ${those}`, [JSON.stringify(entries)]);
	else await sql.run(`update outbox_entry set kept = 1, ${unclaimed} ${those}`, [JSON.stringify(entries)]);
}

async function beginRebuild(sql: Sql, now: number, leaseUntil: number, above: Id): Promise<Id> {
	const [row] = await sql.all<[Id, Id | null, number | null]>(
		`select last_generation, building_generation, building_lease_until from index_state
		 ${sql.dialect.lockRows('update')}`,
	);
	const [last, building, buildingUntil] = row as [Id, Id | null, number | null];
	const until = buildingUntil ?? 0;
	if (building !== null && until > now && until <= latestCredible(now, leaseUntil)) {
		throw new BrokerError('conflict', 'Another reindex is in progress. Try again when it has ended.');
	}
	// A number is never used twice: the process that built under it may still be building.
	const generation = Math.max(last, above) + 1;
	await sql.run('update index_state set last_generation = ?1, building_generation = ?1, building_lease_until = ?2', [
		generation,
		leaseUntil,
	]);
	await removeParts(sql);
	return generation;
}

async function switchGeneration(sql: Sql, generation: Id, syncToken: string): Promise<void> {
	const changed = await sql.run(
		`update index_state set current_generation = ?1, announced_sync_token = ?2, building_generation = null,
		 building_lease_until = null where building_generation = ?1`,
		[generation, syncToken],
	);
	if (changed !== 1) throw new BrokerError('conflict', 'Another reindex has taken over. Its result stands.');
}

async function removeCovered(sql: Sql, coverage: Coverage): Promise<void> {
	const those = `(select id from ${sql.dialect.list('?1', { id: 'integer' })} w)`;
	const unindexed = [JSON.stringify(coverage.unindexed)];
	await sql.run(`update link_event set unindexed = 0 where sequence in ${those}`, unindexed);
	await sql.run(`delete from unindexed_change where event_sequence in ${those}`, unindexed);
	await sql.run(`delete from outbox_entry where id in ${those}`, [JSON.stringify(coverage.entries)]);
	await sql.run('update outbox_entry set kept = 0 where kept = 1');
	await removeParts(sql);
	await sql.notify?.('outbox');
}
