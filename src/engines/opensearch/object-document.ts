// Writes and reads the documents of objects, and what documents of links copy of them; knows no requests.
import { hash } from 'node:crypto';
import type { GroupId, IdentifierKey, IndexObject, ObjectDocument } from '../../ports/search/search-index.ts';
import { analyseValues } from '../../search/analysis.ts';
import { objectTextFields } from '../../search/query-node.ts';

/** What a document of an object holds beside what the cluster looks it up by. */
export type ObjectSource = {
	group: GroupId;
	level: 'i' | 'v';
	version: GroupId;
	identifiers: readonly (readonly [scheme: string, key: string])[];
	/** See objectCopy. */
	copy: string;
	document: readonly [identifiers: string, fields: string, versions: string];
};

/** Writes an object's document as JSON. */
export function writeObject(object: IndexObject): string {
	const { level, group, version, identifiers, document } = object;
	const own = level === 'identity' ? identifiers : [];
	return writeSource({
		group,
		level: level === 'identity' ? 'i' : 'v',
		version,
		identifiers: own.map(({ scheme, key }) => [scheme, key] as const),
		copy: objectCopy(object),
		document: [document.identifiers, document.fields, document.versions],
	});
}

/** Writes a document as JSON from what was read of it. */
export function writeSource({ identifiers, ...source }: ObjectSource): string {
	const keys = [...new Set(identifiers.map(([, key]) => keyTerm(key)))];
	return JSON.stringify({ keys, identifiers, ...source });
}

/** Tells the term by which an identifier's key is found, however long the key is; other keys may share it. */
export function keyTerm(key: string): string {
	return hash('sha256', key, 'base64url').slice(0, 22);
}

/** Writes what links copy of an object at their other end, as members of JSON without braces: equal for objects that no filter and no order tells apart. */
export function objectCopy({ type, year, sortKey, text }: IndexObject): string {
	const copy: Record<string, unknown> = { sort: sortKey, type };
	if (year !== null) copy.year = year;
	for (const field of objectTextFields) {
		const words = analyseValues(text[field]);
		if (words.length > 0) copy[field] = words;
	}
	return JSON.stringify(copy).slice(1, -1);
}

/** Reads the part of a document that is answered. */
export function readDocument({ document: [identifiers, fields, versions] }: ObjectSource): ObjectDocument {
	return { identifiers, fields, versions };
}

/** Writes what makes an identifier one, as a key of maps. */
export function identifierText({ scheme, key }: IdentifierKey): string {
	return `${scheme}\0${key}`;
}
