// Reads the object that stands for a group at a level; knows no link.
import type { GroupBy, GroupId, ObjectDocument } from '../../../../ports/search/index-content.ts';
import type { Connection } from '../connection.ts';
import { readDocument } from '../document-row.ts';
import type { Head } from './via.ts';

/** An object as it is answered, and which one it is. */
export type Source = Head & { document: ObjectDocument };

/** Reads the object that describes a group at a level; undefined where the group is not there. */
export type SourceReader = (level: GroupBy, group: GroupId) => Source | undefined;

/** Reads through a connection, in its transaction. */
export function createSourceReader(connection: Connection): SourceReader {
	type Columns = [id: number, sortKey: string, identifiers: string, fields: string, versions: string];
	const select = `SELECT o.id, o.sort_key, d.identifiers, d.fields, d.versions
		FROM object o CROSS JOIN document d ON d.id = o.id`;
	const find = {
		identity: connection.prepare(`${select} WHERE o.id = ?1`),
		// The object of the Version group itself comes first, having a negative id.
		version: connection.prepare(`${select} WHERE o.id IN (-?1, ?1) AND o.version = ?1 ORDER BY o.id LIMIT 1`),
	};
	return (level, group) => {
		const found = find[level].get<Columns>(group);
		if (!found) return undefined;
		const [id, sortKey, ...columns] = found;
		const document = readDocument(...columns);
		return { id, sortKey, identifiers: document.identifiers, document };
	};
}
