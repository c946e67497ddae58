// The change log: which assertions began to count and ceased to, numbered in the order of their
// commits, and stored in pieces.
//
// Numbers are assigned just before the commit. The row of change_log is locked until then, so
// numbers follow the order of commits, and readers never find a gap that is filled later.

import { isSymmetricCode } from '../links/relation.ts';
import { packChanges, unpackChanges } from './change-body.ts';
import {
	assertionsWithPlaces,
	type ChangeQuery,
	descriptionsOf,
	type GivenDescriptions,
	isAssertionAtPlace,
	readChanges,
	readExtent,
	sameByRule,
} from './change-reading.ts';
import type { AnyAssertion, Assertion, Id, RelationshipKey } from './graph.ts';
import { hasRow } from './lists.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** What happened: a provider's assertion of a relationship began to count, or ceased to. */
export type ChangeKind = 'asserted' | 'withdrawn';

/** One entry of the log, without its number and its time. */
export type Change = {
	kind: ChangeKind;
	/** Asserted: the first assertion of the relationship; withdrawn: the last one that was left. */
	isEdge: boolean;
	source: Id;
	relation: number;
	target: Id;
	provenance: Id;
	/** The event that made the assertion. */
	event: Id;
	/** The place of the assertion in that event; absent: any. */
	place?: number;
	/**
	 * The descriptions to show: those that the assertion gives of both ends or of one, or those that
	 * the works have now.
	 */
	descriptions: 'asserted' | 'source' | 'target' | 'known';
};

/** An entry as stored. Numbers begin at 1, without gaps; `at` never decreases. */
export type StoredChange = Change & { number: number; at: number };

/** Assertions of an unindexed event that began to count, or that it withdrew; not logged yet. */
export type UnindexedDelta = { event: Id; gained: readonly AnyAssertion[]; lost: readonly Assertion[] };

/** Bounds a piece: each is read and unpacked whole. */
const entriesPerPiece = 2_000;

type Logged = { event: Id; changes: readonly Change[] };

/** Opens the log on a transaction; `singleWriter`: no other transaction writes at the same time. */
export function openChanges(sql: Sql, { singleWriter }: Pick<SqlDatabase, 'singleWriter'>) {
	const logged: Logged[] = [];
	return {
		/**
		 * Logs what an event changed (or its withdrawal, or its indexing), in the order given. Numbers
		 * are assigned when the transaction is committed, in the order of commits: a client that has
		 * read up to a number never finds an earlier entry added later. Where several transactions
		 * assert a relationship at once, exactly one of them has the first assertion.
		 */
		async logChanges(event: Id, changes: readonly Change[]): Promise<void> {
			if (changes.length === 0) return;
			logged.push({ event, changes });
		},
		/** Stores what an unindexed event changed, until it is indexed. */
		async storeUnindexedDelta({ event, gained, lost }: UnindexedDelta): Promise<void> {
			const kept = [
				...gained.map((one) => keptChange('asserted', one)),
				...lost.map((one) => keptChange('withdrawn', one)),
			];
			if (kept.length === 0) return;
			await sql.run('insert into unindexed_piece (event_sequence, body) values (?1, ?2)', [
				event,
				packChanges(kept, event),
			]);
		},
		/**
		 * Lists those of these assertions that count, by position, from any record, indexed or not. One
		 * without a place counts at any.
		 */
		async counting(assertions: readonly AnyAssertion[]): Promise<number[]> {
			const list = assertionsWithPlaces(sql, '?1');
			const rows = await sql.all<[number]>(
				`select distinct w.position from ${list} w join assertion a on ${isAssertionAtPlace}`,
				[JSON.stringify(assertions.map((one, position) => [...one.slice(0, 5), placeOf(one).place ?? null, position]))],
			);
			return rows.flat();
		},
		/** Lists the unindexed events. */
		async unindexedEvents(): Promise<Id[]> {
			return (await sql.all<[Id]>('select sequence from link_event where unindexed = 1')).flat();
		},
		/**
		 * Lists identifiers that are the same as these by a rule of their schemes, as [of these,
		 * other].
		 */
		sameByRule: (ids: readonly Id[]): Promise<(readonly [identifier: Id, same: Id])[]> => sameByRule(sql, ids),
		/**
		 * Reads the log's own id, and the numbers of its newest entry (0: none ever) and of its oldest
		 * one (the next number: none left).
		 */
		changeLog: (): Promise<{ id: string; oldest: number; newest: number }> => readExtent(sql),
		/** Reads entries, and whether they are the last. Those of this transaction are not included. */
		changes: (query: ChangeQuery): Promise<{ changes: StoredChange[]; isEnd: boolean }> => readChanges(sql, query),
		/** Lists the descriptions that events give with assertions; see change-reading.ts. */
		descriptionsOf: (assertions: Parameters<typeof descriptionsOf>[1]): Promise<GivenDescriptions[]> =>
			descriptionsOf(sql, assertions),
		/** Writes what was logged, as the last step of the transaction. */
		async number() {
			if (logged.length === 0) return;
			const total = logged.reduce((sum, { changes }) => sum + changes.length, 0);
			// From here on no other transaction can log, and everything committed before is visible.
			const { first, at } = await takeNumbers(sql, total);
			await writePieces(sql, singleWriter ? logged : await withoutOtherFirsts(sql, logged), first, at);
		},
	};
}

export function openChangeTrimming(database: SqlDatabase) {
	return {
		/**
		 * Removes entries that are older than this time (milliseconds since 1970); returns how many.
		 */
		trimChanges: (before: number): Promise<number> =>
			database.write(async (sql) => {
				// Times never decrease, so old entries are at the beginning; the rest is not read.
				const trimmed = await sql.all<[number]>(
					`delete from change_piece where first_number < coalesce(
					   (select p.first_number from change_piece p where p.at >= ?1 order by p.first_number limit 1), ?2)
					 returning entries`,
					[before, Number.MAX_SAFE_INTEGER],
				);
				if (trimmed.length === 0) return 0;
				await sql.run(
					'delete from change_mention where event_sequence not in (select event_sequence from change_piece)',
				);
				return trimmed.reduce((sum, [entries]) => sum + entries, 0);
			}),
	};
}

/** Reads the stored changes of an unindexed event, and removes them. */
export async function takeUnindexedDelta(sql: Sql, event: Id): Promise<Omit<UnindexedDelta, 'event'>> {
	const rows = await sql.all<[number, Uint8Array]>(
		'delete from unindexed_piece where event_sequence = ?1 returning id, body',
		[event],
	);
	const changes = rows.sort(([one], [other]) => one - other).flatMap(([, body]) => unpackChanges(body, event));
	const [asserted = [], withdrawn = []] = (['asserted', 'withdrawn'] as const).map((wanted) =>
		changes.filter(({ kind }) => kind === wanted),
	);
	const assertionOf = ({ source, relation, target, provenance, event }: Change) =>
		[source, relation, target, provenance, event] as const;
	const gained = asserted.map((change): AnyAssertion => {
		const { place } = change;
		return place === undefined ? assertionOf(change) : [...assertionOf(change), change.source, place, null, null];
	});
	return { gained, lost: withdrawn.map(assertionOf) };
}

/** Lists those of these events that have unindexed changes, oldest first. */
export async function eventsWithUnindexedDelta(sql: Sql, events: readonly Id[]): Promise<Id[]> {
	const rows = await sql.all<[Id]>(
		`select distinct event_sequence from unindexed_piece
		 where event_sequence in (select id from ${sql.dialect.list('?1', { id: 'integer' })} w) order by event_sequence`,
		[JSON.stringify(events)],
	);
	return rows.flat();
}

function keptChange(kind: Change['kind'], assertion: AnyAssertion): Change {
	const [source, relation, target, provenance, event] = assertion;
	const place = placeOf(assertion);
	return { kind, isEdge: false, source, relation, target, provenance, event, ...place, descriptions: 'known' };
}

/** Reads the place of an assertion, where it has one, as that of an entry. */
export function placeOf([, , , , , , place]: readonly (number | null | undefined)[]): Pick<Change, 'place'> {
	return place == null ? {} : { place };
}

async function takeNumbers(sql: Sql, entries: number): Promise<{ first: number; at: number }> {
	const [row] = await sql.all<[number, number]>(
		`update change_log set last_number = last_number + ?1, last_at = case when last_at > ?2 then last_at else ?2 end
		 returning last_number, last_at`,
		[entries, Date.now()],
	);
	const [last, at] = row as [number, number];
	return { first: last - entries + 1, at };
}

/** Checks whether another transaction was the first to assert a relationship. */
async function withoutOtherFirsts(sql: Sql, logged: readonly Logged[]): Promise<readonly Logged[]> {
	const firsts = logged.flatMap(({ changes }) => changes).filter(({ kind, isEdge }) => kind === 'asserted' && isEdge);
	const own = new Set([...logged, ...firsts].map(({ event }) => event));
	const others = await assertedByOthers(
		sql,
		firsts.map(({ source, relation, target }) => [source, relation, target] as const),
		[...own],
	);
	if (others.length === 0) return logged;
	const assertedBefore = new Set(others.map((position) => firsts[position]));
	return logged.map(({ event, changes }) => ({
		event,
		changes: changes.map((change) => (assertedBefore.has(change) ? { ...change, isEdge: false } : change)),
	}));
}

/** Lists relationships, by position, that others assert; see Withdrawing.areAssertedByOthers. */
export function assertedByOthers(
	sql: Sql,
	relationships: readonly RelationshipKey[],
	events: readonly Id[],
): Promise<number[]> {
	if (relationships.length === 0) return Promise.resolve([]);
	const list = sql.dialect.list('?1', {
		source: 'integer',
		relation: 'integer',
		target: 'integer',
		position: 'integer',
	});
	const wanted = relationships.flatMap(([source, relation, target], position) => {
		const one = [source, relation, target, position];
		return isSymmetricCode(relation) ? [one, [target, relation, source, position]] : [one];
	});
	const those = `(select id from ${sql.dialect.list('?2', { id: 'integer' })} e)`;
	return sql
		.all<[number]>(
			`select distinct w.position from ${list} w where ${hasRow(
				`assertion a where a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
			     and a.event_sequence not in ${those}
			     and a.event_sequence not in (select sequence from link_event where unindexed = 1)`,
			)}`,
			[JSON.stringify(wanted), JSON.stringify(events)],
		)
		.then((rows) => rows.flat());
}

async function writePieces(sql: Sql, logged: readonly Logged[], first: number, at: number): Promise<void> {
	let number = first;
	const mentions: [Id, Id][] = [];
	const pieces: [first: number, entries: number, event: Id, body: string][] = [];
	for (const { event, changes } of logged) {
		for (const piece of inPieces(changes)) {
			pieces.push([number, piece.length, event, Buffer.from(packChanges(piece, event)).toString('hex')]);
			number += piece.length;
		}
		for (const change of changes) for (const mention of mentionsOf(change, event)) mentions.push(mention);
	}
	const list = sql.dialect.list('?1', { number: 'integer', entries: 'integer', event: 'integer', body: 'text' });
	await sql.run(
		`insert into change_piece (first_number, entries, at, event_sequence, body)
		 select w.number, w.entries, ?2, w.event, ${sql.dialect.bytesOfHex('w.body')} from ${list} w`,
		[JSON.stringify(pieces), at],
	);
	await writeMentions(sql, mentions);
}

function inPieces(changes: readonly Change[]): Change[][] {
	const pieces: Change[][] = [];
	for (let begin = 0; begin < changes.length; begin += entriesPerPiece) {
		pieces.push(changes.slice(begin, begin + entriesPerPiece));
	}
	return pieces;
}

/**
 * Names the events in whose pieces the ends of an entry are to be found, where their assertions do
 * not lead to them.
 */
function mentionsOf({ kind, source, target, event }: Change, logging: Id): [Id, Id][] {
	if (kind === 'asserted' && event === logging) return [];
	const events = kind === 'withdrawn' && event !== logging ? [event, logging] : [logging];
	return events.flatMap((of): [Id, Id][] => [
		[source, of],
		[target, of],
	]);
}

async function writeMentions(sql: Sql, mentions: readonly (readonly [Id, Id])[]): Promise<void> {
	if (mentions.length === 0) return;
	const distinct = new Map(mentions.map((mention) => [mention.join(' '), mention]));
	await sql.run(
		`insert into change_mention (identifier_id, event_sequence) select w.id, w.event
		 from ${sql.dialect.list('?1', { id: 'integer', event: 'integer' })} w where true on conflict do nothing`,
		[JSON.stringify([...distinct.values()].sort(([one], [other]) => one - other))],
	);
}
