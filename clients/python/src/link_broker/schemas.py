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
    "Identifier",
    "ObjectType",
    "AgentIdentifier",
    "Agent",
    "Keyword",
    "ScholixObjectContainer",
    "ScholixObject",
    "RelationshipType",
    "LinkProvider",
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
    "Aggregations",
    "RelationshipsHitsLinks",
    "RelationshipsHits",
    "AnsweredAgent",
    "AnsweredType",
    "AnsweredContainer",
    "AnsweredObject",
    "AnsweredRelation",
    "Relationship",
    "RelationshipsAnswer",
    "DescribeObjectSortParameter",
    "IdentifierWithAddress",
    "RelationCounts",
    "LevelCounts",
    "VersionOfWork",
    "WorkFamily",
    "RelationFacets",
    "WorkFacets",
    "Work",
    "FoundWork",
    "TypeCount",
    "TypeCounts",
    "FoundWorksAggregations",
    "FoundWorksLinks",
    "FoundWorks",
    "IdentifierToLookUpObject",
    "IdentifierToLookUp",
    "LookedUp",
    "LookUpObjectsAnswer",
    "UnderstoodIdentifier",
    "RuleStep",
    "AssertedStep",
    "Why",
    "ReportOnList",
    "ReportOnPrefix",
    "ReportOnProvider",
    "ReportQuestion",
    "CitingWorks",
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
    "EventWithdrawalPreviewWork",
    "EventWithdrawalPreview",
    "EventWithdrawal",
    "ProblemPlace",
    "HealthPart",
    "Dependency",
    "Dependencies",
    "Problem",
]


RelationParameter = Literal["cites", "isCitedBy", "isSupplementTo", "isSupplementedBy", "isRelatedTo"]


TypeParameter = Literal["literature", "software", "dataset", "unknown"]


GroupByParameter = Literal["identity", "version"]


SortParameter = Literal["mostrecent", "-mostrecent"]


FormatParameter = Literal["csv", "jsonl", "scholix", "bibtex", "ris", "inveniordm"]


class AnsweredIdentifier(TypedDict):
    ID: str
    IDScheme: str


class Suggestion(TypedDict):
    ID: str
    IDScheme: str
    reason: Literal["broader", "other-scheme"]
    """broader: what was asked for is a version or a part of it; other-scheme: the text is an
    identifier of this scheme as well."""


class UnderstoodQuery(TypedDict):
    understood_as: AnsweredIdentifier
    """What id was understood to be."""
    known: bool
    """Whether anything is known of it."""
    suggestions: List[Suggestion]
    """Known identifiers that may be meant, where this one is not known."""


class Identifier(TypedDict):
    ID: str
    IDScheme: str
    IDURL: NotRequired[Optional[str]]


class ObjectType(TypedDict):
    Name: str
    """One of literature, software, dataset, unknown, in any letter case, or a word of DataCite,
    Crossref or OpenAIRE that stands for one of them (publication, article, other)."""
    SubType: NotRequired[Optional[str]]
    SubTypeSchema: NotRequired[Optional[str]]


class AgentIdentifier(TypedDict):
    ID: str
    IDScheme: str
    IDURL: NotRequired[Optional[str]]


class Agent(TypedDict):
    Name: str
    Identifier: NotRequired[Optional[Union[AgentIdentifier, List[AgentIdentifier]]]]
    """For example an ORCID iD or a ROR id: one, or an array of them."""


class Keyword(TypedDict):
    Name: str


class ScholixObjectContainer(TypedDict):
    """The journal, book or proceedings in which the object appeared. An addition of this broker to
    Scholix."""

    Title: str


class ScholixObject(TypedDict):
    Identifier: Union[Identifier, List[Identifier]]
    """One identifier, or an array of them that all name this object."""
    Type: Union[ObjectType, str]
    """An object, or its Name alone."""
    SubType: NotRequired[Optional[str]]
    SubTypeSchema: NotRequired[Optional[str]]
    Title: NotRequired[Optional[str]]
    """Plain, or with mark-up of HTML, JATS or MathML."""
    TitleMarkup: NotRequired[Optional[str]]
    """The title once more, with its mark-up, as answers have it; it is taken instead of Title."""
    Creator: NotRequired[Optional[List[Agent]]]
    PublicationDate: NotRequired[Optional[str]]
    """YYYY, YYYY-MM, YYYY-MM-DD, or a date-time with or without a zone (then UTC)."""
    Publisher: NotRequired[Optional[List[Agent]]]
    Keywords: NotRequired[Optional[List[Union[str, Keyword]]]]
    Container: NotRequired[Optional[ScholixObjectContainer]]
    """The journal, book or proceedings in which the object appeared. An addition of this broker to
    Scholix."""


class RelationshipType(TypedDict):
    Name: str
    """A relation type of Scholix v3 or DataCite 4.7, in any letter case. Another name of at most 50
    letters is taken as IsRelatedTo."""
    SubType: NotRequired[Optional[str]]
    """Decides the relation where it is a known relation type and SubTypeSchema is DataCite or
    absent."""
    SubTypeSchema: NotRequired[Optional[str]]


class LinkProvider(TypedDict):
    Name: str
    Identifier: NotRequired[Optional[Union[AgentIdentifier, List[AgentIdentifier]]]]
    """For example an ORCID iD or a ROR id: one, or an array of them."""


class AnsweredVersion(TypedDict):
    Identifiers: List[AnsweredIdentifier]


class AnsweredProvider(TypedDict):
    Name: str


class LinkHistoryItem(TypedDict):
    LinkPublicationDate: str
    """As it was given."""
    LinkProvider: AnsweredProvider
    SubType: NotRequired[str]
    """The SubType as given."""
    SubTypes: NotRequired[List[str]]
    """Where several SubTypes were given: all of them."""


class VersionLink(TypedDict):
    Source: AnsweredVersion
    Target: AnsweredVersion
    LinkHistory: List[LinkHistoryItem]
    """Who said so, and when; newest first."""


class FoundLink(TypedDict):
    Source: ScholixObject
    Target: ScholixObject
    RelationshipType: RelationshipType
    LinkProvider: List[LinkProvider]
    LinkPublicationDate: str
    """YYYY, YYYY-MM, YYYY-MM-DD, or a date-time with or without a zone (then UTC)."""
    LicenseURL: NotRequired[Optional[str]]
    Via: NotRequired[List[VersionLink]]
    """Where asked for versions: which version of the work asked about (Source) is linked to which
    of the other one (Target); newest first, then in the order of their identifiers, 100 at
    most."""
    ViaTotal: NotRequired[int]
    """How many there are, where Via has not all of them."""


class RelationshipsHitsHits(TypedDict):
    total: int
    """Of the whole result, whatever the page."""
    hits: List[FoundLink]
    """The links of this page, each as POST /events takes it."""


class YearCount(TypedDict):
    key: int
    doc_count: int


class YearCounts(TypedDict):
    buckets: List[YearCount]


class AggregationsTypeBucket(TypedDict):
    key: Literal["literature", "software", "dataset", "unknown"]
    doc_count: int
    publication_year: YearCounts


class AggregationsType(TypedDict):
    buckets: List[AggregationsTypeBucket]


class TextCount(TypedDict):
    key: str
    doc_count: int


class TextCounts(TypedDict):
    """How providers worded the relation, as it reads from the work asked about; the 100 most
    frequent."""

    buckets: List[TextCount]


class AggregationsViaBucket(TypedDict):
    key: str
    Identifiers: List[AnsweredIdentifier]
    doc_count: int


class AggregationsVia(TypedDict):
    """Where asked for versions: how many relationships each version of the work has part in, the
    100 with most; key is what via takes."""

    buckets: List[AggregationsViaBucket]


class Aggregations(TypedDict):
    """Counts of the whole result."""

    type: AggregationsType
    publication_year: YearCounts
    subtype: TextCounts
    via: NotRequired[AggregationsVia]
    """Where asked for versions: how many relationships each version of the work has part in, the
    100 with most; key is what via takes."""


class RelationshipsHitsLinks(TypedDict):
    """Addresses of this page and of those beside it."""

    self: str
    next: NotRequired[str]
    prev: NotRequired[str]


class RelationshipsHits(TypedDict):
    query: UnderstoodQuery
    hits: RelationshipsHitsHits
    aggregations: Aggregations
    links: RelationshipsHitsLinks
    """Addresses of this page and of those beside it."""


class AnsweredAgent(TypedDict):
    Name: str


class AnsweredType(TypedDict):
    Name: Literal["literature", "software", "dataset", "unknown"]
    """unknown where nothing better is known."""
    SubType: NotRequired[str]
    SubTypeSchema: NotRequired[str]


class AnsweredContainer(TypedDict):
    """The journal, book or proceedings in which the object appeared. An addition to Scholix."""

    Title: str
    """As text, like Title."""


class AnsweredObject(TypedDict):
    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """How many creators are known, where the list has but the first of them."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As it was given."""
    Container: NotRequired[AnsweredContainer]
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """How many publishers are known, where the list has but the first of them."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """How many keywords are known, where the list has but the first of them."""
    Identifiers: List[AnsweredIdentifier]
    Versions: NotRequired[List[AnsweredVersion]]
    """Where versions are grouped: the identifiers of each version, also where it is the only
    one."""


class AnsweredRelation(TypedDict):
    """The relation asked for; where none was, each item tells its own."""

    Name: Literal["cites", "isCitedBy", "isSupplementTo", "isSupplementedBy", "isRelatedTo"]


class Relationship(TypedDict):
    Target: AnsweredObject
    Relation: NotRequired[AnsweredRelation]
    LinkHistory: List[LinkHistoryItem]
    """Who said so, and when; newest first."""
    Via: NotRequired[List[VersionLink]]
    """Where asked for versions: which version of the work asked about (Source) is linked to which
    of the other one (Target); newest first, then in the order of their identifiers, 100 at
    most."""
    ViaTotal: NotRequired[int]
    """How many there are, where Via has not all of them."""


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
    """How many works each relation leads to."""

    cites: int
    isCitedBy: int
    isSupplementTo: int
    isSupplementedBy: int
    isRelatedTo: int


class LevelCounts(TypedDict):
    """identity: of the work itself; version: of all its versions together, to works over all
    theirs."""

    identity: RelationCounts
    version: RelationCounts


class VersionOfWork(TypedDict):
    self: str
    """An address that stays: after merges, splits and reindexes it leads to the work that the
    identifier belongs to then."""
    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """How many creators are known, where the list has but the first of them."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As it was given."""
    Container: NotRequired[AnsweredContainer]
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """How many publishers are known, where the list has but the first of them."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """How many keywords are known, where the list has but the first of them."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the address on the web, where there is one."""
    counts: RelationCounts
    first_linked: Optional[str]
    """The earliest day of which anybody said a link of it; null where there is none."""
    last_linked: Optional[str]
    """The latest one."""


class WorkFamily(TypedDict):
    """The work with all its versions, described by the one that they come from."""

    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """How many creators are known, where the list has but the first of them."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As it was given."""
    Container: NotRequired[AnsweredContainer]
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """How many publishers are known, where the list has but the first of them."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """How many keywords are known, where the list has but the first of them."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the address on the web, where there is one."""
    versions: List[VersionOfWork]
    """The latest published first, 1000 at most; counts are those of each version itself."""
    versions_total: int


class RelationFacets(TypedDict):
    cites: Aggregations
    isCitedBy: Aggregations
    isSupplementTo: Aggregations
    isSupplementedBy: Aggregations
    isRelatedTo: Aggregations


class WorkFacets(TypedDict):
    """Only with facets=1: the counts of each whole result."""

    identity: RelationFacets
    version: RelationFacets


class Work(TypedDict):
    query: UnderstoodQuery
    self: str
    """An address that stays: after merges, splits and reindexes it leads to the work that the
    identifier belongs to then."""
    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """How many creators are known, where the list has but the first of them."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As it was given."""
    Container: NotRequired[AnsweredContainer]
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """How many publishers are known, where the list has but the first of them."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """How many keywords are known, where the list has but the first of them."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the address on the web, where there is one."""
    counts: LevelCounts
    first_linked: Optional[str]
    """The earliest day of which anybody said a link of it; null where there is none."""
    last_linked: Optional[str]
    """The latest one."""
    family: WorkFamily
    """The work with all its versions, described by the one that they come from."""
    facets: NotRequired[WorkFacets]
    """Only with facets=1: the counts of each whole result."""


class FoundWork(TypedDict):
    self: str
    """An address that stays: after merges, splits and reindexes it leads to the work that the
    identifier belongs to then."""
    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Creator: NotRequired[List[AnsweredAgent]]
    CreatorTotal: NotRequired[int]
    """How many creators are known, where the list has but the first of them."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As it was given."""
    Container: NotRequired[AnsweredContainer]
    Publisher: NotRequired[List[AnsweredAgent]]
    PublisherTotal: NotRequired[int]
    """How many publishers are known, where the list has but the first of them."""
    Keywords: NotRequired[List[str]]
    KeywordsTotal: NotRequired[int]
    """How many keywords are known, where the list has but the first of them."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the address on the web, where there is one."""
    counts: RelationCounts
    versions_total: int
    """How many versions it stands for; with group_by=identity 1."""


class TypeCount(TypedDict):
    key: Literal["literature", "software", "dataset", "unknown"]
    doc_count: int


class TypeCounts(TypedDict):
    buckets: List[TypeCount]


class FoundWorksAggregations(TypedDict):
    """Counts of what total counts."""

    type: TypeCounts
    publication_year: YearCounts
    publisher: TextCounts
    """The 100 with most works."""


class FoundWorksLinks(TypedDict):
    """Addresses of this page and of the next."""

    self: str
    next: NotRequired[str]


class FoundWorks(TypedDict):
    total: int
    """Of the works that were looked at, whatever the page."""
    total_relation: Literal["eq", "gte"]
    """eq: there are so many. gte: there are at least so many; the words, type and years are those
    of more than 10,000 works, of which so many were looked at, the most cited first."""
    hits: List[FoundWork]
    aggregations: FoundWorksAggregations
    """Counts of what total counts."""
    suggestions: NotRequired[List[str]]
    """Only where nothing was found: queries with other words in the place of those that no work
    has, or, where works have each word, of one of the rarest. Each finds something, with the
    same filters."""
    links: FoundWorksLinks
    """Addresses of this page and of the next."""


class IdentifierToLookUpObject(TypedDict):
    ID: str
    IDScheme: str


IdentifierToLookUp = Union[str, IdentifierToLookUpObject]
"""As it was given."""


class LookedUp(TypedDict):
    input: IdentifierToLookUp
    understood_as: NotRequired[AnsweredIdentifier]
    """What it was understood to be."""
    known: bool
    problem: NotRequired[str]
    """Why it names no work, or which ones it names."""
    problem_code: NotRequired[Literal["not-an-identifier", "several-identifiers", "ambiguous-identifier"]]
    """Which problem it is: `not-an-identifier` may be words of a title."""
    self: NotRequired[str]
    """An address that stays: after merges, splits and reindexes it leads to the work that the
    identifier belongs to then."""
    counts: NotRequired[LevelCounts]


class LookUpObjectsAnswer(TypedDict):
    results: List[LookedUp]


class UnderstoodIdentifier(TypedDict):
    understood_as: AnsweredIdentifier
    """What it was understood to be."""
    known: Literal[True]


class RuleStep(TypedDict):
    source: AnsweredIdentifier
    relation: Literal["Cites", "IsSupplementTo", "IsRelatedTo", "HasVersion", "IsIdenticalTo"]
    target: AnsweredIdentifier
    rule: str
    """By which rule both are one, in a sentence."""


class AssertedStep(TypedDict):
    source: AnsweredIdentifier
    relation: Literal["Cites", "IsSupplementTo", "IsRelatedTo", "HasVersion", "IsIdenticalTo"]
    target: AnsweredIdentifier
    provider: str
    """Who said it first."""
    date: str
    """The date given with it."""
    sub_type: NotRequired[str]
    """The relation as worded."""
    event_id: NotRequired[str]
    """The event that said it first; for those who may see it."""
    others: int
    """How many further assertions say the same."""


class Why(TypedDict):
    id: UnderstoodIdentifier
    other: UnderstoodIdentifier
    relation: Literal["same", "versions", "linked", "none"]
    """same: one work; versions: versions of one; linked: their works, or else all versions of
    these, are."""
    steps: List[Union[RuleStep, AssertedStep]]
    """The shortest chain that makes it so, from id to other; neighbours share an identifier."""


class ReportOnList(TypedDict):
    identifiers: List[IdentifierToLookUp]
    since: NotRequired[str]
    """Counts what cites each work and was not said to before this date."""


class ReportOnPrefix(TypedDict):
    prefix: str
    """All works with a DOI that begins so."""
    since: NotRequired[str]
    """Counts what cites each work and was not said to before this date."""
    size: NotRequired[int]
    """How many works one answer has."""
    cursor: NotRequired[str]
    """Goes on behind the answer that had it."""


class ReportOnProvider(TypedDict):
    provider: str
    """The works of which this link provider speaks, the most cited first."""
    since: NotRequired[str]
    """Counts what cites each work and was not said to before this date."""
    size: NotRequired[int]
    """How many works one answer has."""
    cursor: NotRequired[str]
    """Goes on behind the answer that had it."""


ReportQuestion = Union[ReportOnList, ReportOnPrefix, ReportOnProvider]


class CitingWorks(TypedDict):
    """Only with since: how many works cite it of which nobody had said so before."""

    identity: int
    version: int


class WorksOfYear(TypedDict):
    year: int
    works: int


class ReportedWorkCitedIn(TypedDict):
    """How many works that cite it were published in each year; those without a date are left
    out."""

    identity: List[WorksOfYear]
    version: List[WorksOfYear]


class CitingProvider(TypedDict):
    name: str
    links: int
    """Relationships between two identifiers that it asserts."""
    first_link: str
    """As it was given."""
    last_link: str
    """As it was given."""


class ReportedWork(TypedDict):
    input: IdentifierToLookUp
    understood_as: NotRequired[AnsweredIdentifier]
    """What it was understood to be."""
    known: bool
    problem: NotRequired[str]
    """Why it names no work, or which ones it names."""
    problem_code: NotRequired[Literal["not-an-identifier", "several-identifiers", "ambiguous-identifier"]]
    """Which problem it is: `not-an-identifier` may be words of a title."""
    self: NotRequired[str]
    """An address that stays: after merges, splits and reindexes it leads to the work that the
    identifier belongs to then."""
    counts: NotRequired[LevelCounts]
    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Type: NotRequired[AnsweredType]
    PublicationDate: NotRequired[str]
    """As it was given."""
    cited_since: NotRequired[CitingWorks]
    family: NotRequired[AnsweredIdentifier]
    """The identifier that stands for all its versions: works that have the same one are versions of
    one another."""
    versions_total: NotRequired[int]
    cited_in: NotRequired[ReportedWorkCitedIn]
    """How many works that cite it were published in each year; those without a date are left
    out."""
    providers: NotRequired[List[CitingProvider]]
    """Who says that it is cited, those with the most links first; a hundred at most."""
    providers_total: NotRequired[int]
    """How many providers there are."""
    providers_at_least: NotRequired[Literal[True]]
    """There where not all links were looked at, of which there are too many."""


class MostCitedWork(TypedDict):
    understood_as: AnsweredIdentifier
    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Type: NotRequired[AnsweredType]
    PublicationDate: NotRequired[str]
    """As it was given."""
    cited_by: CitingWorks
    """How many works cite, by a work itself (identity), and by all its versions (version)."""


class ReportSummary(TypedDict):
    """Sums what this answer tells of works."""

    works: int
    """Works that are known, each once."""
    cited_by: CitingWorks
    """Sums over the works, and over those with all their versions: who cites two counts twice."""
    cited_since: NotRequired[CitingWorks]
    """How many works cite, by a work itself (identity), and by all its versions (version)."""
    most_cited: List[MostCitedWork]
    """Ten at most, by all versions; of these the one that is cited most."""
    providers: List[CitingProvider]
    """Who says that it is cited, those with the most links first; a hundred at most."""
    providers_total: int
    """How many providers there are."""
    providers_at_least: NotRequired[Literal[True]]
    """There where not all links were looked at, of which there are too many."""


class ReportWorksAnswer(TypedDict):
    works: List[ReportedWork]
    summary: ReportSummary
    works_total: NotRequired[int]
    """Of a provider: of how many works it speaks."""
    as_of: NotRequired[Optional[str]]
    """Of a provider: when its works were counted; null: not yet."""
    cursor: NotRequired[str]
    """Of a prefix or a provider: goes on with the next works; absent at the end."""


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
    """As it was spelled first."""
    links: int
    """Relationships between two identifiers that it asserts."""
    works: int
    """Works that it speaks of."""
    first_link: Optional[str]
    """As it was given."""
    last_link: Optional[str]
    """As it was given."""
    last_received: Optional[str]
    """When the last submission was accepted that says any of it."""
    years: List[SourceOfLinksYear]
    """Its links by the year of their first LinkPublicationDate."""


class ExampleOfWork(TypedDict):
    self: str
    """An address that stays: after merges, splits and reindexes it leads to the work that the
    identifier belongs to then."""
    Identifiers: List[IdentifierWithAddress]
    """IDURL is the address on the web, where there is one."""
    counts: RelationCounts
    Title: NotRequired[str]
    """As text, whatever mark-up it was given in."""
    TitleMarkup: NotRequired[str]
    """Only where it tells more than Title: the title as HTML, in the elements i, b, sub, sup and
    scp (small capitals) without attributes, and &amp;, &lt; and &gt;."""
    Type: AnsweredType
    PublicationDate: NotRequired[str]
    """As it was given."""


class Sources(TypedDict):
    as_of: Optional[str]
    """When all of this was counted; null: it was not yet."""
    current: bool
    """Whether nothing has changed since."""
    empty: bool
    """Whether the broker holds no work at all."""
    last_applied: Optional[str]
    """When the last submission was applied."""
    works: int
    """Works, each version of one by itself."""
    links: int
    """Relationships between two identifiers, whoever says so."""
    identifiers: int
    types: List[SourcesType]
    """Works by type, each version of one by itself."""
    schemes: List[SourcesScheme]
    providers_total: int
    providers: List[SourceOfLinks]
    examples: List[ExampleOfWork]
    """The most cited works of each type; of their identifiers the first."""


ReadChangesFormatParameter = Literal["json", "jsonl", "atom"]


class ScholixLink(TypedDict):
    """What was said by one provider with one date, as POST /events takes it."""

    Source: ScholixObject
    Target: ScholixObject
    RelationshipType: RelationshipType
    LinkProvider: List[LinkProvider]
    LinkPublicationDate: str
    """YYYY, YYYY-MM, YYYY-MM-DD, or a date-time with or without a zone (then UTC)."""
    LicenseURL: NotRequired[Optional[str]]


class Change(TypedDict):
    number: int
    """Grows by one from entry to entry."""
    time: str
    """When it was logged."""
    kind: Literal["asserted", "withdrawn"]
    """Whether it began to count, or ceased to."""
    first: NotRequired[Literal[True]]
    """Nobody had asserted this relationship before."""
    last: NotRequired[Literal[True]]
    """Nobody asserts this relationship any more."""
    link: ScholixLink


class Changes(TypedDict):
    changes: List[Change]
    next: str
    """The cursor that goes on: what after= takes."""


ActionParameter = Literal["assert", "withdraw", "replace"]


class ReadBodyRelation(TypedDict):
    name: str
    count: int


class ReadBodyLeftOut(TypedDict):
    name: str
    count: int


class ReadBodyWrongCell(TypedDict):
    line: int
    """The line in which the row begins."""
    column: int
    name: str
    """The name of the column."""
    cell: str
    """The beginning of what stands there."""
    problem: str


class ReadBody(TypedDict):
    """With `dialect`: how the body was read."""

    dialect: str
    records: int
    links: int
    described: int
    """Objects that are described and have no link."""
    dated: int
    """Links that have a date of their own."""
    date: str
    """The date of the other links."""
    provider: Optional[str]
    """Who says the links for which the body names nobody."""
    relations: List[ReadBodyRelation]
    left_out: List[ReadBodyLeftOut]
    """What is no link, and why."""
    wrong_cell_count: int
    """Cells of a table that do not hold what their columns do."""
    wrong_cells: List[ReadBodyWrongCell]
    """The first 100 of them."""


class EventPreviewTableColumn(TypedDict):
    name: str
    role: Literal["source", "target", "relation", "date", "provider", "source-title", "target-title", "source-type", "target-type", "source-journal", "target-journal", "source-scheme", "target-scheme", "-"]


class EventPreviewTable(TypedDict):
    """What the columns of a table of your own are taken for."""

    has_names: bool
    """false: its first row holds identifiers and is one of the rows."""
    columns: List[EventPreviewTableColumn]
    rows: List[List[str]]
    """Its first rows."""


class PreviewedObjectIdentifier(TypedDict):
    ID: str
    IDScheme: str


class PreviewedObject(TypedDict):
    identifiers: List[PreviewedObjectIdentifier]
    title: Optional[str]


class EventPreviewLink(TypedDict):
    line: int
    """The line in which its record begins."""
    source: PreviewedObject
    relation: str
    subtype: Optional[str]
    target: PreviewedObject
    date: Optional[str]
    provider: Optional[str]


class EventPreviewRefused(TypedDict):
    line: int
    pointer: Optional[str]
    message: str


class EventPreview(TypedDict):
    message: Literal["nothing stored"]
    refusal: Optional[str]
    """Why the submission would be refused; null: it would be accepted."""
    read: ReadBody
    table: Optional[EventPreviewTable]
    """What the columns of a table of your own are taken for."""
    links: List[EventPreviewLink]
    """The first links."""
    refused_count: int
    """Records that are not valid."""
    refused: List[EventPreviewRefused]
    """The first 100 of them."""


class RefusedLink(TypedDict):
    pointer: str
    """Where in the body, as a JSON pointer."""
    message: str


class EventAccepted(TypedDict):
    message: Literal["event accepted"]
    event_id: str
    refused_count: NotRequired[int]
    """With `partial=1`: how many links are not valid and were left out."""
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
    """Links that `partial=1` left out."""
    ignored: Optional[int]
    """Links of an object to itself, which say nothing."""
    containers: Optional[int]
    """ISSNs, and ISBNs beside DOIs: they say in what a work lies, so they do not name it."""
    unknown_relations: Optional[List[NameCount]]
    """Names that are no relation type of DataCite or Scholix, most frequent first."""
    new_relationships: Optional[int]
    new_identifiers: Optional[int]
    merged_groups: Optional[int]
    withdrawn: Optional[int]
    """Assertions of earlier events that count no more since this one."""
    nothing_to_withdraw: Optional[int]
    """Links of action=withdraw that nobody had said."""
    not_yours: Optional[int]
    """Links of action=withdraw that only others had said: nothing of them happened."""
    split_groups: Optional[int]
    """How many groups more there are, since what held them together was taken back."""


class LinkEventWithdrawn(TypedDict):
    """When, by whom and why it was withdrawn; null unless it is."""

    at: str
    by: Optional[str]
    """An email; null for the command line."""
    reason: Optional[str]


class LinkEvent(TypedDict):
    event_id: str
    action: Literal["assert", "withdraw", "replace"]
    status: Literal["New", "Processing", "Done", "Error", "Withdrawn"]
    indexed: Optional[bool]
    """true once all that the event changed can be found, false until then, null where noindex=1 was
    asked."""
    submitter: Optional[str]
    """The email of who submitted it; null for the command line."""
    file_name: Optional[str]
    """The file that the command line loaded it from."""
    source_address: Optional[str]
    """The network address that sent it."""
    created: str
    started: Optional[str]
    finished: Optional[str]
    attempts: int
    """How often it was tried."""
    next_try: Optional[str]
    """When it is tried again after a failure."""
    counts: LinkEventCounts
    error: Optional[str]
    """What happened, where it failed."""
    withdrawn: Optional[LinkEventWithdrawn]
    """When, by whom and why it was withdrawn; null unless it is."""


class EventList(TypedDict):
    events: List[LinkEvent]
    next: Optional[str]
    """What before must be for older ones; null at the end."""


class EventLinks(TypedDict):
    links: List[ScholixLink]
    next: Optional[str]
    """What after must be for more; null at the end."""


class EventWithdrawalPreviewWork(TypedDict):
    ID: str
    IDScheme: str


class EventWithdrawalPreview(TypedDict):
    relationships: int
    """Relationships that would be there no more."""
    identifiers: int
    """Identifiers that would be known no more."""
    split_groups: int
    """How many groups more there would be, at both levels."""
    works: List[EventWithdrawalPreviewWork]
    """The first 100 works that would change, each by one identifier."""


class EventWithdrawal(TypedDict):
    reason: NotRequired[Optional[str]]
    """Why, in at most 1000 characters; it is kept with the event."""


class ProblemPlace(TypedDict):
    field: NotRequired[str]
    """The query parameter that is wrong."""
    pointer: NotRequired[str]
    """The place in the body, a JSON pointer (RFC 6901)."""
    message: str
    identifier: NotRequired[AnsweredIdentifier]
    """An identifier that may be meant."""


class HealthPart(TypedDict):
    """Of GET /health/ready only."""

    status: Literal["ready", "not-ready"]
    reasons: List[str]


class Dependency(TypedDict):
    status: Literal["up", "down"]


class Dependencies(TypedDict):
    """Of GET /health/ready only."""

    database: Dependency
    search: Dependency
    disk: Dependency
    """Down where less is free than is to be kept free."""


class Problem(TypedDict):
    type: str
    """Names the kind of problem; its address explains it."""
    title: str
    status: int
    detail: str
    """What is wrong with this request."""
    message: str
    """The same as detail, for older clients."""
    errors: NotRequired[List[ProblemPlace]]
    """The first hundred, or those of the first hundred links; the last then says how many more."""
    query: NotRequired[UnderstoodQuery]
    """Of GET /objects only: what was understood, and what may be meant instead."""
    submissions: NotRequired[HealthPart]
    searches: NotRequired[HealthPart]
    dependencies: NotRequired[Dependencies]
    overdue: NotRequired[List[str]]
    """What has waited for too long to be applied or indexed, in words."""
