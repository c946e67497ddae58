// Signing in and out at a browser: GET, POST and DELETE /session; knows nothing of how sessions are kept.
import { z } from '@hono/zod-openapi';
import type { Session, Sessions } from '../../accounts/sessions.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, jsonAnswer } from '../answers/answer.ts';
import { plainText, readJsonBody } from '../answers/json-body.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { readParameters, refuseOthers } from '../answers/query-parameters.ts';
import { rootAddress } from '../server/addresses.ts';
import { type HttpContext, senderAddress } from '../server/http-context.ts';
import { findSession, requireSession } from '../server/operator.ts';
import { createRateLimiter, networkOf } from '../server/rate-limit.ts';
import { readSessionCookie, writeSessionCookie } from '../server/session-cookie.ts';
import type { Route } from './route.ts';

const sessionSchema = z
	.strictObject({
		email: z.string().openapi({ example: 'curator@example.org' }),
		roles: z.array(z.string()).openapi({ example: ['admin'] }),
		csrf_token: z.string().openapi({ description: 'To be sent in X-CSRF-Token with whatever changes something.' }),
	})
	.openapi('Session');

const credentialsSchema = z
	.strictObject({
		email: plainText.max(254).openapi({ example: 'curator@example.org' }),
		password: plainText.max(1_000).openapi({ format: 'password' }),
	})
	.openapi('Credentials');

// Who guesses passwords gets so many tries a minute: at one account, and from one network.
const triesOfAccount = 10;
const triesFromNetwork = 30;

/** Keeps what a session's owner is answered out of every cache. */
export const privately = { 'Cache-Control': 'no-store' } as const;

type Needs = { sessions: Sessions; settings: Pick<Settings, 'publicUrl' | 'trustedProxies'>; clock: () => number };

/** Creates the routes of sessions. */
export function createSessionRoutes(needs: Needs): Route[] {
	return [signInRoute(needs), showRoute(needs), signOutRoute(needs)];
}

const common = { path: '/session', shared: false, limited: true } as const;

function signInRoute({ sessions, settings, clock }: Needs): Route {
	const limit = createSignInLimit(clock, settings.trustedProxies);
	return {
		...common,
		method: 'post',
		operation: signInOperation,
		problems: [
			...(['bad-query', 'malformed-json', 'unauthorized', 'body-too-large', 'unsupported-media-type'] as const),
			...(['invalid-body', 'too-many-requests', 'unavailable'] as const),
		],
		async handle(context) {
			refuseOthers(readParameters(context.req.url), []);
			const { email, password } = await readJsonBody(context, credentialsSchema);
			limit(context, email);
			const signedIn = await sessions.signIn(email, password);
			if (!signedIn) {
				throw new BrokerError('unauthorized', 'Email and password do not fit, or the account is not active.');
			}
			const before = readSessionCookie(context.req.header('cookie'));
			if (before !== undefined) await sessions.signOut(before);
			return sessionAnswer(signedIn.session, cookieOf(signedIn.secret, context, settings));
		},
	};
}

function createSignInLimit(clock: () => number, trustedProxies: number): (context: HttpContext, email: string) => void {
	const takeAccount = createRateLimiter(triesOfAccount);
	const takeNetwork = createRateLimiter(triesFromNetwork);
	return (context, email) => {
		const now = clock();
		const fromNetwork = takeNetwork(networkOf(senderAddress(context, trustedProxies)), now);
		const retryAfterSeconds = fromNetwork || takeAccount(email.normalize('NFC').toLowerCase(), now);
		if (retryAfterSeconds === 0) return;
		throw new BrokerError('too-many-requests', 'Too many attempts to sign in. Wait a little.', { retryAfterSeconds });
	};
}

function showRoute({ sessions }: Needs): Route {
	return {
		...common,
		method: 'get',
		operation: showOperation,
		problems: ['bad-query', 'unauthorized', 'unavailable'],
		async handle(context) {
			refuseOthers(readParameters(context.req.url), []);
			return sessionAnswer(await requireSession(context, sessions), {});
		},
	};
}

function signOutRoute({ sessions, settings }: Needs): Route {
	return {
		...common,
		method: 'delete',
		operation: signOutOperation,
		problems: ['bad-query', 'forbidden', 'unavailable'],
		async handle(context) {
			refuseOthers(readParameters(context.req.url), []);
			if (await findSession(context, sessions)) {
				await requireSession(context, sessions);
				await sessions.signOut(readSessionCookie(context.req.header('cookie')) as string);
			}
			return { status: 204, headers: { ...privately, ...cookieOf(null, context, settings) }, body: null };
		},
	};
}

function cookieOf(secret: string | null, context: HttpContext, { publicUrl }: Pick<Settings, 'publicUrl'>) {
	const secure = rootAddress(context.req.url, publicUrl).startsWith('https:');
	return { 'Set-Cookie': writeSessionCookie(secret, secure) };
}

function sessionAnswer({ email, roles, csrfToken }: Session, headers: Readonly<Record<string, string>>): Answer {
	return jsonAnswer({ email, roles, csrf_token: csrfToken }, 200, { ...privately, ...headers });
}

const cookieHeader = {
	'Set-Cookie': { description: 'The cookie of the session.', required: true, schema: { type: 'string' as const } },
};

const signInOperation: Route['operation'] = {
	operationId: 'signIn',
	summary: 'Sign in',
	description:
		'Opens a session for a browser, in a cookie that scripts cannot read. It lasts twelve hours after its last use. Tries are limited, for each ' +
		'account and each network.',
	tags: ['operators'],
	request: { body: { required: true, content: { [jsonMediaType]: { schema: credentialsSchema } } } },
	responses: {
		200: {
			description: 'Who is signed in.',
			headers: cookieHeader,
			content: { [jsonMediaType]: { schema: sessionSchema } },
		},
	},
};

const showOperation: Route['operation'] = {
	operationId: 'showSession',
	summary: 'Tell who is signed in',
	tags: ['operators'],
	security: [{ session: [] }],
	responses: { 200: { description: 'Who is signed in.', content: { [jsonMediaType]: { schema: sessionSchema } } } },
};

const signOutOperation: Route['operation'] = {
	operationId: 'signOut',
	summary: 'Sign out',
	description: 'Ends the session, if there is one.',
	tags: ['operators'],
	security: [{ session: [] }],
	responses: { 204: { description: 'Nobody is signed in any more.', headers: cookieHeader } },
};
