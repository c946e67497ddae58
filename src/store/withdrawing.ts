// Withdrawing: which assertions an event withdraws, which no longer count therefore, and which
// count again when that event is withdrawn itself. The rows that count and those that were
// withdrawn have a table each; together they hold everything that events asserted that are not
// withdrawn. Where a reading method takes `without`, it answers as if these events asserted and
// withdrew nothing.

import { relationCode } from '../links/relation.ts';
import {
	type AssertionRow,
	assertionColumns,
	assertionList,
	assertionOf,
	assertionParameter,
	assertionTables,
	columnsOf,
	eventParameter,
	otherThan,
	type PlacedRow,
	placedAssertionOf,
	placedColumns,
} from './assertions.ts';
import { assertedByOthers } from './changes.ts';
import { type DescribedRow, describedEnds } from './descriptions.ts';
import { selectFitting, selectWithdrawnLater } from './fitting.ts';
import type { AnyAssertion, Assertion, Id, PlacedAssertion, RelationshipKey } from './graph.ts';
import { hasRow, inOrder } from './lists.ts';
import type { Sql } from './sql-database.ts';

/**
 * What a withdraw event withdraws: all that a provider asserted before about a relationship. An
 * identifier stands for all that have it as representative.
 */
export type Withdrawal = readonly [source: Id, relation: number, target: Id, provider: Id];

/** What a replace event withdraws: all that a provider asserted before in records with a Source. */
export type Replacement = readonly [source: Id, provider: Id];

/** What one event withdraws. */
export type Withdrawn = { withdrawals: readonly Withdrawal[]; replacements: readonly Replacement[] };

/** Events that are left out, and identifiers that are taken for retired. */
type Without = { events: readonly Id[]; identifiers: readonly Id[] };

/**
 * A matching assertion; `position` counts the withdrawals, then the replacements. `isOwn`: the
 * withdrawing event has the same user, or may withdraw what any user asserted.
 */
export type Fitting = { assertion: Required<Assertion>; position: number; isOwn: boolean };

/**
 * Where rows move: among those that count, among those withdrawn, or nowhere (they are removed).
 */
type MoveTarget = keyof typeof assertionTables | 'nowhere';

// More than the places of the descriptions of one event. The event and the place make one number, by
// which the last occurrence of each description is found.
const placesPerEvent = 4_194_304;

export function openWithdrawing(sql: Sql) {
	const { list } = sql.dialect;
	const ids = list('?1', { id: 'integer' });
	return {
		/**
		 * Keeps others from withdrawing or, where `exclusive`, from applying any event, until the
		 * transaction ends. Call it before anything is read.
		 */
		lockWithdrawing: async (how: 'share' | 'exclusive'): Promise<void> => sql.locks?.work(how),
		/** Records what an event withdraws; idempotent. Null removes the record. */
		async recordWithdrawn(event: Id, withdrawn: Withdrawn | null): Promise<void> {
			if (withdrawn === null) {
				await sql.run('delete from withdrawal where event_sequence = ?1', [event]);
				await sql.run('delete from replacement where event_sequence = ?1', [event]);
				return;
			}
			const relationship = { source: 'integer', relation: 'integer', target: 'integer', provider: 'integer' } as const;
			await sql.run(
				`insert into withdrawal (source_id, relation, target_id, provider_id, event_sequence)
				 select w.source, w.relation, w.target, w.provider, ?2 from ${list('?1', relationship)} w
				 where true on conflict do nothing`,
				[JSON.stringify(withdrawn.withdrawals), event],
			);
			await sql.run(
				`insert into replacement (source_id, provider_id, event_sequence)
				 select w.source, w.provider, ?2 from ${list('?1', { source: 'integer', provider: 'integer' })} w
				 where true on conflict do nothing`,
				[JSON.stringify(withdrawn.replacements), event],
			);
		},
		/**
		 * Lists the assertions of events accepted before this one that it withdraws: among those that
		 * count, or among those withdrawn.
		 */
		fitting: (event: Id, withdrawn: Withdrawn, among: 'counting' | 'withdrawn'): Promise<Fitting[]> =>
			selectFitting(sql, assertionTables[among], event, withdrawn),
		/** Lists, by position, the assertions that a later event withdraws and may withdraw. */
		withdrawnLater: (assertions: readonly AnyAssertion[], without?: readonly Id[]): Promise<Set<number>> =>
			selectWithdrawnLater(sql, assertions, without),
		/** Sets assertions that count aside as withdrawn; returns those that counted. */
		withdrawAssertions: (assertions: readonly Assertion[]): Promise<Required<Assertion>[]> =>
			moveAssertions(sql, assertionParameter(assertions), 'withdrawn'),
		/**
		 * Counts the identities that count of the Identifier arrays of the ends of these assertions, as
		 * the same events and provenances assert them.
		 */
		async countArrayIdentities(assertions: readonly Assertion[]): Promise<number> {
			const ends = assertions.flatMap(([source, , target, provenance, event]) => [
				[source, provenance, event],
				[target, provenance, event],
			]);
			const columns = { id: 'integer', provenance: 'integer', event: 'integer' } as const;
			const [row] = await sql.all<[number]>(
				`select count(*) from (select distinct a.source_id, a.target_id from ${list('?1', columns)} w
				   join assertion a on a.source_id = w.id and a.relation = ${relationCode.IsIdenticalTo}
				     and a.provenance_id = w.provenance and a.event_sequence = w.event and a.place = -1) identity`,
				[JSON.stringify(ends)],
			);
			return row?.[0] ?? 0;
		},
		/**
		 * Lists those of these assertions that count or are withdrawn, in the order of events and
		 * places.
		 */
		placedAmong: (assertions: readonly Assertion[], among: keyof typeof assertionTables): Promise<PlacedAssertion[]> =>
			selectPlaced(sql, assertions, among),
		/** Makes withdrawn assertions count; returns these, in the order of events and places. */
		async restoreAssertions(assertions: readonly Assertion[]): Promise<PlacedAssertion[]> {
			const placed = await selectPlaced(sql, assertions, 'withdrawn');
			await moveAssertions(sql, assertionParameter(assertions), 'counting');
			return placed;
		},
		/** Removes assertions, counting or withdrawn; returns those that counted. */
		removeAssertions: (assertions: readonly Assertion[]): Promise<Required<Assertion>[]> =>
			moveAssertions(sql, assertionParameter(assertions), 'nowhere'),
		/**
		 * Lists, by position, the relationships that a searchable event other than these asserts, in
		 * either direction where the relationship is symmetric.
		 */
		areAssertedByOthers: async (
			relationships: readonly RelationshipKey[],
			events: readonly Id[],
		): Promise<Set<number>> => new Set(await assertedByOthers(sql, relationships, events)),
		/** Lists, by position, the relationships that have an assertion that counts. */
		async areAsserted(relationships: readonly RelationshipKey[], without?: readonly Id[]): Promise<Set<number>> {
			const row = { source: 'integer', relation: 'integer', target: 'integer', position: 'integer' } as const;
			return positions(
				await sql.all<[number]>(
					`select w.position from ${list('?1', row)} w where ${hasRow(
						`assertion a where a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
						 ${otherThan(sql, without, 'a', '?2')}`,
					)}`,
					[JSON.stringify(relationships.map((key, at) => [...key, at])), ...eventParameter(without)],
				),
			);
		},
		/**
		 * Lists, by position, the rows whose description is asserted again later about the same
		 * identifier.
		 */
		async areRepeatedLater(rows: readonly DescribedRow[], without?: readonly Id[]): Promise<Set<number>> {
			const row = { id: 'integer', event: 'integer', description: 'integer', position: 'integer' } as const;
			return positions(
				await sql.all<[number]>(
					`select w.position from ${list('?1', row)} w where ${hasRow(
						`identifier_description d where d.identifier_id = w.id and d.event_sequence > w.event
						 and d.description_id = w.description${otherThan(sql, without, 'd', '?2')}`,
					)}`,
					[
						JSON.stringify(rows.map(([identifier, event, , description], at) => [identifier, event, description, at])),
						...eventParameter(without),
					],
				),
			);
		},
		/**
		 * Lists what is asserted about the identifiers of groups, each description once, with its last
		 * occurrence; in no particular order.
		 */
		async latestDescriptions(
			members: readonly (readonly [identifier: Id, group: Id])[],
			without?: readonly Id[],
		): Promise<[group: Id, event: Id, place: number, description: Id][]> {
			return sql.all<[Id, Id, number, Id]>(
				`select group_id, last / ${placesPerEvent}, last % ${placesPerEvent}, description_id from (
				   select w.group_id, d.description_id, max(d.event_sequence * ${placesPerEvent} + d.place) as last
				   from ${list('?1', { id: 'integer', group_id: 'integer' })} w
				   join identifier_description d on d.identifier_id = w.id${otherThan(sql, without, 'd', '?2')}
				   group by w.group_id, d.description_id) latest`,
				[JSON.stringify(members.toSorted(([one], [other]) => one - other)), ...eventParameter(without)],
			);
		},
		/**
		 * Lists what searchable events assert about the identifiers of groups: each description of each
		 * identifier once, with its last occurrence; in no particular order.
		 */
		async searchableDescriptions(
			members: readonly (readonly [identifier: Id, group: Id])[],
		): Promise<[group: Id, identifier: Id, event: Id, place: number, description: Id][]> {
			return sql.all<[Id, Id, Id, number, Id]>(
				`select group_id, id, last / ${placesPerEvent}, last % ${placesPerEvent}, description_id from (
				   select w.group_id, w.id, d.description_id, max(d.event_sequence * ${placesPerEvent} + d.place) as last
				   from ${list('?1', { id: 'integer', group_id: 'integer' })} w
				   join identifier_description d on d.identifier_id = w.id
				   where d.event_sequence not in (select sequence from link_event where unindexed = 1)
				   group by w.group_id, w.id, d.description_id) latest`,
				[JSON.stringify(members)],
			);
		},
		/**
		 * Lists the assertions that describe identifiers at these places of events, in the order of
		 * events and places, and which end each identifier is.
		 */
		async describingAssertions(
			places: readonly (readonly [identifier: Id, event: Id, place: number])[],
		): Promise<{ assertion: PlacedAssertion; end: 'source' | 'target' }[]> {
			if (places.length === 0) return [];
			const wanted = list('?1', { id: 'integer', event: 'integer', place: 'integer' });
			// Reads the assertions of each identifier once. `is true` makes PostgreSQL hash the places.
			const selects = describedEnds.map(
				({ end, place }, at) =>
					`select ${at}, ${columnsOf(placedColumns, 'a')} from (select distinct id from ${wanted} l) w
					 join assertion a on ${end} = w.id
					 where ((${end}, a.event_sequence, ${place}) in (select id, event, place from ${wanted} l)) is true`,
			);
			const rows = await sql.all<[end: number, ...PlacedRow]>(selects.join(' union all '), [JSON.stringify(places)]);
			return rows
				.map(([end, ...row]) => ({ assertion: placedAssertionOf(row), at: 2 * row[6] + end, end }))
				.sort((one, other) => one.assertion[4] - other.assertion[4] || one.at - other.at)
				.map(({ assertion, end }) => ({ assertion, end: end === 0 ? 'source' : 'target' }));
		},
		/**
		 * Lists those of these identifiers that something names which counts: an assertion, a
		 * description, or a known identifier that has them as representative. `without`: events,
		 * and identifiers that are taken for retired.
		 */
		async namedAmong(wanted: readonly Id[], without?: Without): Promise<Set<Id>> {
			const events = without?.events;
			const others = without ? `and i.id not in (select id from ${list('?3', { id: 'integer' })} l)` : '';
			const named = [
				`select 1 from assertion a where a.source_id = w.id${otherThan(sql, events, 'a', '?2')}`,
				`select 1 from assertion a where a.target_id = w.id${otherThan(sql, events, 'a', '?2')}`,
				`select 1 from identifier_description d where d.identifier_id = w.id${otherThan(sql, events, 'd', '?2')}`,
				`select 1 from identifier i where i.representative_id = w.id and i.retired is null ${others}`,
			];
			const rows = await sql.all<[Id]>(
				`select w.id from ${ids} w where ${named.map((select) => `exists (${select})`).join(' or ')}`,
				[inOrder(wanted), ...(without ? [inOrder(without.events), inOrder(without.identifiers)] : [])],
			);
			return new Set(rows.map(([id]) => id));
		},
		/** Reads the representatives of identifiers that have another one. */
		representativesOf: (wanted: readonly Id[]): Promise<[identifier: Id, representative: Id][]> =>
			sql.all<[Id, Id]>(
				`select i.id, i.representative_id from ${ids} w
				 join identifier i on i.id = w.id and i.representative_id is not null`,
				[inOrder(wanted)],
			),
	};
}

export type Withdrawing = ReturnType<typeof openWithdrawing>;

function positions(rows: readonly [number][]): Set<number> {
	return new Set(rows.map(([position]) => position));
}

async function selectPlaced(
	sql: Sql,
	assertions: readonly Assertion[],
	among: keyof typeof assertionTables,
): Promise<PlacedAssertion[]> {
	const wanted = sql.dialect.list('?1', assertionList);
	const rows = await sql.all<PlacedRow>(
		`select ${placedColumns} from ${assertionTables[among]}
		 where (${assertionColumns}) in (select ${assertionColumns} from ${wanted} w) order by event_sequence, place`,
		[assertionParameter(assertions)],
	);
	return rows.map(placedAssertionOf);
}

async function moveAssertions(sql: Sql, parameter: string, to: MoveTarget): Promise<Required<Assertion>[]> {
	const named = `(${assertionColumns}) in (select ${assertionColumns} from ${sql.dialect.list('?1', assertionList)} w)`;
	const from = to === 'counting' ? 'withdrawn' : 'counting';
	if (to !== 'nowhere') {
		await sql.run(
			`insert into ${assertionTables[to]} (${placedColumns}) select ${placedColumns} from ${assertionTables[from]}
			 where ${named} on conflict do nothing`,
			[parameter],
		);
	}
	if (to !== 'withdrawn') await sql.run(`delete from ${assertionTables.withdrawn} where ${named}`, [parameter]);
	if (to === 'counting') return [];
	const rows = await sql.all<AssertionRow>(
		`delete from ${assertionTables.counting} where ${named} returning ${assertionColumns}`,
		[parameter],
	);
	// An event may assert the same several times, with other descriptions.
	return [...new Map(rows.map((row) => [row.join(' '), row])).values()].map(assertionOf);
}
