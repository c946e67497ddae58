// Which events an account may see; knows no route.
import type { Broker } from '../../../broker/broker.ts';
import { BrokerError } from '../../../errors.ts';
import type { LinkEvent } from '../../../links/link-event.ts';
import { adminRole, type Sender } from '../../server/authentication.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Finds an event that the sender may see. Fails alike with `not-found` for what is not there and
 * what is not theirs, so that no id is confirmed to strangers.
 */
export async function findVisibleEvent(
	broker: Pick<Broker, 'findEvent'>,
	{ userId, roles }: Sender,
	text = '',
): Promise<LinkEvent> {
	const eventId = text.toLowerCase();
	const event = uuid.test(eventId) ? await broker.findEvent(eventId) : undefined;
	if (!event || (event.userId !== userId && !roles.includes(adminRole))) {
		throw new BrokerError('not-found', `There is no event ${JSON.stringify(text)} that this account may see.`);
	}
	return event;
}
