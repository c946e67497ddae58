// The contract of the search index: a self-contained snapshot of groups and the links between them; knows no engine and no records' storage.
// Every sentence here has a test of its wording in search-index.contract.ts, which runs on every engine.
import type { ObjectTypeName } from '../../links/description.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import type { GroupRelation, SearchRelation } from '../../links/relation.ts';
import type { ObjectTextField, QueryNode } from '../../search/query-node.ts';

/** Names a group; the same numbers as in the records' storage. */
export type GroupId = number;

/** Says at which level a group or a link lies: between Identity groups or between Version groups. */
export type GroupBy = 'identity' | 'version';

/** An identifier by what makes it one: scheme and comparison key. */
export type IdentifierKey = { scheme: string; key: string };

/** Tells where an identifier lies in the index. */
export type Located = IdentifierKey & { identity: GroupId; version: GroupId };

/**
 * One group as the index keeps it. An `identity` object tells its Version group (`version`; its own id where it is alone in it).
 * A `version` object exists only for Version groups that are more than one Identity group, or whose id is not their only Identity
 * group's; everywhere else the identity object of the same id stands for both.
 */
export type IndexObject = {
	level: GroupBy;
	group: GroupId;
	version: GroupId;
	/** All identifiers that lead here, and no others; of a version object none (its Identity groups have them). */
	identifiers: readonly IdentifierKey[];
	type: ObjectTypeName;
	/** Year of publication, null where none is known. */
	year: number | null;
	/** Breaks ties of time, unique within a level, compared by its UTF-8 bytes. */
	sortKey: string;
	/** What is searched for words, per field one string for each value as it was given; the engine analyses it, see analysis.ts. */
	text: Readonly<Record<ObjectTextField, readonly string[]>>;
	document: ObjectDocument;
};

/** Holds the ready-made JSON of an object: kept and answered unread. */
export type ObjectDocument = {
	/** JSON array of `{ID, IDScheme}`. */
	identifiers: string;
	/** JSON members without braces, never empty: `"Title":"…","Type":{"Name":"software"}`. */
	fields: string;
	/** JSON array of `{Identifiers}`, of version objects only; '' elsewhere. */
	versions: string;
};

/**
 * The state of the link (source, relation, target) at each level: its whole LinkHistory (newest first), an empty one where there is no such
 * link, absent where nothing is said (what the index has stays). IsRelatedTo is symmetric and comes in both directions, each of them given.
 * Both ends have an object by the end of the change that brings a link; source and target differ.
 */
export type IndexLink = {
	source: GroupId;
	relation: GroupRelation;
	target: GroupId;
	identity?: readonly HistoryItem[];
	version?: readonly HistoryItem[];
};

/**
 * A change of the index, applied whole: first what is removed, then objects, then links, each in the order given. Applying it again changes nothing.
 * Giving an identity object that bears the number of its Version group also says whether that group has an object of its own: the one given
 * in the same change, or none any more.
 */
export type IndexChanges = {
	/**
	 * Groups that exist no more at their level: their objects, the identifiers that lead there, and all links at that level that touch them.
	 * Identity objects in a removed Version group are removed too, or given anew with the group that they now lie in, by the end of the update.
	 */
	removed: readonly { level: GroupBy; group: GroupId }[];
	objects: readonly IndexObject[];
	links: readonly IndexLink[];
};

/** What a search asks; every filter is optional and all of them must hold. */
export type SearchRequest = {
	groupBy: GroupBy;
	/** The asked group, at the level of groupBy. */
	group: GroupId;
	/** Absent: all five, each item then says its own. */
	relation?: SearchRelation;
	type?: ObjectTypeName;
	/** Inclusive; null is open. Objects without a year are in no range, not even an open one. */
	years?: { from: number | null; to: number | null };
	/** Seconds since 1970, inclusive, null open: some one item of the LinkHistory lies within. */
	asserted?: { from: number | null; to: number | null };
	q?: QueryNode;
	/** By the latest instant of the LinkHistory, ties by the other object's sortKey ascending, then by relation (order of searchRelations); `oldest` is the exact reverse. */
	order: 'newest' | 'oldest';
	/** 0 to 1,000. */
	size: number;
	/** How many items to pass over (page paging). */
	offset: number;
	/** Goes on after the place of the item that this was handed out with, even where that item is gone; offset is then 0. A malformed one fails with `bad-query`, field `cursor`. */
	cursor?: string;
	/** Whether to count the whole result by type and year. */
	facets: boolean;
};

/** Nobody changes it: an index may hand out the same one again. One that is frozen was handed out before, and what is made of it may be kept with it. */
export type SearchItem = {
	readonly relation: SearchRelation;
	readonly object: ObjectDocument;
	readonly history: readonly HistoryItem[];
};

export type SearchResult = {
	/** The asked group's object. */
	source: ObjectDocument;
	/** Exact number of items that the filters leave, whatever the page. */
	total: number;
	items: readonly SearchItem[];
	/** Goes on after the last item; absent where nothing follows. */
	cursor?: string;
	/** Counts of the whole result, each item once; years ascending, types by count descending then name; only where asked. Nobody changes them, either. */
	facets?: {
		readonly type: readonly (readonly [ObjectTypeName, number])[];
		readonly publicationYear: readonly (readonly [number, number])[];
	};
};

/** Sees and changes one generation while no other writer does. */
export interface IndexWriter {
	readonly generation: number;
	/** Finds identifiers, like SearchIndex.locate, but sees what this writer has changed. */
	locate(identifiers: readonly IdentifierKey[]): Promise<Located[]>;
	/** Tells which of the groups have an identity object. */
	present(groups: readonly GroupId[]): Promise<Set<GroupId>>;
	/** Applies a change, after those before in this update: whoever searches sees none of them, or all. */
	apply(changes: IndexChanges): Promise<void>;
}

/** Fills in the objects of a new generation. */
export interface ObjectBuilder {
	/** Adds objects; each group and level once, in any order. */
	addObjects(objects: readonly IndexObject[]): Promise<void>;
	/** Hears that these were all. */
	finish(): Promise<void>;
	/** Ends without them. */
	abandon(): Promise<void>;
}

/** Fills a new generation beside the one that answers. */
export interface IndexBuilder extends ObjectBuilder {
	/** Adds links, before or after their objects; each (source, relation, target, level) once, in any order. */
	addLinks(links: readonly IndexLink[]): Promise<void>;
	/** Makes the generation complete and durable; it still does not answer. */
	finish(): Promise<void>;
	/** Throws the unfinished generation away. */
	abandon(): Promise<void>;
}

/**
 * Answers searches from one generation of the index, while that is changed and another one is built.
 * Any number of handles, threads and processes may use one index at a time. Where the generation that answers is lost, or was written in
 * another format than this program's, locate, search, update and size fail with `unavailable` until a rebuild is switched to.
 */
export interface SearchIndex {
	/** Finds identifiers; answers those that are known, in no particular order. */
	locate(identifiers: readonly IdentifierKey[]): Promise<Located[]>;
	/** Finds identifiers of any scheme by comparison key, in no particular order. */
	locateKeys(keys: readonly string[]): Promise<Located[]>;
	/** Answers a search on one consistent state; undefined where the group is not in the index. */
	search(request: SearchRequest): Promise<SearchResult | undefined>;
	/**
	 * Names some objects that have links at their Identity level: one identifier of each that leads to it, no object twice, at most `count` of them.
	 * It looks at a few links, however many there are, so what is cited often comes before what is cited seldom. None where there are no links, and
	 * where the generation that answers is lost or in another format.
	 */
	examples(count: number): Promise<IdentifierKey[]>;
	/**
	 * Tells the state that is answered from now: while it is the same object as before, locate, locateKeys and search answer as before.
	 * Undefined where an engine cannot tell that cheaply, and where there is nothing to answer from.
	 */
	state(): object | undefined;

	/** Tells the generation that answers (a fresh index answers from generation 1, empty). */
	generation(): Promise<number>;
	/**
	 * Runs `work` with the only right to write to the generation that answers; all it applied becomes visible at once when it ends, nothing of it when it fails. The writer is good for that long.
	 * Others wait for their turn, and fail with `unavailable` where it does not come within half a minute. One that comes `after` something writes nothing before that has come to be, and fails as it does. Until then an engine
	 * may run its `work` all the same: it sees what the updates of this handle before it will have changed, and fails with `conflict` where these come to nothing or another handle has written meanwhile.
	 */
	update<T>(work: (writer: IndexWriter) => Promise<T>, options?: { after?: Promise<unknown> }): Promise<T>;
	/** Begins a new, empty generation with this number (higher than the one that answers); what a crashed build left under that number is cleared away. */
	build(generation: number): Promise<IndexBuilder>;
	/**
	 * Fills in all objects of a generation that another handle, perhaps of another thread, builds meanwhile: that one adds links alone, and finishes when this has. Absent where an engine is
	 * faster when it has the objects before the links.
	 */
	buildObjects?(generation: number): Promise<ObjectBuilder>;
	/**
	 * Makes a finished generation the one that answers, in this and every other process, and removes older ones; again for the one that answers already, it only clears up.
	 * `before` runs while no writer writes and while the old one still answers; where it fails, nothing is switched.
	 */
	switchTo(generation: number, before?: () => Promise<void>): Promise<void>;
	/** Like switchTo where that generation has been finished (a switch was cut short), and answers true; false where it has not or is not there, and nothing happens. */
	switchToFinished(generation: number): Promise<boolean>;
	/** Tells, without counting, whether the generation that answers holds no object at all; so does one that is lost or in another format. */
	isEmpty(): Promise<boolean>;
	/** Counts the objects of Identity groups, and the links between them as they were given. */
	size(): Promise<{ objects: number; links: number }>;
	close(): Promise<void>;
}
