// Reads articles of figshare's API: its name for every item of any kind.
import type { Dialect, GivenLink, GivenRecord } from '../dialect.ts';
import { type Fields, fields, objects, text, texts } from '../values.ts';

/** figshare's articles, version 2 of its API. */
export const figshare: Dialect<'json'> = {
	name: 'figshare',
	title: 'figshare: items of its API',
	frame: 'json',
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
		yield doi === undefined ? { links: [], leftOut: ['an item without a DOI'] } : readItem(item, doi);
	},
};

function readItem(item: Fields, doi: string): GivenRecord {
	const handle = text(item.handle);
	// The DOI of all versions is that of one without its number at the end.
	const base = /^(.+)\.v\d+$/i.exec(doi)?.[1];
	const resource = text(item.resource_doi);
	const links: GivenLink[] = [
		...(base === undefined
			? []
			: [{ relation: 'IsVersionOf', target: { identifiers: [{ id: base, scheme: 'doi' }] } }]),
		...(resource === undefined
			? []
			: [
					{
						relation: 'IsSupplementTo',
						target: { identifiers: [{ id: resource, scheme: 'doi' }], title: text(item.resource_title) },
					},
				]),
		...objects(item.related_materials).flatMap(readRelated),
		...texts(item.references).map((id): GivenLink => ({ relation: 'References', target: { identifiers: [{ id }] } })),
	];
	return {
		subject: {
			identifiers: [{ id: doi, scheme: 'doi' }, ...(handle === undefined ? [] : [{ id: handle, scheme: 'handle' }])],
			type: text(item.defined_type_name),
			title: text(item.title),
			creators: objects(item.authors).flatMap(({ full_name: name, orcid_id: orcid }) => {
				const whole = text(name);
				return whole === undefined ? [] : [{ name: whole, orcid: text(orcid) }];
			}),
			publicationDate: text(item.published_date),
			keywords: texts(item.tags),
		},
		// On the portals of publishers the DOI of an item may be that of its article.
		links: links.filter(({ target }) => target.identifiers.every(({ id }) => id.toLowerCase() !== doi.toLowerCase())),
		date: text(item.published_date),
	};
}

function readRelated({ identifier, identifier_type: type, relation, title }: Fields): GivenLink[] {
	const [id, name] = [text(identifier), text(relation)];
	return id === undefined || name === undefined
		? []
		: [{ relation: name, target: { identifiers: [{ id, scheme: text(type) }], title: text(title) } }];
}
