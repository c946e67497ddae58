// Fills a generation of the index from nothing, much faster than it can be changed; knows no pointer and no readers.
import { setImmediate } from 'node:timers/promises';
import type { IndexBuilder, IndexLink, IndexObject } from '../search-index.ts';
import type { Connection, Statement } from './connection.ts';
import {
	completeGenerationFile,
	createGenerationFile,
	loadingPath,
	removeFile,
	removeGeneration,
} from './generation-files.ts';
import { levelRows } from './link-writer.ts';
import { rowsOf } from './object-writer.ts';
import { codeOfRelation, indexes, type View, views } from './schema.ts';
import { createStatementWriter, type StatementWriter } from './statements.ts';

/** Begins a generation; its number must not answer already. */
export function buildGeneration(path: string, generation: number, cacheMebibytes: number): IndexBuilder {
	removeGeneration(path, generation);
	const connection = createGenerationFile(path, generation, cacheMebibytes);
	// What comes in any order is first written down and then sorted, so that every table is filled from one end to the other.
	connection.prepare('ATTACH ? AS load').run(loadingPath(path, generation));
	connection.execute(loadingTables);
	const put = prepareObjectInserts(connection);
	const addLink = connection.prepare('INSERT INTO load.link VALUES (?, ?, ?, ?, ?, ?)');
	const statements = createStatementWriter(connection);
	let open = true;
	connection.execute('BEGIN');
	return {
		async addObjects(objects) {
			for (const object of objects) putObject(put, object);
		},
		async addLinks(links) {
			for (const link of links) putLink(addLink, statements, link);
		},
		async finish() {
			// Each step takes a while: in between, whoever waits for this thread gets a turn.
			for (const step of ['COMMIT; BEGIN', ...arrangement(), 'COMMIT; DETACH load']) {
				connection.execute(step);
				await setImmediate();
			}
			completeGenerationFile(connection, path, generation);
			open = false;
			removeFile(loadingPath(path, generation));
		},
		async abandon() {
			if (open) connection.close();
			open = false;
			removeGeneration(path, generation);
		},
	};
}

const loadingTables = `
PRAGMA load.journal_mode = OFF; PRAGMA load.synchronous = OFF;
CREATE TABLE load.identifier (key TEXT, scheme TEXT, identity INTEGER);
CREATE TABLE load.link (source INTEGER, relation INTEGER, target INTEGER, level INTEGER, latest INTEGER, history INTEGER);
`;

/** Writes the steps that put what was loaded in its place. */
function arrangement(): string[] {
	return [
		'INSERT OR REPLACE INTO identifier SELECT key, scheme, identity FROM load.identifier ORDER BY key, scheme',
		// Where both levels were loaded with the same history, one row serves both.
		`INSERT OR REPLACE INTO link
			SELECT source, relation, target, max(level & 1) | max(level & 2), latest, history
			FROM load.link GROUP BY source, relation, target, history`,
		...indexes,
		`INSERT INTO tally SELECT source, ${seenAs('source')}, sum(level & 1), sum(level >> 1)
			FROM link GROUP BY source, relation`,
		`INSERT INTO tally SELECT target, ${seenAs('target')}, sum(level & 1), sum(level >> 1)
			FROM link INDEXED BY link_by_target WHERE relation <> 3 GROUP BY target, relation`,
		`UPDATE size SET objects = (SELECT count(*) FROM object WHERE id > 0),
			links = coalesce((SELECT sum(level & 1) FROM link), 0)`,
	];
}

function seenAs(asked: View['asked']): string {
	const cases = views
		.filter((view) => view.asked === asked)
		.map(({ relation, seen }) => `WHEN ${relation} THEN ${seen}`);
	return `CASE relation ${cases.join(' ')} END`;
}

type ObjectInserts = { object: Statement; document: Statement; text: Statement; identifier: Statement };

function prepareObjectInserts(connection: Connection): ObjectInserts {
	return {
		object: connection.prepare('INSERT INTO object VALUES (?, ?, ?, ?, ?)'),
		document: connection.prepare('INSERT INTO document VALUES (?, ?, ?, ?, ?)'),
		text: connection.prepare('INSERT INTO text VALUES (?, ?, ?, ?, ?, ?)'),
		identifier: connection.prepare('INSERT INTO load.identifier VALUES (?, ?, ?)'),
	};
}

function putObject(put: ObjectInserts, object: IndexObject): void {
	const rows = rowsOf(object);
	put.object.run(...rows.object);
	put.document.run(...rows.document);
	put.text.run(...rows.text);
	if (object.level === 'version') return;
	for (const { key, scheme } of object.identifiers) put.identifier.run(key, scheme, object.group);
}

function putLink(add: Statement, statements: StatementWriter, link: IndexLink): void {
	const relation = codeOfRelation(link.relation);
	const { source, target } = link;
	for (const { level, latest, history } of levelRows({
		identity: link.identity ? statements.store(link.identity) : null,
		version: link.version ? statements.store(link.version) : null,
	})) {
		add.run(source, relation, target, level, latest, history);
	}
}
