// Composes the records of their parts, in plain SQL. It knows neither tables nor an engine.
                                                                           
import { openAssertions,            } from './assertions.js';
import { addAuditEntries, openAudit } from './audit.js';
import {                 openChanges, openChangeTrimming } from './changes.js';
import { openDescriptions } from './descriptions.js';
import { countEvents, readBacklog, readUsage } from './event-list.js';
import { openEventWithdrawal } from './event-withdrawal.js';
import { openEventCompletion, openEvents } from './events.js';
import { openEvidence } from './evidence.js';
import { openGenerations,                   } from './generations.js';
import { openGroups } from './groups.js';
import { openOutbox, openOutboxClaims } from './outbox.js';
import { openRebuildParts } from './rebuild-parts.js';
import { openSnapshot } from './snapshot.js';
                                                          
import { openTakingBack } from './taking-back.js';

/** Opens the records of a database whose schema is up to date (see migrate.ts). */
export function openSqlRecords(database             )          {
	const open = (sql     , scope       ) => openTransaction(sql, scope, openChanges(sql, database));
	const write               = (work, options) =>
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
		...openGenerations(database, write),
		...openOutboxClaims(database),
		...openRebuildParts(database),
		...openChangeTrimming(database),
		...openAudit(database),
		subscribe: (topic, listener) => database.subscribe(topic, listener),
		trouble: () => database.trouble(),
		backlog: () => database.read(readBacklog),
		size: () =>
			database.read(async (sql) => {
				const [row] = await sql.all          (sql.dialect.selectBytes);
				return { events: await countEvents(sql), bytes: row?.[0] ?? 0 };
			}),
		usage: () => database.read(readUsage),
		close: () => database.close(),
	};
}

function openTransaction(sql     , scope       , changes           )              {
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
