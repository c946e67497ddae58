// Identifiers and their groups. An identifier that is alone has no stored groups: both have its id.

import { type Identifier, identifierText } from '../identifiers/index.ts';
import { schemeRank } from '../links/words.ts';
import type { Described, GroupLevel, Id, Placement } from './graph.ts';
import { findOrCreate, inOrder } from './lists.ts';
import type { Sql } from './sql-database.ts';

/** Moves a whole group into another: every member of `from` becomes one of `to`. */
export type Move = readonly [from: Id, to: Id];

/** Lists the columns of an identifier (i) that `described` reads. */
export const placeColumns = 'i.id, i.identity_id, i.version_id, i.description_id';
export type PlaceRow = [Id, Id | null, Id | null, Id | null];

/** Reads a placed identifier; one without stored groups is alone. */
export function described([id, identity, version, description]: readonly [...PlaceRow, ...rest: unknown[]]): Described {
	return { id, identity: identity ?? id, version: version ?? id, alone: identity === null, description };
}

export function openGroups(sql: Sql) {
	const ids = sql.dialect.list('?1', { id: 'integer' });
	return {
		/**
		 * Finds or creates identifiers; returns them in the order given, `created` for those that are
		 * new or were retired. Unknown identifiers in `reserved` stay retired until they are set known
		 * or identified.
		 */
		identify: (
			identifiers: readonly Identifier[],
			as: 'known' | 'reserved' = 'known',
		): Promise<(Described & { created: boolean })[]> => identify(sql, identifiers, as),
		/**
		 * Sets which identifiers have another one as representative, which is known when they are;
		 * null: none.
		 */
		async represent(pairs: readonly (readonly [identifier: Id, representative: Id | null])[]): Promise<void> {
			await sql.run(
				`update identifier set representative_id = w.representative
				 from ${sql.dialect.list('?1', { id: 'integer', representative: 'integer' })} w where identifier.id = w.id`,
				[JSON.stringify(pairs)],
			);
		},
		/**
		 * Makes those of these identifiers known that are retired, and returns which; or retires them:
		 * alone, without a description, and in no answer.
		 */
		async setKnown(wanted: readonly Id[], isKnown: boolean): Promise<Id[]> {
			const those = `id in (select id from ${ids} w)`;
			const rows = await sql.all<[Id]>(
				isKnown
					? `update identifier set retired = null where retired = 1 and ${those} returning id`
					: `update identifier set retired = 1, identity_id = null, version_id = null, description_id = null
					   where ${those} returning id`,
				[JSON.stringify(wanted)],
			);
			return rows.map(([id]) => id);
		},
		/**
		 * Reads identifiers by id, in no particular order: those known, those retired (nothing that
		 * counts names them any longer, and each is alone) or both. Missing ones are left out.
		 */
		async identifiers(
			wanted: readonly Id[],
			which: 'known' | 'retired' | 'all' = 'known',
		): Promise<(Described & Identifier & { retired: boolean })[]> {
			const condition = { known: 'and i.retired is null', retired: 'and i.retired = 1', all: '' }[which];
			const rows = await sql.all<[...PlaceRow, number | null, string, string, string | null]>(
				`select ${placeColumns}, i.retired, i.scheme, i.key, i.spelling from ${ids} w
				 join identifier i on i.id = w.id ${condition}`,
				[inOrder(wanted)],
			);
			return rows.map(([id, identity, version, description, retired, scheme, key, spelling]) => ({
				...described([id, identity, version, description]),
				retired: retired === 1,
				scheme,
				key,
				value: spelling ?? key,
			}));
		},
		/** Reads the places of those of these identifiers that have stored groups; others are alone. */
		async sharedPlaces(wanted: readonly Id[]): Promise<Map<Id, Placement>> {
			const rows = await sql.all<[Id, Id, Id]>(
				`select i.id, i.identity_id, i.version_id from ${ids} w join identifier i on i.id = w.id
				 where i.version_id is not null`,
				[inOrder(wanted)],
			);
			return new Map(rows.map(([id, identity, version]) => [id, { id, identity, version, alone: false }]));
		},
		/** Lists the placements of all members of groups. */
		async members(level: GroupLevel, groups: readonly Id[]): Promise<Placement[]> {
			const rows = await sql.all<[Id, Id | null, Id | null]>(
				`select i.id, i.identity_id, i.version_id from ${ids} w join identifier i on i.${level}_id = w.id
				 union all
				 select i.id, null, null from ${ids} w join identifier i on i.id = w.id
				 where i.${level}_id is null and i.retired is null`,
				[inOrder(groups)],
			);
			return rows.map(([id, identity, version]) => ({
				id,
				identity: identity ?? id,
				version: version ?? id,
				alone: identity === null,
			}));
		},
		/** Lists those of these identifiers that are DOIs with this beginning, retired ones too. */
		async withDoiBeginning(wanted: readonly Id[], beginning: string): Promise<Id[]> {
			const rows = await sql.all<[Id]>(
				`select i.id from ${ids} w join identifier i on i.id = w.id
				 where i.scheme = 'doi' and substr(i.key, 1, ?3) = ?2`,
				[inOrder(wanted), beginning, [...beginning].length],
			);
			return rows.flat();
		},
		/** Chooses the main identifier of each of these stored Identity groups, as pages do. */
		async mainIdentifiers(groups: readonly Id[]): Promise<Map<Id, { scheme: string; value: string }>> {
			const rank = schemeRank.map((scheme, at) => `when '${scheme}' then ${at}`).join(' ');
			const order = sql.dialect.textOrder;
			const rows = await sql.all<[Id, string, string, string | null]>(
				`select w.id, m.scheme, m.key, m.spelling from ${ids} w join identifier m on m.id = (
				   select i.id from identifier i where i.identity_id = w.id
				   order by case i.scheme ${rank} else ${schemeRank.length} end, ${order('i.key')}, ${order('i.scheme')}
				   limit 1)`,
				[inOrder(groups)],
			);
			return new Map(rows.map(([id, scheme, key, spelling]) => [id, { scheme, value: spelling ?? key }]));
		},
		/**
		 * Locks groups until the transaction ends: those to `update` against all other transactions,
		 * those to `share` against transactions that would update them. `everything` locks all groups,
		 * including new ones. Waits for groups that another transaction has locked, or with `waits:
		 * false` runs this transaction again.
		 */
		lock: (
			groups: { update: readonly Id[]; share: readonly Id[] } | 'everything',
			how?: { waits: boolean },
		): Promise<void> => lock(sql, groups, how),
		/**
		 * Weighs groups by members and assertions, counting up to `cap`; returns weights in the order
		 * given.
		 */
		weigh: (level: GroupLevel, groups: readonly Id[], cap: number): Promise<number[]> => weigh(sql, level, groups, cap),
		/**
		 * Moves whole Version groups, then whole Identity groups. No group is both moved and moved into
		 * at one level.
		 */
		async move(identityMoves: readonly Move[], versionMoves: readonly Move[]): Promise<void> {
			const named = [...new Set([...identityMoves, ...versionMoves].flat())];
			if (named.length === 0) return;
			// An identifier that is no longer alone has its groups stored from now on.
			await sql.run(
				`update identifier set identity_id = id, version_id = id
				 where identity_id is null and id in (select id from ${ids} w)`,
				[JSON.stringify(named)],
			);
			const moves = sql.dialect.list('?1', { from_group: 'integer', to_group: 'integer' });
			for (const [column, pairs] of [
				['version_id', versionMoves],
				['identity_id', identityMoves],
			] as const) {
				if (pairs.length === 0) continue;
				await sql.run(
					`update identifier set ${column} = v.to_group from ${moves} v where identifier.${column} = v.from_group`,
					[JSON.stringify(pairs)],
				);
			}
		},
		/** Places identifiers one by one, as a rebuild of the groups does. */
		async place(places: readonly Placement[]): Promise<void> {
			const wanted = sql.dialect.list('?1', { id: 'integer', identity: 'integer', version: 'integer' });
			await sql.run(
				`update identifier set identity_id = w.identity, version_id = w.version from ${wanted} w
				 where identifier.id = w.id`,
				[
					JSON.stringify(
						places.map(({ id, identity, version, alone }) => (alone ? [id, null, null] : [id, identity, version])),
					),
				],
			);
		},
	};
}

export type Groups = ReturnType<typeof openGroups>;

type Identified = Described & { created: boolean };
type FoundOrCreated = Identified & { retired: boolean };

/** Retired identifiers are new to whoever names them. */
function asFound({ retired, ...one }: FoundOrCreated): Identified {
	return { ...one, created: one.created || retired };
}

async function identify(sql: Sql, identifiers: readonly Identifier[], as: 'known' | 'reserved'): Promise<Identified[]> {
	const found = await findOrCreateIdentifiers(sql, identifiers, as === 'reserved');
	const retired = as === 'reserved' ? [] : [...new Set(found.filter((one) => one.retired).map(({ id }) => id))];
	if (retired.length > 0) {
		await sql.run(
			`update identifier set retired = null
			 where id in (select id from ${sql.dialect.list('?1', { id: 'integer' })} w)`,
			[JSON.stringify(retired)],
		);
	}
	return found.map(asFound);
}

function findOrCreateIdentifiers(
	sql: Sql,
	identifiers: readonly Identifier[],
	asRetired: boolean,
): Promise<FoundOrCreated[]> {
	const { list, textKey } = sql.dialect;
	return findOrCreate<Identifier, FoundOrCreated>(
		identifiers,
		identifierText,
		async (wanted) => {
			const rows = await sql.all<[string, string, number | null, ...PlaceRow]>(
				`select i.key, i.scheme, i.retired, ${placeColumns} from ${list('?1', { key: 'text', scheme: 'text' })} w
				 join identifier i on ${textKey('i.key')} = ${textKey('w.key')} and i.key = w.key and i.scheme = w.scheme`,
				[JSON.stringify(wanted.map(({ key, scheme }) => [key, scheme]))],
			);
			return rows.map(([key, scheme, retired, ...place]) => [
				identifierText({ key, scheme }),
				{ ...described(place), created: false, retired: retired === 1 },
			]);
		},
		async (missing) => {
			const rows = await sql.all<[string, string, Id]>(
				`insert into identifier (key, scheme, spelling, retired) select w.key, w.scheme, w.spelling, ?2
				 from ${list('?1', { key: 'text', scheme: 'text', spelling: 'text' })} w
				 where true on conflict do nothing returning key, scheme, id`,
				[
					JSON.stringify(missing.map(({ key, scheme, value }) => [key, scheme, value === key ? null : value])),
					asRetired ? 1 : null,
				],
			);
			return rows.map(([key, scheme, id]) => [
				identifierText({ key, scheme }),
				{ ...described([id, null, null, null]), created: true, retired: asRetired },
			]);
		},
	);
}

async function lock(sql: Sql, ...[groups, { waits } = { waits: true }]: Parameters<Groups['lock']>): Promise<void> {
	if (sql.locks === null) return;
	if (groups === 'everything') return sql.locks.table('identifier');
	const { update, share } = groups;
	const [forUpdate, forShare] = (['update', 'share'] as const).map((strength) =>
		sql.dialect.lockRows(waits ? strength : `${strength} nowait`),
	) as [string, string];
	if (update.length + share.length === 0) return;
	// One by one in the order of ids, whatever the lock: otherwise two transactions could wait for
	// each other.
	const list = sql.dialect.list('?1', { id: 'integer', shares: 'integer' });
	const row = (shares: 0 | 1, locked: string) =>
		`left join lateral (select i.id from identifier i where i.id = w.id and w.shares = ${shares} ${locked})`;
	await sql.run(
		`select u.id, s.id from (select w.id, w.shares from ${list} w order by w.id) w
		 ${row(0, forUpdate)} u on true ${row(1, forShare)} s on true`,
		[JSON.stringify([...update.map((id) => [id, 0]), ...share.map((id) => [id, 1])])],
	);
}

async function weigh(sql: Sql, level: GroupLevel, groups: readonly Id[], cap: number): Promise<number[]> {
	const ids = sql.dialect.list('?1', { id: 'integer' });
	const member = `select 1 from identifier m where m.${level}_id = w.id`;
	const asserted = (end: string) => [
		`select 1 from assertion a where a.${end} = w.id`,
		`select 1 from identifier m join assertion a on a.${end} = m.id where m.id <> w.id and m.${level}_id = w.id`,
	];
	const counted = [member, ...asserted('source_id'), ...asserted('target_id')].join(' union all ');
	const rows = await sql.all<[Id, number]>(
		`select w.id, (select count(*) from (${counted} limit ?2) counted) from ${ids} w`,
		[JSON.stringify(groups), cap],
	);
	const weights = new Map(rows);
	return groups.map((group) => weights.get(group) ?? 0);
}
