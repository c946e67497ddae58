// Composes the records of their parts, in plain SQL. It knows neither tables nor an engine.
import type { Records, Transaction } from '../../ports/records/records.ts';
import { openAssertions, type Scope } from './assertions.ts';
import { openDescriptions } from './descriptions.ts';
import { countEvents, readBacklog } from './event-list.ts';
import { openEventCompletion, openEvents } from './events.ts';
import { openEvidence } from './evidence.ts';
import { openGenerations } from './generations.ts';
import { openGroups } from './groups.ts';
import { openOutbox } from './outbox.ts';
import { openSnapshot } from './snapshot.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** Opens the records of a database whose schema is up to date (see migrate.ts). */
export function openSqlRecords(database: SqlDatabase): Records {
	return {
		singleWriter: database.singleWriter,
		change: (work) => database.write((sql) => work(openTransaction(sql, 'searchable'), openSnapshot(sql))),
		read: (work) => database.read((sql) => work(openTransaction(sql, 'searchable'))),
		snapshot: (work) => database.snapshot((sql) => work(openTransaction(sql, 'everything'), openSnapshot(sql))),
		...openEvents(database),
		...openGenerations(database),
		subscribe: (topic, listener) => database.subscribe(topic, listener),
		backlog: () => database.read(readBacklog),
		size: () =>
			database.read(async (sql) => {
				const [row] = await sql.all<[number]>(sql.dialect.selectBytes);
				return { events: await countEvents(sql), bytes: row?.[0] ?? 0 };
			}),
		close: () => database.close(),
	};
}

function openTransaction(sql: Sql, scope: Scope): Transaction {
	return {
		...openGroups(sql),
		...openAssertions(sql, scope),
		...openDescriptions(sql),
		...openEvidence(sql),
		...openOutbox(sql),
		...openEventCompletion(sql),
	};
}
