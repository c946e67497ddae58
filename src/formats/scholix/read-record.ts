// Reads one Scholix link object into the domain's terms, or says what is wrong in it and where.
import type { Problem } from '../../errors.ts';
import { linkLimits } from '../../links/limits.ts';
import type { Link, Provenance } from '../../links/link.ts';
import { providerName, wrongProvider } from '../../links/names.ts';
import {
	joinsGroups,
	type RelationReading,
	readRelation,
	relationCode,
	unknownRelationNames,
} from '../../links/relation.ts';
import { readLinkPublicationDate } from './read-dates.ts';
import { readAgentIdentifier } from './read-identifiers.ts';
import { noticeByWord } from './read-notices.ts';
import { readObject } from './read-object.ts';
import {
	checkLength,
	type Fields,
	isObject,
	kindOf,
	optionalText,
	quoted,
	type Reading,
	readFields,
	refuse,
	requiredText,
	shapes,
} from './record-reading.ts';

/**
 * Reads the record at a position of a batch, or answers what is wrong in it: at most ten problems,
 * whose pointers begin with the position (`/3/Source/Identifier/ID`).
 * The names of providers of a stored record (`isStored`) were checked when it was accepted, if at
 * all.
 */
export function readRecord(
	record: unknown,
	position: number,
	isStored = false,
): { link: Link } | { problems: readonly Problem[] } {
	const reading: Reading = { position, problems: [], isStored };
	const link = readLink(reading, record);
	return link === undefined || reading.problems.length > 0 ? { problems: reading.problems } : { link };
}

function readLink(reading: Reading, record: unknown): Link | undefined {
	if (!isObject(record)) return refuse(reading, '', `a link must be an object, not ${kindOf(record)}`);
	const fields = readFields(reading, record, '', shapes.link);
	const source = readObject(reading, fields.Source, 'Source');
	const target = readObject(reading, fields.Target, 'Target');
	const type = readRelationshipType(reading, fields.RelationshipType);
	const provenances = readProvenances(reading, fields, type);
	if (source === undefined || target === undefined || type === undefined) return undefined;
	const { relation, swapped } = type.reading;
	// What made or repeated a record may have its word for both directions, and states the notice.
	if (!source.statesNotices && !target.statesNotices) noticeByWord(source.object, target.object, type.subType);
	const link: Link = swapped
		? { source: target.object, relation, target: source.object, provenances, fromTarget: true }
		: { source: source.object, relation, target: target.object, provenances };
	const containers = source.containers + target.containers;
	if (containers > 0) link.containers = containers;
	if (type.unknown.length > 0) link.unknownRelations = type.unknown;
	return link;
}

/** Holds the relation that a link's words stand for, and the words that are kept with it. */
type RelationshipType = {
	reading: RelationReading;
	subType: string | undefined;
	subTypeSchema: string | undefined;
	/** Those of its words that are no relation type of Scholix or DataCite. */
	unknown: readonly string[];
};

const typeShape = 'an object {Name}';

/** Reads the `RelationshipType` of a link; undefined where it names no relation. */
function readRelationshipType(reading: Reading, value: unknown): RelationshipType | undefined {
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
		return refuse(reading, `${at}/Name`, `${quoted(name)} is not a relation type; ${advice}`);
	}
	const unknown = unknownRelationNames(name, subType, subTypeSchema);
	if (subType !== undefined || !saysMore(name, relation)) return { reading: relation, subType, subTypeSchema, unknown };
	return { reading: relation, subType: name, subTypeSchema: undefined, unknown };
}

/**
 * Returns whether a Name says more than that of its relation in Scholix, such as Cites (References)
 * or Reviews (IsRelatedTo). It is kept as the link's SubType.
 */
function saysMore(name: string, { relation }: RelationReading): boolean {
	return joinsGroups(relationCode[relation]) && !scholixNames.has(name.toLowerCase());
}

const scholixNames: ReadonlySet<string> = new Set(
	'references isreferencedby issupplementto issupplementedby isrelatedto'.split(' '),
);

const providersShape = 'an array of objects {Name}';

/** Reads who asserts a link and when: one provenance for each `LinkProvider`. */
function readProvenances(reading: Reading, fields: Fields, type: RelationshipType | undefined): Provenance[] {
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
		const provenance: Provenance = { provider: readProvider(reading, value, `${at}/${n}`), date };
		if (type?.subType !== undefined) {
			provenance.subType = type.subType;
			if (type.subTypeSchema !== undefined) provenance.subTypeSchema = type.subTypeSchema;
		}
		if (license !== undefined) provenance.license = license;
		return provenance;
	});
}

function readProvider(reading: Reading, value: unknown, at: string): string {
	if (!isObject(value)) {
		refuse(reading, at, `must be an object {Name}, not ${kindOf(value)}`);
		return '';
	}
	const fields = readFields(reading, value, at, shapes.agent);
	readAgentIdentifier(reading, fields.Identifier, `${at}/Identifier`);
	const name = requiredText(reading, fields.Name, at, 'Name', linkLimits.nameLength);
	const wrong = reading.isStored ? undefined : wrongProvider(name);
	if (wrong !== undefined) refuse(reading, `${at}/Name`, wrong);
	return providerName(name);
}
