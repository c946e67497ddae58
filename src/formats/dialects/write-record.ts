// Writes what a dialect says as the broker's own link objects (Scholix), which is what is stored of
// it. It knows no single dialect.

import { linkLimits } from '../../links/limits.ts';
import { canonicalDate } from '../../links/link-date.ts';
import { readRelation } from '../../links/relation.ts';
import type { GivenLink, GivenRecord } from './dialect.ts';
import { cut, type WrittenObject, writeObject } from './write-object.ts';

/** A link object of Scholix v3, as `POST /events` takes it. */
export type WrittenLink = {
	Source: WrittenObject;
	Target: WrittenObject;
	RelationshipType: { Name: string; SubType?: string; SubTypeSchema?: string };
	LinkProvider: { Name: string }[];
	LinkPublicationDate: string;
};

/** What stands for what a record does not say. */
export type Defaults = {
	/** Undefined: a record without a provider has no links. */
	provider: string | undefined;
	/** A date of Scholix. */
	date: string;
};

/** What became of a record. */
export type WrittenRecord = {
	links: WrittenLink[];
	/** Links of objects to themselves, which carry what is said of them. */
	descriptions: WrittenLink[];
	/** How many of the links have a date of their own or of their record. */
	dated: number;
	/** What is no link, and why, in a few words each. */
	leftOut: string[];
};

/** Why something of a record is no link. */
export const noProvider = 'nobody is named who says it, and no provider is given';

/**
 * Writes the links of a record. What is said of its subject stands in its first link alone: three
 * hundred references need not repeat the creators. What has no link is carried by a link of the
 * object to itself, which makes no relationship, but is kept as a description, and as the record of
 * its provider on this Source.
 */
export function writeRecord(record: GivenRecord, defaults: Defaults): WrittenRecord {
	const written: WrittenRecord = { links: [], descriptions: [], dated: 0, leftOut: [...(record.leftOut ?? [])] };
	const subject = record.subject && writeObject(record.subject);
	const provider = nameOf(record.provider) ?? nameOf(defaults.provider);
	const recordDate = dateOf(record.date);
	let spoken = subject;
	for (const link of record.isGone ? [] : record.links) {
		const source = link.source ? writeObject(link.source) : spoken;
		const target = writeObject(link.target);
		const by = nameOf(link.provider) ?? provider;
		const problem = problemOf(link, source, target, by);
		if (problem !== undefined) written.leftOut.push(problem);
		if (problem !== undefined || !source || !target || by === undefined) continue;
		const said = dateOf(link.date) ?? recordDate;
		if (said !== undefined) written.dated++;
		written.links.push(linkOf(source, link, target, by, said ?? defaults.date));
		if (spoken !== undefined && source === spoken) spoken = mention(spoken);
	}
	const unlinked = subject && spoken === subject ? [record.isGone ? mention(subject) : subject] : [];
	const alone = [...unlinked, ...describedObjects(record)];
	if (alone.length > 0 && provider === undefined) written.leftOut.push(noProvider);
	if (provider === undefined) return written;
	const date = recordDate ?? defaults.date;
	written.descriptions = alone.map((object) =>
		linkOf(object, { relation: 'IsRelatedTo' }, mention(object), provider, date),
	);
	return written;
}

function problemOf(
	{ relation }: GivenLink,
	source: WrittenObject | undefined,
	target: WrittenObject | undefined,
	provider: string | undefined,
): string | undefined {
	if (readRelation(relation) === undefined) return 'the relation has no name of letters';
	if (source === undefined) return `${relation}: the source has no identifier`;
	if (target === undefined) return `${relation}: the target has no identifier`;
	return provider === undefined ? noProvider : undefined;
}

/** Names an object without saying anything of it. */
function mention({ Identifier, Type }: WrittenObject): WrittenObject {
	return { Identifier: Identifier.slice(0, 1), Type };
}

function linkOf(
	Source: WrittenObject,
	{ relation, subType, subTypeSchema }: Pick<GivenLink, 'relation' | 'subType' | 'subTypeSchema'>,
	Target: WrittenObject,
	provider: string,
	date: string,
): WrittenLink {
	const [narrow, schema] = [nameOf(subType), nameOf(subTypeSchema)];
	const type: WrittenLink['RelationshipType'] = { Name: relation.trim() };
	if (narrow !== undefined) type.SubType = narrow;
	if (narrow !== undefined && schema !== undefined) type.SubTypeSchema = schema;
	return {
		...{ Source, Target, RelationshipType: type },
		...{ LinkProvider: [{ Name: provider }], LinkPublicationDate: date },
	};
}

/** Answers a name as an event may hold it; undefined where nothing is left. */
function nameOf(text: string | undefined): string | undefined {
	return cut(text, linkLimits.nameLength);
}

function describedObjects({ objects = [] }: GivenRecord): WrittenObject[] {
	return objects.map(writeObject).filter((object) => object !== undefined);
}

/** Reads a date that somebody else wrote; undefined where it is none. */
function dateOf(text: string | undefined): string | undefined {
	return text === undefined ? undefined : canonicalDate(text);
}
