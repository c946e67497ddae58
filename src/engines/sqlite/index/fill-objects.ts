// Writes the objects of a generation that is built from nothing, straight into its file; knows neither links nor who derives them.
import type { IndexObject } from '../../../ports/search/search-index.ts';
import { type Connection, cacheOf, orClose } from './connection.ts';
import { documentRow, leadingTo, shortened } from './document-row.ts';
import {
	fillingCacheMebibytes,
	fillingPath,
	openToFill,
	removeFile,
	sortingCacheMebibytes,
} from './generation-files.ts';
import { prepareInserts } from './inserts.ts';
import { objectRow } from './packed-rows.ts';
import { textColumns } from './schema.ts';

/** Fills in objects. */
export type ObjectFilling = {
	add(objects: readonly IndexObject[]): void;
	/** Puts the identifiers of what was added in their places; more may be added nevertheless. */
	arrange(): void;
	/** Keeps what was added and closes the file. What is not arranged is lost. */
	close(): void;
};

// Identifiers come in any order: they are first written down and then sorted, so that their table is filled from one end to the other.
const written = 'CREATE TABLE IF NOT EXISTS identifiers.written (key TEXT, scheme TEXT, identity INTEGER)';
const arrangement = `
INSERT OR REPLACE INTO identifier SELECT key, scheme, identity FROM identifiers.written ORDER BY key, scheme;
DELETE FROM identifiers.written;
`;

/** Opens the file of a generation that was made by createGenerationFile and is not complete. */
export function openObjectFilling(path: string, generation: number): ObjectFilling {
	const connection = openToFill(path, generation, 'identifiers');
	const add = orClose(connection, () => {
		connection.execute(`${written}; BEGIN`);
		return prepareObjectInserts(connection);
	});
	return {
		add,
		arrange: () =>
			connection.execute(`${cacheOf(sortingCacheMebibytes)}; ${arrangement} ${cacheOf(fillingCacheMebibytes)}`),
		close() {
			try {
				connection.execute('COMMIT');
			} finally {
				connection.close();
				removeFile(fillingPath(path, generation, 'identifiers'));
			}
		},
	};
}

function prepareObjectInserts(connection: Connection): ObjectFilling['add'] {
	const object = prepareInserts(connection, 'object', 5);
	const document = prepareInserts(connection, 'document', 5);
	const text = prepareInserts(connection, 'text', 6);
	const identifier = prepareInserts(connection, 'identifiers.written', 3);
	return (objects) => {
		for (const added of objects) {
			const row = objectRow(added);
			const [id] = row;
			object.put(...row);
			document.put(id, ...shortened(documentRow(added)));
			text.put(id, ...textColumns(added.text));
			for (const { key, scheme } of leadingTo(added)) identifier.put(key, scheme, id);
		}
		for (const { flush } of [object, document, text, identifier]) flush();
	};
}
