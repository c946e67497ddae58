// Counting what is held: parts of the graph of bounded size with who speaks of them, and the place
// where the result is kept.

import { expand } from '../links/shorthand.ts';
import { visibleIn } from './assertions.ts';
import { packJson, unpackJson } from './compression.ts';
import type { Id } from './graph.ts';
import { latestCredible } from './leases.ts';
import { inOrder } from './lists.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/**
 * Holds what is counted in one step: the identifiers of some Identity groups, who speaks of these,
 * and the assertions of which some identifiers are the source. All of it may be found: what only
 * noindex events say is left out.
 */
export type HoldingsPart = {
	/** Where the next part begins; null at the end. */
	next: Id | null;
	/** Known identifiers of the part's Identity groups. */
	members: readonly (readonly [group: Id, scheme: string])[];
	/** What is known of those groups of which anything is, as describeAsText writes it. */
	descriptions: readonly (readonly [group: Id, description: string])[];
	/** Who speaks of those groups, each pair once. */
	spokenOf: readonly (readonly [group: Id, provider: Id])[];
	/**
	 * Assertions, each (relationship, provenance) once, by relationship; with the last event that
	 * made it.
	 */
	assertions: readonly (readonly [source: Id, relation: number, target: Id, provenance: Id, event: Id])[];
};

/** What a provenance says: the id of its provider and its text (see provenanceAsText). */
export type StoredProvenance = { id: Id; provider: Id; text: string };

/** What was counted, as whoever counted it wrote it down: anything that JSON holds. */
export type KeptHoldings = unknown;

/**
 * What was counted of the works of each provider: how many it speaks of (Identity groups), and
 * names of some of these.
 */
export type WorksOfProviders = readonly { provider: Id; total: number; groups: readonly Id[] }[];

/** Opens the holdings of a database. */
export function openHoldings(database: SqlDatabase) {
	return {
		/** Reads the part that begins behind an identifier, of about so many identifiers. */
		holdingsPart: (after: Id, size: number): Promise<HoldingsPart> =>
			database.read((sql) => readPart(sql, after, size)),
		/** Reads provenances, in no particular order. */
		storedProvenances: (ids: readonly Id[]): Promise<StoredProvenance[]> =>
			database.read(async (sql) => {
				const rows = await sql.all<[Id, Id, string]>(
					`select p.id, p.provider_id, p.content from ${idList(sql)} w join provenance p on p.id = w.id`,
					[inOrder(ids)],
				);
				return rows.map(([id, provider, content]) => ({ id, provider, text: expand(content) }));
			}),
		/** Names these providers, as each was spelled first; and tells when these events were accepted. */
		holdingsNames: (
			providers: readonly Id[],
			events: readonly Id[],
		): Promise<{ names: [Id, string][]; acceptedAt: [Id, number][] }> =>
			database.read(async (sql) => ({
				names: await sql.all<[Id, string]>(`select p.id, p.name from ${idList(sql)} w join provider p on p.id = w.id`, [
					inOrder(providers),
				]),
				acceptedAt: await sql.all<[Id, number]>(
					`select e.sequence, e.created_at from ${idList(sql)} w join link_event e on e.sequence = w.id`,
					[inOrder(events)],
				),
			})),
		/**
		 * Names the state that is counted, by a text that is the same as long as nothing that may be found
		 * has changed and the index was brought up to nothing.
		 */
		holdingsState: (): Promise<string> =>
			database.read(async (sql) => {
				const rows = await sql.all<[number, string]>(
					'select l.last_number, i.sync_token from change_log l, index_state i',
				);
				return JSON.stringify(rows[0]);
			}),
		/** Tells when the event that was accepted last among those applied was done; null: there is none. */
		lastAppliedAt: (): Promise<number | null> =>
			database.read(async (sql) => {
				const rows = await sql.all<[number | null]>(
					'select finished_at from link_event where counts is not null order by sequence desc limit 1',
				);
				return rows[0]?.[0] ?? null;
			}),
		/**
		 * Claims the counting until then, for the only process that is to do it; false where another has
		 * it. Who has it may claim again.
		 */
		claimCounting: (worker: string, now: number, until: number): Promise<boolean> =>
			database.write(async (sql) => {
				const claimed = await sql.run(
					`update counted_holdings set claimed_by = ?1, claimed_until = ?3
					 where claimed_by is null or claimed_by = ?1 or claimed_until < ?2 or claimed_until > ?4`,
					[worker, now, until, latestCredible(now, until)],
				);
				return claimed === 1;
			}),
		/**
		 * Keeps what was counted, and works of each provider with when they were counted (milliseconds
		 * since 1970; see Reporting.worksOfProvider), in the place of what was kept before, and lets go
		 * of the claim.
		 */
		keepHoldings: (worker: string, kept: KeptHoldings, works: { at: number; of: WorksOfProviders }): Promise<void> =>
			database.write(async (sql) => {
				await sql.run('delete from provider_works');
				for (const { provider, total, groups } of works.of) {
					await sql.run('insert into provider_works (provider_id, body) values (?1, ?2)', [
						provider,
						packJson([works.at, total, groups]),
					]);
				}
				await sql.run(
					`update counted_holdings set body = ?2,
					   claimed_until = case when claimed_by = ?1 then null else claimed_until end,
					   claimed_by = case when claimed_by = ?1 then null else claimed_by end`,
					[worker, packJson([kept])],
				);
			}),
		/** Reads what is kept; undefined where nothing was ever counted. */
		keptHoldings: (): Promise<KeptHoldings | undefined> =>
			database.read(async (sql) => {
				const rows = await sql.all<[Uint8Array | null]>('select body from counted_holdings');
				const body = rows[0]?.[0] ?? null;
				return body === null ? undefined : (unpackJson(body) as [unknown])[0];
			}),
	};
}

export type Holdings = ReturnType<typeof openHoldings>;

const idList = ({ dialect }: Sql) => dialect.list('?1', { id: 'integer' });

/** Known identifiers (m) of the Identity groups that are named after ids of a range. */
const membersOfRange = `(
	select id, scheme, id as place from identifier
	where id > ?1 and id <= ?2 and identity_id is null and retired is null
	union all
	select id, scheme, identity_id from identifier
	where identity_id > ?1 and identity_id <= ?2 and retired is null)`;

async function readPart(sql: Sql, after: Id, size: number): Promise<HoldingsPart> {
	const [bound] = await sql.all<[Id]>('select id from identifier where id > ?1 order by id limit 1 offset ?2', [
		after,
		size - 1,
	]);
	const last = bound?.[0] ?? Number.MAX_SAFE_INTEGER;
	const range = [after, last];
	const visible = visibleIn.searchable;
	const saidFrom = (end: 'source_id' | 'target_id') =>
		`select m.place, a.provenance_id from ${membersOfRange} m join assertion a on a.${end} = m.id where ${visible}`;
	return {
		next: bound ? last : null,
		members: await sql.all<[Id, string]>(`select place, scheme from ${membersOfRange} m`, range),
		descriptions: (
			await sql.all<[Id, string]>(
				`select i.id, d.content from identifier i join description d on d.id = i.description_id
				 where i.id > ?1 and i.id <= ?2 and i.retired is null`,
				range,
			)
		).map(([group, content]) => [group, expand(content)]),
		spokenOf: await sql.all<[Id, Id]>(
			`select distinct s.place, p.provider_id from (${saidFrom('source_id')} union ${saidFrom('target_id')}) s
			 join provenance p on p.id = s.provenance_id`,
			range,
		),
		assertions: await sql.all<[Id, number, Id, Id, Id]>(
			`select a.source_id, a.relation, a.target_id, a.provenance_id, max(a.event_sequence) from assertion a
			 where a.source_id > ?1 and a.source_id <= ?2 and ${visible}
			 group by a.source_id, a.relation, a.target_id, a.provenance_id
			 order by a.source_id, a.relation, a.target_id, a.provenance_id`,
			range,
		),
	};
}
