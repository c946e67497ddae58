// Finds rows that contradict each other: streams of what others derive from, and rows that name
// something missing.

import { type AssertionRow, assertionColumns, assertionOf, assertionTables } from './assertions.ts';
import { readPayload } from './compression.ts';
import { type DescriptionKey, describedEnds } from './descriptions.ts';
import type { Assertion, Id } from './graph.ts';
import { removeOrphans, selectOrphans } from './orphans.ts';
import type { IdRange } from './rebuild-parts.ts';
import type { Sql } from './sql-database.ts';

/**
 * The kinds of orphaned rows: those that name an identifier, an event or a text that does not
 * exist, and those that a withdrawn event left behind.
 */
export const orphanKinds = [
	'assertion',
	'withdrawn assertion',
	'description',
	'withdrawal',
	'replacement',
	'identifier',
	'outbox entry',
	'unindexed change',
	'logged change',
	'payload',
	'row of a withdrawn event',
] as const;
export type OrphanKind = (typeof orphanKinds)[number];

/**
 * A stretch of the records: what is stored about the identifiers of a range of ids, or by the events
 * of a range of numbers.
 */
export type Stretch = IdRange & { of: 'identifiers' | 'events' };

/** Where something is wrong: at identifiers, and in which event. */
export type Suspect = { identifiers: readonly Id[]; event: Id | null };

/** The stored state of an identifier, known or retired. */
export type IdentifierState = {
	id: Id;
	scheme: string;
	key: string;
	value: string;
	retired: boolean;
	/** Whether it has stored groups or a description. */
	isPlaced: boolean;
	representative: Id | null;
};

/** An event with its payload; null where that is missing or cannot be unpacked. */
export type EventWithPayload = { sequence: Id; eventId: string; links: number; payload: Uint8Array | null };

export function openInspection(sql: Sql) {
	return {
		/** Reads the highest id of an identifier, and the highest number of an event. */
		async highest(): Promise<Record<Stretch['of'], Id>> {
			const [row] = await sql.all<[Id, Id]>(
				`select coalesce((select max(id) from identifier), 0), coalesce((select max(sequence) from link_event), 0)`,
			);
			const [identifiers, events] = row as [Id, Id];
			return { identifiers, events };
		},
		/**
		 * The assertions that count, or those that were withdrawn, from sources of a range. Between two
		 * steps, those of earlier ones may be changed.
		 */
		allAssertions: (among: 'counting' | 'withdrawn', range: IdRange): AsyncIterable<Required<Assertion>[]> =>
			allAssertions(sql, assertionTables[among], range),
		/** What events assert about identifiers, where assertions that count have it otherwise. */
		misdescribed: (range: IdRange): Promise<DescriptionKey[]> => misdescribed(sql, range),
		/** Identifiers by id, including retired ones; may be changed like allAssertions. */
		identifierStates: (range: IdRange): AsyncIterable<IdentifierState[]> => identifierStates(sql, range),
		/** Rows in a stretch that should not be there. */
		orphans: (kind: OrphanKind, stretch: Stretch): AsyncIterable<Suspect[]> => selectOrphans(sql, kind, stretch),
		/**
		 * Removes these rows, or what they name wrongly; what cannot be repaired this way (payloads)
		 * stays.
		 */
		removeOrphans: (kind: OrphanKind, stretch: Stretch): Promise<void> => removeOrphans(sql, kind, stretch),
		/**
		 * Events whose columns contradict each other: a Done one without counts, a claim without a
		 * worker.
		 */
		async *contradictoryEvents({ first, last }: IdRange): AsyncIterable<Suspect[]> {
			const steps = sql.stream<[Id]>(
				`select sequence from link_event where sequence between ?1 and ?2 and not (
				   state = 'New'
				   or state = 'Processing' and worker is not null and lease_until is not null
				   or state = 'Done' and counts is not null
				   or state = 'Error' and error is not null
				   or state = 'Withdrawn' and withdrawn_at is not null)
				 order by sequence`,
				[first, last],
			);
			for await (const rows of steps) yield rows.map(([event]): Suspect => ({ identifiers: [], event }));
		},
		/** Events with their payloads, in the order of acceptance. */
		payloads: (range: IdRange): AsyncIterable<EventWithPayload> => payloads(sql, range),
		/** Numbers in the change log that are used twice, or follow a gap. */
		async gapsInChanges(): Promise<number[]> {
			const pieces = await sql.all<[number]>(
				`select first_number from (
				   select first_number, lag(first_number + entries) over (order by first_number) as expected
				   from change_piece) piece where first_number <> expected order by first_number limit 1000`,
			);
			const ends = await sql.all<[number]>(
				`select last_number + 1 from change_log where exists (select 1 from change_piece) and last_number + 1 <>
				   (select first_number + entries from change_piece order by first_number desc limit 1)`,
			);
			return [...pieces, ...ends].flat();
		},
		/** Reads the ids of events by their numbers; missing ones are left out. */
		eventIds: (sequences: readonly Id[]): Promise<[Id, string][]> =>
			sql.all<[Id, string]>(
				`select e.sequence, e.event_id from ${sql.dialect.list('?1', { sequence: 'integer' })} w
				 join link_event e on e.sequence = w.sequence`,
				[JSON.stringify(sequences)],
			),
	};
}

export type Inspection = ReturnType<typeof openInspection>;

// One statement for each step: rows are not changed while a statement reads them.
const rowsPerStep = 10_000;

async function* allAssertions(sql: Sql, table: string, range: IdRange): AsyncGenerator<Required<Assertion>[]> {
	const key = assertionColumns.split(',');
	let last: readonly number[] = key.map((_, at) => (at === 0 ? range.first : 0));
	for (;;) {
		const rows = await sql.all<AssertionRow>(
			`select ${assertionColumns} from ${table}
			 where source_id between 1 and ?7 and (${assertionColumns}) > (${key.map((_, at) => `?${at + 1}`).join(', ')})
			 order by ${assertionColumns} limit ${rowsPerStep}`,
			[...last, range.last],
		);
		if (rows.length > 0) yield rows.map(assertionOf);
		if (rows.length < rowsPerStep) return;
		last = rows.at(-1) as AssertionRow;
	}
}

async function* identifierStates(sql: Sql, range: IdRange): AsyncGenerator<IdentifierState[]> {
	type Row = [Id, string, string, string | null, number | null, Id | null, number];
	for (let last = range.first - 1; ; ) {
		const rows = await sql.all<Row>(
			`select id, scheme, key, spelling, retired, representative_id,
			   case when coalesce(identity_id, version_id, description_id) is null then 0 else 1 end
			 from identifier where id > ?1 and id <= ?2 order by id limit ${rowsPerStep}`,
			[last, range.last],
		);
		if (rows.length > 0) {
			yield rows.map(([id, scheme, key, spelling, retired, representative, isPlaced]) => ({
				...{ id, scheme, key, value: spelling ?? key },
				...{ retired: retired === 1, representative, isPlaced: isPlaced === 1 },
			}));
		}
		if (rows.length < rowsPerStep) return;
		last = (rows.at(-1) as Row)[0];
	}
}

async function misdescribed(sql: Sql, { first, last }: IdRange): Promise<DescriptionKey[]> {
	const placed = (row: string) =>
		`exists (select 1 from link_event e where e.sequence = ${row}.event_sequence and e.placed = 1)`;
	const ends = describedEnds.map(
		({ end, description, place }) =>
			`select ${end} as identifier_id, a.event_sequence, ${place} as place, ${description} as description_id
			 from assertion a where ${end} between ?1 and ?2 and ${description} is not null and ${placed('a')}`,
	);
	const given = `select identifier_id, event_sequence, max(place) as place, description_id
		from (${ends.join(' union all ')}) g group by identifier_id, event_sequence, description_id`;
	const stored = `select d.identifier_id, d.event_sequence, d.place, d.description_id from identifier_description d
		where d.identifier_id between ?1 and ?2 and ${placed('d')}`;
	return sql.all<[Id, Id]>(
		`select distinct identifier_id, event_sequence from (
		   select * from (${given}) lacking except select * from (${stored}) there) missing
		 union
		 select distinct identifier_id, event_sequence from (
		   select * from (${stored}) there except select * from (${given}) lacking) extra`,
		[first, last],
	);
}

// Payloads are read one by one, so a step of events contains none.
const eventsPerStep = 500;

async function* payloads(sql: Sql, range: IdRange): AsyncGenerator<EventWithPayload> {
	for (let last = range.first - 1; ; ) {
		const rows = await sql.all<[Id, string, number]>(
			`select sequence, event_id, links from link_event
			 where sequence > ?1 and sequence <= ?2 order by sequence limit ${eventsPerStep}`,
			[last, range.last],
		);
		for (const [sequence, eventId, links] of rows) {
			last = sequence;
			yield { sequence, eventId, links, payload: await readPayload(sql, sequence).catch(() => null) };
		}
		if (rows.length < eventsPerStep) return;
	}
}
