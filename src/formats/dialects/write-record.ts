// Writes the records of a dialect as the broker's own link objects (Scholix), the form that is
// stored.

import { linkLimits } from '../../links/limits.ts';
import { canonicalDate } from '../../links/link-date.ts';
import { wrongProvider } from '../../links/names.ts';
import { noticing } from '../../links/notices.ts';
import { readRelation } from '../../links/relation.ts';
import type { GivenLink, GivenObject, GivenRecord } from './dialect.ts';
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

/**
 * What becomes of a part of a record: a link, whose date is its own or its record's, or stands for
 * one that is missing; a withdrawn link; a link of an object to itself, which carries what
 * describes it; or why it is no link, in a few words.
 */
export type WrittenPart =
	| { kind: 'link'; link: WrittenLink; isDated: boolean }
	| { kind: 'withdrawn' | 'description'; link: WrittenLink }
	| { kind: 'left out'; reason: string };

/** Why something of a record is no link. */
export const noProvider = 'no provider is named or given';
const holderLink = 'a link to a journal or community that holds the work';
const misleadingProvider = 'the name of the provider cannot be read, or its letters pass for others';

/**
 * Writes the parts of a record one by one. The description of its subject stands in its first link
 * alone: three hundred references need not repeat the creators. What has no link is carried by a
 * link of the object to itself, which makes no relationship, but is kept as a description, and as
 * the record of its provider on this Source.
 */
export function* writeRecord(record: GivenRecord, defaults: Defaults): Generator<WrittenPart> {
	yield* leftOut(record.leftOut ?? []);
	const miswritten: string[] = [];
	const subject = record.subject && writeObject(record.subject, miswritten);
	yield* leftOut(miswritten.splice(0));
	const provider = nameOf(record.provider) ?? nameOf(defaults.provider);
	const recordDate = dateOf(record.date);
	let spoken = subject;
	const [sources, targets] = [createObjectWriter(), createObjectWriter()];
	for (const link of record.isWithdrawn ? [] : record.links) {
		const [source, wrongAtSource] = link.source ? sources(link.source) : [spoken, []];
		const [target, wrongAtTarget] = targets(link.target);
		const by = nameOf(link.provider) ?? provider;
		const problem = problemOf(link, [source, wrongAtSource], [target, wrongAtTarget], by);
		yield* leftOut(problem === undefined ? [...wrongAtSource, ...wrongAtTarget] : [problem]);
		if (problem !== undefined || !source || !target || by === undefined) continue;
		const ownDate = dateOf(link.date) ?? recordDate;
		// A later link only mentions the subject.
		const [from, to] = withNotice(link, source, target, link.source ? undefined : subject?.PublicationDate);
		const written = linkOf(from, link, to, by, ownDate ?? defaults.date);
		if (link.isWithdrawn) yield { kind: 'withdrawn', link: written };
		else yield { kind: 'link', link: written, isDated: ownDate !== undefined };
		if (spoken !== undefined && source === spoken) spoken = mention(spoken);
	}
	const isUnlinked = subject !== undefined && spoken === subject;
	const alone = isUnlinked ? [record.isWithdrawn ? mention(subject) : subject] : [];
	const date = recordDate ?? defaults.date;
	let unwritten: string | undefined;
	for (const object of withObjects(alone, record.objects, miswritten)) {
		const problem = wrongWith(provider);
		if (problem !== undefined || provider === undefined) unwritten = problem;
		else
			yield { kind: 'description', link: linkOf(object, { relation: 'IsRelatedTo' }, mention(object), provider, date) };
	}
	yield* leftOut(miswritten);
	if (unwritten !== undefined) yield { kind: 'left out', reason: unwritten };
}

function* leftOut(reasons: readonly string[]): Generator<WrittenPart> {
	for (const reason of reasons) yield { kind: 'left out', reason };
}

/**
 * Creates a writer of objects. A repeated object is written once: a link may have thousands of
 * providers.
 */
function createObjectWriter(): (given: GivenObject) => WrittenEnd {
	let last: { given: GivenObject; written: WrittenEnd } | undefined;
	return (given) => {
		if (last?.given === given) return last.written;
		const wrong: string[] = [];
		last = { given, written: [writeObject(given, wrong), wrong] };
		return last.written;
	};
}

/** An end of a link, and what is wrong with its identifiers. */
type WrittenEnd = readonly [object: WrittenObject | undefined, wrong: readonly string[]];

function problemOf(
	{ relation }: GivenLink,
	[source, wrongAtSource]: WrittenEnd,
	[target, wrongAtTarget]: WrittenEnd,
	provider: string | undefined,
): string | undefined {
	if (readRelation(relation) === undefined) return 'the relation has no name of letters';
	if (source === undefined) return `${relation}: the source has ${wrongAtSource[0] ?? 'no identifier'}`;
	if (target === undefined) return `${relation}: the target has ${wrongAtTarget[0] ?? 'no identifier'}`;
	if (isHolder(source) || isHolder(target)) return holderLink;
	return wrongWith(provider);
}

/**
 * Returns whether an object is a journal or series by its ISSN, or a community of a repository
 * (`https://host/communities/name`): it holds works, and to all of them it would be a neighbour.
 */
function isHolder({ Identifier }: WrittenObject): boolean {
	return Identifier.every(({ ID, IDScheme }) => IDScheme === 'issn' || (IDScheme === 'url' && community.test(ID)));
}

const community = /^(?:https?:\/\/)?[^/?#]+\/communities\/[^/?#]+\/?(?:[?#]|$)/i;

function wrongWith(provider: string | undefined): string | undefined {
	if (provider === undefined) return noProvider;
	return wrongProvider(provider) === undefined ? undefined : misleadingProvider;
}

/**
 * Adds to the work that a link is a notice about what is known of the notice, so that it is withdrawn
 * with the link. `published` is the date of a source that is only mentioned.
 */
function withNotice(
	{ notice: given, relation, subType }: GivenLink,
	source: WrittenObject,
	target: WrittenObject,
	published: string | undefined,
): readonly [source: WrittenObject, target: WrittenObject] {
	const stated: NonNullable<GivenLink['notice']> | undefined = given ?? noticing(subType ?? relation);
	if (stated === undefined) return [source, target];
	if (given === null) return [{ Notice: [], ...source }, target];
	const isOfTarget = stated.of === 'target';
	const [notice, work] = isOfTarget ? [source, target] : [target, source];
	const date = dateOf(stated.date) ?? notice.PublicationDate ?? (isOfTarget ? published : undefined);
	const [Identifier] = notice.Identifier;
	const added = { Kind: stated.kind, ...(date !== undefined && { Date: date }), ...(Identifier && { Identifier }) };
	const noticed = { ...work, Notice: [...(work.Notice ?? []), added] };
	return isOfTarget ? [source, noticed] : [noticed, target];
}

/** Names an object without a description. */
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

function* withObjects(
	alone: readonly WrittenObject[],
	objects: GivenRecord['objects'] = [],
	miswritten: string[],
): Generator<WrittenObject> {
	yield* alone;
	for (const object of objects) {
		const written = writeObject(object, miswritten);
		if (written !== undefined) yield written;
	}
}

/** Reads a date that somebody else wrote; undefined where it is none. */
function dateOf(text: string | undefined): string | undefined {
	return text === undefined ? undefined : canonicalDate(text);
}
