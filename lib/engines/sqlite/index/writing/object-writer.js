// Writes groups' objects with their identifiers and texts, and only where they differ.
// It knows no links.
import { identifierText } from '../../../../identifiers/index.js';
                                                                                      
import { objectTextFields } from '../../../../search/query-node.js';
                                                          
import { documentRow, leadingTo, readKeys } from '../document-row.js';
import { codeOfType, objectId, textColumns } from '../schema.js';

/** Writes objects. */
                            
	                                                                
	                                             
	   
	                                                                                                 
	   
	                            
  

/** The rows of an object, in the tables that share its id. */
                                                                               

/** Makes the rows of an object. */
export function rowsOf(object             )             {
	const { level, group, version, type, year, published, sortKey, text } = object;
	const id = objectId(level, group);
	return {
		object: [id, version, codeOfType(type), year, published, sortKey, publishersColumn(text.publisher)],
		document: [id, ...documentRow(object)],
		text: [id, ...textColumns(text)],
	};
}

function publishersColumn(names                   )                {
	return names.length === 0 ? null : JSON.stringify([...new Set(names)]);
}

const tables = ['object', 'document', 'text']         ;

                                        

/** Writes objects in the connection's transaction. */
export function createObjectWriter(connection            )               {
	const words = createWordWriter(connection);
	const rows = tables.map((table) => createRowWriter(connection, table, table === 'text' ? words : undefined));
	const leads = createLeadWriter(connection);
	const findKeys = connection.prepare('SELECT keys, identifiers FROM document WHERE id = ?');
	const keysOf = (id        )                   => {
		const found = findKeys.get                  (id);
		return found && readKeys(...found);
	};
	const remove = (id        )          => {
		const keys = keysOf(id);
		if (!keys) return false;
		leads.move(id, keys, []);
		for (const row of rows) row.remove(id);
		return true;
	};
	/** Writes an object; tells whether its group is a new Identity group. */
	const put = (object             )          => {
		const id = objectId(object.level, object.group);
		const before = keysOf(id);
		const written = rowsOf(object);
		for (const [at, table] of tables.entries()) rows[at]?.put(written[table]);
		const leading = leadingTo(object).map(({ key, scheme })               => [key, scheme]);
		leads.move(id, before ?? [], leading);
		return object.level === 'identity' && !before;
	};
	return {
		put(objects) {
			const given = new Set(objects.map(({ level, group }) => objectId(level, group)));
			let added = 0;
			for (const object of objects) {
				if (put(object)) added += 1;
				const { level, group, version } = object;
				// An object that bears its Version group's number describes that group, unless one of its
				// own is given.
				const ofVersion = objectId('version', version);
				if (level === 'identity' && group === version && !given.has(ofVersion)) remove(ofVersion);
			}
			return added;
		},
		remove,
	};
}

/** Writes rows of one table, by their id. */
function createRowWriter(connection            , table                         , words             ) {
	const find = connection.prepare(`SELECT * FROM ${table} WHERE id = ?`);
	const removal = connection.prepare(`DELETE FROM ${table} WHERE id = ?`);
	return {
		put(row                  )       {
			const before = find.get(row[0]          );
			if (before && row.every((value, at) => value === before[at])) return;
			const places = row.map(() => '?').join(', ');
			connection.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${places})`).run(...row);
			words?.move(before, row);
		},
		remove(id        )       {
			words?.move(find.get(id), undefined);
			removal.run(id);
		},
	};
}

/** Brings what the word index has of a row of `text` from that before to that after. */
                                                                                                            

function createWordWriter(connection            )             {
	const columns = objectTextFields.join(', ');
	const places = objectTextFields.map(() => '?').join(', ');
	const remove = connection.prepare(`INSERT INTO words (words, rowid, ${columns}) VALUES ('delete', ?, ${places})`);
	const add = connection.prepare(`INSERT INTO words (rowid, ${columns}) VALUES (?, ${places})`);
	return {
		move(before, after) {
			if (before) remove.run(...before);
			if (after) add.run(...after);
		},
	};
}

/** Writes where identifiers lead. */
function createLeadWriter(connection            ) {
	const put = connection.prepare(
		`INSERT INTO identifier VALUES (?1, ?2, ?3)
			ON CONFLICT DO UPDATE SET identity = excluded.identity WHERE identity <> excluded.identity`,
	);
	// One that leads to another group by now stays.
	const remove = connection.prepare('DELETE FROM identifier WHERE key = ? AND scheme = ? AND identity = ?');
	return {
		/** Brings the identifiers that lead to a group from those before to those after. */
		move(identity         , before      , after      )       {
			const staying = new Set(after.map(([key, scheme]) => identifierText({ scheme, key })));
			for (const [key, scheme] of before) {
				if (!staying.has(identifierText({ scheme, key }))) remove.run(key, scheme, identity);
			}
			for (const [key, scheme] of after) put.run(key, scheme, identity);
		},
	};
}
