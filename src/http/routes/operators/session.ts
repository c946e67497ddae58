// Signing in and out at a browser: GET, POST and DELETE /session; knows no storage of sessions.
import { z } from '@hono/zod-openapi';
import type { Sessions } from '../../../accounts/sessions.ts';
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import { type Answer, doneAnswer, jsonAnswer, privately } from '../../answers/answer.ts';
import { plainText, readJsonBody } from '../../answers/json-body.ts';
import { readParameters, refuseOthers } from '../../answers/query-parameters.ts';
import { rootAddress } from '../../server/addresses.ts';
import {
	type Account,
	findSession,
	requireIntent,
	sessionCookieName,
	sessionSecret,
} from '../../server/authentication.ts';
import { type HttpContext, senderAddress } from '../../server/http-context.ts';
import { header, jsonBody, jsonResponse } from '../describe.ts';
import type { Route } from '../route.ts';
import type { SignInLimit } from './sign-in-limit.ts';

/** Describes who is signed in. */
export const sessionSchema = z
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

type Needs = {
	sessions: Sessions;
	settings: Pick<Settings, 'publicUrl' | 'trustedProxies'>;
	limit: SignInLimit;
};

/** Creates the routes of sessions. */
export function createSessionRoutes(needs: Needs): Route[] {
	return [signInRoute(needs), showRoute(), signOutRoute(needs)];
}

/** Describes the header that gives or takes a session. */
export const cookieHeader = { 'Set-Cookie': header('The cookie of the session.') };

function signInRoute({ sessions, settings, limit }: Needs): Route {
	return {
		method: 'post',
		path: '/session',
		access: 'anyone',
		operation: {
			operationId: 'signIn',
			summary: 'Sign in',
			description:
				'Opens a session for a browser, in a cookie that scripts cannot read. It lasts twelve hours after its ' +
				'last use, and a week at the most; it ends where its user is shut out or gets another password. ' +
				'Tries are limited, for each account and each network.',
			tags: ['operators'],
			request: { body: jsonBody(credentialsSchema) },
			responses: { 200: { ...jsonResponse('Who is signed in.', sessionSchema), headers: cookieHeader } },
		},
		problems: ['bad-query', 'unauthorized', 'invalid-body', 'insufficient-storage', 'unavailable'],
		async handle(context) {
			refuseOthers(readParameters(context.req.url), []);
			const { email, password } = await readJsonBody(context, credentialsSchema);
			limit(context, email);
			const address = senderAddress(context, settings.trustedProxies);
			const signedIn = await sessions.signIn(address, email, password);
			if (!signedIn) {
				throw new BrokerError('unauthorized', 'Email and password do not fit, or the account is not active.');
			}
			const before = sessionSecret(context);
			if (before !== undefined) await sessions.signOut({ who: signedIn.session.email, address }, before);
			return sessionAnswer(signedIn.session, cookieOf(signedIn.secret, context, settings));
		},
	};
}

function showRoute(): Route {
	return {
		method: 'get',
		path: '/session',
		access: 'session',
		operation: {
			operationId: 'showSession',
			summary: 'Tell who is signed in',
			tags: ['operators'],
			responses: { 200: jsonResponse('Who is signed in.', sessionSchema) },
		},
		problems: [],
		handle: (_, sender) => sessionAnswer(sender),
	};
}

function signOutRoute({ sessions, settings }: Needs): Route {
	return {
		method: 'delete',
		path: '/session',
		access: 'anyone',
		operation: {
			operationId: 'signOut',
			summary: 'Sign out',
			description: 'Ends the session, if there is one.',
			tags: ['operators'],
			security: [{}, { session: [], csrfToken: [] }],
			responses: { 204: { description: 'Nobody is signed in any more.', headers: cookieHeader } },
		},
		problems: ['bad-query', 'forbidden', 'unavailable'],
		async handle(context) {
			refuseOthers(readParameters(context.req.url), []);
			const session = await findSession(context, sessions);
			if (session) {
				requireIntent(context, session);
				const by = { who: session.email, address: senderAddress(context, settings.trustedProxies) };
				await sessions.signOut(by, sessionSecret(context) as string);
			}
			return { ...doneAnswer, headers: { ...doneAnswer.headers, ...cookieOf(null, context, settings) } };
		},
	};
}

/**
 * Writes the cookie of a session; null takes it away. Scripts cannot read it and other sites cannot
 * have it sent; under https it never leaves that. It has no end of its own: the session has one.
 */
export function cookieOf(secret: string | null, context: HttpContext, { publicUrl }: Pick<Settings, 'publicUrl'>) {
	const secure = rootAddress(context.req.url, publicUrl).startsWith('https:') ? '; Secure' : '';
	const end = secret === null ? '; Max-Age=0' : '';
	return { 'Set-Cookie': `${sessionCookieName}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${end}` };
}

/** Answers who is signed in. */
export function sessionAnswer(
	{ email, roles, csrfToken }: Omit<Account, 'scopes'>,
	headers: Answer['headers'] = {},
): Answer {
	return jsonAnswer({ email, roles, csrf_token: csrfToken }, 200, { ...privately, ...headers });
}
