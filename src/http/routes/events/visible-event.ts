// Which events an account may see and act on; knows no route.
import type { Broker } from '../../../broker/broker.ts';
import type { ToldEvent } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import { adminRole, curatorRole, type Sender } from '../../server/authentication.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Finds an event that the sender submitted, or may see as an admin or a curator. Fails alike with
 * `not-found` for what is not there and what is not theirs, so that no id is confirmed to
 * strangers.
 */
export async function findVisibleEvent(
	broker: Broker,
	{ userId, roles }: Sender,
	text = '',
	seeingAll: readonly string[] = [adminRole, curatorRole],
): Promise<ToldEvent> {
	const eventId = text.toLowerCase();
	const event = uuid.test(eventId) ? await broker.findEvent(eventId) : undefined;
	if (!event || (event.userId !== userId && !roles.some((role) => seeingAll.includes(role)))) {
		throw new BrokerError('not-found', `There is no event ${JSON.stringify(text)} that this account may see.`);
	}
	return event;
}
