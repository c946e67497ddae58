// The fields of a Scholix link by the kind of object that holds them; reads none of them.

/** Lists the fields that one kind of object may have. */
export type Shape = {
	/** The fields that are read, as this program and Scholix v3 write them. */
	readonly known: ReadonlySet<string>;
	/**
	 * Leads from a name in lower case to the field that it means, and to undefined for one that is
	 * accepted and not read.
	 */
	readonly meanings: ReadonlyMap<string, string | undefined>;
};

/**
 * Describes a kind of object. Services of the field write names in letter cases of their own
 * (`source`, `IDUrl`), so letter case says nothing. `others` are further names of fields, `unread`
 * ones that say nothing of the link.
 */
function shape(
	known: readonly string[],
	{ others = {}, unread = [] }: { others?: Readonly<Record<string, string>>; unread?: readonly string[] } = {},
): Shape {
	const meanings = new Map<string, string | undefined>();
	for (const field of unread) meanings.set(field.toLowerCase(), undefined);
	for (const [name, field] of Object.entries(others)) meanings.set(name.toLowerCase(), field);
	for (const field of known) meanings.set(field.toLowerCase(), field);
	return { known: new Set(known), meanings };
}

const typed = ['Name', 'SubType', 'SubTypeSchema'];

/** Describes every kind of object in a link. */
export const shapes = {
	link: shape(['Source', 'Target', 'RelationshipType', 'LinkProvider', 'LinkPublicationDate', 'LicenseURL'], {
		// When a hub harvested the link, its address there, and what answers of a broker tell besides.
		unread: ['HarvestDate', 'HarvestedDate', 'Url', 'Via', 'ViaTotal', 'LinkHistory'],
	}),
	object: shape(
		[
			...[
				'Identifier',
				'Type',
				'SubType',
				'SubTypeSchema',
				'Title',
				'TitleMarkup',
				'Creator',
				'PublicationDate',
				'Publisher',
			],
			'Keywords',
			'Container',
		],
		{
			others: { Keyword: 'Keywords' },
			unread: ['Versions', 'CreatorTotal', 'PublisherTotal', 'KeywordsTotal', 'IdentifierTotal'],
		},
	),
	identifier: shape(['ID', 'IDScheme', 'IDURL']),
	objectType: shape(typed),
	relationshipType: shape(typed),
	agent: shape(['Name', 'Identifier']),
	keyword: shape(['Name']),
	container: shape(['Title']),
} satisfies Record<string, Shape>;
