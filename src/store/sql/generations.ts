// Keeps which generation of the search index answers, which is being built, and what the index
// lacks. It knows no index.
import { BrokerError } from '../../errors.ts';
import { type Coverage, foreignIndex, type Generations } from '../generations.ts';
import type { Id } from '../graph.ts';
import type { Transaction } from '../records.ts';
import type { Sql, SqlDatabase, WriteOptions } from '../sql-database.ts';
import { keptEvents, takeKept } from './changes.ts';
import { forgetParts } from './rebuild-parts.ts';
import { latestCredible } from './stored-times.ts';

/** Writes in a transaction of the records (see sql-records.ts). */
export type WriteRecords = <T>(
	work: (transaction: Transaction, sql: Sql) => Promise<T>,
	options?: WriteOptions,
) => Promise<T>;

/** Opens the generations of a database. */
export function openGenerations(database: SqlDatabase, write: WriteRecords): Generations {
	return {
		currentGeneration: () =>
			database.read(async (sql) => {
				const [row] = await sql.all<[Id]>('select current_generation from index_state');
				return (row as [Id])[0];
			}),
		expectsIndex: () =>
			database.read(async (sql) => {
				const indexed = await sql.all<[number]>(
					`select 1 from link_event e where e.counts is not null and e.unsearchable = 0 and e.links > 0
					 and not exists (select 1 from outbox_entry o where o.event_sequence = e.sequence and o.kept = 0) limit 1`,
				);
				return indexed.length > 0;
			}),
		indexLag: () =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number, number]>(
					`select (select count(*) from outbox_entry where kept = 0), coalesce(sum(links), 0)
					 from link_event where sequence in (select event_sequence from outbox_entry where kept = 0)`,
				);
				const unsearchable = await sql.all<[number]>(
					'select 1 from link_event where unsearchable = 1 and counts is not null limit 1',
				);
				const [entries, links] = row as [number, number];
				return { entries, links, unsearchable: unsearchable.length > 0 };
			}),
		indexMarks: () =>
			database.read(async (sql) => {
				const [row] = await sql.all<[string, string]>('select mark, announced_mark from index_state');
				return row as [string, string];
			}),
		announceMark: (from, to) =>
			database.write(async (sql) => {
				const changed = await sql.run(
					'update index_state set mark = ?1, announced_mark = ?2 where mark = ?1 or announced_mark = ?1',
					[from, to],
				);
				if (changed !== 1) throw foreignIndex();
			}),
		acknowledge: (entries, generation, mark) => database.write((sql) => acknowledge(sql, entries, generation, mark)),
		beginRebuild: (now, leaseUntil, above) => database.write((sql) => beginRebuild(sql, now, leaseUntil, above)),
		renewRebuild: (generation, leaseUntil) =>
			database.write(async (sql) => {
				const renew = 'update index_state set building_lease_until = ?2 where building_generation = ?1';
				return (await sql.run(renew, [generation, leaseUntil])) === 1;
			}),
		finishRebuild: (generation, mark, coverage, onSearchable) =>
			write(
				async (transaction, sql) => {
					await switchGeneration(sql, generation, mark);
					for (const event of await keptEvents(sql, coverage.unsearchable)) {
						await sql.run('update link_event set unsearchable = 0 where sequence = ?1', [event]);
						await onSearchable(transaction, { event, ...(await takeKept(sql, event)) });
					}
					await forgetCovered(sql, coverage);
				},
				{ durable: true },
			),
		abandonRebuild: (generation) =>
			database.write(async (sql) => {
				const changed = await sql.run(
					`update index_state set building_generation = null, building_lease_until = null
					 where building_generation = ?1`,
					[generation],
				);
				if (changed !== 1) return;
				await sql.run('delete from outbox_entry where kept = 1');
				await forgetParts(sql);
			}),
	};
}

async function acknowledge(sql: Sql, entries: readonly Id[], generation: Id, mark: string): Promise<void> {
	const [state] = await sql.all<[Id, Id | null]>(
		`select current_generation, building_generation from index_state ${sql.dialect.lockRows('update')}`,
	);
	const [current, building] = state as [Id, Id | null];
	const isCurrent = current === generation;
	if (isCurrent) await sql.run('update index_state set mark = ?1 where announced_mark = ?1', [mark]);
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
		throw new BrokerError('conflict', 'Another reindex is under way. Wait until it has ended, then try again.');
	}
	// Never a number twice: the process that built under it may still be building.
	const generation = Math.max(last, above) + 1;
	await sql.run('update index_state set last_generation = ?1, building_generation = ?1, building_lease_until = ?2', [
		generation,
		leaseUntil,
	]);
	await forgetParts(sql);
	return generation;
}

async function switchGeneration(sql: Sql, generation: Id, mark: string): Promise<void> {
	const changed = await sql.run(
		`update index_state set current_generation = ?1, announced_mark = ?2, building_generation = null,
		 building_lease_until = null where building_generation = ?1`,
		[generation, mark],
	);
	if (changed !== 1) throw new BrokerError('conflict', 'Another reindex has taken over. Its result stands.');
}

async function forgetCovered(sql: Sql, coverage: Coverage): Promise<void> {
	const those = `(select id from ${sql.dialect.list('?1', { id: 'integer' })} w)`;
	const unsearchable = [JSON.stringify(coverage.unsearchable)];
	await sql.run(`update link_event set unsearchable = 0 where sequence in ${those}`, unsearchable);
	await sql.run(`delete from deferred_change where event_sequence in ${those}`, unsearchable);
	await sql.run(`delete from outbox_entry where id in ${those}`, [JSON.stringify(coverage.entries)]);
	await sql.run('update outbox_entry set kept = 0 where kept = 1');
	await forgetParts(sql);
	await sql.notify('outbox');
}
