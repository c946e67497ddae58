// Reads one Scholix link object into the domain's terms, or says what is wrong in it and where.
                                               
                                                
import { shapes } from './fields.js';
import { readProvenances, readRelationshipType } from './read-assertion.js';
import { readObject } from './read-object.js';
import { isObject, kindOf,               readFields, refuse } from './record-reading.js';

/**
 * Reads the record at a position of a batch, or answers what is wrong in it: at most ten problems,
 * whose pointers begin with the position (`/3/Source/Identifier/ID`).
 */
export function readRecord(record         , position        )                                                    {
	const reading          = { position, problems: [] };
	const link = readLink(reading, record);
	return link === undefined || reading.problems.length > 0 ? { problems: reading.problems } : { link };
}

function readLink(reading         , record         )                   {
	if (!isObject(record)) return refuse(reading, '', `a link must be an object, not ${kindOf(record)}`);
	const fields = readFields(reading, record, '', shapes.link);
	const source = readObject(reading, fields.Source, 'Source');
	const target = readObject(reading, fields.Target, 'Target');
	const type = readRelationshipType(reading, fields.RelationshipType);
	const provenances = readProvenances(reading, fields, type);
	if (source === undefined || target === undefined || type === undefined) return undefined;
	const { relation, swapped } = type.reading;
	const link       = swapped
		? { source: target.object, relation, target: source.object, provenances, fromTarget: true }
		: { source: source.object, relation, target: target.object, provenances };
	const containers = source.containers + target.containers;
	if (containers > 0) link.containers = containers;
	if (type.unknown.length > 0) link.unknownRelations = type.unknown;
	return link;
}
