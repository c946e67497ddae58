// Links with which users set a password: made by administrators, looked at and used by whoever has
// one. Knows no storage of them.
import { z } from '@hono/zod-openapi';
import type { Accounts } from '../../../accounts/accounts.ts';
import { invitationLink } from '../../../accounts/invitations.ts';
import type { Sessions } from '../../../accounts/sessions.ts';
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { isoTime, jsonAnswer, privately } from '../../answers/answer.ts';
import { plainText, readJsonBody } from '../../answers/json-body.ts';
import { readParameters, refuseOthers } from '../../answers/query-parameters.ts';
import { rootAddress } from '../../server/addresses.ts';
import { sessionSecret } from '../../server/authentication.ts';
import { senderAddress } from '../../server/http-context.ts';
import { exampleTime, jsonBody, jsonResponse, time } from '../describe.ts';
import type { Route } from '../route.ts';
import { newPassword } from './password.ts';
import { cookieHeader, cookieOf, sessionAnswer, sessionSchema } from './session.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import { emailSchema, newEmail } from './users.ts';

const secret = plainText.max(100).openapi({
	description: 'What follows # in the link.',
	example: '2XbnLwVvyYVTpv5ANvc0bVxIxhZoBBpZtaRQcBYzRDs',
});

const wantedSchema = z.strictObject({ email: newEmail }).openapi('WantedInvitation');
const madeSchema = z
	.strictObject({
		email: emailSchema,
		created: z.boolean().openapi({ description: 'Whether the user was created for it.' }),
		link: z.string().openapi({ format: 'uri', description: 'The link, which nothing can show again.' }),
		expires: time.openapi({ example: exampleTime }),
	})
	.openapi('Invitation');
const shownSchema = z.strictObject({ secret }).openapi('InvitationSecret');
const invitedSchema = z
	.strictObject({ email: emailSchema, expires: time.openapi({ example: exampleTime }) })
	.openapi('Invited');
const acceptedSchema = z.strictObject({ secret, password: newPassword }).openapi('AcceptedInvitation');

type Needs = {
	accounts: Pick<Accounts, 'findUser' | 'createUser' | 'inviteUser' | 'findInvitation' | 'acceptInvitation'>;
	sessions: Pick<Sessions, 'signIn' | 'signOut'>;
	settings: Pick<Settings, 'publicUrl' | 'trustedProxies'>;
	limit: SignInLimit;
};

/** Creates the routes of invitations. */
export function createInvitationRoutes(needs: Needs): Route[] {
	return [inviteRoute(needs), showRoute(needs), acceptRoute(needs)];
}

function inviteRoute({ accounts, settings }: Needs): Route {
	return {
		method: 'post',
		path: '/invitations',
		access: 'admin',
		operation: {
			operationId: 'inviteUser',
			summary: 'Make a link with which a user sets a password',
			description:
				'The link holds for three days and once; a new one voids the one before. Creates the user, active, where ' +
				'there is none.',
			tags: ['operators'],
			request: { body: jsonBody(wantedSchema) },
			responses: { 201: jsonResponse('The link.', madeSchema) },
		},
		problems: ['invalid-body', 'conflict'],
		async handle(context, { by }) {
			const { email: given } = await readJsonBody(context, wantedSchema);
			const created = (await accounts.findUser(given)) === undefined;
			const pointer = '/email';
			if (created) await rewordingFailures(() => accounts.createUser(by, given, null, true), { pointer });
			const conflict = `The user ${given} is not active. Let them in first.`;
			const { user, ...made } = await rewordingFailures(() => accounts.inviteUser(by, given), { conflict });
			const link = invitationLink(rootAddress(context.req.url, settings.publicUrl), made.secret);
			const document = { email: user.email, created, link, expires: isoTime(made.expiresAt) };
			return jsonAnswer(document, 201, privately);
		},
	};
}

// The secret stands in the body: addresses come into logs.
function showRoute({ accounts, limit }: Needs): Route {
	return {
		method: 'post',
		path: '/invitations/show',
		access: 'anyone',
		operation: {
			operationId: 'showInvitation',
			summary: 'Tell whom a link invites',
			tags: ['operators'],
			request: { body: jsonBody(shownSchema) },
			responses: { 200: jsonResponse('Who may set a password with it.', invitedSchema) },
		},
		problems: ['bad-query', 'invalid-body', 'not-found', 'unavailable'],
		async handle(context) {
			refuseOthers(readParameters(context.req.url), []);
			const { secret } = await readJsonBody(context, shownSchema);
			limit(context);
			const found = await accounts.findInvitation(secret);
			if (!found) throw voidInvitation();
			return jsonAnswer({ email: found.email, expires: isoTime(found.expiresAt) }, 200, privately);
		},
	};
}

function acceptRoute({ accounts, sessions, settings, limit }: Needs): Route {
	return {
		method: 'post',
		path: '/invitations/accept',
		access: 'anyone',
		operation: {
			operationId: 'acceptInvitation',
			summary: 'Set a password with a link',
			description:
				'Sets the password, ends all sessions of the account, and signs in. The link is good for nothing then.',
			tags: ['operators'],
			request: { body: jsonBody(acceptedSchema) },
			responses: { 200: { ...jsonResponse('Who is signed in.', sessionSchema), headers: cookieHeader } },
		},
		problems: ['bad-query', 'invalid-body', 'not-found', 'insufficient-storage', 'unavailable'],
		async handle(context) {
			refuseOthers(readParameters(context.req.url), []);
			const { secret, password } = await readJsonBody(context, acceptedSchema);
			const address = senderAddress(context, settings.trustedProxies);
			limit(context);
			const accept = () => accounts.acceptInvitation(address, secret, password);
			const email = await rewordingFailures(accept, { pointer: '/password' });
			const signedIn = email === undefined ? undefined : await sessions.signIn(address, email, password);
			if (!signedIn) throw voidInvitation();
			const before = sessionSecret(context);
			if (before !== undefined) await sessions.signOut({ who: signedIn.session.email, address }, before);
			return sessionAnswer(signedIn.session, cookieOf(signedIn.secret, context, settings));
		},
	};
}

function voidInvitation(): BrokerError {
	return new BrokerError(
		'not-found',
		'This link does not hold (any more): it holds for three days and once, and a newer one voids it. ' +
			'Ask an administrator for another.',
	);
}
