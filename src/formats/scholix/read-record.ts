// Reads one Scholix link object into the domain's terms, or says what is wrong in it and where.
import type { Problem } from '../../errors.ts';
import type { Link } from '../../links/link.ts';
import { readProvenances, readRelationshipType } from './read-assertion.ts';
import { readObject } from './read-object.ts';
import { checkFields, isObject, kindOf, type Reading, refuse } from './record-reading.ts';

/**
 * Reads the record at a position of a batch, or answers what is wrong in it: at most ten problems,
 * whose pointers begin with the position (`/3/Source/Identifier/ID`).
 */
export function readRecord(record: unknown, position: number): { link: Link } | { problems: readonly Problem[] } {
	const reading: Reading = { position, problems: [] };
	const link = readLink(reading, record);
	return link === undefined || reading.problems.length > 0 ? { problems: reading.problems } : { link };
}

const linkFields = ['Source', 'Target', 'RelationshipType', 'LinkProvider', 'LinkPublicationDate', 'LicenseURL'];

function readLink(reading: Reading, record: unknown): Link | undefined {
	if (!isObject(record)) return refuse(reading, '', `a link must be an object, not ${kindOf(record)}`);
	checkFields(reading, record, '', linkFields);
	const source = readObject(reading, record.Source, 'Source');
	const target = readObject(reading, record.Target, 'Target');
	const type = readRelationshipType(reading, record.RelationshipType);
	const provenances = readProvenances(reading, record, type);
	if (source === undefined || target === undefined || type === undefined) return undefined;
	const { relation, swapped } = type.reading;
	return swapped
		? { source: target, relation, target: source, provenances }
		: { source, relation, target, provenances };
}
