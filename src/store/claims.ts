// Claims of events: which events a worker takes, for how long, and how it names its claim.
import type { EventAction } from '../links/link-event.ts';
import type { Id } from './graph.ts';
import { type Lease, latestCredible } from './leases.ts';
import { type ReplacedSource, readReplaced } from './replaced-sources.ts';
import type { Sql } from './sql-database.ts';

/**
 * An event that a worker has claimed. `sequence` grows in the order of acceptance; `attempts`
 * includes this one; `noindex`: what it asserts is unindexed until the index is rebuilt.
 * `hasLapsed`: the lease of another claim ran out, perhaps because the event ended its process.
 * `isCounted`: the stored number of attempts includes this one.
 */
export type ClaimedEvent = {
	sequence: Id;
	eventId: string;
	action: EventAction;
	replaces: readonly ReplacedSource[] | null;
	noindex: boolean;
	attempts: number;
	hasLapsed: boolean;
	isCounted: boolean;
};

// Worker and attempts distinguish a claim from a later one of the same event.
export const isHeld = `sequence = ?1 and worker = ?2 and attempts = ?3 and state = 'Processing'`;
export const claimOf = (event: ClaimedEvent, worker: string) =>
	[event.sequence, worker, storedAttempts(event)] as const;

export function storedAttempts({ attempts, isCounted }: ClaimedEvent): number {
	return isCounted ? attempts : attempts - 1;
}

/**
 * Claims the events that are due, in the order of acceptance. One whose lease ran out is claimed
 * alone.
 */
export async function claim(
	sql: Sql,
	lease: Lease,
	now: number,
	{ limit, mostLinks }: { limit: number; mostLinks: number },
): Promise<ClaimedEvent[]> {
	const due = await sql.all<[Id, number, number]>(
		`select sequence, links, case when state = 'Processing' then 1 else 0 end from link_event
		 where state in ('New', 'Processing')
		   and ((state = 'New' and (due_at is null or due_at <= ?1 or started_at > ?3))
		     or (state = 'Processing' and (lease_until < ?1 or lease_until > ?3)))
		 order by sequence limit ?2 ${sql.dialect.lockRows('update skip locked')}`,
		[now, limit, latestCredible(now, lease.until)],
	);
	// Not released: as a New event, it could end the process of all events that share its
	// transaction.
	const lapsed = due.find(([, , hasLapsed]) => hasLapsed === 1);
	const wanted = lapsed ? [lapsed[0]] : withinLinks(due, mostLinks);
	if (wanted.length === 0) return [];
	const rows = await sql.all<[Id, string, EventAction, string | null, number, number]>(
		`update link_event set state = 'Processing', worker = ?2, lease_until = ?4, started_at = ?3, due_at = null
		 where sequence in (select sequence from ${sql.dialect.list('?1', { sequence: 'integer' })} w)
		 returning sequence, event_id, action, replaces, unindexed, attempts`,
		[JSON.stringify(wanted), lease.worker, now, lease.until],
	);
	return rows
		.map(([sequence, eventId, action, replaces, unindexed, attempts]) => ({
			sequence,
			eventId,
			action,
			replaces: readReplaced(replaces),
			noindex: unindexed === 1,
			attempts: attempts + 1,
			hasLapsed: lapsed !== undefined,
			isCounted: false,
		}))
		.sort((one, other) => one.sequence - other.sequence);
}

/** Takes the first of the events, and those after it up to this many links in all. */
function withinLinks(
	events: readonly (readonly [sequence: Id, links: number, ...unknown[]])[],
	mostLinks: number,
): Id[] {
	const within: Id[] = [];
	let links = 0;
	for (const [sequence, more] of events) {
		links += more;
		if (within.length > 0 && links > mostLinks) break;
		within.push(sequence);
	}
	return within;
}
