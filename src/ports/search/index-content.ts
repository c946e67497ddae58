// What the search index holds, as it is given: objects of groups and the links between them.
import type { ObjectTypeName } from '../../links/description.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import type { GroupRelation } from '../../links/relation.ts';
import type { ObjectTextField } from '../../search/query-node.ts';

/** Names a group; the same numbers as in the records' storage. */
export type GroupId = number;

/**
 * Says at which level a group or a link lies: between Identity groups or between Version groups.
 */
export type GroupBy = 'identity' | 'version';

/** Names an identifier by what makes it one: scheme and comparison key. */
export type IdentifierKey = { scheme: string; key: string };

/** Tells where an identifier lies in the index. */
export type Located = IdentifierKey & { identity: GroupId; version: GroupId };

/**
 * Holds one group as the index keeps it. An `identity` object tells its Version group (`version`;
 * its own id where it is alone in it). A `version` object exists only for Version groups that are
 * more than one Identity group, or whose id is not their only Identity group's; everywhere else the
 * identity object of the same id describes both.
 */
export type IndexObject = {
	level: GroupBy;
	group: GroupId;
	version: GroupId;
	/**
	 * All identifiers that lead here, and no others; of a version object none (its Identity groups
	 * have them).
	 */
	identifiers: readonly IdentifierKey[];
	type: ObjectTypeName;
	/** Year of publication, null where none is known. */
	year: number | null;
	/** First instant of the PublicationDate in seconds since 1970, null where none is known. */
	published: number | null;
	/** Breaks ties of time, unique within a level, compared by its UTF-8 bytes. */
	sortKey: string;
	/**
	 * What is searched for words: per field one string for each value as it was given, analysed by
	 * the engine.
	 */
	text: Readonly<Record<ObjectTextField, readonly string[]>>;
	document: ObjectDocument;
};

/** Holds the ready-made JSON of an object: stored and answered unread. */
export type ObjectDocument = {
	/** JSON array of `{ID, IDScheme}`. */
	identifiers: string;
	/** JSON members without braces, never empty: `"Title":"…","Type":{"Name":"software"}`. */
	fields: string;
	/** JSON array of `{Identifiers}`, of version objects only; '' elsewhere. */
	versions: string;
};

/**
 * Holds the state of the link (source, relation, target) at each level: its whole LinkHistory
 * (newest first), an empty one where there is no such link, absent where nothing is said (what the
 * index has stays). IsRelatedTo is symmetric and comes in both directions, each of them given. Both
 * ends have an object by the end of the change that brings a link; source and target differ.
 */
export type IndexLink = {
	source: GroupId;
	relation: GroupRelation;
	target: GroupId;
	identity?: readonly HistoryItem[];
	version?: readonly HistoryItem[];
	/**
	 * Says with `version` which links between Identity groups make the one between their Version
	 * groups, each once, in no order. They are the links that the index has between members of the
	 * two, or will have once what still waits is given. Absent: the one between the Identity groups of
	 * the same numbers, with the same history.
	 */
	via?: readonly MemberLink[];
};

/** A link between Identity groups, as a part of one between their Version groups. */
export type MemberLink = { source: GroupId; target: GroupId; history: readonly HistoryItem[] };

/**
 * Holds a change of the index, applied whole: first what is removed, then objects, then links, each
 * in the order given. Applying it again changes nothing. Giving an identity object that bears the
 * number of its Version group also says whether that group has an object of its own: the one given
 * in the same change, or none any more.
 */
export type IndexChanges = {
	/**
	 * Groups that exist no more at their level: their objects, the identifiers that lead there, and
	 * all links at that level that touch them. Identity objects in a removed Version group are
	 * removed too, or given anew with the group that they now lie in, by the end of the update.
	 */
	removed: readonly { level: GroupBy; group: GroupId }[];
	objects: readonly IndexObject[];
	links: readonly IndexLink[];
};
