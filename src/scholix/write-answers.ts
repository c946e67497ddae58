// Writes the answers to searches in both media types, from ready-made pieces of JSON put together unread; knows neither HTTP nor an index.
import type { HistoryItem } from '../links/provenance.ts';
import { type SearchRelation, searchRelationMeaning } from '../links/relation.ts';
import { describeObject } from './object-document.ts';

/** The ready-made JSON of an object; see describeObject and describeVersions ('' where there are no versions). */
export type AnsweredObject = { identifiers: string; fields: string; versions: string };

/** One link of an answer: the other object, and the whole LinkHistory, newest first. */
export type AnsweredLink = { relation: SearchRelation; object: AnsweredObject; history: readonly HistoryItem[] };

/** What was asked and found. */
export type Answer = {
	asked: { scheme: string; value: string };
	/** Absent where none was asked for: every item then says its own. */
	relation: SearchRelation | undefined;
	groupBy: string;
	/** Absent where the identifier is not known: it is answered as it was asked for. */
	source: AnsweredObject | undefined;
	total: number;
	items: readonly AnsweredLink[];
	facets:
		| { type: readonly (readonly [string, number])[]; publicationYear: readonly (readonly [number, number])[] }
		| undefined;
};

type Written = { pretty: boolean };

/**
 * Writes `application/x-scholix-v3+json`:
 * `{Source, Relation: {Name}, GroupBy, Relationships: [{Target, LinkHistory: [{LinkPublicationDate, LinkProvider: {Name}}]}]}`.
 * A history item also has `SubType` as it was given, or `SubTypes`, a list, where it was given several.
 */
export function writeScholixAnswer(answer: Answer, { pretty }: Written): string {
	const named = answer.relation === undefined;
	const items = answer.items.map(
		({ relation, object, history }) =>
			`{"Target":${foundObject(object)}${named ? `,"Relation":{"Name":"${relation}"}` : ''},"LinkHistory":${historyJson(history)}}`,
	);
	const relation = named ? '' : `,"Relation":{"Name":"${answer.relation}"}`;
	const text = `{"Source":${foundObject(sourceOf(answer))}${relation},"GroupBy":"${answer.groupBy}","Relationships":[${items.join()}]}`;
	return pretty ? indented(text) : text;
}

/**
 * Writes `application/json`: `{hits: {hits: [link], total}, aggregations: {type, publication_year: {buckets: [{key, doc_count}]}}, links}`.
 * Each link is a Scholix link object that a broker accepts as it is: the object that was asked for is Source where the relation starts from
 * it, and a symmetric relation does; LinkProvider has every provider, LinkPublicationDate is the earliest.
 */
export function writeJsonAnswer(answer: Answer, links: Readonly<Record<string, string>>, { pretty }: Written): string {
	const asked = linkedObject(sourceOf(answer));
	const hits = answer.items.map((item) => linkJson(asked, item));
	const { type = [], publicationYear = [] } = answer.facets ?? {};
	const aggregations = `{"type":${buckets(type)},"publication_year":${buckets(publicationYear)}}`;
	const text = `{"hits":{"hits":[${hits.join()}],"total":${answer.total}},"aggregations":${aggregations},"links":${JSON.stringify(links)}}`;
	return pretty ? indented(text) : text;
}

/** Writes one found link as a Scholix link object that a broker accepts as it is. */
export function writeLink(answer: Pick<Answer, 'asked' | 'source'>, item: AnsweredLink): string {
	return linkJson(linkedObject(sourceOf(answer)), item);
}

function sourceOf({ asked, source }: Pick<Answer, 'asked' | 'source'>): AnsweredObject {
	return source ?? { ...describeObject([asked], {}), versions: '' };
}

function foundObject({ identifiers, fields, versions }: AnsweredObject): string {
	return `{${fields},"Identifiers":${identifiers}${versions === '' ? '' : `,"Versions":${versions}`}}`;
}

function linkedObject({ identifiers, fields }: AnsweredObject): string {
	return `{"Identifier":${identifiers},${fields}}`;
}

// The names in which each stored relation is read back as itself (Scholix's name, DataCite's as SubType).
const relationshipTypes = {
	Cites: '{"Name":"References","SubType":"Cites","SubTypeSchema":"DataCite"}',
	IsSupplementTo: '{"Name":"IsSupplementTo","SubType":"IsSupplementTo","SubTypeSchema":"DataCite"}',
	IsRelatedTo: '{"Name":"IsRelatedTo"}',
} as const;

function linkJson(asked: string, { relation, object, history }: AnsweredLink): string {
	const meaning = searchRelationMeaning[relation];
	const other = linkedObject(object);
	const [source, target] = meaning.asked === 'target' ? [other, asked] : [asked, other];
	const providers = [...new Set(history.map(({ provider }) => provider))].map((Name) => ({ Name }));
	const earliest = history.at(-1) as HistoryItem;
	return (
		`{"Source":${source},"RelationshipType":${relationshipTypes[meaning.relation]},"Target":${target},` +
		`"LinkProvider":${JSON.stringify(providers)},"LinkPublicationDate":"${earliest.date}"}`
	);
}

// Engines hand out the same items and histories again and again.
const itemTexts = new WeakMap<HistoryItem, string>();

function historyJson(history: readonly HistoryItem[]): string {
	return `[${history.map(historyItemJson).join()}]`;
}

function historyItemJson(item: HistoryItem): string {
	let text = itemTexts.get(item);
	if (text === undefined) {
		const [only] = item.subTypes;
		text = JSON.stringify({
			LinkPublicationDate: item.date,
			LinkProvider: { Name: item.provider },
			...(item.subTypes.length === 1 && { SubType: only }),
			...(item.subTypes.length > 1 && { SubTypes: item.subTypes }),
		});
		itemTexts.set(item, text);
	}
	return text;
}

function buckets(counts: readonly (readonly [string | number, number])[]): string {
	return JSON.stringify({ buckets: counts.map(([key, doc_count]) => ({ key, doc_count })) });
}

function indented(text: string): string {
	return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
