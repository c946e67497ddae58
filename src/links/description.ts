// The description of an object (title, creators …), and how two descriptions become one.
// Imported without the schemes, which modules that only need object types must not load.
import { compareText } from '../identifiers/identifier.ts';

export type ObjectTypeName = 'literature' | 'dataset' | 'software' | 'unknown';

/** Lists the object types, as stored and as a search may ask for them. */
export const objectTypeNames: readonly ObjectTypeName[] = ['literature', 'software', 'dataset', 'unknown'];

/**
 * Folds a word for the kind of an object, as vocabularies write it in several ways: `BookChapter`,
 * `book-chapter` and `Book chapter` are one.
 */
export function foldKind(word: string): string {
	return word.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Holds a person or organisation as given: a Name, and its Identifier as it came. */
export type Agent = { Name: string; Identifier?: unknown };

/** Lists what notices say of a work, the gravest first: that it was retracted, is doubted, was corrected. */
export const noticeKinds = ['retraction', 'concern', 'correction'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A notice about a work: of what kind, when it appeared, and what names it, as far as is known. */
export type Notice = { Kind: NoticeKind; Date?: string; Identifier?: { ID: string; IDScheme: string } };

/**
 * Describes an object. An absent field was not given; the type `unknown` counts as not given and is
 * never stored here. Field names are those of Scholix v3, so that an answer is written without
 * renaming. Publisher, Keywords and Notice are as gatherPublishers, gatherKeywords and gatherNotices
 * make them.
 */
export type Description = {
	Title?: string;
	Creator?: readonly Agent[];
	PublicationDate?: string;
	Type?: { Name: ObjectTypeName; SubType?: string; SubTypeSchema?: string };
	/** The kind given beside the type `unknown`: an image, an instrument. */
	Kind?: { SubType: string; SubTypeSchema?: string };
	Publisher?: readonly Agent[];
	Keywords?: readonly string[];
	Container?: Container;
	/** Of a book: `2nd`; of software or data, its version: `2.0.1`. Scholix has no such field. */
	Edition?: string;
	/** Where its publisher is: `Cambridge, MA`. Scholix has no such field. */
	PublisherPlace?: string;
	/** What was published about it. Scholix has no such field. */
	Notice?: readonly Notice[];
	/** Which of the fields no link states: a registry that was asked filled them in. */
	Filled?: readonly DescriptionField[];
};

/**
 * The journal, book or proceedings in which an object appeared, and where in it; at least one field
 * is there. Scholix has no such fields.
 */
export type Container = {
	Title?: string;
	/** Canonical, each once, sorted; see gatherIssns. */
	ISSN?: readonly string[];
	Volume?: string;
	Issue?: string;
	/** The first and last page, or the number of an article: `101-110`, `e1234`. */
	Pages?: string;
};

/** Lists the fields of a container that hold one text. */
export const containerTexts = ['Title', 'Volume', 'Issue', 'Pages'] as const;

/** Lists the fields of a description. */
export const descriptionFields = [
	'Title',
	'Creator',
	'PublicationDate',
	'Type',
	'Kind',
	'Publisher',
	'Keywords',
	'Container',
	'Edition',
	'PublisherPlace',
	'Notice',
] as const;
export type DescriptionField = (typeof descriptionFields)[number];

/** Lists the fields of which all that was given counts, not the latest. */
export const gatheredFields = ['Publisher', 'Keywords', 'Notice'] as const satisfies DescriptionField[];

/** Lists the fields that may be filled in: a notice counts whoever states another one. */
export const filledFields = descriptionFields.filter((field) => field !== 'Notice');

/** Whether a description has a field that no link states. */
export function isFilled({ Filled }: Description, field: DescriptionField): boolean {
	return Filled?.includes(field) ?? false;
}

/** Marks fields of a description, those that it has, as filled in. */
export function asFilled(description: Description, fields: readonly DescriptionField[] = filledFields): Description {
	const Filled = filledFields.filter((field) => description[field] !== undefined && fields.includes(field));
	return Filled.length === 0 ? description : { ...description, Filled };
}

/**
 * Bounds each list that one object gathers (gatheredFields). The first in order are kept, so that the
 * order in which links arrive does not matter.
 */
export const gatheredLimit = 1_000;

/** Writes a description as canonical JSON: equal descriptions give equal text. */
export function describeAsText(description: Description): string {
	const { Title, Creator, PublicationDate, Type, Kind, Publisher, Keywords, Container } = description;
	const { Edition, PublisherPlace, Notice, Filled } = description;
	return JSON.stringify({
		Title,
		Creator: Creator?.map(inOrder),
		PublicationDate,
		Type: Type && {
			Name: Type.Name,
			SubType: Type.SubType,
			SubTypeSchema: Type.SubTypeSchema,
		},
		Kind: Kind && { SubType: Kind.SubType, SubTypeSchema: Kind.SubTypeSchema },
		Publisher: Publisher?.map(inOrder),
		Keywords,
		Container: Container && {
			Title: Container.Title,
			ISSN: Container.ISSN,
			Volume: Container.Volume,
			Issue: Container.Issue,
			Pages: Container.Pages,
		},
		Edition,
		PublisherPlace,
		Notice: Notice?.map(noticeInOrder),
		Filled,
	});
}

function inOrder(agent: Agent): Agent {
	const { Name, Identifier } = agent;
	return Identifier === undefined ? agent : { Name, Identifier };
}

function noticeInOrder({ Kind, Date: date, Identifier }: Notice): Notice {
	const named = Identifier && { ID: Identifier.ID, IDScheme: Identifier.IDScheme };
	return { Kind, ...(date !== undefined && { Date: date }), ...(named && { Identifier: named }) };
}

/**
 * Joins two descriptions of one object: each field of `later` replaces that of `earlier`, Publisher,
 * Keywords and Notice gather. What was filled in gives way to what a link states, whichever came first. A
 * Container counts as a whole, since pages of one journal are not to stand beside the title of
 * another: a later one with fewer fields leaves the earlier one as it is. A bare type of the same
 * name says no more than is known, so it leaves the SubType as it is. Since that depends on what came
 * in between, several are to be joined from the earliest on.
 */
export function joinDescriptions(earlier: Description, later: Description): Description {
	if (earlier.Filled === undefined && later.Filled === undefined) return joinAlike(earlier, later);
	const [one, other] = [{ ...earlier }, { ...later }];
	const Filled: DescriptionField[] = [];
	for (const field of descriptionFields) {
		const states = [earlier, later].filter((each) => each[field] !== undefined && !isFilled(each, field));
		if (states.length === 0 && (one[field] ?? other[field]) !== undefined) Filled.push(field);
		if (states.length === 1) delete (states[0] === earlier ? other : one)[field];
	}
	const { Filled: _, ...joined } = joinAlike(one, other);
	return Filled.length === 0 ? joined : { ...joined, Filled };
}

/** Joins descriptions of which both state, or both fill in, what they have in common. */
function joinAlike(earlier: Description, later: Description): Description {
	const joined: Description = { ...earlier, ...later };
	if (earlier.Type && later.Type && isBareType(later.Type) && earlier.Type.Name === later.Type.Name) {
		joined.Type = earlier.Type;
	}
	if (earlier.Container && containerSize(later) < containerSize(earlier)) joined.Container = earlier.Container;
	if (earlier.Publisher && later.Publisher) joined.Publisher = gatherPublishers(earlier.Publisher, later.Publisher);
	if (earlier.Keywords && later.Keywords) joined.Keywords = gatherKeywords(earlier.Keywords, later.Keywords);
	if (earlier.Notice && later.Notice) joined.Notice = gatherNotices(earlier.Notice, later.Notice);
	return joined;
}

/** Whether a type has only its name. */
export function isBareType({ SubType, SubTypeSchema }: NonNullable<Description['Type']>): boolean {
	return SubType === undefined && SubTypeSchema === undefined;
}

/** Counts the fields of a description's container: 0 to 5. */
export function containerSize({ Container }: Description): number {
	return Container === undefined ? 0 : Object.values(Container).filter((value) => value !== undefined).length;
}

/**
 * Gathers publishers, each once, in the order of their names and then of their identifiers' JSON.
 */
export function gatherPublishers(...lists: (readonly Agent[])[]): readonly Agent[] {
	return gather(lists, compareAgents);
}

/** Gathers keywords, each once, sorted. */
export function gatherKeywords(...lists: (readonly string[])[]): readonly string[] {
	return gather(lists, compareText);
}

/** Gathers notices, each once: the gravest kinds first, of one kind the earliest, undated ones last. */
export function gatherNotices(...lists: (readonly Notice[])[]): readonly Notice[] {
	return gather(
		lists.map((list) => list.map(noticeInOrder)),
		compareNotices,
	);
}

/** Gathers canonical ISSNs, each once, sorted. */
export function gatherIssns(...lists: (readonly string[])[]): readonly string[] {
	return gather(lists, compareText);
}

function gather<T>(lists: (readonly T[])[], compare: (one: T, other: T) => number): readonly T[] {
	const sorted = lists.flat().sort(compare);
	const distinct = sorted.filter((value, at) => at === 0 || compare(sorted[at - 1] as T, value) !== 0);
	return distinct.slice(0, gatheredLimit);
}

function compareNotices(one: Notice, other: Notice): number {
	const place = noticeKinds.indexOf(one.Kind) - noticeKinds.indexOf(other.Kind);
	return place || compareText(JSON.stringify(one), JSON.stringify(other));
}

function compareAgents(one: Agent, other: Agent): number {
	if (one.Name !== other.Name || one.Identifier === other.Identifier) return compareText(one.Name, other.Name);
	return compareText(JSON.stringify(one.Identifier) ?? '', JSON.stringify(other.Identifier) ?? '');
}
