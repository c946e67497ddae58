// Which events and loads a sender may see, and what their routes need.
import type { EventView, LoadView } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole, type Sender, seesAllEvents } from '../../server/authentication.ts';

/** What routes need that read events and loads. */
export const reading = { access: 'account', needs: 'records', scope: 'read', tag: 'events' } as const;
/** What routes need that withdraw and restore them. */
export const withdrawing = { ...reading, scope: 'withdraw' } as const;

/** Limits a list to what the sender submitted; users with the role admin list all. */
export function listedOf({ userId, roles }: Sender): { userId?: number } {
	return roles.includes(adminRole) ? {} : { userId };
}

type Broker = AppNeeds['broker'];

/**
 * Finds an event that the sender submitted, or may act on by `ofAll`. Fails with the same
 * `not-found` for missing events and for events of others, so that no id is confirmed to strangers.
 */
export function findVisibleEvent(
	broker: Broker,
	sender: Sender,
	{ event_id: eventId }: { event_id: string },
	ofAll: (sender: Sender) => boolean = seesAllEvents,
): Promise<EventView> {
	return findVisible('event', (id) => broker.findEvent(id), { eventId, sender, ofAll });
}

/** Finds a load by the id of one of its events, and fails as findVisibleEvent does. */
export function findVisibleLoad(
	broker: Broker,
	sender: Sender,
	eventId: string,
	ofAll: (sender: Sender) => boolean = seesAllEvents,
): Promise<LoadView> {
	return findVisible('load', (id) => broker.findLoad(id), { eventId, sender, ofAll });
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

async function findVisible<T extends { userId: number | null }>(
	what: string,
	find: (eventId: string) => Promise<T | undefined>,
	{ eventId, sender, ofAll }: { eventId: string; sender: Sender; ofAll: (sender: Sender) => boolean },
): Promise<T> {
	const asked = eventId.toLowerCase();
	const found = uuid.test(asked) ? await find(asked) : undefined;
	if (found && (found.userId === sender.userId || ofAll(sender))) return found;
	throw new BrokerError('not-found', `No ${what} ${JSON.stringify(eventId)} is visible to this account.`);
}
