// The tables of assertions, which record who asserted which relationship in which event: those that
// count and those that were withdrawn.

import { shorten } from '../links/shorthand.ts';
import type { AnyAssertion, Assertion, Id, PlacedAssertion, RelationshipKey } from './graph.ts';
import { findOrCreate, hasRow, inOrder } from './lists.ts';
import type { Sql } from './sql-database.ts';
import { digestOf, findProviders, internProviders, type Provider, readTexts } from './texts.ts';

/** A provenance as canonical text (see provenanceAsText), and the name of the provider in it. */
export type ProvenanceText = { text: string; provider: string };

export const assertionTables = { counting: 'assertion', withdrawn: 'withdrawn_assertion' } as const;

/** Lists the columns that name an assertion. In the key of both tables, `place` follows them. */
export const assertionColumns = 'source_id, relation, target_id, provenance_id, event_sequence, record_source_id';

/** Names the columns of a list parameter of assertionRow. */
export const assertionList = {
	source_id: 'integer',
	relation: 'integer',
	target_id: 'integer',
	provenance_id: 'integer',
	event_sequence: 'integer',
	record_source_id: 'integer',
} as const;

/** Lists all columns of both tables. */
export const placedColumns = `${assertionColumns}, place, source_description_id, target_description_id`;

/** Names columns as those of a row. */
export const columnsOf = (columns: string, row: string): string =>
	columns
		.split(', ')
		.map((column) => `${row}.${column}`)
		.join(', ');

const placedList = {
	...assertionList,
	place: 'integer',
	source_description_id: 'integer',
	target_description_id: 'integer',
} as const;

/** The columns that name an assertion, as they are stored; for the last one see the schema. */
export type AssertionRow = [Id, number, Id, Id, Id, Id];

// Most records describe the source of what they assert, or its target, so this column takes no
// space.
const recordOfSource = 0;
const recordOfTarget = -1;

export function assertionRow([
	source,
	relation,
	target,
	provenance,
	event,
	record = source,
]: AnyAssertion): AssertionRow {
	const stored = record === source ? recordOfSource : record === target ? recordOfTarget : record;
	return [source, relation, target, provenance, event, stored];
}

export function assertionOf([source, relation, target, provenance, event, stored]: AssertionRow): Required<Assertion> {
	const record = stored === recordOfSource ? source : stored === recordOfTarget ? target : stored;
	return [source, relation, target, provenance, event, record];
}

export type PlacedRow = [...AssertionRow, place: number, source: Id | null, target: Id | null];

export function placedAssertionOf([source, relation, target, provenance, event, stored, ...rest]: PlacedRow) {
	return [...assertionOf([source, relation, target, provenance, event, stored]), ...rest] as PlacedAssertion;
}

/**
 * Writes assertions as a list parameter, in key order: neighbours are read and written together.
 */
export function assertionParameter(assertions: readonly AnyAssertion[]): string {
	return JSON.stringify(assertions.toSorted(byKey).map(assertionRow));
}

/** Writes assertions with their places likewise; without a place, they describe nothing. */
function placedParameter(assertions: readonly AnyAssertion[]): string {
	const rows = assertions.toSorted(byKey).map((assertion) => {
		const [, , , , , , place = 0, source = null, target = null] = assertion as Partial<PlacedAssertion>;
		return [...assertionRow(assertion), place, source, target];
	});
	return JSON.stringify(rows);
}

const byKey = (one: AnyAssertion, other: AnyAssertion): number =>
	one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/**
 * Chooses the assertions that the reading methods see: those that are searchable, these and what
 * the rebuild under way covers, or all.
 */
export type Scope = 'searchable' | 'covered' | 'everything';

/** Conditions on assertions (a) in each scope. Unindexed events are rare. */
export const visibleIn: Readonly<Record<Scope, string>> = {
	searchable: 'a.event_sequence not in (select sequence from link_event where unindexed = 1)',
	covered: `a.event_sequence not in (select sequence from link_event where unindexed = 1
	  and sequence not in (select event_sequence from rebuild_event))`,
	everything: '1 = 1',
};

/** The place of the assertions of an event that an earlier version of the program applied. */
export const unplacedYet = -2;

export function openAssertions(sql: Sql, scope: Scope) {
	const visible = visibleIn[scope];
	const ids = sql.dialect.list('?1', { id: 'integer' });
	return {
		/**
		 * Finds providers by their names (compared by providerKey) and the spelling of each that was
		 * received first (see Events.accept), in the order given. Unknown providers are `created`, or
		 * undefined.
		 */
		providers: (names: readonly string[], missing: 'created' | 'undefined'): Promise<(Provider | undefined)[]> =>
			missing === 'created' ? internProviders(sql, names) : findProviders(sql, names),
		/** Finds or creates provenances by their texts; returns ids in the order given. */
		internProvenances: (wanted: readonly ProvenanceText[]): Promise<Id[]> => internProvenances(sql, wanted),
		/** Finds provenances by their texts, in the order given; unknown ones are undefined. */
		async findProvenances(texts: readonly string[]): Promise<(Id | undefined)[]> {
			const digests = texts.map(digestOf);
			const found = new Map(await selectProvenances(sql, digests));
			return digests.map((digest) => found.get(digest));
		},
		/** Reads provenances or descriptions by id; returns [id, text]. */
		texts: (of: 'provenance' | 'description', wanted: readonly Id[]): Promise<[Id, string][]> =>
			readTexts(sql, of, wanted),
		/**
		 * Records what events asserted, counting or withdrawn; idempotent. Returns, each once, the
		 * relationships that no event had asserted before.
		 */
		async assert(
			assertions: readonly AnyAssertion[],
			among: keyof typeof assertionTables = 'counting',
		): Promise<RelationshipKey[]> {
			const list = sql.dialect.list('?1', placedList);
			const parameter = placedParameter(assertions);
			const newRelationships = await sql.all<[Id, number, Id]>(
				`select distinct w.source_id, w.relation, w.target_id from ${list} w where not exists (
				   select 1 from assertion a
				   where a.source_id = w.source_id and a.relation = w.relation and a.target_id = w.target_id)`,
				[parameter],
			);
			await sql.run(
				`insert into ${assertionTables[among]} (${placedColumns}) select ${placedColumns} from ${list} w
				 where true on conflict do nothing`,
				[parameter],
			);
			return newRelationships;
		},
		/**
		 * Gives assertions their places and descriptions where an earlier version of the program stored
		 * them, in either table; others are not changed.
		 */
		async placeAssertions(assertions: readonly PlacedAssertion[]): Promise<void> {
			const list = sql.dialect.list('?1', placedList);
			const parameter = placedParameter(assertions);
			const isSame = assertionColumns.split(', ').map((column) => `a.${column} = w.${column}`);
			for (const table of Object.values(assertionTables)) {
				const inserted = await sql.run(
					`insert into ${table} (${placedColumns}) select ${placedColumns} from ${list} w
					 where ${hasRow(`${table} a where ${isSame.join(' and ')} and a.place = ${unplacedYet}`)}
					 on conflict do nothing`,
					[parameter],
				);
				if (inserted === 0) continue;
				await sql.run(
					`delete from ${table} where place = ${unplacedYet}
					   and (${assertionColumns}) in (select ${assertionColumns} from ${list} w)`,
					[parameter],
				);
			}
		},
		/**
		 * Lists those of these events whose assertions have no places: an earlier version of the program
		 * applied them, or none has yet.
		 */
		async unplacedEvents(events: readonly Id[]): Promise<Id[]> {
			const rows = await sql.all<[Id]>(
				`select e.sequence from ${ids} w join link_event e on e.sequence = w.id
				 where e.placed is null and e.counts is not null`,
				[inOrder(events)],
			);
			return rows.flat();
		},
		/**
		 * Lists who asserted relationships, with codes from `first` (default 1) to `last`, that have
		 * one of these identifiers at either end, or as their source (`end: 'source'`). In no
		 * particular order. One is repeated where several events asserted it or both its ends are asked
		 * for. Sees the assertions in the transaction's scope, as `provenancesOf` does (see Records).
		 */
		async assertionsOf(
			identifiers: readonly Id[],
			{ first = 1, last }: { first?: number; last: number },
			end: 'either' | 'source' = 'either',
		): Promise<[source: Id, relation: number, target: Id, provenance: Id][]> {
			const columns = end === 'source' ? ['source_id'] : ['source_id', 'target_id'];
			const selects = columns.map(
				(column) =>
					`select a.source_id, a.relation, a.target_id, a.provenance_id from ${ids} w
					 join assertion a on a.${column} = w.id and a.relation between ?2 and ?3 where ${visible}`,
			);
			const parameters = [inOrder(identifiers), first, last];
			return sql.all<[Id, number, Id, Id]>(selects.join(' union all '), parameters);
		},
		/** Lists the provenances of relationships as [position in the list given, provenance]. */
		provenancesOf: (relationships: readonly RelationshipKey[]): Promise<[position: number, provenance: Id][]> =>
			provenancesOf(sql, visible, relationships),
		/** Lists the assertions of distinct relationships, in the order of events and places. */
		placedAssertions: async (relationships: readonly RelationshipKey[]): Promise<PlacedAssertion[]> => {
			const columns = { source: 'integer', relation: 'integer', target: 'integer' } as const;
			const rows = await sql.all<PlacedRow>(
				`select ${columnsOf(placedColumns, 'a')} from ${sql.dialect.list('?1', columns)} w
				 join assertion a on a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
				 where ${visible} order by a.event_sequence, a.place`,
				[JSON.stringify(relationships)],
			);
			return rows.map(placedAssertionOf);
		},
		/**
		 * Lists, each once, the relationships between two of these identifiers that have codes from
		 * `first` to `last`, including those that only unindexed events assert. `without`: see
		 * Withdrawing.
		 */
		async relationshipsAmong(
			identifiers: readonly Id[],
			{ first, last }: { first: number; last: number },
			without?: readonly Id[],
		): Promise<RelationshipKey[]> {
			const rows = await sql.all<[Id, number, Id]>(
				`select distinct a.source_id, a.relation, a.target_id from ${ids} w
				 join assertion a on a.source_id = w.id and a.relation between ?2 and ?3${otherThan(sql, without, 'a', '?4')}`,
				[inOrder(identifiers), first, last, ...eventParameter(without)],
			);
			// Few identifiers have links to the others; SQLite would otherwise try every pair.
			const among = new Set(identifiers);
			return rows.filter(([, , target]) => among.has(target));
		},
	};
}

export type Assertions = ReturnType<typeof openAssertions>;

/** Writes a condition that leaves out the rows of events, where some are given. */
export function otherThan(sql: Sql, events: readonly Id[] | undefined, row: string, placeholder: string): string {
	if (events === undefined) return '';
	return ` and ${row}.event_sequence not in (select id from ${sql.dialect.list(placeholder, { id: 'integer' })} o)`;
}

/** Lists the parameter of otherThan. */
export function eventParameter(events: readonly Id[] | undefined): string[] {
	return events === undefined ? [] : [inOrder(events)];
}

function selectProvenances(sql: Sql, digests: readonly string[]): Promise<[string, Id][]> {
	return sql.all<[string, Id]>(
		`select t.digest, t.id from ${sql.dialect.list('?1', { digest: 'text' })} w
		 join provenance t on t.digest = w.digest`,
		[JSON.stringify(digests)],
	);
}

function internProvenances(sql: Sql, provenances: readonly ProvenanceText[]): Promise<Id[]> {
	return findOrCreate<ProvenanceText & { digest: string }, Id>(
		provenances.map((one) => ({ ...one, digest: digestOf(one.text) })),
		({ digest }) => digest,
		(wanted) =>
			selectProvenances(
				sql,
				wanted.map(({ digest }) => digest),
			),
		async (missing) => {
			const providers = await internProviders(
				sql,
				missing.map(({ provider }) => provider),
			);
			const rows = missing.map(({ digest, text }, at) => [digest, providers[at]?.id as Id, shorten(text)]);
			return sql.all<[string, Id]>(
				`insert into provenance (digest, provider_id, content) select w.digest, w.provider, w.content
				 from ${sql.dialect.list('?1', { digest: 'text', provider: 'integer', content: 'text' })} w
				 where true on conflict do nothing returning digest, id`,
				[JSON.stringify(rows)],
			);
		},
	);
}

function provenancesOf(
	sql: Sql,
	visible: string,
	relationships: readonly RelationshipKey[],
): Promise<[position: number, provenance: Id][]> {
	const list = sql.dialect.list('?1', {
		source: 'integer',
		relation: 'integer',
		target: 'integer',
		position: 'integer',
	});
	return sql.all<[number, Id]>(
		`select distinct w.position, a.provenance_id from ${list} w
		 join assertion a on a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
		 where ${visible}`,
		[JSON.stringify(relationships.map(([source, relation, target], position) => [source, relation, target, position]))],
	);
}
