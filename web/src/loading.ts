// What a component knows of an answer that it waits for; knows no request.
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { RequestFailure } from './api/broker-api.ts';

/**
 * Holds the last answer, also while the next is awaited, and why the last request failed if it did.
 */
export type Loaded<T> = { value: T | undefined; failure: RequestFailure | undefined; loading: boolean; retry(): void };

type Settled<T> = { key: string | undefined; value: T | undefined; failure: RequestFailure | undefined };

/**
 * Loads what `key` names whenever that changes; nothing while it is undefined. What is `atHand` at
 * first is not loaded.
 */
export function useLoaded<T>(key: string | undefined, load: () => Promise<T>, atHand?: () => T | undefined): Loaded<T> {
	const [settled, settle] = useState<Settled<T>>(() => {
		const value = key === undefined ? undefined : atHand?.();
		return { key: value === undefined ? undefined : key, value, failure: undefined };
	});
	const [attempt, setAttempt] = useState(0);
	const retry = useCallback(() => {
		settle(({ value }) => ({ key: undefined, value, failure: undefined }));
		setAttempt((count) => count + 1);
	}, []);
	// Before the picture is painted: an answer that came with the page is in the first one.
	useLayoutEffect(() => {
		if (key === undefined || settled.key === key) return;
		let awaited = true;
		load().then(
			(value) => awaited && settle({ key, value, failure: undefined }),
			(error: unknown) => awaited && settle({ key, value: undefined, failure: asFailure(error) }),
		);
		return () => {
			awaited = false;
		};
	}, [key, attempt]);
	const loading = key !== undefined && settled.key !== key;
	return { value: settled.value, failure: loading ? undefined : settled.failure, loading, retry };
}

/** Names a failure, whatever failed. */
export function asFailure(error: unknown): RequestFailure {
	if (error instanceof RequestFailure) return error;
	return new RequestFailure(
		'The answer could not be read. Reload the page; if this stays, tell whoever runs the broker.',
		{ status: 0 },
	);
}
