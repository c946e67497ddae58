// Reads datasets of Dataverse as its native API writes them.
import type { Dialect, GivenIdentifier, GivenRecord } from '../dialect.ts';
import { json, type RecordTable } from '../mapping.ts';
import { at, type Fields, fields, isFields, text } from '../values.ts';

/** Datasets of Dataverse: an answer of its API, or an export as `dataverse_json`. */
export const dataverse: Dialect<'json'> = {
	name: 'dataverse',
	title: 'Dataverse: datasets of its native API',
	syntax: 'json',
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
	const record = json.record(dataSet, table);
	if (record.subject.identifiers.length > 0) return record;
	return { ...record, links: [], leftOut: record.links.next().done ? [] : ['the dataset has no identifier'] };
}

function field(name: string): string {
	return `datasetVersion.metadataBlocks.citation.fields[typeName=${name}].value`;
}

const table: RecordTable<Fields> = {
	subject: {
		identifiers: identifiersOf,
		type: '=dataset',
		title: field('title'),
		creators: {
			each: `${field('author')}[]`,
			name: 'authorName.value',
			orcid: (author) =>
				isOrcid(at(author, 'authorIdentifierScheme', 'value')) && at(author, 'authorIdentifier', 'value'),
		},
		publicationDate: ['publicationDate', 'datasetVersion.publicationDate'],
		publishers: 'publisher',
		keywords: `${field('keyword')}[].keywordValue.value[]`,
	},
	links: [
		{
			each: `${field('publication')}[]`,
			// Older versions do not say how it is related; Dataverse's own export for DataCite says this.
			relation: ['publicationRelationType.value[]', '=IsSupplementTo'],
			identifiers: publicationIn,
			type: '=literature',
		},
	],
	date: ['publicationDate', 'datasetVersion.publicationDate'],
	provider: 'publisher',
};

function identifiersOf(dataSet: Fields): GivenIdentifier[] {
	const own = json.textAt(dataSet, ['persistentUrl', 'datasetVersion.datasetPersistentId']);
	if (own !== undefined) return [{ id: own }];
	const parts = [text(dataSet.authority), text(dataSet.identifier)].filter((part) => part !== undefined);
	return parts.length === 0 ? [] : [{ id: parts.join('/'), scheme: text(dataSet.protocol) }];
}

function isOrcid(scheme: unknown): boolean {
	return text(scheme)?.toLowerCase() === 'orcid';
}

function publicationIn(publication: Fields): GivenIdentifier[] {
	const number = json.textAt(publication, 'publicationIDNumber.value')?.replaceAll(/\s+/g, '');
	if (number !== undefined) return [{ id: number, scheme: json.textAt(publication, 'publicationIDType.value') }];
	return json.textsAt(publication, 'publicationURL.value').map((id) => ({ id }));
}
