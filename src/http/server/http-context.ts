// What handlers know of a request beyond its text.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Authenticated } from '../../accounts/accounts.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { BodyAllowance } from '../limits/body-budget.ts';

/** Says what comes with a request: node's objects, absent without a socket, and what was found. */
export type HttpEnvironment = {
	Bindings: Partial<HttpBindings> & {
		/** The address of the reader for whom a page asks the interface. */
		askedFrom?: string;
		/** Whether the page that asks was counted for this request as well. */
		isCounted?: true;
		/** Whether the page that asks has a place among the requests under way. */
		hasPlace?: true;
		/** Aborted when who waits for the page that asks is gone. */
		gone?: AbortSignal;
	};
	Variables: {
		/** The account of the access token, once that was looked up. */
		tokenOwner?: Promise<Authenticated | undefined>;
		/** The session of the cookie, once that was looked up. */
		session?: Promise<Session | undefined>;
		/** What its body may take in memory, where it may have one. */
		bodyAllowance?: BodyAllowance;
		/** What the log calls the request by. */
		requestId?: string;
		/** The traceparent of the span of this request, where it is traced. */
		trace?: string;
	};
};

export type HttpContext = Context<HttpEnvironment>;

/** Tells that the client has closed its connection. */
export function isAbandoned(context: HttpContext): boolean {
	return context.env?.outgoing?.destroyed ?? false;
}

/** Aborted when the client closes its connection before it has its answer. */
export function clientGone(context: HttpContext): AbortSignal {
	if (context.env?.gone) return context.env.gone;
	const controller = new AbortController();
	const outgoing = context.env?.outgoing;
	if (isAbandoned(context)) controller.abort();
	outgoing?.once('close', () => {
		if (!outgoing.writableFinished) controller.abort();
	});
	return controller.signal;
}

// The longest is an IPv6 address with the name of an interface; a header may hold anything.
const longestAddress = 100;

/**
 * Tells the address that the request came from. Behind `trustedProxies` proxies, each of which adds
 * the address that asked it to X-Forwarded-For, it is the entry that the outermost of them wrote:
 * entries to the left of it may be forged. An IPv4 address is written as such also where the socket
 * is one of IPv6.
 */
export function senderAddress(context: HttpContext, trustedProxies: number): string {
	if (context.env?.askedFrom !== undefined) return context.env.askedFrom;
	const neighbour = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
	const forwarded = trustedProxies === 0 ? [] : (context.req.header('x-forwarded-for')?.split(',') ?? []);
	const address = forwarded.at(-trustedProxies)?.trim() || neighbour;
	return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, longestAddress);
}
