// Reads the identifiers of a Scholix link: of its objects, and of persons and organisations.
import { type Identifier, readIdentifier } from '../../identifiers/index.ts';
import { linkLimits } from '../../links/limits.ts';
import {
	blank,
	checkLength,
	isObject,
	kindOf,
	optionalText,
	type Reading,
	readFields,
	refuse,
	requiredText,
	requiredValue,
	shapes,
} from './record-reading.ts';

const shapeOfOne = 'an object {ID, IDScheme}';
const shape = `${shapeOfOne}, or an array of them`;

/** Holds an identifier as the sender wrote it. */
export type GivenIdentifier = { ID: string; IDScheme: string; IDURL?: string };

/**
 * Reads the `Identifier` of an object at `parent`: one, or an array of one or more that all name
 * the object.
 */
export function readIdentifiers(reading: Reading, value: unknown, parent: string): readonly Identifier[] {
	const at = `${parent}/Identifier`;
	if (value === undefined) {
		refuse(reading, parent, `\`Identifier\` is missing; it must be ${shape}`);
		return [];
	}
	if (Array.isArray(value) && !checkLength(reading, value, at, 1, linkLimits.identifiers)) return [];
	const identifiers = Array.isArray(value)
		? value.map((one, n) => readObjectIdentifier(reading, one, `${at}/${n}`, shapeOfOne))
		: [readObjectIdentifier(reading, value, at)];
	return identifiers.filter((identifier) => identifier !== undefined);
}

/** Reads one identifier of a work, which may be absent or null. */
export function readOneIdentifier(reading: Reading, value: unknown, at: string): Identifier | undefined {
	return value === undefined || value === null ? undefined : readObjectIdentifier(reading, value, at, shapeOfOne);
}

function readObjectIdentifier(reading: Reading, value: unknown, at: string, wanted = shape): Identifier | undefined {
	const given = readGivenIdentifier(reading, value, at, wanted);
	if (given === undefined) return undefined;
	const identifier = readIdentifier(given.ID, given.IDScheme);
	const problem = identifierProblem(identifier);
	return problem === undefined ? identifier : refuse(reading, `${at}/${problem.field}`, problem.message);
}

/** Says why an identifier cannot be kept although its parts are filled; undefined where it can. */
export function identifierProblem({
	scheme,
	value,
}: Identifier): { field: 'ID' | 'IDScheme'; message: string } | undefined {
	if (scheme === '') return { field: 'IDScheme', message: blank };
	if (value === '') return { field: 'ID', message: blank };
	if (value.includes('\0')) {
		return { field: 'ID', message: 'stands for text with the character NUL (%00); remove that' };
	}
	return undefined;
}

/**
 * Reads the `Identifier` of a person or organisation, which is kept as it was given: one, an array,
 * or none.
 */
export function readAgentIdentifier(
	reading: Reading,
	value: unknown,
	at: string,
): GivenIdentifier | (GivenIdentifier | undefined)[] | undefined {
	if (value === undefined || value === null) return undefined;
	if (!Array.isArray(value)) return readGivenIdentifier(reading, value, at);
	if (value.length === 0 || !checkLength(reading, value, at, 0, linkLimits.agentIdentifiers)) return undefined;
	return value.map((one, n) => readGivenIdentifier(reading, one, `${at}/${n}`, shapeOfOne));
}

function readGivenIdentifier(
	reading: Reading,
	value: unknown,
	at: string,
	wanted = shape,
): GivenIdentifier | undefined {
	if (!isObject(value)) return refuse(reading, at, `must be ${wanted}, not ${kindOf(value)}`);
	const fields = readFields(reading, value, at, shapes.identifier);
	const ID = requiredValue(reading, fields.ID, at, 'ID', linkLimits.idLength);
	const IDScheme = requiredText(reading, fields.IDScheme, at, 'IDScheme', linkLimits.schemeLength);
	const IDURL = optionalText(reading, fields.IDURL, at, 'IDURL', linkLimits.idLength);
	if (ID === '' || IDScheme === '') return undefined;
	return IDURL === undefined ? { ID, IDScheme } : { ID, IDScheme, IDURL };
}
