// PostgreSQL behind the SQL port, through pg: a pool of connections, statements prepared by text, conflicts tried again; knows no table.
import pg from 'pg';
import { BrokerError } from '../../errors.ts';
import type { ColumnKind, Dialect, Sql, SqlDatabase, SqlValue, Topic } from '../sql/sql-database.ts';

const streamStepRows = 5_000;
const rowsPerInsert = 10_000;
const poolConnections = 8;
const connectTimeoutMilliseconds = 5_000;
// A transaction that met another in a conflict is run again this often; each waits a little longer.
const conflictTries = 20;
/** Any number that no other program uses for its advisory locks. */
const migrationLock = 4_827_133;

const sqlTypes: Readonly<Record<ColumnKind, string>> = { integer: 'bigint', text: 'text', bytes: 'bytea' };

const dialect: Dialect = {
	name: 'postgres',
	list(placeholder, columns) {
		const names = Object.keys(columns);
		const value = (name: string, index: number) => {
			const text = names.length === 1 ? "(e.value #>> '{}')" : `(e.value ->> ${index})`;
			return `${text}::${sqlTypes[columns[name] as ColumnKind]} as "${name}"`;
		};
		return `(select (e.position - 1)::int as position, ${names.map(value).join(', ')}
			from jsonb_array_elements(${placeholder}::jsonb) with ordinality as e(value, position))`;
	},
	skipLocked: 'for update skip locked',
	// An entry of an index holds 2.7 kB at most, an identifier may be longer.
	textKey: (expression) => `md5(${expression})`,
	oneWriter: false,
	recentTables: false,
	lockRows: (strength) => `for ${strength}`,
	lockTable: (table) => `lock table ${table} in exclusive mode`,
};

// Every statement reaches its rows by keys, whole lists of them at a time, but the planner takes a list for a hundred rows and a table
// that has just been filled for a small one, and then reads all of it for each, or joins it whole; and it takes those that wait for few, and
// sorts all of them to hand out the first. Compiling takes longer than they run.
const byKeys = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
	.map((way) => `set local enable_${way} = off; `)
	.join('')
	.concat('set local jit = off');
// What a process holds that has vanished with its machine must not hold up the others for hours. Between two statements of a change nobody
// computes for so long.
const notForever = "set local idle_in_transaction_session_timeout = '60s'";

/** Opens a pool on a PostgreSQL server (or anything that speaks its protocol); fails with `unavailable` where it does not answer. */
export function openPostgresDatabase(url: string): SqlDatabase {
	const pool = new pg.Pool({ ...connectionTo(url), max: poolConnections, types: { getTypeParser: readTypes } });
	// A connection that breaks is replaced, and its next statement fails; without a listener, the process would end. The pool itself
	// listens to idle ones only, and whoever asked for one hears of it a moment after that listener is gone.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	const transaction = async <T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
		const client = await pool.connect().catch((cause: unknown) => {
			throw away(cause);
		});
		let broken: Error | undefined;
		try {
			await client.query(begin);
			const result = await work(sqlOn(client));
			const { command } = await client.query('commit');
			// So it answers where a statement failed, though whoever works caught that.
			if (command === 'ROLLBACK')
				throw new Error('A statement of the transaction has failed, so nothing of it is kept.');
			return result;
		} catch (error) {
			await client.query('rollback').catch((failure: Error) => {
				broken = failure;
			});
			throw asFailure(error);
		} finally {
			client.release(broken);
		}
	};
	return {
		dialect,
		inbox: null,
		read: (work) => transaction(`begin isolation level repeatable read read only; ${byKeys}`, work),
		snapshot: (work, { share, of } = {}) =>
			transaction(
				`begin isolation level repeatable read read only${of ? `; set transaction snapshot '${of}'` : ''}`,
				async (sql) => {
					if (share) await share((await sql.all<[string]>('select pg_export_snapshot()'))[0]?.[0] as string);
					return work(sql);
				},
			),
		write: (work) => againOnConflict(() => transaction(`begin; ${byKeys}; ${notForever}`, work)),
		// A server never tells, and rows stay locked until a transaction ends.
		othersWait: () => true,
		firstWaits: () => false,
		listen: (topic, onNews) => listenOn(url, topic, onNews),
		close: () => pool.end(),
	};
}

function connectionTo(url: string): pg.ClientConfig {
	return {
		connectionString: url,
		application_name: 'link-broker',
		connectionTimeoutMillis: connectTimeoutMilliseconds,
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
	};
}

// How long a listener that lost its connection waits before the next try.
const listenAgainMilliseconds = 1_000;

function listenOn(url: string, topic: Topic, onNews: () => void): () => Promise<void> {
	let stopped = false;
	let client: pg.Client | undefined;
	let timer: NodeJS.Timeout | undefined;
	const connect = async () => {
		const fresh = new pg.Client(connectionTo(url));
		let schema: string | undefined;
		let lost = false;
		const again = () => {
			if (lost) return;
			lost = true;
			fresh.end().catch(() => undefined);
			if (!stopped) timer = setTimeout(connect, listenAgainMilliseconds);
		};
		fresh.on('error', again);
		fresh.on('end', again);
		fresh.on('notification', ({ payload }) => {
			if (payload === schema) onNews();
		});
		client = fresh;
		try {
			await fresh.connect();
			schema = (await fresh.query<{ schema: string }>(`select ${ownSchema} as schema`)).rows[0]?.schema;
			await fresh.query(`listen ${channelOf(topic)}`);
			// What was announced while nobody listened.
			onNews();
		} catch {
			again();
		}
	};
	void connect();
	return async () => {
		stopped = true;
		clearTimeout(timer);
		await client?.end().catch(() => undefined);
	};
}

const channelOf = (topic: Topic): string => `link_broker_${topic}`;
// Channels belong to a database, in which several brokers may live in schemas of their own.
const ownSchema = "coalesce(current_schema(), '')";

// Whole numbers are within 2^53 here, so bigint and numeric counts are read as numbers.
function readTypes(oid: number, format?: 'text' | 'binary') {
	if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
	return pg.types.getTypeParser(oid, format as 'text');
}

async function againOnConflict<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			const code = (error as { code?: string }).code;
			// serialization_failure and deadlock_detected (PostgreSQL, appendix A).
			if ((code !== '40001' && code !== '40P01') || attempt >= conflictTries) throw error;
			await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
		}
	}
}

const connectionTrouble = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'ECONNABORTED',
	'ENOTFOUND',
	'ETIMEDOUT',
	'EPIPE',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);
// PostgreSQL, appendix A: connection exceptions, too little of something, shutdown and start, cut off while idle, a standby that only reads.
const serverTrouble = /^(08|53)|^(57P0[1-5]|25P03|25006)$/;

function isAway(error: unknown): boolean {
	if (error instanceof BrokerError) return false;
	const { code, message } = error as { code?: string; message?: string };
	if (code && (connectionTrouble.has(code) || serverTrouble.test(code))) return true;
	return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
		message ?? '',
	);
}

function away(cause: unknown): BrokerError {
	return new BrokerError('unavailable', 'The database cannot be reached (DATABASE_URL).', {
		cause,
		retryAfterSeconds: 5,
	});
}

/** Says what is wrong where the database is there and does not let itself be used. */
function asFailure(error: unknown): unknown {
	if (isAway(error)) return away(error);
	const insufficientPrivilege = '42501';
	if ((error as { code?: string }).code !== insufficientPrivilege) return error;
	return new BrokerError('bad-setting', 'The user of DATABASE_URL lacks a privilege.', { cause: error });
}

function sqlOn(client: pg.PoolClient): Sql {
	const query = <Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[]) =>
		client.query<Row & unknown[]>({
			name: statementName(text),
			text: numbered(text),
			values: parameters.map((value) =>
				value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
			),
			rowMode: 'array',
		});
	return {
		dialect,
		async all<Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) {
			return (await query<Row>(text, parameters)).rows as unknown as Row[];
		},
		async run(text, parameters = []) {
			return (await query(text, parameters)).rowCount ?? 0;
		},
		async insert(table, columns, values, { mustBeNew = false } = {}) {
			const names = Object.keys(columns);
			const text = `insert into ${table} (${names.join(', ')}) select * from unnest(${names
				.map((name, index) => `$${index + 1}::${sqlTypes[columns[name] as ColumnKind]}[]`)
				.join(', ')})${mustBeNew ? '' : ' on conflict do nothing'}`;
			const length = rowsPerInsert * names.length;
			for (let at = 0; at < values.length; at += length) {
				const lists = names.map((name, column) => {
					const list: (SqlValue | undefined)[] = [];
					const end = Math.min(at + length, values.length);
					for (let next = at + column; next < end; next += names.length) list.push(values[next]);
					return columns[name] === 'integer' ? arrayOfNumbers(list) : list;
				});
				await client.query({ name: statementName(text), text, values: lists });
			}
		},
		async script(text) {
			await client.query(text);
		},
		async hasTable(name) {
			return (await query('select 1 where to_regclass(?1) is not null', [name])).rows.length > 0;
		},
		async announce(topic) {
			await client.query(`select pg_notify('${channelOf(topic)}', ${ownSchema})`);
		},
		async lockForMigration() {
			await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
			const [row] = (await query<[string]>("select current_setting('server_encoding')", [])).rows;
			if (row?.[0] !== 'UTF8') {
				const message = `DATABASE_URL names a database of the encoding ${row?.[0]}; it must be UTF8 (create database … encoding 'UTF8').`;
				throw new BrokerError('bad-setting', message);
			}
		},
		stream: (text, parameters = []) => streamRows(client, numbered(text), parameters),
	};
}

/** Writes numbers as an array of PostgreSQL; pg would quote each of them. */
function arrayOfNumbers(list: readonly (SqlValue | undefined)[]): string {
	return `{${list.map((value) => value ?? 'null').join(',')}}`;
}

let cursors = 0;

async function* streamRows<Row extends readonly unknown[]>(
	client: pg.PoolClient,
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

const names = new Map<string, { name: string; text: string }>();

function statement(text: string): { name: string; text: string } {
	let known = names.get(text);
	if (!known) {
		known = { name: `s${names.size}`, text: text.replace(/\?(\d+)/g, '$$$1') };
		names.set(text, known);
	}
	return known;
}

const statementName = (text: string): string => statement(text).name;
const numbered = (text: string): string => statement(text).text;
