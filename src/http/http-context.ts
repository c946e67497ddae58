// What handlers know of a request beyond its text; holds no logic of routes.
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Authenticated } from '../accounts/accounts.ts';

/** Tells hono what comes with a request: node's own objects (absent where no socket is), and who sent it once that was asked. */
export type HttpEnvironment = {
	Bindings: Partial<HttpBindings>;
	Variables: {
		sender?: Promise<Authenticated | undefined>;
		/** The traceparent of the span of this request, where it is traced. */
		trace?: string;
	};
};

export type HttpContext = Context<HttpEnvironment>;

/** Tells that nobody waits for the answer any more. */
export function isAbandoned(context: HttpContext): boolean {
	return context.env?.outgoing?.destroyed ?? false;
}

/** Tells the address that the request came from. */
export function senderAddress(context: HttpContext): string {
	return context.env?.incoming?.socket.remoteAddress ?? 'unknown';
}
