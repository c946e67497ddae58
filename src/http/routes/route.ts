// A route in one piece: how it is served, who may use it, what it takes and answers. Its checks, its
// description in OpenAPI and the reference all follow from that.
import type { RouteConfig, z } from '@hono/zod-openapi';
import type { TokenScope } from '../../accounts/tokens.ts';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import type { Answer } from '../answers/answer.ts';
import { readJsonBody } from '../answers/json-body.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import type { HttpErrorCode } from '../answers/problem.ts';
import { readParameters, refuseOthers } from '../answers/query-parameters.ts';
import type { Sender } from '../server/authentication.ts';
import type { HttpContext } from '../server/http-context.ts';
import { readWorkPath } from './work-path.ts';

type Handled = Answer | Promise<Answer>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Response = Exclude<RouteConfig['responses'][string], { $ref: string }>;
type BodyDescription = NonNullable<NonNullable<RouteConfig['request']>['body']>;

/**
 * Says who may use a route: anyone; an account, by token or by session; an account that is signed
 * in (session); one that is signed in and has the role admin; an account with the role admin, by
 * token or by session.
 */
export type Access = 'anyone' | 'account' | 'session' | 'admin' | 'admin account';

/** One method of one path, as it is served and described; `defineRoute` makes it. */
export type Route = {
	method: Method;
	/** As OpenAPI writes it; it is served with every prefix. */
	path: string;
	/** Lets the last parameter of the path hold slashes. */
	deep?: true;
	access: Access;
	/** What an access token must be good for; it may depend on the request. */
	scope?: TokenScope | ((context: HttpContext) => readonly TokenScope[]);
	operation: Omit<RouteConfig, 'method' | 'path'>;
	/** The failures of its own, beside those of every route and those that follow from `access`. */
	problems: readonly HttpErrorCode[];
	/** Lets pages of other origins read the answers: they are public and depend on no sender. */
	shared?: true;
	/** Leaves its requests out of the limits of requests. */
	unlimited?: true;
	/** Shows a problem in its own way, such as on a page for people. */
	tellProblem?(context: HttpContext, problem: Answer): Handled;
	/** The media type in which problems are shown besides. */
	problemsToldAs?: string;
	/** Handles a request that may be handled; `sender` is there unless anyone may use the route. */
	handle(context: HttpContext, sender?: Sender): Handled;
};

/** A query that is read otherwise than its description says by itself. */
type OwnQuery = { described: z.ZodObject; read(url: string): unknown };
type Query = z.ZodObject | OwnQuery | undefined;
type ReadQuery<Q extends Query> = Q extends z.ZodType
	? z.output<Q>
	: Q extends OwnQuery
		? ReturnType<Q['read']>
		: undefined;

/** A body in JSON that is read otherwise than it is described, or is larger than usual. */
type OwnBody = { described: z.ZodType; read: z.ZodType; mostBytes: number };
type Body = z.ZodType | OwnBody | undefined;
type ReadBody<B extends Body> = B extends z.ZodType ? z.output<B> : B extends OwnBody ? z.output<B['read']> : undefined;

/** What a handler gets. */
type Asked<A extends Access, P extends z.ZodObject, Q extends Query, B extends Body> = {
	context: HttpContext;
	/** The parameters of the path, decoded; there may be nothing that they name. */
	params: z.input<P>;
	query: ReadQuery<Q>;
	/** Reads the body; fails as readJsonBody does. */
	body(): Promise<ReadBody<B>>;
	sender: A extends 'anyone' ? undefined : Sender;
};

type Definition<A extends Access, P extends z.ZodObject, Q extends Query, B extends Body> = Pick<
	Route,
	'deep' | 'shared' | 'unlimited' | 'tellProblem' | 'problemsToldAs'
> & {
	/** Method and path: `GET /events/{event_id}`. */
	route: `${Uppercase<Method>} /${string}`;
	access: A;
	/** The name of the operation. */
	id: string;
	tag: string;
	summary: string;
	description?: string;
	/** Replaces what follows from `access`. */
	security?: NonNullable<RouteConfig['security']>;
	params?: P;
	/** Without it a request has no parameters; those of `GET` requests of anyone are passed over then. */
	query?: Q;
	body?: B;
	/** Describes a body that the handler reads by itself. */
	ownBody?: BodyDescription;
	/** By status; a text alone describes an answer without content. */
	answers: Readonly<Record<number, string | Response>>;
	/** The failures of its own, beside those that follow from all else. */
	problems?: readonly HttpErrorCode[];
	/** Refuses senders whom `access` lets through, before parameters are read. */
	admit?(sender: Sender): void;
	handle(asked: Asked<A, P, Q, B>): Handled;
} & (A extends 'account' | 'admin account' ? { scope: NonNullable<Route['scope']> } : { scope?: never });

/** Makes a route of its definition. Its handler gets what the schemas let through. */
export function defineRoute<
	A extends Access,
	P extends z.ZodObject = z.ZodObject<Record<never, never>>,
	Q extends Query = undefined,
	B extends Body = undefined,
>(definition: Definition<A, P, Q, B>): Route {
	const { route, access, deep, params, query, body, admit, handle } = definition;
	const [upper = '', path = ''] = route.split(' ');
	const method = upper.toLowerCase() as Method;
	const readQuery = queryReader(query, access === 'anyone' && method === 'get') as (url: string) => ReadQuery<Q>;
	const [schema, mostBytes] = body && 'read' in body ? [body.read, body.mostBytes] : [body];
	return {
		...{ ...definition, method, path },
		operation: operationOf(definition),
		problems: [
			...(definition.problems ?? []),
			...(query !== undefined || access !== 'anyone' || method !== 'get' ? (['bad-query'] as const) : []),
			...(body === undefined ? [] : (['invalid-body'] as const)),
		],
		handle(context, sender) {
			if (sender) admit?.(sender);
			const { req } = context;
			return handle({
				context,
				params: (params && (deep ? readWorkPath(req.url, path) : req.param())) as z.input<P>,
				query: readQuery(req.url),
				body: () => readJsonBody(context, schema as z.ZodType, mostBytes) as Promise<ReadBody<B>>,
				sender: sender as Asked<A, P, Q, B>['sender'],
			});
		},
	};
}

function queryReader(query: Query, isLenient: boolean): (url: string) => unknown {
	if (query && 'read' in query) return query.read;
	if (query) return (url) => readParametersBy(query, readParameters(url));
	// Browsers and balancers add parameters of their own.
	return (url) => (isLenient ? undefined : refuseOthers(readParameters(url), []));
}

function operationOf<A extends Access, P extends z.ZodObject, Q extends Query, B extends Body>({
	id,
	summary,
	description,
	tag,
	security,
	params,
	query,
	body,
	ownBody,
	answers,
}: Definition<A, P, Q, B>): Route['operation'] {
	const described = <T extends z.ZodType>(part: T | { described: T }): T =>
		'described' in part ? part.described : part;
	const request = {
		...(params && { params }),
		...(query && { query: described<z.ZodObject>(query) }),
		...(body && { body: { required: true, content: { [jsonMediaType]: { schema: described<z.ZodType>(body) } } } }),
		...(ownBody && { body: ownBody }),
	};
	return {
		...{ operationId: id, summary },
		...(description !== undefined && { description }),
		tags: [tag],
		...(security && { security }),
		...(Object.keys(request).length > 0 && { request }),
		responses: Object.fromEntries(
			Object.entries(answers).map(([status, answer]) => [
				status,
				typeof answer === 'string' ? { description: answer } : answer,
			]),
		),
	};
}

/** Describes an answer in JSON. */
export function json(description: string, schema: z.ZodType, headers?: Response['headers']): Response {
	return { description, ...(headers && { headers }), content: { [jsonMediaType]: { schema } } };
}

/** Describes a header that an answer always has. */
export function header(description: string, schema: object = text) {
	return { description, required: true, schema };
}

/** Describes a header that some answers have. */
export function optionalHeader(description: string, schema: object = text) {
	return { description, schema };
}

/** Describes a text, of an answer in another media type than JSON. */
export const text = { type: 'string' } as const;
