// Evidence: finds identifiers by name without creating them, and who first asserted what counts.

import type { Identifier } from '../identifiers/index.ts';
import { relationCode } from '../links/relation.ts';
import { visibleIn } from './assertions.ts';
import type { Id, Placement, RelationshipKey } from './graph.ts';
import { inOrder } from './lists.ts';
import type { Sql } from './sql-database.ts';

/** Identifies an identifier: scheme and comparison key. */
export type IdentifierName = Pick<Identifier, 'scheme' | 'key'>;

/** A known identifier, with its place. */
export type PlacedIdentifier = Placement & Identifier;

/** Who asserted a relationship first, and how many assertions it has. */
export type Testimony = {
	/** The position of the relationship in the list that was asked for. */
	position: number;
	/** Of the event accepted first among those that assert it. */
	sequence: Id;
	eventId: string;
	userId: Id | null;
	/** The provenances in that event, by ids. */
	provenances: readonly Id[];
	/** The number of assertions: each (provenance, event) once. */
	assertions: number;
};

/** Chooses whether the assertions of unindexed events are included. */
export type EvidenceScope = 'searchable' | 'everything';

export function openEvidence(sql: Sql) {
	return {
		/**
		 * Finds known identifiers, with `which: 'all'` retired ones as well, each once, in no
		 * particular order.
		 */
		locate: (identifiers: readonly IdentifierName[], which: 'known' | 'all' = 'known'): Promise<PlacedIdentifier[]> =>
			locate(sql, identifiers, which),
		/** Finds identifiers of any scheme by comparison key, as `locate` does. */
		locateKeys: (keys: readonly string[], which: 'known' | 'all' = 'known'): Promise<PlacedIdentifier[]> =>
			locateKeys(sql, keys, which),
		/**
		 * Lists pairs of known identifiers of which one is among these, each joined by a relationship with
		 * a code from `first` to `last` (also if only unindexed events assert it), or as one work by the
		 * rule of a scheme: at most `most` pairs, each with the code, in one direction or both.
		 */
		joinedWith: (
			identifiers: readonly Id[],
			{ first, last }: { first: number; last: number },
			most: number,
		): Promise<[one: Id, other: Id, relation: number][]> => joinedWith(sql, identifiers, [first, last, most]),
		/** Finds who asserted relationships; those without assertions are left out. */
		testimonies: (relationships: readonly RelationshipKey[], scope: EvidenceScope): Promise<Testimony[]> =>
			testimonies(sql, relationships, scope),
		/** Reads the ids and users of events by their numbers; missing ones are left out. */
		submissions: (events: readonly Id[]): Promise<[event: Id, eventId: string, userId: Id | null][]> =>
			sql.all<[Id, string, Id | null]>(
				`select e.sequence, e.event_id, e.user_id from ${sql.dialect.list('?1', { id: 'integer' })} w
				 join link_event e on e.sequence = w.id`,
				[inOrder(events)],
			),
	};
}

export type Evidence = ReturnType<typeof openEvidence>;

type PlacedRow = [Id, string, string, string | null, Id | null, Id | null];

const placedColumns = 'i.id, i.scheme, i.key, i.spelling, i.identity_id, i.version_id';

function placed([id, scheme, key, spelling, identity, version]: PlacedRow): PlacedIdentifier {
	return {
		id,
		scheme,
		key,
		value: spelling ?? key,
		identity: identity ?? id,
		version: version ?? id,
		alone: identity === null,
	};
}

async function locate(
	sql: Sql,
	identifiers: readonly IdentifierName[],
	which: 'known' | 'all',
): Promise<PlacedIdentifier[]> {
	const { list, textKey } = sql.dialect;
	const rows = await sql.all<PlacedRow>(
		`select ${placedColumns} from ${list('?1', { key: 'text', scheme: 'text' })} w
		 join identifier i on ${textKey('i.key')} = ${textKey('w.key')} and i.key = w.key and i.scheme = w.scheme
		 ${which === 'known' ? 'where i.retired is null' : ''}`,
		[JSON.stringify(distinct(identifiers.map(({ key, scheme }) => [key, scheme])).filter(isStorable))],
	);
	return rows.map(placed);
}

async function locateKeys(sql: Sql, keys: readonly string[], which: 'known' | 'all'): Promise<PlacedIdentifier[]> {
	const { list, textKey } = sql.dialect;
	const rows = await sql.all<PlacedRow>(
		`select ${placedColumns} from ${list('?1', { key: 'text' })} w
		 join identifier i on ${textKey('i.key')} = ${textKey('w.key')} and i.key = w.key
		 ${which === 'known' ? 'where i.retired is null' : ''}`,
		[JSON.stringify([...new Set(keys)].filter((key) => isStorable([key])))],
	);
	return rows.map(placed);
}

/** Whether texts may be stored: none with NUL is accepted, and PostgreSQL cannot be asked for one. */
function isStorable(texts: readonly string[]): boolean {
	return texts.every((text) => !text.includes('\0'));
}

function joinedWith(sql: Sql, identifiers: readonly Id[], bounds: [first: number, last: number, most: number]) {
	const ids = sql.dialect.list('?1', { id: 'integer' });
	const asserted = (end: string) =>
		`select distinct a.source_id, a.target_id, a.relation from ${ids} w
		 join assertion a on a.${end} = w.id and a.relation between ?2 and ?3`;
	return sql.all<[Id, Id, number]>(
		`${asserted('source_id')} union ${asserted('target_id')}
		 union select i.id, i.representative_id, ${relationCode.IsIdenticalTo} from ${ids} w
		   join identifier i on i.id = w.id and i.representative_id is not null
		 union select i.id, i.representative_id, ${relationCode.IsIdenticalTo} from ${ids} w
		   join identifier i on i.representative_id = w.id and i.retired is null
		 limit ?4`,
		[inOrder(identifiers), ...bounds],
	);
}

function distinct(names: readonly (readonly [string, string])[]): (readonly [string, string])[] {
	return [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
}

async function testimonies(
	sql: Sql,
	relationships: readonly RelationshipKey[],
	scope: EvidenceScope,
): Promise<Testimony[]> {
	if (relationships.length === 0) return [];
	const columns = { source: 'integer', relation: 'integer', target: 'integer', position: 'integer' } as const;
	const joined = 'a.source_id = w.source and a.relation = w.relation and a.target_id = w.target';
	const counted = await sql.all<[number, Id, number]>(
		`select position, min(event_sequence), count(*) from (
		   select distinct w.position, a.provenance_id, a.event_sequence from ${sql.dialect.list('?1', columns)} w
		   join assertion a on ${joined} where ${visibleIn[scope]}) asserted
		 group by position`,
		[JSON.stringify(relationships.map((relationship, position) => [...relationship, position]))],
	);
	const first = counted.map(([position, sequence]) => [...(relationships[position] as RelationshipKey), sequence]);
	const asserted = await sql.all<[Id, number, Id, Id, string, Id | null, Id]>(
		`select distinct a.source_id, a.relation, a.target_id, e.sequence, e.event_id, e.user_id, a.provenance_id
		 from ${sql.dialect.list('?1', { source: 'integer', relation: 'integer', target: 'integer', event: 'integer' })} w
		 join assertion a on ${joined} and a.event_sequence = w.event
		 join link_event e on e.sequence = w.event`,
		[JSON.stringify(first)],
	);
	const byRelationship = Map.groupBy(asserted, ([source, relation, target]) => `${source} ${relation} ${target}`);
	return counted.flatMap(([position, sequence, assertions]) => {
		const rows = byRelationship.get((relationships[position] as RelationshipKey).join(' ')) ?? [];
		const [row] = rows;
		if (row === undefined) return [];
		const [, , , , eventId, userId] = row;
		return [{ position, sequence, eventId, userId, provenances: rows.map((one) => one[6]), assertions }];
	});
}
