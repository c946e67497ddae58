// Writes a linked work as InvenioRDM keeps it in a record: an item of metadata.related_identifiers.
import type { HistoryItem } from '../../links/provenance.ts';
import type { SearchRelation } from '../../links/relation.ts';
import { type DescribedObject, literatureKind } from '../scholix/described-object.ts';

/** An item of `metadata.related_identifiers`. */
export type RelatedIdentifier = {
	identifier: string;
	scheme: string;
	relation_type: { id: string };
	resource_type?: { id: string };
};

/** Names schemes as InvenioRDM does (RDM_RECORDS_IDENTIFIERS_SCHEMES), the first the likeliest to last. */
const schemes: readonly string[] = [
	...['doi', 'arxiv', 'pmid', 'ads', 'handle', 'ark', 'urn', 'isbn', 'igsn', 'lsid', 'purl', 'w3id'],
	...['ean13', 'istc', 'issn', 'eissn', 'lissn', 'upc', 'url'],
];

/** Of its relation types (a vocabulary by DataCite's names) those that IsRelatedTo may have been worded as. */
const relationTypes: ReadonlySet<string> = new Set([
	...['iscontinuedby', 'continues', 'isdescribedby', 'describes', 'hasmetadata', 'ismetadatafor', 'ispartof'],
	...['haspart', 'ispublishedin', 'isdocumentedby', 'documents', 'iscompiledby', 'compiles', 'isvariantformof'],
	...['isoriginalformof', 'isreviewedby', 'reviews', 'isderivedfrom', 'issourceof', 'isrequiredby', 'requires'],
	...['isobsoletedby', 'obsoletes', 'iscollectedby', 'collects', 'istranslationof', 'hastranslation'],
]);

/**
 * Describes how a work is related to the one whose record it is for. Undefined where the repository
 * has no place for it: none of its identifiers is of a scheme that it knows, or it is related in no
 * way that has a name there.
 */
export function relatedIdentifier(
	relation: SearchRelation,
	object: DescribedObject,
	history: readonly Pick<HistoryItem, 'subTypes'>[],
): RelatedIdentifier | undefined {
	const known = object.Identifiers.filter(({ IDScheme }) => schemes.includes(IDScheme));
	const [best] = known.sort((one, other) => schemes.indexOf(one.IDScheme) - schemes.indexOf(other.IDScheme));
	const type = relation === 'isRelatedTo' ? wordingOf(history) : relation.toLowerCase();
	if (!best || type === undefined) return undefined;
	const resource = resourceType(object);
	return {
		identifier: best.ID,
		scheme: best.IDScheme,
		relation_type: { id: type },
		...(resource && { resource_type: { id: resource } }),
	};
}

/** Finds the first word for the relation that the repository has. */
function wordingOf(history: readonly Pick<HistoryItem, 'subTypes'>[]): string | undefined {
	return history
		.flatMap(({ subTypes }) => subTypes)
		.map((word) => word.toLowerCase())
		.find((word) => relationTypes.has(word));
}

function resourceType({ Type: { Name, SubType } }: DescribedObject): string | undefined {
	switch (Name) {
		case 'software':
		case 'dataset':
			return Name;
		case 'literature':
			return SubType === undefined ? 'publication' : publications[literatureKind(SubType)];
		default:
			return undefined;
	}
}

/** Ids of InvenioRDM's vocabulary of resource types. */
const publications = {
	article: 'publication-article',
	book: 'publication-book',
	chapter: 'publication-section',
	conference: 'publication-conferencepaper',
	preprint: 'publication-preprint',
	report: 'publication-report',
	thesis: 'publication-thesis',
} as const;
