// Sets: links that earlier editions of a dump asserted and the latest one does not.

import type { Identifier } from '../identifiers/index.ts';
import { isSymmetricCode } from '../links/relation.ts';
import { readVariants } from './fitting.ts';
import type { Id } from './graph.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** The edition of a set that begins with this event: all of the set's events from there on. */
export type Edition = { set: string; firstEvent: Id };

/** A link that a provider asserted in earlier editions only; `relation` is a code. */
export type RemovedLink = { source: Identifier; relation: number; target: Identifier; provider: string };

/** Where to continue a list of removed links: after this relationship. */
export type RemovedPlace = readonly [source: Id, relation: number, target: Id];

export function openSets(database: SqlDatabase) {
	return {
		/** Counts the events of a set that were accepted and are neither Done nor Withdrawn. */
		unendedOfSet: (set: string): Promise<number> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number]>(
					`select count(*) from link_event
					 where set_name = ?1 and state <> 'Done' and state in ('New', 'Processing', 'Error')`,
					[set],
				);
				return row?.[0] ?? 0;
			}),
		/**
		 * Lists links that count and that a provider asserted in earlier editions of a set only:
		 * neither in this edition nor in events outside the set, including assertions about identifiers
		 * that are the same by rule. In the order of relationships, some after `after`. Reads about
		 * `rows` assertions, so a list may be empty. `next` is where to continue; null at the end.
		 */
		removedFromSet: (
			edition: Edition,
			after: RemovedPlace | null,
			rows: number,
		): Promise<{ removed: RemovedLink[]; next: RemovedPlace | null }> =>
			database.read((sql) => readRemoved(sql, edition, after, rows)),
	};
}

export type Sets = ReturnType<typeof openSets>;

/** Whether an event (e) belongs to an edition of a set (?1) before that of an event (?2). */
const isEarlier = `(e.set_name is not null and e.set_name = ?1 and e.sequence < ?2)`;

type AssertedLink = readonly [source: Id, relation: number, target: Id, provider: Id];
type Row = [...AssertedLink, isEarlier: number | boolean];

async function readRemoved(sql: Sql, edition: Edition, after: RemovedPlace | null, rows: number) {
	const asserted = await sql.all<Row>(
		`select a.source_id, a.relation, a.target_id, p.provider_id, ${isEarlier}
		 from (
		   select source_id, relation, target_id, provenance_id, event_sequence from assertion
		   where (source_id, relation, target_id) > (?3, ?4, ?5)
		   order by source_id, relation, target_id limit ?6) a
		 join provenance p on p.id = a.provenance_id join link_event e on e.sequence = a.event_sequence`,
		[edition.set, edition.firstEvent, ...(after ?? ([0, 0, 0] as const)), rows],
	);
	asserted.sort(inOrderOfRelationships);
	const last = asserted.at(-1);
	if (last === undefined) return { removed: [], next: null };
	const isEnd = asserted.length < rows;
	// The last relationship may have more assertions: it is left for the next list.
	const whole = isEnd ? asserted : asserted.filter((row) => !isSameRelationship(row, last));
	if (whole.length === 0) return readRemoved(sql, edition, after, rows * 2);
	const [source, relation, target] = whole.at(-1) as Row;
	const removed = await withNames(sql, await assertedNowhereElse(sql, edition, earlierAlone(whole)));
	return { removed, next: isEnd ? null : ([source, relation, target] as const) };
}

function inOrderOfRelationships(one: Row, other: Row): number {
	return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

function isSameRelationship(one: Row, other: Row): boolean {
	return one[0] === other[0] && one[1] === other[1] && one[2] === other[2];
}

/**
 * Lists what providers asserted in earlier editions and, about the same identifiers, nowhere else.
 */
function earlierAlone(rows: readonly Row[]): AssertedLink[] {
	const all = Map.groupBy(rows, ([source, relation, target, provider]) => [source, relation, target, provider].join());
	return [...all.values()].flatMap((same) => {
		const [[source, relation, target, provider]] = same as [Row];
		return same.every((row) => row[4] === 1 || row[4] === true) ? [[source, relation, target, provider] as const] : [];
	});
}

/**
 * Leaves out what is asserted elsewhere about identifiers that are the same by rule or, for
 * symmetric relations, from the other end: withdrawing would withdraw that as well.
 */
async function assertedNowhereElse(
	sql: Sql,
	{ set, firstEvent }: Edition,
	asserted: readonly AssertedLink[],
): Promise<AssertedLink[]> {
	if (asserted.length === 0) return [];
	const ids = [...new Set(asserted.flatMap(([source, , target]) => [source, target]))];
	const represented = new Map(
		await sql.all<[Id, Id]>(
			`select i.id, i.representative_id from ${sql.dialect.list('?1', { id: 'integer' })} w
			 join identifier i on i.id = w.id where i.representative_id is not null`,
			[JSON.stringify(ids)],
		),
	);
	const nameOf = (id: Id) => represented.get(id) ?? id;
	const variantsOf = await readVariants(sql, ids.map(nameOf));
	const wanted = asserted.flatMap(([source, relation, target, provider], position) =>
		variantsOf(nameOf(source)).flatMap((one) =>
			variantsOf(nameOf(target)).flatMap((other) => [
				[one, relation, other, provider, position],
				...(isSymmetricCode(relation) ? [[other, relation, one, provider, position]] : []),
			]),
		),
	);
	const columns = { source: 'integer', relation: 'integer', target: 'integer', provider: 'integer' } as const;
	const rows = await sql.all<[number]>(
		`select distinct w.position from ${sql.dialect.list('?3', { ...columns, position: 'integer' })} w
		 join assertion a on a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
		 join provenance p on p.id = a.provenance_id and p.provider_id = w.provider
		 join link_event e on e.sequence = a.event_sequence and not ${isEarlier}`,
		[set, firstEvent, JSON.stringify(wanted)],
	);
	const elsewhere = new Set(rows.map(([position]) => position));
	return asserted.filter((_, position) => !elsewhere.has(position));
}

async function withNames(sql: Sql, asserted: readonly AssertedLink[]): Promise<RemovedLink[]> {
	if (asserted.length === 0) return [];
	const list = sql.dialect.list('?1', { id: 'integer' });
	const identifiers = await sql.all<[Id, string, string, string | null]>(
		`select i.id, i.scheme, i.key, i.spelling from ${list} w join identifier i on i.id = w.id`,
		[JSON.stringify([...new Set(asserted.flatMap(([source, , target]) => [source, target]))])],
	);
	const providers = await sql.all<[Id, string]>(`select p.id, p.name from ${list} w join provider p on p.id = w.id`, [
		JSON.stringify([...new Set(asserted.map(([, , , provider]) => provider))]),
	]);
	const named = new Map(
		identifiers.map(([id, scheme, key, spelling]): [Id, Identifier] => [id, { scheme, key, value: spelling ?? key }]),
	);
	const names = new Map(providers);
	return asserted.map(([source, relation, target, provider]) => ({
		source: named.get(source) as Identifier,
		relation,
		target: named.get(target) as Identifier,
		provider: names.get(provider) as string,
	}));
}
