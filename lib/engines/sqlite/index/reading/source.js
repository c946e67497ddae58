// Reads the object that stands for a group at a level; knows no link.
                                                                                                  
                                                   
import { readDocument } from '../document-row.js';
                                     

/** An object as it is answered, and which one it is. */
                                                         

/** Reads the object that describes a group at a level; undefined where the group is not there. */
                                                                                  

/** Reads through a connection, in its transaction. */
export function createSourceReader(connection            )               {
	                                                                                                    
	const select = `SELECT o.id, o.sort_key, d.identifiers, d.fields, d.versions
		FROM object o CROSS JOIN document d ON d.id = o.id`;
	const find = {
		identity: connection.prepare(`${select} WHERE o.id = ?1`),
		// The object of the Version group itself comes first, having a negative id.
		version: connection.prepare(`${select} WHERE o.id IN (-?1, ?1) AND o.version = ?1 ORDER BY o.id LIMIT 1`),
	};
	return (level, group) => {
		const found = find[level].get         (group);
		if (!found) return undefined;
		const [id, sortKey, ...columns] = found;
		const document = readDocument(...columns);
		return { id, sortKey, identifiers: document.identifiers, document };
	};
}
