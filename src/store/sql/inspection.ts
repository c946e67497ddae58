// Reads rows as they are, for whoever looks for what contradicts each other in them. What to make
// of it, others know.
import type { Id } from '../graph.ts';
import type { EventWithPayload, Inspection, Suspect } from '../inspection.ts';
import type { Sql } from '../sql-database.ts';
import { type AssertionRow, assertionColumns, assertionOf, assertionTables } from './assertion-rows.ts';
import { readPayload } from './payload.ts';
import { removeStrays, selectStrays } from './strays.ts';

/** Opens the inspection on a transaction. */
export function openInspection(sql: Sql): Inspection {
	return {
		async *allAssertions(among) {
			// Ids are greater than 0; saying so makes SQLite read in the order of the key.
			const steps = sql.stream<AssertionRow>(
				`select ${assertionColumns} from ${assertionTables[among]} where source_id > 0 order by ${assertionColumns}`,
			);
			for await (const rows of steps) yield rows.map(assertionOf);
		},
		async takesAnythingBack() {
			return (await sql.all<[number]>("select 1 from link_event where action <> 'assert' limit 1")).length > 0;
		},
		doubtfulDescriptions: (among) => doubtfulDescriptions(sql, among),
		async *identifierStates() {
			type Row = [Id, string, string, string | null, number | null, Id | null, number];
			const steps = sql.stream<Row>(
				`select id, scheme, key, spelling, gone, representative_id,
				   case when coalesce(identity_id, version_id, description_id) is null then 0 else 1 end
				 from identifier order by id`,
			);
			for await (const rows of steps) {
				yield rows.map(([id, scheme, key, spelling, gone, representative, isPlaced]) => ({
					...{ id, scheme, key, value: spelling ?? key },
					...{ gone: gone === 1, representative, isPlaced: isPlaced === 1 },
				}));
			}
		},
		strays: (kind) => selectStrays(sql, kind),
		removeStrays: (kind) => removeStrays(sql, kind),
		async *contradictoryEvents() {
			const steps = sql.stream<[Id]>(
				`select sequence from link_event where not (
				   state = 'New'
				   or state = 'Processing' and worker is not null and lease_until is not null
				   or state = 'Done' and counts is not null
				   or state = 'Error' and error is not null
				   or state = 'Withdrawn' and withdrawn_at is not null)
				 order by sequence`,
			);
			for await (const rows of steps) yield rows.map(([event]): Suspect => ({ identifiers: [], event }));
		},
		payloads: () => payloads(sql),
		async gapsInChanges() {
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
		eventIds: (sequences) =>
			sql.all<[Id, string]>(
				`select e.sequence, e.event_id from ${sql.dialect.list('?1', { sequence: 'integer' })} w
				 join link_event e on e.sequence = w.sequence`,
				[JSON.stringify(sequences)],
			),
	};
}

async function* doubtfulDescriptions(
	sql: Sql,
	among: 'counting' | 'taken back',
): AsyncGenerator<{ identifier: Id; event: Id; hasAssertion: boolean }[]> {
	const named = ['source_id', 'target_id']
		.map((end) => `select ${end} as id, event_sequence from taken_back_assertion`)
		.join(' union ');
	const steps = sql.stream<[Id, Id, number]>(
		among === 'counting'
			? `select distinct d.identifier_id, d.event_sequence, 1 from (${named}) t
				 join identifier_description d on d.identifier_id = t.id and d.event_sequence = t.event_sequence`
			: `select distinct d.identifier_id, d.event_sequence, case when t.id is null then 0 else 1 end
				 from taken_back_description d
				 left join (${named}) t on t.id = d.identifier_id and t.event_sequence = d.event_sequence`,
	);
	for await (const rows of steps) {
		yield rows.map(([identifier, event, hasAssertion]) => ({ identifier, event, hasAssertion: hasAssertion === 1 }));
	}
}

// Payloads are read one by one, so a step of events holds none.
const eventsPerStep = 500;

async function* payloads(sql: Sql): AsyncGenerator<EventWithPayload> {
	for (let last = 0; ; ) {
		const rows = await sql.all<[Id, string, number]>(
			`select sequence, event_id, links from link_event where sequence > ?1 order by sequence limit ${eventsPerStep}`,
			[last],
		);
		for (const [sequence, eventId, links] of rows) {
			last = sequence;
			yield { sequence, eventId, links, payload: await readPayload(sql, sequence).catch(() => null) };
		}
		if (rows.length < eventsPerStep) return;
	}
}
