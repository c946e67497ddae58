// Types of what the broker is sent and answers. Written by `npm run clients:types` from its OpenAPI
// description: change that, not this.

export type RelationParameter = 'cites' | 'isCitedBy' | 'isSupplementTo' | 'isSupplementedBy' | 'isRelatedTo';

export type TypeParameter = 'literature' | 'software' | 'dataset' | 'unknown';

export type GroupByParameter = 'identity' | 'version';

export type SortParameter = 'mostrecent' | '-mostrecent';

export type FormatParameter = 'csv' | 'jsonl' | 'scholix' | 'bibtex' | 'ris' | 'inveniordm';

export type SearchRelationshipsParameters = {
	/**
	 * The identifier of the object asked about, in any of its forms, or a text that holds exactly one.
	 */
	id: string;
	/** The scheme of id, such as doi, arxiv, ads or url; detected from id where it is left out. */
	scheme?: string | undefined;
	/** Keeps only this relation of the object to others; all five where it is left out. */
	relation?: RelationParameter | undefined;
	/** Keeps only related objects of this type. */
	type?: TypeParameter | undefined;
	/**
	 * Keeps only related objects published in these years: from--to, both ends included unless written
	 * with > (lower) or < (upper); an open end is left empty.
	 */
	publicationYear?: string | undefined;
	/** Keeps links asserted at this date or later. */
	from?: string | undefined;
	/** Keeps links asserted up to this date; a day, month or year reaches to its end. */
	to?: string | undefined;
	/**
	 * identity: relationships of the work itself; version: of all its versions together, to works over
	 * all theirs.
	 */
	groupBy?: GroupByParameter | undefined;
	/**
	 * With group_by=version: keeps only what this version of the object is linked to; one of its
	 * identifiers in any form.
	 */
	via?: string | undefined;
	/**
	 * Keeps only relationships that some provider worded so, in any letter case, as it reads from the
	 * object asked about.
	 */
	subtype?: string | undefined;
	/**
	 * Free text or query string about the related object, such as title:corner AND year:[2016 TO
	 * 2018].
	 */
	q?: string | undefined;
	/** mostrecent: newest link first; -mostrecent: oldest first. */
	sort?: SortParameter | undefined;
	/** How many relationships a page holds. */
	size?: number | undefined;
	/** Which page, from 1; for what lies deeper than 10,000 items follow the cursor of rel="next". */
	page?: number | undefined;
	/** Goes on where an earlier answer ended; taken from its rel="next" link. */
	cursor?: string | undefined;
	/** 1 indents the answer. */
	prettyprint?: boolean | undefined;
	/**
	 * Answers the whole result as a file, whatever Accept says: a table (csv), Scholix links one a
	 * line (jsonl) or in one array (scholix), the related works as references (bibtex, ris), or as
	 * metadata.related_identifiers of an InvenioRDM record (inveniordm). Without size, page and
	 * cursor.
	 */
	format?: FormatParameter | undefined;
};

export type AnsweredIdentifier = {
	ID: string;
	IDScheme: string;
};

export type Suggestion = {
	ID: string;
	IDScheme: string;
	/**
	 * broader: what was asked for is a version or a part of it; other-scheme: the text is an
	 * identifier of this scheme as well.
	 */
	reason: 'broader' | 'other-scheme';
};

export type UnderstoodQuery = {
	/** What id was understood to be. */
	understood_as: AnsweredIdentifier;
	/** Whether anything is known of it. */
	known: boolean;
	/** Known identifiers that may be meant, where this one is not known. */
	suggestions: Suggestion[];
};

export type Identifier = {
	ID: string;
	IDScheme: string;
	IDURL?: string | null;
};

export type ObjectType = {
	/**
	 * One of literature, software, dataset, unknown, in any letter case, or a word of DataCite,
	 * Crossref or OpenAIRE that stands for one of them (publication, article, other).
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
	/** For example an ORCID iD or a ROR id: one, or an array of them. */
	Identifier?: AgentIdentifier | AgentIdentifier[] | null;
};

export type Keyword = {
	Name: string;
};

/**
 * The journal, book or proceedings in which the object appeared. An addition of this broker to
 * Scholix.
 */
export type ScholixObjectContainer = {
	Title: string;
};

export type ScholixObject = {
	/** One identifier, or an array of them that all name this object. */
	Identifier: Identifier | Identifier[];
	/** An object, or its Name alone. */
	Type: ObjectType | string;
	SubType?: string | null;
	SubTypeSchema?: string | null;
	/** Plain, or with mark-up of HTML, JATS or MathML. */
	Title?: string | null;
	/** The title once more, with its mark-up, as answers have it; it is taken instead of Title. */
	TitleMarkup?: string | null;
	Creator?: Agent[] | null;
	/** YYYY, YYYY-MM, YYYY-MM-DD, or a date-time with or without a zone (then UTC). */
	PublicationDate?: string | null;
	Publisher?: Agent[] | null;
	Keywords?: (string | Keyword)[] | null;
	/**
	 * The journal, book or proceedings in which the object appeared. An addition of this broker to
	 * Scholix.
	 */
	Container?: ScholixObjectContainer | null;
};

export type RelationshipType = {
	/**
	 * A relation type of Scholix v3 or DataCite 4.7, in any letter case. Another name of at most 50
	 * letters is taken as IsRelatedTo.
	 */
	Name: string;
	/**
	 * Decides the relation where it is a known relation type and SubTypeSchema is DataCite or absent.
	 */
	SubType?: string | null;
	SubTypeSchema?: string | null;
};

export type LinkProvider = {
	Name: string;
	/** For example an ORCID iD or a ROR id: one, or an array of them. */
	Identifier?: AgentIdentifier | AgentIdentifier[] | null;
};

export type AnsweredVersion = {
	Identifiers: AnsweredIdentifier[];
};

export type AnsweredProvider = {
	Name: string;
};

export type LinkHistoryItem = {
	/** As it was given. */
	LinkPublicationDate: string;
	LinkProvider: AnsweredProvider;
	/** The SubType as given. */
	SubType?: string;
	/** Where several SubTypes were given: all of them. */
	SubTypes?: string[];
};

export type VersionLink = {
	Source: AnsweredVersion;
	Target: AnsweredVersion;
	/** Who said so, and when; newest first. */
	LinkHistory: LinkHistoryItem[];
};

export type FoundLink = {
	Source: ScholixObject;
	Target: ScholixObject;
	RelationshipType: RelationshipType;
	LinkProvider: LinkProvider[];
	/** YYYY, YYYY-MM, YYYY-MM-DD, or a date-time with or without a zone (then UTC). */
	LinkPublicationDate: string;
	LicenseURL?: string | null;
	/**
	 * Where asked for versions: which version of the work asked about (Source) is linked to which of
	 * the other one (Target); newest first, then in the order of their identifiers, 100 at most.
	 */
	Via?: VersionLink[];
	/** How many there are, where Via has not all of them. */
	ViaTotal?: number;
};

export type RelationshipsHitsHits = {
	/** Of the whole result, whatever the page. */
	total: number;
	/** The links of this page, each as POST /events takes it. */
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
};

export type AggregationsType = {
	buckets: AggregationsTypeBucket[];
};

export type TextCount = {
	key: string;
	doc_count: number;
};

/**
 * How providers worded the relation, as it reads from the work asked about; the 100 most frequent.
 */
export type TextCounts = {
	buckets: TextCount[];
};

export type AggregationsViaBucket = {
	key: string;
	Identifiers: AnsweredIdentifier[];
	doc_count: number;
};

/**
 * Where asked for versions: how many relationships each version of the work has part in, the 100
 * with most; key is what via takes.
 */
export type AggregationsVia = {
	buckets: AggregationsViaBucket[];
};

/** Counts of the whole result. */
export type Aggregations = {
	type: AggregationsType;
	publication_year: YearCounts;
	subtype: TextCounts;
	/**
	 * Where asked for versions: how many relationships each version of the work has part in, the 100
	 * with most; key is what via takes.
	 */
	via?: AggregationsVia;
};

/** Addresses of this page and of those beside it. */
export type RelationshipsHitsLinks = {
	self: string;
	next?: string;
	prev?: string;
};

export type RelationshipsHits = {
	query: UnderstoodQuery;
	hits: RelationshipsHitsHits;
	aggregations: Aggregations;
	/** Addresses of this page and of those beside it. */
	links: RelationshipsHitsLinks;
};

export type AnsweredAgent = {
	Name: string;
};

export type AnsweredType = {
	/** unknown where nothing better is known. */
	Name: 'literature' | 'software' | 'dataset' | 'unknown';
	SubType?: string;
	SubTypeSchema?: string;
};

/** The journal, book or proceedings in which the object appeared. An addition to Scholix. */
export type AnsweredContainer = {
	/** As text, like Title. */
	Title: string;
};

export type AnsweredObject = {
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** How many creators are known, where the list has but the first of them. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	Publisher?: AnsweredAgent[];
	/** How many publishers are known, where the list has but the first of them. */
	PublisherTotal?: number;
	Keywords?: string[];
	/** How many keywords are known, where the list has but the first of them. */
	KeywordsTotal?: number;
	Identifiers: AnsweredIdentifier[];
	/** Where versions are grouped: the identifiers of each version, also where it is the only one. */
	Versions?: AnsweredVersion[];
};

/** The relation asked for; where none was, each item tells its own. */
export type AnsweredRelation = {
	Name: 'cites' | 'isCitedBy' | 'isSupplementTo' | 'isSupplementedBy' | 'isRelatedTo';
};

export type Relationship = {
	Target: AnsweredObject;
	Relation?: AnsweredRelation;
	/** Who said so, and when; newest first. */
	LinkHistory: LinkHistoryItem[];
	/**
	 * Where asked for versions: which version of the work asked about (Source) is linked to which of
	 * the other one (Target); newest first, then in the order of their identifiers, 100 at most.
	 */
	Via?: VersionLink[];
	/** How many there are, where Via has not all of them. */
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
	/**
	 * The identifier of the object asked about, in any of its forms, or a text that holds exactly one.
	 */
	id?: string | undefined;
	/** The scheme of id, such as doi, arxiv, ads or url; detected from id where it is left out. */
	scheme?: string | undefined;
	/**
	 * 1 counts the relationships of each relation and level by type, year, words and version as well.
	 */
	facets?: boolean | undefined;
	/** 1 indents the answer. */
	prettyprint?: boolean | undefined;
	/**
	 * Free text or query string about the work itself, such as title:corner AND year:[2016 TO 2018].
	 */
	q?: string | undefined;
	/** Keeps only works of this type. */
	type?: TypeParameter | undefined;
	/** Keeps only works published in these years, written as for relationships. */
	publicationYear?: string | undefined;
	/**
	 * version: a work with all its versions once, as the one describes it that they come from;
	 * identity: each.
	 */
	groupBy?: GroupByParameter | undefined;
	/**
	 * relevance (default with q): most words of q in the title first, then the most cited; mostcited
	 * (default without): most citing works first; mostrecent: the latest published first, undated ones
	 * last. A hyphen before it reverses.
	 */
	sort?: DescribeObjectSortParameter | undefined;
	/** How many works a page holds. */
	size?: number | undefined;
	/** Goes on where an earlier answer ended; taken from links.next. */
	cursor?: string | undefined;
};

export type IdentifierWithAddress = {
	ID: string;
	IDScheme: string;
	IDURL?: string;
};

/** How many works each relation leads to. */
export type RelationCounts = {
	cites: number;
	isCitedBy: number;
	isSupplementTo: number;
	isSupplementedBy: number;
	isRelatedTo: number;
};

/**
 * identity: of the work itself; version: of all its versions together, to works over all theirs.
 */
export type LevelCounts = {
	identity: RelationCounts;
	version: RelationCounts;
};

export type VersionOfWork = {
	/**
	 * An address that stays: after merges, splits and reindexes it leads to the work that the
	 * identifier belongs to then.
	 */
	self: string;
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** How many creators are known, where the list has but the first of them. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	Publisher?: AnsweredAgent[];
	/** How many publishers are known, where the list has but the first of them. */
	PublisherTotal?: number;
	Keywords?: string[];
	/** How many keywords are known, where the list has but the first of them. */
	KeywordsTotal?: number;
	/** IDURL is the address on the web, where there is one. */
	Identifiers: IdentifierWithAddress[];
	counts: RelationCounts;
	/** The earliest day of which anybody said a link of it; null where there is none. */
	first_linked: string | null;
	/** The latest one. */
	last_linked: string | null;
};

/** The work with all its versions, described by the one that they come from. */
export type WorkFamily = {
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** How many creators are known, where the list has but the first of them. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	Publisher?: AnsweredAgent[];
	/** How many publishers are known, where the list has but the first of them. */
	PublisherTotal?: number;
	Keywords?: string[];
	/** How many keywords are known, where the list has but the first of them. */
	KeywordsTotal?: number;
	/** IDURL is the address on the web, where there is one. */
	Identifiers: IdentifierWithAddress[];
	/** The latest published first, 1000 at most; counts are those of each version itself. */
	versions: VersionOfWork[];
	versions_total: number;
};

export type RelationFacets = {
	cites: Aggregations;
	isCitedBy: Aggregations;
	isSupplementTo: Aggregations;
	isSupplementedBy: Aggregations;
	isRelatedTo: Aggregations;
};

/** Only with facets=1: the counts of each whole result. */
export type WorkFacets = {
	identity: RelationFacets;
	version: RelationFacets;
};

export type Work = {
	query: UnderstoodQuery;
	/**
	 * An address that stays: after merges, splits and reindexes it leads to the work that the
	 * identifier belongs to then.
	 */
	self: string;
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** How many creators are known, where the list has but the first of them. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	Publisher?: AnsweredAgent[];
	/** How many publishers are known, where the list has but the first of them. */
	PublisherTotal?: number;
	Keywords?: string[];
	/** How many keywords are known, where the list has but the first of them. */
	KeywordsTotal?: number;
	/** IDURL is the address on the web, where there is one. */
	Identifiers: IdentifierWithAddress[];
	counts: LevelCounts;
	/** The earliest day of which anybody said a link of it; null where there is none. */
	first_linked: string | null;
	/** The latest one. */
	last_linked: string | null;
	/** The work with all its versions, described by the one that they come from. */
	family: WorkFamily;
	/** Only with facets=1: the counts of each whole result. */
	facets?: WorkFacets;
};

export type FoundWork = {
	/**
	 * An address that stays: after merges, splits and reindexes it leads to the work that the
	 * identifier belongs to then.
	 */
	self: string;
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Creator?: AnsweredAgent[];
	/** How many creators are known, where the list has but the first of them. */
	CreatorTotal?: number;
	Type: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
	Container?: AnsweredContainer;
	Publisher?: AnsweredAgent[];
	/** How many publishers are known, where the list has but the first of them. */
	PublisherTotal?: number;
	Keywords?: string[];
	/** How many keywords are known, where the list has but the first of them. */
	KeywordsTotal?: number;
	/** IDURL is the address on the web, where there is one. */
	Identifiers: IdentifierWithAddress[];
	counts: RelationCounts;
	/** How many versions it stands for; with group_by=identity 1. */
	versions_total: number;
};

export type TypeCount = {
	key: 'literature' | 'software' | 'dataset' | 'unknown';
	doc_count: number;
};

export type TypeCounts = {
	buckets: TypeCount[];
};

/** Counts of what total counts. */
export type FoundWorksAggregations = {
	type: TypeCounts;
	publication_year: YearCounts;
	/** The 100 with most works. */
	publisher: TextCounts;
};

/** Addresses of this page and of the next. */
export type FoundWorksLinks = {
	self: string;
	next?: string;
};

export type FoundWorks = {
	/** Of the works that were looked at, whatever the page. */
	total: number;
	/**
	 * eq: there are so many. gte: there are at least so many; the words, type and years are those of
	 * more than 10,000 works, of which so many were looked at, the most cited first.
	 */
	total_relation: 'eq' | 'gte';
	hits: FoundWork[];
	/** Counts of what total counts. */
	aggregations: FoundWorksAggregations;
	/**
	 * Only where nothing was found: queries with other words in the place of those that no work has,
	 * or, where works have each word, of one of the rarest. Each finds something, with the same
	 * filters.
	 */
	suggestions?: string[];
	/** Addresses of this page and of the next. */
	links: FoundWorksLinks;
};

export type DescribeObjectByNumberParameters = {
	/**
	 * 1 counts the relationships of each relation and level by type, year, words and version as well.
	 */
	facets?: boolean | undefined;
	/** 1 indents the answer. */
	prettyprint?: boolean | undefined;
};

export type IdentifierToLookUpObject = {
	ID: string;
	IDScheme: string;
};

/** As it was given. */
export type IdentifierToLookUp = string | IdentifierToLookUpObject;

export type LookedUp = {
	input: IdentifierToLookUp;
	/** What it was understood to be. */
	understood_as?: AnsweredIdentifier;
	known: boolean;
	/** Why it names no work, or which ones it names. */
	problem?: string;
	/** Which problem it is: `not-an-identifier` may be words of a title. */
	problem_code?: 'not-an-identifier' | 'several-identifiers' | 'ambiguous-identifier';
	/**
	 * An address that stays: after merges, splits and reindexes it leads to the work that the
	 * identifier belongs to then.
	 */
	self?: string;
	counts?: LevelCounts;
};

export type LookUpObjectsAnswer = {
	results: LookedUp[];
};

export type ExplainWhyParameters = {
	/** The one identifier, in any of its forms, or a text that holds exactly one. */
	id: string;
	/** The scheme of id; detected where it is left out. */
	scheme?: string | undefined;
	/** The other identifier, likewise. */
	other: string;
	/** The scheme of other; detected where it is left out. */
	otherScheme?: string | undefined;
};

export type UnderstoodIdentifier = {
	/** What it was understood to be. */
	understood_as: AnsweredIdentifier;
	known: true;
};

export type RuleStep = {
	source: AnsweredIdentifier;
	relation: 'Cites' | 'IsSupplementTo' | 'IsRelatedTo' | 'HasVersion' | 'IsIdenticalTo';
	target: AnsweredIdentifier;
	/** By which rule both are one, in a sentence. */
	rule: string;
};

export type AssertedStep = {
	source: AnsweredIdentifier;
	relation: 'Cites' | 'IsSupplementTo' | 'IsRelatedTo' | 'HasVersion' | 'IsIdenticalTo';
	target: AnsweredIdentifier;
	/** Who said it first. */
	provider: string;
	/** The date given with it. */
	date: string;
	/** The relation as worded. */
	sub_type?: string;
	/** The event that said it first; for those who may see it. */
	event_id?: string;
	/** How many further assertions say the same. */
	others: number;
};

export type Why = {
	id: UnderstoodIdentifier;
	other: UnderstoodIdentifier;
	/**
	 * same: one work; versions: versions of one; linked: their works, or else all versions of these,
	 * are.
	 */
	relation: 'same' | 'versions' | 'linked' | 'none';
	/** The shortest chain that makes it so, from id to other; neighbours share an identifier. */
	steps: (RuleStep | AssertedStep)[];
};

export type ReportOnList = {
	identifiers: IdentifierToLookUp[];
	/** Counts what cites each work and was not said to before this date. */
	since?: string;
};

export type ReportOnPrefix = {
	/** All works with a DOI that begins so. */
	prefix: string;
	/** Counts what cites each work and was not said to before this date. */
	since?: string;
	/** How many works one answer has. */
	size?: number;
	/** Goes on behind the answer that had it. */
	cursor?: string;
};

export type ReportOnProvider = {
	/** The works of which this link provider speaks, the most cited first. */
	provider: string;
	/** Counts what cites each work and was not said to before this date. */
	since?: string;
	/** How many works one answer has. */
	size?: number;
	/** Goes on behind the answer that had it. */
	cursor?: string;
};

export type ReportQuestion = ReportOnList | ReportOnPrefix | ReportOnProvider;

/** Only with since: how many works cite it of which nobody had said so before. */
export type CitingWorks = {
	identity: number;
	version: number;
};

export type WorksOfYear = {
	year: number;
	works: number;
};

/** How many works that cite it were published in each year; those without a date are left out. */
export type ReportedWorkCitedIn = {
	identity: WorksOfYear[];
	version: WorksOfYear[];
};

export type CitingProvider = {
	name: string;
	/** Relationships between two identifiers that it asserts. */
	links: number;
	/** As it was given. */
	first_link: string;
	/** As it was given. */
	last_link: string;
};

export type ReportedWork = {
	input: IdentifierToLookUp;
	/** What it was understood to be. */
	understood_as?: AnsweredIdentifier;
	known: boolean;
	/** Why it names no work, or which ones it names. */
	problem?: string;
	/** Which problem it is: `not-an-identifier` may be words of a title. */
	problem_code?: 'not-an-identifier' | 'several-identifiers' | 'ambiguous-identifier';
	/**
	 * An address that stays: after merges, splits and reindexes it leads to the work that the
	 * identifier belongs to then.
	 */
	self?: string;
	counts?: LevelCounts;
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Type?: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
	cited_since?: CitingWorks;
	/**
	 * The identifier that stands for all its versions: works that have the same one are versions of
	 * one another.
	 */
	family?: AnsweredIdentifier;
	versions_total?: number;
	/** How many works that cite it were published in each year; those without a date are left out. */
	cited_in?: ReportedWorkCitedIn;
	/** Who says that it is cited, those with the most links first; a hundred at most. */
	providers?: CitingProvider[];
	/** How many providers there are. */
	providers_total?: number;
	/** There where not all links were looked at, of which there are too many. */
	providers_at_least?: true;
};

export type MostCitedWork = {
	understood_as: AnsweredIdentifier;
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Type?: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
	/** How many works cite, by a work itself (identity), and by all its versions (version). */
	cited_by: CitingWorks;
};

/** Sums what this answer tells of works. */
export type ReportSummary = {
	/** Works that are known, each once. */
	works: number;
	/** Sums over the works, and over those with all their versions: who cites two counts twice. */
	cited_by: CitingWorks;
	/** How many works cite, by a work itself (identity), and by all its versions (version). */
	cited_since?: CitingWorks;
	/** Ten at most, by all versions; of these the one that is cited most. */
	most_cited: MostCitedWork[];
	/** Who says that it is cited, those with the most links first; a hundred at most. */
	providers: CitingProvider[];
	/** How many providers there are. */
	providers_total: number;
	/** There where not all links were looked at, of which there are too many. */
	providers_at_least?: true;
};

export type ReportWorksAnswer = {
	works: ReportedWork[];
	summary: ReportSummary;
	/** Of a provider: of how many works it speaks. */
	works_total?: number;
	/** Of a provider: when its works were counted; null: not yet. */
	as_of?: string | null;
	/** Of a prefix or a provider: goes on with the next works; absent at the end. */
	cursor?: string;
};

export type GetSourcesParameters = {
	/** How many providers a page holds. */
	size?: number | undefined;
	/** Which page of providers, those with the most links first. */
	page?: number | undefined;
	/** 1 indents the answer. */
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
	/** As it was spelled first. */
	name: string;
	/** Relationships between two identifiers that it asserts. */
	links: number;
	/** Works that it speaks of. */
	works: number;
	/** As it was given. */
	first_link: string | null;
	/** As it was given. */
	last_link: string | null;
	/** When the last submission was accepted that says any of it. */
	last_received: string | null;
	/** Its links by the year of their first LinkPublicationDate. */
	years: SourceOfLinksYear[];
};

export type ExampleOfWork = {
	/**
	 * An address that stays: after merges, splits and reindexes it leads to the work that the
	 * identifier belongs to then.
	 */
	self: string;
	/** IDURL is the address on the web, where there is one. */
	Identifiers: IdentifierWithAddress[];
	counts: RelationCounts;
	/** As text, whatever mark-up it was given in. */
	Title?: string;
	/**
	 * Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and scp
	 * (small capitals) without attributes, and &amp;, &lt; and &gt;.
	 */
	TitleMarkup?: string;
	Type: AnsweredType;
	/** As it was given. */
	PublicationDate?: string;
};

export type Sources = {
	/** When all of this was counted; null: it was not yet. */
	as_of: string | null;
	/** Whether nothing has changed since. */
	current: boolean;
	/** Whether the broker holds no work at all. */
	empty: boolean;
	/** When the last submission was applied. */
	last_applied: string | null;
	/** Works, each version of one by itself. */
	works: number;
	/** Relationships between two identifiers, whoever says so. */
	links: number;
	identifiers: number;
	/** Works by type, each version of one by itself. */
	types: SourcesType[];
	schemes: SourcesScheme[];
	providers_total: number;
	providers: SourceOfLinks[];
	/** The most cited works of each type; of their identifiers the first. */
	examples: ExampleOfWork[];
};

export type ReadChangesFormatParameter = 'json' | 'jsonl' | 'atom';

export type ReadChangesParameters = {
	/**
	 * A cursor: goes on where an earlier answer ended. Left out: begins with the oldest entry. `now`:
	 * with what comes next.
	 */
	after?: string | undefined;
	/** How many entries come at most. */
	limit?: number | undefined;
	/** Where there is nothing, holds the answer for so many seconds until something comes. */
	wait?: number | undefined;
	/** Keeps only links of this work: of the identifier, and of all that are one work with it now. */
	id?: string | undefined;
	/** The scheme of id; detected where it is left out. */
	scheme?: string | undefined;
	/** Keeps only links with a DOI that begins so, at either end. */
	prefix?: string | undefined;
	/** Keeps only what this link provider said, in any letter case. */
	provider?: string | undefined;
	/**
	 * Keeps only this relation; with id it is read from that work. Without id either name of a pair
	 * means both.
	 */
	relation?: RelationParameter | undefined;
	/** Keeps only links with an object of this type at either end. */
	type?: TypeParameter | undefined;
	/** The form, whatever Accept says: json, jsonl (JSON Lines) or atom (a feed). */
	format?: ReadChangesFormatParameter | undefined;
};

/** What was said by one provider with one date, as POST /events takes it. */
export type ScholixLink = {
	Source: ScholixObject;
	Target: ScholixObject;
	RelationshipType: RelationshipType;
	LinkProvider: LinkProvider[];
	/** YYYY, YYYY-MM, YYYY-MM-DD, or a date-time with or without a zone (then UTC). */
	LinkPublicationDate: string;
	LicenseURL?: string | null;
};

export type Change = {
	/** Grows by one from entry to entry. */
	number: number;
	/** When it was logged. */
	time: string;
	/** Whether it began to count, or ceased to. */
	kind: 'asserted' | 'withdrawn';
	/** Nobody had asserted this relationship before. */
	first?: true;
	/** Nobody asserts this relationship any more. */
	last?: true;
	link: ScholixLink;
};

export type Changes = {
	changes: Change[];
	/** The cursor that goes on: what after= takes. */
	next: string;
};

export type ActionParameter = 'assert' | 'withdraw' | 'replace';

export type SubmitEventParameters = {
	/**
	 * assert: the links hold from now on. withdraw: what their providers said so far of that relation
	 * between these two objects is taken back. replace: they are all that their providers say of their
	 * Sources from now on; what else these said in records with such a Source is taken back.
	 */
	action?: ActionParameter | undefined;
	/**
	 * The form of the body, where it is not Scholix: a name of `link-broker dialects`, such as
	 * datacite, crossref or table; auto: what the body holds tells. Any Content-Type will do. Records
	 * that state all links of their object are best sent with action=replace.
	 */
	dialect?: string | undefined;
	/** With dialect: the relation of the links of a list or table that names none. */
	relation?: string | undefined;
	/** With dialect: the date of links that have none; today where it is left out. */
	date?: string | undefined;
	/**
	 * With action=replace, provider and an empty array: the provider says nothing of this Source any
	 * more. With dialect: the object that the links of a list or table start from.
	 */
	source?: string | undefined;
	/** The scheme of source; detected from it where it is left out. */
	scheme?: string | undefined;
	/**
	 * The Name of the LinkProvider, with source; with dialect that of links for which nobody is named.
	 */
	provider?: string | undefined;
	/**
	 * With dialect table or auto: what the columns of a table hold, where that is not found out: roles
	 * from the first column on (source,-,relation,target), or columns by name or number with their
	 * roles (Data DOI=target,2=date); the roles are source, target, relation, date, provider,
	 * source-title, target-title, source-type, target-type, source-journal, target-journal,
	 * source-scheme, target-scheme, -. Columns that a list of roles does not reach hold nothing; roles
	 * of columns that are not named are found out.
	 */
	columns?: string | undefined;
	/** 1 stores nothing and tells what would be stored (200). */
	dryRun?: boolean | undefined;
	/** 1 stores and groups the links but leaves them out of the search index until a reindex. */
	noindex?: boolean | undefined;
	/**
	 * 1 takes the links that are valid, and tells those that are not, instead of refusing the batch.
	 */
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
	/** The line in which the row begins. */
	line: number;
	column: number;
	/** The name of the column. */
	name: string;
	/** The beginning of what stands there. */
	cell: string;
	problem: string;
};

/** With `dialect`: how the body was read. */
export type ReadBody = {
	dialect: string;
	records: number;
	links: number;
	/** Objects that are described and have no link. */
	described: number;
	/** Links that have a date of their own. */
	dated: number;
	/** The date of the other links. */
	date: string;
	/** Who says the links for which the body names nobody. */
	provider: string | null;
	relations: ReadBodyRelation[];
	/** What is no link, and why. */
	left_out: ReadBodyLeftOut[];
	/** Cells of a table that do not hold what their columns do. */
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
		| 'source-journal'
		| 'target-journal'
		| 'source-scheme'
		| 'target-scheme'
		| '-';
};

/** What the columns of a table of your own are taken for. */
export type EventPreviewTable = {
	/** false: its first row holds identifiers and is one of the rows. */
	has_names: boolean;
	columns: EventPreviewTableColumn[];
	/** Its first rows. */
	rows: string[][];
};

export type PreviewedObjectIdentifier = {
	ID: string;
	IDScheme: string;
};

export type PreviewedObject = {
	identifiers: PreviewedObjectIdentifier[];
	title: string | null;
};

export type EventPreviewLink = {
	/** The line in which its record begins. */
	line: number;
	source: PreviewedObject;
	relation: string;
	subtype: string | null;
	target: PreviewedObject;
	date: string | null;
	provider: string | null;
};

export type EventPreviewRefused = {
	line: number;
	pointer: string | null;
	message: string;
};

export type EventPreview = {
	message: 'nothing stored';
	/** Why the submission would be refused; null: it would be accepted. */
	refusal: string | null;
	read: ReadBody;
	/** What the columns of a table of your own are taken for. */
	table: EventPreviewTable | null;
	/** The first links. */
	links: EventPreviewLink[];
	/** Records that are not valid. */
	refused_count: number;
	/** The first 100 of them. */
	refused: EventPreviewRefused[];
};

export type RefusedLink = {
	/** Where in the body, as a JSON pointer. */
	pointer: string;
	message: string;
};

export type EventAccepted = {
	message: 'event accepted';
	event_id: string;
	/** With `partial=1`: how many links are not valid and were left out. */
	refused_count?: number;
	/** With `partial=1`: the first 100 of them. */
	refused?: RefusedLink[];
	read?: ReadBody;
};

export type StateParameter = 'New' | 'Processing' | 'Done' | 'Error' | 'Withdrawn';

export type ListEventsParameters = {
	/** Only events in this state. */
	state?: StateParameter | undefined;
	/** How many to list. */
	limit?: number | undefined;
	/** Goes on with older ones: next of the answer before. */
	before?: string | undefined;
};

export type NameCount = {
	name: string;
	count: number;
};

export type LinkEventCounts = {
	links: number;
	/** Links that `partial=1` left out. */
	refused: number;
	/** Links of an object to itself, which say nothing. */
	ignored: number | null;
	/** ISSNs, and ISBNs beside DOIs: they say in what a work lies, so they do not name it. */
	containers: number | null;
	/** Names that are no relation type of DataCite or Scholix, most frequent first. */
	unknown_relations: NameCount[] | null;
	new_relationships: number | null;
	new_identifiers: number | null;
	merged_groups: number | null;
	/** Assertions of earlier events that count no more since this one. */
	withdrawn: number | null;
	/** Links of action=withdraw that nobody had said. */
	nothing_to_withdraw: number | null;
	/** Links of action=withdraw that only others had said: nothing of them happened. */
	not_yours: number | null;
	/** How many groups more there are, since what held them together was taken back. */
	split_groups: number | null;
};

/** When, by whom and why it was withdrawn; null unless it is. */
export type LinkEventWithdrawn = {
	at: string;
	/** An email; null for the command line. */
	by: string | null;
	reason: string | null;
};

export type LinkEvent = {
	event_id: string;
	action: 'assert' | 'withdraw' | 'replace';
	status: 'New' | 'Processing' | 'Done' | 'Error' | 'Withdrawn';
	/**
	 * true once all that the event changed can be found, false until then, null where noindex=1 was
	 * asked.
	 */
	indexed: boolean | null;
	/** The email of who submitted it; null for the command line. */
	submitter: string | null;
	/** The file that the command line loaded it from. */
	file_name: string | null;
	/** The network address that sent it. */
	source_address: string | null;
	created: string;
	started: string | null;
	finished: string | null;
	/** How often it was tried. */
	attempts: number;
	/** When it is tried again after a failure. */
	next_try: string | null;
	counts: LinkEventCounts;
	/** What happened, where it failed. */
	error: string | null;
	/** When, by whom and why it was withdrawn; null unless it is. */
	withdrawn: LinkEventWithdrawn | null;
};

export type EventList = {
	events: LinkEvent[];
	/** What before must be for older ones; null at the end. */
	next: string | null;
};

export type ListEventLinksParameters = {
	/** Goes on behind so many links: next of the answer before. */
	after?: string | undefined;
	/** How many to list. */
	limit?: number | undefined;
};

export type EventLinks = {
	links: ScholixLink[];
	/** What after must be for more; null at the end. */
	next: string | null;
};

export type EventWithdrawalPreviewWork = {
	ID: string;
	IDScheme: string;
};

export type EventWithdrawalPreview = {
	/** Relationships that would be there no more. */
	relationships: number;
	/** Identifiers that would be known no more. */
	identifiers: number;
	/** How many groups more there would be, at both levels. */
	split_groups: number;
	/** The first 100 works that would change, each by one identifier. */
	works: EventWithdrawalPreviewWork[];
};

export type EventWithdrawal = {
	/** Why, in at most 1000 characters; it is kept with the event. */
	reason?: string | null;
};

export type ProblemPlace = {
	/** The query parameter that is wrong. */
	field?: string;
	/** The place in the body, a JSON pointer (RFC 6901). */
	pointer?: string;
	message: string;
	/** An identifier that may be meant. */
	identifier?: AnsweredIdentifier;
};

/** Of GET /health/ready only. */
export type HealthPart = {
	status: 'ready' | 'not-ready';
	reasons: string[];
};

export type Dependency = {
	status: 'up' | 'down';
};

/** Of GET /health/ready only. */
export type Dependencies = {
	database: Dependency;
	search: Dependency;
	/** Down where less is free than is to be kept free. */
	disk: Dependency;
};

export type Problem = {
	/** Names the kind of problem; its address explains it. */
	type: string;
	title: string;
	status: number;
	/** What is wrong with this request. */
	detail: string;
	/** The same as detail, for older clients. */
	message: string;
	/** The first hundred, or those of the first hundred links; the last then says how many more. */
	errors?: ProblemPlace[];
	/** Of GET /objects only: what was understood, and what may be meant instead. */
	query?: UnderstoodQuery;
	submissions?: HealthPart;
	searches?: HealthPart;
	dependencies?: Dependencies;
	/** What has waited for too long to be applied or indexed, in words. */
	overdue?: string[];
};
