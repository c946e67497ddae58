// Statistics of the graph: reads it in parts of bounded size with the providers of each, and stores
// the result.

import { expand } from '../links/shorthand.ts';
import { visibleIn } from './assertions.ts';
import { sameByRule } from './change-reading.ts';
import { packJson, unpackJson } from './compression.ts';
import type { Id } from './graph.ts';
import { latestCredible } from './leases.ts';
import { inOrder } from './lists.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/**
 * What is counted in one step: the identifiers of some Identity groups, the providers of their
 * descriptions, and the assertions with some identifiers as source. Only what is searchable.
 */
export type HoldingsPart = {
	/** Where the next part begins; null at the end. */
	next: Id | null;
	/** Known identifiers of the part's Identity groups. */
	members: readonly (readonly [group: Id, scheme: string])[];
	/** The descriptions of those groups that have one, as describeAsText writes it. */
	descriptions: readonly (readonly [group: Id, description: string])[];
	/** Which providers describe or link those groups, each pair once. */
	spokenOf: readonly (readonly [group: Id, provider: Id])[];
	/** Assertions, each (relationship, provenance) once, by relationship; with its last event. */
	assertions: readonly (readonly [source: Id, relation: number, target: Id, provenance: Id, event: Id])[];
};

/** A provenance: the id of its provider and its text (see provenanceAsText). */
export type StoredProvenance = { id: Id; provider: Id; text: string };

/** The counts, in the form that the caller chose: any JSON. */
export type KeptHoldings = unknown;

/**
 * The counted works of each provider: how many it describes or links (Identity groups), and the
 * groups of some of these.
 */
export type WorksOfProviders = readonly { provider: Id; total: number; groups: readonly Id[] }[];

export function openHoldings(database: SqlDatabase) {
	return {
		/** Reads the part that begins after an identifier, of about this many identifiers. */
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
		/**
		 * Reads the names of these providers, in their first spelling, and when these events were
		 * accepted.
		 */
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
		 * Labels the state that is counted. The label stays the same as long as nothing that is
		 * searchable has changed and the index has received no update.
		 */
		holdingsState: (): Promise<string> =>
			database.read(async (sql) => {
				const rows = await sql.all<[number, string]>(
					'select l.last_number, i.sync_token from change_log l, index_state i',
				);
				return JSON.stringify(rows[0]);
			}),
		/** Reads when the last accepted event among those applied was done; null: there is none. */
		lastAppliedAt: (): Promise<number | null> =>
			database.read(async (sql) => {
				const rows = await sql.all<[number | null]>(
					'select finished_at from link_event where counts is not null order by sequence desc limit 1',
				);
				return rows[0]?.[0] ?? null;
			}),
		/**
		 * Claims the counting until then for one process; false where another has it. The same process
		 * may claim it again.
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
		 * Stores the counts, and works of each provider with when they were counted (milliseconds since
		 * 1970; see Reporting.worksOfProvider), in place of the earlier ones, and releases the claim.
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
		/** Reads the stored counts; undefined where nothing was ever counted. */
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
	const assertedFrom = (end: 'source_id' | 'target_id') =>
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
			`select distinct s.place, p.provider_id from (${assertedFrom('source_id')} union ${assertedFrom('target_id')}) s
			 join provenance p on p.id = s.provenance_id`,
			range,
		),
		assertions: await withoutSelfLinks(
			sql,
			await sql.all<[Id, number, Id, Id, Id]>(
				`select a.source_id, a.relation, a.target_id, a.provenance_id, max(a.event_sequence) from assertion a
			 where a.source_id > ?1 and a.source_id <= ?2 and ${visible}
			 group by a.source_id, a.relation, a.target_id, a.provenance_id
			 order by a.source_id, a.relation, a.target_id, a.provenance_id`,
				range,
			),
		),
	};
}

/** Leaves out links of an object to itself, also by rule. */
async function withoutSelfLinks<Row extends readonly [Id, number, Id, ...unknown[]]>(
	sql: Sql,
	rows: readonly Row[],
): Promise<Row[]> {
	const same = await sameByRule(sql, [...new Set(rows.map(([source]) => source))]);
	const isSame = new Set(same.map((pair) => pair.join(' ')));
	return rows.filter(([source, , target]) => source !== target && !isSame.has(`${source} ${target}`));
}
