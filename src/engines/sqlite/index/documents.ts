// Reads what is answered of objects and what orders them, each once while it is asked for again and again; knows no links.
import { createRecent } from '../../../app/recent.ts';
import type { GroupBy, GroupId, ObjectDocument } from '../../../ports/search/search-index.ts';
import type { Connection } from './connection.ts';
import { readDocument } from './document-row.ts';
import { objectId } from './schema.ts';
import { objectOfGroup } from './view-rows.ts';

/** Reads what is answered of objects. */
export type Documents = {
	/** Tells the id of the object that stands for a group at a level; the group must be there. */
	objectOf(level: GroupBy, group: GroupId): number;
	/** Puts groups in the order of the objects that stand for them: tells the position of each in the list given, and its object's id. */
	inOrder(level: GroupBy, groups: Float64Array): [before: number, object: number][];
	/** Reads what stands for a group at its level, undefined where the group is not there. */
	ofGroup(level: GroupBy, group: GroupId): ObjectDocument | undefined;
	/** Reads an object by its id. */
	read(id: number): ObjectDocument | undefined;
	/** Reads what an object is ordered by; it must be there. */
	sortKeyOf(id: number): string;
	/** Forgets what was read, since it has changed. */
	forget(): void;
};

// Works that are cited much are cited by the same works: pages share objects. So many bytes are kept, up to twice.
const recentBytes = 8 * 2 ** 20;
// What an object, its place in the memory and the buffer that answers keep of it take beside their characters.
const bytesBeside = 600;
// As text, and as bytes in an answer.
const forms = 2;
// Sort keys have no form beside.
const charactersBeside = 200;
const recentKeyCharacters = 2 * 2 ** 20;
const recentVersionsKept = 10_000;

/** Stands for no object's id. */
const nobody = 0;

/** Reads objects through a connection, and keeps what was read recently. */
export function createDocuments(connection: Connection): Documents {
	const byId = connection.prepare('SELECT identifiers, fields, versions FROM document WHERE id = ?');
	const versionOf = connection.prepare('SELECT version FROM object WHERE id = ?');
	// Of many at once, one statement takes a third of the time of one for each.
	const orders = { identity: connection.prepare(orderAt('identity')), version: connection.prepare(orderAt('version')) };
	const sortKeys = connection.prepare('SELECT sort_key FROM object WHERE id = ?');
	const recent = createRecent<number, ObjectDocument>(
		recentBytes,
		({ identifiers, fields, versions }) => bytesBeside + forms * (identifiers.length + fields.length + versions.length),
	);
	const recentKeys = createRecent<number, string>(recentKeyCharacters, (key) => charactersBeside + key.length);
	const recentVersions = createRecent<GroupId, number>(recentVersionsKept);
	const read = (id: number): ObjectDocument | undefined => {
		const known = recent.get(id);
		if (known) return known;
		const found = byId.get<[string, string, string]>(id);
		if (!found) return undefined;
		const document = readDocument(...found);
		recent.set(id, document);
		return document;
	};
	const objectOf = (level: GroupBy, group: GroupId): number => {
		const ofVersion = objectId('version', group);
		return level === 'version' && versionOf.get(ofVersion) ? ofVersion : group;
	};
	const idOfVersion = (group: GroupId): number => {
		let id = recentVersions.get(group);
		if (id === undefined) {
			id = objectOf('version', group);
			if (id === group && versionOf.get<[number]>(group)?.[0] !== group) id = nobody;
			recentVersions.set(group, id);
		}
		return id;
	};
	return {
		objectOf,
		inOrder: (level, groups) => orders[level].all<[number, number]>(JSON.stringify(Array.from(groups))),
		ofGroup(level, group) {
			const id = level === 'identity' ? group : idOfVersion(group);
			return id === nobody ? undefined : read(id);
		},
		read,
		sortKeyOf(id) {
			let key = recentKeys.get(id);
			if (key === undefined) {
				[key] = sortKeys.get<[string]>(id) as [string];
				recentKeys.set(id, key);
			}
			return key;
		},
		forget() {
			recent.clear();
			recentKeys.clear();
			recentVersions.clear();
		},
	};
}

function orderAt(level: GroupBy): string {
	return `SELECT one.key, o.id FROM json_each(?) one CROSS JOIN object o ON o.id = ${objectOfGroup(level, 'one.value')} ORDER BY o.sort_key`;
}
