// Look-ups of works that no link describes: which registry was asked about which identifier, and how
// far the pass through all works is.
import type { Id } from './graph.ts';
import type { HarvestClaim } from './harvests.ts';
import { latestCredible } from './leases.ts';
import { inOrder } from './lists.ts';
import type { SqlDatabase } from './sql-database.ts';

/** What a registry answered about an identifier, and when (milliseconds since 1970). */
export type LookUp = { identifier: Id; service: string; askedAt: number; isFound: boolean };

/** The progress of passes. Times are milliseconds since 1970. */
export type LookUpPass = {
	/** Where the pass continues; null: the next one begins. */
	position: unknown;
	/** When the last pass reached its end; null: none did. */
	completedAt: number | null;
	/** The earliest time for the next run, where a registry asked for a pause. */
	notBefore: number | null;
};

/** The state before the first pass. */
export const noPass: LookUpPass = { position: null, completedAt: null, notBefore: null };

export function openLookUps(database: SqlDatabase) {
	return {
		/** Lists what registries answered about identifiers, in no particular order. */
		lookUps: (identifiers: readonly Id[]): Promise<LookUp[]> =>
			database.read(async (sql) => {
				const rows = await sql.all<[Id, string, number, number]>(
					`select l.identifier_id, l.service, l.asked_at, l.found from ${sql.dialect.list('?1', { id: 'integer' })} w
					 join look_up l on l.identifier_id = w.id`,
					[inOrder(identifiers)],
				);
				return rows.map(([identifier, service, askedAt, found]) => ({
					...{ identifier, service, askedAt },
					isFound: found === 1,
				}));
			}),
		/** Stores answers, each in place of the earlier one about the same identifier. */
		keepLookUps: (lookUps: readonly LookUp[]): Promise<void> =>
			database.write(async (sql) => {
				const columns = { identifier: 'integer', service: 'text', asked: 'integer', found: 'integer' } as const;
				const rows = lookUps
					.map(({ identifier, service, askedAt, isFound }) => [identifier, service, askedAt, isFound ? 1 : 0] as const)
					.sort((one, other) => one[0] - other[0]);
				await sql.run(
					`insert into look_up (identifier_id, service, asked_at, found)
					 select w.identifier, w.service, w.asked, w.found from ${sql.dialect.list('?1', columns)} w where true
					 on conflict (identifier_id, service) do update set asked_at = excluded.asked_at, found = excluded.found`,
					[JSON.stringify(rows)],
				);
			}),
		/** Lists up to so many Identity groups, in the order of their numbers, behind one. */
		identityGroups: (after: Id, size: number): Promise<Id[]> =>
			database.read(async (sql) => {
				const rows = await sql.all<[Id]>(
					`select id from identifier
					 where id > ?1 and retired is null and (identity_id is null or identity_id = id) order by id limit ?2`,
					[after, size],
				);
				return rows.map(([id]) => id);
			}),
		/** Reads the progress, and until when a process has claimed the pass; null: none has. */
		lookUpPass: (): Promise<LookUpPass & { claimedUntil: number | null }> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[string | null, number | null]>('select state, claimed_until from look_up_pass');
				return { ...readPass(row?.[0]), claimedUntil: row?.[1] ?? null };
			}),
		/** Claims the pass for one process, which may claim it again; undefined where another has it. */
		claimLookUps: ({ worker, now, until }: HarvestClaim): Promise<LookUpPass | undefined> =>
			database.write(async (sql) => {
				const rows = await sql.all<[string | null]>(
					`update look_up_pass set claimed_by = ?1, claimed_until = ?3
					 where claimed_by is null or claimed_by = ?1 or claimed_until < ?2 or claimed_until > ?4 returning state`,
					[worker, now, until, latestCredible(now, until)],
				);
				return rows[0] && readPass(rows[0][0]);
			}),
		/** Stores the progress; false, and nothing is stored, where the process no longer has the pass. */
		notePass: (worker: string, pass: LookUpPass): Promise<boolean> =>
			database.write(async (sql) => {
				const values = [worker, JSON.stringify(pass)];
				return (await sql.run('update look_up_pass set state = ?2 where claimed_by = ?1', values)) === 1;
			}),
		/** Releases the pass, if the process has it. */
		releaseLookUps: (worker: string): Promise<void> =>
			database.write(async (sql) => {
				await sql.run('update look_up_pass set claimed_by = null, claimed_until = null where claimed_by = ?1', [
					worker,
				]);
			}),
	};
}

export type LookUps = ReturnType<typeof openLookUps>;

function readPass(state: string | null | undefined): LookUpPass {
	return state ? { ...noPass, ...(JSON.parse(state) as Partial<LookUpPass>) } : noPass;
}
