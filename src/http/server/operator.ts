// Who asks, where a browser's session counts (the pages for operators), and what proves that a change is meant; knows no route.
import { timingSafeEqual } from 'node:crypto';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Session, Sessions } from '../../accounts/sessions.ts';
import { BrokerError } from '../../errors.ts';
import { requireSender } from './authentication.ts';
import type { HttpContext } from './http-context.ts';
import { readSessionCookie } from './session-cookie.ts';

/** Names the role whose users see every event and manage accounts. */
export const adminRole = 'admin';

/** Says on whose behalf a request comes. */
export type Person = { userId: number; email: string; roles: readonly string[] };

/** Finds the session of a request; undefined where it has none. */
export async function findSession(
	context: HttpContext,
	sessions: Pick<Sessions, 'find'>,
): Promise<Session | undefined> {
	const secret = readSessionCookie(context.req.header('cookie'));
	return secret === undefined ? undefined : sessions.find(secret);
}

/** Tells who is signed in. Fails with `unauthorized`, and for a change without the session's X-CSRF-Token with `forbidden`. */
export async function requireSession(context: HttpContext, sessions: Pick<Sessions, 'find'>): Promise<Session> {
	const session = await findSession(context, sessions);
	if (!session) throw new BrokerError('unauthorized', 'Nobody is signed in. Sign in with POST /session.');
	if (!['GET', 'HEAD'].includes(context.req.method)) requireIntent(context, session);
	return session;
}

/** Like requireSession, for users with the role admin; fails with `forbidden` for others. */
export async function requireAdmin(context: HttpContext, sessions: Pick<Sessions, 'find'>): Promise<Session> {
	const session = await requireSession(context, sessions);
	if (session.roles.includes(adminRole)) return session;
	throw new BrokerError(
		'forbidden',
		`This needs the role ${JSON.stringify(adminRole)}, which this account does not have.`,
	);
}

/** Tells who asks, by access token or by session. A token needs no proof of intent: no browser sends it by itself. */
export async function requirePerson(
	context: HttpContext,
	{ accounts, sessions }: { accounts: Pick<Accounts, 'authenticate'>; sessions: Pick<Sessions, 'find'> },
): Promise<Person> {
	const hasToken = context.req.header('authorization') !== undefined;
	const hasSession = readSessionCookie(context.req.header('cookie')) !== undefined;
	return hasToken || !hasSession ? requireSender(context, accounts) : requireSession(context, sessions);
}

/** Other sites can make a browser send a request, but not with this header: they cannot read the session's token. */
function requireIntent(context: HttpContext, { csrfToken }: Session): void {
	const given = Buffer.from(context.req.header('x-csrf-token') ?? '');
	const wanted = Buffer.from(csrfToken);
	if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
	throw new BrokerError('forbidden', 'Send the csrf_token of GET /session in the header X-CSRF-Token.');
}
