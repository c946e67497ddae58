// Asks for an event; the script asks again and again while something becomes of it.
import { useEffect } from 'preact/hooks';
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { type Refreshed, useRefreshed } from '../asking/use-refreshed.ts';
import { isUnfinished } from './event-words.ts';

const askAgainMilliseconds = 1_500;

/** Follows an event until it is done and can be found; asks nothing while it is undefined. */
export function useFollowedEvent(eventId: string | undefined): Refreshed<LinkEvent> {
	const isAsked = eventId !== undefined;
	const event = useRefreshed('event', { eventId }, isAsked ? ({ broker }) => broker.event(eventId) : undefined);
	const isUnderWay = event.value !== undefined && isUnfinished(event.value) && !event.loading;
	useEffect(() => {
		if (!isUnderWay) return;
		const timer = setTimeout(event.again, askAgainMilliseconds);
		return () => clearTimeout(timer);
	}, [isUnderWay]);
	return event;
}
