// Outgoing requests to addresses that people or other services give: they connect to public
// addresses and the named private hosts only, and follow redirects to the same origin only.
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Dispatcher, Response } from 'undici';
import { addressesIn } from './networks.ts';

/** Reports a connection that the guard refuses. The message is a sentence for operators. */
export class ForbiddenConnection extends Error {}

/** Sends a GET request; fails with ForbiddenConnection, or as `fetch` does. */
export type GuardedFetch = (address: string, request: GuardedRequest) => Promise<Response>;

type GuardedRequest = { headers: Readonly<Record<string, string>>; signal: AbortSignal };

/** Sends a POST request, and follows no redirect; fails as GuardedFetch does. */
export type GuardedPost = (address: string, request: GuardedRequest & { body: string }) => Promise<Response>;

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates a guarded fetch. `privateHosts` are names and IP addresses of private networks that it may
 * connect to; messages name the `setting` that lists them. The address of the connection itself is
 * checked, after the lookup, so a name cannot resolve to another address after the check.
 */
export function createGuardedFetch(privateHosts: readonly string[], setting: string): GuardedFetch {
	const send = createSender(privateHosts, setting);
	return async (address, request) => {
		let url = new URL(address);
		for (let followed = 0; ; followed++) {
			const response = await send(url, request);
			const location = redirects.has(response.status) ? response.headers.get('location') : null;
			if (location === null) return response;
			await response.body?.cancel();
			const next = URL.parse(location, url);
			if (next === null || !isSameService(url, next)) {
				const where = next === null ? 'an invalid address' : next.origin;
				throw new ForbiddenConnection(`${url.host} redirects to ${where}. Redirects must stay at ${url.origin}.`);
			}
			if (followed === mostRedirects)
				throw new ForbiddenConnection(`${url.host} redirects more than ${mostRedirects} times.`);
			url = next;
		}
	};
}

/** Creates a guarded fetch that follows no redirect; see createGuardedFetch. */
export function createGuardedGet(privateHosts: readonly string[], setting: string): GuardedFetch {
	const send = createSender(privateHosts, setting);
	return (address, request) => send(new URL(address), request);
}

/** Creates a guarded POST; see createGuardedFetch. */
export function createGuardedPost(privateHosts: readonly string[], setting: string): GuardedPost {
	const send = createSender(privateHosts, setting);
	return (address, request) => send(new URL(address), { ...request, method: 'POST' });
}

/** Returns whether a redirect stays at its origin, or only upgrades it from port 80 to HTTPS. */
function isSameService(from: URL, to: URL): boolean {
	if (to.username !== '' || to.password !== '') return false;
	const isUpgrade = from.protocol === 'http:' && from.port === '' && to.origin === `https://${from.hostname}`;
	return from.origin === to.origin || isUpgrade;
}

type Sender = (url: URL, request: GuardedRequest & { method?: 'POST'; body?: string }) => Promise<Response>;

/** Few processes send such requests, so the package is loaded for the first one. */
function createSender(privateHosts: readonly string[], setting: string): Sender {
	let opening: Promise<Sender> | undefined;
	return async (url, request) => {
		opening ??= openSender(new Set(privateHosts), setting);
		try {
			return await (await opening)(url, request);
		} catch (error) {
			// The guard's own failure is the cause of one of `fetch`.
			throw error instanceof Error && error.cause instanceof ForbiddenConnection ? error.cause : error;
		}
	};
}

async function openSender(privateHosts: ReadonlySet<string>, setting: string): Promise<Sender> {
	const { Agent, buildConnector, fetch: send } = await import('undici');
	const isAllowed: Check = (host, address) =>
		privateHosts.has(host.replace(/\.$/, '')) || privateHosts.has(address) || isPublicAddress(address);
	const refusal: Refusal = (host, address) => {
		const named = host === address ? host : `${host} (${address})`;
		return new ForbiddenConnection(`${named} is not a public address. To allow it, add the host to ${setting}.`);
	};
	const connect = buildConnector({ lookup: guardedLookup(isAllowed, refusal) });
	const dispatcher = new Agent({
		connect(options, callback) {
			// No lookup takes place for an IP address.
			const { hostname } = options;
			if (isIP(hostname) !== 0 && !isAllowed(hostname, hostname)) callback(refusal(hostname, hostname), null);
			else connect(options, callback);
		},
	}).compose(boundInterim);
	return (url, request) => send(url, { ...request, dispatcher, redirect: 'manual' });
}

const mostInterim = 10;

/** Bounds the interim answers (1xx) before an answer: reading them without an end would take all time. */
function boundInterim(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
	return (options, handler) => {
		let interim = 0;
		return dispatch(options, {
			onRequestStart: (...given) => handler.onRequestStart?.(...given),
			onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
			onResponseStart(...given) {
				const [controller, status] = given;
				if (status >= 200) handler.onResponseStart?.(...given);
				else if (++interim > mostInterim)
					controller.abort(new ForbiddenConnection(`It sends more than ${mostInterim} interim answers (1xx).`));
			},
			onResponseData: (...given) => handler.onResponseData?.(...given),
			onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
			onResponseError: (...given) => handler.onResponseError?.(...given),
		});
	};
}

type Check = (host: string, address: string) => boolean;
type Refusal = (host: string, address: string) => ForbiddenConnection;

/** Creates a lookup that returns only the allowed addresses of a host. */
function guardedLookup(isAllowed: Check, refusal: Refusal): LookupFunction {
	return (host, options, callback) => {
		lookup(host, { ...options, all: true }, (error, found) => {
			if (error) return callback(error, '');
			const allowed = found.filter(({ address }) => isAllowed(host, address));
			const [first] = allowed;
			if (first === undefined) return callback(refusal(host, found[0]?.address ?? ''), '');
			return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
		});
	};
}

/**
 * Lists networks that are not part of the public Internet: RFC 6890 and the IANA registries of
 * special-purpose addresses.
 */
const specialNetworks = addressesIn([
	...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
	...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
	...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
	...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);
// All other addresses of IPv6 are private, link-local, or reserved.
const globalUnicast = addressesIn(['2000::/3']);
const mapped = addressesIn(['::ffff:0:0/96', '64:ff9b::/96']);

/** Returns whether the host of an address as URL writes it may be public: a name is known only later. */
export function mayBePublic(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '');
	// RFC 6761, 6.3.
	return isIP(host) === 0 ? !/(?:^|\.)localhost\.?$/.test(host) : isPublicAddress(host);
}

/** Returns whether an IP address is in the public Internet and not one of this machine. */
export function isPublicAddress(address: string): boolean {
	const own = Object.values(networkInterfaces()).flat();
	if (own.some((one) => one?.address === address)) return false;
	if (isIP(address) === 4) return !specialNetworks.has(address);
	const [plain = ''] = address.split('%', 1);
	if (isIP(plain) !== 6 || plain !== address) return false;
	if (mapped.has(address)) return isPublicAddress(embeddedAddress(address));
	return globalUnicast.has(address) && !specialNetworks.has(address);
}

/** Reads the IPv4 address in the last 32 bits of an IPv6 address. */
function embeddedAddress(address: string): string {
	// URL writes these bits as two hexadecimal groups.
	const [high = '0', low = '0'] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
	const bits = (Number.parseInt(high || '0', 16) << 16) | Number.parseInt(low || '0', 16);
	return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/**
 * Reads Retry-After (RFC 9110, 10.2.3): milliseconds from now. What is neither a number nor a date
 * with its month in words says nothing; other text, such as `-5`, would be read as some year.
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
	const at = /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} .*GMT$/.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
