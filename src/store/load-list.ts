// Lists loads, each with how many of its events are in which state, and adds up what one changed.
import {
	addCounts,
	type EventAction,
	type EventState,
	eventActions,
	noCounts,
	type Withdrawn,
} from '../links/link-event.ts';
import { type Load, type LoadKind, statusOfLoad } from '../links/load.ts';
import { countsByState, readCounts, readWithdrawn } from './event-list.ts';
import type { Id } from './graph.ts';
import type { HarvestState } from './harvests.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** Selects loads for a list, newest first; `before` is the sequence of a load. */
export type LoadQuery = { kind?: LoadKind; userId?: Id; before?: Id; limit: number };

/** Opens the loads that events belong to. */
export function openLoadList(database: SqlDatabase) {
	return {
		/** Lists loads without the sums of their counts. */
		loads: (query: LoadQuery): Promise<Load[]> => database.read((sql) => listLoads(sql, query)),
		/** Finds the load of an event, with the sums of its counts; undefined for an unknown event. */
		loadOf: (eventId: string): Promise<Load | undefined> => database.read((sql) => findLoad(sql, eventId)),
	};
}

type FirstRow = [
	sequence: Id,
	eventId: string,
	loadFirst: Id | null,
	kind: LoadKind | null,
	name: string | null,
	userId: Id | null,
	createdAt: number,
	finishedAt: number | null,
	state: EventState,
	action: EventAction,
	links: number,
	refused: number,
	withdrawnAt: number | null,
	withdrawnBy: Id | null,
	withdrawReason: string | null,
];

const firstColumns = `e.sequence, e.event_id, e.load_first, e.load_kind, coalesce(e.load_name, e.file_name), e.user_id,
	e.created_at, e.finished_at, e.state, e.action, e.links, e.refused, e.withdrawn_at, e.withdrawn_by,
	e.withdraw_reason`;

/** As the index of migration 15 has it. */
const isFirst = '(e.load_first is null or e.load_first = e.sequence)';

async function listLoads(sql: Sql, { kind, userId, before, limit }: LoadQuery): Promise<Load[]> {
	const parameters: (string | number)[] = [limit];
	const place = (value: string | number) => `?${parameters.push(value)}`;
	const conditions = [
		// Events that are not the first of a load have no kind.
		...(kind === undefined || kind === 'submission' ? [isFirst] : [`e.load_kind = ${place(kind)}`]),
		...(kind === 'submission' ? ['e.load_kind is null'] : []),
		...(userId === undefined ? [] : [`e.user_id = ${place(userId)}`]),
		...(before === undefined ? [] : [`e.sequence < ${place(before)}`]),
	];
	const rows = await sql.all<FirstRow>(
		`select ${firstColumns} from link_event e where ${conditions.join(' and ')} order by e.sequence desc limit ?1`,
		parameters,
	);
	return loadsOf(sql, rows);
}

async function findLoad(sql: Sql, eventId: string): Promise<Load | undefined> {
	const rows = await sql.all<FirstRow>(
		`select ${firstColumns} from link_event m join link_event e on e.sequence = coalesce(m.load_first, m.sequence)
		 where m.event_id = ?1`,
		[eventId],
	);
	const [load] = await loadsOf(sql, rows);
	return load && { ...load, counts: await sumOf(sql, rows[0] as FirstRow) };
}

/** What the events of a load are together. */
type Together = Pick<Load, 'events' | 'actions' | 'links' | 'refused'> & { finishedAt: number | null };

/** Completes loads of several events; costs an entry of an index for each of their events. */
async function loadsOf(sql: Sql, firsts: readonly FirstRow[]): Promise<Load[]> {
	const several = firsts.flatMap(([, , loadFirst]) => (loadFirst === null ? [] : [loadFirst]));
	const counted = several.length === 0 ? undefined : await countMembers(sql, several);
	const sequences = firsts.map(([sequence]) => sequence);
	const ordered = await readOrders(sql, sequences);
	const incomplete = await readIncomplete(sql, sequences);
	return firsts.map((row) => {
		const [sequence, loadId, , kind, name, userId, createdAt, finishedAt, state, action, ...rest] = row;
		const [links, refused, ...withdrawal] = rest;
		const alone = { events: countsByState([[state, 1]]), actions: [action], links, refused, finishedAt };
		const together = counted?.get(sequence) ?? alone;
		const status = statusOfLoad({ events: together.events, isWithdrawing: false });
		const order = ordered.get(sequence);
		const isWithdrawing = order?.isOpen ?? false;
		const isComplete = !incomplete.has(sequence);
		const isEnded = isComplete && status !== 'New' && status !== 'Processing';
		const hasWithdrawn = isWithdrawing || together.events.Withdrawn > 0;
		const ofFirst = status === 'Withdrawn' ? readWithdrawn(...withdrawal) : null;
		return {
			...{ sequence, loadId, kind: kind ?? 'submission', name, userId, createdAt, ...together },
			isComplete,
			finishedAt: isEnded ? together.finishedAt : null,
			counts: null,
			withdrawn: order && hasWithdrawn ? order.withdrawn : ofFirst,
			isWithdrawing,
		};
	});
}

type Order = { withdrawn: Withdrawn; isOpen: boolean };

/** Reads the withdrawals of loads as a whole. */
async function readOrders(sql: Sql, firsts: readonly Id[]): Promise<Map<Id, Order>> {
	const rows = await sql.all<[first: Id, at: number, by: Id | null, reason: string | null, isOpen: number]>(
		`select o.load_first, o.withdrawn_at, o.withdrawn_by, o.withdraw_reason, o.is_open
		 from ${sql.dialect.list('?1', { first: 'integer' })} w join load_withdrawal o on o.load_first = w.first`,
		[JSON.stringify(firsts)],
	);
	return new Map(
		rows.map(([first, at, by, reason, isOpen]) => [first, { withdrawn: { at, by, reason }, isOpen: isOpen === 1 }]),
	);
}

/** Lists those of these loads that are going on, or were interrupted: of files, and of harvests. */
async function readIncomplete(sql: Sql, firsts: readonly Id[]): Promise<Set<Id>> {
	const files = await sql.all<[Id]>(
		`select f.first_event from ${sql.dialect.list('?1', { first: 'integer' })} w
		 join file_load f on f.first_event = w.first`,
		[JSON.stringify(firsts)],
	);
	const harvests = await sql.all<[string]>('select state from harvest');
	const runs = harvests.map(([state]) => (JSON.parse(state) as HarvestState).run?.firstEvent);
	return new Set([...files.map(([first]) => first), ...runs.filter((first) => first != null)]);
}

type MembersRow = [
	first: Id,
	state: EventState,
	action: EventAction,
	events: number,
	links: number,
	refused: number,
	finishedAt: number | null,
];

async function countMembers(sql: Sql, firsts: readonly Id[]): Promise<Map<Id, Together>> {
	const rows = await sql.all<MembersRow>(
		`select e.load_first, e.state, e.action, count(*), sum(e.links), sum(e.refused), max(e.finished_at)
		 from ${sql.dialect.list('?1', { first: 'integer' })} w join link_event e on e.load_first = w.first
		 group by e.load_first, e.state, e.action`,
		[JSON.stringify(firsts)],
	);
	const byLoad = Map.groupBy(rows, ([first]) => first);
	return new Map(byLoad.entries().map(([first, parts]) => [first, addUp(parts)]));
}

function addUp(parts: readonly MembersRow[]): Together {
	const events = countsByState([]);
	const sums = { links: 0, refused: 0 };
	let finishedAt: number | null = null;
	for (const [, state, , count, links, refused, ended] of parts) {
		events[state] += count;
		sums.links += links;
		sums.refused += refused;
		if (ended !== null) finishedAt = Math.max(finishedAt ?? 0, ended);
	}
	const actions = eventActions.filter((name) => parts.some(([, , action]) => action === name));
	return { events, actions, ...sums, finishedAt };
}

/** Adds up the counts of the events of a load; memory does not grow with their number. */
async function sumOf(sql: Sql, [sequence, , loadFirst]: FirstRow) {
	const column = loadFirst === null ? 'sequence' : 'load_first';
	let sum = noCounts;
	const steps = sql.stream<[string]>(`select counts from link_event where ${column} = ?1 and counts is not null`, [
		sequence,
	]);
	for await (const rows of steps) {
		for (const [counts] of rows) sum = addCounts(sum, readCounts(counts) ?? noCounts);
	}
	return sum;
}
