// Identifies the sender of a request, by access token (RFC 6750) or session, and checks access.
import { timingSafeEqual } from 'node:crypto';
import { getCookie } from 'hono/cookie';
import type { Accounts, Authenticated } from '../../accounts/accounts.ts';
import type { Session, Sessions } from '../../accounts/sessions.ts';
import { type TokenScope, tokenScopes } from '../../accounts/tokens.ts';
import { adminRole } from '../../accounts/user.ts';
import type { Actor } from '../../broker/audit.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import type { Access, Route } from '../routes/route.ts';
import { type HttpContext, senderAddress } from './http-context.ts';

export { adminRole };

/** The role whose users may withdraw the events of all accounts, and see every event. */
const curatorRole = 'curator';

/** Returns whether a sender may withdraw the assertions of others. */
export function withdrawsAll(roles: readonly string[]): boolean {
	return roles.includes(curatorRole) || roles.includes(adminRole);
}

/** The cookie with the secret of a session (RFC 6265). */
export const sessionCookieName = 'link-broker-session';

/** The account of a request, with its scopes. `csrfToken` is null for an access token. */
export type Account = {
	userId: number;
	email: string;
	roles: readonly string[];
	scopes: readonly TokenScope[];
	csrfToken: string | null;
};

/** The sender of a request that needs an account, with its name in the audit. */
export type Sender = Account & { by: Actor };

export type AuthenticationNeeds = {
	accounts: Pick<Accounts, 'authenticate'>;
	sessions: Pick<Sessions, 'find'>;
	settings: Pick<Settings, 'trustedProxies'>;
};

/**
 * Checks that the sender of a request may use a route, and returns the sender. Fails with
 * `unauthorized`, with `forbidden` if the role admin or the CSRF token is missing, and with
 * `insufficient-scope`.
 */
export async function requireSender(
	access: Exclude<Access, 'anyone'>,
	scope: Route['scope'],
	context: HttpContext,
	needs: AuthenticationNeeds,
): Promise<Sender> {
	const account = await requireAccount(access, context, needs);
	requireScopes(account, typeof scope === 'function' ? scope(context) : scope === undefined ? [] : [scope]);
	const address = senderAddress(context, needs.settings.trustedProxies);
	return { ...account, by: { who: account.email, address } };
}

function requireScopes({ scopes }: Account, needed: readonly TokenScope[]): void {
	const missing = needed.filter((scope) => !scopes.includes(scope));
	if (missing.length === 0) return;
	const message = `This access token does not have the scope ${missing.join(' and the scope ')}.`;
	throw new BrokerError('insufficient-scope', message, { scopes: needed });
}

async function requireAccount(
	access: Exclude<Access, 'anyone'>,
	context: HttpContext,
	{ accounts, sessions }: AuthenticationNeeds,
): Promise<Account> {
	switch (access) {
		case 'account':
			return requireTokenOrSession(context, { accounts, sessions });
		case 'session':
			return requireSession(context, sessions);
		case 'admin':
			return requireAdmin(await requireSession(context, sessions));
		case 'admin account':
			return requireAdmin(await requireTokenOrSession(context, { accounts, sessions }));
	}
}

/**
 * Returns the sender of a request that anyone may send; undefined without a valid token or session.
 */
export async function findSender(
	context: HttpContext,
	needs: Omit<AuthenticationNeeds, 'settings'>,
): Promise<Account | undefined> {
	const owner = await findTokenOwner(context, needs.accounts);
	return owner ? { ...owner, csrfToken: null } : withAllScopes(await findSession(context, needs.sessions));
}

/** A session has all scopes. */
function withAllScopes<S extends Session | undefined>(session: S): S & { scopes: readonly TokenScope[] } {
	return session && { ...session, scopes: tokenScopes };
}

/** Returns whether a sender may see the events of all accounts. */
export function seesAllEvents({ roles }: Account): boolean {
	return roles.includes(adminRole) || roles.includes(curatorRole);
}

/**
 * Finds the account of the bearer token of a request; undefined without a valid token. The token is
 * looked up once for a request.
 */
export function findTokenOwner(
	context: HttpContext,
	accounts: Pick<Accounts, 'authenticate'>,
): Promise<Authenticated | undefined> {
	const known = context.get('tokenOwner');
	if (known) return known;
	const token = readBearerToken(context.req.header('authorization'));
	const owner = token === undefined ? Promise.resolve(undefined) : accounts.authenticate(token);
	context.set('tokenOwner', owner);
	return owner;
}

/**
 * Checks that a request may read the metrics of the public port: it has the METRICS_TOKEN. Without
 * this setting, metrics are not found there.
 */
export function requireMetricsToken({ req }: HttpContext, metricsToken: string | null): void {
	if (metricsToken === null) {
		throw new BrokerError(
			'not-found',
			'Metrics are not served here. The operator can set METRICS_PORT or METRICS_TOKEN.',
		);
	}
	if (isSame(readBearerToken(req.header('authorization')) ?? '', metricsToken)) return;
	throw new BrokerError('unauthorized', 'Send the METRICS_TOKEN in the header: Authorization: Bearer <token>.');
}

/** Finds the session of a request, once for a request; undefined if there is none. */
export function findSession(context: HttpContext, sessions: Pick<Sessions, 'find'>): Promise<Session | undefined> {
	const known = context.get('session');
	if (known) return known;
	const secret = sessionSecret(context);
	const session = secret === undefined ? Promise.resolve(undefined) : sessions.find(secret);
	context.set('session', session);
	return session;
}

/** Reads the secret of a session from the cookie of a request; undefined if there is none. */
export function sessionSecret(context: HttpContext): string | undefined {
	return getCookie(context, sessionCookieName) || undefined;
}

/**
 * Checks the CSRF token of a change. Other sites can make a browser send a request with its cookie,
 * but not with this header, because they cannot read the session's token. A request with an access
 * token needs no such proof: no browser sends one by itself.
 */
export function requireIntent(context: HttpContext, { csrfToken }: Session): void {
	if (isSame(context.req.header('x-csrf-token') ?? '', csrfToken)) return;
	throw new BrokerError('forbidden', 'Send the csrf_token of GET /session in the header X-CSRF-Token.');
}

/** Compares secrets in a time that does not depend on where they differ. */
function isSame(given: string, wanted: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
	return one.length === other.length && timingSafeEqual(one, other);
}

function requireAdmin(sender: Account): Account {
	if (sender.roles.includes(adminRole)) return sender;
	throw new BrokerError(
		'forbidden',
		`This needs the role ${JSON.stringify(adminRole)}, which this account does not have.`,
	);
}

function requireTokenOrSession(
	context: HttpContext,
	{ accounts, sessions }: Omit<AuthenticationNeeds, 'settings'>,
): Promise<Account> {
	const hasToken = context.req.header('authorization') !== undefined;
	const hasSession = sessionSecret(context) !== undefined;
	return hasToken || !hasSession ? requireToken(context, accounts) : requireSession(context, sessions);
}

async function requireToken(context: HttpContext, accounts: AuthenticationNeeds['accounts']): Promise<Account> {
	const owner = await findTokenOwner(context, accounts);
	if (owner) return { ...owner, csrfToken: null };
	throw new BrokerError('unauthorized', 'Send a valid access token in the header: Authorization: Bearer <token>.');
}

async function requireSession(context: HttpContext, sessions: AuthenticationNeeds['sessions']): Promise<Account> {
	const session = await findSession(context, sessions);
	if (!session) throw new BrokerError('unauthorized', 'There is no session. Sign in with POST /session.');
	if (!['GET', 'HEAD'].includes(context.req.method)) requireIntent(context, session);
	return withAllScopes(session);
}

function readBearerToken(authorization: string | undefined): string | undefined {
	return authorization === undefined ? undefined : /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
}
