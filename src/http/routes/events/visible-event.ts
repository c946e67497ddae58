// Which events an account may see and act on, and how one is answered after a change.
import { eventDocument, type ToldEvent } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import { type Answer, privateJson } from '../../answers/answer.ts';
import type { AppNeeds } from '../../server/app.ts';
import { type Sender, seesAllEvents } from '../../server/authentication.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Finds an event that the sender submitted, or may act on by `ofAll`. Fails alike with `not-found`
 * for what is not there and what is not theirs, so that no id is confirmed to strangers.
 */
export async function findVisibleEvent(
	broker: AppNeeds['broker'],
	sender: Sender,
	{ event_id: text }: { event_id: string },
	ofAll: (sender: Sender) => boolean = seesAllEvents,
): Promise<ToldEvent> {
	const eventId = text.toLowerCase();
	const event = uuid.test(eventId) ? await broker.findEvent(eventId) : undefined;
	if (event && (event.userId === sender.userId || ofAll(sender))) return event;
	throw new BrokerError('not-found', `There is no event ${JSON.stringify(text)} that this account may see.`);
}

/** Answers an event as it is after a change, which the log names. */
export async function answerEvent(broker: AppNeeds['broker'], eventId: string, status: number): Promise<Answer> {
	const event = (await broker.findEvent(eventId)) as ToldEvent;
	return { ...privateJson(eventDocument(event), status), logged: { event_id: eventId } };
}
