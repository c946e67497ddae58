// Suite of the records: the inbox: senders are registered, and each notification is kept once, with
// the event that it became.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { ListedNotification, NewNotification } from '../inbox.ts';
import { act } from './audit.fixture.ts';
import { newEvent, type OpenRecords, recordsForEach } from './records.fixture.ts';

const rules = {
	origins: ['https://repository.example/'],
	actors: ['https://repository.example/staff'],
	networks: ['192.0.2.0/24'],
};

/** Makes a notification that became an event, where it has one. */
function newNotification(more: Partial<NewNotification> = {}): NewNotification {
	return {
		...{ uuid: randomUUID(), sender: 'account 1', userId: 1, sentId: 'urn:uuid:1', digest: 'abc' },
		...{ types: ['Announce', 'ReviewAction'], body: '{"id": "urn:uuid:1"}' },
		...{ outcome: 'nothing', note: 'Nothing to do.', eventId: null, answer: null },
		...more,
	};
}

export function describeInbox(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const actions = async () => (await records().auditEntries({ limit: 9 })).map(({ action }) => action);

	it('lists its senders until they are removed, and records both', async () => {
		const sender = await records().addNotifySender(act, { userId: 1, rules });
		const other = await records().addNotifySender(act, { userId: 2, rules: { ...rules, actors: [] } });
		assert.deepEqual(await records().notifySenders(), [sender, other]);
		assert.equal(await records().removeNotifySender(act, sender.number), true);
		assert.equal(await records().removeNotifySender(act, sender.number), false);
		assert.deepEqual(await records().notifySenders(), [other]);
		assert.deepEqual(await actions(), ['notify_sender.deleted', 'notify_sender.created', 'notify_sender.created']);
	});

	it('keeps a notification with its event, both or none', async () => {
		const event = newEvent();
		const notification = newNotification({ outcome: 'accepted', note: null, eventId: event.eventId });
		const kept = await records().keepNotification(act, notification, event);
		assert.deepEqual(kept, { ...notification, number: kept.number, sourceAddress: '192.0.2.1', receivedAt: act.now });
		assert.deepEqual(await records().notification(notification.uuid), kept);
		assert.equal((await records().events({ eventId: event.eventId, limit: 1 })).length, 1);
		assert.deepEqual(await actions(), ['notification.received', 'event.submitted']);
		const again = newNotification({ sentId: 'urn:uuid:2' });
		await assert.rejects(records().keepNotification(act, again, event));
		assert.equal(await records().notification(again.uuid), undefined);
	});

	it('finds the notification that an event was received as, by the id that both have', async () => {
		const uuid = randomUUID();
		const [event, other] = [newEvent({ eventId: uuid }), newEvent()];
		await records().keepNotification(act, newNotification({ uuid, outcome: 'accepted', eventId: uuid }), event);
		await records().accept([other]);
		const sequences = (await records().events({ limit: 2 })).map(({ sequence }) => sequence);
		const found = await records().notificationsOfEvents(sequences);
		assert.deepEqual(found, [{ event: Math.min(...sequences), userId: 1, body: '{"id": "urn:uuid:1"}' }]);
	});

	it('keeps an id of a sender once in each pattern, with one event, however often and at the same time it comes', async () => {
		const another = await opened().openAnother();
		const events = [newEvent(), newEvent(), newEvent()];
		const kept = await Promise.all(
			events.map((event, at) =>
				(at === 1 ? another : records()).keepNotification(act, newNotification({ eventId: event.eventId }), event),
			),
		);
		assert.equal(new Set(kept.map(({ uuid }) => uuid)).size, 1);
		const stored = await Promise.all(events.map(({ eventId }) => records().events({ eventId, limit: 1 })));
		assert.deepEqual(
			stored.flat().map(({ eventId }) => eventId),
			[kept[0]?.eventId],
		);
		const other = await records().keepNotification(act, newNotification({ sender: 'account 2' }), null);
		assert.notEqual(other.uuid, kept[0]?.uuid);
		const offer = await records().keepNotification(act, newNotification({ types: ['Offer', 'ReviewAction'] }), null);
		assert.deepEqual(await records().notificationsSent('account 1', 'urn:uuid:1'), [offer, kept[0]]);
		assert.deepEqual(await records().notificationsSent('account 1', 'urn:uuid:2'), []);
	});

	it('replaces what became of one by an event, once', async () => {
		const [event, again] = [newEvent(), newEvent()];
		const kept = await records().keepNotification(act, newNotification(), null);
		const accepted = { outcome: 'accepted', note: null, eventId: event.eventId } as const;
		const replayed = await records().replayNotification(act, kept.uuid, accepted, event);
		assert.deepEqual(replayed, { ...kept, ...accepted });
		const other = { ...accepted, eventId: again.eventId };
		assert.equal(await records().replayNotification(act, kept.uuid, other, again), undefined);
		assert.equal(await records().replayNotification(act, randomUUID(), other, again), undefined);
		assert.deepEqual(await records().notification(kept.uuid), replayed);
		assert.equal((await records().events({ eventId: again.eventId, limit: 1 })).length, 0);
		assert.deepEqual(await actions(), ['notification.replayed', 'event.submitted', 'notification.received']);
	});

	it('claims answers that are due, the first one first, until they are accepted or given up', async () => {
		const answer = { to: { id: 'https://a.example', inbox: 'https://a.example/in' }, tries: 0, acceptedAt: null };
		const [first, second, third] = await Promise.all(
			[1, 2, 3].map((at) => {
				const notification = newNotification({ sentId: `urn:${at}`, answer: { ...answer, failure: null } });
				return records().keepNotification({ ...act, now: at }, notification, null);
			}),
		);
		await records().keepNotification({ ...act, now: 1 }, newNotification(), null);
		const another = await opened().openAnother();
		const isDue = async (now: number) => (await records().subscriptionWork(now)).isDue;
		assert.deepEqual([await isDue(0), await isDue(2)], [false, true]);
		assert.deepEqual(await records().claimAnswer(2, 10), first);
		assert.deepEqual(await another.claimAnswer(2, 10), second);
		assert.equal(await another.claimAnswer(2, 10), undefined);
		const failed = { ...answer, tries: 1, failure: 'It answered 500.' };
		await records().noteAnswer(first?.number ?? 0, failed, 5);
		await records().noteAnswer(second?.number ?? 0, { ...answer, acceptedAt: 2, failure: null }, null);
		assert.deepEqual(await records().claimAnswer(20, 30), third);
		assert.deepEqual(await records().claimAnswer(20, 30), { ...first, answer: failed });
		assert.equal(await isDue(20), false);
	});

	it('lists notifications of an account or of all without their texts, the newest first, a page at a time', async () => {
		const kept: ListedNotification[] = [];
		for (const userId of [1, 2, null, 1]) {
			const notification = newNotification({ userId, sentId: `urn:${kept.length}` });
			const { body: _, ...listed } = await records().keepNotification(act, notification, null);
			kept.push(listed);
		}
		const [first, second, third, fourth] = kept;
		assert.deepEqual(await records().notifications({ limit: 9 }), [fourth, third, second, first]);
		assert.deepEqual(await records().notifications({ userId: 1, limit: 9 }), [fourth, first]);
		assert.deepEqual(await records().notifications({ before: third?.number, limit: 1 }), [second]);
	});
}
