// Writes the links of a generation that is built from nothing, into a file of their own, in which they wait to be put in order; knows no object.
import type { IndexLink } from '../../../ports/search/search-index.ts';
import { type Connection, orClose } from './connection.ts';
import { createLinksFile } from './generation-files.ts';
import { prepareInserts } from './inserts.ts';
import { levelRows } from './link-writer.ts';
import { codeOfRelation, statementTables } from './schema.ts';
import { createStatementWriter } from './statements.ts';

/** Fills in links. */
export type LinkFilling = {
	add(links: readonly IndexLink[]): void;
	/** Keeps what was added and closes the file. */
	close(): void;
};

/** The columns of what waits, as those of `link`. */
const waiting =
	'CREATE TABLE link (source INTEGER, relation INTEGER, target INTEGER, level INTEGER, latest INTEGER, history INTEGER)';

/** Begins the links of a generation. */
export function openLinkFilling(path: string, generation: number): LinkFilling {
	const connection = createLinksFile(path, generation);
	const add = orClose(connection, () => {
		connection.execute(`BEGIN; ${statementTables} ${waiting}`);
		return prepareLinkInserts(connection);
	});
	return {
		add,
		close() {
			try {
				connection.execute('COMMIT');
			} finally {
				connection.close();
			}
		},
	};
}

function prepareLinkInserts(connection: Connection): LinkFilling['add'] {
	const statements = createStatementWriter(connection);
	const link = prepareInserts(connection, 'link', 6);
	const stored = (history: IndexLink['identity']) => (history ? statements.store(history) : null);
	return (links) => {
		for (const { source, relation, target, identity, version } of links) {
			const own = stored(identity);
			const family = version === identity ? own : stored(version);
			for (const { level, latest, history } of levelRows({ identity: own, version: family })) {
				link.put(source, codeOfRelation(relation), target, level, latest, history);
			}
		}
		link.flush();
	};
}
