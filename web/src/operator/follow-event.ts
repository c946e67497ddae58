// Asks for an event or a load, and repeatedly while its state can change.
import { useEffect } from 'preact/hooks';
import type { LinkEvent, Load } from '../../../clients/typescript/src/schemas.ts';
import { type Refreshed, useRefreshed } from '../asking/use-refreshed.ts';
import { isUnfinished } from './event-words.ts';
import { isLoadUnfinished } from './load-words.ts';

const askAgainMilliseconds = 1_500;

/** Follows an event until it is applied and indexed; asks nothing while the id is undefined. */
export function useFollowedEvent(eventId: string | undefined): Refreshed<LinkEvent> {
	const isAsked = eventId !== undefined;
	const event = useRefreshed('event', { eventId }, isAsked ? ({ broker }) => broker.event(eventId) : undefined);
	return useFollowed(event, isUnfinished);
}

/** Follows a load until all its events are processed. */
export function useFollowedLoad(loadId: string): Refreshed<Load> {
	const load = useRefreshed('load', { loadId }, ({ broker }) => broker.load(loadId));
	return useFollowed(load, isLoadUnfinished);
}

function useFollowed<T>(asked: Refreshed<T>, canChange: (value: T) => boolean): Refreshed<T> {
	const isUnderWay = asked.value !== undefined && canChange(asked.value) && !asked.loading;
	useEffect(() => {
		if (!isUnderWay) return;
		const timer = setTimeout(asked.again, askAgainMilliseconds);
		return () => clearTimeout(timer);
	}, [isUnderWay]);
	return asked;
}
