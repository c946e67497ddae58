// Reads DataCite's records in XML, of every version of its schema, one or many in a file.

import type { Dialect, XmlElement } from '../dialect.ts';
import { xml } from '../mapping.ts';
import { child, children, descendants } from '../syntaxes/xml-elements.ts';
import { startOf } from '../values.ts';
import { isOfLastingType } from './datacite-rest.ts';

const publishedIn = 'relatedItems.relatedItem[@relationType=IsPublishedIn]';
const issued = [{ at: 'dates.date[@dateType=Issued]', as: startOf }, 'publicationYear'];

/** DataCite XML (kernel 2.2 to 4.7), also inside of OAI-PMH. */
export const dataciteXml: Dialect<'xml'> = {
	name: 'datacite-xml',
	title: 'DataCite: records in XML, kernels 2 to 4, plain or from OAI-PMH',
	syntax: 'xml',
	replacement: 'record',
	provider: 'DataCite',
	dateRule: 'date of issue, else the year of publication',
	example:
		'<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.1234/data</identifier>' +
		'<publicationYear>2024</publicationYear><relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI" ' +
		'relationType="IsSupplementTo">10.1234/paper</relatedIdentifier></relatedIdentifiers></resource>',
	...xml.records(resourcesIn, {
		subject: {
			identifiers: [
				{ id: 'identifier', scheme: ['identifier.@identifierType', '=DOI'] },
				{
					each: 'alternateIdentifiers.alternateIdentifier[]',
					id: '.',
					scheme: '@alternateIdentifierType',
					only: isOfLastingType,
				},
			],
			type: 'resourceType.@resourceTypeGeneral',
			title: (resource) =>
				children(child(resource, 'titles'), 'title').find(({ attributes }) => attributes.titleType === undefined),
			creators: {
				each: 'creators.creator[]',
				name: 'creatorName',
				orcid: 'nameIdentifier[@nameIdentifierScheme=ORCID]',
			},
			publicationDate: issued,
			publishers: 'publisher',
			keywords: 'subjects.subject[]',
			// The journal or book among the related items needs no identifier.
			container: {
				title: `${publishedIn}.titles.title`,
				issns: `${publishedIn}.relatedItemIdentifier[@relatedItemIdentifierType=ISSN]`,
				volume: `${publishedIn}.volume`,
				issue: `${publishedIn}.issue`,
				firstPage: `${publishedIn}.firstPage`,
				lastPage: `${publishedIn}.lastPage`,
			},
			edition: ['version', `${publishedIn}.edition`],
		},
		links: [
			{
				each: 'relatedIdentifiers.relatedIdentifier[]',
				relation: '@relationType',
				id: '.',
				scheme: '@relatedIdentifierType',
				type: '@resourceTypeGeneral',
			},
			{
				each: 'relatedItems.relatedItem[]',
				relation: '@relationType',
				id: 'relatedItemIdentifier',
				scheme: 'relatedItemIdentifier.@relatedItemIdentifierType',
				type: '@relatedItemType',
				title: 'titles.title',
				publicationDate: 'publicationYear',
			},
		],
		date: issued,
	}),
};

function resourcesIn(root: XmlElement): XmlElement[] {
	const all = root.name === 'resource' ? [root] : descendants(root, 'resource');
	return all.filter((resource) => /datacite/i.test(resource.namespace) && child(resource, 'identifier') !== undefined);
}
