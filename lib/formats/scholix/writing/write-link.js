// Writes a link that was read as a Scholix link object again, in the forms that the broker answers.
// It knows neither events nor storage.
                                                                             
import { inverseRelationType,                readRelation } from '../../../links/relation.js';
import { describeObject } from './object-document.js';
                                                               

/** A Scholix link object as plain data. */
                          
	               
	                                   
	               
	                                          
	                            
	                    
  

/**
 * Writes a link as its record named it: with that record's Source, all its providers, its date, and
 * words that read back as the same relation in the same direction.
 */
export function writeLink(link      )             {
	const { source, relation, target, provenances } = link;
	const fromTarget = link.fromTarget === true;
	const [provenance] = provenances                                          ;
	return {
		Source: writeObject(fromTarget ? target : source),
		RelationshipType: relationshipType(relation, fromTarget, provenance),
		Target: writeObject(fromTarget ? source : target),
		LinkProvider: provenances.map(({ provider }) => ({ Name: provider })),
		LinkPublicationDate: provenance.date,
		...(provenance.license !== undefined && { LicenseURL: provenance.license }),
	};
}

function writeObject({ identifiers, description }              )         {
	const written = describeObject(identifiers, description);
	return JSON.parse(`{"Identifier":${written.identifiers},${written.fields}}`);
}

/** The Name of Scholix v3 for each relation; the others have none and are told by their SubType. */
const scholixNames                                              = {
	Cites: 'References',
	IsSupplementTo: 'IsSupplementTo',
};

function relationshipType(relation          , swapped         , said            )                   {
	const turned = (name        )         => (swapped ? inverseRelationType(name) : undefined) ?? name;
	const { subType, subTypeSchema } = said;
	const scholixName = scholixNames[relation];
	const Name = scholixName === undefined ? 'IsRelatedTo' : turned(scholixName);
	const words                   = {
		Name,
		...(subType !== undefined && { SubType: subType }),
		...(subTypeSchema !== undefined && { SubTypeSchema: subTypeSchema }),
	};
	const read = readRelation(Name, subType, subTypeSchema);
	if (read?.relation === relation && read.swapped === swapped) return words;
	// What was said beside the relation does not tell it, so its own name has to.
	return subType === undefined
		? { Name, SubType: turned(relation), SubTypeSchema: 'DataCite' }
		: { ...words, Name: turned(relation) };
}
