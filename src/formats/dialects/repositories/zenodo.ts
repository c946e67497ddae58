// Reads records of Zenodo as its API has answered since its first years, one or a page of them.
import type { Dialect, GivenIdentifier, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, list, objects, text, texts } from '../values.ts';
import { isLasting, readGiven } from '../write-object.ts';
import { resourceType } from './inveniordm.ts';

/** Zenodo's records (`/api/records/…`); pages of a search are opened before they come here. */
export const zenodo: Dialect<'json'> = {
	name: 'zenodo',
	title: 'Zenodo: records and search pages of its API',
	frame: 'json',
	replacement: 'record',
	provider: 'Zenodo',
	dateRule: 'when the record was created',
	example:
		'{"doi": "10.5281/zenodo.2", "conceptdoi": "10.5281/zenodo.1", "created": "2024-05-01T10:00:00+00:00", ' +
		'"metadata": {"title": "Data", "related_identifiers": [{"identifier": "10.1234/paper", ' +
		'"relation": "isSupplementTo", "scheme": "doi"}]}}',
	fits: (document) => {
		const record = fields(document);
		return (
			isFields(record.metadata) &&
			text(record.doi) !== undefined &&
			(record.conceptrecid ?? record.conceptdoi) !== undefined
		);
	},
	*read(document) {
		yield readRecord(fields(document));
	},
};

function readRecord(record: Fields): GivenRecord {
	const metadata = fields(record.metadata);
	const concept = text(record.conceptdoi);
	const others = list(metadata.alternate_identifiers)
		.map((other) => alternate(other))
		.filter((one) => one !== undefined);
	const links: GivenLink[] = [
		...(concept === undefined || concept === text(record.doi) ? [] : [versionOf(concept)]),
		...objects(metadata.related_identifiers).flatMap(readRelated),
	];
	const subject: GivenObject = {
		identifiers: [{ id: text(record.doi) ?? '', scheme: 'doi' }, ...others],
		type: resourceType(text(at(metadata, 'resource_type', 'subtype')) ?? text(at(metadata, 'resource_type', 'type'))),
		title: text(metadata.title) ?? text(record.title),
		creators: objects(metadata.creators).flatMap(({ name, orcid }) => {
			const whole = text(name);
			return whole === undefined ? [] : [{ name: whole, orcid: text(orcid) }];
		}),
		publicationDate: text(metadata.publication_date),
		publishers: ['Zenodo'],
		keywords: texts(metadata.keywords),
		container: text(at(metadata, 'journal', 'title')) ?? text(at(metadata, 'part_of', 'title')),
	};
	return { subject, links, date: text(record.created) };
}

function versionOf(concept: string): GivenLink {
	return { relation: 'IsVersionOf', target: { identifiers: [{ id: concept, scheme: 'doi' }] } };
}

/**
 * Another identifier of the record, where it lasts: all its versions repeat the addresses of
 * repositories and pages.
 */
function alternate(value: unknown): GivenIdentifier | undefined {
	const { identifier, scheme } = fields(value);
	const given = { id: text(identifier) ?? text(value) ?? '', scheme: text(scheme) };
	const read = readGiven(given);
	return read !== undefined && isLasting(read) ? given : undefined;
}

function readRelated({ identifier, relation, scheme, resource_type: type }: Fields): GivenLink[] {
	const id = text(identifier);
	const name = text(relation);
	if (id === undefined || name === undefined) return [];
	return [{ relation: name, target: { identifiers: [{ id, scheme: text(scheme) }], type: resourceType(text(type)) } }];
}
