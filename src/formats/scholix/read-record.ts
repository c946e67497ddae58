// Reads one Scholix link object into the domain's terms, or says what is wrong in it and where; knows nothing of batches and of JSON text.
import type { Problem } from '../../errors.ts';
import { type Identifier, readIdentifier } from '../../identifiers/index.ts';
import {
	type Agent,
	type Description,
	gatherKeywords,
	gatherPublishers,
	type ObjectTypeName,
	objectTypeNames,
} from '../../links/description.ts';
import type { Link, LinkedObject, Provenance } from '../../links/link.ts';
import { isDate } from '../../links/link-date.ts';
import { type RelationReading, readRelation } from '../../links/relation.ts';
import { linkLimits, reportLimits } from './limits.ts';
import { nearestName } from './nearest-name.ts';

/** Reads records one after the other. What it learns of identifiers is kept for the next record, so one reader serves one batch. */
export type RecordReader = {
	/** Reads the record at a position of the batch; undefined where something is wrong in it, and then `problems` says what. */
	read(record: unknown, position: number): Link | undefined;
	/** Says what is wrong in the record last read; pointers begin with its position: `/3/Source/Identifier/ID`. */
	problems(): readonly Problem[];
};

/** Starts a reader. `riskyText` tells whether strings may hold NUL or lone surrogates (see parseJson), which are looked for only then. */
export function createRecordReader(riskyText: boolean): RecordReader {
	const reading: Reading = {
		position: 0,
		explains: false,
		problems: [],
		failed: false,
		riskyText,
		identifiers: new Map(),
	};
	const begin = (explains: boolean) => {
		reading.explains = explains;
		reading.failed = false;
		reading.problems = [];
	};
	return {
		read(record, position) {
			reading.position = position;
			begin(false);
			const link = readLink(reading, record);
			if (!reading.failed) return link;
			begin(true);
			return readLink(reading, record);
		},
		problems: () => reading.problems,
	};
}

type Reading = {
	position: number;
	/** Says that pointers are written and problems noted: only for a record that has failed without, since they make a fifth of all garbage. */
	explains: boolean;
	failed: boolean;
	problems: Problem[];
	readonly riskyText: boolean;
	/** By scheme and ID as given: feeds name the same objects over and over. */
	readonly identifiers: Map<string, Map<string, Identifier>>;
};

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = {
	link: ['Source', 'Target', 'RelationshipType', 'LinkProvider', 'LinkPublicationDate', 'LicenseURL'],
	object: ['Identifier', 'Type', 'Title', 'Creator', 'PublicationDate', 'Publisher', 'Keywords'],
	identifier: ['ID', 'IDScheme', 'IDURL'],
	type: ['Name', 'SubType', 'SubTypeSchema'],
	agent: ['Name', 'Identifier'],
	keyword: ['Name'],
} as const;

// Below, `at` is a JSON pointer from the record on, where those are written (see below). A part that fails answers a stand-in: the record is refused as a whole in the end.

function readLink(reading: Reading, record: unknown): Link | undefined {
	if (!isObject(record)) return refuse(reading, '', `a link must be an object, not ${kindOf(record)}`);
	checkFields(reading, record, '', fieldsOf.link);
	const source = readObject(reading, record.Source, 'Source');
	const target = readObject(reading, record.Target, 'Target');
	const type = readRelationshipType(reading, record.RelationshipType);
	const provenances = readProvenances(reading, record, type);
	if (reading.failed || !source || !target || !type) return undefined;
	const { relation, swapped } = type.reading;
	return swapped
		? { source: target, relation, target: source, provenances }
		: { source, relation, target, provenances };
}

function readObject(reading: Reading, value: unknown, side: 'Source' | 'Target'): LinkedObject | undefined {
	if (value === undefined) return refuse(reading, '', `\`${side}\` is missing; it must be ${shapes.object}`);
	const at = `/${side}`;
	if (!isObject(value)) return refuse(reading, at, `must be ${shapes.object}, not ${kindOf(value)}`);
	checkFields(reading, value, at, fieldsOf.object);
	const identifiers = readIdentifiers(reading, value.Identifier, at);
	return { identifiers, description: readDescription(reading, value, at) };
}

const shapes = {
	object: 'an object with `Identifier` and `Type`',
	identifier: 'an object {ID, IDScheme}, or an array of them',
	type: 'an object {Name}',
	agents: 'an array of objects {Name}',
	keywords: 'an array of strings or of objects {Name}',
	date: 'a calendar date: YYYY, YYYY-MM, YYYY-MM-DD, or a date-time such as 2018-01-31T12:00:00Z',
} as const;

const nothingSaid: Description = Object.freeze({});
const typesByName: ReadonlyMap<string, { Name: ObjectTypeName }> = new Map(
	objectTypeNames.map((Name) => [Name, Object.freeze({ Name })]),
);

function readDescription(reading: Reading, object: Fields, at: string): Description {
	const Type = readType(reading, object.Type, at);
	const Title = optionalText(reading, object.Title, at, 'Title', linkLimits.titleLength);
	const Creator = readAgents(reading, object.Creator, at, 'Creator');
	const PublicationDate = optionalDate(reading, object.PublicationDate, at);
	const Publisher = readAgents(reading, object.Publisher, at, 'Publisher');
	const Keywords = readKeywords(reading, object.Keywords, at);
	const saysNothing = !Type && !Title && !Creator && !PublicationDate && !Publisher && !Keywords;
	if (saysNothing) return nothingSaid;
	const description: Description = {};
	if (Title) description.Title = Title;
	if (Creator) description.Creator = Creator;
	if (PublicationDate) description.PublicationDate = PublicationDate;
	if (Type) description.Type = Type;
	if (Publisher) description.Publisher = Publisher.length > 1 ? gatherPublishers(Publisher) : Publisher;
	if (Keywords) description.Keywords = gatherKeywords(Keywords);
	return description;
}

function readType(reading: Reading, type: unknown, parent: string): Description['Type'] {
	if (type === undefined) return refuse(reading, parent, `\`Type\` is missing; it must be ${shapes.type}`);
	const at = below(reading, parent, 'Type');
	if (!isObject(type)) return refuse(reading, at, `must be ${shapes.type}, not ${kindOf(type)}`);
	checkFields(reading, type, at, fieldsOf.type);
	const name = requiredText(reading, type.Name, at, 'Name', linkLimits.nameLength);
	const known = typesByName.get(name) ?? typesByName.get(name.toLowerCase());
	if (known === undefined && name !== '') {
		refuse(reading, `${at}/Name`, `${quoted(name)} is no object type; use one of ${objectTypeNames.join(', ')}`);
	}
	const SubType = optionalText(reading, type.SubType, at, 'SubType', linkLimits.nameLength);
	const SubTypeSchema = optionalText(reading, type.SubTypeSchema, at, 'SubTypeSchema', linkLimits.nameLength);
	if (known === undefined || known.Name === 'unknown') return undefined;
	if (SubType === undefined) return known;
	return SubTypeSchema === undefined ? { Name: known.Name, SubType } : { Name: known.Name, SubType, SubTypeSchema };
}

function readIdentifiers(reading: Reading, value: unknown, parent: string): readonly Identifier[] {
	const at = below(reading, parent, 'Identifier');
	if (value === undefined) {
		refuse(reading, parent, `\`Identifier\` is missing; it must be ${shapes.identifier}`);
		return [];
	}
	if (!Array.isArray(value)) {
		const identifier = readObjectIdentifier(reading, value, at);
		return identifier === undefined ? [] : [identifier];
	}
	if (!checkLength(reading, value, at, 1)) return [];
	const identifiers = value.map((one, n) => readObjectIdentifier(reading, one, below(reading, at, n)));
	return identifiers.filter((identifier) => identifier !== undefined);
}

function readObjectIdentifier(reading: Reading, value: unknown, at: string): Identifier | undefined {
	if (!isObject(value)) return refuse(reading, at, `must be ${shapes.identifier}, not ${kindOf(value)}`);
	const { ID, IDScheme } = value;
	const known = reading.identifiers.get(IDScheme as string)?.get(ID as string);
	if (known !== undefined) {
		checkFields(reading, value, at, fieldsOf.identifier);
		optionalText(reading, value.IDURL, at, 'IDURL', linkLimits.idLength);
		return known;
	}
	const given = readGivenIdentifier(reading, value, at);
	if (given === undefined) return undefined;
	const identifier = readIdentifier(given.ID, given.IDScheme);
	const problem = identifierProblem(identifier);
	if (problem !== undefined) return refuse(reading, `${at}/${problem.field}`, problem.message);
	remember(reading, given, identifier);
	return identifier;
}

/** Says why an identifier cannot be kept although its parts are filled; undefined where it can. */
export function identifierProblem({
	scheme,
	value,
}: Identifier): { field: 'ID' | 'IDScheme'; message: string } | undefined {
	if (scheme === '') return { field: 'IDScheme', message: blank };
	if (value === '') return { field: 'ID', message: blank };
	if (value.includes('\0'))
		return { field: 'ID', message: 'stands for text with the character NUL (%00); remove that' };
	return undefined;
}

function remember({ identifiers }: Reading, { ID, IDScheme }: GivenIdentifier, identifier: Identifier): void {
	const ofScheme = identifiers.get(IDScheme);
	if (ofScheme === undefined) identifiers.set(IDScheme, new Map([[ID, identifier]]));
	else ofScheme.set(ID, identifier);
}

type GivenIdentifier = { ID: string; IDScheme: string; IDURL?: string };

function readGivenIdentifier(reading: Reading, value: unknown, at: string): GivenIdentifier | undefined {
	if (!isObject(value)) return refuse(reading, at, `must be ${shapes.identifier}, not ${kindOf(value)}`);
	checkFields(reading, value, at, fieldsOf.identifier);
	const ID = requiredText(reading, value.ID, at, 'ID', linkLimits.idLength);
	const IDScheme = requiredText(reading, value.IDScheme, at, 'IDScheme', linkLimits.schemeLength);
	const IDURL = optionalText(reading, value.IDURL, at, 'IDURL', linkLimits.idLength);
	if (ID === '' || IDScheme === '') return undefined;
	return IDURL === undefined ? { ID, IDScheme } : { ID, IDScheme, IDURL };
}

/** Reads creators or publishers; those with neither a name nor an identifier say nothing and are left out. */
function readAgents(
	reading: Reading,
	value: unknown,
	parent: string,
	field: 'Creator' | 'Publisher',
): readonly Agent[] | undefined {
	if (value === undefined || value === null) return undefined;
	const at = below(reading, parent, field);
	if (!Array.isArray(value)) return refuse(reading, at, `must be ${shapes.agents}, not ${kindOf(value)}`);
	if (!checkLength(reading, value, at, 0)) return undefined;
	// Copied when the first one is not as it came: hardly any is, and copies were a tenth of all that reading leaves to the collector.
	let agents: (Agent | undefined)[] = value;
	for (let n = 0; n < value.length; n++) {
		const agent = readAgent(reading, value[n], below(reading, at, n));
		if (agent === value[n]) continue;
		if (agents === value) agents = [...value];
		agents[n] = agent;
	}
	const named = agents.includes(undefined) ? agents.filter((agent) => agent !== undefined) : (agents as Agent[]);
	return named.length === 0 ? undefined : named;
}

function readAgent(reading: Reading, value: unknown, at: string): Agent | undefined {
	if (!isObject(value)) return refuse(reading, at, `must be an object {Name}, not ${kindOf(value)}`);
	checkFields(reading, value, at, fieldsOf.agent);
	const Name = givenText(reading, value.Name, at, 'Name', linkLimits.nameLength);
	const Identifier = readAgentIdentifier(reading, value.Identifier, below(reading, at, 'Identifier'));
	if (Identifier !== undefined) return { Name: Name ?? '', Identifier };
	if (Name === undefined) return undefined;
	return value.Identifier === undefined ? (value as Agent) : { Name };
}

function readAgentIdentifier(reading: Reading, value: unknown, at: string): unknown {
	if (value === undefined || value === null) return undefined;
	if (!Array.isArray(value)) return readGivenIdentifier(reading, value, at);
	if (value.length === 0 || !checkLength(reading, value, at, 0)) return undefined;
	return value.map((item, n) => readGivenIdentifier(reading, item, below(reading, at, n)));
}

function readKeywords(reading: Reading, value: unknown, parent: string): readonly string[] | undefined {
	if (value === undefined || value === null) return undefined;
	const at = below(reading, parent, 'Keywords');
	if (!Array.isArray(value)) return refuse(reading, at, `must be ${shapes.keywords}, not ${kindOf(value)}`);
	if (!checkLength(reading, value, at, 0)) return undefined;
	const keywords: string[] = [];
	for (let n = 0; n < value.length; n++) {
		const keyword = readKeyword(reading, value[n], at, n);
		if (keyword !== undefined) keywords.push(keyword);
	}
	return keywords.length === 0 ? undefined : keywords;
}

function readKeyword(reading: Reading, value: unknown, parent: string, n: number): string | undefined {
	if (typeof value === 'string') return optionalText(reading, value, parent, n, linkLimits.nameLength);
	const at = below(reading, parent, n);
	if (!isObject(value)) return refuse(reading, at, `must be a string or an object {Name}, not ${kindOf(value)}`);
	checkFields(reading, value, at, fieldsOf.keyword);
	return givenText(reading, value.Name, at, 'Name', linkLimits.nameLength);
}

type RelationshipType = { reading: RelationReading; subType: string | undefined; subTypeSchema: string | undefined };

function readRelationshipType(reading: Reading, value: unknown): RelationshipType | undefined {
	const at = '/RelationshipType';
	if (value === undefined) return refuse(reading, '', `\`RelationshipType\` is missing; it must be ${shapes.type}`);
	if (!isObject(value)) return refuse(reading, at, `must be ${shapes.type}, not ${kindOf(value)}`);
	checkFields(reading, value, at, fieldsOf.type);
	const name = requiredText(reading, value.Name, at, 'Name', linkLimits.nameLength);
	const subType = optionalText(reading, value.SubType, at, 'SubType', linkLimits.nameLength);
	const subTypeSchema = optionalText(reading, value.SubTypeSchema, at, 'SubTypeSchema', linkLimits.nameLength);
	if (name === '') return undefined;
	const relation = readRelation(name, subType, subTypeSchema);
	if (relation === undefined) {
		const advice =
			'use References, IsReferencedBy, IsSupplementTo, IsSupplementedBy, IsRelatedTo or a relationType of DataCite 4.6';
		return refuse(reading, `${at}/Name`, `${quoted(name)} is no relation type; ${advice}`);
	}
	return { reading: relation, subType, subTypeSchema };
}

function readProvenances(reading: Reading, record: Fields, type: RelationshipType | undefined): readonly Provenance[] {
	const date = readLinkPublicationDate(reading, record.LinkPublicationDate);
	const license = optionalText(reading, record.LicenseURL, '', 'LicenseURL', linkLimits.idLength);
	const providers = record.LinkProvider;
	const at = '/LinkProvider';
	if (!Array.isArray(providers)) {
		if (providers === undefined) refuse(reading, '', `\`LinkProvider\` is missing; it must be ${shapes.agents}`);
		else refuse(reading, at, `must be ${shapes.agents}, not ${kindOf(providers)}`);
		return [];
	}
	if (!checkLength(reading, providers, at, 1)) return [];
	const provenances: Provenance[] = [];
	for (let n = 0; n < providers.length; n++) {
		const provenance: Provenance = { provider: readProvider(reading, providers[n], below(reading, at, n)), date };
		if (type?.subType !== undefined) {
			provenance.subType = type.subType;
			if (type.subTypeSchema !== undefined) provenance.subTypeSchema = type.subTypeSchema;
		}
		if (license !== undefined) provenance.license = license;
		provenances.push(provenance);
	}
	return provenances;
}

function readProvider(reading: Reading, value: unknown, at: string): string {
	if (!isObject(value)) {
		refuse(reading, at, `must be an object {Name}, not ${kindOf(value)}`);
		return '';
	}
	checkFields(reading, value, at, fieldsOf.agent);
	readAgentIdentifier(reading, value.Identifier, below(reading, at, 'Identifier'));
	return requiredText(reading, value.Name, at, 'Name', linkLimits.nameLength);
}

function readLinkPublicationDate(reading: Reading, value: unknown): string {
	if (typeof value === 'string' && isDate(value)) return value;
	if (value === undefined) refuse(reading, '', `\`LinkPublicationDate\` is missing; it must be ${shapes.date}`);
	else refuse(reading, '/LinkPublicationDate', `must be ${shapes.date}, not ${shown(value)}`);
	return '';
}

function optionalDate(reading: Reading, value: unknown, parent: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string' && isDate(value)) return value;
	return refuse(reading, `${parent}/PublicationDate`, `must be ${shapes.date}, not ${shown(value)}`);
}

const blank = 'must not be empty';

function requiredText(reading: Reading, value: unknown, at: string, field: string, limit: number): string {
	if (isText(reading, value, limit) && !isBlank(value)) return value;
	if (value === undefined) refuse(reading, at, `\`${field}\` is missing`);
	else refuse(reading, `${at}/${field}`, textProblem(value, limit));
	return '';
}

/** Reads a text that must be there; one of nothing but white space says nothing. */
function givenText(reading: Reading, value: unknown, at: string, field: string, limit: number): string | undefined {
	if (isText(reading, value, limit)) return isBlank(value) ? undefined : value;
	if (value === undefined) return refuse(reading, at, `\`${field}\` is missing`);
	return refuse(reading, `${at}/${field}`, textProblem(value, limit));
}

/** Reads a text that may be absent; one of nothing but white space is. */
function optionalText(
	reading: Reading,
	value: unknown,
	at: string,
	field: string | number,
	limit: number,
): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (!isText(reading, value, limit)) return refuse(reading, `${at}/${field}`, textProblem(value, limit));
	return isBlank(value) ? undefined : value;
}

function isText(reading: Reading, value: unknown, limit: number): value is string {
	return typeof value === 'string' && value.length <= limit && !(reading.riskyText && !isStorable(value));
}

/** Tells whether every engine can store a text: none takes half of a surrogate pair, PostgreSQL no NUL. */
export function isStorable(text: string): boolean {
	return text.isWellFormed() && !text.includes('\0');
}

function isBlank(text: string): boolean {
	const code = text.charCodeAt(0);
	if (code > 0x20 && code < 0x7f) return false;
	return text.trim() === '';
}

function textProblem(value: unknown, limit: number): string {
	if (typeof value !== 'string') return `must be a string, not ${kindOf(value)}`;
	if (value.length > limit) return `is ${value.length} characters long; ${limit} are allowed`;
	if (value.includes('\0')) return 'holds the character NUL (\\u0000), which cannot be stored; remove it';
	if (!value.isWellFormed())
		return 'holds half of a surrogate pair (\\ud800 to \\udfff), which is no character; repair or remove it';
	return blank;
}

function checkLength(reading: Reading, array: readonly unknown[], at: string, least: number): boolean {
	if (array.length >= least && array.length <= linkLimits.items) return true;
	if (array.length < least) refuse(reading, at, 'is an empty array; it must hold at least one');
	else refuse(reading, at, `holds ${array.length} items; ${linkLimits.items} are allowed`);
	return false;
}

function checkFields(reading: Reading, object: Fields, at: string, known: readonly string[]): void {
	for (const field in object) {
		if (!known.includes(field)) refuseField(reading, at, field, known);
	}
}

function refuseField(reading: Reading, at: string, field: string, known: readonly string[]): void {
	reading.failed = true;
	// What a field was perhaps meant to be takes a while to find, and a record may have a million unknown ones.
	if (!reading.explains || reading.problems.length >= reportLimits.problemsOfRecord) return;
	const near = nearestName(field, known);
	const advice = near === undefined ? `known here are ${known.join(', ')}` : `did you mean \`${near}\`?`;
	// A pointer as long as the whole body would help nobody: then it names the object that holds the field.
	const place = field.length > quotedLength ? at : `${at}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
	refuse(reading, place, `unknown field ${quoted(field)}; ${advice}`);
}

/** Points to a part of what `at` points to. */
function below({ explains }: Reading, at: string, part: string | number): string {
	return explains ? `${at}/${part}` : at;
}

function refuse(reading: Reading, at: string, message: string): undefined {
	reading.failed = true;
	if (!reading.explains) return;
	if (reading.problems.length >= reportLimits.problemsOfRecord) return;
	reading.problems.push({ pointer: `/${reading.position}${at}`, message });
}

const quotedLength = 100;

function quoted(text: string): string {
	return `\`${text.length > quotedLength ? `${text.slice(0, quotedLength).toWellFormed()}…` : text}\``;
}

function shown(value: unknown): string {
	return typeof value === 'string' ? quoted(value) : kindOf(value);
}

function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
