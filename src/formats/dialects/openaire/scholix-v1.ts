// Reads links in the first version of Scholix, and as ScholeXplorer's first API wrote it.
import type { Dialect, GivenLink, GivenRecord } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { type Fields, fields, isFields } from '../values.ts';
import { identifierOf } from './scholexplorer.ts';

/** Scholix v1: `{link: {…}}`, or the members of `link` alone. */
export const scholixV1: Dialect<'json'> = {
	name: 'scholix-v1',
	title: 'Scholix, version 1; ScholeXplorer API, version 1',
	syntax: 'json',
	replacement: 'statement',
	dateRule: 'publicationDate',
	example:
		'{"link": {"publicationDate": "2016-05-01", "linkProvider": {"name": "Datacite"}, "relationship": [{"name": ' +
		'"references", "schema": "datacite"}], "source": {"identifier": [{"identifier": "10.1234/data", "schema": ' +
		'"doi"}], "objectType": "dataset"}, "target": {"identifier": [{"identifier": "10.1234/paper", "schema": ' +
		'"doi"}], "objectType": "publication"}}}',
	fits: (document) => {
		const { relationship, source, target, ...link } = linkIn(document);
		return relationship !== undefined && providerOf(link) !== undefined && isFields(source) && isFields(target);
	},
	*read(document) {
		yield readLink(linkIn(document));
	},
};

function linkIn(document: unknown): Fields {
	const { link } = fields(document);
	return isFields(link) ? link : fields(document);
}

function providerOf({ linkProvider, LinkProvider }: Fields): unknown {
	return linkProvider ?? LinkProvider;
}

function readLink(link: Fields): GivenRecord {
	const source = json.object(fields(link.source), end);
	const target = json.object(fields(link.target), end);
	const providers = json.textsAt({ provider: providerOf(link) }, ['provider[].name', 'provider[].Name']);
	const relations = json.textsAt(link, 'relationship[].name');
	const date = json.textAt(link, ['publicationDate', 'LinkPublicationDate']);
	const links = relations.values().flatMap((name) => {
		const relation = name.toLowerCase() === 'unknown' ? 'IsRelatedTo' : name;
		return providers.values().map((provider): GivenLink => ({ source, relation, target, provider, date }));
	});
	if (relations.length > 0 && providers.length > 0) return { links };
	return { links, leftOut: [relations.length === 0 ? 'no name of a relationship' : 'no LinkProvider'] };
}

/** The schema of version 1 has `identifier` and `creator`, the API `identifiers` and `creators`. */
const end: ObjectTable<Fields> = {
	identifiers: ['identifier[]', 'identifiers[]'].map((each) => ({ each, ...identifierOf('identifier', 'schema') })),
	type: ['objectType.type', 'objectType'],
	subType: ['objectSubType', 'objectType.subType', 'objectType.subtype'],
	title: 'title',
	creators: ({ creator, creators }) =>
		json.creatorsOf(
			{ creator: creator ?? creators },
			{
				each: 'creator[]',
				name: 'name',
				orcid: ['identifier[schema=orcid].identifier', 'identifiers[schema=orcid].identifier'],
			},
		),
	publicationDate: 'publicationDate',
	publishers: 'publisher[].name',
};
