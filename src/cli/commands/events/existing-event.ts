// Finds the event that a command names, or says that there is none.
import type { ToldEvent } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import type { CommandBroker } from '../../application.ts';

/** Finds an event by its id; fails with `not-found` where there is none. */
export async function existingEvent(broker: Pick<CommandBroker, 'findEvent'>, eventId: string): Promise<ToldEvent> {
	const event = await broker.findEvent(eventId);
	if (event) return event;
	throw new BrokerError('not-found', `There is no event ${eventId}. \`link-broker events list\` shows the latest.`);
}
