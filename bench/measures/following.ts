// Measures what subscriptions cost a load: matching its entries of the change log, against applying
// its events, in processor time.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEventWorker } from '../../src/app/workers/event-worker.ts';
import { followedKeys } from '../../src/broker/following/followed-keys.ts';
import { matchChanges } from '../../src/broker/following/match-changes.ts';
import { systemClock } from '../../src/clock.ts';
import { openSqliteDatabase, sqliteDialect } from '../../src/engines/sqlite/records/sqlite-database.ts';
import { asAssertion, type NewEvent } from '../../src/store/events.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { openRecords, type Records } from '../../src/store/records.ts';
import type { SqlDatabase } from '../../src/store/sql-database.ts';
import { createLinkStream } from '../generate-links.ts';
import { type Finding, number } from '../report.ts';
import type { Measure } from '../workbench.ts';
import { createWorks } from '../works.ts';

const subscriptions = 100_000;
const linksOfEvent = 1_000;
const leaseMilliseconds = 600_000;

/** What the subscriptions follow: one work each, of those loaded or of others. */
type Kind = { what: string; follow?(at: number, seed: number): string; most?: number };

const kinds: readonly Kind[] = [
	{ what: 'no subscription' },
	{ what: `${number(subscriptions)} of other works`, follow: (at) => `10.9999/other.${at}`, most: 0.1 },
	{
		what: `${number(subscriptions)} of the works that are cited`,
		follow: (at, seed) => createWorks(seed).identifier(at).ID,
	},
];

/** Loads the same links beside each kind of subscriptions. */
export const followingMeasure: Measure = {
	name: 'following',
	async *run({ folder, scale, seed, log }) {
		for (const { what, follow, most } of kinds) {
			log(`loading ${scale.links} links, ${what}`);
			const home = mkdtempSync(join(folder, 'following-'));
			const database = openSqliteDatabase(join(home, 'broker.db'));
			await migrate(database, readMigrations(sqliteDialect.schemaWords));
			const records = openRecords(database);
			// A broker begins with what is new.
			await matchAll(records);
			await acceptAll(records, scale.links, seed);
			const applying = await secondsOf(() => applyAll(records));
			if (follow) await subscribeAll(database, (at) => follow(at, seed));
			const matching = await secondsOf(() => matchAll(records));
			const finding: Finding = {
				section: `Matching ${number(scale.links)} links with subscriptions, in processor time`,
				what,
				value: { amount: matching, unit: 's' },
				limit: { what: 'applying them', amount: applying, unit: 's' },
			};
			yield most === undefined ? finding : { ...finding, floor: { most } };
			await records.close();
			rmSync(home, { recursive: true });
		}
	},
};

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}

async function acceptAll(records: Records, links: number, seed: number): Promise<void> {
	const stream = createLinkStream(seed);
	for (let accepted = 0; accepted < links; accepted += linksOfEvent) {
		const payload = Buffer.from(`[${Array.from({ length: linksOfEvent }, () => stream.next()).join()}]`);
		const event: NewEvent = {
			...{ ...asAssertion, eventId: `following-${accepted}`, payload, links: linksOfEvent, refused: 0 },
			...{ providers: [], noindex: false, userId: null, now: Date.now() },
			submittedBy: { who: 'command line bench', address: null },
		};
		await records.accept([event]);
	}
}

async function applyAll(records: Records): Promise<void> {
	const worker = startEventWorker(records, {
		...{ name: 'bench', leaseMilliseconds, maxAttempts: 1, retryMilliseconds: 1, pollMilliseconds: leaseMilliseconds },
		...{ clock: systemClock, log: { info: () => undefined, warn: (_, message) => assert.fail(message) } },
	});
	await worker.idle();
	await worker.stop();
}

async function matchAll(records: Records): Promise<void> {
	await matchChanges(records, { clock: systemClock, worker: 'bench', leaseMilliseconds }, new AbortController().signal);
}

/** Stores subscriptions that have read the log up to its begin, and wait for a match. */
async function subscribeAll(database: SqlDatabase, follow: (at: number) => string): Promise<void> {
	const { list } = database.dialect;
	const names = Array.from({ length: subscriptions }, (_, at) =>
		followedKeys({ ids: [follow(at)] }).map((key) => [at + 1, key]),
	);
	await database.write(async (sql) => {
		await sql.run(
			`insert into subscription (user_id, task, state, log_id, last_read, due_at, every_milliseconds, progress, names,
			   created_at)
			 select 1, '{}', 'active', l.log_id, 0, 0, 0, '{}', 1, 0 from change_log l, ${list('?1', { at: 'integer' })} w`,
			[JSON.stringify(names.map((_, at) => [at]))],
		);
		await sql.run(
			`insert into subscription_name (subscription, key)
			 select w.subscription, w.key from ${list('?1', { subscription: 'integer', key: 'text' })} w`,
			[JSON.stringify(names.flat())],
		);
	});
}
