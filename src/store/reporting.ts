// What reports read of the records: DOIs that begin alike, who says that a work is cited, and the
// works that were counted of a provider. What must not be found yet is left out.

import type { Identifier } from '../identifiers/index.ts';
import { providerKey } from '../links/provenance.ts';
import { relationCode } from '../links/relation.ts';
import { visibleIn } from './assertions.ts';
import { unpackJson } from './compression.ts';
import type { Id } from './graph.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';
import { digestOf } from './texts.ts';

/** The first DOI of a work that begins as asked; `id` is that of the DOI. */
export type DoiOfWork = Identifier & { id: Id; identity: Id };

/** Where a list of DOIs goes on: behind this one. */
export type DoiPlace = { key: string; id: Id };

/** One provenance of one link that cites an Identity group. */
export type CitationRow = readonly [target: Id, source: Id, provenance: Id];

/**
 * The works of a provider, named as it was spelled first: how many it speaks of, when they were
 * counted (milliseconds since 1970; null: not yet), and one identifier of each that is kept.
 */
export type ProviderWorks = { name: string; total: number; countedAt: number | null; works: Identifier[] };

/** Opens what reports read of a database. */
export function openReporting(database: SqlDatabase) {
	return {
		/**
		 * Lists the DOIs whose comparison keys begin so (with up to 600 characters), in the order of the
		 * bytes of the keys, of each Identity group the first; `limit` of them behind `after`.
		 */
		doisBeginning: (beginning: string, after: DoiPlace | null, limit: number): Promise<DoiOfWork[]> =>
			database.read((sql) => readDois(sql, beginning, after, limit)),
		/**
		 * Lists who says that the Identity group of an identifier is cited, each (target, source,
		 * provenance) once and in this order: some behind `after`, about `limit`. Links within the group
		 * are left out. `next` is where to go on; null at the end.
		 */
		citationsOf: (
			identifier: Id,
			after: CitationRow | null,
			limit: number,
		): Promise<{ said: CitationRow[]; next: CitationRow | null }> =>
			database.read((sql) => readCitations(sql, identifier, { after, limit })),
		/**
		 * Reads what keepHoldings kept of a provider, named in any spelling, in its order, without
		 * identifiers that are retired; undefined where there is no such provider.
		 */
		worksOfProvider: (name: string): Promise<ProviderWorks | undefined> =>
			database.read((sql) => readWorksOfProvider(sql, name)),
	};
}

export type Reporting = ReturnType<typeof openReporting>;

// Comes behind everything that a key goes on with.
const lastCharacter = '\u{10FFFF}';

async function readDois(sql: Sql, beginning: string, after: DoiPlace | null, limit: number): Promise<DoiOfWork[]> {
	const order = sql.dialect.textOrder;
	const isBefore = `(${order('o.key')} < ${order('i.key')} or (${order('o.key')} = ${order('i.key')} and o.id < i.id))`;
	const rows = await sql.all<[Id, string, string | null, Id | null]>(
		`select i.id, i.key, i.spelling, i.identity_id from identifier i
		 where i.scheme = 'doi' and i.retired is null
		   and ${order('i.key')} >= ${order('?1')} and ${order('i.key')} < ${order('?2')}
		   and (${order('i.key')}, i.id) > (${order('?3')}, ?4)
		   and not exists (
		     select 1 from identifier o
		     where o.identity_id = i.identity_id and o.scheme = 'doi' and o.retired is null
		       and ${order('o.key')} >= ${order('?1')} and ${isBefore})
		 order by ${order('i.key')}, i.id limit ?5`,
		[beginning, beginning + lastCharacter, after?.key ?? '', after?.id ?? 0, limit],
	);
	return rows.map(([id, key, spelling, identity]) => ({
		...{ id, key, scheme: 'doi' },
		value: spelling ?? key,
		identity: identity ?? id,
	}));
}

type Step = { after: CitationRow | null; limit: number };

/** Reads one member after the other: each has its citations in order, all together have not. */
async function readCitations(sql: Sql, identifier: Id, { after, limit }: Step) {
	const rows = await sql.all<[Id]>(
		`select i.id from identifier i where i.id = ?1 and i.identity_id is null
		 union all
		 select m.id from identifier i join identifier m on m.identity_id = i.identity_id where i.id = ?1
		 order by 1`,
		[identifier],
	);
	const members = new Set(rows.map(([id]) => id));
	const said: CitationRow[] = [];
	for (const target of members) {
		if (after && target < after[0]) continue;
		const room = limit - said.length;
		const from = after?.[0] === target ? after : null;
		const found = await sql.all<[Id, Id]>(
			`select distinct a.source_id, a.provenance_id from assertion a
			 where a.target_id = ?1 and a.relation = ${relationCode.Cites}
			   and a.source_id >= ?2 and (a.source_id > ?2 or a.provenance_id > ?3) and ${visibleIn.searchable}
			 order by a.source_id, a.provenance_id limit ?4`,
			[target, from?.[1] ?? 0, from?.[2] ?? 0, room],
		);
		said.push(
			...found.flatMap(([source, provenance]) => (members.has(source) ? [] : [[target, source, provenance] as const])),
		);
		const last = found.at(-1);
		if (last && found.length === room) return { said, next: [target, ...last] as const };
	}
	return { said, next: null };
}

/** What keepHoldings wrote. */
type KeptWorks = [countedAt: number, total: number, groups: Id[]];

async function readWorksOfProvider(sql: Sql, name: string): Promise<ProviderWorks | undefined> {
	const [found] = await sql.all<[string, Uint8Array | null]>(
		`select p.name, w.body from provider p left join provider_works w on w.provider_id = p.id where p.digest = ?1`,
		[digestOf(providerKey(name))],
	);
	if (!found) return undefined;
	const [spelling, body] = found;
	const [countedAt, total, groups] = body === null ? ([null, 0, []] as const) : (unpackJson(body) as KeptWorks);
	const rows = await sql.all<[Id, string, string, string | null]>(
		`select i.id, i.scheme, i.key, i.spelling from ${sql.dialect.list('?1', { id: 'integer' })} w
		 join identifier i on i.id = w.id where i.retired is null`,
		[JSON.stringify(groups)],
	);
	const known = new Map(
		rows.map(([id, scheme, key, value]): [Id, Identifier] => [id, { scheme, key, value: value ?? key }]),
	);
	return { name: spelling, total, countedAt, works: groups.flatMap((group) => known.get(group) ?? []) };
}
