// Who sends a request, by access token (RFC 6750) or session, and what a route demands of them.
import { timingSafeEqual } from 'node:crypto';
import { getCookie } from 'hono/cookie';
                                                                          
                                                                    
                                                   
import { BrokerError } from '../../errors.js';
                                                  
                                                 
import {                   senderAddress } from './http-context.js';

/** Names the role whose users see every event and manage accounts. */
export const adminRole = 'admin';

/** Names the role whose users may take back what anybody said, and see every event. */
export const curatorRole = 'curator';

/** Tells whether a sender may take back what others said. */
export function takesBackAll(roles                   )          {
	return roles.includes(curatorRole) || roles.includes(adminRole);
}

/** Names the cookie that holds the secret of a session (RFC 6265). */
export const sessionCookieName = 'link-broker-session';

/**
 * The account on whose behalf a request comes; `csrfToken` is null where an access token says so.
 */
                                                                                                            

/** Says who sends a request that needs an account, also as the audit names them. */
                                             

                                   
	                                         
	                                 
	                                           
  

/**
 * Checks that the sender of a request may use a route with this `access`, and tells who it is.
 * Fails with `unauthorized`, and with `forbidden` where the role admin or the proof of intent is
 * missing.
 */
export async function requireSender(
	access                           ,
	context             ,
	needs                     ,
)                  {
	const account = await requireAccount(access, context, needs);
	const address = senderAddress(context, needs.settings.trustedProxies);
	return { ...account, by: { who: account.email, address } };
}

async function requireAccount(
	access                           ,
	context             ,
	{ accounts, sessions }                     ,
)                   {
	switch (access) {
		case 'token':
			return requireToken(context, accounts);
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

/** Tells who sends a request that anyone may send; undefined where it does not say so validly. */
export async function findSender(
	context             ,
	needs                                       ,
)                               {
	const owner = await findTokenOwner(context, needs.accounts);
	return owner ? { ...owner, csrfToken: null } : findSession(context, needs.sessions);
}

/** Tells whether a sender may see the events of all. */
export function seesAllEvents({ roles }         )          {
	return roles.includes(adminRole) || roles.includes(curatorRole);
}

/**
 * Finds the account of the bearer token of a request; undefined without a token and with one that
 * is not valid. The token is looked up once for a request.
 */
export function findTokenOwner(
	context             ,
	accounts                                ,
)                                     {
	const known = context.get('tokenOwner');
	if (known) return known;
	const token = readBearerToken(context.req.header('authorization'));
	const owner = token === undefined ? Promise.resolve(undefined) : accounts.authenticate(token);
	context.set('tokenOwner', owner);
	return owner;
}

/** Finds the session of a request, once for each; undefined where it has none. */
export function findSession(context             , sessions                        )                               {
	const known = context.get('session');
	if (known) return known;
	const secret = sessionSecret(context);
	const session = secret === undefined ? Promise.resolve(undefined) : sessions.find(secret);
	context.set('session', session);
	return session;
}

/** Reads the secret of a session from the cookie of a request; undefined where there is none. */
export function sessionSecret(context             )                     {
	return getCookie(context, sessionCookieName) || undefined;
}

/**
 * Checks that a change is meant. Other sites can make a browser send a request with its cookie, but
 * not with this header: they cannot read the session's token. A request with an access token needs
 * no such proof, as no browser sends one by itself.
 */
export function requireIntent(context             , { csrfToken }         )       {
	const given = Buffer.from(context.req.header('x-csrf-token') ?? '');
	const wanted = Buffer.from(csrfToken);
	if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
	throw new BrokerError('forbidden', 'Send the csrf_token of GET /session in the header X-CSRF-Token.');
}

function requireAdmin(sender         )          {
	if (sender.roles.includes(adminRole)) return sender;
	throw new BrokerError(
		'forbidden',
		`This needs the role ${JSON.stringify(adminRole)}, which this account does not have.`,
	);
}

function requireTokenOrSession(
	context             ,
	{ accounts, sessions }                                       ,
)                   {
	const hasToken = context.req.header('authorization') !== undefined;
	const hasSession = sessionSecret(context) !== undefined;
	return hasToken || !hasSession ? requireToken(context, accounts) : requireSession(context, sessions);
}

async function requireToken(context             , accounts                                 )                   {
	const owner = await findTokenOwner(context, accounts);
	if (owner) return { ...owner, csrfToken: null };
	throw new BrokerError('unauthorized', 'Send a valid access token in the header: Authorization: Bearer <token>.');
}

async function requireSession(context             , sessions                                 )                   {
	const session = await findSession(context, sessions);
	if (!session) throw new BrokerError('unauthorized', 'Nobody is signed in. Sign in with POST /session.');
	if (!['GET', 'HEAD'].includes(context.req.method)) requireIntent(context, session);
	return session;
}

function readBearerToken(authorization                    )                     {
	return authorization === undefined ? undefined : /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
}
