// What a route is: how it is served, who may use it, and how it is described; knows no route.
import type { RouteConfig } from '@hono/zod-openapi';
import type { TokenScope } from '../../accounts/tokens.ts';
import type { Answer } from '../answers/answer.ts';
import type { HttpErrorCode } from '../answers/problem.ts';
import type { Sender } from '../server/authentication.ts';
import type { HttpContext } from '../server/http-context.ts';

type Handled = Answer | Promise<Answer>;

/**
 * Says who may use a route: anyone; an account, by token or by session; an account that is signed
 * in (session); one that is signed in and has the role admin; an account with the role admin, by
 * token or by session.
 */
export type Access = 'anyone' | 'account' | 'session' | 'admin' | 'admin account';

/**
 * Handles a request that may be handled; fails with the codes of `problems`. Where an access token
 * may say who sends it, `scope` is what the token must be good for; it may depend on the request.
 */
type Handler =
	| { access: 'anyone'; scope?: never; handle(context: HttpContext): Handled }
	| ({ handle(context: HttpContext, sender: Sender): Handled } & (
			| { access: 'session' | 'admin'; scope?: never }
			| {
					access: 'account' | 'admin account';
					scope: TokenScope | ((context: HttpContext) => readonly TokenScope[]);
			  }
	  ));

/**
 * One method of one path, which is served with every prefix; `path` is written as OpenAPI does:
 * `/events/{event_id}`.
 */
export type Route = Handler & {
	method: 'get' | 'post' | 'put' | 'patch' | 'delete';
	path: string;
	/** Lets the last parameter of the path hold slashes; the handler reads it from the address. */
	deep?: true;
	/** Describes it for OpenAPI: parameters, body, and the answers when all goes well. */
	operation: Omit<RouteConfig, 'method' | 'path'>;
	/**
	 * Lists the failures of its own, beside those that follow from `access` and those of every route.
	 */
	problems: readonly HttpErrorCode[];
	/** Lets pages of other origins read the answers: they are public and depend on no sender. */
	shared?: true;
	/** Leaves its requests out of the limits of requests. */
	unlimited?: true;
	/** Tells a problem in its own way, such as on a page for people. */
	tellProblem?(context: HttpContext, problem: Answer): Handled;
	/** The media type in which problems are told besides. */
	problemsToldAs?: string;
};
