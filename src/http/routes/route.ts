// What a route is: how it is served and how it is described, in one place so that neither is forgotten; knows no route.
import type { RouteConfig } from '@hono/zod-openapi';
import type { Answer } from '../answers/answer.ts';
import type { HttpErrorCode } from '../answers/problem.ts';
import type { HttpContext } from '../server/http-context.ts';

/** One method of one path, which is served with every prefix; `path` is written as OpenAPI does: `/events/{event_id}`. */
export type Route = {
	method: 'get' | 'post' | 'put' | 'patch' | 'delete';
	path: string;
	/** Whether the last part of the path may hold slashes; its handler reads it from the address. */
	deep?: true;
	/** Describes it for OpenAPI: parameters, body, and the answers when all goes well. */
	operation: Omit<RouteConfig, 'method' | 'path'>;
	/** The failures it may answer, besides those that every route may (see routes/openapi.ts). */
	problems: readonly HttpErrorCode[];
	/** Whether pages of other origins may read its answers: it is public and knows no sender. */
	shared: boolean;
	/** Whether RATE_LIMIT counts its requests. */
	limited: boolean;
	/** Fails with the codes of `problems`. */
	handle(context: HttpContext): Answer | Promise<Answer>;
};
