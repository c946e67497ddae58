// The access tokens of the signed-in account: GET and POST /tokens, DELETE /tokens/{id}.

import { z } from '@hono/zod-openapi';
import type { Token } from '../../../accounts/accounts.ts';
import { endsSoonDays, tokenDays, tokenScopes } from '../../../accounts/tokens.ts';
import { BrokerError } from '../../../errors.ts';
import { isoTime } from '../../../links/link-date.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { doneAnswer, privateJson } from '../../answers/answer.ts';
import { exampleTime, time } from '../../answers/answer-schemas.ts';
import { invalidBody, newName } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { pathNumber } from '../path-number.ts';
import { defineRoute, json, type Route } from '../route.ts';

const scope = z.enum(tokenScopes);

const tokenSchema = z
	.strictObject({
		id: z.int().min(1).openapi({ example: 7 }),
		name: z.string().openapi({ example: 'nightly feed' }),
		scopes: z.array(scope).openapi({ description: 'What the token allows.', example: ['submit', 'read'] }),
		created: time.openapi({ example: exampleTime }),
		last_used: time.nullable().openapi({ example: null }),
		expires: time.nullable().openapi({ description: 'When the token expires. null: never.', example: exampleTime }),
		ends_soon: z
			.boolean()
			.openapi({ description: `Whether the token is valid and expires within ${endsSoonDays} days.` }),
		revoked: time.nullable().openapi({ example: null }),
	})
	.openapi('AccessToken');

/** A token without its secret. */
type TokenDocument = z.infer<typeof tokenSchema>;

const listSchema = z.strictObject({ tokens: z.array(tokenSchema) }).openapi('AccessTokens');

const wantedSchema = z
	.strictObject({
		name: newName.openapi({ example: 'nightly feed' }),
		expires: z
			.string()
			.nullable()
			.optional()
			.openapi({
				format: 'date-time',
				description: `A time in the future. null: never. Absent: after ${tokenDays} days.`,
				example: null,
			}),
		scopes: z
			.array(scope)
			.min(1, 'name at least one')
			.optional()
			.openapi({ description: 'What the token allows. Absent: everything.', example: ['submit', 'read'] }),
	})
	.openapi('WantedAccessToken');

const createdSchema = z
	.strictObject({ token: z.string().openapi({ description: 'The token. It cannot be shown again.' }) })
	.openapi('CreatedAccessToken');

const ofOneself = { access: 'session', needs: 'records', tag: 'operators' } as const;

/** Creates the routes of tokens. */
export function createTokenRoutes({ accounts }: Pick<AppNeeds, 'accounts'>): Route[] {
	const tokensOf = async (owner: string) => (await accounts.listTokens()).filter(({ email }) => email === owner);
	return [
		defineRoute({
			route: 'GET /tokens',
			...ofOneself,
			id: 'listTokens',
			summary: 'List your access tokens',
			answers: { 200: json('The tokens, oldest first.', listSchema) },
			async handle({ sender }) {
				return privateJson({ tokens: (await tokensOf(sender.email)).map(tokenDocument) });
			},
		}),
		defineRoute({
			route: 'POST /tokens',
			...ofOneself,
			id: 'createToken',
			summary: 'Create an access token',
			body: wantedSchema,
			answers: { 201: json('The token.', createdSchema) },
			async handle({ body, sender: { email, by } }) {
				const { name, expires, scopes } = await body();
				const until = expires === undefined ? {} : { expiresAt: readExpiry(expires) };
				const wanted = { name, email, internal: false, ...until, ...(scopes && { scopes }) };
				const token = await rewordingFailures(() => accounts.createToken(by, wanted), { pointer: '' });
				return privateJson({ token }, 201);
			},
		}),
		defineRoute({
			route: 'DELETE /tokens/{id}',
			...ofOneself,
			id: 'revokeToken',
			summary: 'Revoke one of your access tokens',
			params: z.strictObject({ id: pathNumber({ example: '7' }) }),
			answers: { 204: 'The token is revoked.' },
			problems: ['not-found'],
			async handle({ params, sender: { email, by } }) {
				const own = (await tokensOf(email)).find(({ id }) => String(id) === params.id);
				const notFound = `This account has no valid token ${JSON.stringify(params.id)}.`;
				if (!own) throw new BrokerError('not-found', notFound);
				await rewordingFailures(() => accounts.revokeToken(by, own.id), { notFound });
				return doneAnswer;
			},
		}),
	];
}

function readExpiry(expires: string | null): number | null {
	if (expires === null) return null;
	const instant = /^\d{4}-\d\d-\d\dT/.test(expires) ? Date.parse(expires) : Number.NaN;
	if (Number.isNaN(instant))
		throw invalidBody([{ pointer: '/expires', message: 'must be a date and time (ISO 8601)' }]);
	return instant;
}

function tokenDocument(token: Token): TokenDocument {
	const { id, name, scopes, createdAt, lastUsedAt, expiresAt, endsSoon, revokedAt } = token;
	return {
		id,
		name,
		scopes: [...scopes],
		created: isoTime(createdAt),
		last_used: isoTime(lastUsedAt),
		expires: isoTime(expiresAt),
		ends_soon: endsSoon,
		revoked: isoTime(revokedAt),
	};
}
