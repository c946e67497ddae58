// The steps that lead every request to its answer, in any app and before one: an id, the limits, a
// problem for a failure, a line in the log, and the headers of all answers.

import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { BrokerError } from '../../errors.ts';
import { isoTime } from '../../links/link-date.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, abandonedAnswer, toResponse } from '../answers/answer.ts';
import { problemAnswer } from '../answers/problem.ts';
import type { createAdmission } from '../limits/admission.ts';
import { logRequest, type Observe, type RequestLog } from '../operations/observer.ts';
import type { Route } from '../routes/route.ts';
import { rootAddress } from './addresses.ts';
import { type HttpContext, type HttpEnvironment, isAbandoned } from './http-context.ts';

export type App = Hono<HttpEnvironment>;

/** Says where a request arrived, as routes write it, and what holds there. */
export type Place = Pick<Route, 'shared' | 'unlimited' | 'tellProblem'> & { method: string; path: string; page?: true };

type Handle = (context: HttpContext) => Answer | Promise<Answer>;

/** Answers one method of some paths, as hono writes them. */
export type Served = { method: string; paths: readonly string[]; place: Place; handle: Handle };

type Steps = (place: Place, handle: Handle) => (context: HttpContext) => Promise<Response>;

type Addressed = Pick<Settings, 'publicUrl' | 'tls'>;

type StepNeeds = { settings: Addressed; admit: ReturnType<typeof createAdmission>; observe: Observe };

/**
 * Creates what leads a request to its answer: its id is taken over or made, the limits are checked,
 * the handler works, a failure becomes a problem, the request is counted, traced and logged, and
 * the answer gets the headers of all answers.
 */
export function createSteps({ settings, admit, observe }: StepNeeds): Steps {
	return (place, handle) => async (context) => {
		const requestId = requestIdOf(context);
		context.set('requestId', requestId);
		const observed = observe(context, place, requestId);
		const admitted = await admit(context, place);
		let answer: Answer;
		try {
			if (admitted.refusal) throw admitted.refusal;
			answer = await handle(context);
		} catch (failure) {
			const root = rootAddress(context.req.url, settings.publicUrl);
			// What was given up because nobody waits for it is no fault.
			const problem: Answer = { ...problemAnswer(failure, root, requestId), failure };
			answer = isAbandoned(context) ? abandonedAnswer : ((await place.tellProblem?.(context, problem)) ?? problem);
		}
		leaveWith(answer, context, admitted.leave);
		const ending = await endingToken(context);
		observed.answered({ ...answer, logged: { ...ending.logged, ...answer.logged } });
		const headers = { ...headersOf(place, settings, requestId), ...admitted.headers, ...ending.headers };
		return toResponse(place.page ? answer : withContentPolicy(answer), headers, context.req.method);
	};
}

/**
 * Has an app serve these, each by the steps; what none of them answers is a problem, which
 * `tellProblem` may show in its own way.
 */
export function serve(
	app: App,
	served: readonly Served[],
	{ steps, publicUrl, tellProblem }: Pick<Place, 'tellProblem'> & { steps: Steps; publicUrl: string | null },
): void {
	const nowhere: Place = { method: 'any', path: 'none' };
	// Path by path: what a path refuses must not go on to a path with a parameter that it fits as
	// well.
	for (const ofPath of Map.groupBy(served, ({ paths }) => paths.join()).values()) {
		for (const { method, paths, place, handle } of ofPath) app.on(method, [...paths], steps(place, handle));
		const methods = ofPath.map(({ method }) => method);
		const shared = ofPath.filter(({ place }) => place.shared).map(({ method }) => method);
		const handle: Handle = (context) => answerOtherMethod(context, { methods, shared, publicUrl });
		for (const path of ofPath[0]?.paths ?? []) app.all(path, steps(nowhere, handle));
	}
	app.notFound(steps({ ...nowhere, ...(tellProblem && { tellProblem }) }, refusePath));
	app.onError((failure, context) => steps({ ...nowhere, unlimited: true }, () => Promise.reject(failure))(context));
}

/** Answers a request that reaches no app, and logs it. */
export function refuse(failure: unknown, { settings, log }: { settings: Addressed; log: RequestLog }): Answer {
	const requestId = randomUUID();
	const answer = withContentPolicy(problemAnswer(failure, settings.publicUrl ?? '', requestId));
	logRequest(log, { requestId, method: '', target: '', status: answer.status, milliseconds: 0 }, failure);
	return { ...answer, headers: { ...answer.headers, ...headersOf({}, settings, requestId) } };
}

/** Tells that the access token of a request ends soon, if so: to its sender, and to who reads the log. */
async function endingToken(context: HttpContext): Promise<{ headers?: object; logged?: object }> {
	const owner = await context.get('tokenOwner')?.catch(() => undefined);
	if (owner?.endsSoonAt == null) return {};
	const expires = isoTime(owner.endsSoonAt);
	return {
		headers: { 'Access-Token-Expires': expires },
		logged: { token: owner.tokenId, token_of: owner.email, token_expires: expires },
	};
}

/** Takes over the id that a proxy gave a request, where it is one. */
function requestIdOf(context: HttpContext): string {
	const given = context.req.header('x-request-id');
	return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

const sharing = {
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers':
		'Content-Disposition, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Known, X-Request-Id, ' +
		'X-Total-Count, X-Understood-As',
} as const;

function headersOf({ shared }: Pick<Place, 'shared'>, settings: Addressed, requestId: string): Record<string, string> {
	return { 'X-Request-Id': requestId, ...safetyHeaders(settings), ...(shared && sharing) };
}

/** A request is over with its answer; one that streams its answer, when its connection has it. */
function leaveWith({ body }: Answer, { env }: HttpContext, leave: () => void): void {
	if (body instanceof ReadableStream && env?.outgoing?.closed === false) env.outgoing.once('close', leave);
	else leave();
}

/** Answers a request for a path that nothing serves: always fails with `not-found`. */
function refusePath({ req }: HttpContext): never {
	throw new BrokerError('not-found', `Not found: ${req.path}.`);
}

/**
 * Answers a request for a path that is served, by a method that its handlers do not know. `methods`
 * are theirs in lower case, `shared` those of which pages of other origins may read the answers.
 */
function answerOtherMethod(
	{ req: { method, path, url } }: HttpContext,
	{ methods, shared, publicUrl }: { methods: readonly string[]; shared: readonly string[]; publicUrl: string | null },
): Answer {
	const allowed = [...namesOf(methods), 'OPTIONS'].join(', ');
	if (method === 'OPTIONS') return optionsAnswer(allowed, namesOf(shared));
	const error = new BrokerError('method-not-allowed', `${path} does not support ${method}; it supports ${allowed}.`);
	const problem = problemAnswer(error, rootAddress(url, publicUrl), '');
	return { ...problem, headers: { ...problem.headers, Allow: allowed } };
}

function namesOf(methods: readonly string[]): string[] {
	return methods.flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]));
}

/** Answers OPTIONS, also the preflight request of a browser (CORS protocol, Fetch standard). */
function optionsAnswer(allowed: string, shared: readonly string[]): Answer {
	const sharing: Record<string, string> = {
		'Access-Control-Allow-Origin': '*',
		'Access-Control-Allow-Methods': shared.join(', '),
		'Access-Control-Allow-Headers': '*',
		'Access-Control-Max-Age': '86400',
	};
	return { status: 204, headers: { Allow: allowed, ...(shared.length > 0 && sharing) }, body: null };
}

/** Browsers remember for a year that there is HTTPS here. */
const onlyHttps = { 'Strict-Transport-Security': 'max-age=31536000' } as const;

/** Tells the headers of every answer; HTTPS is insisted on where others reach the broker by it. */
function safetyHeaders({ tls, publicUrl }: Addressed): Record<string, string> {
	const isHttps = tls !== null || publicUrl?.startsWith('https:');
	return { 'X-Content-Type-Options': 'nosniff', ...(isHttps && onlyHttps) };
}

/** What an answer that is no page says of itself: it loads nothing, and nothing frames it. */
const contentPolicy = {
	'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
	'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Adds the policy of what is no page to an answer that has none of its own. A 304 gets none: it
 * would take the place of the policy of the page that the browser has.
 */
function withContentPolicy(answer: Answer): Answer {
	if (answer.status === 304) return answer;
	return { ...answer, headers: { ...contentPolicy, ...answer.headers } };
}
