// Loads: which one an event belongs to, and how far the files of one are stored, so that an
// interrupted load can continue.

import { BrokerError } from '../errors.ts';
import type { EventAction } from '../links/link-event.ts';
import type { LoadKind } from '../links/load.ts';
import type { ClaimedEvent } from './claims.ts';
import type { Id } from './graph.ts';
import type { Lease } from './leases.ts';
import { withdrawJoining } from './load-withdrawals.ts';
import { readReplaced } from './replaced-sources.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** The progress of a load: how many of its chunks are stored, and a digest of them all. */
export type LoadPlace = { position: number; digest: string };

/** The part of a load that an event contains. */
export type LoadPart = LoadPlace & {
	/** Which files are loaded, and how. */
	key: string;
	/** The process that loads them. */
	run: string;
	/** The settings that a continuing process needs to read the files in the same way. */
	settings: string;
	/** Whether a load begins with it; an earlier load with the same key is removed. */
	isFirst: boolean;
};

/** The load that an event is stored for. */
export type LoadOfEvent = {
	/** Null where another broker did not say it. */
	kind: Exclude<LoadKind, 'submission'> | null;
	name: string | null;
	/** The sequence of its first event; null: it begins with this one. */
	first: Id | null;
};

/** Makes an event the first of a load, or one more of a load that has begun. */
export async function joinLoad(sql: Sql, { kind, name, first }: LoadOfEvent, event: Id): Promise<void> {
	// An earlier version of the program may have stored the first one.
	await sql.run(
		`update link_event set load_first = sequence, load_kind = ?2, load_name = ?3
		 where sequence = ?1 and load_first is null`,
		[first ?? event, kind, name],
	);
	if (first === null) return;
	await withdrawJoining(sql, first);
	await sql.run('update link_event set load_first = ?2 where sequence = ?1', [event, first]);
}

/** An interrupted load. */
export type StoppedLoad = LoadPlace & {
	settings: string;
	/** How many links are stored. */
	links: number;
	firstEvent: Id;
	/** The id of the load: that of its first event. */
	loadId: string;
	/** Its last event where that was not applied yet: the continuing run has claimed it. */
	unapplied: ClaimedEvent | null;
};

export function openLoads(database: SqlDatabase) {
	return {
		/**
		 * Hands an interrupted load to another run, which alone can continue it then; undefined where
		 * none with this key was begun, or it has ended. Durable.
		 */
		takeLoad: (key: string, run: string, lease: Lease, now: number): Promise<StoppedLoad | undefined> =>
			database.write(
				async (sql) => {
					const [row] = await sql.all<[string, number, string, number, Id, Id, string]>(
						`update file_load set run = ?2 where key = ?1
						 returning settings, position, digest, links, first_event, last_event,
						   (select event_id from link_event where sequence = first_event)`,
						[key, run],
					);
					if (!row) return undefined;
					const [settings, position, digest, links, firstEvent, lastEvent, loadId] = row;
					const unapplied = await takeOver(sql, lastEvent, lease, now);
					return { settings, position, digest, links, firstEvent, loadId, unapplied };
				},
				{ durable: true },
			),
		/** Removes a load that has ended. */
		endLoad: (key: string, run: string): Promise<void> =>
			database.write(async (sql) => {
				await sql.run('delete from file_load where key = ?1 and run = ?2', [key, run]);
			}),
	};
}

/**
 * Claims an event, also from the process that has it: that one rolls back when it finds its claim
 * lost.
 */
async function takeOver(sql: Sql, sequence: Id, { worker, until }: Lease, now: number): Promise<ClaimedEvent | null> {
	const [row] = await sql.all<[string, EventAction, string | null, number, number]>(
		`update link_event set state = 'Processing', worker = ?2, lease_until = ?3, started_at = ?4,
		   attempts = attempts + 1, due_at = null
		 where sequence = ?1 and state in ('New', 'Processing')
		 returning event_id, action, replaces, unindexed, attempts`,
		[sequence, worker, until, now],
	);
	if (!row) return null;
	const [eventId, action, replaces, unindexed, attempts] = row;
	const counted = { attempts, hasLapsed: true, isCounted: true };
	return { sequence, eventId, action, replaces: readReplaced(replaces), noindex: unindexed === 1, ...counted };
}

/**
 * Stores the progress of a load with its event; fails with `conflict` where another run has the
 * load.
 */
export async function writeLoadPart(sql: Sql, part: LoadPart, event: Id, links: number): Promise<void> {
	const { key, run, settings, position, digest } = part;
	if (part.isFirst) {
		await sql.run(
			`insert into file_load (key, run, settings, position, digest, links, first_event, last_event)
			 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
			 on conflict (key) do update set run = excluded.run, settings = excluded.settings,
			   position = excluded.position, digest = excluded.digest, links = excluded.links,
			   first_event = excluded.first_event, last_event = excluded.last_event`,
			[key, run, settings, position, digest, links, event],
		);
		return;
	}
	const changed = await sql.run(
		`update file_load set position = ?3, digest = ?4, links = links + ?5, last_event = ?6
		 where key = ?1 and run = ?2`,
		[key, run, position, digest, links, event],
	);
	if (changed === 1) return;
	const message = 'Another load of the same files has begun; this one stops to avoid storing anything twice.';
	throw new BrokerError('conflict', message);
}
