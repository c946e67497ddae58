// Writes the answers of a search by joining ready-made pieces of JSON: Scholix v3, and a list of links; knows neither HTTP nor the search index.
import type { ObjectTypeName } from '../../links/description.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import {
	type GroupRelation,
	readRelation,
	type SearchRelation,
	searchRelationMeaning,
	searchRelations,
} from '../../links/relation.ts';
import { remember } from '../../links/remember.ts';

/**
 * Holds an object of an answer as describeObject and describeVersions (object-document.ts) write it; `versions` is '' where versions are not told.
 */
export type AnswerObject = { identifiers: string; fields: string; versions: string };

/**
 * One relationship of the asked object: `relation` as seen from there, `object` at the other end, `history` newest first and not empty. An item
 * that is written again and again may be frozen: then what is written of it is kept with it.
 */
export type AnswerItem = {
	readonly relation: SearchRelation;
	readonly object: AnswerObject;
	readonly history: readonly HistoryItem[];
};

/** What an answer tells. `relation` is the one that was asked for; without it each item tells its own. */
export type Answer = {
	source: AnswerObject;
	groupBy: 'identity' | 'version';
	relation?: SearchRelation;
	items: readonly AnswerItem[];
};

/** What the list of links tells besides: the whole result, of which the items are a page, its counts, and where the pages are. */
export type ListedAnswer = Answer & {
	total: number;
	facets?: {
		type: readonly (readonly [ObjectTypeName, number])[];
		publicationYear: readonly (readonly [number, number])[];
	};
	links: { self: string; next?: string; prev?: string };
};

/** Chooses how an answer looks: indented by two, or in one line. */
export type WriteOptions = { prettyprint?: boolean };

type Bytes = Buffer<ArrayBuffer>;

/** Writes the pieces of an object of which nothing is known but the identifier that was asked for, perhaps without its scheme. */
export function describeUnknownObject(id: string, scheme?: string): AnswerObject {
	const identifiers = JSON.stringify([{ ID: id, IDScheme: scheme }]);
	return { identifiers, fields: '"Type":{"Name":"unknown"}', versions: '' };
}

/**
 * Writes the answer in `application/x-scholix-v3+json`, as UTF-8: Source, Relation, GroupBy, Relationships [{Target, LinkHistory}]. Where no relation was
 * asked for, each item has its own Relation. An item of LinkHistory has the SubType that its provider gave, SubTypes where there are several.
 */
export function writeScholixAnswer(
	{ source, groupBy, relation, items }: Answer,
	{ prettyprint = false }: WriteOptions = {},
): Bytes {
	const pieces = [sourcePiece(source)];
	if (relation !== undefined) pieces.push(relationPieces[relation]);
	pieces.push(listPieces[groupBy]);
	const begin = pieces.length;
	const write = relation === undefined ? itemWithRelation : itemAlone;
	for (const item of items) write(item, pieces);
	if (items.length > 0) pieces[begin] = (pieces[begin] as Bytes).subarray(1);
	pieces.push(answerEnd);
	return joined(pieces, prettyprint);
}

// Bytes, and not text that is encoded as a whole: that takes 25 µs for 25 items and a character beyond Latin-1, and joining the bytes of two pieces each 15.
const sourcePiece = remember((object: AnswerObject) => lastingBytes(`{"Source":${writeObject(object)},`));
/** Begins with the comma that only the first item has not. */
const targetPiece = remember((object: AnswerObject) => lastingBytes(`,{"Target":${writeObject(object)},`));
const historyPiece = remember((history: readonly HistoryItem[]) => lastingBytes(writeHistory(history)));
const relationPieces = Object.fromEntries(
	searchRelations.map((relation) => [relation, Buffer.from(writeRelation(relation))]),
) as Record<SearchRelation, Bytes>;
const listPieces = { identity: listPiece('identity'), version: listPiece('version') };
const answerEnd = Buffer.from(']}');

const itemAlone = itemWriter(false);
const itemWithRelation = itemWriter(true);

/** Makes what adds the pieces of an item to those of an answer: of a frozen item, which is written again and again, one that is made once. */
function itemWriter(tellsRelation: boolean): (item: AnswerItem, pieces: Bytes[]) => void {
	const whole = remember(({ relation, object, history }: AnswerItem) => {
		const said = tellsRelation ? writeRelation(relation) : '';
		return lastingBytes(`,{"Target":${writeObject(object)},${said}${writeHistory(history)}`);
	});
	return (item, pieces) => {
		if (Object.isFrozen(item)) {
			pieces.push(whole(item));
			return;
		}
		pieces.push(targetPiece(item.object));
		if (tellsRelation) pieces.push(relationPieces[item.relation]);
		pieces.push(historyPiece(item.history));
	};
}

function writeRelation(relation: SearchRelation): string {
	return `"Relation":{"Name":"${relation}"},`;
}

function listPiece(groupBy: Answer['groupBy']): Bytes {
	return Buffer.from(`"GroupBy":"${groupBy}","Relationships":[`);
}

/** Encodes what is kept for long. Bytes that Node.js takes from its pool would keep 64 KiB of that alive with them. */
function lastingBytes(text: string): Bytes {
	const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
	bytes.write(text);
	return bytes;
}

/**
 * Writes the answer in `application/json`: hits {total, hits [link]}, aggregations, links. Each link is a Scholix link object that reads back as the same
 * relation in the same direction: Source is the asked object where the relation starts from it, and for isRelatedTo. It names all
 * providers and the earliest date; SubType is the first given that says the same relation in this direction, else the usual one, and
 * none for isRelatedTo, since the direction of such a SubType (IsPartOf …) is not known here.
 */
export function writeLinksAnswer(answer: ListedAnswer, { prettyprint = false }: WriteOptions = {}): Bytes {
	const pieces = [Buffer.from(`{"hits":{"total":${answer.total},"hits":[`)];
	const begin = pieces.length;
	const asked = endPiece(answer.source);
	for (const item of answer.items) {
		const { before, after } = Object.isFrozen(item) ? lastingAround(item) : bytesAround(item);
		pieces.push(before, asked, after);
	}
	if (answer.items.length > 0) pieces[begin] = (pieces[begin] as Bytes).subarray(1);
	pieces.push(hitsEnd);
	if (answer.facets) pieces.push(aggregationsPiece(answer.facets));
	const { self, next, prev } = answer.links;
	pieces.push(Buffer.from(`"links":${JSON.stringify({ self, next, prev })}}`));
	return joined(pieces, prettyprint);
}

const endPiece = remember((object: AnswerObject) => lastingBytes(writeEnd(object)));
const lastingAround = remember((item: AnswerItem) => piecesAround(item, lastingBytes));
const bytesAround = (item: AnswerItem) => piecesAround(item, Buffer.from);
const hitsEnd = Buffer.from(']},');
const aggregationsPiece = remember((facets: NonNullable<ListedAnswer['facets']>) =>
	lastingBytes(`"aggregations":${writeAggregations(facets)},`),
);

/** Makes the pieces of a link before and after the object that was asked for; begins with the comma that only the first link has not. */
function piecesAround(item: AnswerItem, encode: (text: string) => Bytes): { before: Bytes; after: Bytes } {
	const { before, after } = aroundAsked(item);
	return { before: encode(`,${before}`), after: encode(after) };
}

/** Writes one relationship of `asked` as a Scholix link object on one line; see writeLinksAnswer. */
export function writeLink(asked: AnswerObject, item: AnswerItem): string {
	const { before, after } = aroundAsked(item);
	return before + writeEnd(asked) + after;
}

/** Writes what comes before and after the asked object in a Scholix link object. */
function aroundAsked({ relation, object, history }: AnswerItem): { before: string; after: string } {
	const meaning = searchRelationMeaning[relation];
	const earliest = history.at(-1) as HistoryItem;
	const said =
		`"RelationshipType":${writeRelationshipType(meaning.relation, history)},` +
		`"LinkProvider":[${writeProviders(history)}],"LinkPublicationDate":${linkPieces(earliest).date}}`;
	const other = writeEnd(object);
	return meaning.asked === 'target'
		? { before: `{"Source":${other},"Target":`, after: `,${said}` }
		: { before: '{"Source":', after: `,"Target":${other},${said}` };
}

function writeProviders(history: readonly HistoryItem[]): string {
	const [only] = history;
	if (history.length === 1 && only !== undefined) return linkPieces(only).provider;
	return [...new Set(history.map((item) => linkPieces(item).provider))].join(',');
}

function writeRelationshipType(relation: GroupRelation, history: readonly HistoryItem[]): string {
	if (relation === 'IsRelatedTo') return '{"Name":"IsRelatedTo"}';
	for (const item of history) {
		const given = linkPieces(item)[relation];
		if (given !== undefined) return given;
	}
	return usualTypes[relation];
}

type DirectedRelation = Exclude<GroupRelation, 'IsRelatedTo'>;

const usualTypes: Readonly<Record<DirectedRelation, string>> = {
	Cites: typeInDataCite('References', 'Cites'),
	IsSupplementTo: typeInDataCite('IsSupplementTo', 'IsSupplementTo'),
};

function typeInDataCite(Name: string, SubType: string): string {
	return JSON.stringify({ Name, SubType, SubTypeSchema: 'DataCite' });
}

/** What a LinkHistory item gives to links: its provider, its date, and for each relation the type of which its SubTypes are. */
type LinkPieces = { provider: string; date: string } & Record<DirectedRelation, string | undefined>;

const linkPieces = remember(({ provider, date, subTypes }: HistoryItem): LinkPieces => {
	const cites = subTypes.find((subType) => isOf(subType, 'Cites'));
	const supplements = subTypes.find((subType) => isOf(subType, 'IsSupplementTo'));
	return {
		provider: JSON.stringify({ Name: provider }),
		date: JSON.stringify(date),
		Cites: cites === undefined ? undefined : typeInDataCite('References', cites),
		IsSupplementTo: supplements === undefined ? undefined : typeInDataCite('IsSupplementTo', supplements),
	};
});

function isOf(subType: string, relation: DirectedRelation): boolean {
	const reading = readRelation(subType);
	return reading?.relation === relation && !reading.swapped;
}

function writeAggregations({ type, publicationYear }: NonNullable<ListedAnswer['facets']>): string {
	return JSON.stringify({ type: buckets(type), publication_year: buckets(publicationYear) });
}

function buckets(counts: readonly (readonly [string | number, number])[]) {
	return { buckets: counts.map(([key, count]) => ({ key, doc_count: count })) };
}

function writeObject({ identifiers, fields, versions }: AnswerObject): string {
	const end = versions === '' ? '}' : `,"Versions":${versions}}`;
	return `{"Identifiers":${identifiers},${fields}${end}`;
}

function writeEnd({ identifiers, fields }: AnswerObject): string {
	return `{"Identifier":${identifiers},${fields}}`;
}

/** Writes the LinkHistory with which an item of the Scholix answer ends. */
function writeHistory(history: readonly HistoryItem[]): string {
	return `"LinkHistory":[${history.map(historyItem).join(',')}]}`;
}

const historyItem = remember(({ provider, date, subTypes }: HistoryItem): string => {
	const said = subTypes.length > 1 ? { SubTypes: subTypes } : { SubType: subTypes[0] };
	return JSON.stringify({ LinkPublicationDate: date, LinkProvider: { Name: provider }, ...said });
});

function joined(pieces: readonly Bytes[], prettyprint: boolean): Bytes {
	const bytes = Buffer.concat(pieces);
	return prettyprint ? Buffer.from(JSON.stringify(JSON.parse(bytes.toString()), undefined, 2)) : bytes;
}
