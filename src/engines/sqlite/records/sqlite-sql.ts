// Runs statements on one connection to a SQLite file, each prepared once. It knows no table and no
// transaction.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Dialect, Sql, SqlValue } from '../../../store/sql-database.ts';

const streamStepRows = 500;

export const sqliteDialect: Dialect = {
	list(placeholder, columns) {
		const names = Object.keys(columns);
		const values =
			names.length === 1 ? [`value as "${names[0]}"`] : names.map((name, index) => `value ->> ${index} as "${name}"`);
		return `(select ${values.join(', ')} from jsonb_each(${placeholder}))`;
	},
	textKey: (expression) => expression,
	textOrder: (expression) => expression,
	lockRows: () => '',
	bytesOfHex: (expression) => `unhex(${expression})`,
	schemaWords: {
		bigint: 'integer',
		smallint: 'integer',
		bytea: 'blob',
		id: 'integer primary key',
		'growing id': 'integer primary key autoincrement',
		'audit number': 'integer primary key autoincrement',
		// A table in the order of its key is all the index that it needs.
		'by key': ' without rowid',
		'long key': 'key',
		// Each index has the number of its rows.
		'covering id': '',
		'and number': '',
		'random name': 'lower(hex(randomblob(5)))',
		// SQLite sorts all text by its bytes: the unique index serves.
		'doi index': '',
		'audit guard': `create trigger audit_entry_stays before update on audit_entry
begin
  select raise(abort, 'entries of the audit are never changed');
end;
create trigger audit_entry_remains before delete on audit_entry
begin
  select raise(abort, 'entries of the audit are never removed');
end;`,
	},
	selectBytes: 'select c.page_count * s.page_size from pragma_page_count() c, pragma_page_size() s',
	selectConnections: null,
};

/** Opens statements on a connection; `onFailure` is called with what a statement failed with. */
export function openSqliteSql(connection: DatabaseSync, onFailure: (error: unknown) => void): Sql {
	const statements = new Map<string, StatementSync>();
	const prepare = (text: string): StatementSync => {
		let statement = statements.get(text);
		if (!statement) {
			statement = connection.prepare(text);
			statement.setReturnArrays(true);
			statements.set(text, statement);
		}
		return statement;
	};
	const attempt = async <T>(run: () => T): Promise<T> => {
		try {
			return run();
		} catch (error) {
			onFailure(error);
			throw error;
		}
	};
	return {
		dialect: sqliteDialect,
		all: <Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) =>
			attempt(() => prepare(text).all(...parameters) as unknown as Row[]),
		run: (text, parameters = []) => attempt(() => Number(prepare(text).run(...parameters).changes)),
		script: (text) => attempt(() => connection.exec(text)),
		async *stream<Row extends readonly unknown[]>(text: string, parameters: readonly SqlValue[] = []) {
			// A statement of its own: a prepared one may be run again while this one is half read.
			const statement = connection.prepare(text);
			statement.setReturnArrays(true);
			let step: Row[] = [];
			for (const row of statement.iterate(...parameters)) {
				step.push(row as unknown as Row);
				if (step.length === streamStepRows) {
					yield step;
					step = [];
				}
			}
			if (step.length > 0) yield step;
		},
		async hasTable(name) {
			return prepare("select 1 from sqlite_master where type = 'table' and name = ?1").all(name).length > 0;
		},
		// A transaction that writes has locked the whole file.
		locks: null,
		notify: null,
	};
}
