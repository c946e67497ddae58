// Who sends a request, by its bearer token (RFC 6750); knows no route and no rule about who may do what.
import type { Accounts, Authenticated } from '../../accounts/accounts.ts';
import { BrokerError } from '../../errors.ts';
import type { HttpContext } from './http-context.ts';

/** Goes with every 401, the same for all, so that it does not tell why a token is not valid. */
export const challenge = 'Bearer realm="link-broker"';

/** Tells who sends a request; undefined without a token and with one that is not valid. Asked again it answers the same. */
export function identifySender(
	context: HttpContext,
	accounts: Pick<Accounts, 'authenticate'>,
): Promise<Authenticated | undefined> {
	const known = context.get('sender');
	if (known) return known;
	const token = readBearerToken(context.req.header('authorization'));
	const sender = token === undefined ? Promise.resolve(undefined) : accounts.authenticate(token);
	context.set('sender', sender);
	return sender;
}

/** Tells who sends a request; fails with `unauthorized`, in the same words whatever is wrong with the token. */
export async function requireSender(
	context: HttpContext,
	accounts: Pick<Accounts, 'authenticate'>,
): Promise<Authenticated> {
	const sender = await identifySender(context, accounts);
	if (sender) return sender;
	throw new BrokerError('unauthorized', 'Send a valid access token in the header: Authorization: Bearer <token>.');
}

function readBearerToken(authorization: string | undefined): string | undefined {
	return authorization === undefined ? undefined : /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
}
