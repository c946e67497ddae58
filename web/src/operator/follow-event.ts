// Asks for an event, and repeatedly while its state can change.
import { useEffect } from 'preact/hooks';
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { type Refreshed, useRefreshed } from '../asking/use-refreshed.ts';
import { isUnfinished } from './event-words.ts';

const askAgainMilliseconds = 1_500;

/** Follows an event until it is applied and indexed; asks nothing while the id is undefined. */
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
