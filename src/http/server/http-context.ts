// The context of a request for handlers.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Authenticated } from '../../accounts/accounts.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { BodyAllowance } from '../limits/body-budget.ts';

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

// The longest address is IPv6 with the name of an interface; a header may contain anything.
const longestAddress = 100;

/**
 * Returns the address of the client. Each of `trustedProxies` proxies adds the address of its own
 * client to X-Forwarded-For, so the entry of the outermost proxy is used: entries to the left of it
 * may be forged. An IPv4 address is written as such even if the socket uses IPv6.
 */
export function senderAddress(context: HttpContext, trustedProxies: number): string {
	if (context.env?.askedFrom !== undefined) return context.env.askedFrom;
	const neighbour = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
	const forwarded = trustedProxies === 0 ? [] : (context.req.header('x-forwarded-for')?.split(',') ?? []);
	const address = forwarded.at(-trustedProxies)?.trim() || neighbour;
	return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, longestAddress);
}
