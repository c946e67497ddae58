// Reads relationships as the interface of an Asclepias Broker answers them, and this broker under
// /compat/asclepias. Its pages are opened before they come here.
import type { Dialect, GivenRecord } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { type Fields, fields, isFields, objects, text } from '../values.ts';

/** Hits of GET /api/relationships. */
export const asclepias: Dialect<'json'> = {
	name: 'asclepias',
	title: 'Asclepias Broker: relationships of its API',
	syntax: 'json',
	replacement: 'statement',
	dateRule: 'LinkPublicationDate of each item of the History',
	example:
		'{"id": "1", "metadata": {"Grouping": "identity", "RelationshipType": {"Name": "Cites"}, "History": ' +
		'[{"LinkPublicationDate": "2024-05-01", "LinkProvider": [{"Name": "A Hub"}]}], "Source": {"Identifier": ' +
		'[{"ID": "10.1234/a", "IDScheme": "doi"}]}, "Target": {"Identifier": [{"ID": "10.1234/b", "IDScheme": "doi"}]}}}',
	fits: (document) => {
		const { Source, Target, History } = fields(fields(document).metadata);
		return isFields(Source) && isFields(Target) && Array.isArray(History);
	},
	*read(document) {
		yield readHit(fields(fields(document).metadata));
	},
};

/** Each provider and date of the History was a link of its own. */
function readHit({ Source, Target, RelationshipType, History, Grouping }: Fields): GivenRecord {
	const table = Grouping === 'version' ? oneOfVersions : end;
	const ends = { source: json.object(fields(Source), table), target: json.object(fields(Target), table) };
	// An Asclepias Broker answers only the name.
	const relation = text(RelationshipType) ?? text(fields(RelationshipType).Name) ?? 'IsRelatedTo';
	const stated = objects(History).flatMap(({ LinkProvider, LinkPublicationDate }) =>
		objects(LinkProvider).flatMap(({ Name }) => {
			const provider = text(Name);
			return provider === undefined ? [] : [{ provider, date: text(LinkPublicationDate) }];
		}),
	);
	return {
		links: stated.values().map((one) => ({ ...ends, relation, ...one })),
		leftOut: stated.length === 0 ? ['no LinkProvider'] : [],
	};
}

const described = {
	type: 'Type.Name',
	subType: 'Type.SubType',
	title: 'Title',
	creators: { each: 'Creator[]', name: 'Name' },
	publicationDate: 'PublicationDate',
	publishers: 'Publisher[].Name',
} as const;

const end: ObjectTable<Fields> = {
	identifiers: [{ each: 'Identifier[]', id: 'ID', scheme: 'IDScheme' }],
	...described,
};

/** A work with all its versions may be listed by the identifiers of several: one stands for it. */
const oneOfVersions: ObjectTable<Fields> = {
	identifiers: ({ Identifier }) =>
		objects(Identifier)
			.slice(0, 1)
			.map(({ ID, IDScheme }) => ({ id: text(ID) ?? '', scheme: text(IDScheme) })),
	...described,
};
