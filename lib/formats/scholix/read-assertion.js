// Reads what a Scholix link asserts, and who says so: relation, providers, date, licence.

import { linkLimits } from '../../links/limits.js';
                                                      
import {                       readRelation, unknownRelationNames } from '../../links/relation.js';
import { shapes } from './fields.js';
import { readLinkPublicationDate } from './read-dates.js';
import { readAgentIdentifier } from './read-identifiers.js';
import {
	checkLength,
	            
	isObject,
	kindOf,
	optionalText,
	quoted,
	             
	readFields,
	refuse,
	requiredText,
} from './record-reading.js';

/** Holds the relation that a link's words stand for, and the words that are kept with it. */
                                
	                         
	                            
	                                  
	                                                                           
	                           
  

const typeShape = 'an object {Name}';

/** Reads the `RelationshipType` of a link; undefined where it names no relation. */
export function readRelationshipType(reading         , value         )                               {
	const at = '/RelationshipType';
	if (value === undefined) return refuse(reading, '', `\`RelationshipType\` is missing; it must be ${typeShape}`);
	if (!isObject(value)) return refuse(reading, at, `must be ${typeShape}, not ${kindOf(value)}`);
	const fields = readFields(reading, value, at, shapes.relationshipType);
	const name = requiredText(reading, fields.Name, at, 'Name', linkLimits.nameLength);
	const subType = optionalText(reading, fields.SubType, at, 'SubType', linkLimits.nameLength);
	const subTypeSchema = optionalText(reading, fields.SubTypeSchema, at, 'SubTypeSchema', linkLimits.nameLength);
	if (name === '') return undefined;
	const relation = readRelation(name, subType, subTypeSchema);
	if (relation === undefined) {
		const advice =
			'use References, IsReferencedBy, IsSupplementTo, IsSupplementedBy, IsRelatedTo, ' +
			'a relationType of DataCite, or another name of at most 50 letters';
		return refuse(reading, `${at}/Name`, `${quoted(name)} is no relation type; ${advice}`);
	}
	const unknown = unknownRelationNames(name, subType, subTypeSchema);
	if (subType !== undefined || !saysMore(name, relation)) return { reading: relation, subType, subTypeSchema, unknown };
	return { reading: relation, subType: name, subTypeSchema: undefined, unknown };
}

/** Tells a Name that is kept as IsRelatedTo but says more: it is kept as the link's SubType. */
function saysMore(name        , { relation }                 )          {
	return relation === 'IsRelatedTo' && name.toLowerCase() !== 'isrelatedto';
}

const providersShape = 'an array of objects {Name}';

/** Reads who asserts a link and when: one provenance for each `LinkProvider`. */
export function readProvenances(reading         , fields        , type                              )               {
	const { LinkProvider, LinkPublicationDate, LicenseURL } = fields;
	const date = readLinkPublicationDate(reading, LinkPublicationDate);
	const license = optionalText(reading, LicenseURL, '', 'LicenseURL', linkLimits.idLength);
	const at = '/LinkProvider';
	if (LinkProvider === undefined) {
		refuse(reading, '', `\`LinkProvider\` is missing; it must be ${providersShape}`);
		return [];
	}
	if (!Array.isArray(LinkProvider)) {
		refuse(reading, at, `must be ${providersShape}, not ${kindOf(LinkProvider)}`);
		return [];
	}
	if (!checkLength(reading, LinkProvider, at, 1)) return [];
	return LinkProvider.map((value, n) => {
		const provenance             = { provider: readProvider(reading, value, `${at}/${n}`), date };
		if (type?.subType !== undefined) {
			provenance.subType = type.subType;
			if (type.subTypeSchema !== undefined) provenance.subTypeSchema = type.subTypeSchema;
		}
		if (license !== undefined) provenance.license = license;
		return provenance;
	});
}

function readProvider(reading         , value         , at        )         {
	if (!isObject(value)) {
		refuse(reading, at, `must be an object {Name}, not ${kindOf(value)}`);
		return '';
	}
	const fields = readFields(reading, value, at, shapes.agent);
	readAgentIdentifier(reading, fields.Identifier, `${at}/Identifier`);
	return requiredText(reading, fields.Name, at, 'Name', linkLimits.nameLength);
}
