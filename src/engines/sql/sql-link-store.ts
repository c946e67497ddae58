// The records' storage in plain SQL over the SQL port: events as jobs, rebuild bookkeeping, snapshots; knows the tables, not the engine.
import { BrokerError } from '../../errors.ts';
import type { EventCounts, EventState, LinkEvent } from '../../links/link-event.ts';
import { relations } from '../../links/relation.ts';
import type { Inbox, KeptEvent } from '../../ports/records/inbox.ts';
import type {
	Backlog,
	ClaimedEvent,
	EventQuery,
	Id,
	LinkStore,
	NewEvent,
	RecordStream,
	StoreSize,
	TakenIn,
} from '../../ports/records/link-store.ts';
import { openLinkRecords } from './link-records.ts';
import { createRecentRows, type RecentRows, type RecentRowsOptions } from './recent-rows.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';
import { findPayload, importEvents, streamEvents, writePayload } from './transfer.ts';

/** Opens the store on a database whose schema is up to date. */
export function openSqlLinkStore(database: SqlDatabase, options: RecentRowsOptions = {}): LinkStore {
	const { othersWait, firstWaits } = database;
	const recent = createRecentRows(database.dialect, options);
	const streams = (sql: Sql) => streamOf(sql, recent);
	return {
		change: (work) =>
			database.write((sql) =>
				work(openLinkRecords(sql, 'searchable', recent), streams(sql), { othersWait, firstWaits }),
			),
		read: (work) => database.read((sql) => work(openLinkRecords(sql, 'searchable', recent))),
		snapshot: (work, options) =>
			database.snapshot((sql) => work(openLinkRecords(sql, 'everything', recent), streams(sql)), options),
		...eventQueue(database, recent),
		...eventLists(database),
		...rebuilds(database),
		onNews: (topic, listener) => database.listen(topic, listener),
		size: () => database.read(countAll),
		bytes: () => database.read(measure),
		close: () => database.close(),
	};
}

function eventQueue(
	database: SqlDatabase,
	recent: RecentRows,
): Pick<
	LinkStore,
	| 'accept'
	| 'takeIn'
	| 'acceptClaimed'
	| 'load'
	| 'importEvents'
	| 'claim'
	| 'renew'
	| 'handBack'
	| 'fail'
	| 'rerun'
	| 'nextDue'
> {
	return {
		accept: (events) =>
			storing(
				database,
				async (sql) => {
					const sequences: Id[] = [];
					for (const event of typeof events === 'function' ? events() : events)
						sequences.push(await insertEvent(sql, event, null));
					await sql.announce('events');
					return sequences;
				},
				{ first: true },
			),
		async takeIn() {
			if (!database.inbox?.list(1).length) return { taken: [], found: 0 };
			return storing(database, async (_, takenIn) => takenIn, { most: takenInAtOnce });
		},
		acceptClaimed: (event, worker, leaseUntil) =>
			storing(database, (sql) => insertClaimed(sql, event, worker, leaseUntil)),
		load: (work) =>
			storing(database, (sql) =>
				work(openLinkRecords(sql, 'searchable', recent), {
					accept: (event, worker, leaseUntil) => insertClaimed(sql, event, worker, leaseUntil),
					othersWait: database.othersWait,
					firstWaits: database.firstWaits,
				}),
			),
		importEvents: (events) => storing(database, (sql) => importEvents(sql, events)),
		claim: (worker, now, leaseUntil, limit) => database.write((sql) => claim(sql, worker, now, leaseUntil, limit)),
		renew: (event, worker, leaseUntil) =>
			database.write(async (sql) => {
				const changed = await sql.run(
					`update link_event set lease_until = ?3 where sequence = ?1 and worker = ?2 and attempts = ?4 and state = 'Processing'`,
					[event.sequence, worker, leaseUntil, event.attempts],
				);
				return changed === 1;
			}),
		handBack: (events, worker) =>
			database.write(async (sql) => {
				for (const { sequence, attempts } of events) {
					await sql.run(
						`update link_event set state = 'New', worker = null, lease_until = null, started_at = null, attempts = attempts - 1
						 where sequence = ?1 and worker = ?2 and attempts = ?3 and state = 'Processing'`,
						[sequence, worker, attempts],
					);
				}
				await sql.announce('events');
			}),
		fail: (event, worker, reason, retryAt, now) =>
			database.write(async (sql) => {
				await sql.run(
					`update link_event set state = ?3, due_at = ?4, error = ?5, finished_at = ?6, worker = null, lease_until = null
					 where sequence = ?1 and worker = ?2 and attempts = ?7 and state = 'Processing'`,
					[
						event.sequence,
						worker,
						retryAt === null ? 'Error' : 'New',
						retryAt,
						reason,
						retryAt === null ? now : null,
						event.attempts,
					],
				);
			}),
		rerun: (eventIds) =>
			storing(database, async (sql) => {
				const fresh = `state = 'New', attempts = 0, due_at = null, worker = null, lease_until = null, error = null, started_at = null, finished_at = null`;
				await sql.announce('events');
				if (eventIds === 'errors')
					return sql.run(`update link_event set ${fresh} where state <> 'Done' and state = 'Error'`);
				const wanted = sql.dialect.list('?1', { event_id: 'text' });
				return sql.run(
					`update link_event set ${fresh} where state <> 'Processing' and event_id in (select event_id from ${wanted} w)`,
					[JSON.stringify(eventIds)],
				);
			}),
		nextDue: (now) =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number | null]>(
					`select min(case state when 'New' then coalesce(due_at, ?1) else lease_until end)
					 from link_event where state <> 'Done' and state in ('New', 'Processing')`,
					[now],
				);
				return row?.[0] == null ? null : Number(row[0]);
			}),
	};
}

// However much has come while somebody else wrote for long: a transaction stays small, and those who wait get their turn.
const takenInAtOnce = 100;

/** Runs a durable transaction that stores events, after those that the inbox keeps; these leave it once they are stored. */
async function storing<T>(
	database: SqlDatabase,
	work: (sql: Sql, takenIn: TakenIn) => Promise<T>,
	{ first = false, most = Number.MAX_SAFE_INTEGER }: { first?: boolean; most?: number } = {},
): Promise<T> {
	const { inbox } = database;
	const kept = new Set<string>();
	const result = await database.write(
		async (sql) => {
			const takenIn: TakenIn = { taken: [], found: 0 };
			for (const event of inbox?.events(most) ?? []) {
				kept.add(event.eventId);
				takenIn.found++;
				if ((await storedOf(sql, [event.eventId])).size > 0) continue;
				takenIn.taken.push({ eventId: event.eventId, sequence: await insertEvent(sql, event, null) });
			}
			return work(sql, takenIn);
		},
		{ durable: true, first },
	);
	if (kept.size > 0) inbox?.remove([...kept]);
	return result;
}

/** Tells which of these events are stored. */
async function storedOf(sql: Sql, eventIds: readonly string[]): Promise<Set<string>> {
	const rows = await sql.all<[string]>(
		`select e.event_id from ${sql.dialect.list('?1', { event_id: 'text' })} w join link_event e on e.event_id = w.event_id`,
		[JSON.stringify(eventIds)],
	);
	return new Set(rows.map(([eventId]) => eventId));
}

/** Lists what the inbox keeps, of what is asked for, and this transaction, which has read nothing yet, does not see as stored. */
async function keptOnly(
	sql: Sql,
	inbox: Inbox | null,
	isAskedFor: (kept: KeptEvent) => boolean = () => true,
): Promise<KeptEvent[]> {
	// The inbox first: what leaves it meanwhile is stored.
	const kept = (inbox?.list() ?? []).filter(isAskedFor);
	if (kept.length === 0) return kept;
	const stored = await storedOf(
		sql,
		kept.map(({ eventId }) => eventId),
	);
	return kept.filter(({ eventId }) => !stored.has(eventId));
}

// Behind all that are stored: no table gets so long. Of 15 digits, as a list's `before` has at most.
const keptSequence = (position: number) => 2 ** 49 + position;

/** Shows a kept event as it will be listed. */
function asListed({ position, eventId, links, noindex, userId, now }: KeptEvent): LinkEvent {
	return {
		sequence: keptSequence(position),
		eventId,
		state: 'New',
		noindex,
		indexed: noindex ? null : false,
		userId,
		links,
		createdAt: now,
		startedAt: null,
		finishedAt: null,
		dueAt: null,
		attempts: 0,
		counts: null,
		error: null,
	};
}

/** Tells whether an event that the inbox keeps is among those asked for. */
const isAskedFor =
	({ state, eventId, userId, before }: EventQuery) =>
	(kept: KeptEvent) =>
		(before === undefined || keptSequence(kept.position) < before) &&
		(state ?? 'New') === 'New' &&
		(eventId ?? kept.eventId) === kept.eventId &&
		(userId ?? kept.userId) === kept.userId;

async function insertClaimed(sql: Sql, event: NewEvent, worker: string, leaseUntil: number): Promise<ClaimedEvent> {
	const sequence = await insertEvent(sql, event, { worker, leaseUntil });
	return { sequence, eventId: event.eventId, noindex: event.noindex, attempts: 1 };
}

async function insertEvent(
	sql: Sql,
	event: NewEvent,
	claimed: { worker: string; leaseUntil: number } | null,
): Promise<Id> {
	const [row] = await sql.all<[number]>(
		`insert into link_event (event_id, state, noindex, unsearchable, user_id, links, created_at, started_at, attempts, worker, lease_until)
		 values (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) returning sequence`,
		[
			event.eventId,
			claimed ? 'Processing' : 'New',
			event.noindex ? 1 : 0,
			event.userId,
			event.links,
			event.now,
			claimed ? event.now : null,
			claimed ? 1 : 0,
			claimed?.worker ?? null,
			claimed?.leaseUntil ?? null,
		],
	);
	const sequence = Number(row?.[0]);
	await writePayload(sql, sequence, event.payload);
	return sequence;
}

async function claim(
	sql: Sql,
	worker: string,
	now: number,
	leaseUntil: number,
	limit: number,
): Promise<ClaimedEvent[]> {
	const rows = await sql.all<[number, string, number, number]>(
		`update link_event set state = 'Processing', worker = ?1, lease_until = ?3, started_at = ?2, attempts = attempts + 1, due_at = null
		 where sequence in (
		   select sequence from link_event
		   where state in ('New', 'Processing')
		     and ((state = 'New' and (due_at is null or due_at <= ?2)) or (state = 'Processing' and lease_until < ?2))
		   order by sequence limit ?4 ${sql.dialect.skipLocked})
		 returning sequence, event_id, unsearchable, attempts`,
		[worker, now, leaseUntil, limit],
	);
	return rows
		.map(([sequence, eventId, unsearchable, attempts]) => ({
			sequence: Number(sequence),
			eventId,
			noindex: Number(unsearchable) === 1,
			attempts: Number(attempts),
		}))
		.sort((one, other) => one.sequence - other.sequence);
}

const eventColumns = `e.sequence, e.event_id, e.state, e.noindex, e.user_id, e.links, e.created_at, e.started_at, e.finished_at,
	e.due_at, e.attempts, e.counts, e.error, exists (select 1 from index_mark m where m.event_sequence = e.sequence and m.kept = 0)`;

type EventRow = readonly [
	number,
	string,
	EventState,
	number,
	number | null,
	number,
	number,
	number | null,
	number | null,
	number | null,
	number,
	string | null,
	string | null,
	number | boolean,
];

function eventLists(database: SqlDatabase): Pick<LinkStore, 'payload' | 'events' | 'countEvents' | 'backlog'> {
	return {
		payload: (sequence) =>
			database.read(async (sql) => {
				const payload = await findPayload(sql, sequence);
				if (!payload) throw new BrokerError('internal', `The payload of event number ${sequence} is missing.`);
				return payload;
			}),
		events: (query) =>
			database.read(async (sql) => {
				const kept = (await keptOnly(sql, database.inbox, isAskedFor(query))).reverse();
				const conditions = ['1 = 1'];
				const parameters: (string | number)[] = [query.limit];
				const where = (column: string, operator: string, value: string | number | undefined) => {
					if (value === undefined) return;
					parameters.push(value);
					conditions.push(`${column} ${operator} ?${parameters.length}`);
				};
				where('e.state', '=', query.state);
				// Says which index has these few.
				if (query.state !== undefined && query.state !== 'Done') conditions.push("e.state <> 'Done'");
				where('e.event_id', '=', query.eventId);
				where('e.user_id', '=', query.userId);
				where('e.sequence', '<', query.before);
				const rows = await sql.all<EventRow>(
					`select ${eventColumns} from link_event e where ${conditions.join(' and ')} order by e.sequence desc limit ?1`,
					parameters,
				);
				return [...kept.map(asListed), ...rows.map(readEvent)].slice(0, query.limit);
			}),
		countEvents: () =>
			database.read(async (sql) => {
				const kept = await keptOnly(sql, database.inbox);
				const counts: Record<EventState, number> = { New: 0, Processing: 0, Done: 0, Error: 0 };
				const rows = await sql.all<[EventState, number]>('select state, count(*) from link_event group by state');
				for (const [state, count] of rows) counts[state] = Number(count);
				counts.New += kept.length;
				return counts;
			}),
		backlog: () => database.read(async (sql) => readBacklog(sql, await keptOnly(sql, database.inbox))),
	};
}

async function readBacklog(sql: Sql, kept: readonly KeptEvent[]): Promise<Backlog> {
	const events = { New: 0, Processing: 0, Error: 0 };
	const rows = await sql.all<[Exclude<EventState, 'Done'>, number]>(
		"select state, count(*) from link_event where state <> 'Done' group by state",
	);
	for (const [state, count] of rows) events[state] = Number(count);
	events.New += kept.length;
	const [oldest] = await sql.all<[number]>(
		"select created_at from link_event where state in ('New', 'Processing') order by sequence limit 1",
	);
	const [marks] = await sql.all<[number]>('select count(*) from index_mark where kept = 0');
	const [mark] = await sql.all<[number]>(
		`select coalesce(e.finished_at, e.created_at) from index_mark m join link_event e on e.sequence = m.event_sequence
		 where m.kept = 0 order by m.id limit 1`,
	);
	return {
		events,
		oldestEventAt: oldest ? Number(oldest[0]) : (kept[0]?.now ?? null),
		marks: Number(marks?.[0]),
		oldestMarkAt: mark ? Number(mark[0]) : null,
	};
}

function readEvent(row: EventRow): LinkEvent {
	const [
		sequence,
		eventId,
		state,
		noindex,
		userId,
		links,
		createdAt,
		startedAt,
		finishedAt,
		dueAt,
		attempts,
		counts,
		error,
		waits,
	] = row;
	return {
		sequence,
		eventId,
		state,
		noindex: noindex === 1,
		indexed: noindex === 1 ? null : state === 'Done' && !waits,
		userId,
		links,
		createdAt,
		startedAt,
		finishedAt,
		dueAt,
		attempts,
		counts: counts === null ? null : (JSON.parse(counts) as EventCounts),
		error,
	};
}

function rebuilds(
	database: SqlDatabase,
): Pick<
	LinkStore,
	| 'acknowledge'
	| 'currentGeneration'
	| 'expectsIndex'
	| 'indexLag'
	| 'linksToApply'
	| 'startRebuild'
	| 'renewRebuild'
	| 'finishRebuild'
	| 'abandonRebuild'
> {
	return {
		acknowledge: (marks, generation) =>
			database.write(async (sql) => {
				const [state] = await sql.all<[number, number | null]>(
					`select current_generation, building_generation from index_state ${sql.dialect.lockRows('share')}`,
				);
				if (Number(state?.[0]) !== generation || marks.length === 0) return;
				const those = `id in (select id from ${sql.dialect.list('?1', { id: 'integer' })} w)`;
				const text =
					state?.[1] == null
						? `delete from index_mark where ${those}`
						: `update index_mark set kept = 1 where ${those}`;
				await sql.run(text, [JSON.stringify(marks)]);
			}),
		currentGeneration: () =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number]>('select current_generation from index_state');
				return Number(row?.[0]);
			}),
		expectsIndex: () =>
			database.read(async (sql) => {
				const indexed = await sql.all<[number]>(
					`select 1 from link_event e where e.counts is not null and e.unsearchable = 0 and e.links > 0
					 and not exists (select 1 from index_mark m where m.event_sequence = e.sequence and m.kept = 0) limit 1`,
				);
				return indexed.length > 0;
			}),
		indexLag: () =>
			database.read(async (sql) => {
				const [waiting] = await sql.all<[number]>(
					`select coalesce(sum(links), 0) from link_event where sequence in (select event_sequence from index_mark where kept = 0)`,
				);
				const unsearchable = await sql.all<[number]>(
					'select 1 from link_event where unsearchable = 1 and counts is not null limit 1',
				);
				return { links: Number(waiting?.[0]), unsearchable: unsearchable.length > 0 };
			}),
		linksToApply: (now) =>
			database.read(async (sql) => {
				const kept = await keptOnly(sql, database.inbox, ({ noindex }) => !noindex);
				const [row] = await sql.all<[number]>(
					`select coalesce(sum(links), 0) from link_event where state <> 'Done' and noindex = 0
					 and (state = 'New' and (due_at is null or due_at <= ?1) or state = 'Processing' and lease_until >= ?1)`,
					[now],
				);
				return kept.reduce((sum, { links }) => sum + links, Number(row?.[0]));
			}),
		startRebuild: (now, leaseUntil, above) =>
			database.write(async (sql) => {
				const [row] = await sql.all<[number, number | null, number | null]>(
					`select last_generation, building_generation, building_lease_until from index_state ${sql.dialect.lockRows('update')}`,
				);
				const [last, building, lease] = row as [number, number | null, number | null];
				if (building !== null && Number(lease) > now) {
					throw new BrokerError('conflict', 'Another reindex is under way. Wait until it has ended, then try again.');
				}
				// Never a number twice: whoever built under it may still be at it.
				const generation = Math.max(Number(last), above) + 1;
				await sql.run(
					'update index_state set last_generation = ?1, building_generation = ?1, building_lease_until = ?2',
					[generation, leaseUntil],
				);
				return generation;
			}),
		renewRebuild: (generation, leaseUntil) =>
			database.write(
				async (sql) =>
					(await sql.run('update index_state set building_lease_until = ?2 where building_generation = ?1', [
						generation,
						leaseUntil,
					])) === 1,
			),
		finishRebuild: (generation, snapshot) =>
			database.write(
				async (sql) => {
					const changed = await sql.run(
						`update index_state set current_generation = ?1, building_generation = null, building_lease_until = null
						 where building_generation = ?1`,
						[generation],
					);
					if (changed !== 1) throw new BrokerError('conflict', 'Another reindex has taken over. Its result stands.');
					const list = [JSON.stringify(snapshot.unsearchable)];
					const those = `(select sequence from ${sql.dialect.list('?1', { sequence: 'integer' })} w)`;
					await sql.run(`update link_event set unsearchable = 0 where sequence in ${those}`, list);
					await sql.run(`delete from deferred_change where event_sequence in ${those}`, list);
					const covered = sql.dialect.list('?1', { id: 'integer' });
					await sql.run(`delete from index_mark where id in (select id from ${covered} w)`, [
						JSON.stringify(snapshot.marks),
					]);
					await sql.run('update index_mark set kept = 0, outdated = 1');
				},
				{ durable: true },
			),
		abandonRebuild: (generation) =>
			database.write(async (sql) => {
				const changed = await sql.run(
					'update index_state set building_generation = null, building_lease_until = null where building_generation = ?1',
					[generation],
				);
				if (changed === 1) await sql.run('delete from index_mark where kept = 1');
			}),
	};
}

function streamOf(sql: Sql, recent: RecentRows): RecordStream {
	return {
		events: () => streamEvents(sql),
		async unsearchable() {
			const rows = await sql.all<[number]>(
				'select sequence from link_event where unsearchable = 1 and counts is not null order by sequence',
			);
			return rows.map(([sequence]) => Number(sequence));
		},
		async marks() {
			const rows = await sql.all<[number]>('select id from index_mark order by id');
			return rows.map(([id]) => Number(id));
		},
		async *identifiers() {
			const steps = sql.stream<[number, string, string, string | null, number | null, number | null, number | null]>(
				'select id, scheme, key, spelling, identity_id, version_id, description_id from identifier order by id',
			);
			for await (const rows of steps) {
				yield rows.map(([id, scheme, key, spelling, identity, version, description]) => ({
					id,
					scheme,
					key,
					value: spelling ?? key,
					identity: identity ?? id,
					version: version ?? id,
					alone: identity === null,
					description,
				}));
			}
		},
		members: () =>
			sql.stream<[Id, Id]>('select id, version_id from identifier where version_id is not null order by version_id'),
		async *families() {
			const steps = sql.stream<[number]>(
				`select version_id from identifier where version_id is not null
				 group by version_id having min(identity_id) <> version_id or max(identity_id) <> version_id order by version_id desc`,
			);
			for await (const rows of steps) yield rows.map(([version]) => version);
		},
		assertions: (lastRelation = relations.length) =>
			sql.stream<[Id, number, Id, Id]>(
				// Ids are greater than 0; saying so makes SQLite read in the order of the key instead of sorting the whole.
				`select distinct source_id, relation, target_id, provenance_id from assertion where source_id > 0 and relation <= ?1
				 order by source_id, relation, target_id, provenance_id`,
				[lastRelation],
			),
		relationships: (relation) =>
			sql.stream<[Id, Id]>('select distinct source_id, target_id from assertion where relation = ?1', [relation]),
		described: () =>
			onceEach(
				sql.stream<[Id, Id, Id, number]>(
					`${recent
						.sources('identifier_description')
						.map((table, at) => `select identifier_id, event_sequence, description_id, ${at} as place from ${table}`)
						.join(' union all ')} order by identifier_id, event_sequence, place`,
				),
			),
	};
}

/** Passes over what was recorded again after it was moved: the first word counts. */
async function* onceEach(steps: AsyncIterable<[Id, Id, Id, number][]>): AsyncGenerator<[Id, Id, Id][]> {
	let [lastIdentifier, lastEvent] = [0, 0];
	for await (const rows of steps) {
		const once: [Id, Id, Id][] = [];
		for (const [identifier, event, description] of rows) {
			if (identifier !== lastIdentifier || event !== lastEvent) once.push([identifier, event, description]);
			[lastIdentifier, lastEvent] = [identifier, event];
		}
		yield once;
	}
}

async function countAll(sql: Sql): Promise<StoreSize> {
	const [row] = await sql.all<[number, number, number, number, number]>(
		`select (select count(*) from identifier),
		   (select count(*) from identifier where identity_id is null or identity_id = id),
		   (select count(*) from identifier where identity_id is null) + (select count(distinct version_id) from identifier where identity_id is not null),
		   (select count(*) from (select distinct source_id, relation, target_id from assertion) relationship),
		   (select count(*) from assertion)`,
	);
	const [identifiers, identityGroups, versionGroups, relationships, assertions] = (row ?? []).map(Number);
	return {
		identifiers: identifiers ?? 0,
		identityGroups: identityGroups ?? 0,
		versionGroups: versionGroups ?? 0,
		relationships: relationships ?? 0,
		assertions: assertions ?? 0,
	};
}

async function measure(sql: Sql): Promise<number> {
	const bytes: Record<typeof sql.dialect.name, string> = {
		sqlite: 'select c.page_count * s.page_size from pragma_page_count() c, pragma_page_size() s',
		postgres: 'select pg_database_size(current_database())',
	};
	const [row] = await sql.all<[number]>(bytes[sql.dialect.name]);
	return Number(row?.[0]);
}
