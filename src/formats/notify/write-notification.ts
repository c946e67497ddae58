// Writes notifications of COAR Notify 1.0.1: that a link to a work was found, that it no longer holds,
// and that an offer has no effect.
import { isoTime } from '../../links/link-date.ts';
import type { Relation } from '../../links/relation.ts';
import { uuidOf } from '../uuid.ts';

/** By this relation, pages name the inbox for notifications about them (Linked Data Notifications, 3.1). */
export const inboxRelation = 'http://www.w3.org/ns/ldp#inbox';

/** What sends or receives notifications, by its address and that of its inbox. */
export type Service = { id: string; inbox: string };

/** A link as it is announced to the repository of one of its works, all by their addresses. */
export type AnnouncedLink = {
	/** Names the announcement: the same name has the same ids. */
	name: string;
	/** When it was found, in milliseconds since 1970. */
	at: number;
	/** The other work. */
	subject: string;
	relation: AnnouncedRelation;
	/** Whether the other work is the source of the relation. */
	isFromSubject: boolean;
	/** The work of the repository: its page there, where that is known. */
	object: string;
	/** The address of its persistent identifier. */
	citeAs: string;
};

/** Relations between works: identity is one of their identifiers. */
export type AnnouncedRelation = Exclude<Relation, 'IsIdenticalTo'>;

/** Who sends to whom. */
export type Parties = { from: Service & { name: string }; to: Service };

const context = ['https://www.w3.org/ns/activitystreams', 'https://coar-notify.net'];

/** The address of each relation from its source, and from its target. */
const addresses: Readonly<Record<AnnouncedRelation, readonly [string, string]>> = {
	Cites: ['http://purl.org/spar/cito/cites', 'http://purl.org/spar/cito/isCitedBy'],
	IsSupplementTo: ['http://purl.org/vocab/frbr/core#supplementOf', 'http://purl.org/vocab/frbr/core#supplement'],
	HasVersion: ['http://purl.org/dc/terms/hasVersion', 'http://purl.org/dc/terms/isVersionOf'],
	IsRelatedTo: ['http://purl.org/dc/terms/relation', 'http://purl.org/dc/terms/relation'],
};

/** Writes an announcement (Announce Relationship). */
export function writeAnnouncement(link: AnnouncedLink, parties: Parties): string {
	return JSON.stringify({ '@context': context, ...announcementOf(link, parties) });
}

/** Writes that an announced link no longer holds, with the announcement whole. */
export function writeUndo(undo: { name: string; at: number }, link: AnnouncedLink, parties: Parties): string {
	const undone = announcementOf(link, parties);
	return JSON.stringify({
		...{ '@context': context, ...headOf(undo, parties), type: 'Undo' },
		...{ inReplyTo: undone.id, summary: 'The link is no longer asserted.', object: undone },
	});
}

/** A notification that is answered. */
export type AnsweredNotification = { id: string; type: unknown };

/** Writes that nothing is done about an offer (Unprocessable Notification). */
export function writeUnprocessable(
	answer: { name: string; at: number },
	{ id, type }: AnsweredNotification,
	parties: Parties,
): string {
	return JSON.stringify({
		...{ '@context': context, ...headOf(answer, parties), type: ['Flag', 'coar-notify:UnprocessableNotification'] },
		...{ inReplyTo: id, summary: 'This service takes announcements of links, and no offers.', object: { id, type } },
	});
}

function headOf({ name, at }: { name: string; at: number }, { from, to }: Parties) {
	const service = ({ id, inbox }: Service) => ({ id, inbox, type: 'Service' });
	return {
		...{ id: urn(name), actor: { id: from.id, name: from.name, type: 'Service' } },
		...{ origin: service(from), target: service(to), published: isoTime(at) },
	};
}

function announcementOf(link: AnnouncedLink, parties: Parties) {
	const { name, subject, relation, isFromSubject, object, citeAs } = link;
	return {
		...{ ...headOf(link, parties), type: ['Announce', 'coar-notify:RelationshipAction'] },
		context: { id: object, 'ietf:cite-as': citeAs, type: ['Page', 'sorg:AboutPage'] },
		object: {
			...{ id: urn(`${name}/object`), type: 'Relationship', 'as:subject': subject },
			...{ 'as:relationship': addresses[relation][isFromSubject ? 0 : 1], 'as:object': object },
		},
	};
}

function urn(name: string): string {
	return `urn:uuid:${uuidOf(name)}`;
}
