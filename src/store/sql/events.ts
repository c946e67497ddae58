// Keeps events as rows that are jobs: accepting, claiming, failing, finishing. It does not know
// what an event says. The states are drawn in src/store/events.ts.

import type { EventAction } from '../../links/link-event.ts';
import type { Act, NewAuditEntry } from '../audit.ts';
import type { ClaimedEvent, EventCompletion, Events, ExportedEvent, Lease, NewEvent } from '../events.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import { addAuditEntries } from './audit.ts';
import { countWaiting, listEvents } from './event-list.ts';
import { writeLoadPart } from './loads.ts';
import { readPayload, readPayloads, writePayload } from './payload.ts';
import { internProviders } from './providers.ts';
import { readReplaced, writeReplaced } from './replaced-sources.ts';
import { latestCredible } from './stored-times.ts';

// Together with the sequence, these tell a claim from a later one of the same event.
const isHeld = `sequence = ?1 and worker = ?2 and attempts = ?3 and state = 'Processing'`;
const claimOf = ({ sequence, attempts }: ClaimedEvent, worker: string) => [sequence, worker, attempts] as const;

/** Opens the events of a database. */
export function openEvents(database: SqlDatabase): Events {
	return {
		accept: (events) =>
			database.write(
				async (sql) => {
					await internProviders(
						sql,
						events.flatMap(({ providers }) => providers),
					);
					const sequences: Id[] = [];
					for (const event of events) sequences.push(await insertEvent(sql, event, null));
					await addAuditEntries(sql, events.map(submission));
					await sql.notify('events');
					return sequences;
				},
				{ durable: true },
			),
		acceptClaimed: (event, lease) =>
			database.write(
				async (sql) => {
					await internProviders(sql, event.providers);
					const sequence = await insertEvent(sql, event, lease);
					if (event.part) await writeLoadPart(sql, event.part, sequence, event.links);
					await addAuditEntries(sql, [submission(event)]);
					const { eventId, action, replaces, noindex } = event;
					return { sequence, eventId, action, replaces, noindex, attempts: 1 };
				},
				{ durable: true },
			),
		importEvents: (events) => database.write((sql) => importEvents(sql, events), { durable: true }),
		claim: (lease, now, limit, mostLinks = Number.MAX_SAFE_INTEGER) =>
			database.write((sql) => claim(sql, lease, now, { limit, mostLinks })),
		renew: (event, { worker, until }) =>
			database.write(async (sql) => {
				const parameters = [...claimOf(event, worker), until];
				return (await sql.run(`update link_event set lease_until = ?4 where ${isHeld}`, parameters)) === 1;
			}),
		release: (events, worker) =>
			database.write(async (sql) => {
				for (const event of events) {
					await sql.run(
						`update link_event set state = 'New', worker = null, lease_until = null, started_at = null,
						   attempts = attempts - 1 where ${isHeld}`,
						claimOf(event, worker),
					);
				}
				await sql.notify('events');
			}),
		fail: (event, worker, { reason, retryAt, now }) =>
			database.write(async (sql) => {
				const [state, finishedAt] = retryAt === null ? ['Error', now] : ['New', null];
				await sql.run(
					`update link_event set state = ?4, due_at = ?5, error = ?6, finished_at = ?7, worker = null,
					   lease_until = null where ${isHeld}`,
					[...claimOf(event, worker), state as string, retryAt, reason, finishedAt as number | null],
				);
			}),
		rerun: (act, eventIds) => database.write((sql) => rerun(sql, act, eventIds), { durable: true }),
		waiting: () => database.read(countWaiting),
		payload: (sequence) => database.read((sql) => readPayload(sql, sequence)),
		payloads: (sequences) => database.read((sql) => readPayloads(sql, sequences)),
		events: (query) => database.read((sql) => listEvents(sql, query)),
	};
}

/** Opens what ends events, on a transaction. */
export function openEventCompletion(sql: Sql): EventCompletion {
	return {
		async appliedAmong(sequences) {
			const rows = await sql.all<[Id]>(
				`select e.sequence from ${sql.dialect.list('?1', { sequence: 'integer' })} w
				 join link_event e on e.sequence = w.sequence and e.counts is not null`,
				[JSON.stringify(sequences)],
			);
			return new Set(rows.map(([sequence]) => sequence));
		},
		async finish(ended, worker, now) {
			const list = sql.dialect.list('?1', { sequence: 'integer', attempts: 'integer', counts: 'text' });
			const changed = await sql.run(
				`update link_event set state = 'Done', finished_at = ?3, counts = w.counts, error = null, due_at = null,
				   worker = null, lease_until = null
				 from ${list} w where link_event.sequence = w.sequence and link_event.attempts = w.attempts
				   and link_event.worker = ?2 and link_event.state = 'Processing'`,
				[
					JSON.stringify(ended.map(([{ sequence, attempts }, counts]) => [sequence, attempts, JSON.stringify(counts)])),
					worker,
					now,
				],
			);
			return changed === ended.length;
		},
	};
}

async function insertEvent(sql: Sql, event: NewEvent, lease: Lease | null): Promise<Id> {
	const [row] = await sql.all<[Id]>(
		`insert into link_event (event_id, state, noindex, unsearchable, user_id, links, refused, created_at, started_at,
		   attempts, worker, lease_until, action, takes_all, replaces, file_name, source_address, set_name)
		 values (?1, ?2, ?3, ?3, ?4, ?5, ?11, ?6, ?7, ?8, ?9, ?10, ?12, ?13, ?14, ?15, ?16, ?17) returning sequence`,
		[
			event.eventId,
			lease ? 'Processing' : 'New',
			event.noindex ? 1 : 0,
			event.userId,
			event.links,
			event.now,
			lease ? event.now : null,
			lease ? 1 : 0,
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

async function importEvents(sql: Sql, events: readonly ExportedEvent[]): Promise<boolean[]> {
	const stored: boolean[] = [];
	for (const event of events) {
		const { eventId, payload, links, refused, noindex, searchable, userId, createdAt, failure, withdrawn } = event;
		const [row] = await sql.all<[Id]>(
			`insert into link_event (event_id, state, noindex, unsearchable, user_id, links, refused, created_at,
			   started_at, finished_at, attempts, error, action, takes_all, replaces, file_name, withdrawn_at,
			   withdrawn_by, withdraw_reason, set_name)
			 values (?1, ?2, ?3, ?4, ?5, ?6, ?12, ?7, ?8, ?9, ?10, ?11, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
			 on conflict do nothing returning sequence`,
			[
				eventId,
				withdrawn ? 'Withdrawn' : failure ? 'Error' : 'New',
				noindex ? 1 : 0,
				searchable ? 0 : 1,
				userId,
				links,
				createdAt,
				failure?.startedAt ?? null,
				failure?.finishedAt ?? null,
				failure?.attempts ?? 0,
				failure?.reason ?? null,
				refused,
				event.action,
				event.takesAll ? 1 : 0,
				writeReplaced(event.replaces),
				event.fileName,
				withdrawn?.at ?? null,
				withdrawn?.by ?? null,
				withdrawn?.reason ?? null,
				event.set,
			],
		);
		stored.push(row !== undefined);
		if (row) await writePayload(sql, row[0], payload);
	}
	await sql.notify('events');
	return stored;
}

async function claim(
	sql: Sql,
	lease: Lease,
	now: number,
	{ limit, mostLinks }: { limit: number; mostLinks: number },
): Promise<ClaimedEvent[]> {
	const due = await sql.all<[Id, number]>(
		`select sequence, links from link_event
		 where state in ('New', 'Processing')
		   and ((state = 'New' and (due_at is null or due_at <= ?1 or started_at > ?3))
		     or (state = 'Processing' and (lease_until < ?1 or lease_until > ?3)))
		 order by sequence limit ?2 ${sql.dialect.lockRows('update skip locked')}`,
		[now, limit, latestCredible(now, lease.until)],
	);
	const wanted = withinLinks(due, mostLinks);
	if (wanted.length === 0) return [];
	const rows = await sql.all<[Id, string, EventAction, string | null, number, number]>(
		`update link_event set state = 'Processing', worker = ?2, lease_until = ?4, started_at = ?3,
		   attempts = attempts + 1, due_at = null
		 where sequence in (select sequence from ${sql.dialect.list('?1', { sequence: 'integer' })} w)
		 returning sequence, event_id, action, replaces, unsearchable, attempts`,
		[JSON.stringify(wanted), lease.worker, now, lease.until],
	);
	return rows
		.map(([sequence, eventId, action, replaces, unsearchable, attempts]) => ({
			sequence,
			eventId,
			action,
			replaces: readReplaced(replaces),
			noindex: unsearchable === 1,
			attempts,
		}))
		.sort((one, other) => one.sequence - other.sequence);
}

/** Takes the first of events, and those behind it as long as all have so few links. */
function withinLinks(events: readonly (readonly [sequence: Id, links: number])[], mostLinks: number): Id[] {
	const within: Id[] = [];
	let links = 0;
	for (const [sequence, more] of events) {
		links += more;
		if (within.length > 0 && links > mostLinks) break;
		within.push(sequence);
	}
	return within;
}

async function rerun(sql: Sql, act: Act, eventIds: readonly string[] | 'errors'): Promise<number> {
	const fresh = `state = 'New', attempts = 0, due_at = null, worker = null, lease_until = null, error = null,
		started_at = null, finished_at = null`;
	await sql.notify('events');
	// Naming both states lets the planner use the partial index of events that are not Done.
	const wanted = sql.dialect.list('?1', { event_id: 'text' });
	const rows =
		eventIds === 'errors'
			? await sql.all<[string]>(
					`update link_event set ${fresh} where state <> 'Done' and state = 'Error' returning event_id`,
				)
			: await sql.all<[string]>(
					`update link_event set ${fresh}
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
