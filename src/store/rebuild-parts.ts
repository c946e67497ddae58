// A rebuild that several processes share: its parts, which process builds which, and what is done.
//
//             claimPart                  finishPart
//   waiting ───────────▶ being built ─────────────▶ done
//      ▲                      │
//      └──────────────────────┘ renewPart to null, or the lease runs out
//
// Parts of a phase can be claimed once all earlier phases are done. Each is read from its own
// snapshot, so parts show the records at different times; the last phase corrects that, see
// src/broker/indexing/replay-changes.ts.

import { BrokerError } from '../errors.ts';
import type { Id } from './graph.ts';
import { latestCredible } from './leases.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/**
 * The phases of a rebuild in their order: first objects; then links, which need them; then the
 * ranks of objects, which follow from links; last the changes made meanwhile.
 */
export const rebuildPhases = ['objects', 'links', 'ranks', 'changes'] as const;

export type RebuildPhase = (typeof rebuildPhases)[number];

/** Ids from `first` to `last`, both included: of identifiers, and of groups named after them. */
export type IdRange = { first: Id; last: Id };

/** A part of a rebuild; `attempt` counts its claims, and distinguishes this claim from others. */
export type RebuildPart = IdRange & { generation: Id; phase: RebuildPhase; attempt: number };

/** How a rebuild is divided. */
export type RebuildPlan = {
	/** How many ids make a part, for a highest id. */
	idsPerPart(highest: Id): number;
	/** The format of the index that is built; a process with another one does not take part. */
	format: number;
	/**
	 * The sync token that the active index had at the beginning, null where it could not be read.
	 */
	over: string | null;
};

export type PartStates = { waiting: number; building: number; done: number };

/** A rebuild in parts that is under way. */
export type RebuildProgress = {
	generation: Id;
	format: number;
	over: string | null;
	parts: Record<RebuildPhase, PartStates>;
};

/** Opens the parts of rebuilds of a database; their snapshots are separate. */
export function openRebuildParts(database: SqlDatabase) {
	return {
		/**
		 * Divides the rebuild of this generation into parts, and draws the line: what was committed
		 * before is in every part, and what comes later has an entry (see Snapshot.entriesOfRebuild).
		 * Applied unindexed events are covered from here on; what other noindex events change stays
		 * unindexed. Fails with `conflict` where another rebuild has taken over.
		 */
		planRebuild: (generation: Id, plan: RebuildPlan): Promise<void> =>
			database.write((sql) => planRebuild(sql, generation, plan)),
		/**
		 * Waits for transactions that write entries now, and returns the number of the last entry: what
		 * is committed later has a higher one.
		 */
		lastEntry: (): Promise<Id> =>
			database.write(async (sql) => {
				await sql.locks?.table('outbox_entry');
				const [row] = await sql.all<[Id]>('select coalesce(max(id), 0) from outbox_entry');
				return row?.[0] ?? 0;
			}),
		/** Reads the progress of the rebuild in parts that is under way, null where there is none. */
		rebuildProgress: (): Promise<RebuildProgress | null> => database.read(readProgress),
		/**
		 * Claims the next part of this rebuild; 'wait' where others build all that can be built now,
		 * 'over' where the rebuild is no longer under way. A lease that ends later than possible for
		 * one that began by now is void, as in Events.claim.
		 */
		claimPart: (generation: Id, now: number, leaseUntil: number): Promise<RebuildPart | 'wait' | 'over'> =>
			database.write((sql) => claimPart(sql, generation, { now, leaseUntil })),
		/**
		 * Prolongs the lease of a part or, where `leaseUntil` is null, releases it, so that it may be
		 * claimed at once. Returns false, without a change, where another process has it, or the
		 * rebuild is over.
		 */
		renewPart: (part: RebuildPart, leaseUntil: number | null): Promise<boolean> =>
			database.write(async (sql) => {
				// In the order of finishRebuild, which may take long: otherwise each waits for the other.
				await lockBuilding(sql);
				if (!(await changePart(sql, part, 'lease_until = ?5', leaseUntil))) return false;
				if (leaseUntil !== null) await prolong(sql, leaseUntil);
				// Where nobody else builds, another rebuild may begin at once.
				else
					await sql.run(
						'update index_state set building_lease_until = (select max(lease_until) from rebuild_part where done = 0)',
					);
				return true;
			}),
		/**
		 * Records that a part is built, and how many documents that made. Returns false, without a
		 * change, where another process has it.
		 */
		finishPart: (part: RebuildPart, documents: number): Promise<boolean> =>
			database.write((sql) => changePart(sql, part, 'done = 1, lease_until = null, documents = ?5', documents)),
		/** Counts the documents that the finished parts have made. */
		builtDocuments: (generation: Id): Promise<number> =>
			database.read(async (sql) => {
				const text = 'select coalesce(sum(documents), 0) from rebuild_part where generation = ?1 and done = 1';
				const [row] = await sql.all<[number]>(text, [generation]);
				return row?.[0] ?? 0;
			}),
		/**
		 * Resets the number of documents that the parts have made: all of them were found, and what is
		 * written from here on removes some.
		 */
		resetDocuments: (generation: Id): Promise<void> =>
			database.write(async (sql) => {
				await sql.run('update rebuild_part set documents = 0 where generation = ?1', [generation]);
			}),
	};
}

/** Removes the parts of any rebuild. */
export async function removeParts(sql: Sql): Promise<void> {
	await sql.run('delete from rebuild_part');
	await sql.run('delete from rebuild_event');
	await sql.run('update index_state set building_last_entry = null, building_format = null, building_over = null');
}

const numberOf = (phase: RebuildPhase) => rebuildPhases.indexOf(phase);

async function lockBuilding(sql: Sql): Promise<Id | null> {
	const [row] = await sql.all<[Id | null]>(
		`select building_generation from index_state ${sql.dialect.lockRows('update')}`,
	);
	return row?.[0] ?? null;
}

async function planRebuild(sql: Sql, generation: Id, { idsPerPart, format, over }: RebuildPlan): Promise<void> {
	if ((await lockBuilding(sql)) !== generation) {
		throw new BrokerError('conflict', 'Another reindex has taken over. Its result stands.');
	}
	// Waits for those that write entries now: what they commit is in every part.
	await sql.locks?.table('outbox_entry');
	await removeParts(sql);
	await sql.run(
		`update index_state set building_format = ?1, building_over = ?2,
		 building_last_entry = (select coalesce(max(id), 0) from outbox_entry)`,
		[format, over],
	);
	await sql.run(
		`insert into rebuild_event (event_sequence)
		 select sequence from link_event where unindexed = 1 and counts is not null`,
	);
	const [row] = await sql.all<[Id]>('select coalesce(max(id), 0) from identifier');
	const highest = Math.max(1, row?.[0] ?? 0);
	const columns = { phase: 'integer', first: 'integer', last: 'integer' } as const;
	await sql.run(
		`insert into rebuild_part (generation, phase, first_id, last_id)
		 select ?2, w.phase, w.first, w.last from ${sql.dialect.list('?1', columns)} w`,
		[JSON.stringify(divide(highest, Math.max(1, idsPerPart(highest)))), generation],
	);
}

/** Lists phase, first and last id of all parts. */
function divide(highest: Id, idsPerPart: number): [phase: number, first: Id, last: Id][] {
	return rebuildPhases.flatMap((phase) => {
		// One process brings in the changes, from one state of the records.
		const size = phase === 'changes' ? highest : idsPerPart;
		return Array.from({ length: Math.ceil(highest / size) }, (_, part): [number, Id, Id] => [
			numberOf(phase),
			part * size + 1,
			Math.min(highest, (part + 1) * size),
		]);
	});
}

async function readProgress(sql: Sql): Promise<RebuildProgress | null> {
	const [state] = await sql.all<[Id | null, number | null, string | null]>(
		'select building_generation, building_format, building_over from index_state',
	);
	const [generation, format, over] = state as [Id | null, number | null, string | null];
	if (generation === null || format === null) return null;
	const rows = await sql.all<[number, number, number, number]>(
		`select phase, count(*), coalesce(sum(done), 0), coalesce(sum(case when lease_until is null then 0 else 1 end), 0)
		 from rebuild_part where generation = ?1 group by phase`,
		[generation],
	);
	const counts = new Map(rows.map(([phase, all, done, building]) => [phase, { all, done, building }]));
	const parts = rebuildPhases.map((phase) => {
		const { all, done, building } = counts.get(numberOf(phase)) ?? { all: 0, done: 0, building: 0 };
		return [phase, { waiting: all - done - building, building, done }] as const;
	});
	return { generation, format, over, parts: Object.fromEntries(parts) as RebuildProgress['parts'] };
}

async function claimPart(
	sql: Sql,
	generation: Id,
	{ now, leaseUntil }: { now: number; leaseUntil: number },
): Promise<RebuildPart | 'wait' | 'over'> {
	if ((await lockBuilding(sql)) !== generation) return 'over';
	const [row] = await sql.all<[number, Id, Id, number]>(
		`select phase, first_id, last_id, attempts from rebuild_part
		 where generation = ?1 and done = 0 and phase = (select min(phase) from rebuild_part where done = 0)
		   and (lease_until is null or lease_until <= ?2 or lease_until > ?3)
		 order by first_id limit 1`,
		[generation, now, latestCredible(now, leaseUntil)],
	);
	if (!row) return 'wait';
	const [phase, first, last, attempts] = row;
	const part = { generation, phase: rebuildPhases[phase] as RebuildPhase, first, last, attempt: attempts + 1 };
	await sql.run(
		'update rebuild_part set attempts = attempts + 1, lease_until = ?3 where phase = ?1 and first_id = ?2',
		[phase, first, leaseUntil],
	);
	await prolong(sql, leaseUntil);
	return part;
}

/** Changes a part of this claim; `value` is ?5. */
async function changePart(sql: Sql, part: RebuildPart, changes: string, value: number | null): Promise<boolean> {
	const changed = await sql.run(
		`update rebuild_part set ${changes}
		 where generation = ?1 and phase = ?2 and first_id = ?3 and attempts = ?4 and done = 0`,
		[part.generation, numberOf(part.phase), part.first, part.attempt, value],
	);
	return changed === 1;
}

async function prolong(sql: Sql, leaseUntil: number): Promise<void> {
	await sql.run('update index_state set building_lease_until = ?1 where building_generation is not null', [leaseUntil]);
}
