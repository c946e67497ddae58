// Limits the requests a minute of one sender and of all: a token bucket each, in bounded memory.
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import type { CountedSender } from './admission.ts';

/** The rest of a sender's quota: whole requests, and seconds until all of it is available again. */
type Left = { requests: number; fullAfterSeconds: number };

/** Counts a request at a time in milliseconds; returns the seconds to wait, mostly 0. */
export type RateLimiter = (sender: string, now: number) => { waitSeconds: number; left: Left };

type Bucket = { tokens: number; filledAt: number };

/**
 * Creates a limiter. A bucket holds the requests of a minute (or of `seconds`) and fills evenly, so
 * a sender may use its whole quota at once. Beyond `maxSenders`, the least recent sender is
 * dropped.
 */
export function createRateLimiter(quota: number, { maxSenders = 100_000, seconds = 60 } = {}): RateLimiter {
	const perSecond = quota / seconds;
	const buckets = new Map<string, Bucket>();
	return (sender, now) => {
		const known = buckets.get(sender);
		const filled = known
			? Math.min(quota, known.tokens + (Math.max(0, now - known.filledAt) / 1000) * perSecond)
			: quota;
		// A map keeps the order of insertion: the least recent sender comes first.
		buckets.delete(sender);
		const tokens = filled >= 1 ? filled - 1 : filled;
		buckets.set(sender, { tokens, filledAt: now });
		if (buckets.size > maxSenders) buckets.delete(buckets.keys().next().value as string);
		return {
			waitSeconds: filled >= 1 ? 0 : (1 - filled) / perSecond,
			left: { requests: Math.floor(tokens), fullAfterSeconds: (quota - tokens) / perSecond },
		};
	};
}

/** The result of a limit for one request: headers of its answer, and the reason of a refusal. */
export type RateVerdict = { headers: Readonly<Record<string, string>>; refusal?: BrokerError };

const unlimited: RateVerdict = { headers: {} };

/** The share of the common limit that one sender may use if it has no limit of its own. */
const shareOfOne = 1 / 4;

/**
 * Creates the check of RATE_LIMIT and MAX_REQUESTS_PER_MINUTE, which refuses with
 * `too-many-requests` or `unavailable`. A request that the sender's own limit refuses does not
 * count towards the common limit.
 */
export function createRateCheck(
	{ rateLimit, maxRequestsPerMinute }: Pick<Settings, 'rateLimit' | 'maxRequestsPerMinute'>,
	clock: () => number,
): (sender: CountedSender) => RateVerdict {
	const ownLimit = rateLimit ?? (maxRequestsPerMinute && Math.max(1, Math.floor(maxRequestsPerMinute * shareOfOne)));
	if (ownLimit === null) return () => unlimited;
	const takeOwn = createRateLimiter(ownLimit);
	const takeOfAll =
		maxRequestsPerMinute === null ? undefined : createRateLimiter(maxRequestsPerMinute, { maxSenders: 1 });
	return ({ kind, key }) => {
		const now = clock();
		const own = takeOwn(key, now);
		const policies = [{ name: kind, quota: ownLimit, left: own.left }];
		if (own.waitSeconds > 0)
			return { headers: rateHeaders(policies), refusal: tooMany(kind, ownLimit, own.waitSeconds) };
		const ofAll = takeOfAll?.('all', now);
		if (ofAll) policies.push({ name: 'all' as typeof kind, quota: maxRequestsPerMinute as number, left: ofAll.left });
		const headers = rateHeaders(policies);
		return ofAll && ofAll.waitSeconds > 0 ? { headers, refusal: tooManyOfAll(ofAll.waitSeconds) } : { headers };
	};
}

/** Writes the headers of draft-ietf-httpapi-ratelimit-headers, which are structured fields. */
function rateHeaders(policies: readonly { name: string; quota: number; left: Left }[]): Record<string, string> {
	return {
		'RateLimit-Policy': policies.map(({ name, quota }) => `"${name}";q=${quota};w=60`).join(', '),
		RateLimit: policies
			.map(({ name, left }) => `"${name}";r=${left.requests};t=${Math.ceil(left.fullAfterSeconds)}`)
			.join(', '),
	};
}

function tooMany(kind: CountedSender['kind'], quota: number, retryAfterSeconds: number): BrokerError {
	const message = `This ${kind} may send at most ${quota} requests a minute.`;
	return new BrokerError('too-many-requests', message, { retryAfterSeconds });
}

function tooManyOfAll(retryAfterSeconds: number): BrokerError {
	const message =
		'All senders together have sent more requests in this minute than the broker allows. Send the ' +
		'request again later.';
	return new BrokerError('unavailable', message, { retryAfterSeconds });
}
