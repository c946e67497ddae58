// Reads the Source or Target of a Scholix link: its identifiers and its description.
import { canonicalValue } from '../../identifiers/index.ts';
import {
	type Agent,
	asFilled,
	type Container,
	containerSize,
	containerTexts,
	type Description,
	type DescriptionField,
	filledFields,
	gatherIssns,
	gatherKeywords,
	gatherNotices,
	gatherPublishers,
	objectTypeNames,
} from '../../links/description.ts';
import { linkLimits } from '../../links/limits.ts';
import type { LinkedObject } from '../../links/link.ts';
import { identifiersOfObject } from '../../links/object-identifiers.ts';
import { readObjectType } from './object-types.ts';
import { readOptionalDate } from './read-dates.ts';
import { readAgentIdentifier, readIdentifiers } from './read-identifiers.ts';
import { readNotices } from './read-notices.ts';
import {
	checkLength,
	type Fields,
	givenText,
	isBlank,
	isObject,
	kindOf,
	nearestName,
	optionalText,
	quoted,
	type Reading,
	readFields,
	refuse,
	requiredText,
	shapes,
} from './record-reading.ts';

const shape = 'an object with `Identifier` and `Type`';

/**
 * An object as read, how many of its identifiers were left out since they name what holds it, and
 * whether it states which notices there are about it.
 */
export type ReadObject = { object: LinkedObject; containers: number; statesNotices: boolean };

/** Reads one side of a link; undefined where it is no object at all. */
export function readObject(reading: Reading, value: unknown, side: 'Source' | 'Target'): ReadObject | undefined {
	if (value === undefined) return refuse(reading, '', `\`${side}\` is missing; it must be ${shape}`);
	const at = `/${side}`;
	if (!isObject(value)) return refuse(reading, at, `must be ${shape}, not ${kindOf(value)}`);
	const fields = readFields(reading, value, at, shapes.object);
	const given = readIdentifiers(reading, fields.Identifier, at);
	const type = readType(reading, fields, at);
	const { containers, ...names } = identifiersOfObject(given, (type.Type ?? type.Kind)?.SubType);
	const stated = { ...readDescription(reading, fields, at), ...type };
	const description = asFilled(stated, readFilled(reading, fields.Filled, `${at}/Filled`));
	const statesNotices = fields.Notice !== undefined && fields.Notice !== null;
	return { object: { ...names, description }, containers, statesNotices };
}

/** Reads which fields are only to fill in what no link states: all of them, or a list. */
function readFilled(reading: Reading, value: unknown, at: string): readonly DescriptionField[] {
	if (value === undefined || value === null || value === false) return [];
	if (value === true) return filledFields;
	const isList = Array.isArray(value) && value.every((name) => filledFields.includes(name));
	if (isList) return value as DescriptionField[];
	refuse(reading, at, `must be true, or an array of ${filledFields.join(', ')}`);
	return [];
}

/** Reads the description of an object, but for its type. */
function readDescription(reading: Reading, fields: Fields, at: string): Description {
	const description: Description = {};
	const plainTitle = optionalText(reading, fields.Title, at, 'Title', linkLimits.titleLength);
	// Answers of a broker have the title twice where it holds markup; this one holds more.
	const Title = optionalText(reading, fields.TitleMarkup, at, 'TitleMarkup', linkLimits.titleLength) ?? plainTitle;
	const Creator = readAgents(reading, fields.Creator, `${at}/Creator`);
	const PublicationDate = readOptionalDate(reading, fields.PublicationDate, at, 'PublicationDate');
	const Publisher = readAgents(reading, fields.Publisher, `${at}/Publisher`);
	const Keywords = readKeywords(reading, fields.Keywords, `${at}/Keywords`);
	const Container = readContainer(reading, fields.Container, `${at}/Container`);
	const Edition = optionalText(reading, fields.Edition, at, 'Edition', linkLimits.nameLength);
	const PublisherPlace = optionalText(reading, fields.PublisherPlace, at, 'PublisherPlace', linkLimits.nameLength);
	const notices = readNotices(reading, fields.Notice, `${at}/Notice`);
	if (Title) description.Title = Title;
	if (Creator) description.Creator = Creator;
	if (PublicationDate) description.PublicationDate = PublicationDate;
	if (Publisher) description.Publisher = gatherPublishers(Publisher);
	if (Keywords) description.Keywords = gatherKeywords(Keywords);
	if (Container) description.Container = Container;
	if (Edition) description.Edition = Edition;
	if (PublisherPlace) description.PublisherPlace = PublisherPlace;
	if (notices.length > 0) description.Notice = gatherNotices(notices);
	return description;
}

const typeShape = 'an object {Name}, or its Name alone';

/**
 * What a link says of the type of an object: Kind where that is unknown, nothing where it is no
 * more.
 */
type StatedType = Pick<Description, 'Type' | 'Kind'>;

/**
 * Reads what kind of thing an object is: `Type` is an object, or a text with SubType and
 * SubTypeSchema beside it. Its Name may be a narrower word (`article`), which is then the SubType
 * where none is given.
 */
function readType(reading: Reading, object: Fields, parent: string): StatedType {
	const { Type } = object;
	const beside = readSubType(reading, object, parent);
	if (typeof Type === 'string') return typeOf(reading, Type, parent, 'Type', beside);
	const at = `${parent}/Type`;
	if (Type === undefined) refuse(reading, parent, `\`Type\` is missing; it must be ${typeShape}`);
	else if (!isObject(Type)) refuse(reading, at, `must be ${typeShape}, not ${kindOf(Type)}`);
	if (!isObject(Type)) return {};
	const fields = readFields(reading, Type, at, shapes.objectType);
	const own = readSubType(reading, fields, at);
	return typeOf(reading, fields.Name, at, 'Name', own.SubType === undefined ? beside : own);
}

type SubTyped = { SubType: string | undefined; SubTypeSchema: string | undefined };

function readSubType(reading: Reading, fields: Fields, at: string): SubTyped {
	return {
		SubType: optionalText(reading, fields.SubType, at, 'SubType', linkLimits.nameLength),
		SubTypeSchema: optionalText(reading, fields.SubTypeSchema, at, 'SubTypeSchema', linkLimits.nameLength),
	};
}

function typeOf(reading: Reading, value: unknown, at: string, field: string, given: SubTyped): StatedType {
	// Emitters leave it empty where a type is missing.
	const isEmpty = typeof value === 'string' && isBlank(value);
	const word = isEmpty ? 'unknown' : requiredText(reading, value, at, field, linkLimits.nameLength);
	const type = readObjectType(word);
	if (type === undefined && word !== '') refuseType(reading, `${at}/${field}`, word);
	const { SubType, SubTypeSchema } =
		given.SubType === undefined && type?.isNarrower ? { SubType: word, SubTypeSchema: undefined } : given;
	if (type === undefined) return {};
	const isKnown = type.name !== 'unknown';
	if (SubType === undefined) return isKnown ? { Type: { Name: type.name } } : {};
	const Kind = SubTypeSchema === undefined ? { SubType } : { SubType, SubTypeSchema };
	return isKnown ? { Type: { Name: type.name, ...Kind } } : { Kind };
}

function refuseType(reading: Reading, at: string, word: string): void {
	const near = nearestName(word, objectTypeNames);
	const advice = near === undefined ? `use one of ${objectTypeNames.join(', ')}` : `did you mean \`${near}\`?`;
	refuse(reading, at, `${quoted(word)} is not an object type; ${advice}`);
}

/**
 * Reads creators or publishers; those with neither a name nor an identifier say nothing and are
 * left out.
 */
function readAgents(reading: Reading, value: unknown, at: string): readonly Agent[] | undefined {
	if (value === undefined || value === null) return undefined;
	if (!Array.isArray(value)) return refuse(reading, at, `must be an array of objects {Name}, not ${kindOf(value)}`);
	if (!checkLength(reading, value, at, 0)) return undefined;
	const agents = value.map((agent, n) => readAgent(reading, agent, `${at}/${n}`));
	const named = agents.filter((agent) => agent !== undefined);
	return named.length === 0 ? undefined : named;
}

function readAgent(reading: Reading, value: unknown, at: string): Agent | undefined {
	if (!isObject(value)) return refuse(reading, at, `must be an object {Name}, not ${kindOf(value)}`);
	const fields = readFields(reading, value, at, shapes.agent);
	const Name = givenText(reading, fields.Name, at, 'Name', linkLimits.nameLength);
	const Identifier = readAgentIdentifier(reading, fields.Identifier, `${at}/Identifier`);
	if (Identifier !== undefined) return { Name: Name ?? '', Identifier };
	return Name === undefined ? undefined : { Name };
}

function readKeywords(reading: Reading, value: unknown, at: string): readonly string[] | undefined {
	if (value === undefined || value === null) return undefined;
	if (!Array.isArray(value)) {
		return refuse(reading, at, `must be an array of strings or of objects {Name}, not ${kindOf(value)}`);
	}
	if (!checkLength(reading, value, at, 0)) return undefined;
	const keywords = value.map((keyword, n) => readKeyword(reading, keyword, at, n));
	const filled = keywords.filter((keyword) => keyword !== undefined);
	return filled.length === 0 ? undefined : filled;
}

function readKeyword(reading: Reading, value: unknown, parent: string, n: number): string | undefined {
	if (typeof value === 'string') return optionalText(reading, value, parent, n, linkLimits.nameLength);
	const at = `${parent}/${n}`;
	if (!isObject(value)) return refuse(reading, at, `must be a string or an object {Name}, not ${kindOf(value)}`);
	const fields = readFields(reading, value, at, shapes.keyword);
	return givenText(reading, fields.Name, at, 'Name', linkLimits.nameLength);
}

/** Reads the journal or book and the place in it; undefined where nothing is given. */
function readContainer(reading: Reading, value: unknown, at: string): Container | undefined {
	if (value === undefined || value === null) return undefined;
	if (!isObject(value)) return refuse(reading, at, `must be an object {Title}, not ${kindOf(value)}`);
	const fields = readFields(reading, value, at, shapes.container);
	const container: Container = {};
	for (const field of containerTexts) {
		const text = optionalText(reading, fields[field], at, field, linkLimits.nameLength);
		if (text !== undefined) container[field] = text;
	}
	const issns = readIssns(reading, fields.ISSN, `${at}/ISSN`);
	if (issns.length > 0) container.ISSN = issns;
	return containerSize({ Container: container }) === 0 ? undefined : container;
}

function readIssns(reading: Reading, value: unknown, at: string): readonly string[] {
	if (value === undefined || value === null) return [];
	const isArray = Array.isArray(value);
	if (!isArray) refuse(reading, at, `must be an array of ISSNs, not ${kindOf(value)}`);
	if (!isArray || !checkLength(reading, value, at, 0, linkLimits.issns)) return [];
	return gatherIssns(value.flatMap((issn, n) => readIssn(reading, issn, at, n) ?? []));
}

function readIssn(reading: Reading, value: unknown, parent: string, n: number): string | undefined {
	const text = optionalText(reading, value, parent, n, linkLimits.schemeLength);
	if (text === undefined) return refuse(reading, `${parent}/${n}`, 'must be an ISSN');
	const issn = canonicalValue('issn', text);
	return issn ?? refuse(reading, `${parent}/${n}`, `${quoted(text)} is not an ISSN; correct or remove it`);
}
