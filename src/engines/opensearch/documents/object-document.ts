// The documents of objects, what documents of links copy from them, and the entries of the
// directory: one for each identifier, with its groups.
import { hash } from 'node:crypto';
import type { ObjectTypeName } from '../../../links/description.ts';
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	IndexObject,
	Located,
	ObjectDocument,
} from '../../../ports/search/index-content.ts';
import { analyseValues } from '../../../search/analysis.ts';
import type { Traits } from '../../../search/flags/traits.ts';
import { type ObjectTextField, objectTextFields } from '../../../search/query-node.ts';

/**
 * The values that filter and sort an object at the other end of a link: each such link has a copy.
 */
type ObjectCopy = { sort: string; type: ObjectTypeName; year?: number; traits?: Traits } & Partial<
	Record<ObjectTextField, string[]>
>;

/** What links copy from the object at their other end, including what answers show of it. */
export type LinkCopy = ObjectCopy & { document: ObjectDocument };

/**
 * What follows for an object from other documents: the levels at which it describes a group (see
 * IndexObject), and how many works cite that group.
 */
export type Rank = { levels: readonly GroupBy[]; cited: Partial<Record<GroupBy, number>> };

/** The document of an object; its id is the key of its group. */
export type ObjectSource = {
	group: GroupId;
	level: GroupBy;
	version: GroupId;
	/** See keyTerm. */
	keys: string[];
	identifiers: readonly IdentifierKey[];
	/** See IndexObject; links have no copy of it. */
	published: number | null;
	publishers: string[];
	/** Its name; links have no copy of it. */
	journalName?: string;
	/** See IndexObject; absent where there are none. */
	versionTitles?: string[];
	/** The key terms (see keyTerm) of all titles, by which whole titles are found. */
	titleKeys: string[];
	/** Written separately, once the links of an update are written. */
	rank?: Rank;
	/**
	 * When it last lost an identifier or a member, in milliseconds since 1970: searches by one of
	 * those may have been led here before.
	 */
	lostAt?: number;
	copy: ObjectCopy;
	/** What a search returns. */
	document: ObjectDocument;
};

export function objectSource(object: IndexObject): ObjectSource {
	const { group, level, version, published, document } = object;
	const identifiers = level === 'identity' ? object.identifiers : [];
	const copy = objectCopy(object);
	const publishers = [...new Set(object.text.publisher)];
	const [journalName] = object.text.journal;
	const versionTitles = analyseValues(object.versionTitles);
	const titleKeys = [...new Set([...(copy.title ?? []), ...versionTitles].map(keyTerm))];
	return {
		...{ group, level, version, ...identifierFields(identifiers), published, publishers },
		...(journalName !== undefined && { journalName }),
		...(versionTitles.length > 0 && { versionTitles }),
		...{ titleKeys, copy, document },
	};
}

/** Writes the fields of a document with the identifiers of the object. */
export function identifierFields(identifiers: readonly IdentifierKey[]): Pick<ObjectSource, 'keys' | 'identifiers'> {
	return { keys: [...new Set(identifiers.map(({ key }) => keyTerm(key)))], identifiers };
}

/**
 * Returns the term by which an identifier's key is found. It is a hash, of 132 bits: a key may be
 * longer than terms may be.
 */
export function keyTerm(key: string): string {
	return hash('sha256', key, 'base64url').slice(0, 22);
}

/**
 * Returns what links copy from an object. Objects that are the same to all filters and orders have
 * equal copies.
 */
export function objectCopy({ type, year, sortKey, text, traits }: IndexObject): ObjectCopy {
	const copy: ObjectCopy = { sort: sortKey, type };
	if (year !== null) copy.year = year;
	if (traits.length > 0) copy.traits = traits;
	for (const field of objectTextFields) {
		const words = analyseValues(text[field]);
		if (words.length > 0) copy[field] = words;
	}
	return copy;
}

/** The document of an entry. */
export type DirectoryEntry = {
	/** See keyTerm: identifiers of other schemes with this key are in the same shard. */
	key: string;
	entry: Located;
};

/** Returns the id of the document of an identifier. */
export function entryId({ scheme, key }: IdentifierKey): string {
	return `k${keyTerm(key)}${hash('sha256', scheme, 'base64url').slice(0, 11)}`;
}

/** Writes the document of an identifier. */
export function directoryEntry({ scheme, key, identity, version }: Located): DirectoryEntry {
	return { key: keyTerm(key), entry: { scheme, key, identity, version } };
}
