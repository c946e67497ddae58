// Composes the records of their parts, in plain SQL. It knows neither tables nor an engine.
import type { Records, Transaction } from '../records.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import { openAssertions, type Scope } from './assertions.ts';
import { addAuditEntries, openAudit } from './audit.ts';
import { type ChangeLog, openChanges, openChangeTrimming } from './changes.ts';
import { openDescriptions } from './descriptions.ts';
import { countEvents, readBacklog, readUsage } from './event-list.ts';
import { openEventWithdrawal } from './event-withdrawal.ts';
import { openEventCompletion, openEvents } from './events.ts';
import { openEvidence } from './evidence.ts';
import { openGenerations, type WriteRecords } from './generations.ts';
import { openGroups } from './groups.ts';
import { openHarvests } from './harvests.ts';
import { openHoldings } from './holdings.ts';
import { openLoads } from './loads.ts';
import { openOutbox, openOutboxClaims } from './outbox.ts';
import { openRebuildParts } from './rebuild-parts.ts';
import { openReporting } from './reporting.ts';
import { openSets } from './sets.ts';
import { openSnapshot } from './snapshot.ts';
import { openTakingBack } from './taking-back.ts';

/** Opens the records of a database whose schema is up to date (see migrate.ts). */
export function openSqlRecords(database: SqlDatabase): Records {
	const open = (sql: Sql, scope: Scope) => openTransaction(sql, scope, openChanges(sql, database));
	const write: WriteRecords = (work, options) =>
		database.write(async (sql) => {
			const changes = openChanges(sql, database);
			const result = await work(openTransaction(sql, 'searchable', changes), sql);
			await changes.number();
			return result;
		}, options);
	return {
		singleWriter: database.singleWriter,
		change: (work, options) => write((transaction, sql) => work(transaction, openSnapshot(sql)), options),
		read: (work) => database.read((sql) => work(open(sql, 'searchable'))),
		snapshot: (work) => database.snapshot((sql) => work(open(sql, 'everything'), openSnapshot(sql))),
		partSnapshot: (work) => database.snapshot((sql) => work(open(sql, 'covered'), openSnapshot(sql, 'covered'))),
		...openEvents(database),
		...openLoads(database),
		...openGenerations(database, write),
		...openOutboxClaims(database),
		...openRebuildParts(database),
		...openChangeTrimming(database),
		...openAudit(database),
		...openHoldings(database),
		...openReporting(database),
		...openSets(database),
		...openHarvests(database),
		subscribe: (topic, listener) => database.subscribe(topic, listener),
		trouble: () => database.trouble(),
		backlog: () => database.read(readBacklog),
		size: () =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number]>(sql.dialect.selectBytes);
				return { events: await countEvents(sql), bytes: row?.[0] ?? 0 };
			}),
		usage: () => database.read(readUsage),
		close: () => database.close(),
	};
}

function openTransaction(sql: Sql, scope: Scope, changes: ChangeLog): Transaction {
	return {
		...openGroups(sql),
		...openAssertions(sql, scope),
		...openDescriptions(sql),
		...openEvidence(sql),
		...openTakingBack(sql),
		...openEventWithdrawal(sql),
		...openOutbox(sql),
		...changes,
		...openEventCompletion(sql),
		audit: (entries) => addAuditEntries(sql, entries),
	};
}
