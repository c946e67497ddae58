// Reads DataCite's records in JSON: pages and single answers of its API, the attributes alone, and
// the lines of its public data file.
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, list, objects, text, texts } from '../values.ts';

/** DataCite's records in JSON (schema 4.x as its REST API writes it). */
export const dataciteRest: Dialect<'json'> = {
	name: 'datacite',
	title: 'DataCite: answers of its REST API, public data file',
	frame: 'json',
	replacement: 'record',
	provider: 'DataCite',
	dateRule: 'when the DOI was registered',
	example:
		'{"data": {"type": "dois", "attributes": {"doi": "10.1234/data", "registered": "2024-05-01T10:00:00Z", ' +
		'"relatedIdentifiers": [{"relatedIdentifier": "10.1234/paper", "relatedIdentifierType": "DOI", ' +
		'"relationType": "IsSupplementTo"}]}}}',
	fits: (document) => recordsIn(document).some(isRecord),
	*read(document) {
		for (const attributes of recordsIn(document)) if (isRecord(attributes)) yield readRecord(attributes);
	},
};

/** Lists the attributes of each DOI in a page, a single answer or a line. */
function recordsIn(document: unknown): Fields[] {
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

function readRecord(attributes: Fields): GivenRecord {
	return {
		subject: readSubject(attributes),
		links: [
			...objects(attributes.relatedIdentifiers).flatMap(readRelated),
			...objects(attributes.relatedItems).flatMap(readItem),
		],
		date: text(attributes.registered) ?? text(attributes.created) ?? text(attributes.publicationYear),
	};
}

function readSubject(attributes: Fields): GivenObject {
	const others = [...objects(attributes.identifiers), ...objects(attributes.alternateIdentifiers)];
	return {
		identifiers: [{ id: text(attributes.doi) ?? '', scheme: 'doi' }, ...others.flatMap(readAlternate)],
		type: text(at(attributes.types, 'resourceTypeGeneral')),
		title: text(objects(attributes.titles)[0]?.title),
		creators: objects(attributes.creators).flatMap(readCreator),
		publicationDate: publicationDateOf(attributes),
		publishers: texts(isFields(attributes.publisher) ? attributes.publisher.name : attributes.publisher),
		keywords: objects(attributes.subjects).flatMap(({ subject }) => texts(subject)),
		container: text(at(attributes, 'container', 'title')) ?? publishedIn(attributes.relatedItems),
	};
}

/** Finds the title of the journal or book among the related items, which need no identifier. */
function publishedIn(relatedItems: unknown): string | undefined {
	const item = objects(relatedItems).find(({ relationType }) => relationType === 'IsPublishedIn');
	return item && titleOf(item);
}

function titleOf({ titles }: Fields): string | undefined {
	return text(list(titles).map((title) => (isFields(title) ? title.title : title))[0]);
}

/** Reads another identifier of the record, where its scheme is one that lasts. */
function readAlternate(other: Fields): GivenIdentifier[] {
	const scheme = text(other.identifierType) ?? text(other.alternateIdentifierType);
	const id = text(other.identifier) ?? text(other.alternateIdentifier);
	return id === undefined || scheme === undefined || !lastingTypes.has(scheme.toLowerCase()) ? [] : [{ id, scheme }];
}

function readCreator({ name, givenName, familyName, nameIdentifiers }: Fields): GivenAgent[] {
	const whole = text(name) ?? [text(familyName), text(givenName)].filter((part) => part !== undefined).join(', ');
	if (whole === '') return [];
	const orcid = objects(nameIdentifiers).find((one) => text(one.nameIdentifierScheme)?.toLowerCase() === 'orcid');
	return [{ name: whole, orcid: text(orcid?.nameIdentifier) }];
}

/** The day of issue; else the year of publication. */
function publicationDateOf({ dates, publicationYear }: Fields): string | undefined {
	const issued = objects(dates).find(({ dateType }) => dateType === 'Issued');
	return text(issued?.date)?.split('/')[0] ?? text(publicationYear);
}

function readRelated(related: Fields): GivenLink[] {
	const id = text(related.relatedIdentifier);
	const relation = text(related.relationType);
	if (id === undefined || relation === undefined) return [];
	const target = {
		identifiers: [{ id, scheme: text(related.relatedIdentifierType) }],
		type: text(related.resourceTypeGeneral),
	};
	return [{ relation, target }];
}

function readItem(item: Fields): GivenLink[] {
	const given = fields(item.relatedItemIdentifier);
	const id = text(given.relatedItemIdentifier) ?? text(item.relatedItemIdentifier);
	const relation = text(item.relationType);
	if (id === undefined || relation === undefined) return [];
	const target = {
		identifiers: [{ id, scheme: text(given.relatedItemIdentifierType) ?? text(item.relatedItemIdentifierType) }],
		type: text(item.relatedItemType),
		title: titleOf(item),
		publicationDate: text(item.publicationYear),
	};
	return [{ relation, target }];
}

/**
 * Of a record's other identifiers these name it; addresses, local numbers and the like do not:
 * repositories write the page of the newest version under the DOI of all.
 */
export const lastingTypes: ReadonlySet<string> = new Set(
	'doi handle urn ark arxiv pmid pmcid bibcode swhid isbn igsn raid'.split(' '),
);
