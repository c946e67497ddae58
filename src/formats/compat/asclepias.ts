// The answer of an Asclepias Broker's GET /api/relationships, as Zenodo's citation box reads it
// (asclepias-broker, schemas/scholix-v3.json and search/api.py).
import { searchRelationMeaning } from '../../links/relation.ts';
import type { AnswerFacets, AnswerItem, AnswerObject } from '../scholix/writing/write-answers.ts';
import { uuidOf } from '../uuid.ts';
import { datesOf, inOrder, type LinkEnd, momentOf, readEnd } from './ends.ts';

/**
 * A page of relationships of a work; `group` is its number, or that of the other work. `facets` are
 * those of the search without a type and years.
 */
export type AsclepiasPage = {
	source: AnswerObject;
	group: number | undefined;
	groupBy: 'identity' | 'version';
	items: readonly NumberedItem[];
	total: number;
	facets: AnswerFacets | undefined;
	links: { self: string; prev?: string; next?: string };
};

type NumberedItem = AnswerItem & { readonly group: number };

/** Describes a page. */
export function describeAsclepiasPage({ source, items, total, facets, links, ...asked }: AsclepiasPage) {
	const own = readEnd(source);
	return {
		hits: { total, hits: items.map((item) => describeHit(own, item, asked)) },
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
function describeHit(own: LinkEnd, item: NumberedItem, { group, groupBy }: Pick<AsclepiasPage, 'group' | 'groupBy'>) {
	const { relation, history, object } = item;
	const meaning = searchRelationMeaning[relation];
	const asked = meaning.asked === 'source' ? 'source' : 'target';
	const { source, target } = inOrder(asked, own, readEnd(object));
	const numbers = inOrder(asked, group, item.group);
	const { first, newest } = datesOf(item);
	const id = uuidOf([numbers.source, meaning.relation, numbers.target, groupBy].join(' '));
	return {
		id,
		created: momentOf(first),
		updated: momentOf(newest),
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

function describeEnd({ Identifiers, Title, Type, Creator, PublicationDate, Publisher }: LinkEnd) {
	return {
		Identifier: Identifiers,
		Type,
		...(Title !== undefined && { Title }),
		...(Creator !== undefined && { Creator }),
		...(PublicationDate !== undefined && { PublicationDate }),
		...(Publisher !== undefined && { Publisher }),
	};
}

/** Counts a year as a date histogram of Elasticsearch does. */
function yearBucket([year, count]: readonly [number, number]) {
	return { key: Date.UTC(year, 0), key_as_string: String(year), doc_count: count };
}
