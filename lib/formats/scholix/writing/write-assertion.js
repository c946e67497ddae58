// Writes one assertion as a Scholix link that reads back as the same: relation, direction,
// provider, date, words and licence. It knows no answer.
                                                         
import {                readRelation } from '../../../links/relation.js';
                                                               

/** The names of a relation from either end, as Scholix has them where it does. */
const names                                                                       = {
	Cites: ['References', 'IsReferencedBy'],
	IsSupplementTo: ['IsSupplementTo', 'IsSupplementedBy'],
	IsRelatedTo: ['IsRelatedTo', 'IsRelatedTo'],
	HasVersion: ['HasVersion', 'IsVersionOf'],
	IsIdenticalTo: ['IsIdenticalTo', 'IsIdenticalTo'],
};

/**
 * Writes the link; `source` and `target` are objects as writeEnd writes them. Where the provider's
 * word speaks from the target, they change places.
 */
export function writeAssertion(assertion   
	               
	                   
	               
	                       
 )         {
	const { source, relation, target, provenance } = assertion;
	const { type, swapped } = typeOfAssertion(relation, provenance);
	const ends = swapped ? `"Source":${target},"Target":${source}` : `"Source":${source},"Target":${target}`;
	const said = {
		RelationshipType: type,
		LinkProvider: [{ Name: provenance.provider }],
		LinkPublicationDate: provenance.date,
		...(provenance.license !== undefined && { LicenseURL: provenance.license }),
	};
	return `{${ends},${JSON.stringify(said).slice(1)}`;
}

function typeOfAssertion(
	relation          ,
	{ subType, subTypeSchema }            ,
)                                               {
	const [name, inverse] = names[relation];
	const words = {
		...(subType !== undefined && { SubType: subType }),
		...(subTypeSchema !== undefined && { SubTypeSchema: subTypeSchema }),
	};
	const reading = readRelation(name, subType, subTypeSchema);
	// Several identifiers of one object are asserted in the words of the link between two.
	if (reading?.relation !== relation) return { type: { Name: name }, swapped: false };
	return { type: { Name: reading.swapped ? inverse : name, ...words }, swapped: reading.swapped };
}
