// How many requests one sender may send: a bucket of tokens for each, in bounded memory.
import type { Accounts } from '../../accounts/accounts.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { findTokenOwner } from './authentication.ts';
import { type HttpContext, senderAddress } from './http-context.ts';

/** Counts a request at a time in milliseconds; answers the seconds to wait, mostly 0. */
export type RateLimiter = (sender: string, now: number) => number;

type Bucket = { tokens: number; filledAt: number };

/**
 * Creates a limiter. A bucket holds as many requests as a minute allows and fills evenly, so a
 * sender may use its minute at once. Beyond `maxSenders` the one that was quiet for longest is
 * forgotten.
 */
export function createRateLimiter(requestsPerMinute: number, maxSenders = 100_000): RateLimiter {
	const perMillisecond = requestsPerMinute / 60_000;
	const buckets = new Map<string, Bucket>();
	return (sender, now) => {
		const known = buckets.get(sender);
		const tokens = known
			? Math.min(requestsPerMinute, known.tokens + Math.max(0, now - known.filledAt) * perMillisecond)
			: requestsPerMinute;
		// A map keeps the order in which keys were set: the quietest sender comes first.
		buckets.delete(sender);
		const allowed = tokens >= 1;
		buckets.set(sender, { tokens: allowed ? tokens - 1 : tokens, filledAt: now });
		if (buckets.size > maxSenders) buckets.delete(buckets.keys().next().value as string);
		return allowed ? 0 : (1 - tokens) / perMillisecond / 1000;
	};
}

type RequestLimitNeeds = {
	accounts: Pick<Accounts, 'authenticate'>;
	settings: Pick<Settings, 'rateLimit' | 'trustedProxies'>;
	/** Tells milliseconds since any moment. */
	clock?: (() => number) | undefined;
};

/** Creates the check of RATE_LIMIT, which fails with `too-many-requests`; unset, it never does. */
export function createRequestLimit({
	accounts,
	settings: { rateLimit, trustedProxies },
	clock = () => performance.now(),
}: RequestLimitNeeds): (context: HttpContext) => Promise<void> {
	if (rateLimit === null) return async () => undefined;
	const take = createRateLimiter(rateLimit);
	return async (context) => {
		// A token that is not valid counts for its address: inventing tokens must not help.
		const owner = await findTokenOwner(context, accounts);
		const key = owner ? `token ${owner.tokenId}` : networkOf(senderAddress(context, trustedProxies));
		const retryAfterSeconds = take(key, clock());
		if (retryAfterSeconds === 0) return;
		const sender = owner ? 'this access token' : 'this address';
		const message = `At most ${rateLimit} requests a minute are answered to ${sender}.`;
		throw new BrokerError('too-many-requests', message, { retryAfterSeconds });
	};
}

/** Folds an IPv6 address to its network (64 bits), within which a sender can change it at will. */
export function networkOf(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
	if (mapped !== undefined) return mapped;
	if (!address.includes(':')) return address;
	const [head = '', tail] = address.split('::');
	const before = head === '' ? [] : head.split(':');
	const after = tail ? tail.split(':') : [];
	const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
	return [...before, ...Array(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
