// Withdrawing: which assertions an event withdraws, which no longer count therefore, and which
// count again when that event is withdrawn itself. The rows that count and those that were
// withdrawn have a table each; together they hold everything that events asserted that are not
// withdrawn.

import {
	type AssertionRow,
	assertionColumns,
	assertionList,
	assertionOf,
	assertionParameter,
	assertionTables,
} from './assertions.ts';
import { assertedByOthers } from './changes.ts';
import type { DescribedRow } from './descriptions.ts';
import { selectFitting, selectWithdrawnLater } from './fitting.ts';
import type { Assertion, Id, RelationshipKey } from './graph.ts';
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

/**
 * A matching assertion; `position` counts the withdrawals, then the replacements. `isOwn`: the
 * withdrawing event has the same user, or may withdraw what any user asserted.
 */
export type Fitting = { assertion: Required<Assertion>; position: number; isOwn: boolean };

/** What an event asserted about an identifier. */
export type DescriptionKey = readonly [identifier: Id, event: Id];

/**
 * Where rows move: among those that count, among those withdrawn, or nowhere (they are removed).
 */
type MoveTarget = keyof typeof assertionTables | 'nowhere';

export function openWithdrawing(sql: Sql) {
	const { list } = sql.dialect;
	const ids = list('?1', { id: 'integer' });
	const pair = list('?1', { id: 'integer', event: 'integer', position: 'integer' });
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
		withdrawnLater: (assertions: readonly Assertion[]): Promise<Set<number>> => selectWithdrawnLater(sql, assertions),
		/** Sets assertions aside as withdrawn, counting or new; returns those that counted. */
		withdrawAssertions: (assertions: readonly Assertion[]): Promise<Required<Assertion>[]> =>
			moveAssertions(sql, assertionParameter(assertions), 'withdrawn'),
		/** Makes assertions count, withdrawn or new. */
		restoreAssertions: async (assertions: readonly Assertion[]): Promise<void> => {
			await moveAssertions(sql, assertionParameter(assertions), 'counting');
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
		async areAsserted(relationships: readonly RelationshipKey[]): Promise<Set<number>> {
			const row = { source: 'integer', relation: 'integer', target: 'integer', position: 'integer' } as const;
			return positions(
				await sql.all<[number]>(
					`select w.position from ${list('?1', row)} w where ${hasRow(
						'assertion a where a.source_id = w.source and a.relation = w.relation and a.target_id = w.target',
					)}`,
					[JSON.stringify(relationships.map((key, at) => [...key, at]))],
				),
			);
		},
		/**
		 * Lists, by position, the pairs for which a counting assertion of the event names the
		 * identifier.
		 */
		async areSupported(pairs: readonly DescriptionKey[]): Promise<Set<number>> {
			const names = (column: string) => hasRow(`assertion a where a.${column} = w.id and a.event_sequence = w.event`);
			return positions(
				await sql.all<[number]>(
					`select w.position from ${pair} w where ${names('source_id')} or ${names('target_id')}`,
					[withPositions(pairs)],
				),
			);
		},
		/** Sets what events asserted about identifiers aside as withdrawn; returns the rows that counted. */
		async withdrawDescriptions(pairs: readonly DescriptionKey[]): Promise<DescribedRow[]> {
			const rows = await takeDescriptions(sql, pairs, 'identifier_description');
			await writeDescriptions(sql, rows, 'withdrawn_description');
			return rows;
		},
		/** Makes withdrawn descriptions count; returns them. */
		async restoreDescriptions(pairs: readonly DescriptionKey[]): Promise<DescribedRow[]> {
			const rows = await takeDescriptions(sql, pairs, 'withdrawn_description');
			await writeDescriptions(sql, rows, 'identifier_description');
			return rows;
		},
		/** Removes descriptions, counting or withdrawn; returns those that counted. */
		async removeDescriptions(pairs: readonly DescriptionKey[]): Promise<DescribedRow[]> {
			await takeDescriptions(sql, pairs, 'withdrawn_description');
			return takeDescriptions(sql, pairs, 'identifier_description');
		},
		/**
		 * Lists, by position, the rows whose description is asserted again later about the same
		 * identifier.
		 */
		async areRepeatedLater(rows: readonly DescribedRow[]): Promise<Set<number>> {
			const row = { id: 'integer', event: 'integer', description: 'integer', position: 'integer' } as const;
			return positions(
				await sql.all<[number]>(
					`select w.position from ${list('?1', row)} w where ${hasRow(
						`identifier_description d where d.identifier_id = w.id and d.event_sequence > w.event
						 and d.description_id = w.description`,
					)}`,
					[JSON.stringify(rows.map(([identifier, event, , description], at) => [identifier, event, description, at]))],
				),
			);
		},
		/**
		 * Lists what is asserted about the identifiers of groups, each description once, with its last
		 * occurrence; in no particular order.
		 */
		async latestDescriptions(
			members: readonly (readonly [identifier: Id, group: Id])[],
		): Promise<[group: Id, event: Id, place: number, description: Id][]> {
			// The event and the place make one number, by which the last occurrence of each text is
			// found.
			const places = 4_194_304;
			return sql.all<[Id, Id, number, Id]>(
				`select group_id, last / ${places}, last % ${places}, description_id from (
				   select w.group_id, d.description_id, max(d.event_sequence * ${places} + d.place) as last
				   from ${list('?1', { id: 'integer', group_id: 'integer' })} w
				   join identifier_description d on d.identifier_id = w.id
				   group by w.group_id, d.description_id) latest`,
				[JSON.stringify(members.toSorted(([one], [other]) => one - other))],
			);
		},
		/**
		 * Lists those of these identifiers that something names which counts: an assertion, a
		 * description, or a known identifier that has them as representative.
		 */
		async namedAmong(wanted: readonly Id[]): Promise<Set<Id>> {
			const named = [
				'select 1 from assertion a where a.source_id = w.id',
				'select 1 from assertion a where a.target_id = w.id',
				'select 1 from identifier_description d where d.identifier_id = w.id',
				'select 1 from identifier i where i.representative_id = w.id and i.retired is null',
			];
			const rows = await sql.all<[Id]>(
				`select w.id from ${ids} w where ${named.map((select) => `exists (${select})`).join(' or ')}`,
				[inOrder(wanted)],
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

function withPositions(pairs: readonly DescriptionKey[]): string {
	return JSON.stringify(pairs.map(([identifier, event], position) => [identifier, event, position]));
}

async function moveAssertions(sql: Sql, parameter: string, to: MoveTarget): Promise<Required<Assertion>[]> {
	const list = sql.dialect.list('?1', assertionList);
	if (to !== 'nowhere') {
		await sql.run(
			`insert into ${assertionTables[to]} (${assertionColumns}) select ${assertionColumns} from ${list} w
			 where true on conflict do nothing`,
			[parameter],
		);
	}
	const remove = (from: keyof typeof assertionTables) =>
		sql.all<AssertionRow>(
			`delete from ${assertionTables[from]} where (${assertionColumns}) in (select ${assertionColumns} from ${list} w)
			 returning ${assertionColumns}`,
			[parameter],
		);
	if (to !== 'withdrawn') await remove('withdrawn');
	return to === 'counting' ? [] : (await remove('counting')).map(assertionOf);
}

/** Removes what events asserted about identifiers from a table; returns the rows. */
async function takeDescriptions(sql: Sql, pairs: readonly DescriptionKey[], table: string): Promise<DescribedRow[]> {
	const rows = await sql.all<[Id, Id, number, Id]>(
		`delete from ${table} where (identifier_id, event_sequence) in
		 (select w.id, w.event from ${sql.dialect.list('?1', { id: 'integer', event: 'integer' })} w)
		 returning identifier_id, event_sequence, place, description_id`,
		[JSON.stringify(pairs)],
	);
	return rows;
}

/** Writes rows to one of the tables of descriptions; existing rows stay. */
export async function writeDescriptions(sql: Sql, rows: readonly DescribedRow[], table: string): Promise<void> {
	if (rows.length === 0) return;
	const columns = { identifier: 'integer', event: 'integer', place: 'integer', description: 'integer' } as const;
	// In key order, so neighbours in the table are written together.
	const ordered = rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
	await sql.run(
		`insert into ${table} (identifier_id, event_sequence, place, description_id)
		 select w.identifier, w.event, w.place, w.description from ${sql.dialect.list('?1', columns)} w
		 where true on conflict do nothing`,
		[JSON.stringify(ordered)],
	);
}
