// What must be true of a simulation once it is quiet, whatever happened before.
import assert from 'node:assert/strict';
import { assertSound } from '../../src/broker/doctor/sound.fixture.ts';
import { liesIn } from '../../src/broker/graph.arbitrary.ts';
import { readGraph } from '../../src/broker/graph.fixture.ts';
import { type GivenEvent, modelGraph } from '../../src/broker/graph.model.ts';
import { indexedGraph } from '../../src/broker/indexed-graph.fixture.ts';
import { rebuildIndex } from '../../src/broker/indexing/rebuild-index.ts';
import { systemClock } from '../../src/clock.ts';
import type { TestRecords } from '../../src/engines/sqlite/records/sqlite-records.fixture.ts';
import type { LinkEvent } from '../../src/links/link-event.ts';
import type { Built } from '../../src/ports/search/index-format.ts';
import type { SearchIndex } from '../../src/ports/search/search-index.ts';
import { type ModelStore, openModelIndex } from '../../src/ports/search/suite/search-index.model.ts';
import type { Id } from '../../src/store/graph.ts';
import type { Records } from '../../src/store/records.ts';
import type { Sql } from '../../src/store/sql-database.ts';

/** What became known of the events while they were submitted. */
export type Submitted = {
	/** What each says, by its id; null where it is nonsense that was stored all the same. */
	given: Map<string, GivenEvent | null>;
	/** Those that were answered with 202, and those that were certainly not stored. */
	accepted: Set<string>;
	refused: Set<string>;
	/** The sequence of an event for each time that a worker reported applying it. */
	applied: Id[];
	/** The last one that was submitted. */
	last?: GivenEvent;
};

/** The number of the world that all links lie in. */
export const world = 1;

/** Opens an index as the version that built it. */
function openAsBuilt(kept: ModelStore): SearchIndex {
	const { format: written, flagRules } = kept.generations.get(kept.active) as Built;
	return openModelIndex(kept, undefined, { written, oldest: 1, flagRules });
}

// Moves of an event between states, as drawn in src/store/events.ts.
const moves = new Set([
	...['New Processing', 'Processing Processing', 'Processing New', 'Processing Done', 'Processing Error'],
	...['Done New', 'Error New', 'Withdrawn New', 'New New'],
	...['New Withdrawn', 'Done Withdrawn', 'Error Withdrawn'],
]);

/** Has the database note each move of an event. */
export const noteMoves = `
	create table simulated_move (sequence integer, move text);
	create trigger simulated_move after update of state on link_event begin
		insert into simulated_move values (new.sequence, old.state || ' ' || new.state);
	end`;

/** Asserts all that must be true while nothing is under way. */
export async function assertInvariants(
	{ records, database }: TestRecords,
	kept: ModelStore,
	submitted: Submitted,
): Promise<void> {
	const events = await eventsOf(records);
	assertKept(events, submitted);
	await database.read((sql) => assertMoved(sql, submitted));
	const given = asGiven(events, submitted);
	const whole = modelGraph(given, 'everything');
	assert.deepEqual(await readGraph(records, 'everything', liesIn(world)), whole, 'the graph is not that of its events');
	await assertSound(records, openAsBuilt(kept));
	if (given.some(({ noindex }) => noindex)) return;
	assert.deepEqual(indexedGraph(kept, world), whole, 'the index is not that of its events');
}

/** Asserts that the index, built anew, is that of all events. */
export async function assertRebuilt({ records }: TestRecords, kept: ModelStore, submitted: Submitted): Promise<void> {
	const usual = { clock: systemClock, leaseMilliseconds: 60_000, onProgress: () => undefined };
	await rebuildIndex(records, openAsBuilt(kept), { ...usual, destroy: false });
	const whole = modelGraph(asGiven(await eventsOf(records), submitted), 'everything');
	assert.deepEqual(indexedGraph(kept, world), whole, 'the rebuilt index is not that of its events');
}

async function eventsOf(records: Records): Promise<LinkEvent[]> {
	return (await records.events({ limit: 100_000 })).toReversed();
}

/** Answers what the naive model takes: events that say something, in the order of acceptance. */
function asGiven(events: readonly LinkEvent[], { given }: Submitted): GivenEvent[] {
	return events.flatMap(({ eventId, state }) => {
		const event = given.get(eventId);
		return event ? [{ ...event, withdrawn: state === 'Withdrawn' }] : [];
	});
}

/** What was accepted is there and has come to its end; what was refused is not there. */
function assertKept(events: readonly LinkEvent[], { accepted, refused, given }: Submitted): void {
	const stored = new Set(events.map(({ eventId }) => eventId));
	assert.equal(accepted.difference(stored).size, 0, 'accepted events are lost');
	assert.equal(refused.intersection(stored).size, 0, 'refused events are stored');
	for (const { eventId, state, error } of events) {
		const isNonsense = given.get(eventId) === null;
		const expected = isNonsense ? ['Error', 'Withdrawn'] : ['Done', 'Withdrawn'];
		assert.ok(expected.includes(state), `an event is ${state}: ${error}`);
	}
}

/** Events moved as they may, and no worker applied one that it did not hold. */
async function assertMoved(sql: Sql, { applied }: Submitted): Promise<void> {
	const made = await sql.all<[Id, string]>('select sequence, move from simulated_move');
	for (const [sequence, move] of made) assert.ok(moves.has(move), `event ${sequence} moved from ${move}`);
	const ended = Map.groupBy(made, ([sequence, move]) => (move === 'Processing Done' ? sequence : undefined));
	for (const [sequence, times] of Map.groupBy(applied, (one) => one)) {
		const ends = ended.get(sequence)?.length ?? 0;
		assert.ok(times.length <= ends, `event ${sequence} was applied by a worker that did not hold it`);
	}
	const keptForNothing = await sql.all<[Id]>(
		'select id from outbox_entry, index_state where kept = 1 and building_generation is null',
	);
	assert.deepEqual(keptForNothing, [], 'an entry is kept for a rebuild that is over');
}
