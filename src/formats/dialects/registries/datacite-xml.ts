// Reads DataCite's records in XML, of every version of its schema, one or many in a file.

import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, GivenRecord, XmlElement } from '../dialect.ts';
import { child, children, descendants, textOf } from '../frames/xml-elements.ts';
import { lastingTypes } from './datacite-rest.ts';

/** DataCite XML (kernel 2.2 to 4.7), also inside of OAI-PMH. */
export const dataciteXml: Dialect<'xml'> = {
	name: 'datacite-xml',
	title: 'DataCite: records in XML, kernels 2 to 4, plain or from OAI-PMH',
	frame: 'xml',
	replacement: 'record',
	provider: 'DataCite',
	dateRule: 'date of issue, else the year of publication',
	example:
		'<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">10.1234/data</identifier>' +
		'<publicationYear>2024</publicationYear><relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI" ' +
		'relationType="IsSupplementTo">10.1234/paper</relatedIdentifier></relatedIdentifiers></resource>',
	fits: (root) => resourcesIn(root).length > 0,
	*read(root) {
		for (const resource of resourcesIn(root)) yield readResource(resource);
	},
};

function resourcesIn(root: XmlElement): XmlElement[] {
	const all = root.name === 'resource' ? [root] : descendants(root, 'resource');
	return all.filter((resource) => /datacite/i.test(resource.namespace) && child(resource, 'identifier') !== undefined);
}

function readResource(resource: XmlElement): GivenRecord {
	const issued = children(child(resource, 'dates'), 'date').find(({ attributes }) => attributes.dateType === 'Issued');
	const date = textOf(issued)?.split('/')[0] ?? textOf(child(resource, 'publicationYear'));
	const alternates = children(child(resource, 'alternateIdentifiers'), 'alternateIdentifier');
	const identifier = child(resource, 'identifier');
	return {
		subject: {
			identifiers: [
				{ id: textOf(identifier) ?? '', scheme: identifier?.attributes.identifierType ?? 'DOI' },
				...alternates.flatMap(readAlternate),
			],
			type: child(resource, 'resourceType')?.attributes.resourceTypeGeneral,
			title: textOf(
				children(child(resource, 'titles'), 'title').find(({ attributes }) => attributes.titleType === undefined),
			),
			creators: children(child(resource, 'creators'), 'creator').flatMap(readCreator),
			publicationDate: date,
			publishers: [textOf(child(resource, 'publisher'))].filter((name) => name !== undefined),
			keywords: children(child(resource, 'subjects'), 'subject').flatMap((subject) => textOf(subject) ?? []),
			container: publishedIn(resource),
		},
		links: [
			...children(child(resource, 'relatedIdentifiers'), 'relatedIdentifier').flatMap(readRelated),
			...children(child(resource, 'relatedItems'), 'relatedItem').flatMap(readItem),
		],
		date,
		line: resource.line,
	};
}

/** Finds the title of the journal or book among the related items, which need no identifier. */
function publishedIn(resource: XmlElement): string | undefined {
	const items = children(child(resource, 'relatedItems'), 'relatedItem');
	const item = items.find(({ attributes }) => attributes.relationType === 'IsPublishedIn');
	return textOf(child(item, 'titles', 'title'));
}

function readAlternate(element: XmlElement): GivenIdentifier[] {
	const scheme = element.attributes.alternateIdentifierType;
	const id = textOf(element);
	return id === undefined || scheme === undefined || !lastingTypes.has(scheme.toLowerCase()) ? [] : [{ id, scheme }];
}

function readCreator(creator: XmlElement): GivenAgent[] {
	const name = textOf(child(creator, 'creatorName'));
	const orcid = children(creator, 'nameIdentifier').find(
		({ attributes }) => attributes.nameIdentifierScheme?.toLowerCase() === 'orcid',
	);
	return name === undefined ? [] : [{ name, orcid: textOf(orcid) }];
}

function readRelated(related: XmlElement): GivenLink[] {
	const { relatedIdentifierType: scheme, relationType: relation, resourceTypeGeneral: type } = related.attributes;
	const id = textOf(related);
	return id === undefined || relation === undefined
		? []
		: [{ relation, target: { identifiers: [{ id, scheme }], type } }];
}

function readItem(item: XmlElement): GivenLink[] {
	const identifier = child(item, 'relatedItemIdentifier');
	const { relationType: relation, relatedItemType: type } = item.attributes;
	const id = textOf(identifier);
	if (id === undefined || relation === undefined) return [];
	const target = {
		identifiers: [{ id, scheme: identifier?.attributes.relatedItemIdentifierType }],
		type,
		title: textOf(child(item, 'titles', 'title')),
		publicationDate: textOf(child(item, 'publicationYear')),
	};
	return [{ relation, target }];
}
