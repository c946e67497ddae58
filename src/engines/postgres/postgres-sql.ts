// Runs statements on one connection to PostgreSQL, prepared by their text. It knows no table and
// no transaction.
import { hash } from 'node:crypto';
import type pg from 'pg';
import { BrokerError } from '../../errors.ts';
import type { Dialect, Sql, SqlValue, Topic } from '../../store/sql-database.ts';

import { channelOf, ownSchema } from './subscribe.ts';

const streamStepRows = 5_000;
/** Any numbers that no other program uses for its advisory locks. */
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
	// An entry of an index holds 2.7 kB at most, an identifier may be longer.
	textKey: (expression) => `md5(${expression})`,
	textOrder: (expression) => `left(${expression}, 600) collate "C"`,
	lockRows: (strength) => `for ${strength}`,
	bytesOfHex: (expression) => `decode(${expression}, 'hex')`,
	selectBytes: 'select pg_database_size(current_database())',
	selectConnections: `select count(*), current_setting('max_connections')::bigint
		from pg_stat_activity where backend_type = 'client backend'`,
};

/**
 * Opens statements on a connection. Each is prepared once for the session, unless a pooler may give
 * the next transaction another session.
 */
export function openPostgresSql(client: pg.PoolClient, { isPooled }: { isPooled: boolean }): Sql {
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
					`DATABASE_URL names a database of the encoding ${row?.[0]}; it must be UTF8 (create database … encoding 'UTF8').`,
				);
			},
		},
		async notify(topic) {
			// Once tells as much as often, when the transaction is committed.
			if (notified.has(topic)) return;
			notified.add(topic);
			await client.query(`select pg_notify('${channelOf(topic)}', ${ownSchema})`);
		},
	};
}

/** pg takes a Uint8Array for a list; a Buffer is bytes. */
function asBuffer(value: SqlValue): SqlValue {
	return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
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

const statements = new Map<string, { name: string; text: string }>();

/**
 * Names a statement, so that each connection prepares it once, and writes its placeholders $1, $2
 * … The name follows from the text: a pooler may have others prepare statements in the same
 * session.
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
