// The stores as a simulated process reaches them: real ones behind calls that may go wrong.
import type { IndexBuilder } from '../../src/ports/search/index-generations.ts';
import type { SearchIndex } from '../../src/ports/search/search-index.ts';
import type { IndexWriter } from '../../src/ports/search/search-writer.ts';
import type { ModelStore } from '../../src/ports/search/suite/search-index.model.ts';
import type { Sql, SqlDatabase } from '../../src/store/sql-database.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { lastBreaking, type Version } from './versions.ts';

/**
 * A database that reports each commit under a schema of which a program has not all breaking
 * migrations.
 */
export function watchSchema(real: SqlDatabase, version: Version, onFault: (fault: string) => void): SqlDatabase {
	return {
		...real,
		async write(work, options) {
			let schema = 0;
			const result = await real.write(async (sql) => {
				const done = await work(sql);
				const [last] = await sql.all<[number]>('select max(number) from schema_migration');
				[schema] = last as [number];
				return done;
			}, options);
			if (schema > lastBreaking(version)) onFault(`a program wrote under schema ${schema}, which excludes it`);
			return result;
		},
	};
}

/** An index that reports each switch to a generation of an older format. */
export function watchFormat(index: SearchIndex, store: ModelStore, onFault: (fault: string) => void): SearchIndex {
	const format = () => store.generations.get(store.active)?.format ?? 0;
	return {
		...index,
		async switchTo(...generation) {
			const before = format();
			await index.switchTo(...generation);
			if (format() < before) onFault(`an index of format ${format()} replaced one of format ${before}`);
		},
	};
}

/** A database as the process reaches it. No power fails here, so nothing is written durably. */
export function reachDatabase(process: SimulatedProcess, real: SqlDatabase): SqlDatabase {
	const isReal = { isReal: true };
	return {
		dialect: real.dialect,
		singleWriter: real.singleWriter,
		read: (work) => process.call('records.read', () => real.read(throughStatements(process, work)), isReal),
		snapshot: (work) => process.call('records.snapshot', () => real.snapshot(throughStatements(process, work)), isReal),
		write: (work) => process.call('records.write', () => real.write(throughStatements(process, work)), isReal),
		subscribe: real.subscribe,
		incident: real.incident,
		checkFiles: real.checkFiles,
		close: () => real.close(),
	};
}

/**
 * Does the work of a transaction with statements that may fail; the transaction fails with them.
 */
function throughStatements<T>(process: SimulatedProcess, work: (sql: Sql) => Promise<T>): (sql: Sql) => Promise<T> {
	return async (sql) => {
		const failures: unknown[] = [];
		const attempt = <R>(statement: () => Promise<R>): Promise<R> =>
			process.statement(statement).catch((error) => {
				failures.push(error);
				throw error;
			});
		const result = await work({
			...sql,
			all: (text, parameters) => attempt(() => sql.all(text, parameters)),
			run: (text, parameters) => attempt(() => sql.run(text, parameters)),
		});
		if (failures.length > 0) throw failures[0];
		return result;
	};
}

type Steps = (...values: unknown[]) => AsyncGenerator;
const AsyncGeneratorFunction = async function* () {}.constructor as new () => Steps;

type Method = (...values: unknown[]) => Promise<unknown>;

/**
 * Any store whose methods answer promises or steps, as the process reaches it: so are the objects with
 * methods that it answers with, and those that it hands to what it is given.
 */
export function reachStore<Store extends object>(process: SimulatedProcess, name: string, real: Store): Store {
	const reached = (value: unknown) => (hasMethods(value) ? reachStore(process, name, value) : value);
	const given = (value: unknown) =>
		typeof value === 'function' ? (...values: unknown[]) => (value as Method)(...values.map(reached)) : value;
	return new Proxy(real, {
		get(target, key) {
			const value = Reflect.get(target, key) as unknown;
			if (typeof value !== 'function') return value;
			const call = <T>(work: () => Promise<T>, inPart?: () => Promise<unknown>) =>
				process.call(`${name}.${String(key)}`, work, inPart && { inPart });
			if (value instanceof AsyncGeneratorFunction) {
				return async function* (...values: unknown[]) {
					const steps = value.apply(target, values.map(given));
					for (;;) {
						const step = await call(() => steps.next());
						if (step.done) return;
						yield reached(step.value);
					}
				};
			}
			return async (...values: unknown[]) => {
				const work = (these: unknown[]) => () => (value as Method).apply(target, these.map(given));
				const inPart = bulks.has(String(key)) ? work(values.map(firstHalf)) : undefined;
				return reached(await call(work(values), inPart));
			};
		},
	});
}

// The methods that write many items, some of which may fail.
const bulks: ReadonlySet<string> = new Set(['addObjects', 'addLinks', 'apply'] satisfies (
	| keyof IndexBuilder
	| keyof IndexWriter
)[]);

/** Leaves out half of the items in a list, or in the lists of an object. */
function firstHalf(value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, value.length / 2);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, firstHalf(own)]));
}

function hasMethods(value: unknown): value is object {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		Object.values(value).some((one) => typeof one === 'function')
	);
}
