// Reads notifications of COAR Notify 1.0: messages between repositories and services.
import { readRelationType } from '../../../links/relation.ts';
import type { Dialect, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, list, text, texts } from '../values.ts';

/**
 * Announcements of relationships, reviews and endorsements. Offers, and what answers them, say
 * nothing of works.
 */
export const coarNotify: Dialect<'json'> = {
	name: 'coar-notify',
	title: 'COAR Notify: announcements of relationships, reviews and endorsements',
	syntax: 'json',
	replacement: 'statement',
	dateRule: 'published',
	example:
		'{"@context": ["https://www.w3.org/ns/activitystreams", "https://coar-notify.net"], "type": ["Announce", ' +
		'"coar-notify:RelationshipAction"], "actor": {"id": "https://repository.example", "name": "Repository"}, ' +
		'"published": "2024-05-01", "object": {"type": "Relationship", "as:subject": "https://doi.org/10.1234/data", ' +
		'"as:relationship": "http://purl.org/vocab/frbr/core#supplement", "as:object": ' +
		'"https://doi.org/10.1234/paper"}}',
	fits: (document) => texts(fields(document)['@context']).some((context) => /activitystreams/.test(context)),
	*read(document) {
		yield readNotification(fields(document));
	},
};

type Worded = Pick<GivenLink, 'relation' | 'subType' | 'subTypeSchema'>;

/** What an announced object is to the work in the context. */
const aboutContext: Readonly<Record<string, Worded>> = {
	ReviewAction: { relation: 'Reviews' },
	EndorsementAction: { relation: 'IsRelatedTo', subType: 'Endorses' },
};

/** Returns whether a notification announces links: others, such as offers, say nothing of works. */
export function announcesLinks(notification: Fields): boolean {
	const types = typesOf(notification);
	if (!types.includes('Announce')) return false;
	return isRelationship(fields(notification.object)) || types.some(isAnnounced) || related(notification).length > 0;
}

function isAnnounced(type: string): boolean {
	return type === 'RelationshipAction' || Object.hasOwn(aboutContext, type);
}

/** Returns the types of a notification by name, without prefixes and addresses. */
export function typesOf({ type }: Fields): string[] {
	return texts(type).map(lastPart);
}

/** Returns the name at the end of an address or of a name with a prefix. */
function lastPart(address: string): string {
	return address.replace(/^.*[/#:]/, '');
}

function readNotification(notification: Fields): GivenRecord {
	const types = typesOf(notification);
	if (types.includes('Undo')) return readUndo(notification);
	const common = { date: text(notification.published), provider: text(at(notification, 'actor', 'name')) };
	if (!announcesLinks(notification))
		return { ...common, links: [], leftOut: [`${types.join(', ')}: says nothing of works`] };
	const object = fields(notification.object);
	const links = isRelationship(object) ? readRelationship(object) : readAbout(types, object, notification);
	const beside = [...contexts(notification), ...related(notification).map(({ work }) => work)];
	return { ...common, links: [...links, ...sameAs(object), ...beside.flatMap(sameAs)] };
}

/**
 * An Undo has the notification that it withdraws as its object, whole or as its id alone; then the
 * links are not known.
 */
function readUndo(notification: Fields): GivenRecord {
	const undone = fields(notification.object);
	const isWhole = typesOf(undone).includes('Announce');
	if (!isWhole) return { links: [], leftOut: ['Undo: does not hold the announcement that it withdraws'] };
	const { links, ...common } = readNotification({ ...undone, actor: notification.actor ?? undone.actor });
	return { ...common, links: [...links].map((link) => ({ ...link, isWithdrawn: true })) };
}

function isRelationship(object: Fields): boolean {
	return typesOf(object).includes('Relationship') || (object['as:relationship'] ?? object.relationship) !== undefined;
}

function readRelationship(object: Fields): GivenLink[] {
	const [subject, word, other] = ['subject', 'relationship', 'object'].map((name) => partOf(object, name));
	if (subject === undefined || other === undefined || word === undefined) return [];
	return [{ source: ofAddress(subject), ...wordedAs(word), target: ofAddress(other) }];
}

function partOf(object: Fields, name: string): string | undefined {
	return idOf(object[`as:${name}`] ?? object[name]);
}

/** Returns the address of the work that an announcement has as the source of its links. */
export function announcedWork(notification: Fields): string | undefined {
	const object = fields(notification.object);
	return isRelationship(object) ? partOf(object, 'subject') : idOf(object);
}

/**
 * Names of FRBR, Dublin Core and schema.org that DataCite has others for. `frbr:supplement`: the subject has the
 * object as its supplement.
 */
const otherNames: Readonly<Record<string, string>> = {
	supplement: 'IsSupplementedBy',
	supplementOf: 'IsSupplementTo',
	citation: 'References',
	isBasedOn: 'IsDerivedFrom',
	relation: 'IsRelatedTo',
};

/** Reads the address of a relation: its vocabulary, and its name in that. */
function wordedAs(address: string): Worded {
	const name = lastPart(address);
	const vocabulary = address.slice(0, address.length - name.length);
	if (Object.hasOwn(otherNames, name)) return { relation: otherNames[name] as string };
	if (/(?:\/spar\/cito[/#]|^cito:)$/.test(vocabulary)) return wordedInCito(name);
	return readRelationType(name) === undefined ? { relation: 'IsRelatedTo', subType: name } : { relation: name };
}

/**
 * Reads a property of CiTO: all are kinds of `cites` and `isCitedBy`, except those of what two works
 * share, of persons who like a work, and of citations themselves.
 */
function wordedInCito(name: string): Worded {
	if (readRelationType(name)?.relation === 'Cites') return { relation: name };
	const worded = { subType: name, subTypeSchema: 'CiTO' };
	if (/^(?:is\w*By|provides\w*For|gives\w*To|hasReplyFrom)$/.test(name)) return { relation: 'IsCitedBy', ...worded };
	return { relation: /^(?:shares\w*With|likes|has[A-Z]\w*)$/.test(name) ? 'IsRelatedTo' : 'Cites', ...worded };
}

/** A review, endorsement or release is the object; what it is about is the context, or within it. */
function readAbout(types: readonly string[], object: Fields, notification: Fields): GivenLink[] {
	const id = idOf(object);
	if (id === undefined) return [];
	const [worded] = types.flatMap((type) => (Object.hasOwn(aboutContext, type) ? [aboutContext[type]] : []));
	const about = worded ? contexts(notification).map((work) => ({ work, worded })) : related(notification);
	return about.flatMap(({ work, worded }) => {
		const other = idOf(work);
		return other === undefined ? [] : [{ source: ofAddress(id), ...worded, target: ofAddress(other) }];
	});
}

/**
 * Lists the works in the context by the names of their relations: `{"IsSupplementedBy": [{"id": …}]}`,
 * as DSpace and Dataverse announced releases before there were announcements of relationships.
 */
function related(notification: Fields): { work: Fields; worded: Worded }[] {
	return contexts(notification).flatMap((context) =>
		Object.entries(context).flatMap(([name, works]) =>
			readRelationType(name) === undefined ? [] : asWorks(works).map((work) => ({ work, worded: { relation: name } })),
		),
	);
}

function contexts({ context }: Fields): Fields[] {
	return asWorks(context);
}

function asWorks(value: unknown): Fields[] {
	return list(value).map((one) => (isFields(one) ? one : { id: one }));
}

/** `ietf:cite-as` beside the address of a page names the same work, where it is another one. */
function sameAs(object: Fields): GivenLink[] {
	const [id, citeAs] = [text(object.id), text(object['ietf:cite-as'])];
	if (id === undefined || citeAs === undefined || id === citeAs) return [];
	return [{ source: ofAddress(id), relation: 'IsIdenticalTo', target: ofAddress(citeAs) }];
}

function idOf(value: unknown): string | undefined {
	return text(value) ?? text(fields(value).id);
}

function ofAddress(id: string): GivenObject {
	return { identifiers: [{ id }] };
}
