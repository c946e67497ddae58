// PostgreSQL behind the SQL port, through pg: a pool of connections, and transactions that are run
// again where they met another in a conflict. It knows no table.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Sql, SqlDatabase } from '../../store/sql-database.ts';
import { rememberFailures } from '../../store/write-memory.ts';
import { asFailure, connectionsTo, isReadOnly, unavailable } from './connection.ts';
import { openPostgresSql, postgresDialect } from './postgres-sql.ts';
import { openPrimaryPool } from './primary-pool.ts';
import { subscribe } from './subscribe.ts';

const poolConnections = 8;
const beginMilliseconds = 5_000;
// A transaction that met another in a conflict is run again this often; each waits a little
// longer.
const conflictTries = 20;

// Every statement reaches its rows by keys, in whole lists. But the planner takes a list for a
// hundred rows and a table that was just filled for a small one, and then reads or joins all of
// it; and it takes waiting events for few, and sorts all of them to hand out the first. Compiling
// takes longer than they run.
const byKeys = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
	.map((way) => `set local enable_${way} = off; `)
	.join('')
	.concat('set local jit = off');
// What a process has locked that vanished with its machine must not stay locked for hours. Between
// two statements of a transaction no process computes for so long.
const notForever = "set local idle_in_transaction_session_timeout = '60s'";

/** Says where a database is, and what stands before it. */
export type PostgresAddress = {
	/** The address of one server, or of several of which one takes writes. */
	url: string;
	/** Where to listen for what others notify, if not at `url`. */
	listenUrl?: string | null;
	/** Whether a pooler may give each transaction to another session of the server. */
	isPooled?: boolean;
};

/**
 * Opens a pool on a PostgreSQL server (or anything that speaks its protocol). Transactions fail
 * with `unavailable` where it does not answer. Behind a pooler nothing is kept in a session from
 * one transaction to the next: no statement is prepared, and nothing is heard without a
 * `listenUrl`.
 */
export function openPostgresDatabase({ url, listenUrl = null, isPooled = false }: PostgresAddress): SqlDatabase {
	const pool = openPrimaryPool(connectionsTo(url), {
		max: poolConnections,
		// Statements that do not wait for each other's answers are sent at once.
		pipeline: true,
		types: { getTypeParser: readTypes },
	});
	const listenAt = listenUrl ?? (isPooled ? undefined : url);
	const servers = listenAt === undefined ? [] : connectionsTo(listenAt);
	const transaction = async <T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
		const client = await pool.connect().catch((cause: unknown) => {
			throw unavailable(cause);
		});
		let broken: Error | undefined;
		try {
			await beginIn(client, begin).catch((cause: Error) => {
				broken = cause;
				throw cause;
			});
			const result = await work(openPostgresSql(client, { isPooled }));
			const { command } = await client.query('commit');
			// So it answers where a statement failed and that was caught.
			if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed; it is rolled back.');
			return result;
		} catch (error) {
			if (!broken) {
				await client.query('rollback').catch((failure: Error) => {
					broken = failure;
				});
			}
			if (isReadOnly(error)) broken ??= error as Error;
			throw asFailure(error);
		} finally {
			client.release(broken);
		}
	};
	// Every commit is durable here (synchronous_commit is on unless the server says otherwise).
	const writing = rememberFailures((work) =>
		retryOnConflict(() => transaction(`begin; ${byKeys}; ${notForever}`, work)),
	);
	return {
		dialect: postgresDialect,
		singleWriter: false,
		read: (work) => transaction(`begin isolation level repeatable read read only; ${byKeys}`, work),
		snapshot: (work) => transaction('begin isolation level repeatable read read only', work),
		write: writing.write,
		trouble: writing.trouble,
		subscribe: servers.length > 0 ? (topic, listener) => subscribe(servers, topic, listener) : null,
		close: () => pool.close(),
	};
}

/**
 * Begins a transaction. A server that has not even done that in time is away, whatever it does;
 * later statements may take as long as they need.
 */
function beginIn(client: pg.PoolClient, text: string): Promise<unknown> {
	return client.query({ text, query_timeout: beginMilliseconds } as pg.QueryConfig);
}

// Whole numbers are within 2^53 here, so bigint and numeric counts are read as numbers.
function readTypes(oid: number, format?: 'text' | 'binary') {
	if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
	return pg.types.getTypeParser(oid, format as 'text');
}

// serialization_failure, deadlock_detected and lock_not_available (PostgreSQL, appendix A).
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			const code = (error as { code?: string }).code;
			if (!conflicts.has(code) || attempt >= conflictTries) throw error;
			await pause(Math.random() * 10 * attempt);
		}
	}
}
