// Reads records of repositories that run InvenioRDM, one or a page of them, and their tombstones.
import { readObjectType } from '../../scholix/object-types.ts';
import type { Dialect, GivenIdentifier } from '../dialect.ts';
import { json } from '../mapping.ts';
import { at, fields, isFields, startOf, text } from '../values.ts';

/** InvenioRDM's records (schema 4 to 7); pages of a search are opened before they come here. */
export const inveniordm: Dialect<'json'> = {
	name: 'inveniordm',
	title: 'InvenioRDM: records and search pages of any repository that runs it',
	syntax: 'json',
	replacement: 'record',
	dateRule: 'when the record was created',
	example:
		'{"id": "abcde-12345", "created": "2024-05-01T10:00:00+00:00", "links": {"self": ' +
		'"https://repository.example/api/records/abcde-12345"}, "pids": {"doi": {"identifier": "10.1234/data"}}, ' +
		'"parent": {"pids": {"doi": {"identifier": "10.1234/concept"}}}, "metadata": {"resource_type": {"id": ' +
		'"dataset"}, "title": "Data", "related_identifiers": [{"identifier": "10.1234/paper", "scheme": "doi", ' +
		'"relation_type": {"id": "issupplementto"}}]}}',
	...json.records((document) => [fields(document)], {
		subject: {
			identifiers: [
				{ id: 'pids.doi.identifier', scheme: '=doi' },
				{ id: 'pids.handle.identifier', scheme: '=handle' },
				{ each: 'metadata.identifiers[]', id: 'identifier', scheme: 'scheme', only: isOfWork },
			],
			type: { at: 'metadata.resource_type.id', as: resourceType },
			title: 'metadata.title',
			creators: {
				each: 'metadata.creators[]',
				name: 'person_or_org.name',
				orcid: 'person_or_org.identifiers[scheme=orcid].identifier',
			},
			publicationDate: { at: 'metadata.publication_date', as: startOf },
			publishers: 'metadata.publisher',
			keywords: 'metadata.subjects[].subject',
			container: containerIn('custom_fields.journal:journal', 'custom_fields.imprint:imprint'),
			edition: ['metadata.version', 'custom_fields.imprint:imprint.edition'],
			publisherPlace: 'custom_fields.imprint:imprint.place',
		},
		links: [
			{ relation: '=IsVersionOf', id: 'parent.pids.doi.identifier', scheme: '=doi' },
			{
				each: 'metadata.related_identifiers[]',
				relation: 'relation_type.id',
				id: 'identifier',
				scheme: 'scheme',
				type: { at: 'resource_type.id', as: resourceType },
			},
			{ each: 'metadata.references[]', relation: '=References', id: 'identifier', scheme: 'scheme' },
		],
		date: 'created',
		provider: { at: 'links.self', as: (address) => URL.parse(address)?.hostname },
		isWithdrawn: ({ tombstone }) => isFields(tombstone),
	}),
	fits: (document) => {
		const { pids, parent, metadata, tombstone } = fields(document);
		if (!isFields(pids)) return false;
		return isFields(parent) || isFields(tombstone) || text(at(metadata, 'resource_type', 'id')) !== undefined;
	},
};

/** `guid` is the record's own number and `url` its own page: neither says more than its DOI. */
function isOfWork({ scheme }: GivenIdentifier): boolean {
	return scheme !== undefined && !['guid', 'url', 'other'].includes(scheme);
}

/** Answers the narrower of the words that Scholix knows, or the whole. */
export function resourceType(id: string): string {
	const [wide = id, ...narrow] = id.split('-');
	return [narrow.join('-'), wide].find((word) => word !== '' && readObjectType(word) !== undefined) ?? id;
}

/** Reads the journal of a record, or the book that a chapter is a part of, at their places. */
export function containerIn(journal: string, book: string) {
	return {
		title: [`${journal}.title`, `${book}.title`],
		issns: `${journal}.issn`,
		volume: `${journal}.volume`,
		issue: `${journal}.issue`,
		pages: [`${journal}.pages`, `${book}.pages`],
	};
}
