// What reports read from the records: DOIs with a common beginning, who asserts that a work is
// cited, and the counted works of a provider. Only what is searchable.

import type { Identifier } from '../identifiers/index.ts';
import { providerKey } from '../links/provenance.ts';
import { relationCode } from '../links/relation.ts';
import { visibleIn } from './assertions.ts';
import { unpackJson } from './compression.ts';
import type { Id } from './graph.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';
import { digestOf } from './texts.ts';

/** The first DOI of a work with the given beginning; `id` is that of the DOI. */
export type DoiOfWork = Identifier & { id: Id; identity: Id };

/** Where a list of DOIs continues: after this one. */
export type DoiPlace = { key: string; id: Id };

/** One provenance of one link that cites an Identity group. */
export type CitationRow = readonly [target: Id, source: Id, provenance: Id];

/**
 * The works of a provider, with its first spelling: how many it describes or links, when they were
 * counted (milliseconds since 1970; null: not yet), and one identifier of each stored work.
 */
export type ProviderWorks = { name: string; total: number; countedAt: number | null; works: Identifier[] };

export function openReporting(database: SqlDatabase) {
	return {
		/**
		 * Lists the DOIs whose comparison keys have this beginning (of up to 600 characters), in the
		 * order of the bytes of the keys, the first of each Identity group; `limit` of them after
		 * `after`.
		 */
		doisBeginning: (beginning: string, after: DoiPlace | null, limit: number): Promise<DoiOfWork[]> =>
			database.read((sql) => readDois(sql, beginning, after, limit)),
		/**
		 * Lists who asserts that the Identity group of an identifier is cited, each (target, source,
		 * provenance) once and in this order: some after `after`, about `limit`. Links within the group
		 * are left out. `next` is where to continue; null at the end.
		 */
		citationsOf: (
			identifier: Id,
			after: CitationRow | null,
			limit: number,
		): Promise<{ citations: CitationRow[]; next: CitationRow | null }> =>
			database.read((sql) => readCitations(sql, identifier, { after, limit })),
		/**
		 * Reads the stored works of a provider, named in any spelling, in their stored order, without
		 * retired identifiers; undefined where there is no such provider.
		 */
		worksOfProvider: (name: string): Promise<ProviderWorks | undefined> =>
			database.read((sql) => readWorksOfProvider(sql, name)),
	};
}

export type Reporting = ReturnType<typeof openReporting>;

// Sorts after every continuation of a key.
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

/**
 * Reads one member after the other: the citations of each are in order, those of all together are
 * not.
 */
async function readCitations(sql: Sql, identifier: Id, { after, limit }: Step) {
	const rows = await sql.all<[Id]>(
		`select i.id from identifier i where i.id = ?1 and i.identity_id is null
		 union all
		 select m.id from identifier i join identifier m on m.identity_id = i.identity_id where i.id = ?1
		 order by 1`,
		[identifier],
	);
	const members = new Set(rows.map(([id]) => id));
	const citations: CitationRow[] = [];
	for (const target of members) {
		if (after && target < after[0]) continue;
		const room = limit - citations.length;
		const from = after?.[0] === target ? after : null;
		const found = await sql.all<[Id, Id]>(
			`select distinct a.source_id, a.provenance_id from assertion a
			 where a.target_id = ?1 and a.relation = ${relationCode.Cites}
			   and a.source_id >= ?2 and (a.source_id > ?2 or a.provenance_id > ?3) and ${visibleIn.searchable}
			 order by a.source_id, a.provenance_id limit ?4`,
			[target, from?.[1] ?? 0, from?.[2] ?? 0, room],
		);
		for (const [source, provenance] of found) {
			if (!members.has(source)) citations.push([target, source, provenance]);
		}
		const last = found.at(-1);
		if (last && found.length === room) return { citations, next: [target, ...last] as const };
	}
	return { citations, next: null };
}

/** The value that keepHoldings wrote. */
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
