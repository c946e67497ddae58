// Pauses before a request is sent again.

const firstSeconds = 0.5;
const longestSeconds = 30;

/**
 * Returns the seconds to pause before the retry with this number, from 0: at least Retry-After, or
 * without it a time that doubles. A random part keeps clients from retrying all at once.
 */
export function pauseSeconds(retry: number, retryAfter: string | null): number {
	const asked = retryAfterSeconds(retryAfter);
	if (asked !== undefined) return asked + Math.random() * Math.min(1, 0.1 + asked / 4);
	const backoff = Math.min(longestSeconds, firstSeconds * 2 ** retry);
	return backoff * (0.5 + Math.random() / 2);
}

/** Reads Retry-After (RFC 9110, section 10.2.3): seconds, or a date. */
export function retryAfterSeconds(retryAfter: string | null): number | undefined {
	if (retryAfter === null) return undefined;
	const seconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000;
	return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Pauses; throws the reason of the signal as soon as it is aborted. */
export async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
	signal?.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const abort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', abort);
			resolve();
		}, seconds * 1_000);
		signal?.addEventListener('abort', abort, { once: true });
	});
}
