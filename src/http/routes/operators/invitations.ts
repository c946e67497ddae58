// Invitations: links with which users set a password. Administrators create them; anyone with a
// link can use it.

import { z } from '@hono/zod-openapi';
import { invitationLink } from '../../../accounts/invitations.ts';
import { BrokerError } from '../../../errors.ts';
import { isoTime } from '../../../links/link-date.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { privateJson } from '../../answers/answer.ts';
import { exampleTime, time } from '../../answers/answer-schemas.ts';
import { plainText } from '../../answers/json-body.ts';
import { rootAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { senderAddress } from '../../server/http-context.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { cookieHeader, newPassword, type SignInLimit, sessionSchema, signedInAnswer } from './session.ts';
import { emailSchema, forAdmins, newEmail } from './users.ts';

const secret = plainText.max(100).openapi({
	description: 'The part of the link after #.',
	example: '2XbnLwVvyYVTpv5ANvc0bVxIxhZoBBpZtaRQcBYzRDs',
});

const wantedSchema = z.strictObject({ email: newEmail }).openapi('WantedInvitation');
const madeSchema = z
	.strictObject({
		email: emailSchema,
		created: z.boolean().openapi({ description: 'Whether the invitation created the user.' }),
		link: z.string().openapi({ format: 'uri', description: 'The link. It cannot be shown again.' }),
		expires: time.openapi({ example: exampleTime }),
	})
	.openapi('Invitation');
const shownSchema = z.strictObject({ secret }).openapi('InvitationSecret');
const invitedSchema = z
	.strictObject({ email: emailSchema, expires: time.openapi({ example: exampleTime }) })
	.openapi('Invited');
const acceptedSchema = z.strictObject({ secret, password: newPassword }).openapi('AcceptedInvitation');

type Needs = Pick<AppNeeds, 'accounts' | 'sessions' | 'settings'> & { limit: SignInLimit };

/** Creates the routes of invitations. */
export function createInvitationRoutes(needs: Needs): Route[] {
	const { accounts, limit } = needs;
	return [
		inviteRoute(needs),
		// The secret is in the body, because logs contain addresses.
		defineRoute({
			route: 'POST /invitations/show',
			access: 'anyone',
			needs: 'records',
			id: 'showInvitation',
			tag: 'operators',
			summary: 'Show the account of an invitation',
			body: shownSchema,
			answers: { 200: json('The account whose password can be set.', invitedSchema) },
			problems: ['not-found'],
			async handle({ context, body }) {
				const { secret } = await body();
				limit(context);
				const found = await accounts.findInvitation(secret);
				if (!found) throw voidInvitation();
				return privateJson({ email: found.email, expires: isoTime(found.expiresAt) });
			},
		}),
		acceptRoute(needs),
	];
}

function inviteRoute({ accounts, settings }: Needs): Route {
	return defineRoute({
		route: 'POST /invitations',
		...forAdmins,
		id: 'inviteUser',
		summary: 'Invite a user to set a password',
		description:
			'Creates a link with which a user sets a password. It is valid for three days and for one use; a ' +
			'new link invalidates the previous one. If the email is unknown, an active user is created.',
		body: wantedSchema,
		answers: { 201: json('The link.', madeSchema) },
		problems: ['conflict'],
		async handle({ context, body, sender: { by } }) {
			const { email: given } = await body();
			const created = (await accounts.findUser(given)) === undefined;
			const pointer = '/email';
			if (created) await rewordingFailures(() => accounts.createUser(by, given, null, true), { pointer });
			const conflict = `The user ${given} is not active. Activate the user first.`;
			const { user, ...made } = await rewordingFailures(() => accounts.inviteUser(by, given), { conflict });
			const link = invitationLink(rootAddress(context.req.url, settings.publicUrl), made.secret);
			return privateJson({ email: user.email, created, link, expires: isoTime(made.expiresAt) }, 201);
		},
	});
}

function acceptRoute({ accounts, sessions, settings, limit }: Needs): Route {
	return defineRoute({
		route: 'POST /invitations/accept',
		access: 'anyone',
		needs: 'records',
		id: 'acceptInvitation',
		tag: 'operators',
		summary: 'Set a password with an invitation',
		description: 'Sets the password, ends all sessions of the account, and signs in. The link cannot be used again.',
		body: acceptedSchema,
		answers: { 200: json('The account that is signed in.', sessionSchema, cookieHeader) },
		problems: ['not-found', 'insufficient-storage'],
		async handle({ context, body }) {
			const { secret, password } = await body();
			const address = senderAddress(context, settings.trustedProxies);
			limit(context);
			const accept = () => accounts.acceptInvitation(address, secret, password);
			const email = await rewordingFailures(accept, { pointer: '/password' });
			const signedIn = email === undefined ? undefined : await sessions.signIn(address, email, password);
			if (!signedIn) throw voidInvitation();
			return signedInAnswer(signedIn, context, { sessions, settings });
		},
	});
}

function voidInvitation(): BrokerError {
	return new BrokerError(
		'not-found',
		'This link is not valid. A link is valid for three days and for one use, and a newer link ' +
			'invalidates it. Ask an administrator for a new one.',
	);
}
