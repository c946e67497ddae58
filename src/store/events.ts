// Events: submitted batches as rows that are jobs, with their state.
//
//            accept                claim                 finish
//   (submission) ──────▶ New ─────────────▶ Processing ──────────▶ Done
//                         ▲                   │   │                  │
//                         │ release, or fail  │   │ fail, no tries   │ rerun
//                         │ with a next try   │   ▼ are left         │
//                         ├───────────────────┘  Error ──────────────┤
//                         └◀─────────────────────────────────────────┘
//
// A Processing event whose lease ran out (its worker died) is claimed again unchanged.
// acceptClaimed begins at Processing, and an event that was in Error at another broker is imported
// in that state. An event in any state but Processing can be Withdrawn, and then be restored to New
// (setWithdrawn).

import type { EventAction, LinkEvent } from '../links/link-event.ts';
import { type Act, type Actor, addAuditEntries, type NewAuditEntry } from './audit.ts';
import { type ClaimedEvent, claim, claimOf, isHeld } from './claims.ts';
import { readPayload, readPayloads, writePayload } from './compression.ts';
import { countWaiting, type EventQuery, listEvents } from './event-list.ts';
import { rerunColumns } from './event-states.ts';
import type { Id } from './graph.ts';
import type { Lease } from './leases.ts';
import { joinLoad, type LoadOfEvent, type LoadPart, writeLoadPart } from './loads.ts';
import { type ReplacedSource, writeReplaced } from './replaced-sources.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';
import { internProviders } from './texts.ts';

/** A new event, as it is accepted. */
export type NewEvent = {
	eventId: string;
	action: EventAction;
	/** Whether it withdraws what any user asserted, instead of only what the same user did. */
	takesAll: boolean;
	/** What a replace event replaces; null: the sources in its links. */
	replaces: readonly ReplacedSource[] | null;
	/** The name of the file that it was loaded or submitted from. */
	fileName: string | null;
	/** The set that it belongs to; a new whole edition of the set shows which links were removed. */
	set: string | null;
	/** The load that acceptClaimed stores it for; without one it is a load by itself. */
	load?: LoadOfEvent;
	/** Its part of a load of files. */
	part?: LoadPart;
	/** The address from which HTTP received it. */
	sourceAddress: string | null;
	/** The JSON array as submitted, byte for byte. */
	payload: Uint8Array;
	links: number;
	/** How many links of the submission were refused; the payload does not contain them. */
	refused: number;
	/** The names of the providers in it; the first accepted spelling of each is kept. */
	providers: readonly string[];
	/** Whether what it asserts stays unindexed until the index is rebuilt. */
	noindex: boolean;
	/** The submitter's user id; null where the command line submitted. */
	userId: Id | null;
	/** Who submitted it, as the audit names the actor. */
	submittedBy: Actor;
	/** When it was accepted, in milliseconds since 1970. */
	now: number;
};

/** The defaults of most events: they assert links, and their origin is not stated. */
export const asAssertion = {
	action: 'assert',
	takesAll: false,
	replaces: null,
	fileName: null,
	set: null,
	sourceAddress: null,
} as const;

export function openEvents(database: SqlDatabase) {
	return {
		/**
		 * Stores events as New, with an audit entry for each. When it returns, they survive power loss.
		 * All or none.
		 */
		accept: (events: readonly NewEvent[]): Promise<Id[]> =>
			database.write((sql) => acceptIn(sql, events), { durable: true }),
		/**
		 * Stores one event like accept, but claimed by a worker from the beginning: Processing. Stores
		 * the progress of its load with it; fails with `conflict` where another run continues that
		 * load.
		 */
		acceptClaimed: (event: NewEvent, lease: Lease): Promise<ClaimedEvent> =>
			database.write(
				async (sql) => {
					await internProviders(sql, event.providers);
					const sequence = await insertEvent(sql, event, lease);
					if (event.load) await joinLoad(sql, event.load, sequence);
					if (event.part) await writeLoadPart(sql, event.part, sequence, event.links);
					await addAuditEntries(sql, [submission(event)]);
					const { eventId, action, replaces, noindex } = event;
					return { sequence, eventId, action, replaces, noindex, attempts: 1, hasLapsed: false, isCounted: false };
				},
				{ durable: true },
			),
		/**
		 * Claims for a worker the oldest events that are due (New and not waiting for a retry, or
		 * Processing with a lease that ran out before `now`): up to `limit`, and together at most
		 * `mostLinks` links; a larger event is claimed alone when it is the oldest, and one whose lease
		 * ran out is always claimed alone. The attempt is counted when it ends, or by begin. A lease that ends
		 * later than possible for one that began by now is void, and so is the wait of an event that
		 * failed in the future: the clock was ahead when they were written.
		 */
		claim: (
			lease: Lease,
			now: number,
			limit: number,
			mostLinks: number = Number.MAX_SAFE_INTEGER,
		): Promise<ClaimedEvent[]> => database.write((sql) => claim(sql, lease, now, { limit, mostLinks })),
		/** Prolongs a claim; false where another worker has taken it. */
		renew: (event: ClaimedEvent, { worker, until }: Lease): Promise<boolean> =>
			database.write(async (sql) => {
				const parameters = [...claimOf(event, worker), until];
				return (await sql.run(`update link_event set lease_until = ?4 where ${isHeld}`, parameters)) === 1;
			}),
		/**
		 * Counts the attempt before the event is applied, in case that ends the process; undefined where
		 * another worker has taken the claim.
		 */
		begin: (event: ClaimedEvent, worker: string): Promise<ClaimedEvent | undefined> =>
			database.write(async (sql) => {
				const changed = await sql.run(`update link_event set attempts = ?4 where ${isHeld}`, [
					...claimOf(event, worker),
					event.attempts,
				]);
				return changed === 1 ? { ...event, isCounted: true } : undefined;
			}),
		/** Returns claimed events: they are New again, as if never claimed. */
		release: (events: readonly ClaimedEvent[], worker: string): Promise<void> =>
			database.write(async (sql) => {
				for (const event of events) {
					await sql.run(
						`update link_event set state = 'New', worker = null, lease_until = null, started_at = null,
						   attempts = ?4 where ${isHeld}`,
						[...claimOf(event, worker), event.attempts - 1],
					);
				}
				await sql.notify?.('events');
			}),
		/**
		 * Records a failure: the event is New again, due at `retryAt`, or in Error where that is null.
		 */
		fail: (
			event: ClaimedEvent,
			worker: string,
			{ reason, retryAt, now }: { reason: string; retryAt: number | null; now: number },
		): Promise<void> =>
			database.write(async (sql) => {
				const [state, finishedAt] = retryAt === null ? ['Error', now] : ['New', null];
				await sql.run(
					`update link_event set state = ?4, due_at = ?5, error = ?6, finished_at = ?7, worker = null,
					   lease_until = null, attempts = ?8 where ${isHeld}`,
					[...claimOf(event, worker), state as string, retryAt, reason, finishedAt as number | null, event.attempts],
				);
			}),
		/**
		 * Makes events New again: those named, or all in Error. Skips Processing ones; what was applied
		 * stays applied. Adds an audit entry for each; returns how many.
		 */
		rerun: (act: Act, eventIds: readonly string[] | 'errors'): Promise<number> =>
			database.write((sql) => rerun(sql, act, eventIds), { durable: true }),
		/** Counts the events that are New or Processing, and their stored bytes. */
		waiting: (): Promise<{ events: number; bytes: number }> => database.read(countWaiting),
		/** Reads the payload of an event, byte for byte. */
		payload: (sequence: Id): Promise<Uint8Array> => database.read((sql) => readPayload(sql, sequence)),
		/**
		 * Reads the payloads of events byte for byte, in the order given; undefined where one is
		 * missing.
		 */
		payloads: (sequences: readonly Id[]): Promise<(Uint8Array | undefined)[]> =>
			database.read((sql) => readPayloads(sql, sequences)),
		events: (query: EventQuery): Promise<LinkEvent[]> => database.read((sql) => listEvents(sql, query)),
	};
}

export type Events = ReturnType<typeof openEvents>;

/** Stores events as New in the transaction of what they came with. */
export async function acceptIn(sql: Sql, events: readonly NewEvent[]): Promise<Id[]> {
	await internProviders(
		sql,
		events.flatMap(({ providers }) => providers),
	);
	const sequences: Id[] = [];
	for (const event of events) sequences.push(await insertEvent(sql, event, null));
	await addAuditEntries(sql, events.map(submission));
	await sql.notify?.('events');
	return sequences;
}

async function insertEvent(sql: Sql, event: NewEvent, lease: Lease | null): Promise<Id> {
	const [row] = await sql.all<[Id]>(
		`insert into link_event (event_id, state, noindex, unindexed, user_id, links, refused, created_at, started_at,
		   attempts, worker, lease_until, action, takes_all, replaces, file_name, source_address, set_name)
		 values (?1, ?2, ?3, ?3, ?4, ?5, ?10, ?6, ?7, 0, ?8, ?9, ?11, ?12, ?13, ?14, ?15, ?16) returning sequence`,
		[
			event.eventId,
			lease ? 'Processing' : 'New',
			event.noindex ? 1 : 0,
			event.userId,
			event.links,
			event.now,
			lease ? event.now : null,
			lease?.worker ?? null,
			lease?.until ?? null,
			event.refused,
			event.action,
			event.takesAll ? 1 : 0,
			writeReplaced(event.replaces),
			event.fileName,
			event.sourceAddress,
			event.set,
		],
	);
	const [sequence] = row as [Id];
	await writePayload(sql, sequence, event.payload);
	return sequence;
}

function submission(event: NewEvent): NewAuditEntry {
	const { submittedBy, now, eventId, links, refused, noindex, action, fileName } = event;
	const detail = {
		links,
		...(refused > 0 && { refused }),
		...(noindex && { noindex }),
		...(action !== 'assert' && { action }),
		...(fileName !== null && { file_name: fileName }),
	};
	return { by: submittedBy, now, action: 'event.submitted', subject: eventId, detail };
}

async function rerun(sql: Sql, act: Act, eventIds: readonly string[] | 'errors'): Promise<number> {
	await sql.notify?.('events');
	// Both states let the planner use the partial index of events that are not Done.
	const wanted = sql.dialect.list('?1', { event_id: 'text' });
	const rows =
		eventIds === 'errors'
			? await sql.all<[string]>(
					`update link_event set ${rerunColumns} where state <> 'Done' and state = 'Error' returning event_id`,
				)
			: await sql.all<[string]>(
					`update link_event set ${rerunColumns}
					 where state not in ('Processing', 'Withdrawn') and event_id in (select event_id from ${wanted} w)
					 returning event_id`,
					[JSON.stringify(eventIds)],
				);
	await addAuditEntries(
		sql,
		rows.map(([eventId]) => ({ ...act, action: 'event.rerun', subject: eventId })),
	);
	return rows.length;
}
