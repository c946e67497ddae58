// Types of what the broker is sent and answers. Written by `npm run clients:types` from its OpenAPI
// description: change that, not this.

export type RelationParameter = 'cites' | 'isCitedBy' | 'isSupplementTo' | 'isSupplementedBy' | 'isRelatedTo';

export type TypeParameter = 'literature' | 'software' | 'dataset' | 'unknown';

export type GroupByParameter = 'identity' | 'version';

export type SortParameter =
	| 'mostrecent'
	| '-mostrecent'
	| 'published'
	| '-published'
	| 'title'
	| '-title'
	| 'mostcited'
	| '-mostcited';

export type FormatParameter = 'csv' | 'jsonl' | 'scholix' | 'bibtex' | 'ris' | 'csl' | 'reference' | 'inveniordm';

export type SearchRelationshipsParameters = {
	/** The identifier of the work, in any form, or a text that contains exactly one identifier. */
	id: string;
	/** The scheme of id, such as doi, arxiv, ads or url. Detected from id if omitted. */
	scheme?: string | undefined;
	/** Only this relation, as seen from the work. All those listed if omitted. */
	relation?: RelationParameter | undefined;
	/** Only related works of this type. */
	type?: TypeParameter | undefined;
	/**
	 * Only related works published in these years, as from--to. Both years are included, unless >
	 * (first year) or < (last year) precedes them. Omit a year to leave that end open.
	 */
	publicationYear?: string | undefined;
	/** Only links asserted on or after this date. */
	from?: string | undefined;
	/** Only links asserted on or before this date. A day, month or year is included whole. */
	to?: string | undefined;
	/**
	 * identity: the relationships of the work itself. version: the relationships of all its versions
	 * together; related works are grouped by version too.
	 */
	groupBy?: GroupByParameter | undefined;
	/**
	 * With group_by=version: only relationships of this version of the work. Any identifier of the
	 * version, in any form.
	 */
	via?: string | undefined;
	/**
	 * Only relationships to which a provider gave this relation type, as seen from the work. Letter
	 * case does not matter.
	 */
	subtype?: string | undefined;
	/** Count by this definition of a citation; see GET /definitions. All links count if omitted. */
	definition?: string | undefined;
	/** Leave out links with any of these flags, separated by commas. See GET /definitions. */
	exclude?: string | undefined;
	/** Only links with at least one of these flags, separated by commas. See GET /definitions. */
	flagged?: string | undefined;
	/** Free-text query about the related work, such as title:corner AND year:[2016 TO 2018]. */
	q?: string | undefined;
	/**
	 * mostrecent: newest link first. published: latest published related work first. title: by the
	 * title of the related work, A to Z. mostcited: most cited related work first, counted at the
	 * level of group_by. With - before it: the reverse. Works without a date or title are always last.
	 * Only mostrecent sorts more than 100,000 relationships (with OpenSearch: 10,000).
	 */
	sort?: SortParameter | undefined;
	/** The number of relationships on a page. */
	size?: number | undefined;
	/** The page number, from 1. Beyond 10,000 relationships, follow the cursor in rel="next". */
	page?: number | undefined;
	/** Continue after an earlier page. Take the value from its rel="next" link. */
	cursor?: string | undefined;
	/** 1 indents the JSON. */
	prettyprint?: boolean | undefined;
	/**
	 * Return the whole result as a file, regardless of Accept: a table (csv), Scholix links as JSON
	 * Lines (jsonl) or as one array (scholix), references to the related works (bibtex, ris, csl;
	 * reference: as text, one a line), or metadata.related_identifiers of an InvenioRDM record
	 * (inveniordm). Cannot be combined with size, page and cursor.
	 */
	format?: FormatParameter | undefined;
	/**
	 * With format: only these related works, at most 100, each by one of its identifiers. Give the
	 * parameter once for each, or once with one identifier per line. The file has them in this order.
	 */
	only?: string | undefined;
	/**
	 * 1: links have their Flags also in the Scholix forms; application/json, jsonl and csv always have
	 * them, and application/json then counts them over the whole result, in aggregations.flags.
	 */
	flags?: boolean | undefined;
	/** A CSV begins with a byte order mark, so that Excel reads it as UTF-8; 0 omits it. */
	bom?: boolean | undefined;
};

/** An identifier of the notice. */
export type AnsweredIdentifier = {
	ID: string;
	IDScheme: string;
};

export type Suggestion = {
	ID: string;
	IDScheme: string;
	/**
	 * broader: the requested identifier is a version or part of this one. version: this is a version
	 * of the same work. other-scheme: the text is also an identifier of this scheme.
	 */
	reason: 'broader' | 'version' | 'other-scheme';
};

export type UnderstoodQuery = {
	/** The identifier that the broker read from id. */
	understood_as: AnsweredIdentifier;
	/** Whether the identifier is known. */
	known: boolean;
	/** Known identifiers that may be meant, if the requested one is unknown. */
	suggestions: Suggestion[];
};

/**
 * Numbers of links by flag, of every flag that is left out, also 0. excluded: how many links were
 * left out, each under the first of its flags in the order of GET /definitions; together with the
 * total, they are the total of the same question without exclude. unknown: of how many links that
 * were kept the flag is unknown.
 */
export type FlagNumbers = Record<string, number>;

export type Identifier = {
	ID: string;
	IDScheme: string;
	IDURL?: string | null;
};

export type ObjectType = {
	/**
	 * One of literature, software, dataset, unknown, in any letter case, or a term of DataCite,
	 * Crossref, OpenAIRE, BibTeX or NASA ADS that is read as one of them (publication, article,
	 * other). An empty text is unknown.
	 */
	Name: string;
	SubType?: string | null;
	SubTypeSchema?: string | null;
};

export type AgentIdentifier = {
	ID: string;
	IDScheme: string;
	IDURL?: string | null;
};

export type Agent = {
	Name: string;
	/** One identifier or an array of them, such as an ORCID iD or a ROR id. */
	Identifier?: AgentIdentifier | AgentIdentifier[] | null;
};

export type Keyword = {
	Name: string;
};

/**
 * The journal, book or proceedings in which the object appeared, and where in it. An extension of
 * Scholix by this broker.
 */
export type ScholixObjectContainer = {
	Title?: string | null;
	ISSN?: string[] | null;
	Volume?: string | null;
	Issue?: string | null;
	/** The pages, or the number of the article. */
	Pages?: string | null;
};

/** An identifier of the notice. */
export type NoticeIdentifier = {
	ID: string;
	IDScheme: string;
	IDURL?: string | null;
};

export type Notice = {
	Kind: 'retraction' | 'concern' | 'correction';
	/** YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC. */
	Date?: string | null;
	/** An identifier of the notice. */
	Identifier?: NoticeIdentifier | null;
};

export type ScholixObject = {
	/** One identifier, or an array of identifiers of the same object. */
	Identifier: Identifier | Identifier[];
	/** An object, or only its Name as a text. */
	Type: ObjectType | string;
	SubType?: string | null;
	SubTypeSchema?: string | null;
	/** The title, plain or with markup of HTML, JATS or MathML. */
	Title?: string | null;
	/** The title with markup, in the form of answers. It is used instead of Title. */
	TitleMarkup?: string | null;
	Creator?: Agent[] | null;
	/** YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC. */
	PublicationDate?: string | null;
	Publisher?: Agent[] | null;
	Keywords?: (string | Keyword)[] | null;
	/**
	 * The journal, book or proceedings in which the object appeared, and where in it. An extension of
	 * Scholix by this broker.
	 */
	Container?: ScholixObjectContainer | null;
	/** The edition of a book, or the version of software or data. An extension of Scholix. */
	Edition?: string | null;
	/** The place of the publisher. An extension of Scholix. */
	PublisherPlace?: string | null;
	/**
	 * The notices that the work was retracted or corrected, or is doubted. If neither object of a link
	 * has this field, a SubType such as retraction, erratum or IsRetractedBy says it. An extension of
	 * Scholix by this broker.
	 */
	Notice?: Notice[] | null;
	/**
	 * The fields (true: all but Notice) that count only if no link states them, whichever came first.
	 * An extension of Scholix by this broker.
	 */
	Filled?:
		| boolean
		| (
				| 'Title'
				| 'Creator'
				| 'PublicationDate'
				| 'Type'
				| 'Kind'
				| 'Publisher'
				| 'Keywords'
				| 'Container'
				| 'Edition'
				| 'PublisherPlace'
		  )[]
		| null;
};

export type RelationshipType = {
	/**
	 * A relation type of Scholix v3 or DataCite 4.7, in any letter case. Any other name of at most 50
	 * letters is read as IsRelatedTo.
	 */
	Name: string;
	/** Decides the relation if it is a known relation type and SubTypeSchema is DataCite or absent. */
	SubType?: string | null;
	SubTypeSchema?: string | null;
};

export type LinkProvider = {
	Name: string;
	/** One identifier or an array of them, such as an ORCID iD or a ROR id. */
	Identifier?: AgentIdentifier | AgentIdentifier[] | null;
};

/** See GET /definitions. */
export type Flag =
	| 'author-self'
	| 'author-self-by-id'
	| 'journal-self'
	| 'provider-own'
	| 'machine'
	| 'single-provider'
	| 'supplement-as-citation'
	| 'unregistered'
	| 'retracted-citing'
	| 'retracted-cited'
	| 'cited-after-retraction'
	| 'corrected-citing'
	| 'corrected-cited'
	| 'concern-citing'
	| 'concern-cited';

export type AnsweredVersion = {
	Identifiers: AnsweredIdentifier[];
	/** The total number of identifiers, if the list is shortened. */
	IdentifierTotal?: number;
	/**
	 * What the version is called, different for each version of a work: the first that exists of the
	 * stated version, the one in its title or in an identifier, the part of the title that only this
	 * version has, its title, and its identifier. A date or the end of an identifier is added where
	 * names would be the same. Only works with several versions have it, for the latest 1,000 of them.
	 */
	VersionName?: string;
};

export type AnsweredProvider = {
	Name: string;
};

export type LinkHistoryItem = {
	/** As given by the provider. */
	LinkPublicationDate: string;
	LinkProvider: AnsweredProvider;
	/** The relation type as the provider gave it. */
	SubType?: string;
	/** The relation types, if the provider gave several. */
	SubTypes?: string[];
};

export type VersionLink = {
	Source: AnsweredVersion;
	Target: AnsweredVersion;
	/** The distinct pairs of provider and date, newest first. */
	LinkHistory: LinkHistoryItem[];
	/** The total number of pairs of provider and date, if the list is shortened. */
	LinkHistoryTotal?: number;
};

export type FoundLink = {
	Source: ScholixObject;
	Target: ScholixObject;
	RelationshipType: RelationshipType;
	LinkProvider: LinkProvider[];
	/** YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC. */
	LinkPublicationDate: string;
	LicenseURL?: string | null;
	/** The total number of pairs of provider and date, if the list is shortened. */
	LinkHistoryTotal?: number;
	/** The address of all pairs, if the list is shortened. */
	AllLinkHistory?: string;
	/**
	 * The flags of the relationship; see GET /definitions. Absent if it has none. POST /events ignores
	 * it.
	 */
	Flags?: Flag[];
	/**
	 * With group_by=version: which version of the work (Source) is linked to which version of the
	 * related work (Target). Newest first, then by identifier; at most 100.
	 */
	Via?: VersionLink[];
	/** The total number of pairs, if Via is shortened. */
	ViaTotal?: number;
};

export type RelationshipsHitsHits = {
	/** The number of relationships in the whole result. */
	total: number;
	/** The links of this page, in the form that POST /events accepts. */
	hits: FoundLink[];
};

export type YearCount = {
	key: number;
	doc_count: number;
};

export type YearCounts = {
	buckets: YearCount[];
};

export type AggregationsTypeBucket = {
	key: 'literature' | 'software' | 'dataset' | 'unknown';
	doc_count: number;
	publication_year: YearCounts;
	link_year: YearCounts;
};

export type AggregationsType = {
	buckets: AggregationsTypeBucket[];
};

export type TextCount = {
	key: string;
	doc_count: number;
};

/** Relation types as the providers gave them, seen from the work; the 100 most frequent. */
export type TextCounts = {
	buckets: TextCount[];
};

export type AggregationsViaBucket = {
	key: string;
	Identifiers: AnsweredIdentifier[];
	/**
	 * What the version is called, different for each version of a work: the first that exists of the
	 * stated version, the one in its title or in an identifier, the part of the title that only this
	 * version has, its title, and its identifier. A date or the end of an identifier is added where
	 * names would be the same. Only works with several versions have it, for the latest 1,000 of them.
	 */
	VersionName?: string;
	doc_count: number;
};

/**
 * With group_by=version: the number of relationships of each version of the work, for the 100
 * versions with most. Pass the key of a version as via.
 */
export type AggregationsVia = {
	buckets: AggregationsViaBucket[];
};

export type FlagCount = {
	key: Flag;
	doc_count: number;
	unknown: number;
};

/**
 * Only with flags=1 on GET /relationships: how many relationships of the result have each flag, and
 * of how many it is unknown. One with several flags counts for each.
 */
export type AggregationsFlags = {
	buckets: FlagCount[];
};

/** Counts over the whole result. */
export type Aggregations = {
	type: AggregationsType;
	publication_year: YearCounts;
	/**
	 * The years (UTC) of the latest LinkPublicationDate of each relationship, as sort=mostrecent uses
	 * it.
	 */
	link_year: YearCounts;
	subtype: TextCounts;
	/**
	 * With group_by=version: the number of relationships of each version of the work, for the 100
	 * versions with most. Pass the key of a version as via.
	 */
	via?: AggregationsVia;
	/**
	 * Only with flags=1 on GET /relationships: how many relationships of the result have each flag,
	 * and of how many it is unknown. One with several flags counts for each.
	 */
	flags?: AggregationsFlags;
};

/** Addresses of this page, the next one and the previous one. */
export type RelationshipsHitsLinks = {
	self: string;
	next?: string;
	prev?: string;
};

export type RelationshipsHits = {
	query: UnderstoodQuery;
	/** The definition of a citation that was asked for; see GET /definitions. */
	definition?: string;
	excluded?: FlagNumbers;
	unknown?: FlagNumbers;
	hits: RelationshipsHitsHits;
	aggregations: Aggregations;
	/** Addresses of this page, the next one and the previous one. */
	links: RelationshipsHitsLinks;
};

export type AnsweredAgent = {
	Name: string;
};

export type AnsweredType = {
	/** unknown if no type was given. */
	Name: 'literature' | 'software' | 'dataset' | 'unknown';
	SubType?: string;
	SubTypeSchema?: string;
};

/**
 * The journal, book or proceedings in which the work appeared, and where in it. An extension of
 * Scholix.
 */
export type AnsweredContainer = {
	/** Plain text, like Title. */
	Title?: string;
	ISSN?: string[];
	Volume?: string;
	Issue?: string;
	/** The pages, or the number of the article. */
	Pages?: string;
};

/**
 * Says that a work was retracted or corrected, or that there is a concern. An extension of Scholix.
 */
export type AnsweredNotice = {
	/** retraction also stands for a withdrawal or removal. */
	Kind: 'retraction' | 'concern' | 'correction';
	/** When the notice was published. */
	Date?: string;
	Identifier?: AnsweredIdentifier;
};

export type AnsweredObject = {
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** The total number of creators, if the list is shortened. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	/** The edition of a book, or the version of software or data. */
	Edition?: string;
	Publisher?: AnsweredAgent[];
	/** The total number of publishers, if the list is shortened. */
	PublisherTotal?: number;
	/** The place of the publisher. */
	PublisherPlace?: string;
	Keywords?: string[];
	/** The total number of keywords, if the list is shortened. */
	KeywordsTotal?: number;
	/** The notices about the work. Of a work with several versions: those about the main version. */
	Notice?: AnsweredNotice[];
	/** The total number of notices, if the list is shortened. */
	NoticeTotal?: number;
	/** The total number of identifiers, if the list is shortened. */
	IdentifierTotal?: number;
	/** The address of all identifiers, if the list is shortened. */
	AllIdentifiers?: string;
	Identifiers: AnsweredIdentifier[];
	/** With group_by=version: the identifiers of each version, even if there is only one. */
	Versions?: AnsweredVersion[];
	/** The total number of versions, if the list is shortened. */
	VersionsTotal?: number;
	/** The address of all versions, if the list is shortened. */
	AllVersions?: string;
};

/** The requested relation. Without one, each relationship has its own. */
export type AnsweredRelation = {
	Name: 'cites' | 'isCitedBy' | 'isSupplementTo' | 'isSupplementedBy' | 'isRelatedTo';
};

export type Relationship = {
	Target: AnsweredObject;
	Relation?: AnsweredRelation;
	/** The distinct pairs of provider and date, newest first. */
	LinkHistory: LinkHistoryItem[];
	/** The total number of pairs of provider and date, if the list is shortened. */
	LinkHistoryTotal?: number;
	/** The address of all pairs, if the list is shortened. */
	AllLinkHistory?: string;
	/**
	 * The flags of the relationship; see GET /definitions. Absent if it has none. POST /events ignores
	 * it.
	 */
	Flags?: Flag[];
	/**
	 * With group_by=version: which version of the work (Source) is linked to which version of the
	 * related work (Target). Newest first, then by identifier; at most 100.
	 */
	Via?: VersionLink[];
	/** The total number of pairs, if Via is shortened. */
	ViaTotal?: number;
};

export type RelationshipsAnswer = {
	Source: AnsweredObject;
	Relation?: AnsweredRelation;
	GroupBy: 'identity' | 'version';
	Relationships: Relationship[];
};

export type DescribeObjectSortParameter =
	| 'relevance'
	| 'mostcited'
	| 'mostrecent'
	| '-relevance'
	| '-mostcited'
	| '-mostrecent';

export type DescribeObjectParameters = {
	/** The identifier of the work, in any form, or a text that contains exactly one identifier. */
	id?: string | undefined;
	/** The scheme of id, such as doi, arxiv, ads or url. Detected from id if omitted. */
	scheme?: string | undefined;
	/** 1 adds facets: counts by type, year, relation type and version for each relation. */
	facets?: boolean | undefined;
	/** Count by this definition of a citation; see GET /definitions. All links count if omitted. */
	definition?: string | undefined;
	/** Leave out links with any of these flags, separated by commas. See GET /definitions. */
	exclude?: string | undefined;
	/** 1 indents the JSON. */
	prettyprint?: boolean | undefined;
	/** Free-text query about the work, such as title:corner AND year:[2016 TO 2018]. */
	q?: string | undefined;
	/** Only works of this type. */
	type?: TypeParameter | undefined;
	/** Only works published in these years, in the form of GET /relationships. */
	publicationYear?: string | undefined;
	/**
	 * version: all versions of a work are one result, described by the version from which the others
	 * come. identity: each version is a result.
	 */
	groupBy?: GroupByParameter | undefined;
	/**
	 * relevance (default with q): titles equal to q first, then most words of q in the title, then
	 * most citing works. mostcited (default without q): most citing works first. mostrecent: latest
	 * published first. A hyphen before the value reverses the order; works without a date are always
	 * last.
	 */
	sort?: DescribeObjectSortParameter | undefined;
	/** The number of works on a page. */
	size?: number | undefined;
	/** Continue after an earlier page. Take the value from its links.next. */
	cursor?: string | undefined;
};

export type IdentifierWithAddress = {
	ID: string;
	IDScheme: string;
	IDURL?: string;
};

/** The number of related works by relation. */
export type RelationCounts = {
	cites: number;
	isCitedBy: number;
	isSupplementTo: number;
	isSupplementedBy: number;
	isRelatedTo: number;
};

/**
 * identity: the counts of the work itself. version: the counts of all its versions together, with
 * related works grouped by version too.
 */
export type LevelCounts = {
	identity: RelationCounts;
	version: RelationCounts;
};

/** The citations that count, the links that were left out, and those of which a flag is unknown. */
export type CountedCitations = {
	total: number;
	excluded: FlagNumbers;
	unknown: FlagNumbers;
};

/**
 * Only with definition or exclude: the citations that count, of the work itself (identity), and of
 * all its versions together (version). A level at which the definition does not count is absent.
 */
export type CitationCounts = {
	/** The definition of a citation that was asked for; see GET /definitions. */
	definition?: string;
	identity?: CountedCitations;
	version?: CountedCitations;
};

export type VersionOfWork = {
	/**
	 * What the version is called, different for each version of a work: the first that exists of the
	 * stated version, the one in its title or in an identifier, the part of the title that only this
	 * version has, its title, and its identifier. A date or the end of an identifier is added where
	 * names would be the same. Only works with several versions have it, for the latest 1,000 of them.
	 */
	VersionName?: string;
	/**
	 * A permanent address. After merges, splits and reindexes it leads to the work that has the
	 * identifier then.
	 */
	self: string;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** The total number of creators, if the list is shortened. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	/** The edition of a book, or the version of software or data. */
	Edition?: string;
	Publisher?: AnsweredAgent[];
	/** The total number of publishers, if the list is shortened. */
	PublisherTotal?: number;
	/** The place of the publisher. */
	PublisherPlace?: string;
	Keywords?: string[];
	/** The total number of keywords, if the list is shortened. */
	KeywordsTotal?: number;
	/** The notices about the work. Of a work with several versions: those about the main version. */
	Notice?: AnsweredNotice[];
	/** The total number of notices, if the list is shortened. */
	NoticeTotal?: number;
	/** The total number of identifiers, if the list is shortened. */
	IdentifierTotal?: number;
	/** The address of all identifiers, if the list is shortened. */
	AllIdentifiers?: string;
	/** IDURL is the web address of the identifier, if it has one. */
	Identifiers: IdentifierWithAddress[];
	counts: RelationCounts;
	/**
	 * The earliest date of a link of the work. A year or month counts as its first day. null: no
	 * links.
	 */
	first_linked: string | null;
	/** The latest date of a link of the work. */
	last_linked: string | null;
};

/** The work with all its versions. The version from which the others come describes it. */
export type WorkFamily = {
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** The total number of creators, if the list is shortened. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	/** The edition of a book, or the version of software or data. */
	Edition?: string;
	Publisher?: AnsweredAgent[];
	/** The total number of publishers, if the list is shortened. */
	PublisherTotal?: number;
	/** The place of the publisher. */
	PublisherPlace?: string;
	Keywords?: string[];
	/** The total number of keywords, if the list is shortened. */
	KeywordsTotal?: number;
	/** The notices about the work. Of a work with several versions: those about the main version. */
	Notice?: AnsweredNotice[];
	/** The total number of notices, if the list is shortened. */
	NoticeTotal?: number;
	/** The total number of identifiers, if the list is shortened. */
	IdentifierTotal?: number;
	/** The address of all identifiers, if the list is shortened. */
	AllIdentifiers?: string;
	/** IDURL is the web address of the identifier, if it has one. */
	Identifiers: IdentifierWithAddress[];
	/** The versions, latest published first; at most 100. Each has its own counts. */
	versions: VersionOfWork[];
	versions_total: number;
	/** The address of all versions, if the list is shortened. */
	all_versions?: string;
};

export type RelationFacets = {
	cites: Aggregations;
	isCitedBy: Aggregations;
	isSupplementTo: Aggregations;
	isSupplementedBy: Aggregations;
	isRelatedTo: Aggregations;
};

/** Only with facets=1: counts over the whole result of each relation. */
export type WorkFacets = {
	identity: RelationFacets;
	version: RelationFacets;
};

export type Work = {
	query: UnderstoodQuery;
	/**
	 * What the version is called, different for each version of a work: the first that exists of the
	 * stated version, the one in its title or in an identifier, the part of the title that only this
	 * version has, its title, and its identifier. A date or the end of an identifier is added where
	 * names would be the same. Only works with several versions have it, for the latest 1,000 of them.
	 */
	VersionName?: string;
	/**
	 * A permanent address. After merges, splits and reindexes it leads to the work that has the
	 * identifier then.
	 */
	self: string;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** The total number of creators, if the list is shortened. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	/** The edition of a book, or the version of software or data. */
	Edition?: string;
	Publisher?: AnsweredAgent[];
	/** The total number of publishers, if the list is shortened. */
	PublisherTotal?: number;
	/** The place of the publisher. */
	PublisherPlace?: string;
	Keywords?: string[];
	/** The total number of keywords, if the list is shortened. */
	KeywordsTotal?: number;
	/** The notices about the work. Of a work with several versions: those about the main version. */
	Notice?: AnsweredNotice[];
	/** The total number of notices, if the list is shortened. */
	NoticeTotal?: number;
	/** The total number of identifiers, if the list is shortened. */
	IdentifierTotal?: number;
	/** The address of all identifiers, if the list is shortened. */
	AllIdentifiers?: string;
	/** IDURL is the web address of the identifier, if it has one. */
	Identifiers: IdentifierWithAddress[];
	counts: LevelCounts;
	counted?: CitationCounts;
	/**
	 * The earliest date of a link of the work. A year or month counts as its first day. null: no
	 * links.
	 */
	first_linked: string | null;
	/** The latest date of a link of the work. */
	last_linked: string | null;
	/** The work with all its versions. The version from which the others come describes it. */
	family: WorkFamily;
	/** Only with facets=1: counts over the whole result of each relation. */
	facets?: WorkFacets;
};

/**
 * Only with group_by=version: the version whose title has more of the words than the title of the
 * work, or equals q.
 */
export type FoundWorkMatchedVersion = {
	/**
	 * A permanent address. After merges, splits and reindexes it leads to the work that has the
	 * identifier then.
	 */
	self: string;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** The total number of creators, if the list is shortened. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	/** The edition of a book, or the version of software or data. */
	Edition?: string;
	Publisher?: AnsweredAgent[];
	/** The total number of publishers, if the list is shortened. */
	PublisherTotal?: number;
	/** The place of the publisher. */
	PublisherPlace?: string;
	Keywords?: string[];
	/** The total number of keywords, if the list is shortened. */
	KeywordsTotal?: number;
	/** The notices about the work. Of a work with several versions: those about the main version. */
	Notice?: AnsweredNotice[];
	/** The total number of notices, if the list is shortened. */
	NoticeTotal?: number;
	/** The total number of identifiers, if the list is shortened. */
	IdentifierTotal?: number;
	/** The address of all identifiers, if the list is shortened. */
	AllIdentifiers?: string;
	/** IDURL is the web address of the identifier, if it has one. */
	Identifiers: IdentifierWithAddress[];
};

/** Only with definition or exclude: the citations that count at the level of group_by. */
export type CountedWork = {
	/** The definition of a citation that was asked for; see GET /definitions. */
	definition?: string;
	total: number;
	excluded: FlagNumbers;
	unknown: FlagNumbers;
};

export type FoundWork = {
	/**
	 * A permanent address. After merges, splits and reindexes it leads to the work that has the
	 * identifier then.
	 */
	self: string;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** The total number of creators, if the list is shortened. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	/** The edition of a book, or the version of software or data. */
	Edition?: string;
	Publisher?: AnsweredAgent[];
	/** The total number of publishers, if the list is shortened. */
	PublisherTotal?: number;
	/** The place of the publisher. */
	PublisherPlace?: string;
	Keywords?: string[];
	/** The total number of keywords, if the list is shortened. */
	KeywordsTotal?: number;
	/** The notices about the work. Of a work with several versions: those about the main version. */
	Notice?: AnsweredNotice[];
	/** The total number of notices, if the list is shortened. */
	NoticeTotal?: number;
	/** The total number of identifiers, if the list is shortened. */
	IdentifierTotal?: number;
	/** The address of all identifiers, if the list is shortened. */
	AllIdentifiers?: string;
	/** IDURL is the web address of the identifier, if it has one. */
	Identifiers: IdentifierWithAddress[];
	/**
	 * Only with group_by=version: the version whose title has more of the words than the title of the
	 * work, or equals q.
	 */
	matched_version?: FoundWorkMatchedVersion;
	/** Only if matched is most: the words that this work lacks. */
	missing_words?: string[];
	counts: RelationCounts;
	counted?: CountedWork;
	/** The number of versions grouped in this result. Always 1 with group_by=identity. */
	versions_total: number;
};

export type TypeCount = {
	key: 'literature' | 'software' | 'dataset' | 'unknown';
	doc_count: number;
};

export type TypeCounts = {
	buckets: TypeCount[];
};

/** Counts over the works that total counts. */
export type FoundWorksAggregations = {
	type: TypeCounts;
	publication_year: YearCounts;
	/** The 100 publishers with the most works. */
	publisher: TextCounts;
	/**
	 * The 100 journals, books or proceedings with the most works; without a title, the first ISSN. To
	 * filter by one, use `journal:"…"` in `q`, which takes ISSNs as well.
	 */
	journal: TextCounts;
};

export type ShorterQuery = {
	/** The words that are left out. */
	words: string[];
	q: string;
};

/** Addresses of this page and the next one. */
export type FoundWorksLinks = {
	self: string;
	next?: string;
};

export type FoundWorks = {
	/** The number of works found among those examined. */
	total: number;
	/**
	 * eq: total is exact. gte: total is a lower bound, because more than 10,000 works match and only
	 * that many were examined, the most cited first.
	 */
	total_relation: 'eq' | 'gte';
	/**
	 * all: each work has all words of q. most: no work that matches the filters has all of them, and
	 * these works have at least half; total, aggregations and pages refer to these works.
	 */
	matched: 'all' | 'most';
	hits: FoundWork[];
	/** Counts over the works that total counts. */
	aggregations: FoundWorksAggregations;
	/**
	 * Only on the first page, if no work has all words: similar queries that find works with the same
	 * filters. They replace words that no work has, or one of the rarest words.
	 */
	suggestions?: string[];
	/**
	 * Only on the first page, if no work has all words: shorter queries that find works with the same
	 * filters.
	 */
	without?: ShorterQuery[];
	/** Addresses of this page and the next one. */
	links: FoundWorksLinks;
};

export type DescribeObjectByNumberParameters = {
	/** 1 adds facets: counts by type, year, relation type and version for each relation. */
	facets?: boolean | undefined;
	/** Count by this definition of a citation; see GET /definitions. All links count if omitted. */
	definition?: string | undefined;
	/** Leave out links with any of these flags, separated by commas. See GET /definitions. */
	exclude?: string | undefined;
	/** 1 indents the JSON. */
	prettyprint?: boolean | undefined;
};

export type LookUpObjectsParameters = {
	/** Count by this definition of a citation; see GET /definitions. All links count if omitted. */
	definition?: string | undefined;
	/** Leave out links with any of these flags, separated by commas. See GET /definitions. */
	exclude?: string | undefined;
	/** A CSV begins with a byte order mark, so that Excel reads it as UTF-8; 0 omits it. */
	bom?: boolean | undefined;
};

export type IdentifierToLookUpObject = {
	ID: string;
	IDScheme: string;
};

/** As given by the provider. */
export type IdentifierToLookUp = string | IdentifierToLookUpObject;

export type LookedUp = {
	input: IdentifierToLookUp;
	/** The identifier that the broker read from the input. */
	understood_as?: AnsweredIdentifier;
	known: boolean;
	/** Why the input does not name exactly one work. */
	problem?: string;
	/** The kind of problem. `not-an-identifier`: the input may be a title. */
	problem_code?: 'not-an-identifier' | 'several-identifiers' | 'ambiguous-identifier';
	/**
	 * A permanent address. After merges, splits and reindexes it leads to the work that has the
	 * identifier then.
	 */
	self?: string;
	counts?: LevelCounts;
	counted?: CitationCounts;
};

export type LookUpObjectsAnswer = {
	results: LookedUp[];
};

export type FlagParameter =
	| 'author-self'
	| 'author-self-by-id'
	| 'journal-self'
	| 'provider-own'
	| 'machine'
	| 'single-provider'
	| 'supplement-as-citation'
	| 'unregistered'
	| 'retracted-citing'
	| 'retracted-cited'
	| 'cited-after-retraction'
	| 'corrected-citing'
	| 'corrected-cited'
	| 'concern-citing'
	| 'concern-cited';

export type ExplainWhyParameters = {
	/** The first identifier, in any form, or a text that contains exactly one identifier. */
	id: string;
	/** The scheme of id. Detected if omitted. */
	scheme?: string | undefined;
	/** The second identifier, in the same forms. */
	other: string;
	/** The scheme of other. Detected if omitted. */
	otherScheme?: string | undefined;
	/** Also explain whether the link between the works has this flag. See GET /definitions. */
	flag?: FlagParameter | undefined;
};

export type UnderstoodIdentifier = {
	/** The identifier that the broker read from the input. */
	understood_as: AnsweredIdentifier;
	known: true;
};

export type RuleStep = {
	source: AnsweredIdentifier;
	relation: 'Cites' | 'IsSupplementTo' | 'IsRelatedTo' | 'HasVersion' | 'IsIdenticalTo';
	target: AnsweredIdentifier;
	/** The rule of the scheme that makes both identifiers equal, as a sentence. */
	rule: string;
};

export type AssertedStep = {
	source: AnsweredIdentifier;
	relation: 'Cites' | 'IsSupplementTo' | 'IsRelatedTo' | 'HasVersion' | 'IsIdenticalTo';
	target: AnsweredIdentifier;
	/** The provider of the assertion that was accepted first. */
	provider: string;
	/** The date of that assertion. */
	date: string;
	/** The relation type as the provider gave it. */
	sub_type?: string;
	/** The event of that assertion. Only for accounts that may see the event. */
	event_id?: string;
	/** The number of further assertions of the same link. */
	others: number;
};

/**
 * The link between the works, if there is one. One version of a work may be linked with another.
 */
export type ExplainedLink = {
	/** The relation as seen from id. */
	relation: 'cites' | 'isCitedBy' | 'isSupplementTo' | 'isSupplementedBy' | 'isRelatedTo';
	/** identity: these works are linked. version: only their versions are. */
	group_by: 'identity' | 'version';
	/** The flags of the link. */
	flags: Flag[];
};

export type SharedCreator = {
	id: AnsweredAgent;
	other: AnsweredAgent;
	/** What they have in common, as it is compared. */
	matched: string;
};

export type SharedContainer = {
	id: AnsweredContainer;
	other: AnsweredContainer;
	/** What they have in common, as it is compared. */
	matched: string;
};

export type OwnPublisher = {
	/** The work: that of id, or that of other. */
	of: 'id' | 'other';
	publisher: string;
	provider: string;
};

export type MinedAssertion = {
	provider: string;
	/** The date of the assertion. */
	date: string;
	/** The relation types as the provider gave them. */
	words: string[];
	/** What says that a program found the link. */
	mined_by: 'provider' | 'words';
};

export type OnlyProvider = {
	provider: string;
};

export type SupplementOf = {
	/** The work: that of id, or that of other. */
	of: 'id' | 'other';
	relation: 'IsSupplementTo';
};

export type UnregisteredWork = {
	/** The work: that of id, or that of other. */
	of: 'id' | 'other';
	/** Schemes. It has none of them. */
	lacks: string[];
};

export type StatedNotice = {
	/** The work: that of id, or that of other. */
	of: 'id' | 'other';
	notice: AnsweredNotice;
	/** Who stated the notice last. */
	provider?: string;
	/** The date of the assertion. */
	date?: string;
	/** The event that states it. Only for accounts that may see the event. */
	event_id?: string;
};

export type ComparedDates = {
	/** When the citing work was published. */
	published: string;
	/** When the cited work was retracted. */
	retracted: string;
};

export type FlagEvidence =
	| SharedCreator
	| SharedContainer
	| OwnPublisher
	| MinedAssertion
	| OnlyProvider
	| SupplementOf
	| UnregisteredWork
	| StatedNotice
	| ComparedDates;

export type MissingField = {
	/** The work: that of id, or that of other. */
	of: 'id' | 'other';
	field: string;
	/** The date, if it is not precise enough. */
	value?: string;
};

/** The flag that was asked for. */
export type ExplainedFlag = {
	name: Flag;
	holds: 'yes' | 'no' | 'unknown';
	/** identifier: the works match by an ORCID iD, ISNI or ISSN. name: by a name or title alone. */
	certainty?: 'identifier' | 'name';
	/** Why the link has the flag. */
	evidence: FlagEvidence[];
	/** The number of further pieces of evidence. */
	others: number;
	/** Why the flag is unknown: what is not known of the works. */
	missing?: MissingField[];
};

export type Why = {
	id: UnderstoodIdentifier;
	other: UnderstoodIdentifier;
	/**
	 * same: one work. versions: versions of one work. linked: the works are linked or, if they are
	 * not, versions of them. none: no connection.
	 */
	relation: 'same' | 'versions' | 'linked' | 'none';
	/** The shortest chain from id to other. Neighbouring steps share an identifier. */
	steps: (RuleStep | AssertedStep)[];
	/**
	 * Present if the chain has more than 100 steps, or if the works have too many identifiers or
	 * versions to find it. steps is then empty.
	 */
	truncated?: true;
	link?: ExplainedLink;
	flag?: ExplainedFlag;
};

export type ReportWorksParameters = {
	/** Count by this definition of a citation; see GET /definitions. All links count if omitted. */
	definition?: string | undefined;
	/** Leave out links with any of these flags, separated by commas. See GET /definitions. */
	exclude?: string | undefined;
	/** A CSV begins with a byte order mark, so that Excel reads it as UTF-8; 0 omits it. */
	bom?: boolean | undefined;
};

export type ReportOnList = {
	identifiers: IdentifierToLookUp[];
	/** Count citing works whose citation nobody had asserted before this date. */
	since?: string;
};

export type ReportOnPrefix = {
	/** Report on all works with a DOI that begins with this prefix. */
	prefix: string;
	/** Count citing works whose citation nobody had asserted before this date. */
	since?: string;
	/** The number of works in one answer. It may have fewer if their links are many. */
	size?: number;
	/** Continue after an earlier answer. Take the value from its cursor. */
	cursor?: string;
};

export type ReportOnProvider = {
	/** Report on the works in the links of this provider, most cited first. */
	provider: string;
	/** Count citing works whose citation nobody had asserted before this date. */
	since?: string;
	/** The number of works in one answer. It may have fewer if their links are many. */
	size?: number;
	/** Continue after an earlier answer. Take the value from its cursor. */
	cursor?: string;
};

export type ReportQuestion = ReportOnList | ReportOnPrefix | ReportOnProvider;

/** Only with since: the number of works whose citation nobody had asserted before that date. */
export type CitingWorks = {
	identity: number;
	version: number;
};

/**
 * All versions of the work together, as their page names them. Works with the same identifier here
 * are versions of one another.
 */
export type ReportedFamily = {
	ID: string;
	IDScheme: string;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Type?: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
};

export type WorksOfYear = {
	year: number;
	works: number;
};

/** Citing works by their year of publication. Works without a date are omitted. */
export type ReportedWorkCitedIn = {
	identity: WorksOfYear[];
	version: WorksOfYear[];
};

export type CitingProvider = {
	name: string;
	/** The links that the provider asserts, each counted once. */
	links: number;
	/** As given by the provider. */
	first_link: string;
	/** As given by the provider. */
	last_link: string;
};

export type ReportedWork = {
	input: IdentifierToLookUp;
	/** The identifier that the broker read from the input. */
	understood_as?: AnsweredIdentifier;
	known: boolean;
	/** Why the input does not name exactly one work. */
	problem?: string;
	/** The kind of problem. `not-an-identifier`: the input may be a title. */
	problem_code?: 'not-an-identifier' | 'several-identifiers' | 'ambiguous-identifier';
	/**
	 * A permanent address. After merges, splits and reindexes it leads to the work that has the
	 * identifier then.
	 */
	self?: string;
	counts?: LevelCounts;
	counted?: CitationCounts;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Type?: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	/**
	 * What the version is called, different for each version of a work: the first that exists of the
	 * stated version, the one in its title or in an identifier, the part of the title that only this
	 * version has, its title, and its identifier. A date or the end of an identifier is added where
	 * names would be the same. Only works with several versions have it, for the latest 1,000 of them.
	 */
	VersionName?: string;
	cited_since?: CitingWorks;
	family?: ReportedFamily;
	versions_total?: number;
	/** Citing works by their year of publication. Works without a date are omitted. */
	cited_in?: ReportedWorkCitedIn;
	/** The providers of citations of the work, those with the most links first; at most a hundred. */
	providers?: CitingProvider[];
	/** The total number of providers. */
	providers_total?: number;
	/**
	 * Present if the work has too many links to examine all of them. The numbers are then lower
	 * bounds.
	 */
	providers_at_least?: true;
};

export type MostCitedWork = {
	understood_as: AnsweredIdentifier;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Type?: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
	/**
	 * What the version is called, different for each version of a work: the first that exists of the
	 * stated version, the one in its title or in an identifier, the part of the title that only this
	 * version has, its title, and its identifier. A date or the end of an identifier is added where
	 * names would be the same. Only works with several versions have it, for the latest 1,000 of them.
	 */
	VersionName?: string;
	family: ReportedFamily;
	versions_total: number;
	/**
	 * The number of citing works: of the work itself (identity), and of all its versions together
	 * (version).
	 */
	cited_by: CitingWorks;
};

/** Sums over the works in this answer. */
export type ReportSummary = {
	/** Known works, each counted once. */
	works: number;
	/**
	 * Sums over the works, and over the works with all their versions. A work that cites two of them
	 * counts twice.
	 */
	cited_by: CitingWorks;
	/**
	 * The number of citing works: of the work itself (identity), and of all its versions together
	 * (version).
	 */
	cited_since?: CitingWorks;
	counted?: CitationCounts;
	/**
	 * At most ten works, ordered by the citations of all their versions. Each is described as its most
	 * cited version; family names all its versions.
	 */
	most_cited: MostCitedWork[];
	/** The providers of citations of the work, those with the most links first; at most a hundred. */
	providers: CitingProvider[];
	/** The total number of providers. */
	providers_total: number;
	/**
	 * Present if the work has too many links to examine all of them. The numbers are then lower
	 * bounds.
	 */
	providers_at_least?: true;
};

export type ReportWorksAnswer = {
	works: ReportedWork[];
	summary: ReportSummary;
	/** Only with provider: the number of works in the links of the provider. */
	works_total?: number;
	/** Only with provider: when its works were counted. null: not counted yet. */
	as_of?: string | null;
	/** Only with prefix or provider: continues with the next works. Absent at the end. */
	cursor?: string;
};

export type GetSourcesParameters = {
	/** The number of providers on a page. */
	size?: number | undefined;
	/** The page number. Providers with the most links come first. */
	page?: number | undefined;
	/** 1 indents the JSON. */
	prettyprint?: boolean | undefined;
};

export type SourcesType = {
	type: 'literature' | 'software' | 'dataset' | 'unknown';
	works: number;
};

export type SourcesScheme = {
	scheme: string;
	identifiers: number;
};

export type SourceOfLinksYear = {
	year: number;
	links: number;
};

export type SourceOfLinks = {
	/** The name in the spelling that was accepted first. */
	name: string;
	/** The links that the provider asserts, each counted once. */
	links: number;
	/** The works in these links. */
	works: number;
	/** As given by the provider. */
	first_link: string | null;
	/** As given by the provider. */
	last_link: string | null;
	/** When the latest submission with one of these links was accepted. */
	last_received: string | null;
	/** The links by the year of their first LinkPublicationDate. */
	years: SourceOfLinksYear[];
};

export type ExampleOfWork = {
	/**
	 * A permanent address. After merges, splits and reindexes it leads to the work that has the
	 * identifier then.
	 */
	self: string;
	/** IDURL is the web address of the identifier, if it has one. */
	Identifiers: IdentifierWithAddress[];
	counts: RelationCounts;
	/** Plain text, without markup. */
	Title?: string;
	/**
	 * The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
	 * capitals), without attributes. Character references: &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Type: AnsweredType;
	/** As given by the provider. */
	PublicationDate?: string;
};

export type Sources = {
	/** When the statistics were counted. null: not counted yet. */
	as_of: string | null;
	/** Whether the data has not changed since then. */
	current: boolean;
	/** Whether the broker has no works. */
	empty: boolean;
	/** When the latest submission was applied. */
	last_applied: string | null;
	/** Works. Each version counts separately. */
	works: number;
	/** Links between two identifiers, each counted once. */
	links: number;
	identifiers: number;
	/** Works by type. Each version counts separately. */
	types: SourcesType[];
	schemes: SourcesScheme[];
	providers_total: number;
	providers: SourceOfLinks[];
	/** The most cited works of each type, each with one identifier. */
	examples: ExampleOfWork[];
};

export type EntriesParameter = 'citations' | 'first' | 'all';

export type DirectionParameter = 'in' | 'out' | 'both';

export type KindParameter = 'asserted' | 'withdrawn' | 'both' | 'retracted';

export type ReadChangesFormatParameter = 'json' | 'jsonl' | 'atom';

export type ReadChangesParameters = {
	/**
	 * The cursor of an earlier answer: continue after it. Omitted: start with the oldest entry. `now`:
	 * start with the next new entry.
	 */
	after?: string | undefined;
	/** The maximum number of entries. A page may have fewer: continue with next. */
	limit?: number | undefined;
	/** If there are no new entries, wait up to this many seconds for one. */
	wait?: number | undefined;
	/** Only links of this work, under any identifier that the work has now. */
	id?: string | undefined;
	/** The scheme of id. Detected if omitted. */
	scheme?: string | undefined;
	/**
	 * Only links of these works: up to 1000 identifiers, one per line, or with a comma and a space
	 * between them. Unknown ones are ignored.
	 */
	ids?: string | undefined;
	/**
	 * With id or ids: identity: the links of the work itself. version: the links of all its versions.
	 * A feed of citations groups citing works in the same way.
	 */
	groupBy?: GroupByParameter | undefined;
	/**
	 * citations: only the first assertion of each link that cites (with provider: the first by that
	 * provider); unless direction says otherwise, id, ids and prefix then name the cited works. first:
	 * only the first assertion of each link, and its last withdrawal. all: all entries. The default is
	 * citations for a feed (Atom) without relation, otherwise all.
	 */
	entries?: EntriesParameter | undefined;
	/**
	 * With id, ids, prefix or orcid: in: only links to what these select (the works are cited). out:
	 * only links from there. A relation that is the same in both directions (isRelatedTo) fits each.
	 * The default is both; with entries=citations, for id, ids and prefix, it is in.
	 */
	direction?: DirectionParameter | undefined;
	/**
	 * Only assertions that came to count, only those that ceased to, or both. retracted: both, of
	 * links that say that one of their works was retracted; id, ids and prefix then name this work or
	 * works that it cites.
	 */
	kind?: KindParameter | undefined;
	/** Only links in which the DOI of the source or target begins with this prefix. */
	prefix?: string | undefined;
	/** Only assertions of this link provider, in any letter case. */
	provider?: string | undefined;
	/**
	 * Only this relation. With id, it is as seen from that work; without id, each name also matches
	 * its inverse.
	 */
	relation?: RelationParameter | undefined;
	/** Only links in which the source or target has this type. */
	type?: TypeParameter | undefined;
	/** Only links in which somebody with this ORCID iD is a creator of the source or target. */
	orcid?: string | undefined;
	/** Only links that count by this definition of a citation; see GET /definitions. */
	definition?: string | undefined;
	/**
	 * Without links that have any of these flags, separated by commas; see GET /definitions.
	 * Withdrawals are kept.
	 */
	exclude?: string | undefined;
	/** The format, regardless of Accept: json, jsonl (JSON Lines) or atom (a feed). */
	format?: ReadChangesFormatParameter | undefined;
};

/** The assertion: a link with one provider and one date, in the form that POST /events accepts. */
export type ScholixLink = {
	Source: ScholixObject;
	Target: ScholixObject;
	RelationshipType: RelationshipType;
	LinkProvider: LinkProvider[];
	/** YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC. */
	LinkPublicationDate: string;
	LicenseURL?: string | null;
};

export type Change = {
	/** The number of the entry. Numbers have no gaps. */
	number: number;
	/** When the entry was written. */
	time: string;
	/** asserted: the assertion came to count. withdrawn: it ceased to count. */
	kind: 'asserted' | 'withdrawn';
	/** Present if nobody had asserted this link before. */
	first?: true;
	/** Present if nobody asserts this link any longer. */
	last?: true;
	link: ScholixLink;
};

export type Changes = {
	changes: Change[];
	/** The cursor for the next request. Pass it as after. */
	next: string;
};

export type ActionParameter = 'assert' | 'withdraw' | 'replace';

export type SubmitEventParameters = {
	/**
	 * assert: add the links. withdraw: withdraw what their providers asserted about this relation
	 * between these two objects. replace: withdraw everything that their providers asserted about the
	 * same Sources, then add the links.
	 */
	action?: ActionParameter | undefined;
	/**
	 * The format of a body that is not Scholix: a name that `link-broker dialects` lists, such as
	 * datacite, crossref or table. auto: detect the format. Any Content-Type is accepted. Use
	 * action=replace for records that list all links of their object.
	 */
	dialect?: string | undefined;
	/** With dialect: the relation of links that have none, such as in a list. */
	relation?: string | undefined;
	/** With dialect: the date of links that have none. Today if omitted. */
	date?: string | undefined;
	/**
	 * With dialect: the source object of the links of a list or table. With action=replace, provider
	 * and an empty array: the Source whose links are withdrawn.
	 */
	source?: string | undefined;
	/** The scheme of source. Detected if omitted. */
	scheme?: string | undefined;
	/**
	 * With dialect: the LinkProvider of links that have none. With action=replace and source: the
	 * LinkProvider whose links are withdrawn.
	 */
	provider?: string | undefined;
	/**
	 * With dialect table or auto: the roles of columns that are not detected correctly. Write the
	 * roles in the order of the columns (source,-,relation,target), or columns by name or number with
	 * their roles (Data DOI=target,2=date); the roles are source, target, relation, date, provider,
	 * source-title, target-title, source-type, target-type, source-date, target-date, source-creators,
	 * target-creators, source-publisher, target-publisher, source-journal, target-journal,
	 * source-issn, target-issn, source-volume, target-volume, source-issue, target-issue,
	 * source-pages, target-pages, source-keywords, target-keywords, source-scheme, target-scheme, -.
	 * Columns after the end of a list of roles are ignored. Columns that are not named are detected.
	 */
	columns?: string | undefined;
	/** The name of the file that the links come from. Lists of events and loads show it. */
	fileName?: string | undefined;
	/** 1 stores nothing and returns what would be stored (200). */
	dryRun?: boolean | undefined;
	/** 1 stores and groups the links, but searches do not find them until a reindex. */
	noindex?: boolean | undefined;
	/** 1 accepts the valid links and lists the others, instead of refusing the whole batch. */
	partial?: boolean | undefined;
};

export type ReadBodyRelation = {
	name: string;
	count: number;
};

export type ReadBodyLeftOut = {
	name: string;
	count: number;
};

export type ReadBodyWrongCell = {
	/** The line on which the row begins. */
	line: number;
	column: number;
	/** The name of the column. */
	name: string;
	/** The beginning of the cell's content. */
	cell: string;
	problem: string;
};

/** With `dialect`: how the body was read. */
export type ReadBody = {
	dialect: string;
	records: number;
	links: number;
	/** Objects that have a description but no link. */
	described: number;
	/** Links that have their own date. */
	dated: number;
	/** The date of the other links. */
	date: string;
	/** The provider of links that have none. */
	provider: string | null;
	relations: ReadBodyRelation[];
	/** Entries that were omitted, by reason. */
	left_out: ReadBodyLeftOut[];
	/** Cells of a table whose content does not match the role of their column. */
	wrong_cell_count: number;
	/** The first 100 of them. */
	wrong_cells: ReadBodyWrongCell[];
};

export type EventPreviewTableColumn = {
	name: string;
	role:
		| 'source'
		| 'target'
		| 'relation'
		| 'date'
		| 'provider'
		| 'source-title'
		| 'target-title'
		| 'source-type'
		| 'target-type'
		| 'source-date'
		| 'target-date'
		| 'source-creators'
		| 'target-creators'
		| 'source-publisher'
		| 'target-publisher'
		| 'source-journal'
		| 'target-journal'
		| 'source-issn'
		| 'target-issn'
		| 'source-volume'
		| 'target-volume'
		| 'source-issue'
		| 'target-issue'
		| 'source-pages'
		| 'target-pages'
		| 'source-keywords'
		| 'target-keywords'
		| 'source-scheme'
		| 'target-scheme'
		| '-';
	/** The beginnings of the first three different values among the first rows that have one. */
	values: string[];
};

/** With dialect=table: the detected roles of the columns. */
export type EventPreviewTable = {
	/** false: the first row is not a row of headings and is included in rows. */
	has_names: boolean;
	columns: EventPreviewTableColumn[];
	/** The first rows. */
	rows: string[][];
};

export type PreviewedObjectIdentifier = {
	ID: string;
	IDScheme: string;
};

export type PreviewedObject = {
	identifiers: PreviewedObjectIdentifier[];
	title: string | null;
	type: string | null;
	/** The names of the first 10. */
	creators: string[];
	creator_count: number;
	publication_date: string | null;
	/** Its journal or book, the place in it, and publishers. */
	published_in: string | null;
};

export type EventPreviewLink = {
	/** The line on which the record begins. */
	line: number;
	source: PreviewedObject;
	relation: string;
	subtype: string | null;
	target: PreviewedObject;
	date: string | null;
	provider: string | null;
};

export type EventPreviewWorkIdentifier = {
	ID: string;
	IDScheme: string;
};

export type EventPreviewWork = {
	/** The line on which the record begins. */
	line: number;
	identifiers: EventPreviewWorkIdentifier[];
	title: string | null;
	type: string | null;
	/** The names of the first 10. */
	creators: string[];
	creator_count: number;
	publication_date: string | null;
	/** Its journal or book, the place in it, and publishers. */
	published_in: string | null;
};

export type EventPreviewRefused = {
	line: number;
	pointer: string | null;
	message: string;
};

export type EventPreview = {
	message: 'nothing stored';
	/** Why the submission would be refused. null: it would be accepted. */
	refusal: string | null;
	read: ReadBody;
	/** With dialect=table: the detected roles of the columns. */
	table: EventPreviewTable | null;
	/** The first links. */
	links: EventPreviewLink[];
	/** The first works that are described and have no link. */
	works: EventPreviewWork[];
	/** Records that are not valid. */
	refused_count: number;
	/** The first 100 of them. */
	refused: EventPreviewRefused[];
};

export type RefusedLink = {
	/** The place in the body, as a JSON pointer. */
	pointer: string;
	message: string;
};

export type EventAccepted = {
	message: 'event accepted';
	event_id: string;
	/** With `partial=1`: the number of links that are not valid and were omitted. */
	refused_count?: number;
	/** With `partial=1`: the first 100 of them. */
	refused?: RefusedLink[];
	read?: ReadBody;
};

export type StateParameter = 'New' | 'Processing' | 'Done' | 'Error' | 'Withdrawn';

export type ListEventsParameters = {
	/** Only events in this state. */
	state?: StateParameter | undefined;
	/** Only events of the load with this id. */
	load?: string | undefined;
	/** The maximum number of entries. */
	limit?: number | undefined;
	/** Continue with older entries. Take the value from next of an earlier answer. */
	before?: string | undefined;
};

export type NameCount = {
	name: string;
	count: number;
};

export type LinkEventCounts = {
	links: number;
	/** Links omitted because of `partial=1`. */
	refused: number;
	/** Links of an object to itself. They describe the object and make no relationship. */
	descriptions: number | null;
	/** Links of an object to itself that assert nothing about it. */
	ignored: number | null;
	/** Identifiers of the container of a work, such as an ISSN. They do not name the work itself. */
	containers: number | null;
	/** Names that are not relation types of DataCite or Scholix, most frequent first. */
	unknown_relations: NameCount[] | null;
	new_relationships: number | null;
	new_identifiers: number | null;
	merged_groups: number | null;
	/** Assertions of earlier events that this event withdrew. */
	withdrawn: number | null;
	/** With action=withdraw: links that nobody had asserted. */
	nothing_to_withdraw: number | null;
	/** With action=withdraw: links that only other accounts had asserted. They were not withdrawn. */
	not_yours: number | null;
	/**
	 * With action=withdraw: identities between the identifiers of one object of a withdrawn link. They
	 * still count. To withdraw one, send an IsIdenticalTo link between these identifiers.
	 */
	identities_kept: number | null;
	/** The number of groups added by splits. */
	split_groups: number | null;
};

/** When, by whom and why the event was withdrawn. null if it is not withdrawn. */
export type LinkEventWithdrawn = {
	at: string;
	/** An email. null for the command line. */
	by: string | null;
	reason: string | null;
};

export type LinkEvent = {
	event_id: string;
	action: 'assert' | 'withdraw' | 'replace';
	status: 'New' | 'Processing' | 'Done' | 'Error' | 'Withdrawn';
	/**
	 * true once searches show all changes of the event, false until then. null if it was submitted
	 * with noindex=1.
	 */
	indexed: boolean | null;
	/** The email of the account that submitted the event. null for the command line. */
	submitter: string | null;
	/** The id of the load that the event belongs to: that of its first event. */
	load: string;
	/** The name of the file from which the event was loaded or submitted. */
	file_name: string | null;
	/** The network address of the sender. */
	source_address: string | null;
	created: string;
	started: string | null;
	finished: string | null;
	/** The number of attempts to process the event. */
	attempts: number;
	/** The time of the next attempt after a failure. */
	next_try: string | null;
	counts: LinkEventCounts;
	/** Why processing failed. */
	error: string | null;
	/** When, by whom and why the event was withdrawn. null if it is not withdrawn. */
	withdrawn: LinkEventWithdrawn | null;
};

export type EventList = {
	events: LinkEvent[];
	/** The value of before for the next page. null at the end. */
	next: string | null;
};

export type ListEventLinksParameters = {
	/** Continue after an earlier page. Take the value from its next. */
	after?: string | undefined;
	/** The maximum number of entries. */
	limit?: number | undefined;
};

export type EventLinks = {
	links: ScholixLink[];
	/** The value of after for the next page. null at the end. */
	next: string | null;
};

export type ListLoadsKindParameter = 'submission' | 'files' | 'harvest';

export type ListLoadsParameters = {
	/** Only loads of this kind. */
	kind?: ListLoadsKindParameter | undefined;
	/** The maximum number of entries. */
	limit?: number | undefined;
	/** Continue with older entries. Take the value from next of an earlier answer. */
	before?: string | undefined;
};

/** How many events the load has in all, and in each state. */
export type LoadEvents = {
	total: number;
	new: number;
	processing: number;
	done: number;
	error: number;
	withdrawn: number;
};

/**
 * The sums of the counts of its events. In a list of loads, only links and refused are counted, and
 * all others are null.
 */
export type LoadCounts = {
	links: number;
	/** Links omitted because of `partial=1`. */
	refused: number;
	/** Links of an object to itself. They describe the object and make no relationship. */
	descriptions: number | null;
	/** Links of an object to itself that assert nothing about it. */
	ignored: number | null;
	/** Identifiers of the container of a work, such as an ISSN. They do not name the work itself. */
	containers: number | null;
	/** Names that are not relation types of DataCite or Scholix, most frequent first. */
	unknown_relations: NameCount[] | null;
	new_relationships: number | null;
	new_identifiers: number | null;
	merged_groups: number | null;
	/** Assertions of earlier events that this event withdrew. */
	withdrawn: number | null;
	/** With action=withdraw: links that nobody had asserted. */
	nothing_to_withdraw: number | null;
	/** With action=withdraw: links that only other accounts had asserted. They were not withdrawn. */
	not_yours: number | null;
	/**
	 * With action=withdraw: identities between the identifiers of one object of a withdrawn link. They
	 * still count. To withdraw one, send an IsIdenticalTo link between these identifiers.
	 */
	identities_kept: number | null;
	/** The number of groups added by splits. */
	split_groups: number | null;
};

/** When, by whom and why the load was withdrawn. null if it is not withdrawn. */
export type LoadWithdrawn = {
	at: string;
	/** An email. null for the command line. */
	by: string | null;
	reason: string | null;
};

export type Load = {
	/** The event_id of its first event. */
	id: string;
	/**
	 * submission: one POST /events. files: the files and folders of one `events load`. harvest: one
	 * run of a harvest.
	 */
	kind: 'submission' | 'files' | 'harvest';
	/**
	 * The files as they were named, or the name of the harvest. null for a submission without
	 * file_name.
	 */
	name: string | null;
	/** The email of the account that submitted it. null for the command line and for harvests. */
	submitter: string | null;
	/** When its first event was accepted. */
	created: string;
	/** When its last event was processed. null while some wait, or more may come. */
	finished: string | null;
	/**
	 * false while more events may come: the files are being loaded or the harvest runs, or that was
	 * interrupted and can be continued.
	 */
	complete: boolean;
	/**
	 * New: no event was begun. Processing: some wait or are being processed. Error: processing failed
	 * for some. Done: all are done. Withdrawing: it is being withdrawn as a whole. Withdrawn: all are
	 * withdrawn. Partly withdrawn: some are, and the others are done.
	 */
	status: 'New' | 'Processing' | 'Done' | 'Error' | 'Withdrawing' | 'Withdrawn' | 'Partly withdrawn';
	/** How many events the load has in all, and in each state. */
	events: LoadEvents;
	/** What its events do. */
	actions: ('assert' | 'withdraw' | 'replace')[];
	/**
	 * The sums of the counts of its events. In a list of loads, only links and refused are counted,
	 * and all others are null.
	 */
	counts: LoadCounts;
	/** When, by whom and why the load was withdrawn. null if it is not withdrawn. */
	withdrawn: LoadWithdrawn | null;
};

export type LoadList = {
	loads: Load[];
	/** The value of before for the next page. null at the end. */
	next: string | null;
};

export type EventWithdrawal = {
	/** The reason, in at most 1000 characters. It is stored with the event or the load. */
	reason?: string | null;
};

export type EventWithdrawalPreviewWork = {
	ID: string;
	IDScheme: string;
};

export type EventWithdrawalPreview = {
	/** Links between identifiers that would be removed. */
	relationships: number;
	/** Identifiers that would no longer be known. */
	identifiers: number;
	/** The number of groups that splits would add, at both levels. */
	split_groups: number;
	/** How many works would change. */
	changed_works: number;
	/** The first 100 works that would change, each with one identifier. */
	works: EventWithdrawalPreviewWork[];
};

/**
 * What of the change log is sent: the filters of GET /changes. ids may be an array. By default,
 * assertions alone are sent (kind), and of each link the first (entries).
 */
export type SubscriptionFilter = {
	id?: string;
	scheme?: string;
	ids?: string | string[];
	group_by?: string;
	entries?: string;
	direction?: string;
	kind?: string;
	prefix?: string;
	provider?: string;
	relation?: string;
	type?: string;
	orcid?: string;
	definition?: string;
	exclude?: string;
};

export type WantedSubscription = {
	/** How changes are sent. */
	kind: 'webhook' | 'email' | 'coar-notify';
	/**
	 * Where they are sent: an https address, or an email address. For coar-notify, an inbox; or the
	 * beginning of landing pages and `*`: the inbox that the page of each work names.
	 */
	address: string;
	filter: SubscriptionFilter;
	/**
	 * each: as they come, the default of webhooks. daily, weekly: one message for all, if there are
	 * any.
	 */
	pace?: 'each' | 'daily' | 'weekly';
	/**
	 * When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is the
	 * time at which the subscription is made.
	 */
	at?: string;
	/** A name for your own use. */
	name?: string;
	/** For coar-notify: a token that the receiver gave, sent as Bearer. It is not shown. */
	token?: string;
	/** The cursor of GET /changes with which it begins. The default is now. */
	since?: string;
};

export type NewSubscriptionLag = {
	/**
	 * The entries of the change log from the first that may fit up to the newest: at most so many are
	 * still to be sent.
	 */
	changes: number;
	/** How long ago the first of these entries was logged. 0: there is none. */
	seconds: number;
};

export type NewSubscriptionLastFailure = {
	time: string;
	/** The status of the answer. null: none came. */
	status: number | null;
	message: string;
};

export type NewSubscription = {
	id: number;
	kind: 'webhook' | 'email' | 'coar-notify';
	address: string;
	/** Filters of GET /changes. */
	filter: Record<string, string>;
	pace: 'each' | 'daily' | 'weekly';
	/**
	 * When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is the
	 * time at which the subscription is made.
	 */
	at?: string;
	name: string | null;
	/**
	 * unconfirmed: the receiver has not agreed yet. disabled: it failed for three days, or wants no
	 * more messages.
	 */
	state: 'unconfirmed' | 'active' | 'paused' | 'disabled';
	/** The cursor of GET /changes behind the last entry that was sent or does not fit. */
	cursor: string;
	lag: NewSubscriptionLag;
	/** Whether entries behind the cursor may fit. */
	may_have_more: boolean;
	/** The time of the next try or digest, if something is to be sent. */
	next: string | null;
	last_success: string | null;
	last_failure: NewSubscriptionLastFailure | null;
	/** Failures since the last success. */
	failures: number;
	created: string;
	/** What signs the messages to a webhook (Standard Webhooks). It is not shown again. */
	secret: string | null;
};

export type ListSubscriptionsParameters = {
	/** The value of next in an earlier answer. */
	after?: string | undefined;
	/** The number of subscriptions on a page. */
	size?: number | undefined;
	/** 1: those of all accounts, for administrators. */
	all?: boolean | undefined;
};

export type SubscriptionLag = {
	/**
	 * The entries of the change log from the first that may fit up to the newest: at most so many are
	 * still to be sent.
	 */
	changes: number;
	/** How long ago the first of these entries was logged. 0: there is none. */
	seconds: number;
};

export type SubscriptionLastFailure = {
	time: string;
	/** The status of the answer. null: none came. */
	status: number | null;
	message: string;
};

export type Subscription = {
	id: number;
	kind: 'webhook' | 'email' | 'coar-notify';
	address: string;
	/** Filters of GET /changes. */
	filter: Record<string, string>;
	pace: 'each' | 'daily' | 'weekly';
	/**
	 * When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is the
	 * time at which the subscription is made.
	 */
	at?: string;
	name: string | null;
	/**
	 * unconfirmed: the receiver has not agreed yet. disabled: it failed for three days, or wants no
	 * more messages.
	 */
	state: 'unconfirmed' | 'active' | 'paused' | 'disabled';
	/** The cursor of GET /changes behind the last entry that was sent or does not fit. */
	cursor: string;
	lag: SubscriptionLag;
	/** Whether entries behind the cursor may fit. */
	may_have_more: boolean;
	/** The time of the next try or digest, if something is to be sent. */
	next: string | null;
	last_success: string | null;
	last_failure: SubscriptionLastFailure | null;
	/** Failures since the last success. */
	failures: number;
	created: string;
};

export type SubscriptionList = {
	subscriptions: Subscription[];
	/** The value of after for the next page. null at the end. */
	next: string | null;
};

export type SubscriptionChange = {
	/**
	 * Where they are sent: an https address, or an email address. For coar-notify, an inbox; or the
	 * beginning of landing pages and `*`: the inbox that the page of each work names.
	 */
	address?: string;
	filter?: SubscriptionFilter;
	/**
	 * each: as they come, the default of webhooks. daily, weekly: one message for all, if there are
	 * any.
	 */
	pace?: 'each' | 'daily' | 'weekly';
	/**
	 * When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is the
	 * time at which the subscription is made.
	 */
	at?: string;
	/** A name for your own use. */
	name?: string | null;
	/** false also continues a disabled one. */
	paused?: boolean;
	/**
	 * For coar-notify: the token that the receiver gave. null: none. Another address needs it again.
	 */
	token?: string | null;
	/** The cursor of GET /changes with which it continues. now: skips what was not sent. */
	since?: string;
};

export type SubscriptionTrial = {
	accepted: boolean;
	/** The status of the answer. null: none came. */
	status: number | null;
	/** Why it was not accepted. */
	message: string | null;
	/** The first 1,024 bytes of the answer. */
	excerpt: string;
	milliseconds: number;
};

export type RotatedSecret = {
	secret: string;
};

export type Delivery = {
	/** The same at every try. */
	message: string;
	/** The entries of the change log that it has. */
	entries: number;
	/** The number of its first entry. */
	first: number;
	/** The number of its last entry. */
	last: number;
	tries: number;
	tried: string;
	/** The status of the answer. null: none came. */
	status: number | null;
	/** Why the last try failed. null: it did not. */
	failure: string | null;
};

export type DeliveryList = {
	deliveries: Delivery[];
};

export type ProblemPlace = {
	/** The query parameter with the error. */
	field?: string;
	/** The place in the body, as a JSON pointer (RFC 6901). */
	pointer?: string;
	message: string;
	/** An identifier that may be meant. */
	identifier?: AnsweredIdentifier;
};

/** Only in answers of GET /health/ready. */
export type HealthPart = {
	status: 'ready' | 'not-ready';
	reasons: string[];
};

export type Dependency = {
	status: 'up' | 'down';
};

/** Only in answers of GET /health/ready. */
export type Dependencies = {
	database: Dependency;
	search: Dependency;
	/** down: less disk space is free than the configured reserve. */
	disk: Dependency;
};

export type Problem = {
	/** Identifies the kind of problem. The address has an explanation. */
	type: string;
	title: string;
	status: number;
	/** The reason why this request failed. */
	detail: string;
	/** Repeats detail, for older clients. */
	message: string;
	/**
	 * The first hundred errors, or the errors of the first hundred links. If there are more, the last
	 * item has their number.
	 */
	errors?: ProblemPlace[];
	/** Only in answers of GET /objects: how id was read, and suggestions. */
	query?: UnderstoodQuery;
	submissions?: HealthPart;
	searches?: HealthPart;
	dependencies?: Dependencies;
	/** Overdue work, in words. */
	overdue?: string[];
};
