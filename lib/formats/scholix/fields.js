// The fields of a Scholix link by the kind of object that holds them; reads none of them.

/** Lists the fields that one kind of object may have. */
                     
	                                                                           
	                                    
	   
	                                                                                               
	                         
	   
	                                                           
  

/**
 * Describes a kind of object. Services of the field write names in letter cases of their own
 * (`source`, `IDUrl`), so letter case says nothing. `others` are further names of fields, `unread`
 * ones that say nothing of the link.
 */
function shape(
	known                   ,
	{ others = {}, unread = [] }                                                                            = {},
)        {
	const meanings = new Map                            ();
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
}                                ;
