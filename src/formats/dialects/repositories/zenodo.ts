// Reads records of Zenodo as its API has answered since its first years, one or a page of them.
import type { Dialect, GivenIdentifier } from '../dialect.ts';
import { json } from '../mapping.ts';
import { fields, isFields, text } from '../values.ts';
import { lastingOnes, miswrittenOnes } from '../write-object.ts';
import { containerIn, resourceType } from './inveniordm.ts';

/** Zenodo's records (`/api/records/…`); pages of a search are opened before they come here. */
export const zenodo: Dialect<'json'> = {
	name: 'zenodo',
	title: 'Zenodo: records and search pages of its API',
	syntax: 'json',
	replacement: 'record',
	provider: 'Zenodo',
	dateRule: 'when the record was created',
	example:
		'{"doi": "10.5281/zenodo.2", "conceptdoi": "10.5281/zenodo.1", "created": "2024-05-01T10:00:00+00:00", ' +
		'"metadata": {"title": "Data", "related_identifiers": [{"identifier": "10.1234/paper", ' +
		'"relation": "isSupplementTo", "scheme": "doi"}]}}',
	...json.records((document) => [fields(document)], {
		subject: {
			identifiers: [
				{ id: 'doi', scheme: '=doi' },
				{ each: 'metadata.alternate_identifiers[]', id: ['identifier', '.'], scheme: 'scheme', only: lasts },
			],
			type: { at: ['metadata.resource_type.subtype', 'metadata.resource_type.type'], as: resourceType },
			title: ['metadata.title', 'title'],
			creators: { each: 'metadata.creators[]', name: 'name', orcid: 'orcid' },
			publicationDate: 'metadata.publication_date',
			publishers: '=Zenodo',
			keywords: 'metadata.keywords[]',
			container: containerIn('metadata.journal', 'metadata.part_of'),
			edition: 'metadata.version',
			publisherPlace: 'metadata.imprint.place',
		},
		links: [
			{
				relation: '=IsVersionOf',
				id: ({ conceptdoi, doi }) => (text(conceptdoi) === text(doi) ? undefined : text(conceptdoi)),
				scheme: '=doi',
			},
			{
				each: 'metadata.related_identifiers[]',
				relation: 'relation',
				id: 'identifier',
				scheme: 'scheme',
				type: { at: 'resource_type', as: resourceType },
			},
		],
		date: 'created',
	}),
	fits: (document) => {
		const record = fields(document);
		return (
			isFields(record.metadata) &&
			text(record.doi) !== undefined &&
			(record.conceptrecid ?? record.conceptdoi) !== undefined
		);
	},
};

/** All versions of a record repeat the addresses of repositories and pages. */
function lasts(given: GivenIdentifier): boolean {
	return lastingOnes([given]).length + miswrittenOnes([given]).length > 0;
}
