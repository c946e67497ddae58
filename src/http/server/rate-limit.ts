// How many requests one sender may send: a bucket of tokens for each, in bounded memory; knows no request and no clock.

/** Takes one request of a sender at a time in milliseconds; answers 0 where it may go on, else the seconds until it may. */
export type RateLimiter = (sender: string, now: number) => number;

type Bucket = { tokens: number; filledAt: number };

/**
 * Creates a limiter. A bucket holds as many requests as a minute allows and fills evenly, so a sender may use its minute at once.
 * Beyond `maxSenders` the one that was quiet for longest is forgotten.
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

/** Folds an address to what one sender can change at will: of IPv6 the network (the first 64 bits), of IPv4 nothing. */
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
