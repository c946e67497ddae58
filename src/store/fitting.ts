// Finds the assertions that an event withdraws, and whether it may withdraw them. Moves nothing.

import {
	type AssertionRow,
	assertionColumns,
	assertionOf,
	assertionRow,
	columnsOf,
	eventParameter,
	otherThan,
} from './assertions.ts';
import type { AnyAssertion, Id } from './graph.ts';
import { inOrder } from './lists.ts';
import type { Sql } from './sql-database.ts';
import type { Fitting, Withdrawn } from './withdrawing.ts';

/** Whether an event (t) may withdraw what another one (e) asserted. */
const mayWithdraw = '(t.takes_all = 1 or t.user_id = e.user_id)';

/** Lists the assertions in a table that an event withdraws; see Withdrawing.fitting. */
export async function selectFitting(
	sql: Sql,
	table: string,
	event: Id,
	{ withdrawals, replacements }: Withdrawn,
): Promise<Fitting[]> {
	const variantsOf = await readVariants(sql, [
		...withdrawals.flatMap(([source, , target]) => [source, target]),
		...replacements.map(([source]) => source),
	]);
	const found = [
		...(await fittingWithdrawals(sql, table, event, withdrawals, variantsOf)),
		...(await fittingReplacements(sql, table, event, replacements, variantsOf, withdrawals.length)),
	];
	return found.map(([position, isOwn, ...row]) => ({
		assertion: assertionOf(row as AssertionRow),
		position,
		isOwn: isOwn === 1 || isOwn === true,
	}));
}

export type Variants = (id: Id) => readonly Id[];
type Found = [position: number, isOwn: number | boolean | null, ...AssertionRow];

/** Reads which identifiers have these as representatives; each is also a variant of itself. */
export async function readVariants(sql: Sql, ids: readonly Id[]): Promise<Variants> {
	const rows = await sql.all<[Id, Id]>(
		`select i.representative_id, i.id from ${sql.dialect.list('?1', { id: 'integer' })} w
		 join identifier i on i.representative_id = w.id`,
		[inOrder([...new Set(ids)])],
	);
	const others = Map.groupBy(rows, ([representative]) => representative);
	return (id) => [id, ...(others.get(id) ?? []).map(([, variant]) => variant)];
}

/** Joins an assertion (a) to its event (e) and provider (p), and to the withdrawing event (t). */
const provenanceAndEvents = `join provenance p on p.id = a.provenance_id and p.provider_id = w.provider
	join link_event e on e.sequence = a.event_sequence and e.sequence < ?2
	join link_event t on t.sequence = ?2`;

async function fittingWithdrawals(
	sql: Sql,
	table: string,
	event: Id,
	withdrawals: Withdrawn['withdrawals'],
	variantsOf: Variants,
): Promise<Found[]> {
	if (withdrawals.length === 0) return [];
	const columns = { source: 'integer', relation: 'integer', target: 'integer', provider: 'integer' } as const;
	const wanted = withdrawals.flatMap(([source, relation, target, provider], position) =>
		variantsOf(source).flatMap((one) => variantsOf(target).map((other) => [one, relation, other, provider, position])),
	);
	return sql.all<Found>(
		`select w.position, ${mayWithdraw}, ${columnsOf(assertionColumns, 'a')}
		 from ${sql.dialect.list('?1', { ...columns, position: 'integer' })} w
		 join ${table} a on a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
		 ${provenanceAndEvents}`,
		[JSON.stringify(wanted), event],
	);
}

async function fittingReplacements(
	sql: Sql,
	table: string,
	event: Id,
	replacements: Withdrawn['replacements'],
	variantsOf: Variants,
	before: number,
): Promise<Found[]> {
	if (replacements.length === 0) return [];
	const wanted = replacements.flatMap(([source, provider], at) =>
		variantsOf(source).map((variant) => [variant, provider, before + at]),
	);
	const list = sql.dialect.list('?1', { source: 'integer', provider: 'integer', position: 'integer' });
	const isOfRecord = [
		'a.source_id = w.source and a.record_source_id = 0',
		'a.target_id = w.source and a.record_source_id = -1',
		'a.record_source_id = w.source and a.record_source_id > 0',
	];
	const selects = isOfRecord.map(
		(condition) =>
			`select w.position, ${mayWithdraw}, ${columnsOf(assertionColumns, 'a')} from ${list} w
			 join ${table} a on ${condition} ${provenanceAndEvents}`,
	);
	return sql.all<Found>(selects.join(' union all '), [JSON.stringify(wanted), event]);
}

/**
 * Finds the assertions that a later event withdraws and may withdraw; see
 * Withdrawing.withdrawnLater.
 */
export async function selectWithdrawnLater(
	sql: Sql,
	assertions: readonly AnyAssertion[],
	without?: readonly Id[],
): Promise<Set<number>> {
	const list = sql.dialect.list('?1', {
		source: 'integer',
		relation: 'integer',
		target: 'integer',
		provenance: 'integer',
		event: 'integer',
		record: 'integer',
		position: 'integer',
	});
	const asserted = `${list} w join provenance p on p.id = w.provenance join link_event e on e.sequence = w.event`;
	const represented = (column: string) => `coalesce((select i.representative_id from identifier i
		where i.id = ${column}), ${column})`;
	const later = `join link_event t on t.sequence = b.event_sequence and t.sequence > e.sequence
		${otherThan(sql, without, 'b', '?2')}`;
	const rows = await sql.all<[number]>(
		`select w.position from ${asserted} join withdrawal b on b.source_id = ${represented('w.source')}
		   and b.relation = w.relation and b.target_id = ${represented('w.target')} and b.provider_id = p.provider_id
		 ${later} where ${mayWithdraw}
		 union
		 select w.position from ${asserted} join replacement b on b.source_id = ${represented('w.record')}
		   and b.provider_id = p.provider_id
		 ${later} where ${mayWithdraw}`,
		[
			JSON.stringify(
				assertions.map((assertion, at) => {
					const [source, relation, target, provenance, event, record] = assertionOf(assertionRow(assertion));
					return [source, relation, target, provenance, event, record, at];
				}),
			),
			...eventParameter(without),
		],
	);
	return new Set(rows.map(([position]) => position));
}
