// What a feed says about an object (title, creators, date, type …) and how two such descriptions become one; knows no storage.
import { compareText } from '../identifiers/index.ts';

export type ObjectTypeName = 'literature' | 'dataset' | 'software' | 'unknown';

/** Lists the object types, as stored and as a search may ask for them. */
export const objectTypeNames: readonly ObjectTypeName[] = ['literature', 'software', 'dataset', 'unknown'];

/** Holds a person or organisation as given: at least a Name; further Scholix fields of it (Identifier) are kept as they came. */
export type Agent = { Name: string; Identifier?: unknown };

/**
 * Describes an object. Absent means "not said"; type `unknown` counts as not said and is never stored here.
 * Field names are the wire's (Scholix v3), so that an answer is written without renaming.
 * Publisher and Keywords are as `gatherPublishers` and `gatherKeywords` leave them.
 */
export type Description = {
	Title?: string;
	Creator?: readonly Agent[];
	PublicationDate?: string;
	Type?: { Name: ObjectTypeName; SubType?: string; SubTypeSchema?: string };
	Publisher?: readonly Agent[];
	Keywords?: readonly string[];
};

/** Bounds how many publishers and how many keywords gather on one object; the first in order are kept, so that the order of arrival does not show. */
export const gatheredLimit = 1_000;

/** Writes a description as canonical JSON: equal descriptions give equal text. */
export function describeAsText({ Title, Creator, PublicationDate, Type, Publisher, Keywords }: Description): string {
	return JSON.stringify({
		Title,
		Creator: Creator?.map(inOrder),
		PublicationDate,
		Type: Type && {
			Name: Type.Name,
			SubType: Type.SubType,
			SubTypeSchema: Type.SubTypeSchema,
		},
		Publisher: Publisher?.map(inOrder),
		Keywords,
	});
}

function inOrder(agent: Agent): Agent {
	const { Name, Identifier } = agent;
	return Identifier === undefined ? agent : { Name, Identifier };
}

/** Joins two descriptions of one object: each field of `later` replaces that of `earlier`, Publisher and Keywords gather. */
export function joinDescriptions(earlier: Description, later: Description): Description {
	const joined: Description = { ...earlier, ...later };
	if (earlier.Publisher && later.Publisher) joined.Publisher = gatherPublishers(earlier.Publisher, later.Publisher);
	if (earlier.Keywords && later.Keywords) joined.Keywords = gatherKeywords(earlier.Keywords, later.Keywords);
	return joined;
}

/** Tells that joining `later` to `earlier` changes nothing; where it cannot tell cheaply it says no. */
export function addsNothing(earlier: Description, later: Description): boolean {
	if (earlier === later) return true;
	return (
		(later.Title === undefined || later.Title === earlier.Title) &&
		(later.PublicationDate === undefined || later.PublicationDate === earlier.PublicationDate) &&
		(later.Type === undefined || sameType(later.Type, earlier.Type)) &&
		(later.Creator === undefined || sameList(later.Creator, earlier.Creator, sameAgent)) &&
		(later.Publisher === undefined || sameList(later.Publisher, earlier.Publisher, sameAgent)) &&
		(later.Keywords === undefined || sameList(later.Keywords, earlier.Keywords, Object.is))
	);
}

/** Gathers publishers, each once, in the order of their names and then of their identifiers' JSON. */
export function gatherPublishers(...lists: (readonly Agent[])[]): readonly Agent[] {
	return gather(lists, compareAgents);
}

/** Gathers keywords, each once, sorted. */
export function gatherKeywords(...lists: (readonly string[])[]): readonly string[] {
	return gather(lists, compareText);
}

function gather<T>(lists: (readonly T[])[], compare: (one: T, other: T) => number): readonly T[] {
	const sorted = lists.flat().sort(compare);
	const distinct = sorted.filter((value, at) => at === 0 || compare(sorted[at - 1] as T, value) !== 0);
	return distinct.slice(0, gatheredLimit);
}

function sameType(one: NonNullable<Description['Type']>, other: Description['Type']): boolean {
	if (one === other) return true;
	return one.Name === other?.Name && one.SubType === other.SubType && one.SubTypeSchema === other.SubTypeSchema;
}

function sameList<T>(one: readonly T[], other: readonly T[] | undefined, same: (one: T, other: T) => boolean): boolean {
	return other !== undefined && one.length === other.length && one.every((value, at) => same(value, other[at] as T));
}

function sameAgent(one: Agent, other: Agent): boolean {
	return one.Name === other.Name && one.Identifier === other.Identifier;
}

function compareAgents(one: Agent, other: Agent): number {
	if (one.Name !== other.Name || one.Identifier === other.Identifier) return compareText(one.Name, other.Name);
	return compareText(JSON.stringify(one.Identifier) ?? '', JSON.stringify(other.Identifier) ?? '');
}
