"""Types of what the broker is sent and answers.

Written by ``npm run clients:types`` from its OpenAPI description: change that, not this.
"""

import sys
from typing import Dict, List, Literal, Optional, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

__all__ = [
    "RelationParameter",
    "TypeParameter",
    "GroupByParameter",
    "SortParameter",
    "FormatParameter",
    "AnsweredIdentifier",
    "Suggestion",
    "UnderstoodQuery",
    "FlagNumbers",
    "Identifier",
    "ObjectType",
    "AgentIdentifier",
    "Agent",
    "Keyword",
    "ScholixObjectContainer",
    "NoticeIdentifier",
    "Notice",
    "ScholixObject",
    "RelationshipType",
    "LinkProvider",
    "Flag",
    "AnsweredVersion",
    "AnsweredProvider",
    "LinkHistoryItem",
    "VersionLink",
    "FoundLink",
    "RelationshipsHitsHits",
    "YearCount",
    "YearCounts",
    "AggregationsTypeBucket",
    "AggregationsType",
    "TextCount",
    "TextCounts",
    "AggregationsViaBucket",
    "AggregationsVia",
    "FlagCount",
    "AggregationsFlags",
    "Aggregations",
    "RelationshipsHitsLinks",
    "RelationshipsHits",
    "AnsweredAgent",
    "AnsweredType",
    "AnsweredContainer",
    "AnsweredNotice",
    "AnsweredObject",
    "AnsweredRelation",
    "Relationship",
    "RelationshipsAnswer",
    "DescribeObjectSortParameter",
    "IdentifierWithAddress",
    "RelationCounts",
    "LevelCounts",
    "CountedCitations",
    "CitationCounts",
    "VersionOfWork",
    "WorkFamily",
    "RelationFacets",
    "WorkFacets",
    "Work",
    "FoundWorkMatchedVersion",
    "CountedWork",
    "FoundWork",
    "TypeCount",
    "TypeCounts",
    "FoundWorksAggregations",
    "ShorterQuery",
    "FoundWorksLinks",
    "FoundWorks",
    "IdentifierToLookUpObject",
    "IdentifierToLookUp",
    "LookedUp",
    "LookUpObjectsAnswer",
    "FlagParameter",
    "UnderstoodIdentifier",
    "RuleStep",
    "AssertedStep",
    "ExplainedLink",
    "SharedCreator",
    "SharedContainer",
    "OwnPublisher",
    "MinedAssertion",
    "OnlyProvider",
    "SupplementOf",
    "UnregisteredWork",
    "StatedNotice",
    "ComparedDates",
    "FlagEvidence",
    "MissingField",
    "ExplainedFlag",
    "Why",
    "ReportOnList",
    "ReportOnPrefix",
    "ReportOnProvider",
    "ReportQuestion",
    "CitingWorks",
    "ReportedFamily",
    "WorksOfYear",
    "ReportedWorkCitedIn",
    "CitingProvider",
    "ReportedWork",
    "MostCitedWork",
    "ReportSummary",
    "ReportWorksAnswer",
    "SourcesType",
    "SourcesScheme",
    "SourceOfLinksYear",
    "SourceOfLinks",
    "ExampleOfWork",
    "Sources",
    "EntriesParameter",
    "DirectionParameter",
    "KindParameter",
    "ReadChangesFormatParameter",
    "ScholixLink",
    "Change",
    "Changes",
    "ActionParameter",
    "ReadBodyRelation",
    "ReadBodyLeftOut",
    "ReadBodyWrongCell",
    "ReadBody",
    "EventPreviewTableColumn",
    "EventPreviewTable",
    "PreviewedObjectIdentifier",
    "PreviewedObject",
    "EventPreviewLink",
    "EventPreviewWorkIdentifier",
    "EventPreviewWork",
    "EventPreviewRefused",
    "EventPreview",
    "RefusedLink",
    "EventAccepted",
    "StateParameter",
    "NameCount",
    "LinkEventCounts",
    "LinkEventWithdrawn",
    "LinkEvent",
    "EventList",
    "EventLinks",
    "ListLoadsKindParameter",
    "LoadEvents",
    "LoadCounts",
    "LoadWithdrawn",
    "Load",
    "LoadList",
    "EventWithdrawal",
    "EventWithdrawalPreviewWork",
    "EventWithdrawalPreview",
    "SubscriptionFilter",
    "WantedSubscription",
    "NewSubscriptionLag",
    "NewSubscriptionLastFailure",
    "NewSubscription",
    "SubscriptionLag",
    "SubscriptionLastFailure",
    "Subscription",
    "SubscriptionList",
    "SubscriptionChange",
    "SubscriptionTrial",
    "RotatedSecret",
    "Delivery",
    "DeliveryList",
    "ProblemPlace",
    "HealthPart",
    "Dependency",
    "Dependencies",
    "Problem",
]


RelationParameter = Literal["cites", "isCitedBy", "isSupplementTo", "isSupplementedBy", "isRelatedTo"]


TypeParameter = Literal["literature", "software", "dataset", "unknown"]


GroupByParameter = Literal["identity", "version"]


SortParameter = Literal["mostrecent", "-mostrecent", "published", "-published", "title", "-title", "mostcited", "-mostcited"]


FormatParameter = Literal["csv", "jsonl", "scholix", "bibtex", "ris", "csl", "reference", "inveniordm"]


class AnsweredIdentifier(TypedDict):
    """An identifier of the notice."""

    ID: str
    IDScheme: str


class Suggestion(TypedDict):
    ID: str
    IDScheme: str
    reason: Literal["broader", "version", "other-scheme"]
    """broader: the requested identifier is a version or part of this one. version: this is a
    version of the same work. other-scheme: the text is also an identifier of this scheme."""


class UnderstoodQuery(TypedDict):
    understood_as: AnsweredIdentifier
    """The identifier that the broker read from id."""
    known: bool
    """Whether the identifier is known."""
    suggestions: List[Suggestion]
    """Known identifiers that may be meant, if the requested one is unknown."""


FlagNumbers = Dict[str, int]
"""Numbers of links by flag, of every flag that is left out, also 0. excluded: how many links were
left out, each under the first of its flags in the order of GET /definitions; together with the
total, they are the total of the same question without exclude. unknown: of how many links that
were kept the flag is unknown."""


class Identifier(TypedDict):
    ID: str
    IDScheme: str
    IDURL: NotRequired[Optional[str]]


class ObjectType(TypedDict):
    Name: str
    """One of literature, software, dataset, unknown, in any letter case, or a term of DataCite,
    Crossref, OpenAIRE, BibTeX or NASA ADS that is read as one of them (publication, article,
    other). An empty text is unknown."""
    SubType: NotRequired[Optional[str]]
    SubTypeSchema: NotRequired[Optional[str]]


class AgentIdentifier(TypedDict):
    ID: str
    IDScheme: str
    IDURL: NotRequired[Optional[str]]


class Agent(TypedDict):
    Name: str
    Identifier: NotRequired[Optional[Union[AgentIdentifier, List[AgentIdentifier]]]]
    """One identifier or an array of them, such as an ORCID iD or a ROR id."""


class Keyword(TypedDict):
    Name: str


class ScholixObjectContainer(TypedDict):
    """The journal, book or proceedings in which the object appeared, and where in it. An extension
    of Scholix by this broker."""

    Title: NotRequired[Optional[str]]
    ISSN: NotRequired[Optional[List[str]]]
    Volume: NotRequired[Optional[str]]
    Issue: NotRequired[Optional[str]]
    Pages: NotRequired[Optional[str]]
    """The pages, or the number of the article."""


class NoticeIdentifier(TypedDict):
    """An identifier of the notice."""

    ID: str
    IDScheme: str
    IDURL: NotRequired[Optional[str]]


class Notice(TypedDict):
    Kind: Literal["retraction", "concern", "correction"]
    Date: NotRequired[Optional[str]]
    """YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC."""
    Identifier: NotRequired[Optional[NoticeIdentifier]]
    """An identifier of the notice."""


class ScholixObject(TypedDict):
    Identifier: Union[Identifier, List[Identifier]]
    """One identifier, or an array of identifiers of the same object."""
    Type: Union[ObjectType, str]
    """An object, or only its Name as a text."""
    SubType: NotRequired[Optional[str]]
    SubTypeSchema: NotRequired[Optional[str]]
    Title: NotRequired[Optional[str]]
    """The title, plain or with markup of HTML, JATS or MathML."""
    TitleMarkup: NotRequired[Optional[str]]
    """The title with markup, in the form of answers. It is used instead of Title."""
    Creator: NotRequired[Optional[List[Agent]]]
    PublicationDate: NotRequired[Optional[str]]
    """YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC."""
    Publisher: NotRequired[Optional[List[Agent]]]
    Keywords: NotRequired[Optional[List[Union[str, Keyword]]]]
    Container: NotRequired[Optional[ScholixObjectContainer]]
    """The journal, book or proceedings in which the object appeared, and where in it. An extension
    of Scholix by this broker."""
    Edition: NotRequired[Optional[str]]
    """The edition of a book, or the version of software or data. An extension of Scholix."""
    PublisherPlace: NotRequired[Optional[str]]
    """The place of the publisher. An extension of Scholix."""
    Notice: NotRequired[Optional[List[Notice]]]
    """The notices that the work was retracted or corrected, or is doubted. If neither object of a
    link has this field, a SubType such as retraction, erratum or IsRetractedBy says it. An
    extension of Scholix by this broker."""
    Filled: NotRequired[Optional[Union[bool, List[Literal["Title", "Creator", "PublicationDate", "Type", "Kind", "Publisher", "Keywords", "Container", "Edition", "PublisherPlace"]]]]]
    """The fields (true: all but Notice) that count only if no link states them, whichever came
    first. An extension of Scholix by this broker."""


class RelationshipType(TypedDict):
    Name: str
    """A relation type of Scholix v3 or DataCite 4.7, in any letter case. Any other name of at most
    50 letters is read as IsRelatedTo."""
    SubType: NotRequired[Optional[str]]
    """Decides the relation if it is a known relation type and SubTypeSchema is DataCite or
    absent."""
    SubTypeSchema: NotRequired[Optional[str]]


class LinkProvider(TypedDict):
    Name: str
    Identifier: NotRequired[Optional[Union[AgentIdentifier, List[AgentIdentifier]]]]
    """One identifier or an array of them, such as an ORCID iD or a ROR id."""


Flag = Literal["author-self", "author-self-by-id", "journal-self", "provider-own", "machine", "single-provider", "supplement-as-citation", "unregistered", "retracted-citing", "retracted-cited", "cited-after-retraction", "corrected-citing", "corrected-cited", "concern-citing", "concern-cited"]
"""See GET /definitions."""


class AnsweredVersion(TypedDict):
    Identifiers: List[AnsweredIdentifier]
    IdentifierTotal: NotRequired[int]
    """The total number of identifiers, if the list is shortened."""
    VersionName: NotRequired[str]
    """What the version is called, different for each version of a work: the first that exists of
    the stated version, the one in its title or in an identifier, the part of the title that only
    this version has, its title, and its identifier. A date or the end of an identifier is added
    where names would be the same. Only works with several versions have it, for the latest 1,000
    of them."""


class AnsweredProvider(TypedDict):
    Name: str


class LinkHistoryItem(TypedDict):
    LinkPublicationDate: str
    """As given by the provider."""
    LinkProvider: AnsweredProvider
    SubType: NotRequired[str]
    """The relation type as the provider gave it."""
    SubTypes: NotRequired[List[str]]
    """The relation types, if the provider gave several."""


class VersionLink(TypedDict):
    Source: AnsweredVersion
    Target: AnsweredVersion
    LinkHistory: List[LinkHistoryItem]
    """The distinct pairs of provider and date, newest first."""
    LinkHistoryTotal: NotRequired[int]
    """The total number of pairs of provider and date, if the list is shortened."""


class FoundLink(TypedDict):
    Source: ScholixObject
    Target: ScholixObject
    RelationshipType: RelationshipType
    LinkProvider: List[LinkProvider]
    LinkPublicationDate: str
    """YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC."""
    LicenseURL: NotRequired[Optional[str]]
    LinkHistoryTotal: NotRequired[int]
    """The total number of pairs of provider and date, if the list is shortened."""
    AllLinkHistory: NotRequired[str]
    """The address of all pairs, if the list is shortened."""
    Flags: NotRequired[List[Flag]]
    """The flags of the relationship; see GET /definitions. Absent if it has none. POST /events
    ignores it."""
    Via: NotRequired[List[VersionLink]]
    """With group_by=version: which version of the work (Source) is linked to which version of the
    related work (Target). Newest first, then by identifier; at most 100."""
    ViaTotal: NotRequired[int]
    """The total number of pairs, if Via is shortened."""


class RelationshipsHitsHits(TypedDict):
    total: int
    """The number of relationships in the whole result."""
    hits: List[FoundLink]
    """The links of this page, in the form that POST /events accepts."""


class YearCount(TypedDict):
    key: int
    doc_count: int


class YearCounts(TypedDict):
    buckets: List[YearCount]


class AggregationsTypeBucket(TypedDict):
    key: Literal["literature", "software", "dataset", "unknown"]
    doc_count: int
    publication_year: YearCounts
    link_year: YearCounts


class AggregationsType(TypedDict):
    buckets: List[AggregationsTypeBucket]


class TextCount(TypedDict):
    key: str
    doc_count: int


class TextCounts(TypedDict):
    """Relation types as the providers gave them, seen from the work; the 100 most frequent."""

    buckets: List[TextCount]


class AggregationsViaBucket(TypedDict):
    key: str
    Identifiers: List[AnsweredIdentifier]
    VersionName: NotRequired[str]
    """What the version is called, different for each version of a work: the first that exists of
    the stated version, the one in its title or in an identifier, the part of the title that only
    this version has, its title, and its identifier. A date or the end of an identifier is added
    where names would be the same. Only works with several versions have it, for the latest 1,000
    of them."""
    doc_count: int


class AggregationsVia(TypedDict):
    """With group_by=version: the number of relationships of each version of the work, for the 100
    versions with most. Pass the key of a version as via."""

    buckets: List[AggregationsViaBucket]


class FlagCount(TypedDict):
    key: Flag
    doc_count: int
    unknown: int


class AggregationsFlags(TypedDict):
    """Only with flags=1 on GET /relationships: how many relationships of the result have each flag,
    and of how many it is unknown. One with several flags counts for each."""

    buckets: List[FlagCount]


class Aggregations(TypedDict):
    """Counts over the whole result."""

    type: AggregationsType
    publication_year: YearCounts
    link_year: YearCounts
    """The years (UTC) of the latest LinkPublicationDate of each relationship, as sort=mostrecent
    uses it."""
    subtype: TextCounts
    via: NotRequired[AggregationsVia]
    """With group_by=version: the number of relationships of each version of the work, for the 100
    versions with most. Pass the key of a version as via."""
    flags: NotRequired[AggregationsFlags]
    """Only with flags=1 on GET /relationships: how many relationships of the result have each flag,
    and of how many it is unknown. One with several flags counts for each."""


class RelationshipsHitsLinks(TypedDict):
    """Addresses of this page, the next one and the previous one."""

    self: str
    next: NotRequired[str]
    prev: NotRequired[str]


class RelationshipsHits(TypedDict):
    query: UnderstoodQuery
    definition: NotRequired[str]
    """The definition of a citation that was asked for; see GET /definitions."""
    excluded: NotRequired[FlagNumbers]
    unknown: NotRequired[FlagNumbers]
    hits: RelationshipsHitsHits
    aggregations: Aggregations
    links: RelationshipsHitsLinks
    """Addresses of this page, the next one and the previous one."""


class AnsweredAgent(TypedDict):
    Name: str


class AnsweredType(TypedDict):
    Name: Literal["literature", "software", "dataset", "unknown"]
    """unknown if no type was given."""
    SubType: NotRequired[str]
    SubTypeSchema: NotRequired[str]


class AnsweredContainer(TypedDict):
    """The journal, book or proceedings in which the work appeared, and where in it. An extension of
    Scholix."""

    Title: NotRequired[str]
    """Plain text, like Title."""
    ISSN: NotRequired[List[str]]
    Volume: NotRequired[str]
    Issue: NotRequired[str]
    Pages: NotRequired[str]
    """The pages, or the number of the article."""


class AnsweredNotice(TypedDict):
    """Says that a work was retracted or corrected, or that there is a concern. An extension of
    Scholix."""

    Kind: Literal["retraction", "concern", "correction"]
    """retraction also stands for a withdrawal or removal."""
    Date: NotRequired[str]
    """When the notice was published."""
    Identifier: NotRequired[AnsweredIdentifier]


class AnsweredObject(TypedDict):
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """The total number of creators, if the list is shortened."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    Container: NotRequired[AnsweredContainer]
    Edition: NotRequired[str]
    """The edition of a book, or the version of software or data."""
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """The total number of publishers, if the list is shortened."""
    PublisherPlace: NotRequired[str]
    """The place of the publisher."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """The total number of keywords, if the list is shortened."""
    Notice: NotRequired[List[AnsweredNotice]]
    """The notices about the work. Of a work with several versions: those about the main version."""
    NoticeTotal: NotRequired[int]
    """The total number of notices, if the list is shortened."""
    IdentifierTotal: NotRequired[int]
    """The total number of identifiers, if the list is shortened."""
    AllIdentifiers: NotRequired[str]
    """The address of all identifiers, if the list is shortened."""
    Identifiers: List[AnsweredIdentifier]
    Versions: NotRequired[List[AnsweredVersion]]
    """With group_by=version: the identifiers of each version, even if there is only one."""
    VersionsTotal: NotRequired[int]
    """The total number of versions, if the list is shortened."""
    AllVersions: NotRequired[str]
    """The address of all versions, if the list is shortened."""


class AnsweredRelation(TypedDict):
    """The requested relation. Without one, each relationship has its own."""

    Name: Literal["cites", "isCitedBy", "isSupplementTo", "isSupplementedBy", "isRelatedTo"]


class Relationship(TypedDict):
    Target: AnsweredObject
    Relation: NotRequired[AnsweredRelation]
    LinkHistory: List[LinkHistoryItem]
    """The distinct pairs of provider and date, newest first."""
    LinkHistoryTotal: NotRequired[int]
    """The total number of pairs of provider and date, if the list is shortened."""
    AllLinkHistory: NotRequired[str]
    """The address of all pairs, if the list is shortened."""
    Flags: NotRequired[List[Flag]]
    """The flags of the relationship; see GET /definitions. Absent if it has none. POST /events
    ignores it."""
    Via: NotRequired[List[VersionLink]]
    """With group_by=version: which version of the work (Source) is linked to which version of the
    related work (Target). Newest first, then by identifier; at most 100."""
    ViaTotal: NotRequired[int]
    """The total number of pairs, if Via is shortened."""


class RelationshipsAnswer(TypedDict):
    Source: AnsweredObject
    Relation: NotRequired[AnsweredRelation]
    GroupBy: Literal["identity", "version"]
    Relationships: List[Relationship]


DescribeObjectSortParameter = Literal["relevance", "mostcited", "mostrecent", "-relevance", "-mostcited", "-mostrecent"]


class IdentifierWithAddress(TypedDict):
    ID: str
    IDScheme: str
    IDURL: NotRequired[str]


class RelationCounts(TypedDict):
    """The number of related works by relation."""

    cites: int
    isCitedBy: int
    isSupplementTo: int
    isSupplementedBy: int
    isRelatedTo: int


class LevelCounts(TypedDict):
    """identity: the counts of the work itself. version: the counts of all its versions together,
    with related works grouped by version too."""

    identity: RelationCounts
    version: RelationCounts


class CountedCitations(TypedDict):
    """The citations that count, the links that were left out, and those of which a flag is
    unknown."""

    total: int
    excluded: FlagNumbers
    unknown: FlagNumbers


class CitationCounts(TypedDict):
    """Only with definition or exclude: the citations that count, of the work itself (identity), and
    of all its versions together (version). A level at which the definition does not count is
    absent."""

    definition: NotRequired[str]
    """The definition of a citation that was asked for; see GET /definitions."""
    identity: NotRequired[CountedCitations]
    version: NotRequired[CountedCitations]


class VersionOfWork(TypedDict):
    VersionName: NotRequired[str]
    """What the version is called, different for each version of a work: the first that exists of
    the stated version, the one in its title or in an identifier, the part of the title that only
    this version has, its title, and its identifier. A date or the end of an identifier is added
    where names would be the same. Only works with several versions have it, for the latest 1,000
    of them."""
    self: str
    """A permanent address. After merges, splits and reindexes it leads to the work that has the
    identifier then."""
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """The total number of creators, if the list is shortened."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    Container: NotRequired[AnsweredContainer]
    Edition: NotRequired[str]
    """The edition of a book, or the version of software or data."""
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """The total number of publishers, if the list is shortened."""
    PublisherPlace: NotRequired[str]
    """The place of the publisher."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """The total number of keywords, if the list is shortened."""
    Notice: NotRequired[List[AnsweredNotice]]
    """The notices about the work. Of a work with several versions: those about the main version."""
    NoticeTotal: NotRequired[int]
    """The total number of notices, if the list is shortened."""
    IdentifierTotal: NotRequired[int]
    """The total number of identifiers, if the list is shortened."""
    AllIdentifiers: NotRequired[str]
    """The address of all identifiers, if the list is shortened."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the web address of the identifier, if it has one."""
    counts: RelationCounts
    first_linked: Optional[str]
    """The earliest date of a link of the work. A year or month counts as its first day. null: no
    links."""
    last_linked: Optional[str]
    """The latest date of a link of the work."""


class WorkFamily(TypedDict):
    """The work with all its versions. The version from which the others come describes it."""

    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """The total number of creators, if the list is shortened."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    Container: NotRequired[AnsweredContainer]
    Edition: NotRequired[str]
    """The edition of a book, or the version of software or data."""
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """The total number of publishers, if the list is shortened."""
    PublisherPlace: NotRequired[str]
    """The place of the publisher."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """The total number of keywords, if the list is shortened."""
    Notice: NotRequired[List[AnsweredNotice]]
    """The notices about the work. Of a work with several versions: those about the main version."""
    NoticeTotal: NotRequired[int]
    """The total number of notices, if the list is shortened."""
    IdentifierTotal: NotRequired[int]
    """The total number of identifiers, if the list is shortened."""
    AllIdentifiers: NotRequired[str]
    """The address of all identifiers, if the list is shortened."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the web address of the identifier, if it has one."""
    versions: List[VersionOfWork]
    """The versions, latest published first; at most 100. Each has its own counts."""
    versions_total: int
    all_versions: NotRequired[str]
    """The address of all versions, if the list is shortened."""


class RelationFacets(TypedDict):
    cites: Aggregations
    isCitedBy: Aggregations
    isSupplementTo: Aggregations
    isSupplementedBy: Aggregations
    isRelatedTo: Aggregations


class WorkFacets(TypedDict):
    """Only with facets=1: counts over the whole result of each relation."""

    identity: RelationFacets
    version: RelationFacets


class Work(TypedDict):
    query: UnderstoodQuery
    VersionName: NotRequired[str]
    """What the version is called, different for each version of a work: the first that exists of
    the stated version, the one in its title or in an identifier, the part of the title that only
    this version has, its title, and its identifier. A date or the end of an identifier is added
    where names would be the same. Only works with several versions have it, for the latest 1,000
    of them."""
    self: str
    """A permanent address. After merges, splits and reindexes it leads to the work that has the
    identifier then."""
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """The total number of creators, if the list is shortened."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    Container: NotRequired[AnsweredContainer]
    Edition: NotRequired[str]
    """The edition of a book, or the version of software or data."""
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """The total number of publishers, if the list is shortened."""
    PublisherPlace: NotRequired[str]
    """The place of the publisher."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """The total number of keywords, if the list is shortened."""
    Notice: NotRequired[List[AnsweredNotice]]
    """The notices about the work. Of a work with several versions: those about the main version."""
    NoticeTotal: NotRequired[int]
    """The total number of notices, if the list is shortened."""
    IdentifierTotal: NotRequired[int]
    """The total number of identifiers, if the list is shortened."""
    AllIdentifiers: NotRequired[str]
    """The address of all identifiers, if the list is shortened."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the web address of the identifier, if it has one."""
    counts: LevelCounts
    counted: NotRequired[CitationCounts]
    first_linked: Optional[str]
    """The earliest date of a link of the work. A year or month counts as its first day. null: no
    links."""
    last_linked: Optional[str]
    """The latest date of a link of the work."""
    family: WorkFamily
    """The work with all its versions. The version from which the others come describes it."""
    facets: NotRequired[WorkFacets]
    """Only with facets=1: counts over the whole result of each relation."""


class FoundWorkMatchedVersion(TypedDict):
    """Only with group_by=version: the version whose title has more of the words than the title of
    the work, or equals q."""

    self: str
    """A permanent address. After merges, splits and reindexes it leads to the work that has the
    identifier then."""
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """The total number of creators, if the list is shortened."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    Container: NotRequired[AnsweredContainer]
    Edition: NotRequired[str]
    """The edition of a book, or the version of software or data."""
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """The total number of publishers, if the list is shortened."""
    PublisherPlace: NotRequired[str]
    """The place of the publisher."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """The total number of keywords, if the list is shortened."""
    Notice: NotRequired[List[AnsweredNotice]]
    """The notices about the work. Of a work with several versions: those about the main version."""
    NoticeTotal: NotRequired[int]
    """The total number of notices, if the list is shortened."""
    IdentifierTotal: NotRequired[int]
    """The total number of identifiers, if the list is shortened."""
    AllIdentifiers: NotRequired[str]
    """The address of all identifiers, if the list is shortened."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the web address of the identifier, if it has one."""


class CountedWork(TypedDict):
    """Only with definition or exclude: the citations that count at the level of group_by."""

    definition: NotRequired[str]
    """The definition of a citation that was asked for; see GET /definitions."""
    total: int
    excluded: FlagNumbers
    unknown: FlagNumbers


class FoundWork(TypedDict):
    self: str
    """A permanent address. After merges, splits and reindexes it leads to the work that has the
    identifier then."""
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """The total number of creators, if the list is shortened."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    Container: NotRequired[AnsweredContainer]
    Edition: NotRequired[str]
    """The edition of a book, or the version of software or data."""
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """The total number of publishers, if the list is shortened."""
    PublisherPlace: NotRequired[str]
    """The place of the publisher."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """The total number of keywords, if the list is shortened."""
    Notice: NotRequired[List[AnsweredNotice]]
    """The notices about the work. Of a work with several versions: those about the main version."""
    NoticeTotal: NotRequired[int]
    """The total number of notices, if the list is shortened."""
    IdentifierTotal: NotRequired[int]
    """The total number of identifiers, if the list is shortened."""
    AllIdentifiers: NotRequired[str]
    """The address of all identifiers, if the list is shortened."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the web address of the identifier, if it has one."""
    matched_version: NotRequired[FoundWorkMatchedVersion]
    """Only with group_by=version: the version whose title has more of the words than the title of
    the work, or equals q."""
    missing_words: NotRequired[List[str]]
    """Only if matched is most: the words that this work lacks."""
    counts: RelationCounts
    counted: NotRequired[CountedWork]
    versions_total: int
    """The number of versions grouped in this result. Always 1 with group_by=identity."""


class TypeCount(TypedDict):
    key: Literal["literature", "software", "dataset", "unknown"]
    doc_count: int


class TypeCounts(TypedDict):
    buckets: List[TypeCount]


class FoundWorksAggregations(TypedDict):
    """Counts over the works that total counts."""

    type: TypeCounts
    publication_year: YearCounts
    publisher: TextCounts
    """The 100 publishers with the most works."""
    journal: TextCounts
    """The 100 journals, books or proceedings with the most works; without a title, the first ISSN.
    To filter by one, use `journal:"…"` in `q`, which takes ISSNs as well."""


class ShorterQuery(TypedDict):
    words: List[str]
    """The words that are left out."""
    q: str


class FoundWorksLinks(TypedDict):
    """Addresses of this page and the next one."""

    self: str
    next: NotRequired[str]


class FoundWorks(TypedDict):
    total: int
    """The number of works found among those examined."""
    total_relation: Literal["eq", "gte"]
    """eq: total is exact. gte: total is a lower bound, because more than 10,000 works match and
    only that many were examined, the most cited first."""
    matched: Literal["all", "most"]
    """all: each work has all words of q. most: no work that matches the filters has all of them,
    and these works have at least half; total, aggregations and pages refer to these works."""
    hits: List[FoundWork]
    aggregations: FoundWorksAggregations
    """Counts over the works that total counts."""
    suggestions: NotRequired[List[str]]
    """Only on the first page, if no work has all words: similar queries that find works with the
    same filters. They replace words that no work has, or one of the rarest words."""
    without: NotRequired[List[ShorterQuery]]
    """Only on the first page, if no work has all words: shorter queries that find works with the
    same filters."""
    links: FoundWorksLinks
    """Addresses of this page and the next one."""


class IdentifierToLookUpObject(TypedDict):
    ID: str
    IDScheme: str


IdentifierToLookUp = Union[str, IdentifierToLookUpObject]
"""As given by the provider."""


class LookedUp(TypedDict):
    input: IdentifierToLookUp
    understood_as: NotRequired[AnsweredIdentifier]
    """The identifier that the broker read from the input."""
    known: bool
    problem: NotRequired[str]
    """Why the input does not name exactly one work."""
    problem_code: NotRequired[Literal["not-an-identifier", "several-identifiers", "ambiguous-identifier"]]
    """The kind of problem. `not-an-identifier`: the input may be a title."""
    self: NotRequired[str]
    """A permanent address. After merges, splits and reindexes it leads to the work that has the
    identifier then."""
    counts: NotRequired[LevelCounts]
    counted: NotRequired[CitationCounts]


class LookUpObjectsAnswer(TypedDict):
    results: List[LookedUp]


FlagParameter = Literal["author-self", "author-self-by-id", "journal-self", "provider-own", "machine", "single-provider", "supplement-as-citation", "unregistered", "retracted-citing", "retracted-cited", "cited-after-retraction", "corrected-citing", "corrected-cited", "concern-citing", "concern-cited"]


class UnderstoodIdentifier(TypedDict):
    understood_as: AnsweredIdentifier
    """The identifier that the broker read from the input."""
    known: Literal[True]


class RuleStep(TypedDict):
    source: AnsweredIdentifier
    relation: Literal["Cites", "IsSupplementTo", "IsRelatedTo", "HasVersion", "IsIdenticalTo"]
    target: AnsweredIdentifier
    rule: str
    """The rule of the scheme that makes both identifiers equal, as a sentence."""


class AssertedStep(TypedDict):
    source: AnsweredIdentifier
    relation: Literal["Cites", "IsSupplementTo", "IsRelatedTo", "HasVersion", "IsIdenticalTo"]
    target: AnsweredIdentifier
    provider: str
    """The provider of the assertion that was accepted first."""
    date: str
    """The date of that assertion."""
    sub_type: NotRequired[str]
    """The relation type as the provider gave it."""
    event_id: NotRequired[str]
    """The event of that assertion. Only for accounts that may see the event."""
    others: int
    """The number of further assertions of the same link."""


class ExplainedLink(TypedDict):
    """The link between the works, if there is one. One version of a work may be linked with
    another."""

    relation: Literal["cites", "isCitedBy", "isSupplementTo", "isSupplementedBy", "isRelatedTo"]
    """The relation as seen from id."""
    group_by: Literal["identity", "version"]
    """identity: these works are linked. version: only their versions are."""
    flags: List[Flag]
    """The flags of the link."""


class SharedCreator(TypedDict):
    id: AnsweredAgent
    other: AnsweredAgent
    matched: str
    """What they have in common, as it is compared."""


class SharedContainer(TypedDict):
    id: AnsweredContainer
    other: AnsweredContainer
    matched: str
    """What they have in common, as it is compared."""


class OwnPublisher(TypedDict):
    of: Literal["id", "other"]
    """The work: that of id, or that of other."""
    publisher: str
    provider: str


class MinedAssertion(TypedDict):
    provider: str
    date: str
    """The date of the assertion."""
    words: List[str]
    """The relation types as the provider gave them."""
    mined_by: Literal["provider", "words"]
    """What says that a program found the link."""


class OnlyProvider(TypedDict):
    provider: str


class SupplementOf(TypedDict):
    of: Literal["id", "other"]
    """The work: that of id, or that of other."""
    relation: Literal["IsSupplementTo"]


class UnregisteredWork(TypedDict):
    of: Literal["id", "other"]
    """The work: that of id, or that of other."""
    lacks: List[str]
    """Schemes. It has none of them."""


class StatedNotice(TypedDict):
    of: Literal["id", "other"]
    """The work: that of id, or that of other."""
    notice: AnsweredNotice
    provider: NotRequired[str]
    """Who stated the notice last."""
    date: NotRequired[str]
    """The date of the assertion."""
    event_id: NotRequired[str]
    """The event that states it. Only for accounts that may see the event."""


class ComparedDates(TypedDict):
    published: str
    """When the citing work was published."""
    retracted: str
    """When the cited work was retracted."""


FlagEvidence = Union[SharedCreator, SharedContainer, OwnPublisher, MinedAssertion, OnlyProvider, SupplementOf, UnregisteredWork, StatedNotice, ComparedDates]


class MissingField(TypedDict):
    of: Literal["id", "other"]
    """The work: that of id, or that of other."""
    field: str
    value: NotRequired[str]
    """The date, if it is not precise enough."""


class ExplainedFlag(TypedDict):
    """The flag that was asked for."""

    name: Flag
    holds: Literal["yes", "no", "unknown"]
    certainty: NotRequired[Literal["identifier", "name"]]
    """identifier: the works match by an ORCID iD, ISNI or ISSN. name: by a name or title alone."""
    evidence: List[FlagEvidence]
    """Why the link has the flag."""
    others: int
    """The number of further pieces of evidence."""
    missing: NotRequired[List[MissingField]]
    """Why the flag is unknown: what is not known of the works."""


class Why(TypedDict):
    id: UnderstoodIdentifier
    other: UnderstoodIdentifier
    relation: Literal["same", "versions", "linked", "none"]
    """same: one work. versions: versions of one work. linked: the works are linked or, if they are
    not, versions of them. none: no connection."""
    steps: List[Union[RuleStep, AssertedStep]]
    """The shortest chain from id to other. Neighbouring steps share an identifier."""
    truncated: NotRequired[Literal[True]]
    """Present if the chain has more than 100 steps, or if the works have too many identifiers or
    versions to find it. steps is then empty."""
    link: NotRequired[ExplainedLink]
    flag: NotRequired[ExplainedFlag]


class ReportOnList(TypedDict):
    identifiers: List[IdentifierToLookUp]
    since: NotRequired[str]
    """Count citing works whose citation nobody had asserted before this date."""


class ReportOnPrefix(TypedDict):
    prefix: str
    """Report on all works with a DOI that begins with this prefix."""
    since: NotRequired[str]
    """Count citing works whose citation nobody had asserted before this date."""
    size: NotRequired[int]
    """The number of works in one answer. It may have fewer if their links are many."""
    cursor: NotRequired[str]
    """Continue after an earlier answer. Take the value from its cursor."""


class ReportOnProvider(TypedDict):
    provider: str
    """Report on the works in the links of this provider, most cited first."""
    since: NotRequired[str]
    """Count citing works whose citation nobody had asserted before this date."""
    size: NotRequired[int]
    """The number of works in one answer. It may have fewer if their links are many."""
    cursor: NotRequired[str]
    """Continue after an earlier answer. Take the value from its cursor."""


ReportQuestion = Union[ReportOnList, ReportOnPrefix, ReportOnProvider]


class CitingWorks(TypedDict):
    """Only with since: the number of works whose citation nobody had asserted before that date."""

    identity: int
    version: int


class ReportedFamily(TypedDict):
    """All versions of the work together, as their page names them. Works with the same identifier
    here are versions of one another."""

    ID: str
    IDScheme: str
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Type: NotRequired[AnsweredType]
    PublicationDate: NotRequired[str]
    """As given by the provider."""


class WorksOfYear(TypedDict):
    year: int
    works: int


class ReportedWorkCitedIn(TypedDict):
    """Citing works by their year of publication. Works without a date are omitted."""

    identity: List[WorksOfYear]
    version: List[WorksOfYear]


class CitingProvider(TypedDict):
    name: str
    links: int
    """The links that the provider asserts, each counted once."""
    first_link: str
    """As given by the provider."""
    last_link: str
    """As given by the provider."""


class ReportedWork(TypedDict):
    input: IdentifierToLookUp
    understood_as: NotRequired[AnsweredIdentifier]
    """The identifier that the broker read from the input."""
    known: bool
    problem: NotRequired[str]
    """Why the input does not name exactly one work."""
    problem_code: NotRequired[Literal["not-an-identifier", "several-identifiers", "ambiguous-identifier"]]
    """The kind of problem. `not-an-identifier`: the input may be a title."""
    self: NotRequired[str]
    """A permanent address. After merges, splits and reindexes it leads to the work that has the
    identifier then."""
    counts: NotRequired[LevelCounts]
    counted: NotRequired[CitationCounts]
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Type: NotRequired[AnsweredType]
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    VersionName: NotRequired[str]
    """What the version is called, different for each version of a work: the first that exists of
    the stated version, the one in its title or in an identifier, the part of the title that only
    this version has, its title, and its identifier. A date or the end of an identifier is added
    where names would be the same. Only works with several versions have it, for the latest 1,000
    of them."""
    cited_since: NotRequired[CitingWorks]
    family: NotRequired[ReportedFamily]
    versions_total: NotRequired[int]
    cited_in: NotRequired[ReportedWorkCitedIn]
    """Citing works by their year of publication. Works without a date are omitted."""
    providers: NotRequired[List[CitingProvider]]
    """The providers of citations of the work, those with the most links first; at most a
    hundred."""
    providers_total: NotRequired[int]
    """The total number of providers."""
    providers_at_least: NotRequired[Literal[True]]
    """Present if the work has too many links to examine all of them. The numbers are then lower
    bounds."""


class MostCitedWork(TypedDict):
    understood_as: AnsweredIdentifier
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Type: NotRequired[AnsweredType]
    PublicationDate: NotRequired[str]
    """As given by the provider."""
    VersionName: NotRequired[str]
    """What the version is called, different for each version of a work: the first that exists of
    the stated version, the one in its title or in an identifier, the part of the title that only
    this version has, its title, and its identifier. A date or the end of an identifier is added
    where names would be the same. Only works with several versions have it, for the latest 1,000
    of them."""
    family: ReportedFamily
    versions_total: int
    cited_by: CitingWorks
    """The number of citing works: of the work itself (identity), and of all its versions together
    (version)."""


class ReportSummary(TypedDict):
    """Sums over the works in this answer."""

    works: int
    """Known works, each counted once."""
    cited_by: CitingWorks
    """Sums over the works, and over the works with all their versions. A work that cites two of
    them counts twice."""
    cited_since: NotRequired[CitingWorks]
    """The number of citing works: of the work itself (identity), and of all its versions together
    (version)."""
    counted: NotRequired[CitationCounts]
    most_cited: List[MostCitedWork]
    """At most ten works, ordered by the citations of all their versions. Each is described as its
    most cited version; family names all its versions."""
    providers: List[CitingProvider]
    """The providers of citations of the work, those with the most links first; at most a
    hundred."""
    providers_total: int
    """The total number of providers."""
    providers_at_least: NotRequired[Literal[True]]
    """Present if the work has too many links to examine all of them. The numbers are then lower
    bounds."""


class ReportWorksAnswer(TypedDict):
    works: List[ReportedWork]
    summary: ReportSummary
    works_total: NotRequired[int]
    """Only with provider: the number of works in the links of the provider."""
    as_of: NotRequired[Optional[str]]
    """Only with provider: when its works were counted. null: not counted yet."""
    cursor: NotRequired[str]
    """Only with prefix or provider: continues with the next works. Absent at the end."""


class SourcesType(TypedDict):
    type: Literal["literature", "software", "dataset", "unknown"]
    works: int


class SourcesScheme(TypedDict):
    scheme: str
    identifiers: int


class SourceOfLinksYear(TypedDict):
    year: int
    links: int


class SourceOfLinks(TypedDict):
    name: str
    """The name in the spelling that was accepted first."""
    links: int
    """The links that the provider asserts, each counted once."""
    works: int
    """The works in these links."""
    first_link: Optional[str]
    """As given by the provider."""
    last_link: Optional[str]
    """As given by the provider."""
    last_received: Optional[str]
    """When the latest submission with one of these links was accepted."""
    years: List[SourceOfLinksYear]
    """The links by the year of their first LinkPublicationDate."""


class ExampleOfWork(TypedDict):
    self: str
    """A permanent address. After merges, splits and reindexes it leads to the work that has the
    identifier then."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the web address of the identifier, if it has one."""
    counts: RelationCounts
    Title: NotRequired[str]
    """Plain text, without markup."""
    TitleMarkup: NotRequired[str]
    """The title as HTML, if its markup carries meaning. Elements: i, b, sub, sup and scp (small
    capitals), without attributes. Character references: &amp;, &lt; and &gt;."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As given by the provider."""


class Sources(TypedDict):
    as_of: Optional[str]
    """When the statistics were counted. null: not counted yet."""
    current: bool
    """Whether the data has not changed since then."""
    empty: bool
    """Whether the broker has no works."""
    last_applied: Optional[str]
    """When the latest submission was applied."""
    works: int
    """Works. Each version counts separately."""
    links: int
    """Links between two identifiers, each counted once."""
    identifiers: int
    types: List[SourcesType]
    """Works by type. Each version counts separately."""
    schemes: List[SourcesScheme]
    providers_total: int
    providers: List[SourceOfLinks]
    examples: List[ExampleOfWork]
    """The most cited works of each type, each with one identifier."""


EntriesParameter = Literal["citations", "first", "all"]


DirectionParameter = Literal["in", "out", "both"]


KindParameter = Literal["asserted", "withdrawn", "both", "retracted"]


ReadChangesFormatParameter = Literal["json", "jsonl", "atom"]


class ScholixLink(TypedDict):
    """The assertion: a link with one provider and one date, in the form that POST /events
    accepts."""

    Source: ScholixObject
    Target: ScholixObject
    RelationshipType: RelationshipType
    LinkProvider: List[LinkProvider]
    LinkPublicationDate: str
    """YYYY, YYYY-MM, YYYY-MM-DD, or a date and time. Without a zone, the time is UTC."""
    LicenseURL: NotRequired[Optional[str]]


class Change(TypedDict):
    number: int
    """The number of the entry. Numbers have no gaps."""
    time: str
    """When the entry was written."""
    kind: Literal["asserted", "withdrawn"]
    """asserted: the assertion came to count. withdrawn: it ceased to count."""
    first: NotRequired[Literal[True]]
    """Present if nobody had asserted this link before."""
    last: NotRequired[Literal[True]]
    """Present if nobody asserts this link any longer."""
    link: ScholixLink


class Changes(TypedDict):
    changes: List[Change]
    next: str
    """The cursor for the next request. Pass it as after."""


ActionParameter = Literal["assert", "withdraw", "replace"]


class ReadBodyRelation(TypedDict):
    name: str
    count: int


class ReadBodyLeftOut(TypedDict):
    name: str
    count: int


class ReadBodyWrongCell(TypedDict):
    line: int
    """The line on which the row begins."""
    column: int
    name: str
    """The name of the column."""
    cell: str
    """The beginning of the cell's content."""
    problem: str


class ReadBody(TypedDict):
    """With `dialect`: how the body was read."""

    dialect: str
    records: int
    links: int
    described: int
    """Objects that have a description but no link."""
    dated: int
    """Links that have their own date."""
    date: str
    """The date of the other links."""
    provider: Optional[str]
    """The provider of links that have none."""
    relations: List[ReadBodyRelation]
    left_out: List[ReadBodyLeftOut]
    """Entries that were omitted, by reason."""
    wrong_cell_count: int
    """Cells of a table whose content does not match the role of their column."""
    wrong_cells: List[ReadBodyWrongCell]
    """The first 100 of them."""


class EventPreviewTableColumn(TypedDict):
    name: str
    role: Literal["source", "target", "relation", "date", "provider", "source-title", "target-title", "source-type", "target-type", "source-date", "target-date", "source-creators", "target-creators", "source-publisher", "target-publisher", "source-journal", "target-journal", "source-issn", "target-issn", "source-volume", "target-volume", "source-issue", "target-issue", "source-pages", "target-pages", "source-keywords", "target-keywords", "source-scheme", "target-scheme", "-"]
    values: List[str]
    """The beginnings of the first three different values among the first rows that have one."""


class EventPreviewTable(TypedDict):
    """With dialect=table: the detected roles of the columns."""

    has_names: bool
    """false: the first row is not a row of headings and is included in rows."""
    columns: List[EventPreviewTableColumn]
    rows: List[List[str]]
    """The first rows."""


class PreviewedObjectIdentifier(TypedDict):
    ID: str
    IDScheme: str


class PreviewedObject(TypedDict):
    identifiers: List[PreviewedObjectIdentifier]
    title: Optional[str]
    type: Optional[str]
    creators: List[str]
    """The names of the first 10."""
    creator_count: int
    publication_date: Optional[str]
    published_in: Optional[str]
    """Its journal or book, the place in it, and publishers."""


class EventPreviewLink(TypedDict):
    line: int
    """The line on which the record begins."""
    source: PreviewedObject
    relation: str
    subtype: Optional[str]
    target: PreviewedObject
    date: Optional[str]
    provider: Optional[str]


class EventPreviewWorkIdentifier(TypedDict):
    ID: str
    IDScheme: str


class EventPreviewWork(TypedDict):
    line: int
    """The line on which the record begins."""
    identifiers: List[EventPreviewWorkIdentifier]
    title: Optional[str]
    type: Optional[str]
    creators: List[str]
    """The names of the first 10."""
    creator_count: int
    publication_date: Optional[str]
    published_in: Optional[str]
    """Its journal or book, the place in it, and publishers."""


class EventPreviewRefused(TypedDict):
    line: int
    pointer: Optional[str]
    message: str


class EventPreview(TypedDict):
    message: Literal["nothing stored"]
    refusal: Optional[str]
    """Why the submission would be refused. null: it would be accepted."""
    read: ReadBody
    table: Optional[EventPreviewTable]
    """With dialect=table: the detected roles of the columns."""
    links: List[EventPreviewLink]
    """The first links."""
    works: List[EventPreviewWork]
    """The first works that are described and have no link."""
    refused_count: int
    """Records that are not valid."""
    refused: List[EventPreviewRefused]
    """The first 100 of them."""


class RefusedLink(TypedDict):
    pointer: str
    """The place in the body, as a JSON pointer."""
    message: str


class EventAccepted(TypedDict):
    message: Literal["event accepted"]
    event_id: str
    refused_count: NotRequired[int]
    """With `partial=1`: the number of links that are not valid and were omitted."""
    refused: NotRequired[List[RefusedLink]]
    """With `partial=1`: the first 100 of them."""
    read: NotRequired[ReadBody]


StateParameter = Literal["New", "Processing", "Done", "Error", "Withdrawn"]


class NameCount(TypedDict):
    name: str
    count: int


class LinkEventCounts(TypedDict):
    links: int
    refused: int
    """Links omitted because of `partial=1`."""
    descriptions: Optional[int]
    """Links of an object to itself. They describe the object and make no relationship."""
    ignored: Optional[int]
    """Links of an object to itself that assert nothing about it."""
    containers: Optional[int]
    """Identifiers of the container of a work, such as an ISSN. They do not name the work itself."""
    unknown_relations: Optional[List[NameCount]]
    """Names that are not relation types of DataCite or Scholix, most frequent first."""
    new_relationships: Optional[int]
    new_identifiers: Optional[int]
    merged_groups: Optional[int]
    withdrawn: Optional[int]
    """Assertions of earlier events that this event withdrew."""
    nothing_to_withdraw: Optional[int]
    """With action=withdraw: links that nobody had asserted."""
    not_yours: Optional[int]
    """With action=withdraw: links that only other accounts had asserted. They were not
    withdrawn."""
    identities_kept: Optional[int]
    """With action=withdraw: identities between the identifiers of one object of a withdrawn link.
    They still count. To withdraw one, send an IsIdenticalTo link between these identifiers."""
    split_groups: Optional[int]
    """The number of groups added by splits."""


class LinkEventWithdrawn(TypedDict):
    """When, by whom and why the event was withdrawn. null if it is not withdrawn."""

    at: str
    by: Optional[str]
    """An email. null for the command line."""
    reason: Optional[str]


class LinkEvent(TypedDict):
    event_id: str
    action: Literal["assert", "withdraw", "replace"]
    status: Literal["New", "Processing", "Done", "Error", "Withdrawn"]
    indexed: Optional[bool]
    """true once searches show all changes of the event, false until then. null if it was submitted
    with noindex=1."""
    submitter: Optional[str]
    """The email of the account that submitted the event. null for the command line."""
    load: str
    """The id of the load that the event belongs to: that of its first event."""
    file_name: Optional[str]
    """The name of the file from which the event was loaded or submitted."""
    source_address: Optional[str]
    """The network address of the sender."""
    created: str
    started: Optional[str]
    finished: Optional[str]
    attempts: int
    """The number of attempts to process the event."""
    next_try: Optional[str]
    """The time of the next attempt after a failure."""
    counts: LinkEventCounts
    error: Optional[str]
    """Why processing failed."""
    withdrawn: Optional[LinkEventWithdrawn]
    """When, by whom and why the event was withdrawn. null if it is not withdrawn."""


class EventList(TypedDict):
    events: List[LinkEvent]
    next: Optional[str]
    """The value of before for the next page. null at the end."""


class EventLinks(TypedDict):
    links: List[ScholixLink]
    next: Optional[str]
    """The value of after for the next page. null at the end."""


ListLoadsKindParameter = Literal["submission", "files", "harvest"]


class LoadEvents(TypedDict):
    """How many events the load has in all, and in each state."""

    total: int
    new: int
    processing: int
    done: int
    error: int
    withdrawn: int


class LoadCounts(TypedDict):
    """The sums of the counts of its events. In a list of loads, only links and refused are counted,
    and all others are null."""

    links: int
    refused: int
    """Links omitted because of `partial=1`."""
    descriptions: Optional[int]
    """Links of an object to itself. They describe the object and make no relationship."""
    ignored: Optional[int]
    """Links of an object to itself that assert nothing about it."""
    containers: Optional[int]
    """Identifiers of the container of a work, such as an ISSN. They do not name the work itself."""
    unknown_relations: Optional[List[NameCount]]
    """Names that are not relation types of DataCite or Scholix, most frequent first."""
    new_relationships: Optional[int]
    new_identifiers: Optional[int]
    merged_groups: Optional[int]
    withdrawn: Optional[int]
    """Assertions of earlier events that this event withdrew."""
    nothing_to_withdraw: Optional[int]
    """With action=withdraw: links that nobody had asserted."""
    not_yours: Optional[int]
    """With action=withdraw: links that only other accounts had asserted. They were not
    withdrawn."""
    identities_kept: Optional[int]
    """With action=withdraw: identities between the identifiers of one object of a withdrawn link.
    They still count. To withdraw one, send an IsIdenticalTo link between these identifiers."""
    split_groups: Optional[int]
    """The number of groups added by splits."""


class LoadWithdrawn(TypedDict):
    """When, by whom and why the load was withdrawn. null if it is not withdrawn."""

    at: str
    by: Optional[str]
    """An email. null for the command line."""
    reason: Optional[str]


class Load(TypedDict):
    id: str
    """The event_id of its first event."""
    kind: Literal["submission", "files", "harvest"]
    """submission: one POST /events. files: the files and folders of one `events load`. harvest: one
    run of a harvest."""
    name: Optional[str]
    """The files as they were named, or the name of the harvest. null for a submission without
    file_name."""
    submitter: Optional[str]
    """The email of the account that submitted it. null for the command line and for harvests."""
    created: str
    """When its first event was accepted."""
    finished: Optional[str]
    """When its last event was processed. null while some wait, or more may come."""
    complete: bool
    """false while more events may come: the files are being loaded or the harvest runs, or that was
    interrupted and can be continued."""
    status: Literal["New", "Processing", "Done", "Error", "Withdrawing", "Withdrawn", "Partly withdrawn"]
    """New: no event was begun. Processing: some wait or are being processed. Error: processing
    failed for some. Done: all are done. Withdrawing: it is being withdrawn as a whole.
    Withdrawn: all are withdrawn. Partly withdrawn: some are, and the others are done."""
    events: LoadEvents
    """How many events the load has in all, and in each state."""
    actions: List[Literal["assert", "withdraw", "replace"]]
    """What its events do."""
    counts: LoadCounts
    """The sums of the counts of its events. In a list of loads, only links and refused are counted,
    and all others are null."""
    withdrawn: Optional[LoadWithdrawn]
    """When, by whom and why the load was withdrawn. null if it is not withdrawn."""


class LoadList(TypedDict):
    loads: List[Load]
    next: Optional[str]
    """The value of before for the next page. null at the end."""


class EventWithdrawal(TypedDict):
    reason: NotRequired[Optional[str]]
    """The reason, in at most 1000 characters. It is stored with the event or the load."""


class EventWithdrawalPreviewWork(TypedDict):
    ID: str
    IDScheme: str


class EventWithdrawalPreview(TypedDict):
    relationships: int
    """Links between identifiers that would be removed."""
    identifiers: int
    """Identifiers that would no longer be known."""
    split_groups: int
    """The number of groups that splits would add, at both levels."""
    changed_works: int
    """How many works would change."""
    works: List[EventWithdrawalPreviewWork]
    """The first 100 works that would change, each with one identifier."""


class SubscriptionFilter(TypedDict):
    """What of the change log is sent: the filters of GET /changes. ids may be an array. By default,
    assertions alone are sent (kind), and of each link the first (entries)."""

    id: NotRequired[str]
    scheme: NotRequired[str]
    ids: NotRequired[Union[str, List[str]]]
    group_by: NotRequired[str]
    entries: NotRequired[str]
    direction: NotRequired[str]
    kind: NotRequired[str]
    prefix: NotRequired[str]
    provider: NotRequired[str]
    relation: NotRequired[str]
    type: NotRequired[str]
    orcid: NotRequired[str]
    definition: NotRequired[str]
    exclude: NotRequired[str]


class WantedSubscription(TypedDict):
    kind: Literal["webhook", "email", "coar-notify"]
    """How changes are sent."""
    address: str
    """Where they are sent: an https address, or an email address. For coar-notify, an inbox; or the
    beginning of landing pages and `*`: the inbox that the page of each work names."""
    filter: SubscriptionFilter
    pace: NotRequired[Literal["each", "daily", "weekly"]]
    """each: as they come, the default of webhooks. daily, weekly: one message for all, if there are
    any."""
    at: NotRequired[str]
    """When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is
    the time at which the subscription is made."""
    name: NotRequired[str]
    """A name for your own use."""
    token: NotRequired[str]
    """For coar-notify: a token that the receiver gave, sent as Bearer. It is not shown."""
    since: NotRequired[str]
    """The cursor of GET /changes with which it begins. The default is now."""


class NewSubscriptionLag(TypedDict):
    changes: int
    """The entries of the change log from the first that may fit up to the newest: at most so many
    are still to be sent."""
    seconds: int
    """How long ago the first of these entries was logged. 0: there is none."""


class NewSubscriptionLastFailure(TypedDict):
    time: str
    status: Optional[int]
    """The status of the answer. null: none came."""
    message: str


class NewSubscription(TypedDict):
    id: int
    kind: Literal["webhook", "email", "coar-notify"]
    address: str
    filter: Dict[str, str]
    """Filters of GET /changes."""
    pace: Literal["each", "daily", "weekly"]
    at: NotRequired[str]
    """When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is
    the time at which the subscription is made."""
    name: Optional[str]
    state: Literal["unconfirmed", "active", "paused", "disabled"]
    """unconfirmed: the receiver has not agreed yet. disabled: it failed for three days, or wants no
    more messages."""
    cursor: str
    """The cursor of GET /changes behind the last entry that was sent or does not fit."""
    lag: NewSubscriptionLag
    may_have_more: bool
    """Whether entries behind the cursor may fit."""
    next: Optional[str]
    """The time of the next try or digest, if something is to be sent."""
    last_success: Optional[str]
    last_failure: Optional[NewSubscriptionLastFailure]
    failures: int
    """Failures since the last success."""
    created: str
    secret: Optional[str]
    """What signs the messages to a webhook (Standard Webhooks). It is not shown again."""


class SubscriptionLag(TypedDict):
    changes: int
    """The entries of the change log from the first that may fit up to the newest: at most so many
    are still to be sent."""
    seconds: int
    """How long ago the first of these entries was logged. 0: there is none."""


class SubscriptionLastFailure(TypedDict):
    time: str
    status: Optional[int]
    """The status of the answer. null: none came."""
    message: str


class Subscription(TypedDict):
    id: int
    kind: Literal["webhook", "email", "coar-notify"]
    address: str
    filter: Dict[str, str]
    """Filters of GET /changes."""
    pace: Literal["each", "daily", "weekly"]
    at: NotRequired[str]
    """When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is
    the time at which the subscription is made."""
    name: Optional[str]
    state: Literal["unconfirmed", "active", "paused", "disabled"]
    """unconfirmed: the receiver has not agreed yet. disabled: it failed for three days, or wants no
    more messages."""
    cursor: str
    """The cursor of GET /changes behind the last entry that was sent or does not fit."""
    lag: SubscriptionLag
    may_have_more: bool
    """Whether entries behind the cursor may fit."""
    next: Optional[str]
    """The time of the next try or digest, if something is to be sent."""
    last_success: Optional[str]
    last_failure: Optional[SubscriptionLastFailure]
    failures: int
    """Failures since the last success."""
    created: str


class SubscriptionList(TypedDict):
    subscriptions: List[Subscription]
    next: Optional[str]
    """The value of after for the next page. null at the end."""


class SubscriptionChange(TypedDict):
    address: NotRequired[str]
    """Where they are sent: an https address, or an email address. For coar-notify, an inbox; or the
    beginning of landing pages and `*`: the inbox that the page of each work names."""
    filter: NotRequired[SubscriptionFilter]
    pace: NotRequired[Literal["each", "daily", "weekly"]]
    """each: as they come, the default of webhooks. daily, weekly: one message for all, if there are
    any."""
    at: NotRequired[str]
    """When digests come, in UTC: a full hour, for weekly ones with a day (monday). The default is
    the time at which the subscription is made."""
    name: NotRequired[Optional[str]]
    """A name for your own use."""
    paused: NotRequired[bool]
    """false also continues a disabled one."""
    token: NotRequired[Optional[str]]
    """For coar-notify: the token that the receiver gave. null: none. Another address needs it
    again."""
    since: NotRequired[str]
    """The cursor of GET /changes with which it continues. now: skips what was not sent."""


class SubscriptionTrial(TypedDict):
    accepted: bool
    status: Optional[int]
    """The status of the answer. null: none came."""
    message: Optional[str]
    """Why it was not accepted."""
    excerpt: str
    """The first 1,024 bytes of the answer."""
    milliseconds: int


class RotatedSecret(TypedDict):
    secret: str


class Delivery(TypedDict):
    message: str
    """The same at every try."""
    entries: int
    """The entries of the change log that it has."""
    first: int
    """The number of its first entry."""
    last: int
    """The number of its last entry."""
    tries: int
    tried: str
    status: Optional[int]
    """The status of the answer. null: none came."""
    failure: Optional[str]
    """Why the last try failed. null: it did not."""


class DeliveryList(TypedDict):
    deliveries: List[Delivery]


class ProblemPlace(TypedDict):
    field: NotRequired[str]
    """The query parameter with the error."""
    pointer: NotRequired[str]
    """The place in the body, as a JSON pointer (RFC 6901)."""
    message: str
    identifier: NotRequired[AnsweredIdentifier]
    """An identifier that may be meant."""


class HealthPart(TypedDict):
    """Only in answers of GET /health/ready."""

    status: Literal["ready", "not-ready"]
    reasons: List[str]


class Dependency(TypedDict):
    status: Literal["up", "down"]


class Dependencies(TypedDict):
    """Only in answers of GET /health/ready."""

    database: Dependency
    search: Dependency
    disk: Dependency
    """down: less disk space is free than the configured reserve."""


class Problem(TypedDict):
    type: str
    """Identifies the kind of problem. The address has an explanation."""
    title: str
    status: int
    detail: str
    """The reason why this request failed."""
    message: str
    """Repeats detail, for older clients."""
    errors: NotRequired[List[ProblemPlace]]
    """The first hundred errors, or the errors of the first hundred links. If there are more, the
    last item has their number."""
    query: NotRequired[UnderstoodQuery]
    """Only in answers of GET /objects: how id was read, and suggestions."""
    submissions: NotRequired[HealthPart]
    searches: NotRequired[HealthPart]
    dependencies: NotRequired[Dependencies]
    overdue: NotRequired[List[str]]
    """Overdue work, in words."""
