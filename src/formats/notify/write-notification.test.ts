// Tests notifications: the dialect that reads those of others reads them as they were meant.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coarNotify } from '../dialects/notify/coar-notify.ts';
import { type AnnouncedLink, writeAnnouncement, writeUndo, writeUnprocessable } from './write-notification.ts';

const parties = {
	from: { id: 'https://links.example', inbox: 'https://links.example/inbox', name: 'Links of Example' },
	to: { id: 'https://repository.example', inbox: 'https://repository.example/ldn/inbox' },
};
const link: AnnouncedLink = {
	...{ name: 'https://links.example#7/3', at: Date.UTC(2026, 0, 15, 12), relation: 'Cites', isFromSubject: true },
	...{ subject: 'https://doi.org/10.5555/citing', object: 'https://repository.example/items/1' },
	citeAs: 'https://doi.org/10.5555/cited',
};
const write = (more: Partial<AnnouncedLink> = {}) => JSON.parse(writeAnnouncement({ ...link, ...more }, parties));

/** What the dialect reads: the relation, and from which end. */
function read(document: object): unknown[] {
	const [record] = [...coarNotify.read(document, {} as never)];
	return [...(record?.links ?? [])].map(({ source, relation, target, isWithdrawn }) => [
		...[source?.identifiers[0]?.id, relation, target?.identifiers[0]?.id],
		...(isWithdrawn ? ['withdrawn'] : []),
	]);
}

describe('an announcement', () => {
	it('has what the specification asks for', () => {
		const { id, object, ...rest } = write();
		assert.match(id, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
		assert.match(object.id, /^urn:uuid:/);
		assert.notEqual(object.id, id);
		assert.deepEqual(rest, {
			'@context': ['https://www.w3.org/ns/activitystreams', 'https://coar-notify.net'],
			type: ['Announce', 'coar-notify:RelationshipAction'],
			actor: { id: 'https://links.example', name: 'Links of Example', type: 'Service' },
			origin: { id: 'https://links.example', inbox: 'https://links.example/inbox', type: 'Service' },
			target: { id: 'https://repository.example', inbox: 'https://repository.example/ldn/inbox', type: 'Service' },
			published: '2026-01-15T12:00:00.000Z',
			context: {
				...{ id: 'https://repository.example/items/1', 'ietf:cite-as': 'https://doi.org/10.5555/cited' },
				type: ['Page', 'sorg:AboutPage'],
			},
		});
	});

	it('has ids that are made of its name', () => {
		assert.equal(write({ at: 0 }).id, write().id);
		assert.notEqual(write({ name: 'https://links.example#7/4' }).id, write().id);
	});

	it('says the relation from the other work to that of the repository, which is the context', () => {
		const relationOf = (more: Partial<AnnouncedLink>) => (read(write(more))[0] as string[])[1];
		const both = (relation: AnnouncedLink['relation']) =>
			[true, false].map((isFromSubject) => relationOf({ relation, isFromSubject }));
		assert.deepEqual(both('Cites'), ['cites', 'isCitedBy']);
		assert.deepEqual(both('IsSupplementTo'), ['IsSupplementTo', 'IsSupplementedBy']);
		assert.deepEqual(both('HasVersion'), ['hasVersion', 'isVersionOf']);
		assert.deepEqual(both('IsRelatedTo'), ['IsRelatedTo', 'IsRelatedTo']);
		assert.deepEqual(read(write()), [
			['https://doi.org/10.5555/citing', 'cites', 'https://repository.example/items/1'],
			['https://repository.example/items/1', 'IsIdenticalTo', 'https://doi.org/10.5555/cited'],
		]);
	});

	it('is undone by its id, and as a whole', () => {
		const undo = JSON.parse(writeUndo({ name: 'https://links.example#7/9/undo', at: 0 }, link, parties));
		const { '@context': _, ...announcement } = write();
		assert.deepEqual([undo.type, undo.inReplyTo, undo.object], ['Undo', announcement.id, announcement]);
		assert.notEqual(undo.id, announcement.id);
		assert.deepEqual(read(undo)[0], [
			...['https://doi.org/10.5555/citing', 'cites', 'https://repository.example/items/1', 'withdrawn'],
		]);
	});
});

describe('the answer to an offer', () => {
	it('has what the specification asks for, and links nothing', () => {
		const offer = { id: 'urn:uuid:1', type: ['Offer', 'coar-notify:ReviewAction'] };
		const answer = JSON.parse(writeUnprocessable({ name: 'https://links.example#1', at: link.at }, offer, parties));
		const { type, inReplyTo, object, summary, origin, target } = answer;
		assert.deepEqual(type, ['Flag', 'coar-notify:UnprocessableNotification']);
		assert.deepEqual([inReplyTo, object, origin, target], [offer.id, offer, write().origin, write().target]);
		assert.match(summary, /^This service takes announcements/);
		assert.deepEqual(read(answer), []);
	});
});
