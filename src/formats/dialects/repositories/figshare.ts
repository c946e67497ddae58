// Reads articles of figshare's API: its name for every item of any kind.
import type { Dialect, GivenIdentifier } from '../dialect.ts';
import { json, type RecordTable } from '../mapping.ts';
import { type Fields, fields, text } from '../values.ts';

/** figshare's articles, version 2 of its API. */
export const figshare: Dialect<'json'> = {
	name: 'figshare',
	title: 'figshare: items of its API',
	syntax: 'json',
	replacement: 'record',
	provider: 'figshare',
	dateRule: 'when the item was published',
	example:
		'{"id": 1, "doi": "10.6084/m9.figshare.1.v2", "defined_type_name": "dataset", "title": "Data", ' +
		'"published_date": "2024-05-01T10:00:00Z", "resource_doi": "10.1234/paper"}',
	fits: (document) => {
		const item = fields(document);
		return text(item.doi) !== undefined && (item.defined_type ?? item.defined_type_name) !== undefined;
	},
	*read(document) {
		const item = fields(document);
		const doi = text(item.doi);
		if (doi === undefined) {
			yield { links: [], leftOut: ['an item without a DOI'] };
			return;
		}
		const { links, ...rest } = json.record(item, table);
		const isOwn = ({ id }: GivenIdentifier) => id.toLowerCase() === doi.toLowerCase();
		// On the portals of publishers the DOI of an item may be that of its article.
		yield { ...rest, links: links.filter(({ target }) => !target.identifiers.some(isOwn)) };
	},
};

const table: RecordTable<Fields> = {
	subject: {
		identifiers: [
			{ id: 'doi', scheme: '=doi' },
			{ id: 'handle', scheme: '=handle' },
		],
		type: 'defined_type_name',
		title: 'title',
		creators: { each: 'authors[]', name: 'full_name', orcid: 'orcid_id' },
		publicationDate: 'published_date',
		keywords: 'tags[]',
	},
	links: [
		// The DOI of all versions is that of one without its number at the end.
		{ relation: '=IsVersionOf', id: { at: 'doi', as: (doi) => /^(.+)\.v\d+$/i.exec(doi)?.[1] }, scheme: '=doi' },
		{ relation: '=IsSupplementTo', id: 'resource_doi', scheme: '=doi', title: 'resource_title' },
		{
			each: 'related_materials[]',
			relation: 'relation',
			id: 'identifier',
			scheme: 'identifier_type',
			title: 'title',
		},
		{ each: 'references[]', relation: '=References', id: '.' },
	],
	date: 'published_date',
};
