// Signing in and out, and changing one's password: GET, POST and DELETE /session, PUT
// /session/password; with the limits of attempts.
import { z } from '@hono/zod-openapi';
import { longestPassword, passwordRule } from '../../../accounts/password-rule.ts';
import type { Sessions } from '../../../accounts/sessions.ts';
import { BrokerError } from '../../../errors.ts';
import { nameKey } from '../../../links/names.ts';
import type { Settings } from '../../../settings.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { type Answer, doneAnswer, jsonAnswer, privately } from '../../answers/answer.ts';
import { invalidBody, plainText } from '../../answers/json-body.ts';
import { networkOf } from '../../limits/admission.ts';
import { createRateLimiter } from '../../limits/rate-limit.ts';
import { rootAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import {
	type Account,
	findSession,
	requireIntent,
	sessionCookieName,
	sessionSecret,
} from '../../server/authentication.ts';
import { type HttpContext, senderAddress } from '../../server/http-context.ts';
import { defineRoute, header, json, type Route } from '../route.ts';

/** Describes the signed-in account. */
export const sessionSchema = z
	.strictObject({
		email: z.string().openapi({ example: 'curator@example.org' }),
		roles: z.array(z.string()).openapi({ example: ['admin'] }),
		csrf_token: z
			.string()
			.openapi({ description: 'Send it in the header X-CSRF-Token with every request that changes something.' }),
	})
	.openapi('Session');

const credentialsSchema = z
	.strictObject({
		email: plainText.max(254).openapi({ example: 'curator@example.org' }),
		password: plainText.max(1_000).openapi({ format: 'password' }),
	})
	.openapi('Credentials');

/** Describes a new password. */
export const newPassword = plainText
	.max(longestPassword)
	.openapi({ format: 'password', description: passwordRule, example: 'six mild owls above the harbour' });

const passwordChangeSchema = z
	.strictObject({
		current_password: plainText.max(longestPassword).openapi({ format: 'password' }),
		new_password: newPassword,
	})
	.openapi('PasswordChange');

/** Describes the header that sets or removes the cookie of a session. */
export const cookieHeader = { 'Set-Cookie': header('The cookie of the session.') };

type Needs = Pick<AppNeeds, 'accounts' | 'sessions' | 'settings'> & { limit: SignInLimit };

/** Creates the routes of sessions. */
export function createSessionRoutes(needs: Needs): Route[] {
	return [
		signInRoute(needs),
		defineRoute({
			route: 'GET /session',
			access: 'session',
			needs: 'records',
			id: 'showSession',
			tag: 'operators',
			summary: 'Show who is signed in',
			answers: { 200: json('The account that is signed in.', sessionSchema) },
			handle: ({ sender }) => sessionAnswer(sender),
		}),
		signOutRoute(needs),
		passwordRoute(needs),
	];
}

function signInRoute({ sessions, settings, limit }: Needs): Route {
	return defineRoute({
		route: 'POST /session',
		access: 'anyone',
		needs: 'records',
		id: 'signIn',
		tag: 'operators',
		summary: 'Sign in',
		description:
			'Opens a session for a browser, in a cookie that scripts cannot read. It ends twelve hours after ' +
			'its last use, at the latest after a week, and when the user is deactivated or the password ' +
			'changes. Attempts are limited for each account and each network.',
		body: credentialsSchema,
		answers: { 200: json('The account that is signed in.', sessionSchema, cookieHeader) },
		problems: ['unauthorized', 'insufficient-storage'],
		async handle({ context, body }) {
			const { email, password } = await body();
			limit(context, email);
			const address = senderAddress(context, settings.trustedProxies);
			const signedIn = await sessions.signIn(address, email, password);
			if (!signedIn) {
				throw new BrokerError('unauthorized', 'The email or password is wrong, or the account is not active.');
			}
			return signedInAnswer(signedIn, context, { sessions, settings });
		},
	});
}

function signOutRoute({ sessions, settings }: Needs): Route {
	return defineRoute({
		route: 'DELETE /session',
		access: 'anyone',
		needs: 'records',
		id: 'signOut',
		tag: 'operators',
		summary: 'Sign out',
		description: 'Ends the current session, if any.',
		security: [{}, { session: [], csrfToken: [] }],
		answers: { 204: { description: 'The session has ended.', headers: cookieHeader } },
		problems: ['forbidden'],
		async handle({ context }) {
			const session = await findSession(context, sessions);
			if (session) {
				requireIntent(context, session);
				const by = { who: session.email, address: senderAddress(context, settings.trustedProxies) };
				await sessions.signOut(by, sessionSecret(context) as string);
			}
			return { ...doneAnswer, headers: { ...doneAnswer.headers, ...cookieOf(null, context, settings) } };
		},
	});
}

function passwordRoute({ accounts, limit }: Needs): Route {
	return defineRoute({
		route: 'PUT /session/password',
		access: 'session',
		needs: 'records',
		id: 'changePassword',
		tag: 'operators',
		summary: 'Change your password',
		description:
			'Changes the password of the signed-in account. All other sessions of the account end; this ' +
			'session and access tokens stay. Attempts are limited together with attempts to sign in.',
		body: passwordChangeSchema,
		answers: { 204: 'The password was changed.' },
		async handle({ context, body, sender: { email, by } }) {
			const { current_password: current, new_password: password } = await body();
			limit(context, email);
			const session = sessionSecret(context) as string;
			const change = () => accounts.changeOwnPassword(by, email, { current, password, session });
			if (!(await rewordingFailures(change, { pointer: '/new_password' }))) {
				throw invalidBody([{ pointer: '/current_password', message: 'is not the password of this account' }]);
			}
			return doneAnswer;
		},
	});
}

/** Answers the signed-in account and sets its cookie. Ends the previous session of the browser. */
export async function signedInAnswer(
	{ session, secret }: NonNullable<Awaited<ReturnType<Sessions['signIn']>>>,
	context: HttpContext,
	{ sessions, settings }: Pick<Needs, 'sessions' | 'settings'>,
): Promise<Answer> {
	const before = sessionSecret(context);
	const by = { who: session.email, address: senderAddress(context, settings.trustedProxies) };
	if (before !== undefined) await sessions.signOut(by, before);
	return sessionAnswer(session, cookieOf(secret, context, settings));
}

/**
 * Writes the cookie of a session; null removes it. Scripts cannot read it, other sites cannot send
 * it, and under https it is never sent without TLS. It does not expire by itself: the session does.
 */
function cookieOf(secret: string | null, context: HttpContext, { publicUrl }: Pick<Settings, 'publicUrl'>) {
	const secure = rootAddress(context.req.url, publicUrl).startsWith('https:') ? '; Secure' : '';
	const end = secret === null ? '; Max-Age=0' : '';
	return { 'Set-Cookie': `${sessionCookieName}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${end}` };
}

function sessionAnswer({ email, roles, csrfToken }: Omit<Account, 'scopes'>, headers: Answer['headers'] = {}): Answer {
	return jsonAnswer({ email, roles, csrf_token: csrfToken }, 200, { ...privately, ...headers });
}

// Limits against guessing, for one account and for one network. Strangers cannot lock an account:
// each network without recent attempts has some left.
const triesOfAccountAMinute = 10;
const triesFromNetworkAMinute = 30;

// The attempts of a network at an account whose own attempts are used up.
const sparedTries = 5;
const sparedSeconds = 60 * 60;

/**
 * Counts an attempt at an account, by its email; without an email, an attempt with a secret. Fails
 * with `too-many-requests` if there were too many.
 */
export type SignInLimit = (context: HttpContext, email?: string) => void;

/** Creates the limit. `clock` returns milliseconds since any moment. */
export function createSignInLimit(clock: () => number, trustedProxies: number): SignInLimit {
	const takeNetwork = createRateLimiter(triesFromNetworkAMinute);
	const takeAccount = createRateLimiter(triesOfAccountAMinute);
	const takeSpared = createRateLimiter(sparedTries, { seconds: sparedSeconds });
	return (context, email) => {
		const now = clock();
		const network = networkOf(senderAddress(context, trustedProxies));
		const fromNetwork = takeNetwork(network, now).waitSeconds;
		if (fromNetwork > 0) throw tooManyTries(fromNetwork);
		if (email === undefined) return;
		const account = nameKey(email);
		const ofAccount = takeAccount(account, now).waitSeconds;
		// Counted at each attempt: a network that used up the attempts of the account has none
		// left.
		const spared = takeSpared(`${network} ${account}`, now).waitSeconds;
		if (ofAccount > 0 && spared > 0) throw tooManyTries(Math.min(ofAccount, spared));
	};
}

function tooManyTries(retryAfterSeconds: number): BrokerError {
	return new BrokerError('too-many-requests', 'Too many attempts to sign in. Try again later.', { retryAfterSeconds });
}
