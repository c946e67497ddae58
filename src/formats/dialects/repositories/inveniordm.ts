// Reads records of repositories that run InvenioRDM, one or a page of them, and their tombstones.
import { readObjectType } from '../../scholix/object-types.ts';
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, objects, text } from '../values.ts';

/** InvenioRDM's records (schema 4 to 7); pages of a search are opened before they come here. */
export const inveniordm: Dialect<'json'> = {
	name: 'inveniordm',
	title: 'InvenioRDM: records and search pages of any repository that runs it',
	frame: 'json',
	replacement: 'record',
	dateRule: 'when the record was created',
	example:
		'{"id": "abcde-12345", "created": "2024-05-01T10:00:00+00:00", "links": {"self": ' +
		'"https://repository.example/api/records/abcde-12345"}, "pids": {"doi": {"identifier": "10.1234/data"}}, ' +
		'"parent": {"pids": {"doi": {"identifier": "10.1234/concept"}}}, "metadata": {"resource_type": {"id": ' +
		'"dataset"}, "title": "Data", "related_identifiers": [{"identifier": "10.1234/paper", "scheme": "doi", ' +
		'"relation_type": {"id": "issupplementto"}}]}}',
	fits: (document) => {
		const { pids, parent, metadata, tombstone } = fields(document);
		if (!isFields(pids)) return false;
		return isFields(parent) || isFields(tombstone) || text(at(metadata, 'resource_type', 'id')) !== undefined;
	},
	*read(document) {
		yield readRecord(fields(document));
	},
};

function readRecord(record: Fields): GivenRecord {
	const metadata = fields(record.metadata);
	const concept = text(at(record, 'parent', 'pids', 'doi', 'identifier'));
	const links: GivenLink[] = [
		...(concept === undefined
			? []
			: [{ relation: 'IsVersionOf', target: { identifiers: [{ id: concept, scheme: 'doi' }] } }]),
		...objects(metadata.related_identifiers).flatMap(readRelated),
		...objects(metadata.references).flatMap(readReference),
	];
	return {
		subject: { ...readSubject(fields(record.pids), metadata), container: containerOf(fields(record.custom_fields)) },
		links,
		date: text(record.created),
		provider: hostOf(text(at(record, 'links', 'self'))),
		isGone: isFields(record.tombstone) || undefined,
	};
}

function readSubject(pids: Fields, metadata: Fields): GivenObject {
	const doi = text(at(pids, 'doi', 'identifier'));
	const handle = text(at(pids, 'handle', 'identifier'));
	return {
		identifiers: [
			...(doi === undefined ? [] : [{ id: doi, scheme: 'doi' }]),
			...(handle === undefined ? [] : [{ id: handle, scheme: 'handle' }]),
			...objects(metadata.identifiers).flatMap(readOther),
		],
		type: resourceType(text(at(metadata, 'resource_type', 'id'))),
		title: text(metadata.title),
		creators: objects(metadata.creators).flatMap(readCreator),
		publicationDate: text(metadata.publication_date)?.split('/')[0],
		publishers: [text(metadata.publisher)].filter((name) => name !== undefined),
		keywords: objects(metadata.subjects).flatMap(({ subject }) => text(subject) ?? []),
	};
}

/** The journal, or the book that a chapter is a part of. */
function containerOf(custom: Fields): string | undefined {
	return text(at(custom, 'journal:journal', 'title')) ?? text(at(custom, 'imprint:imprint', 'title'));
}

/** `guid` is the record's own number and `url` its own page: neither says more than its DOI. */
function readOther({ identifier, scheme }: Fields): GivenIdentifier[] {
	const [id, name] = [text(identifier), text(scheme)];
	return id === undefined || name === undefined || ['guid', 'url', 'other'].includes(name)
		? []
		: [{ id, scheme: name }];
}

function readCreator({ person_or_org: person }: Fields): GivenAgent[] {
	const { name, identifiers } = fields(person);
	const whole = text(name);
	const orcid = objects(identifiers).find(({ scheme }) => scheme === 'orcid')?.identifier;
	return whole === undefined ? [] : [{ name: whole, orcid: text(orcid) }];
}

function readRelated({ identifier, scheme, relation_type: relation, resource_type: type }: Fields): GivenLink[] {
	const [id, name] = [text(identifier), text(at(relation, 'id'))];
	if (id === undefined || name === undefined) return [];
	const target = { identifiers: [{ id, scheme: text(scheme) }], type: resourceType(text(at(type, 'id'))) };
	return [{ relation: name, target }];
}

/** A reference of the list counts where it has an identifier. */
function readReference({ identifier, scheme }: Fields): GivenLink[] {
	const id = text(identifier);
	return id === undefined ? [] : [{ relation: 'References', target: { identifiers: [{ id, scheme: text(scheme) }] } }];
}

function hostOf(address: string | undefined): string | undefined {
	return address === undefined ? undefined : URL.parse(address)?.hostname;
}

/** Answers the narrower of the words that Scholix knows, or the whole. */
export function resourceType(id: string | undefined): string | undefined {
	if (id === undefined) return undefined;
	const [wide = id, ...narrow] = id.split('-');
	return [narrow.join('-'), wide].find((word) => word !== '' && readObjectType(word) !== undefined) ?? id;
}
