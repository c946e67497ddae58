// The context of a request for handlers.
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Authenticated } from '../../accounts/accounts.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { BodyAllowance } from '../limits/body-budget.ts';
import type { Turn } from '../limits/overload.ts';

/**
 * The context of a request: Node's objects, absent without a socket, and values found on the way.
 */
export type HttpEnvironment = {
	Bindings: Partial<HttpBindings> & {
		/** The address of the reader, in a request of a page to the interface. */
		askedFrom?: string;
		/** Whether the requesting page was already counted for this request. */
		isCounted?: true;
		/** Whether the requesting page was admitted as a concurrent request. */
		hasPlace?: true;
		/** Aborted when the reader of the requesting page disconnects. */
		disconnected?: AbortSignal;
	};
	Variables: {
		/** The account of the access token, once looked up. */
		tokenOwner?: Promise<Authenticated | undefined>;
		/** The session of the cookie, once looked up. */
		session?: Promise<Session | undefined>;
		/** The memory allowance of its body, if it may have one. */
		bodyAllowance?: BodyAllowance;
		/** Its turn among the requests of a server, if it takes turns. */
		turn?: Turn;
		/** The id of the request in the log. */
		requestId?: string;
		/** The traceparent of the span of this request, if it is traced. */
		trace?: string;
	};
};

export type HttpContext = Context<HttpEnvironment>;

/** Returns whether the client has closed its connection. */
export function isAbandoned(context: HttpContext): boolean {
	return context.env?.outgoing?.destroyed ?? false;
}

/** Aborted when the client closes its connection before its answer is sent. */
export function disconnectSignal(context: HttpContext): AbortSignal {
	if (context.env?.disconnected) return context.env.disconnected;
	const controller = new AbortController();
	const outgoing = context.env?.outgoing;
	if (isAbandoned(context)) controller.abort();
	outgoing?.once('close', () => {
		if (!outgoing.writableFinished) controller.abort();
	});
	return controller.signal;
}

/**
 * Waits for the client or for news without holding a place among the requests that work. The signal
 * is aborted when the client disconnects, or with a BrokerError when the room is needed for another
 * request. Fails like `whileResting` of a turn.
 */
export function whileResting<T>(context: HttpContext, wait: (ended: AbortSignal) => Promise<T>): Promise<T> {
	const turn = context.get('turn');
	if (turn === undefined) return wait(disconnectSignal(context));
	const controller = new AbortController();
	const end = (reason?: unknown) => controller.abort(reason);
	const outgoing = context.env?.outgoing;
	if (outgoing?.destroyed) end();
	outgoing?.once('close', end);
	return turn.whileResting(end, () => wait(controller.signal)).finally(() => outgoing?.off('close', end));
}

/**
 * Returns the address of the client. Each of `trustedProxies` proxies adds the address of its own
 * client to X-Forwarded-For, so the entry of the outermost proxy is used: entries to the left of it
 * may be forged. An entry without an IP address, such as `unknown`, counts for the proxy itself.
 */
export function senderAddress(context: HttpContext, trustedProxies: number): string {
	if (context.env?.askedFrom !== undefined) return context.env.askedFrom;
	const neighbour = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
	const header = trustedProxies === 0 ? '' : (context.req.header('x-forwarded-for') ?? '');
	// Empty elements of a list are ignored (RFC 9110, 5.6.1).
	const forwarded = header.split(',').filter((entry) => entry.trim() !== '');
	return readAddress(forwarded.at(-trustedProxies) ?? '') ?? readAddress(neighbour) ?? neighbour;
}

/**
 * Reads an IP address as proxies write it, with a port, a zone, quotes or `for=` (RFC 7239), and
 * returns its one canonical form; undefined if the text is something else. An IPv4 address within
 * IPv6 is written as IPv4.
 */
export function readAddress(text: string): string | undefined {
	if (text.length > mostAddressCharacters) return undefined;
	const [first = ''] = text.trim().split(';', 1);
	const node = first
		.replace(/^for\s*=\s*/i, '')
		.trim()
		.replace(/^"(.*)"$/, '$1');
	const [, bracketed] = /^\[([^\]]*)\](?::\d{0,5})?$/.exec(node) ?? [];
	const [, withPort] = /^([\d.]+):\d{0,5}$/.exec(node) ?? [];
	const address = (bracketed ?? withPort ?? node).replace(/%[^%]*$/, '');
	if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
	const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
	const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? [];
	if (high === undefined || low === undefined) return canonical;
	return [high, low].flatMap((group) => [...Buffer.from(group.padStart(4, '0'), 'hex')]).join('.');
}

// The longest entry is IPv6 with the name of an interface; a header may contain anything.
const mostAddressCharacters = 200;
