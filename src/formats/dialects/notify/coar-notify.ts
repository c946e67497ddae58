// Reads notifications of COAR Notify 1.0: messages between repositories and services.
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

function readNotification(notification: Fields): GivenRecord {
	const types = texts(notification.type).map((type) => type.replace(/^coar-notify:/, ''));
	if (types.includes('Undo')) return readUndo(notification);
	const common = { date: text(notification.published), provider: text(at(notification, 'actor', 'name')) };
	if (!types.includes('Announce'))
		return { ...common, links: [], leftOut: [`${types.join(', ')}: says nothing of works`] };
	const object = fields(notification.object);
	const links = isRelationship(object) ? readRelationship(object) : readAbout(types, object, notification);
	return { ...common, links: [...links, ...sameAs(object), ...contexts(notification).flatMap(sameAs)] };
}

/**
 * An Undo has the notification that it withdraws as its object, whole or as its id alone; then the
 * links are not known.
 */
function readUndo(notification: Fields): GivenRecord {
	const undone = fields(notification.object);
	const isWhole = texts(undone.type).includes('Announce');
	if (!isWhole) return { links: [], leftOut: ['Undo: does not hold the announcement that it withdraws'] };
	const { links, ...common } = readNotification({ ...undone, actor: notification.actor ?? undone.actor });
	return { ...common, links: [...links].map((link) => ({ ...link, isWithdrawn: true })) };
}

function isRelationship(object: Fields): boolean {
	return (
		texts(object.type).includes('Relationship') || (object['as:relationship'] ?? object.relationship) !== undefined
	);
}

/** `frbr:supplement`: the subject has the object as its supplement. */
function readRelationship(object: Fields): GivenLink[] {
	const [subject, word, other] = ['subject', 'relationship', 'object'].map((name) =>
		idOf(object[`as:${name}`] ?? object[name]),
	);
	if (subject === undefined || other === undefined || word === undefined) return [];
	const name = word.replace(/^.*[/#]/, '');
	const relation = name === 'supplement' ? 'IsSupplementedBy' : name;
	return [{ source: ofAddress(subject), relation, target: ofAddress(other) }];
}

/** A review or endorsement is the object; what it is about is the context. */
function readAbout(types: readonly string[], object: Fields, notification: Fields): GivenLink[] {
	const id = idOf(object);
	const relation = types.includes('ReviewAction') ? 'Reviews' : 'IsRelatedTo';
	if (id === undefined) return [];
	return contexts(notification).flatMap((context) => {
		const about = idOf(context);
		return about === undefined ? [] : [{ source: ofAddress(id), relation, target: ofAddress(about) }];
	});
}

function contexts({ context }: Fields): Fields[] {
	return list(context).map((one) => (isFields(one) ? one : { id: one }));
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
