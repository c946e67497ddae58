// Transfers events between brokers: reads all with their payloads, and stores those of another
// broker.
import { isOutage } from '../errors.ts';
import type { EventAction, EventState, Withdrawn } from '../links/link-event.ts';
import { readPayload, writePayload } from './compression.ts';
import { DamagedDatabase, unlessDamaged } from './damaged-database.ts';
import type { Id } from './graph.ts';
import { joinLoad, type LoadOfEvent } from './loads.ts';
import type { ReplacedSource } from './replaced-sources.ts';
import { readReplaced, writeReplaced } from './replaced-sources.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** An event as one broker transfers it to another. */
export type ExportedEvent = {
	eventId: string;
	/** The JSON array as submitted, byte for byte. */
	payload: Uint8Array;
	links: number;
	refused: number;
	action: EventAction;
	takesAll: boolean;
	replaces: readonly ReplacedSource[] | null;
	fileName: string | null;
	set: string | null;
	/**
	 * The load that it belongs to, by the id of its first event, which has kind and name. Without it,
	 * the event is a load by itself.
	 */
	ofLoad?: Pick<LoadOfEvent, 'kind' | 'name'> & { id: string };
	noindex: boolean;
	/** False where it was submitted with noindex and the index has not been rebuilt since. */
	searchable: boolean;
	userId: Id | null;
	state: EventState;
	createdAt: number;
	/** Why and since when it has been in Error; null in other states. */
	failure: {
		reason: string;
		attempts: number;
		startedAt: number | null;
		finishedAt: number | null;
	} | null;
	/** Where its state is Withdrawn. */
	withdrawn: Withdrawn | null;
	/** Where it was withdrawn with its load, which restores it. */
	withLoad?: true;
};

/** Opens the import of events from another broker. */
export function openEventImport(database: SqlDatabase) {
	return {
		/**
		 * Stores events of another broker in the order given: those in Error with their state, all
		 * others as New. Skips events whose event_id exists. Durable; all or none. Returns, in the
		 * order given, which were stored.
		 */
		importEvents: (events: readonly ExportedEvent[]): Promise<boolean[]> =>
			database.write((sql) => importEvents(sql, events), { durable: true }),
		/**
		 * All events of a damaged database that can be read, from number `first` on; null stands for
		 * one that cannot be read.
		 */
		salvageEvents: (first: Id): AsyncIterable<ExportedEvent | null> => salvageEvents(database, first),
	};
}

async function importEvents(sql: Sql, events: readonly ExportedEvent[]): Promise<boolean[]> {
	const stored: boolean[] = [];
	for (const event of events) {
		const { eventId, payload, links, refused, noindex, searchable, userId, createdAt, failure, withdrawn } = event;
		const [row] = await sql.all<[Id]>(
			`insert into link_event (event_id, state, noindex, unindexed, user_id, links, refused, created_at,
			   started_at, finished_at, attempts, error, action, takes_all, replaces, file_name, withdrawn_at,
			   withdrawn_by, withdraw_reason, set_name, with_load)
			 values (?1, ?2, ?3, ?4, ?5, ?6, ?12, ?7, ?8, ?9, ?10, ?11, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
			   ?21)
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
				withdrawn && event.withLoad ? 1 : null,
			],
		);
		stored.push(row !== undefined);
		if (!row) continue;
		await writePayload(sql, row[0], payload);
		if (event.ofLoad) await joinImported(sql, event.ofLoad, { eventId, sequence: row[0] });
	}
	await sql.notify?.('events');
	return stored;
}

/**
 * Has an event join its load, if the first event of that is here; otherwise it stays a load by
 * itself.
 */
async function joinImported(
	sql: Sql,
	{ id, kind, name }: NonNullable<ExportedEvent['ofLoad']>,
	{ eventId, sequence }: { eventId: string; sequence: Id },
): Promise<void> {
	if (id === eventId) return joinLoad(sql, { kind, name, first: null }, sequence);
	const [row] = await sql.all<[Id]>('select coalesce(load_first, sequence) from link_event where event_id = ?1', [id]);
	if (row) await joinLoad(sql, { kind, name, first: row[0] }, sequence);
}

// Payloads are read one by one, so a step of events contains none.
const eventsPerStep = 500;

type ExportedRow = [
	sequence: Id,
	eventId: string,
	state: EventState,
	noindex: number,
	unindexed: number,
	userId: Id | null,
	links: number,
	refused: number,
	createdAt: number,
	startedAt: number | null,
	finishedAt: number | null,
	attempts: number,
	error: string | null,
	action: EventAction,
	takesAll: number,
	replaces: string | null,
	fileName: string | null,
	withdrawnAt: number | null,
	withdrawnBy: Id | null,
	withdrawReason: string | null,
	set: string | null,
	loadId: string | null,
	loadKind: LoadOfEvent['kind'],
	loadName: string | null,
	withLoad: number | null,
];

/** Streams all events with their payloads, or those changed since a time; see Snapshot.events. */
export async function* streamEvents(sql: Sql, since?: number): AsyncGenerator<ExportedEvent & { sequence: Id }> {
	let last = 0;
	for (;;) {
		const rows = await readRows(sql, { first: last + 1, last: Number.MAX_SAFE_INTEGER, since, withLoads: true });
		for (const row of rows) {
			[last] = row;
			yield { sequence: last, ...exported(row), payload: await readPayload(sql, last) };
		}
		if (rows.length < eventsPerStep) return;
	}
}

// An event that was restored or run again waits, or has been processed since.
const changedSince = `and (created_at >= ?3 or started_at >= ?3 or finished_at >= ?3 or withdrawn_at >= ?3
	or state in ('New', 'Processing'))`;

function readRows(
	sql: Sql,
	{ first, last, since, withLoads }: { first: Id; last: Id; since?: number | undefined; withLoads: boolean },
): Promise<ExportedRow[]> {
	const load = withLoads ? '(select f.event_id from link_event f where f.sequence = link_event.load_first)' : 'null';
	return sql.all<ExportedRow>(
		`select sequence, event_id, state, noindex, unindexed, user_id, links, refused, created_at, started_at,
		   finished_at, attempts, error, action, takes_all, replaces, file_name, withdrawn_at, withdrawn_by,
		   withdraw_reason, set_name, ${load}, load_kind, load_name, with_load
		 from link_event where sequence between ?1 and ?2 ${since === undefined ? '' : changedSince}
		 order by sequence limit ${eventsPerStep}`,
		since === undefined ? [first, last] : [first, last, since],
	);
}

/**
 * Streams the events of a damaged database from number `first` on, as far as they can be read; null
 * stands for each number that cannot be read. Every read is a transaction of its own: damage ends
 * the one that meets it.
 */
async function* salvageEvents(database: SqlDatabase, first: Id): AsyncGenerator<ExportedEvent | null> {
	const newest = async (table: string) =>
		unlessDamaged(() => database.read((sql) => sql.all<[Id | null]>(`select max(sequence) from ${table}`)));
	const [row] = (await newest('link_event')) ?? (await newest('event_payload')) ?? [];
	if (row === undefined) throw new DamagedDatabase('The table of events cannot be read');
	const ranges: [first: Id, last: Id][] = [[first, row[0] ?? 0]];
	for (let range = ranges.pop(); range; range = ranges.pop()) {
		const [from, to] = range;
		if (from > to) continue;
		const end = Math.min(to, from + eventsPerStep - 1);
		if (end < to) ranges.push([end + 1, to]);
		const read = (withLoads: boolean) =>
			unlessDamaged(() => database.read((sql) => readRows(sql, { first: from, last: end, withLoads })));
		// The first event of its load may be damaged, and this one not.
		const rows = (await read(true)) ?? (from === end ? await read(false) : undefined);
		if (rows) {
			for (const one of rows) {
				const payload = await readOne(database, one[0]);
				yield payload === undefined ? null : { ...exported(one), payload };
			}
		} else if (from === end) {
			yield null;
		} else {
			const middle = Math.floor((from + end) / 2);
			ranges.push([middle + 1, end], [from, middle]);
		}
	}
}

/** Reads a payload; undefined where that is missing or damaged. */
async function readOne(database: SqlDatabase, sequence: Id): Promise<Uint8Array | undefined> {
	try {
		return await database.read((sql) => readPayload(sql, sequence));
	} catch (error) {
		if (isOutage(error) && !(error instanceof DamagedDatabase)) throw error;
		return undefined;
	}
}

function exported(row: ExportedRow): Omit<ExportedEvent, 'payload'> {
	const [, eventId, state, noindex, unindexed, userId, links, refused, createdAt, ...outcome] = row;
	const [startedAt, finishedAt, attempts, error, action, takesAll, replaces, fileName, ...withdrawal] = outcome;
	const [withdrawnAt, by, reason, set, loadId, kind, name, withLoad] = withdrawal;
	return {
		eventId,
		action,
		takesAll: takesAll === 1,
		replaces: readReplaced(replaces),
		fileName,
		set,
		...(loadId !== null && { ofLoad: { id: loadId, kind, name } }),
		links,
		refused,
		noindex: noindex === 1,
		searchable: unindexed === 0,
		userId,
		state,
		createdAt,
		failure: state === 'Error' ? { reason: error ?? '', attempts, startedAt, finishedAt } : null,
		withdrawn: withdrawnAt === null ? null : { at: withdrawnAt, by, reason },
		...(withLoad === 1 && { withLoad: true as const }),
	};
}
