// The answer of an Asclepias Broker's GET /api/relationships, as Zenodo's citation box reads it
// (asclepias-broker, schemas/scholix-v3.json and search/api.py).
import { hash } from 'node:crypto';
import { identifierUrl } from '../../identifiers/index.ts';
import { isoTime, readDateInstant } from '../../links/link-date.ts';
import { searchRelationMeaning } from '../../links/relation.ts';
import { type DescribedObject, readObject } from '../scholix/described-object.ts';
import type { ShownIdentifier } from '../scholix/writing/object-document.ts';
import type { AnswerFacets, AnswerItem, AnswerObject } from '../scholix/writing/write-answers.ts';

/** A page of relationships; `facets` are those of the search without a type and years. */
export type AsclepiasPage = {
	source: AnswerObject;
	groupBy: 'identity' | 'version';
	items: readonly AnswerItem[];
	total: number;
	facets: AnswerFacets | undefined;
	links: { self: string; prev?: string; next?: string };
};

/** Describes a page. */
export function describeAsclepiasPage({ source, groupBy, items, total, facets, links }: AsclepiasPage) {
	const asked = readObject(source);
	return {
		hits: { total, hits: items.map((item) => describeHit(asked, item, groupBy)) },
		aggregations: {
			type: { buckets: (facets?.type ?? []).map(([key, count]) => ({ key, doc_count: count })) },
			publication_year: { buckets: (facets?.publicationYear ?? []).map(yearBucket) },
		},
		links,
	};
}

/**
 * Describes a relationship. The other work is the Source, unless the one that was asked about cites
 * or supplements it.
 */
function describeHit(asked: DescribedObject, item: AnswerItem, groupBy: AsclepiasPage['groupBy']) {
	const { relation, history, oldest = history.at(-1) } = item;
	const other = readObject(item.object);
	const meaning = searchRelationMeaning[relation];
	const [source, target] = meaning.asked === 'source' ? [asked, other] : [other, asked];
	const id = relationshipId(source, meaning.relation, target, groupBy);
	return {
		id,
		created: momentOf(oldest?.date),
		updated: momentOf(history[0]?.date),
		links: {},
		metadata: {
			ID: id,
			Grouping: groupBy,
			RelationshipType: { Name: meaning.relation },
			History: history.map(({ date, provider }) => ({
				LinkPublicationDate: date,
				LinkProvider: [{ Name: provider }],
			})),
			Source: describeEnd(source),
			Target: describeEnd(target),
		},
	};
}

function describeEnd({ Identifiers, Title, Type, Creator, PublicationDate, Publisher }: DescribedObject) {
	return {
		Identifier: Identifiers.map((one) => ({ ...one, IDURL: addressOf(one) })),
		Type,
		...(Title !== undefined && { Title }),
		...(Creator !== undefined && { Creator }),
		...(PublicationDate !== undefined && { PublicationDate }),
		...(Publisher !== undefined && { Publisher }),
	};
}

function addressOf({ ID, IDScheme }: ShownIdentifier): string | undefined {
	return identifierUrl({ scheme: IDScheme, value: ID });
}

/** Counts a year as a date histogram of Elasticsearch does. */
function yearBucket([year, count]: readonly [number, number]) {
	return { key: Date.UTC(year, 0), key_as_string: String(year), doc_count: count };
}

function momentOf(date: string | undefined): string | undefined {
	const seconds = date === undefined ? undefined : readDateInstant(date);
	return seconds === undefined ? undefined : isoTime(seconds * 1_000);
}

// RFC 9562, 6.6.
const namespaceOfUrls = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** Makes the id of a relationship from what it relates: a UUID of version 5 (RFC 9562, 5.5). */
function relationshipId(...[source, relation, target, groupBy]: [DescribedObject, string, DescribedObject, string]) {
	const name = [nameOf(source), relation, nameOf(target), groupBy].join(' ');
	const bytes = hash('sha1', Buffer.concat([namespaceOfUrls, Buffer.from(name)]), 'buffer').subarray(0, 16);
	bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
	bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function nameOf({ Identifiers }: DescribedObject): string {
	const [{ ID, IDScheme } = { ID: '', IDScheme: '' }] = Identifiers;
	return JSON.stringify([IDScheme, ID]);
}
