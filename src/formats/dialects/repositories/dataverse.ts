// Reads data sets of Dataverse as its native API writes them.
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, list, objects, text, texts } from '../values.ts';

/** Data sets of Dataverse: an answer of its API, or an export as `dataverse_json`. */
export const dataverse: Dialect<'json'> = {
	name: 'dataverse',
	title: 'Dataverse: data sets of its native API',
	frame: 'json',
	replacement: 'record',
	dateRule: 'publicationDate',
	example:
		'{"persistentUrl": "https://doi.org/10.1234/DATA", "publisher": "Harvest", "publicationDate": "2024-05-01", ' +
		'"datasetVersion": {"metadataBlocks": {"citation": {"fields": [{"typeName": "publication", "value": ' +
		'[{"publicationIDType": {"value": "doi"}, "publicationIDNumber": {"value": "10.1234/paper"}}]}]}}}}',
	fits: (document) => isFields(at(dataSetIn(document), 'datasetVersion', 'metadataBlocks')),
	*read(document) {
		yield readDataSet(dataSetIn(document));
	},
};

function dataSetIn(document: unknown): Fields {
	const { data } = fields(document);
	return isFields(data) ? data : fields(document);
}

function readDataSet(dataSet: Fields): GivenRecord {
	const { protocol, authority, identifier, persistentUrl } = dataSet;
	const own = text(persistentUrl) ?? text(at(dataSet, 'datasetVersion', 'datasetPersistentId'));
	const parts = [text(authority), text(identifier)].filter((part) => part !== undefined).join('/');
	const identifiers: GivenIdentifier[] =
		own !== undefined ? [{ id: own }] : parts === '' ? [] : [{ id: parts, scheme: text(protocol) }];
	const citation = fieldsByName(at(dataSet, 'datasetVersion', 'metadataBlocks', 'citation', 'fields'));
	const publisher = text(dataSet.publisher);
	const date = text(dataSet.publicationDate) ?? text(at(dataSet, 'datasetVersion', 'publicationDate'));
	const publications = objects(citation.get('publication')).flatMap(readPublication);
	return {
		subject: {
			...{ identifiers, type: 'dataset', title: text(citation.get('title')) },
			creators: objects(citation.get('author')).flatMap(readAuthor),
			publicationDate: date,
			publishers: texts(publisher),
			keywords: objects(citation.get('keyword')).flatMap(({ keywordValue }) => texts(said(keywordValue))),
		},
		links: identifiers.length === 0 ? [] : publications,
		leftOut: identifiers.length === 0 && publications.length > 0 ? ['the data set has no identifier'] : [],
		...{ date, provider: publisher },
	};
}

/** Answers the values of fields by their names. */
function fieldsByName(given: unknown): ReadonlyMap<string, unknown> {
	return new Map(objects(given).map(({ typeName, value }) => [text(typeName) ?? '', value]));
}

function said(field: unknown): unknown {
	return fields(field).value;
}

function readAuthor({ authorName, authorIdentifierScheme, authorIdentifier }: Fields): GivenAgent[] {
	const name = text(said(authorName));
	const isOrcid = text(said(authorIdentifierScheme))?.toLowerCase() === 'orcid';
	return name === undefined ? [] : [{ name, orcid: isOrcid ? text(said(authorIdentifier)) : undefined }];
}

/**
 * Reads a related publication. Older versions do not say how it is related; Dataverse's own export
 * for DataCite says that the data supplement it.
 */
function readPublication(publication: Fields): GivenLink[] {
	const number = text(said(publication.publicationIDNumber))?.replaceAll(/\s+/g, '');
	const scheme = text(said(publication.publicationIDType));
	const address = text(said(publication.publicationURL));
	const [identifier] = [
		number === undefined ? undefined : { id: number, scheme },
		address === undefined ? undefined : { id: address },
	].filter((one) => one !== undefined);
	if (identifier === undefined) return [];
	const [relation = 'IsSupplementTo'] = list(said(publication.publicationRelationType)).flatMap(
		(name) => text(name) ?? [],
	);
	return [{ relation, target: { identifiers: [identifier], type: 'literature' } }];
}
