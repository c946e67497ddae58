// Reads DataCite's records in JSON: pages and single answers of its API, the attributes alone, and
// the lines of its public data file.
import type { Dialect, GivenIdentifier } from '../dialect.ts';
import { json } from '../mapping.ts';
import { type Fields, fields, isFields, objects, startOf, text } from '../values.ts';

const publishedIn = 'relatedItems[relationType=IsPublishedIn]';

/** DataCite's records in JSON (schema 4.x as its REST API writes it). */
export const dataciteRest: Dialect<'json'> = {
	name: 'datacite',
	title: 'DataCite: answers of its REST API, public data file',
	syntax: 'json',
	replacement: 'record',
	provider: 'DataCite',
	dateRule: 'when the DOI was registered',
	example:
		'{"data": {"type": "dois", "attributes": {"doi": "10.1234/data", "registered": "2024-05-01T10:00:00Z", ' +
		'"relatedIdentifiers": [{"relatedIdentifier": "10.1234/paper", "relatedIdentifierType": "DOI", ' +
		'"relationType": "IsSupplementTo"}]}}}',
	...json.records((document) => attributesIn(document).filter(isRecord), {
		subject: {
			identifiers: [
				{ id: 'doi', scheme: '=doi' },
				{ each: 'identifiers[]', id: 'identifier', scheme: 'identifierType', only: isOfLastingType },
				{
					each: 'alternateIdentifiers[]',
					id: 'alternateIdentifier',
					scheme: 'alternateIdentifierType',
					only: isOfLastingType,
				},
			],
			type: 'types.resourceTypeGeneral',
			title: 'titles[].title',
			creators: {
				each: 'creators[]',
				name: ['name', { joined: ['familyName', 'givenName'] }],
				orcid: 'nameIdentifiers[nameIdentifierScheme=ORCID].nameIdentifier',
			},
			publicationDate: [{ at: 'dates[dateType=Issued].date', as: startOf }, 'publicationYear'],
			publishers: ['publisher.name[]', 'publisher[]'],
			keywords: 'subjects[].subject[]',
			// The journal or book among the related items needs no identifier.
			container: {
				title: ['container.title', `${publishedIn}.titles[].title`, `${publishedIn}.titles[]`],
				issns: [
					'container[identifierType=ISSN].identifier',
					`${publishedIn}.relatedItemIdentifier[relatedItemIdentifierType=ISSN].relatedItemIdentifier`,
				],
				volume: ['container.volume', `${publishedIn}.volume`],
				issue: ['container.issue', `${publishedIn}.issue`],
				firstPage: ['container.firstPage', `${publishedIn}.firstPage`],
				lastPage: ['container.lastPage', `${publishedIn}.lastPage`],
			},
			edition: ['version', `${publishedIn}.edition`],
		},
		links: [
			{
				each: 'relatedIdentifiers[]',
				relation: 'relationType',
				id: 'relatedIdentifier',
				scheme: 'relatedIdentifierType',
				type: 'resourceTypeGeneral',
			},
			{
				each: 'relatedItems[]',
				relation: 'relationType',
				id: ['relatedItemIdentifier.relatedItemIdentifier', 'relatedItemIdentifier'],
				scheme: ['relatedItemIdentifier.relatedItemIdentifierType', 'relatedItemIdentifierType'],
				type: 'relatedItemType',
				title: ['titles[].title', 'titles[]'],
				publicationDate: 'publicationYear',
			},
		],
		date: ['registered', 'created', 'publicationYear'],
	}),
};

/** Lists the attributes of each DOI in a page, a single answer or a line. */
function attributesIn(document: unknown): Fields[] {
	const { data, attributes } = fields(document);
	if (isFields(attributes)) return [attributes];
	if (data === undefined) return objects(document);
	return objects(data).map((resource) => fields(resource.attributes));
}

function isRecord({ doi, relatedIdentifiers, types, creators, titles }: Fields): boolean {
	return (
		text(doi) !== undefined &&
		(relatedIdentifiers !== undefined || (isFields(types) && (creators ?? titles) !== undefined))
	);
}

/**
 * Of a record's other identifiers these name it; addresses, local numbers and the like do not:
 * repositories write the page of the newest version under the DOI of all.
 */
const lastingTypes: ReadonlySet<string> = new Set(
	'doi handle urn ark arxiv pmid pmcid bibcode swhid isbn igsn raid'.split(' '),
);

/** Returns an identifier of one of these types. */
export function isOfLastingType({ scheme }: GivenIdentifier): boolean {
	return lastingTypes.has(scheme?.toLowerCase() ?? '');
}
