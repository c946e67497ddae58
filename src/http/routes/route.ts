// The definition of a route: method and path, access, parameters, body and answers. Its checks,
// OpenAPI and the reference are made from it.
import type { RouteConfig, z } from '@hono/zod-openapi';
import type { TokenScope } from '../../accounts/tokens.ts';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import type { Answer } from '../answers/answer.ts';
import { readJsonBody } from '../answers/json-body.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import type { HttpErrorCode } from '../answers/problem.ts';
import { readParameters, refuseOthers } from '../answers/query-parameters.ts';
import type { Needed } from '../limits/overload.ts';
import type { Sender } from '../server/authentication.ts';
import type { HttpContext } from '../server/http-context.ts';
import { readDeepPath } from './work-path.ts';

type Handled = Answer | Promise<Answer>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Response = Exclude<RouteConfig['responses'][string], { $ref: string }>;
type BodyDescription = NonNullable<NonNullable<RouteConfig['request']>['body']>;

/**
 * Names who may use a route: anyone; an account, by token or session; a signed-in account
 * (session); a signed-in administrator (admin); an administrator, by token or session (admin
 * account).
 */
export type Access = 'anyone' | 'account' | 'session' | 'admin' | 'admin account';

/** One method of one path, as served and described. Made by `defineRoute`. */
export type Route = {
	method: Method;
	/** In the notation of OpenAPI. It is served with every prefix. */
	path: string;
	/** Allows slashes in the last parameter of the path. */
	deep?: true;
	/** Serves the path with a slash at its end, too. */
	endsInSlash?: true;
	access: Access;
	/** What it needs to answer. A request holds a place among those with the same needs. */
	needs: Needed;
	/** The scope that an access token needs. It may depend on the request. */
	scope?: TokenScope | ((context: HttpContext) => readonly TokenScope[]);
	operation: Omit<RouteConfig, 'method' | 'path'>;
	/** Its own failures, besides those of every route and those of `access`. */
	problems: readonly HttpErrorCode[];
	/**
	 * Allows pages of other origins to read the answers: they are public and the same for all
	 * senders.
	 */
	shared?: true;
	/** The media types that OPTIONS names in Accept-Post (Linked Data Platform, 7.1). */
	acceptPost?: string;
	/** Exempts its requests from the limits of requests. */
	unlimited?: true;
	/** For requests that machines repeat all the time: no spans, and no outages in the log. */
	probe?: true;
	/** Shows a problem in its own way, such as on a page for people. */
	showProblem?(context: HttpContext, problem: Answer): Handled;
	/** An additional media type of its problems. */
	problemsShownAs?: string;
	/** Describes its problems in that media type, if they have a form of their own. */
	problemForm?: z.ZodType;
	/** Handles an admitted request. `sender` is present unless anyone may use the route. */
	handle(context: HttpContext, sender?: Sender): Handled;
};

/** A query whose reading differs from its description. */
type OwnQuery = { described: z.ZodObject; read(url: string): unknown };
type Query = z.ZodObject | OwnQuery | undefined;
type ReadQuery<Q extends Query> = Q extends z.ZodType
	? z.output<Q>
	: Q extends OwnQuery
		? ReturnType<Q['read']>
		: undefined;

/** A JSON body whose reading differs from its description, or that is larger than usual. */
type OwnBody = { described: z.ZodType; read: z.ZodType; mostBytes: number };
type Body = z.ZodType | OwnBody | undefined;
type ReadBody<B extends Body> = B extends z.ZodType ? z.output<B> : B extends OwnBody ? z.output<B['read']> : undefined;

/** The arguments of a handler. */
type Asked<A extends Access, P extends z.ZodObject, Q extends Query, B extends Body> = {
	context: HttpContext;
	/** The decoded parameters of the path. Nothing may exist under them. */
	params: z.input<P>;
	query: ReadQuery<Q>;
	/** Reads the body; fails like readJsonBody. */
	body(): Promise<ReadBody<B>>;
	sender: A extends 'anyone' ? undefined : Sender;
};

type Definition<A extends Access, P extends z.ZodObject, Q extends Query, B extends Body> = Pick<
	Route,
	| 'acceptPost'
	| 'deep'
	| 'endsInSlash'
	| 'needs'
	| 'probe'
	| 'shared'
	| 'unlimited'
	| 'showProblem'
	| 'problemsShownAs'
	| 'problemForm'
> & {
	/** Method and path: `GET /events/{event_id}`. */
	route: `${Uppercase<Method>} /${string}`;
	access: A;
	/** The name of the operation. */
	id: string;
	tag: string;
	summary: string;
	description?: string;
	/** Replaces the requirements of `access`. */
	security?: NonNullable<RouteConfig['security']>;
	params?: P;
	/** Without it, parameters are refused; in `GET` routes for anyone they are ignored. */
	query?: Q;
	body?: B;
	/** Describes a body that the handler reads itself. */
	ownBody?: BodyDescription;
	/** By status. A text describes an answer without content. */
	answers: Readonly<Record<number, string | Response>>;
	/** Its own failures, besides those that follow from the rest. */
	problems?: readonly HttpErrorCode[];
	/** Refuses senders that `access` admits, before parameters are read. */
	admit?(sender: Sender): void;
	handle(asked: Asked<A, P, Q, B>): Handled;
} & (A extends 'account' | 'admin account' ? { scope: NonNullable<Route['scope']> } : { scope?: never });

/** Makes a route from its definition. Its handler gets checked values. */
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
				params: (params && (deep ? readDeepPath(req.url, path) : req.param())) as z.input<P>,
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
	// Browsers and load balancers add their own parameters.
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

/** Describes an answer as text. */
export const text = { type: 'string' } as const;

/** Describes the headers that say how a total was counted. */
export const countedHeaderSchemas = {
	Definition: optionalHeader('With definition: its name and version, as strict; v=1.'),
	'X-Excluded': optionalHeader(
		'With definition or exclude: how many links were left out by flag, as author-self=12, machine=3. Only in forms ' +
			'that have no member excluded.',
	),
	'X-Unknown': optionalHeader(
		'For each flag of X-Excluded: how many links count although it is unknown whether they have it.',
	),
};
