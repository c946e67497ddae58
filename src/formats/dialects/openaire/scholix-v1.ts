// Reads links in the first version of Scholix, and as ScholeXplorer's first API wrote it.
import type { Dialect, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { type Fields, fields, isFields, objects, text } from '../values.ts';
import { readIdentifier } from './scholexplorer.ts';

/** Scholix v1: `{link: {…}}`, or the members of `link` alone. */
export const scholixV1: Dialect<'json'> = {
	name: 'scholix-v1',
	title: 'Scholix, version 1; ScholeXplorer API, version 1',
	frame: 'json',
	replacement: 'statement',
	dateRule: 'publicationDate',
	example:
		'{"link": {"publicationDate": "2016-05-01", "linkProvider": {"name": "Datacite"}, "relationship": [{"name": ' +
		'"references", "schema": "datacite"}], "source": {"identifier": [{"identifier": "10.1234/data", "schema": ' +
		'"doi"}], "objectType": "dataset"}, "target": {"identifier": [{"identifier": "10.1234/paper", "schema": ' +
		'"doi"}], "objectType": "publication"}}}',
	fits: (document) => {
		const { relationship, linkProvider, source, target } = linkIn(document);
		return relationship !== undefined && linkProvider !== undefined && isFields(source) && isFields(target);
	},
	*read(document) {
		yield readLink(linkIn(document));
	},
};

function linkIn(document: unknown): Fields {
	const { link } = fields(document);
	return isFields(link) ? link : fields(document);
}

function readLink(link: Fields): GivenRecord {
	const source = readObject(fields(link.source));
	const target = readObject(fields(link.target));
	const providers = objects(link.linkProvider).flatMap(({ name }) => text(name) ?? []);
	const relations = objects(link.relationship).flatMap(({ name }) => text(name) ?? []);
	const date = text(link.publicationDate);
	const links = relations.flatMap((name) => {
		const relation = name.toLowerCase() === 'unknown' ? 'IsRelatedTo' : name;
		return providers.map((provider): GivenLink => ({ source, relation, target, provider, date }));
	});
	return { links };
}

function readObject(object: Fields): GivenObject {
	const type = fields(object.objectType);
	return {
		identifiers: objects(object.identifier).flatMap(({ identifier, schema }) =>
			readIdentifier(text(identifier), text(schema)),
		),
		type: text(type.type) ?? text(object.objectType),
		subType: text(object.objectSubType) ?? text(type.subType),
		title: text(object.title),
		creators: objects(object.creator ?? object.creators).flatMap(({ name }) =>
			text(name) === undefined ? [] : [{ name: text(name) as string }],
		),
		publicationDate: text(object.publicationDate),
		publishers: objects(object.publisher).flatMap(({ name }) => text(name) ?? []),
	};
}
