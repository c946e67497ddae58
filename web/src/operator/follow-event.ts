// Asks for an event again and again while something becomes of it; knows no page.

import { useEffect } from 'preact/hooks';
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { isUnfinished } from '../../../src/http/pages/operator/event/event-words.ts';
import type { Loaded } from '../loading.ts';

const askAgainMilliseconds = 1_500;

/** Follows an event until it is done and can be found. */
export function useAskingAgain({ value, loading, retry }: Loaded<LinkEvent>): void {
	const isUnderWay = value !== undefined && isUnfinished(value);
	useEffect(() => {
		if (!isUnderWay || loading) return;
		const timer = setTimeout(retry, askAgainMilliseconds);
		return () => clearTimeout(timer);
	}, [isUnderWay, loading]);
}
