// What handlers know of a request beyond its text; holds no logic of routes.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Authenticated } from '../../accounts/accounts.ts';

/**
 * Tells hono what comes with a request: node's own objects (absent where no socket is), and who sent it once that was asked. What the program asks
 * itself is `unseen`: no limit holds for it, and it is neither counted nor logged nor traced.
 */
export type HttpEnvironment = {
	Bindings: Partial<HttpBindings> & { unseen?: true };
	Variables: {
		sender?: Promise<Authenticated | undefined>;
		/** The traceparent of the span of this request, where it is traced. */
		trace?: string;
	};
};

export type HttpContext = Context<HttpEnvironment>;

/** Tells that the program asks itself. */
export function isUnseen(context: HttpContext): boolean {
	return context.env?.unseen === true;
}

/** Tells that nobody waits for the answer any more. */
export function isAbandoned(context: HttpContext): boolean {
	return context.env?.outgoing?.destroyed ?? false;
}

/**
 * Tells the address that the request came from. Behind `trustedProxies` proxies, each of which adds whom it was asked by to X-Forwarded-For, it
 * is the entry that the outermost of them wrote: what stands to the left of it is its sender's invention.
 */
export function senderAddress(context: HttpContext, trustedProxies: number): string {
	const neighbour = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
	if (trustedProxies === 0) return neighbour;
	const forwarded = context.req.header('x-forwarded-for')?.split(',') ?? [];
	return forwarded.at(-trustedProxies)?.trim() || neighbour;
}
