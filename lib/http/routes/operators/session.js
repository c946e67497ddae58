// Signing in and out at a browser: GET, POST and DELETE /session; knows no storage of sessions.
import { z } from '@hono/zod-openapi';
                                                              
import { BrokerError } from '../../../errors.js';
                                                     
import {              doneAnswer, jsonAnswer, privately } from '../../answers/answer.js';
import { plainText, readJsonBody } from '../../answers/json-body.js';
import { readParameters, refuseOthers } from '../../answers/query-parameters.js';
import { createRateLimiter } from '../../limits/rate-limit.js';
import { networkOf } from '../../limits/sender.js';
import { rootAddress } from '../../server/addresses.js';
import {
	             
	findSession,
	requireIntent,
	sessionCookieName,
	sessionSecret,
} from '../../server/authentication.js';
import {                   senderAddress } from '../../server/http-context.js';
import { header, jsonBody, jsonResponse } from '../describe.js';
                                         

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

// Tries a minute, against guessing passwords: at one account, and from one network.
const triesOfAccount = 10;
const triesFromNetwork = 30;

              
	                   
	                                                         
	                                           
	                                   
  

/** Creates the routes of sessions. */
export function createSessionRoutes(needs       )          {
	return [signInRoute(needs), showRoute(), signOutRoute(needs)];
}

const cookieHeader = { 'Set-Cookie': header('The cookie of the session.') };

function signInRoute({ sessions, settings, clock = () => performance.now() }       )        {
	const limit = createSignInLimit(clock, settings.trustedProxies);
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

function createSignInLimit(clock              , trustedProxies        )                                                {
	const takeAccount = createRateLimiter(triesOfAccount);
	const takeNetwork = createRateLimiter(triesFromNetwork);
	return (context, email) => {
		const now = clock();
		const fromNetwork = takeNetwork(networkOf(senderAddress(context, trustedProxies)), now).waitSeconds;
		const retryAfterSeconds = fromNetwork || takeAccount(email.normalize('NFC').toLowerCase(), now).waitSeconds;
		if (retryAfterSeconds === 0) return;
		throw new BrokerError('too-many-requests', 'Too many attempts to sign in. Wait a little.', { retryAfterSeconds });
	};
}

function showRoute()        {
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

function signOutRoute({ sessions, settings }       )        {
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
				await sessions.signOut(by, sessionSecret(context)          );
			}
			return { ...doneAnswer, headers: { ...doneAnswer.headers, ...cookieOf(null, context, settings) } };
		},
	};
}

/**
 * Writes the cookie of a session; null takes it away. Scripts cannot read it and other sites cannot
 * have it sent; under https it never leaves that. It has no end of its own: the session has one.
 */
function cookieOf(secret               , context             , { publicUrl }                             ) {
	const secure = rootAddress(context.req.url, publicUrl).startsWith('https:') ? '; Secure' : '';
	const end = secret === null ? '; Max-Age=0' : '';
	return { 'Set-Cookie': `${sessionCookieName}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${end}` };
}

function sessionAnswer({ email, roles, csrfToken }         , headers                    = {})         {
	return jsonAnswer({ email, roles, csrf_token: csrfToken }, 200, { ...privately, ...headers });
}
