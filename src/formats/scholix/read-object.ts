// Reads the Source or Target of a Scholix link: its identifiers and what is said about it.
import {
	type Agent,
	type Description,
	gatherKeywords,
	gatherPublishers,
	objectTypeNames,
} from '../../links/description.ts';
import type { LinkedObject } from '../../links/link.ts';
import { linkLimits } from './limits.ts';
import { readPublicationDate } from './read-dates.ts';
import { readAgentIdentifier, readIdentifiers } from './read-identifiers.ts';
import {
	checkFields,
	checkLength,
	givenText,
	isObject,
	kindOf,
	optionalText,
	quoted,
	type Reading,
	refuse,
	requiredText,
} from './record-reading.ts';

const shape = 'an object with `Identifier` and `Type`';
const objectFields = ['Identifier', 'Type', 'Title', 'Creator', 'PublicationDate', 'Publisher', 'Keywords'];

/** Reads one side of a link; undefined where it is no object at all. */
export function readObject(reading: Reading, value: unknown, side: 'Source' | 'Target'): LinkedObject | undefined {
	if (value === undefined) return refuse(reading, '', `\`${side}\` is missing; it must be ${shape}`);
	const at = `/${side}`;
	if (!isObject(value)) return refuse(reading, at, `must be ${shape}, not ${kindOf(value)}`);
	checkFields(reading, value, at, objectFields);
	const identifiers = readIdentifiers(reading, value.Identifier, at);
	const description: Description = {};
	const Type = readType(reading, value.Type, at);
	const Title = optionalText(reading, value.Title, at, 'Title', linkLimits.titleLength);
	const Creator = readAgents(reading, value.Creator, `${at}/Creator`);
	const PublicationDate = readPublicationDate(reading, value.PublicationDate, at);
	const Publisher = readAgents(reading, value.Publisher, `${at}/Publisher`);
	const Keywords = readKeywords(reading, value.Keywords, `${at}/Keywords`);
	if (Type) description.Type = Type;
	if (Title) description.Title = Title;
	if (Creator) description.Creator = Creator;
	if (PublicationDate) description.PublicationDate = PublicationDate;
	if (Publisher) description.Publisher = gatherPublishers(Publisher);
	if (Keywords) description.Keywords = gatherKeywords(Keywords);
	return { identifiers, description };
}

const typeShape = 'an object {Name}';
const typeFields = ['Name', 'SubType', 'SubTypeSchema'];

/** Reads what kind of thing an object is; `unknown` says nothing and is left out. */
function readType(reading: Reading, type: unknown, parent: string): Description['Type'] {
	if (type === undefined) return refuse(reading, parent, `\`Type\` is missing; it must be ${typeShape}`);
	const at = `${parent}/Type`;
	if (!isObject(type)) return refuse(reading, at, `must be ${typeShape}, not ${kindOf(type)}`);
	checkFields(reading, type, at, typeFields);
	const given = requiredText(reading, type.Name, at, 'Name', linkLimits.nameLength);
	const Name = objectTypeNames.find((name) => name === given.toLowerCase());
	if (Name === undefined && given !== '') {
		refuse(reading, `${at}/Name`, `${quoted(given)} is no object type; use one of ${objectTypeNames.join(', ')}`);
	}
	const SubType = optionalText(reading, type.SubType, at, 'SubType', linkLimits.nameLength);
	const SubTypeSchema = optionalText(reading, type.SubTypeSchema, at, 'SubTypeSchema', linkLimits.nameLength);
	if (Name === undefined || Name === 'unknown') return undefined;
	if (SubType === undefined) return { Name };
	return SubTypeSchema === undefined ? { Name, SubType } : { Name, SubType, SubTypeSchema };
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

const agentFields = ['Name', 'Identifier'];

function readAgent(reading: Reading, value: unknown, at: string): Agent | undefined {
	if (!isObject(value)) return refuse(reading, at, `must be an object {Name}, not ${kindOf(value)}`);
	checkFields(reading, value, at, agentFields);
	const Name = givenText(reading, value.Name, at, 'Name', linkLimits.nameLength);
	const Identifier = readAgentIdentifier(reading, value.Identifier, `${at}/Identifier`);
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

const keywordFields = ['Name'];

function readKeyword(reading: Reading, value: unknown, parent: string, n: number): string | undefined {
	if (typeof value === 'string') return optionalText(reading, value, parent, n, linkLimits.nameLength);
	const at = `${parent}/${n}`;
	if (!isObject(value)) return refuse(reading, at, `must be a string or an object {Name}, not ${kindOf(value)}`);
	checkFields(reading, value, at, keywordFields);
	return givenText(reading, value.Name, at, 'Name', linkLimits.nameLength);
}
