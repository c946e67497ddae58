// Objects and links as plain rows, cheap to hand from the thread that derives them to the one that writes them; knows no table and no thread.
import { deserialize, serialize } from 'node:v8';
import type { HistoryItem } from '../../../links/provenance.ts';
import type { IndexChanges, IndexLink, IndexObject } from '../../../ports/search/search-index.ts';
import type { Value } from './connection.ts';
import { type DocumentRow, documentRow } from './document-row.ts';
import { codeOfRelation, codeOfType, objectId, textColumns } from './schema.ts';

/** The columns of `object`. */
export type ObjectRow = [id: number, version: number, type: number, year: number | null, sortKey: string];

/** Objects as plain rows, one after the other in one list; whoever writes them analyses their texts. */
export type ObjectRows = Value[];

/** Links as plain numbers, five each: source, relation, target, and the positions of the histories of both levels, or -1 where nothing is said. A history that is the same array comes once. */
export type LinkRows = { links: Float64Array<ArrayBuffer>; histories: (readonly HistoryItem[])[] };

/** A change of the index. */
export type ChangeRows = { removed: IndexChanges['removed']; objects: ObjectRows; links: LinkRows };

/** Makes the rows of a change by itself. */
export function packChanges({ removed, objects, links }: IndexChanges): ChangeRows {
	return { removed, objects: packObjects(objects), links: packLinks(links) };
}

/** A change as bytes, for another thread of this process and no others: the format is V8's. What waits to be handed over so lies in no heap that is looked through for garbage. */
export type SerializedChanges = Uint8Array<ArrayBuffer>;

/** Makes bytes of a change. */
export function serializeChanges(changes: IndexChanges): SerializedChanges {
	return serialize(packChanges(changes));
}

/** Gives the rows of a change, whose numbers stay in its bytes. */
export function deserializeChanges(bytes: SerializedChanges): ChangeRows {
	return deserialize(bytes);
}

/** Makes the rows of objects. */
function packObjects(objects: readonly IndexObject[]): ObjectRows {
	const rows: Value[] = [];
	for (const object of objects) {
		rows.push(...objectRow(object), ...documentRow(object), JSON.stringify(object.text));
	}
	return rows;
}

/** Makes the columns of `object`. */
export function objectRow({ level, group, version, type, year, sortKey }: IndexObject): ObjectRow {
	return [objectId(level, group), version, codeOfType(type), year, sortKey];
}

const objectColumns = 5;
const documentColumns = 4;
const rowColumns = objectColumns + documentColumns + 1;

/** Gives object after object: its row, the columns of its document at full length, and those of its text. */
export function* unpackObjects(rows: ObjectRows): Iterable<[ObjectRow, DocumentRow, text: string[]]> {
	for (let at = 0; at < rows.length; at += rowColumns) {
		const documentAt = at + objectColumns;
		const textAt = documentAt + documentColumns;
		yield [
			rows.slice(at, documentAt) as ObjectRow,
			rows.slice(documentAt, textAt) as DocumentRow,
			textColumns(JSON.parse(rows[textAt] as string)),
		];
	}
}

function packLinks(links: readonly IndexLink[]): LinkRows {
	const positions = new Map<readonly HistoryItem[], number>();
	const positionOf = (history: readonly HistoryItem[] | null | undefined): number => {
		if (!history) return -1;
		let position = positions.get(history);
		if (position === undefined) {
			position = positions.size;
			positions.set(history, position);
		}
		return position;
	};
	const numbers = new Float64Array(links.length * linkColumns);
	let at = 0;
	for (const { source, relation, target, identity, version } of links) {
		numbers[at] = source;
		numbers[at + 1] = codeOfRelation(relation);
		numbers[at + 2] = target;
		numbers[at + 3] = positionOf(identity);
		numbers[at + 4] = positionOf(version);
		at += linkColumns;
	}
	return { links: numbers, histories: [...positions.keys()] };
}

const linkColumns = 5;

/** A link, with what is given for each of its histories; undefined where nothing is said. */
export type LinkRow<History> = {
	source: number;
	relation: number;
	target: number;
	identity: History | undefined;
	version: History | undefined;
};

/** Gives link after link; `histories` are those of the rows, or what they have become. */
export function* unpackLinks<History>(
	links: LinkRows['links'],
	histories: readonly History[],
): Iterable<LinkRow<History>> {
	for (let at = 0; at < links.length; at += linkColumns) {
		yield {
			source: links[at] as number,
			relation: links[at + 1] as number,
			target: links[at + 2] as number,
			identity: histories[links[at + 3] as number],
			version: histories[links[at + 4] as number],
		};
	}
}
