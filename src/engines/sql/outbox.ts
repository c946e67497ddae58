// Keeps what the search index must still learn, and what must not be found yet. It knows no index.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Id, Placement } from '../../ports/records/graph.ts';
import type { Outbox, OutboxEntry } from '../../ports/records/outbox.ts';
import type { Sql } from './sql-database.ts';

/** Opens the outbox on a transaction. */
export function openOutbox(sql: Sql): Outbox {
	const { list } = sql.dialect;
	return {
		async enqueue(event, entry) {
			const { relationships, changed, regrouped } = entry;
			await sql.run('insert into outbox_entry (event_sequence, size, body) values (?1, ?2, ?3)', [
				event,
				relationships.length + changed.length + regrouped.length,
				// While a load fills a store all entries wait, and what they took stays free in the file.
				zstdCompressSync(JSON.stringify([relationships.flat(), changed, regrouped])),
			]);
			await sql.notify('outbox');
		},
		async entries(limit, size) {
			const sizes = await sql.all<[Id, number]>(
				'select id, size from outbox_entry where kept = 0 order by id limit ?1',
				[limit],
			);
			let before = 0;
			let listed = 0;
			for (; listed < sizes.length && (listed === 0 || before < size); listed++) before += sizes[listed]?.[1] ?? 0;
			const rows = await sql.all<[Id, Id, Uint8Array]>(
				'select id, event_sequence, body from outbox_entry where kept = 0 order by id limit ?1',
				[listed],
			);
			return rows.map(([id, event, body]) => ({ id, event, entry: readEntry(body) }));
		},
		async defer(event, changed, regrouped) {
			const taken = new Set(regrouped);
			await sql.run(
				`insert into deferred_change (identifier_id, event_sequence, regrouped) select w.id, w.event, w.regrouped
				 from ${list('?1', { id: 'integer', event: 'integer', regrouped: 'integer' })} w
				 where true on conflict do nothing`,
				[JSON.stringify([...new Set([...changed, ...regrouped])].map((id) => [id, event, taken.has(id) ? 1 : 0]))],
			);
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

function readEntry(body: Uint8Array): OutboxEntry {
	const [flat, changed, regrouped] = JSON.parse(zstdDecompressSync(body).toString()) as [number[], Id[], Id[]];
	const relationships: [Id, number, Id][] = [];
	for (let at = 0; at < flat.length; at += 3) relationships.push(flat.slice(at, at + 3) as [Id, number, Id]);
	return { relationships, changed, regrouped };
}

async function deferredFor(sql: Sql, places: readonly Placement[]): Promise<{ changed: Id[]; regrouped: Id[] }> {
	// Nearly always there are none, and then no group is read.
	const any = await sql.all<[number]>('select 1 from deferred_change limit 1');
	if (any.length === 0 || places.length === 0) return { changed: [], regrouped: [] };
	const groups = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all<[Id, number]>(
		`select d.identifier_id, max(d.regrouped) from (
		   select i.id from ${groups} w join identifier i on i.version_id = w.id
		   union select w.id from ${groups} w) m
		 join deferred_change d on d.identifier_id = m.id group by d.identifier_id`,
		[JSON.stringify([...new Set(places.map(({ version }) => version))])],
	);
	return {
		changed: rows.map(([id]) => id),
		regrouped: rows.filter(([, regrouped]) => regrouped === 1).map(([id]) => id),
	};
}
