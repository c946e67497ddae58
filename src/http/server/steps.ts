// The steps of every request: an id, the limits, a problem for a failure, a line of the log, and
// the headers of all answers.

import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { BrokerError } from '../../errors.ts';
import { isoTime } from '../../links/link-date.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, abandonedAnswer, toResponse } from '../answers/answer.ts';
import { problemAnswer } from '../answers/problem.ts';
import type { Admitted, createAdmission } from '../limits/admission.ts';
import { logRequest, type Observe, type RequestLog } from '../operations/observer.ts';
import type { Route } from '../routes/route.ts';
import { rootAddress } from './addresses.ts';
import { type HttpContext, type HttpEnvironment, isAbandoned } from './http-context.ts';

export type App = Hono<HttpEnvironment>;

/** The route of a request and its properties. */
export type Place = Pick<Route, 'acceptPost' | 'needs' | 'probe' | 'shared' | 'unlimited' | 'showProblem'> & {
	method: string;
	path: string;
	page?: true;
};

type Handle = (context: HttpContext) => Answer | Promise<Answer>;

/** Answers one method of some paths, in the notation of Hono. */
export type Served = { method: string; paths: readonly string[]; place: Place; handle: Handle };

type Steps = (place: Place, handle: Handle) => (context: HttpContext) => Promise<Response>;

type Addressed = Pick<Settings, 'publicUrl' | 'tls'>;

type StepNeeds = { settings: Addressed; admit: ReturnType<typeof createAdmission>; observe: Observe };

/**
 * Creates the steps of a request: accept or create its id, check the limits, call the handler, turn
 * a failure into a problem, count, trace and log the request, and add the headers of all answers.
 */
export function createSteps({ settings, admit, observe }: StepNeeds): Steps {
	return (place, handle) => async (context) => {
		const requestId = requestIdOf(context);
		context.set('requestId', requestId);
		const observed = observe(context, place, requestId);
		const admitted = await observed.run(() => admit(context, place));
		let answer: Answer;
		try {
			if (admitted.refusal) throw admitted.refusal;
			answer = await admitted.handle(() => observed.run(() => handle(context)));
		} catch (failure) {
			const root = rootAddress(context.req.url, settings.publicUrl);
			// Work abandoned because the client disconnected is not a failure.
			const { headers, ...rest } = problemAnswer(failure, root, requestId);
			const problem: Answer = { ...rest, headers: { ...headers, ...mediaTypesOf(place, rest.status) }, failure };
			answer = isAbandoned(context) ? abandonedAnswer : ((await place.showProblem?.(context, problem)) ?? problem);
		}
		leaveWith(answer, context, admitted);
		const ending = await endingToken(context);
		observed.answered({ ...answer, logged: { ...ending.logged, ...answer.logged } });
		const headers = { ...headersOf(place, settings, requestId), ...admitted.headers, ...ending.headers };
		return toResponse(place.page ? answer : withContentPolicy(answer), headers, context.req.method);
	};
}

/** Names what a place takes that takes other media types than most. */
function mediaTypesOf({ acceptPost }: Place, status: number): Answer['headers'] {
	const unsupported = 415;
	return status === unsupported && acceptPost !== undefined ? { Accept: acceptPost } : {};
}

/**
 * Makes an app serve these by the steps. All other requests get a problem, which `showProblem` may
 * show in its own way.
 */
export function serve(
	app: App,
	served: readonly Served[],
	{ steps, publicUrl, showProblem }: Pick<Place, 'showProblem'> & { steps: Steps; publicUrl: string | null },
): void {
	const nowhere: Place = { method: 'any', path: 'none', needs: 'nothing' };
	// Path by path: a request that a path refuses must not reach a path with a parameter that also
	// matches.
	for (const ofPath of Map.groupBy(served, ({ paths }) => paths.join()).values()) {
		for (const { method, paths, place, handle } of ofPath) app.on(method, [...paths], steps(place, handle));
		const methods = ofPath.map(({ method }) => method);
		const shared = ofPath.filter(({ place }) => place.shared).map(({ method }) => method);
		const acceptPost = ofPath.find(({ place }) => place.acceptPost)?.place.acceptPost;
		const handle: Handle = (context) => answerOtherMethod(context, { methods, shared, acceptPost, publicUrl });
		for (const path of ofPath[0]?.paths ?? []) app.all(path, steps(nowhere, handle));
	}
	app.notFound(steps({ ...nowhere, ...(showProblem && { showProblem }) }, refusePath));
	app.onError((failure, context) => steps({ ...nowhere, unlimited: true }, () => Promise.reject(failure))(context));
}

/** Answers a request that reaches no app, and logs it. */
export function refuse(failure: unknown, { settings, log }: { settings: Addressed; log: RequestLog }): Answer {
	const requestId = randomUUID();
	const answer = withContentPolicy(problemAnswer(failure, settings.publicUrl ?? '', requestId));
	logRequest(log, { requestId, method: '', target: '', status: answer.status, milliseconds: 0 }, failure);
	return { ...answer, headers: { ...answer.headers, ...headersOf({}, settings, requestId) } };
}

/** Reports an access token that expires soon, in a header and in the log. */
async function endingToken(context: HttpContext): Promise<{ headers?: object; logged?: object }> {
	const owner = await context.get('tokenOwner')?.catch(() => undefined);
	if (owner?.endsSoonAt == null) return {};
	const expires = isoTime(owner.endsSoonAt);
	return {
		headers: { 'Access-Token-Expires': expires },
		logged: { token: owner.tokenId, token_of: owner.email, token_expires: expires },
	};
}

/** Returns the id that a proxy gave a request, if it is valid. */
function requestIdOf(context: HttpContext): string {
	const given = context.req.header('x-request-id');
	return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

const sharing = {
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers':
		'Content-Disposition, Definition, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Excluded, X-Known, ' +
		'X-Left-Out, X-Request-Id, X-Total-Count, X-Understood-As, X-Unknown',
} as const;

function headersOf({ shared }: Pick<Place, 'shared'>, settings: Addressed, requestId: string): Record<string, string> {
	return { 'X-Request-Id': requestId, ...safetyHeaders(settings), ...(shared && sharing) };
}

/** A request ends when its connection has all of its answer, or without one, with its answer. */
function leaveWith({ body }: Answer, { env }: HttpContext, admitted: Admitted): void {
	const outgoing = env?.outgoing;
	const isOfPage = env?.askedFrom !== undefined;
	if (outgoing === undefined || outgoing.closed || (isOfPage && !(body instanceof ReadableStream))) admitted.leave();
	else admitted.leaveWith(outgoing);
}

/** Answers a request for an unknown path: always fails with `not-found`. */
function refusePath({ req }: HttpContext): never {
	// Those who come from another service do not know what of it is offered.
	const isForeign = /^(?:\/api)?\/compat(?:\/|$)/.test(req.path);
	const advice = isForeign ? ' /docs lists what is offered; GET /objects?q= finds works.' : '';
	throw new BrokerError('not-found', `Not found: ${req.path}.${advice}`);
}

type PathMethods = {
	methods: readonly string[];
	shared: readonly string[];
	acceptPost: string | undefined;
	publicUrl: string | null;
};

/**
 * Answers a request with a method that the path does not support. `methods` are the supported
 * methods in lower case; pages of other origins may read the answers of those in `shared`.
 */
function answerOtherMethod(
	{ req: { method, path, url } }: HttpContext,
	{ methods, shared, acceptPost, publicUrl }: PathMethods,
): Answer {
	const allowed = [...namesOf(methods), 'OPTIONS'].join(', ');
	if (method === 'OPTIONS') return optionsAnswer(allowed, namesOf(shared), acceptPost);
	const error = new BrokerError('method-not-allowed', `${path} does not support ${method}; it supports ${allowed}.`);
	const problem = problemAnswer(error, rootAddress(url, publicUrl), '');
	return { ...problem, headers: { ...problem.headers, Allow: allowed } };
}

function namesOf(methods: readonly string[]): string[] {
	return methods.flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]));
}

/** Answers OPTIONS, also the preflight request of a browser (CORS protocol, Fetch standard). */
function optionsAnswer(allowed: string, shared: readonly string[], acceptPost: string | undefined): Answer {
	const sharing: Record<string, string> = {
		'Access-Control-Allow-Origin': '*',
		'Access-Control-Allow-Methods': shared.join(', '),
		'Access-Control-Allow-Headers': '*',
		'Access-Control-Max-Age': '86400',
	};
	const posted = acceptPost !== undefined && { 'Accept-Post': acceptPost };
	return { status: 204, headers: { Allow: allowed, ...posted, ...(shared.length > 0 && sharing) }, body: null };
}

/** Browsers use only HTTPS for a year. */
const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** Returns the headers of every answer. Requires HTTPS if the public address uses it. */
function safetyHeaders({ tls, publicUrl }: Addressed): Record<string, string> {
	const isHttps = tls !== null || publicUrl?.startsWith('https:');
	return { 'X-Content-Type-Options': 'nosniff', ...(isHttps && onlyHttps) };
}

/** The policy of answers that are not pages: they load nothing, and nothing can frame them. */
const contentPolicy = {
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Adds this policy to an answer without its own. A 304 gets none: it would replace the policy of
 * the page in the browser's cache.
 */
function withContentPolicy(answer: Answer): Answer {
	if (answer.status === 304) return answer;
	return { ...answer, headers: { ...contentPolicy, ...answer.headers } };
}
