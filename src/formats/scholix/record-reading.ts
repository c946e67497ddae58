// Reads texts, arrays and the known fields of a record, in the letter cases that senders use, and
// collects its problems.
import { countEdits, shortened } from '../../errors/wrong-input.ts';
import type { Problem } from '../../errors.ts';
import { linkLimits, reportLimits } from '../../links/limits.ts';

/**
 * Holds what reading one record has found wrong so far. A part that fails answers undefined or an
 * empty value and reading goes on, so that a sender sees all problems at once; the record is
 * refused in the end where there are any.
 */
export type Reading = {
	/** The record's position in the batch, with which its pointers begin. */
	readonly position: number;
	readonly problems: Problem[];
	/** Whether the record was accepted before, perhaps under other rules. */
	readonly isStored?: boolean;
	/**
	 * Leads from the pointer of a field, as its reader names it, to the name under which it was given;
	 * absent where all names are as readers say them.
	 */
	renamed?: Map<string, string>;
};

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Notes a problem at a JSON pointer, which is given from the record on: `/Source/Identifier/ID`.
 */
export function refuse({ problems, position, renamed }: Reading, at: string, message: string): undefined {
	if (problems.length >= reportLimits.problemsOfRecord) return;
	problems.push({ pointer: `/${position}${renamed === undefined ? at : pointerAsGiven(at, renamed)}`, message });
}

function pointerAsGiven(at: string, renamed: ReadonlyMap<string, string>): string {
	let known = '';
	let given = '';
	for (const name of at.split('/').slice(1)) {
		known += `/${name}`;
		given += `/${renamed.get(known) ?? name}`;
	}
	return given;
}

/**
 * Answers the fields of an object under the names that its shape has for them. Refuses fields that
 * the shape does not know, and one that is given under two names.
 */
export function readFields(reading: Reading, object: Fields, at: string, shape: Shape): Fields {
	for (const field in object) if (!shape.known.has(field)) return renameFields(reading, object, at, shape);
	return object;
}

function renameFields(reading: Reading, object: Fields, at: string, { known, meanings }: Shape): Fields {
	const fields: Record<string, unknown> = {};
	const given = new Map<string, string>();
	for (const name in object) {
		const folded = name.toLowerCase();
		const field = meanings.get(folded);
		const first = field === undefined ? undefined : given.get(field);
		if (first !== undefined) {
			refuse(reading, `${at}/${name}`, `gives ${quoted(first)} again; give one of them`);
		} else if (field !== undefined) {
			fields[field] = object[name];
			given.set(field, name);
			if (name === field) continue;
			reading.renamed ??= new Map();
			reading.renamed.set(`${at}/${field}`, name);
		} else if (!meanings.has(folded)) refuseField(reading, at, name, [...known]);
	}
	return fields;
}

function refuseField(reading: Reading, at: string, field: string, known: readonly string[]): void {
	// The nearest name takes a while to find, and a record may have a million unknown fields.
	if (reading.problems.length >= reportLimits.problemsOfRecord) return;
	const near = nearestName(field, known);
	const advice = near === undefined ? `known here are ${known.join(', ')}` : `did you mean \`${near}\`?`;
	// A pointer as long as the whole body would help nobody. Instead it names the object that holds
	// the field.
	const place = field.length > quotedLength ? at : `${at}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
	refuse(reading, place, `unknown field ${quoted(field)}; ${advice}`);
}

/**
 * Refuses an array with fewer than `least` items or more than `most`, and answers whether it is
 * right.
 */
export function checkLength(
	reading: Reading,
	array: readonly unknown[],
	at: string,
	least: number,
	most: number = linkLimits.items,
): boolean {
	if (array.length < least) refuse(reading, at, 'is an empty array; it must hold at least one');
	else if (array.length > most) refuse(reading, at, `holds ${array.length} items; ${most} are allowed`);
	else return true;
	return false;
}

/**
 * Reads a text that must be there and hold more than white space, without extra white space; ''
 * where it does not.
 */
export function requiredText(reading: Reading, value: unknown, at: string, field: string, limit: number): string {
	return withoutExtraSpace(requiredValue(reading, value, at, field, limit));
}

/**
 * Reads a value that must be there and hold more than white space, as it is; '' where it does not.
 */
export function requiredValue(reading: Reading, value: unknown, at: string, field: string, limit: number): string {
	if (isText(value, limit) && !isBlank(value)) return value;
	if (value === undefined) refuse(reading, at, `\`${field}\` is missing`);
	else refuse(reading, `${at}/${field}`, textProblem(value, limit));
	return '';
}

/**
 * Reads a text that must be there, without extra white space; one of nothing else says nothing.
 */
export function givenText(
	reading: Reading,
	value: unknown,
	at: string,
	field: string,
	limit: number,
): string | undefined {
	if (isText(value, limit)) return withoutExtraSpace(value) || undefined;
	if (value === undefined) return refuse(reading, at, `\`${field}\` is missing`);
	return refuse(reading, `${at}/${field}`, textProblem(value, limit));
}

/**
 * Reads a text that may be absent or null, without extra white space; one of nothing else counts as
 * absent.
 */
export function optionalText(
	reading: Reading,
	value: unknown,
	at: string,
	field: string | number,
	limit: number,
): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (!isText(value, limit)) return refuse(reading, `${at}/${field}`, textProblem(value, limit));
	return withoutExtraSpace(value) || undefined;
}

const extraSpace = /[^\S ]| {2}|^ | $/;

/**
 * White space around a text is none of it, and a run of it, whatever it consists of, is a blank.
 */
function withoutExtraSpace(text: string): string {
	// Nearly all texts are right, and looking is quicker than replacing.
	return extraSpace.test(text) ? text.trim().replaceAll(/\s+/g, ' ') : text;
}

/**
 * Returns whether every engine can store a text: none takes half of a surrogate pair, PostgreSQL no
 * NUL.
 */
export function isStorable(text: string): boolean {
	return text.isWellFormed() && !text.includes('\0');
}

function isText(value: unknown, limit: number): value is string {
	return typeof value === 'string' && value.length <= limit && isStorable(value);
}

/** Returns a text of nothing but white space. */
export function isBlank(text: string): boolean {
	return text.trim() === '';
}

/** Says of a text that it has nothing in it. */
export const blank = 'must not be empty';

function textProblem(value: unknown, limit: number): string {
	if (typeof value !== 'string') return `must be a string, not ${kindOf(value)}`;
	if (value.length > limit) return `is ${value.length} characters long; ${limit} are allowed`;
	if (value.includes('\0')) return 'holds the character NUL (\\u0000), which cannot be stored; remove it';
	if (!value.isWellFormed())
		return 'holds half of a surrogate pair (\\ud800 to \\udfff), which is not a character; repair or remove it';
	return blank;
}

const quotedLength = 100;

/** Quotes a text, shortened where it is long. */
export function quoted(text: string): string {
	return `\`${shortened(text, quotedLength)}\``;
}

/** Returns an object from an array and from everything else. */
export function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names the kind of a JSON value: `a string`, `an array`, `null`. */
export function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Finds the known name nearest to one that is not known: at most two letters off, less for short
 * ones; undefined where none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
	const folded = name.toLowerCase();
	let nearest: string | undefined;
	let least = Math.min(2, Math.floor(name.length / 3)) + 1;
	for (const candidate of known) {
		// Longer names are never near, and comparing them would cost the product of the lengths.
		if (Math.abs(candidate.length - name.length) >= least) continue;
		const distance = countEdits(folded, candidate.toLowerCase());
		if (distance >= least) continue;
		least = distance;
		nearest = candidate;
	}
	return nearest;
}

/** Lists the fields that one kind of object may have. */
type Shape = {
	/** The fields that are read, as this program and Scholix v3 write them. */
	readonly known: ReadonlySet<string>;
	/**
	 * Leads from a name in lower case to the field that it means, and to undefined for one that is
	 * accepted and not read.
	 */
	readonly meanings: ReadonlyMap<string, string | undefined>;
};

/**
 * Describes a kind of object. Services of the field write names in letter cases of their own
 * (`source`, `IDUrl`), so letter case says nothing. `others` are further names of fields, `unread`
 * ones that say nothing of the link.
 */
function shape(
	known: readonly string[],
	{ others = {}, unread = [] }: { others?: Readonly<Record<string, string>>; unread?: readonly string[] } = {},
): Shape {
	const meanings = new Map<string, string | undefined>();
	for (const field of unread) meanings.set(field.toLowerCase(), undefined);
	for (const [name, field] of Object.entries(others)) meanings.set(name.toLowerCase(), field);
	for (const field of known) meanings.set(field.toLowerCase(), field);
	return { known: new Set(known), meanings };
}

const typed = ['Name', 'SubType', 'SubTypeSchema'];

/** Describes every kind of object in a link. */
export const shapes = {
	link: shape(['Source', 'Target', 'RelationshipType', 'LinkProvider', 'LinkPublicationDate', 'LicenseURL'], {
		// When a hub harvested the link, its address there, and what answers of a broker have besides.
		unread: [
			...['HarvestDate', 'HarvestedDate', 'Url', 'Via', 'ViaTotal'],
			...['LinkHistory', 'LinkHistoryTotal', 'AllLinkHistory', 'Flags'],
		],
	}),
	object: shape(
		[
			...[
				'Identifier',
				'Type',
				'SubType',
				'SubTypeSchema',
				'Title',
				'TitleMarkup',
				'Creator',
				'PublicationDate',
				'Publisher',
			],
			...['Keywords', 'Container', 'Edition', 'PublisherPlace', 'Notice', 'Filled'],
		],
		{
			others: { Keyword: 'Keywords' },
			unread: [
				...['CreatorTotal', 'PublisherTotal', 'KeywordsTotal', 'NoticeTotal'],
				...['IdentifierTotal', 'AllIdentifiers', 'Versions', 'VersionsTotal', 'AllVersions'],
			],
		},
	),
	identifier: shape(['ID', 'IDScheme', 'IDURL']),
	objectType: shape(typed),
	relationshipType: shape(typed),
	agent: shape(['Name', 'Identifier']),
	keyword: shape(['Name']),
	notice: shape(['Kind', 'Date', 'Identifier']),
	container: shape(['Title', 'ISSN', 'Volume', 'Issue', 'Pages']),
} satisfies Record<string, Shape>;

/** Returns whether a value has two fields of a link, so that it may be meant as one. */
export function mayBeLink(value: unknown): boolean {
	return countLinkFields(value) >= 2;
}

/** Counts the fields of a link among those of a value. */
export function countLinkFields(value: unknown): number {
	const isField = (name: string) => shapes.link.meanings.get(name.toLowerCase()) !== undefined;
	return isObject(value) ? Object.keys(value).filter(isField).length : 0;
}
