// PostgreSQL behind the SQL port, through pg: a pool of connections, and transactions that run
// again after a conflict with another.
import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { BrokerError } from '../../errors.ts';
import { callService } from '../../service-calls.ts';
import { DamagedDatabase } from '../../store/damaged-database.ts';
import type { Dialect, Sql, SqlDatabase, SqlValue, Topic } from '../../store/sql-database.ts';
import { rememberFailures } from '../../store/write-memory.ts';
import { asFailure, connectionsTo, isReadOnly, unavailable } from './connection.ts';
import { type AnswerWatch, watchAnswers } from './lost-answers.ts';
import { openPrimaryPool } from './primary-pool.ts';
import { channelOf, ownSchema, subscribe } from './subscribe.ts';

const poolConnections = 8;
const beginMilliseconds = 5_000;
// How often a transaction runs again after a conflict; each attempt waits a little longer.
const conflictTries = 20;

// Every statement reaches its rows by keys, in whole lists. But the planner expects a hundred rows
// in a list, and few in a table that was just filled, and then reads or joins the whole table; it
// expects few waiting events, and sorts all of them to return the first. Compiling takes longer
// than running the statements.
const byKeys = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
	.map((way) => `set local enable_${way} = off; `)
	.join('')
	.concat('set local jit = off');
// Locks of a process that vanished with its machine must not stay for hours. No process computes
// for this long between two statements of a transaction.
const notForever = "set local idle_in_transaction_session_timeout = '60s'";

/** Where a database is, and what is between it and the broker. */
export type PostgresAddress = {
	/** The address of one server, or of several, one of which takes writes. */
	url: string;
	/** Where to listen for notifications, if not at `url`. */
	listenUrl?: string | null;
	/** Whether a pooler may run each transaction in another session of the server. */
	isPooled?: boolean;
	/** The most connections of the pool. */
	mostConnections?: number;
	/** After how many milliseconds without an answer a server is asked whether it is at work. */
	askAfter?: number;
};

/**
 * Opens a pool on a PostgreSQL server (or anything that speaks its protocol). Transactions fail
 * with `unavailable` where it does not answer. Behind a pooler nothing is kept in a session from
 * one transaction to the next: no statement is prepared, and without a `listenUrl` there are no
 * notifications.
 */
export function openPostgresDatabase({
	url,
	listenUrl = null,
	isPooled = false,
	mostConnections = poolConnections,
	askAfter,
}: PostgresAddress): SqlDatabase {
	const pool = openPrimaryPool(connectionsTo(url), {
		max: mostConnections,
		// Sends statements that do not need each other's results at once.
		pipeline: true,
		types: { getTypeParser: readTypes },
	});
	const listenAt = listenUrl ?? (isPooled ? undefined : url);
	const servers = listenAt === undefined ? [] : connectionsTo(listenAt);
	const damage = shareDamage(url);
	// Behind a pooler, the server does not have the number of the connection.
	const watch = isPooled ? undefined : watchAnswers(askAfter === undefined ? {} : { askAfter });
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
			const queries = reported(client, watch);
			const result = await work(openPostgresSql(queries, { isPooled }));
			const { command } = await queries.query('commit');
			// PostgreSQL answers ROLLBACK where a statement failed and the failure was caught.
			if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed; it is rolled back.');
			return result;
		} catch (error) {
			if (!broken) {
				await client.query('rollback').catch((failure: Error) => {
					broken = failure;
				});
			}
			if (isReadOnly(error)) broken ??= error as Error;
			const failure = asFailure(error);
			if (failure instanceof DamagedDatabase) damage.note(failure);
			throw failure;
		} finally {
			client.release(broken);
		}
	};
	// Every commit is durable here (synchronous_commit is on unless the server says otherwise).
	const writing = rememberFailures(async (work) => {
		const found = damage.found();
		if (found) throw found;
		return retryOnConflict(() => transaction(`begin; ${byKeys}; ${notForever}`, work));
	});
	return {
		dialect: postgresDialect,
		singleWriter: false,
		read: (work) => transaction(`begin isolation level repeatable read read only; ${byKeys}`, work),
		snapshot: (work) => transaction('begin isolation level repeatable read read only', work),
		write: writing.write,
		async incident() {
			const failure = damage.found();
			return failure ? { failure, needsRestart: false } : writing.incident();
		},
		checkFiles: async () => [],
		subscribe: servers.length > 0 ? (topic, listener) => subscribe(servers, topic, listener) : null,
		async close() {
			damage.close();
			watch?.stop();
			await pool.close();
		},
	};
}

/**
 * Shares damage that one thread finds with all threads of this process that have the database open,
 * until it ends. Another process finds it when it reads the same place.
 */
function shareDamage(url: string) {
	let found: DamagedDatabase | null = null;
	const channel = new BroadcastChannel(`damage of ${url}`);
	channel.unref();
	channel.onmessage = ({ data }) => {
		found ??= new DamagedDatabase(String(data));
	};
	return {
		note(failure: DamagedDatabase): void {
			if (found === null) channel.postMessage(failure.found);
			found ??= failure;
		},
		found: () => found,
		close: () => channel.close(),
	};
}

type Queries = Pick<pg.PoolClient, 'query'>;

/** Reports the statements of a connection (see callService), and watches for their answers. */
function reported(client: pg.PoolClient, watch?: AnswerWatch): Queries {
	const query = (statement: string | { text: string }, values?: unknown[]) => {
		const text = typeof statement === 'string' ? statement : statement.text;
		const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? '';
		const send = () => client.query(statement as string, values);
		const call = { service: 'postgresql', operation } as const;
		return callService(call, watch ? () => watch.during(client, send) : send);
	};
	return { query: query as pg.PoolClient['query'] };
}

/**
 * Begins a transaction. A server that does not begin it in time is unavailable; later statements
 * may take as long as they need.
 */
function beginIn(client: pg.PoolClient, text: string): Promise<unknown> {
	return reported(client).query({ text, query_timeout: beginMilliseconds } as pg.QueryConfig);
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

const streamStepRows = 5_000;
/** Arbitrary numbers that no other program uses for its advisory locks. */
const migrationLock = 4_827_133;
const workLock = 4_827_134;

export const postgresDialect: Dialect = {
	list(placeholder, columns) {
		const entries = Object.entries(columns);
		const value = ([name, kind]: [string, 'integer' | 'text'], index: number) => {
			const text = entries.length === 1 ? "(value #>> '{}')" : `(value ->> ${index})`;
			return `${text}${kind === 'integer' ? '::bigint' : ''} as "${name}"`;
		};
		return `(select ${entries.map(value).join(', ')} from jsonb_array_elements(${placeholder}::jsonb))`;
	},
	// An index entry has at most 2.7 kB, an identifier may be longer.
	textKey: (expression) => `md5(${expression})`,
	textOrder: (expression) => `left(${expression}, 600) collate "C"`,
	lockRows: (strength) => `for ${strength}`,
	bytesOfHex: (expression) => `decode(${expression}, 'hex')`,
	schemaWords: {
		id: 'bigint generated by default as identity primary key',
		'growing id': 'bigint generated by default as identity primary key',
		'audit number': 'bigint generated always as identity primary key',
		'by key': '',
		'long key': 'md5(key)',
		'covering id': ' include (id)',
		'and number': ', number',
		'random name': 'substr(md5(random()::text || clock_timestamp()::text), 1, 10)',
		// DOIs in the order of their bytes, for those with a common beginning (see textOrder).
		'doi index': `create index identifier_by_doi on identifier (left(key, 600) collate "C", id) where scheme = 'doi';`,
		'audit guard': `create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit are never changed or removed';
end
$$;
create trigger audit_entry_stays before update or delete or truncate on audit_entry
  for each statement execute function refuse_change_of_audit();`,
	},
	selectBytes: 'select pg_database_size(current_database())',
	// Of the sessions of other users, only those with a role that may see them have a type. Some
	// connections are reserved for superusers.
	selectConnections: `select count(*), current_setting('max_connections')::bigint
		  - current_setting('superuser_reserved_connections')::bigint
		  - coalesce(current_setting('reserved_connections', true), '0')::bigint
		from pg_stat_activity
		where backend_type = 'client backend' or (backend_type is null and usesysid is not null)`,
	selectTables: 'select tablename from pg_tables where schemaname = current_schema() order by tablename',
};

/**
 * Opens statements on a connection. Each is prepared once for the session, unless a pooler may run
 * the next transaction in another session.
 */
function openPostgresSql(client: Queries, { isPooled }: { isPooled: boolean }): Sql {
	const query = <Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[]) => {
		const { name, text: own } = statementOf(text);
		const values = parameters.map(asBuffer);
		return client.query<Row & unknown[]>({ ...(!isPooled && { name }), text: own, values, rowMode: 'array' });
	};
	const notified = new Set<Topic>();
	return {
		dialect: postgresDialect,
		async all<Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) {
			return (await query<Row>(text, parameters)).rows as unknown as Row[];
		},
		async run(text, parameters = []) {
			return (await query(text, parameters)).rowCount ?? 0;
		},
		stream: (text, parameters = []) => streamRows(client, statementOf(text).text, parameters),
		async script(text) {
			await client.query(text);
		},
		async hasTable(name) {
			return (await query('select 1 where to_regclass(?1) is not null', [name])).rows.length > 0;
		},
		locks: {
			async table(name) {
				await client.query(`lock table ${name} in exclusive mode`);
			},
			async readers(name) {
				await client.query(`lock table ${name} in access exclusive mode`);
			},
			async work(how) {
				const lock = how === 'share' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
				await client.query(`select ${lock}($1)`, [workLock]);
			},
			async migration() {
				await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
				const [row] = (await query<[string]>("select current_setting('server_encoding')", [])).rows;
				if (row?.[0] === 'UTF8') return;
				throw new BrokerError(
					'bad-setting',
					`The database of DATABASE_URL has the encoding ${row?.[0]}; it must be UTF8 ` +
						"(create database … encoding 'UTF8').",
				);
			},
		},
		async notify(topic) {
			// One notification when the transaction is committed is enough.
			if (notified.has(topic)) return;
			notified.add(topic);
			await client.query(`select pg_notify('${channelOf(topic)}', ${ownSchema})`);
		},
	};
}

/** pg treats a Uint8Array as a list, and a Buffer as bytes. */
function asBuffer(value: SqlValue): SqlValue {
	return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

let cursors = 0;

async function* streamRows<Row extends readonly unknown[]>(
	client: Queries,
	text: string,
	parameters: readonly SqlValue[],
): AsyncGenerator<Row[]> {
	const cursor = `stream_${++cursors}`;
	await client.query(`declare ${cursor} no scroll cursor for ${text}`, [...parameters]);
	try {
		for (;;) {
			const { rows } = await client.query<Row & unknown[]>({
				text: `fetch forward ${streamStepRows} from ${cursor}`,
				rowMode: 'array',
			});
			if (rows.length === 0) return;
			yield rows as unknown as Row[];
		}
	} finally {
		await client.query(`close ${cursor}`).catch(() => undefined);
	}
}

const statements = new Map<string, { name: string; text: string }>();

/**
 * Names a statement, so each connection prepares it once, and writes its placeholders $1, $2 … The
 * name follows from the text: behind a pooler, others may prepare statements in the same session.
 */
function statementOf(text: string): { name: string; text: string } {
	let statement = statements.get(text);
	if (!statement) {
		const own = text.replace(/\?(\d+)/g, '$$$1');
		statement = { name: `link_broker_${hash('sha256', own).slice(0, 32)}`, text: own };
		statements.set(text, statement);
	}
	return statement;
}
