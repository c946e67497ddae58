// Writes the answers of a search by joining ready-made pieces of JSON: Scholix v3, and a list of
// links with the counts of the whole result.
import type { ObjectTypeName } from '../../../links/description.ts';
import { noticing } from '../../../links/notices.ts';
import type { HistoryItem } from '../../../links/provenance.ts';
import { type SearchRelation, searchRelationMeaning } from '../../../links/relation.ts';
import { type ShownIdentifier, shownIdentifier } from './object-document.ts';
import { typeOfHistory } from './relationship-type.ts';

/** Says what was understood, whether it is known, and what may be meant instead where it is not. */
export type DescribedQuery = {
	understood_as: ShownIdentifier;
	known: boolean;
	suggestions: (ShownIdentifier & { reason: string })[];
};

type Named = { scheme: string; value: string };

/** Describes how a question was understood; it is known where it has a source. */
export function describeQuery(answer: {
	asked: Named;
	source: object | undefined;
	suggestions: readonly { identifier: Named; reason: string }[];
}): DescribedQuery {
	return {
		understood_as: shownIdentifier(answer.asked),
		known: answer.source !== undefined,
		suggestions: answer.suggestions.map(({ identifier, reason }) => ({ ...shownIdentifier(identifier), reason })),
	};
}

/**
 * Holds an object of an answer as describeObject and describeVersions (object-document.ts) write
 * it; `versions` is '' where the work is its only version, and null where the work is unknown.
 */
export type AnswerObject = { identifiers: string; fields: string; versions: string | null };

/**
 * Holds one relationship of the asked object: `relation` as seen from there, `object` at the other
 * end, `history` newest first and not empty.
 */
export type AnswerItem = {
	readonly relation: SearchRelation;
	/** None if absent. */
	readonly flags?: readonly string[];
	readonly object: AnswerObject;
	/** Perhaps the newest items only: then `historyTotal` and the `oldest` item are given. */
	readonly history: readonly HistoryItem[];
	readonly historyTotal?: number;
	readonly oldest?: HistoryItem;
	/** The address of the whole history, where it is not given whole. */
	readonly allHistory?: string;
	/** Where versions are grouped: what makes the relationship, perhaps the first of more. */
	readonly via?: { readonly total: number; readonly links: readonly AnswerVia[] };
};

/**
 * Holds what one member of the asked object's versions (`source`) and one of the other's have to do
 * with each other; both are JSON arrays of `{ID, IDScheme}`.
 */
export type AnswerVia = Pick<AnswerItem, 'history' | 'historyTotal'> & {
	readonly source: string;
	readonly target: string;
};

/**
 * What an answer holds. `relation` is the one that was asked for; without it each item has its
 * own.
 */
export type Answer = {
	source: AnswerObject;
	groupBy: 'identity' | 'version';
	relation?: SearchRelation;
	items: readonly AnswerItem[];
	/** Of works that have several versions. */
	names?: VersionNames | undefined;
};

/**
 * What the list of links has besides: the whole result, of which the items are a page, its
 * counts, and where the pages are.
 */
export type ListedAnswer = Answer & {
	total: number;
	/** How the total was counted, where the question says so. */
	counted?: CountedMembers;
	facets?: AnswerFacets;
	links: { self: string; next?: string; prev?: string };
	query: DescribedQuery;
};

/**
 * The members that say how a total was counted: by which definition, how many links were left out, each
 * under the first of its flags, and of how many that were kept a flag is unknown.
 */
export type CountedMembers = {
	definition?: string;
	excluded?: FlagNumbers;
	unknown?: FlagNumbers;
};

/** Numbers of links by flag: of every flag that is left out, in order. */
export type FlagNumbers = Readonly<Record<string, number>>;

/** Names of versions by the JSON of their identifiers, as ObjectDocument has it. */
export type VersionNames = ReadonlyMap<string, string>;

/**
 * Chooses how an answer looks: indented by two, or in one line; `flags`: also in the form of Scholix,
 * which has no place for them, links have their flags.
 */
export type WriteOptions = { prettyprint?: boolean; flags?: boolean };

/**
 * Writes the pieces of an object of which nothing is known but the identifier that was asked for,
 * perhaps without its scheme.
 */
export function describeUnknownObject(id: string, scheme?: string): AnswerObject {
	const identifiers = JSON.stringify([{ ID: id, IDScheme: scheme }]);
	return { identifiers, fields: '"Type":{"Name":"unknown"}', versions: null };
}

/**
 * Writes the answer in `application/x-scholix-v3+json`: Source, Relation, GroupBy,
 * Relationships [{Target, LinkHistory}]. Where no relation was asked for, each item has its own
 * Relation. Where versions are grouped, every known object has its Versions, and each item its Via.
 * An item of LinkHistory has the SubType that its provider gave, SubTypes where there are several.
 */
export function writeScholixAnswer(
	{ source, groupBy, relation, items, names }: Answer,
	{ prettyprint = false, flags = false }: WriteOptions = {},
): string {
	const fields = relation === undefined ? '' : writeRelation(relation);
	const relationships = items.map((item) => {
		const ownRelation = relation === undefined ? writeRelation(item.relation) : '';
		const target = `"Target":${writeObject(item.object, groupBy, names)}`;
		const more = `${flags ? writeFlags(item.flags) : ''}${writeVia(item.via, names)}`;
		return `{${target},${ownRelation}${writeHistory(item)}${more}}`;
	});
	const head = `"Source":${writeObject(source, groupBy, names)},${fields}"GroupBy":"${groupBy}"`;
	return indented(`{${head},"Relationships":[${relationships.join(',')}]}`, prettyprint);
}

function writeRelation(relation: SearchRelation): string {
	return `"Relation":{"Name":"${relation}"},`;
}

/**
 * Writes the answer in `application/json`: query, how the total was counted, hits {total, hits [link]},
 * aggregations, links.
 * Each link is a Scholix link object that reads back as the same relation in the same direction:
 * Source is the asked object where the relation starts from it, and for isRelatedTo unless its
 * words speak from the other one alone. It names all providers and the earliest date, and is worded
 * as typeOfHistory says, and has its Flags. Where versions are grouped, it has its Via.
 */
export function writeLinksAnswer(
	{ source, items, total, counted, facets, links: { self, next, prev }, query, names }: ListedAnswer,
	{ prettyprint = false }: WriteOptions = {},
): string {
	const asked = writeEnd(source);
	const hits = items.map((item) => writeLinkBetween(asked, item, names));
	const aggregations = facets ? `"aggregations":${JSON.stringify(describeAggregations(facets, names))},` : '';
	const links = JSON.stringify({ self, next, prev });
	const fields = `"query":${JSON.stringify(query)}${counted ? asMembers(counted) : ''}`;
	return indented(
		`{${fields},"hits":{"total":${total},"hits":[${hits.join(',')}]},${aggregations}"links":${links}}`,
		prettyprint,
	);
}

/** Writes the members of an object behind others. */
function asMembers(object: object): string {
	const written = JSON.stringify(object).slice(1, -1);
	return written === '' ? '' : `,${written}`;
}

/** Writes the flags of a link, where it has some, behind other members. */
export function writeFlags(flags: readonly string[] = []): string {
	return flags.length === 0 ? '' : `,"Flags":${JSON.stringify(flags)}`;
}

function writeLinkBetween(asked: string, item: AnswerItem, names: VersionNames | undefined): string {
	const { relation, object, history, via } = item;
	const meaning = searchRelationMeaning[relation];
	const other = writeEnd(object);
	const { type, swapped } = typeOfHistory(meaning.relation, history);
	const [source, target] = (meaning.asked === 'target') !== swapped ? [other, asked] : [asked, other];
	const { date } = item.oldest ?? (history.at(-1) as HistoryItem);
	return (
		`{${writeEnds(source, target, type)},` +
		`"RelationshipType":${JSON.stringify(type)},` +
		`"LinkProvider":[${writeProviders(history)}],"LinkPublicationDate":${JSON.stringify(date)}` +
		`${writeHistoryTotal(item)}${writeFlags(item.flags)}${writeVia(via, names)}}`
	);
}

function writeProviders(history: readonly HistoryItem[]): string {
	const names = new Set(history.map(({ provider }) => provider));
	return Array.from(names, (Name) => JSON.stringify({ Name })).join(',');
}

/** Writes an object; where versions are grouped, with those that it stands for. */
function writeObject(
	{ identifiers, fields, versions }: AnswerObject,
	groupBy: Answer['groupBy'],
	names: VersionNames | undefined,
): string {
	const areShown = groupBy === 'version' && versions !== null;
	const named = versions && names ? withNames(versions, names) : versions;
	const end = areShown ? `,"Versions":${named || `[{"Identifiers":${identifiers}}]`}}` : '}';
	return `{"Identifiers":${identifiers},${fields}${end}`;
}

/** Adds their names to the versions of an object. */
function withNames(versions: string, names: VersionNames): string {
	const listed = JSON.parse(versions) as { Identifiers: ShownIdentifier[] }[];
	return JSON.stringify(listed.map((one) => ({ ...one, VersionName: names.get(JSON.stringify(one.Identifiers)) })));
}

/** Writes an object as the Source or Target of a link. */
export function writeEnd({ identifiers, fields }: AnswerObject): string {
	return `{"Identifier":${identifiers},${fields}}`;
}

/**
 * Writes the ends of a link. Where its word would be read as a notice about one of them, and neither
 * has any, the source states that it has none: of some words each direction is in use.
 */
export function writeEnds(source: string, target: string, { SubType }: { SubType?: string }): string {
	const isStated = noticing(SubType) === undefined || [source, target].some((end) => end.includes('"Notice":'));
	return `"Source":${isStated ? source : `${source.slice(0, -1)},"Notice":[]}`},"Target":${target}`;
}

/** Writes the LinkHistory with which an item of the Scholix answer ends. */
function writeHistory(item: Pick<AnswerItem, 'history' | 'historyTotal' | 'allHistory'>): string {
	return `"LinkHistory":[${item.history.map(writeHistoryItem).join(',')}]${writeHistoryTotal(item)}`;
}

/** Writes how long a LinkHistory is and where all of it is, where it is not given whole. */
function writeHistoryTotal({ historyTotal, allHistory }: Pick<AnswerItem, 'historyTotal' | 'allHistory'>): string {
	if (historyTotal === undefined) return '';
	const address = allHistory === undefined ? '' : `,"AllLinkHistory":${JSON.stringify(allHistory)}`;
	return `,"LinkHistoryTotal":${historyTotal}${address}`;
}

/**
 * Writes what makes a relationship between works with all their versions, as members that follow
 * others; ViaTotal counts them where not all are listed.
 */
export function writeVia(via: AnswerItem['via'], names?: VersionNames): string {
	if (!via) return '';
	const end = (identifiers: string) => {
		const name = names?.get(identifiers);
		const named = name === undefined ? '' : `,"VersionName":${JSON.stringify(name)}`;
		return `{"Identifiers":${identifiers}${named}}`;
	};
	const links = via.links.map(({ source, target, ...stated }) => {
		return `{"Source":${end(source)},"Target":${end(target)},${writeHistory(stated)}}`;
	});
	const total = via.total > via.links.length ? `,"ViaTotal":${via.total}` : '';
	return `,"Via":[${links.join(',')}]${total}`;
}

/** Writes one item of a LinkHistory. */
export function writeHistoryItem({ provider, date, subTypes, reversed = [] }: HistoryItem): string {
	const words = [...subTypes, ...reversed];
	const fields = words.length > 1 ? { SubTypes: words } : { SubType: words[0] };
	return JSON.stringify({ LinkPublicationDate: date, LinkProvider: { Name: provider }, ...fields });
}

function indented(text: string, prettyprint: boolean): string {
	return prettyprint ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
}

/** Holds counts of relationships; each list is in the order of the answer. */
export type AnswerFacets = {
	type: readonly (readonly [ObjectTypeName, number])[];
	publicationYear: readonly (readonly [number, number])[];
	/** By type and year. */
	typeYears: readonly (readonly [ObjectTypeName, number, number])[];
	/** By the year of the latest statement. */
	linkYear: readonly (readonly [number, number])[];
	/** By type and that year. */
	typeLinkYears: readonly (readonly [ObjectTypeName, number, number])[];
	subType: readonly (readonly [string, number])[];
	/** By the identifiers of each member, a JSON array. */
	via?: readonly (readonly [string, number])[];
	/** By flag, and of how many it is unknown; only on request. */
	flags?: readonly { readonly flag: string; readonly items: number; readonly unknown: number }[];
};

/** Describes counts; those of each type also by year. */
export function describeAggregations(facets: AnswerFacets, names?: VersionNames) {
	const { type, publicationYear, linkYear, subType, via, flags } = facets;
	const yearsOf = (name: ObjectTypeName, counts: AnswerFacets['typeYears']) =>
		describeBuckets(counts.filter(([of]) => of === name).map(([, year, count]) => [year, count] as const));
	return {
		type: {
			buckets: type.map(([key, count]) => ({
				...{ key, doc_count: count, publication_year: yearsOf(key, facets.typeYears) },
				link_year: yearsOf(key, facets.typeLinkYears),
			})),
		},
		publication_year: describeBuckets(publicationYear),
		link_year: describeBuckets(linkYear),
		subtype: describeBuckets(subType),
		via: via && { buckets: via.map((one) => memberBucket(one, names)) },
		flags: flags && { buckets: flags.map(({ flag, items, unknown }) => ({ key: flag, doc_count: items, unknown })) },
	};
}

/** The key of a member is what `via=` of a search takes. */
function memberBucket([identifiers, count]: readonly [string, number], names: VersionNames | undefined) {
	const Identifiers = JSON.parse(identifiers) as ShownIdentifier[];
	const [first] = Identifiers;
	const VersionName = names?.get(identifiers);
	return {
		key: `${first?.IDScheme}:${first?.ID}`,
		Identifiers,
		...(VersionName !== undefined && { VersionName }),
		doc_count: count,
	};
}

/** Describes counts by one thing. */
export function describeBuckets(counts: readonly (readonly [string | number, number])[]) {
	return { buckets: counts.map(([key, count]) => ({ key, doc_count: count })) };
}
