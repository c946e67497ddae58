// The content of the search index as it is passed in: objects of groups and the links between them.

import type { ObjectTypeName } from '../../links/description.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import type { GroupRelation } from '../../links/relation.ts';
import type { Traits } from '../../search/flags/traits.ts';
import type { ObjectTextField } from '../../search/query-node.ts';

/** The id of a group; the same numbers as in the records. */
export type GroupId = number;

/** The level of a group or a link: between Identity groups or between Version groups. */
export type GroupBy = 'identity' | 'version';

/** Identifies an identifier: scheme and comparison key. */
export type IdentifierKey = { scheme: string; key: string };

/** An identifier with its groups in the index. */
export type Located = IdentifierKey & { identity: GroupId; version: GroupId };

/**
 * One group as the index stores it. An `identity` object has the id of its Version group in
 * `version` (its own id where it is alone in it). A `version` object exists only for Version groups
 * with more than one Identity group, or whose id differs from their only Identity group's;
 * everywhere else the identity object of the same id describes both.
 */
export type IndexObject = {
	level: GroupBy;
	group: GroupId;
	version: GroupId;
	/**
	 * All identifiers of the group, and no others; none for a version object (its Identity groups
	 * have them).
	 */
	identifiers: readonly IdentifierKey[];
	type: ObjectTypeName;
	/** Year of publication, null where unknown. */
	year: number | null;
	/** First instant of the PublicationDate in seconds since 1970, null where unknown. */
	published: number | null;
	/** Breaks ties of time, unique within a level, compared by its UTF-8 bytes. */
	sortKey: string;
	/**
	 * The text that is searched for words: per field one string for each value, analysed by the
	 * engine. The first of `journal` names it (see WorkFacets), its ISSNs follow.
	 */
	text: Readonly<Record<ObjectTextField, readonly string[]>>;
	/**
	 * Of a version object, the titles of its members that are not its own; searches for works at that
	 * level search them as further titles. None elsewhere.
	 */
	versionTitles: readonly string[];
	/** What flags compare. */
	traits: Traits;
	document: ObjectDocument;
};

/** The prepared JSON of an object, stored and returned unparsed. */
export type ObjectDocument = {
	/** JSON array of `{ID, IDScheme}`. */
	identifiers: string;
	/** JSON members without braces, never empty: `"Title":"…","Type":{"Name":"software"}`. */
	fields: string;
	/** JSON array of `{Identifiers}`, of version objects only; '' elsewhere. */
	versions: string;
};

/**
 * The state of the link (source, relation, target) at each level: its whole LinkHistory (newest
 * first), empty where there is no such link, absent where the index keeps what it has. IsRelatedTo
 * is symmetric and is passed in both directions. Both ends have an object by the end of the change
 * that adds a link; source and target differ.
 */
export type IndexLink = {
	source: GroupId;
	relation: GroupRelation;
	target: GroupId;
	identity?: readonly HistoryItem[];
	version?: readonly HistoryItem[];
	/**
	 * With `version`: the links between Identity groups that make the one between their Version
	 * groups, each once, in no order. They are the links that the index has between members of the
	 * two, or will have once the waiting changes are applied. Absent: the one between the Identity
	 * groups of the same numbers, with the same history.
	 */
	via?: readonly MemberLink[];
};

/** A link between Identity groups, as a part of one between their Version groups. */
export type MemberLink = { source: GroupId; target: GroupId; history: readonly HistoryItem[] };

/**
 * A change of the index, applied whole: first what is removed, then objects, then links, each in
 * the order given. Idempotent. An identity object with the number of its Version group also
 * determines whether that group has an object of its own: the one in the same change, or none.
 */
export type IndexChanges = {
	/**
	 * Groups that no longer exist at their level: their objects, their identifiers, and all their
	 * links at that level. Identity objects in a removed Version group are removed too, or passed in
	 * again with their new group by the end of the update.
	 */
	removed: readonly { level: GroupBy; group: GroupId }[];
	objects: readonly IndexObject[];
	links: readonly IndexLink[];
};
