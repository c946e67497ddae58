// One's own access tokens: GET and POST /tokens, DELETE /tokens/{id}; knows no storage of tokens.
import { z } from '@hono/zod-openapi';
import type { Accounts, Token } from '../../../accounts/accounts.ts';
import { endsSoonDays, tokenDays, tokenScopes } from '../../../accounts/tokens.ts';
import { BrokerError } from '../../../errors.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { doneAnswer, isoTime, jsonAnswer, privately } from '../../answers/answer.ts';
import { invalidBody, newName, readJsonBody } from '../../answers/json-body.ts';
import { exampleTime, jsonBody, jsonResponse, time } from '../describe.ts';
import type { Route } from '../route.ts';

const scope = z.enum(tokenScopes);

const tokenSchema = z
	.strictObject({
		id: z.int().min(1).openapi({ example: 7 }),
		name: z.string().openapi({ example: 'nightly feed' }),
		scopes: z.array(scope).openapi({ description: 'What it is good for.', example: ['submit', 'read'] }),
		created: time.openapi({ example: exampleTime }),
		last_used: time.nullable().openapi({ example: null }),
		expires: time.nullable().openapi({ description: 'null: never.', example: exampleTime }),
		ends_soon: z.boolean().openapi({ description: `Whether it is valid, and expires within ${endsSoonDays} days.` }),
		revoked: time.nullable().openapi({ example: null }),
	})
	.openapi('AccessToken');

/** A token without its text. */
export type TokenDocument = z.infer<typeof tokenSchema>;

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
				description: `A time that lies ahead; null: never; absent: after ${tokenDays} days.`,
				example: null,
			}),
		scopes: z
			.array(scope)
			.min(1, 'name at least one')
			.optional()
			.openapi({ description: 'What it is to be good for; absent: everything.', example: ['submit', 'read'] }),
	})
	.openapi('WantedAccessToken');

const createdSchema = z
	.strictObject({ token: z.string().openapi({ description: 'The token, which nothing can show again.' }) })
	.openapi('CreatedAccessToken');

type TokenAccounts = Pick<Accounts, 'listTokens' | 'createToken' | 'revokeToken'>;

/** Creates the routes of tokens. */
export function createTokenRoutes({ accounts }: { accounts: TokenAccounts }): Route[] {
	return [listRoute(accounts), createRoute(accounts), revokeRoute(accounts)];
}

function listRoute(accounts: TokenAccounts): Route {
	return {
		method: 'get',
		path: '/tokens',
		access: 'session',
		operation: {
			operationId: 'listTokens',
			summary: 'List your access tokens',
			tags: ['operators'],
			responses: { 200: jsonResponse('The tokens, oldest first.', listSchema) },
		},
		problems: [],
		async handle(_, { email }) {
			return jsonAnswer({ tokens: (await tokensOf(accounts, email)).map(tokenDocument) }, 200, privately);
		},
	};
}

function createRoute(accounts: TokenAccounts): Route {
	return {
		method: 'post',
		path: '/tokens',
		access: 'session',
		operation: {
			operationId: 'createToken',
			summary: 'Create an access token',
			tags: ['operators'],
			request: { body: jsonBody(wantedSchema) },
			responses: { 201: jsonResponse('The token.', createdSchema) },
		},
		problems: ['invalid-body'],
		async handle(context, { email, by }) {
			const { name, expires, scopes } = await readJsonBody(context, wantedSchema);
			const until = expires === undefined ? {} : { expiresAt: readExpiry(expires) };
			const make = () =>
				accounts.createToken(by, { name, email, internal: false, ...until, ...(scopes && { scopes }) });
			return jsonAnswer({ token: await rewordingFailures(make, { pointer: '' }) }, 201, privately);
		},
	};
}

function readExpiry(expires: string | null): number | null {
	if (expires === null) return null;
	const instant = /^\d{4}-\d\d-\d\dT/.test(expires) ? Date.parse(expires) : Number.NaN;
	if (Number.isNaN(instant))
		throw invalidBody([{ pointer: '/expires', message: 'must be a date and time (ISO 8601)' }]);
	return instant;
}

function revokeRoute(accounts: TokenAccounts): Route {
	return {
		method: 'delete',
		path: '/tokens/{id}',
		access: 'session',
		operation: {
			operationId: 'revokeToken',
			summary: 'Revoke one of your access tokens',
			tags: ['operators'],
			request: { params: z.strictObject({ id: z.string().openapi({ pattern: '^[1-9][0-9]{0,14}$', example: '7' }) }) },
			responses: { 204: { description: 'The token is good for nothing any more.' } },
		},
		problems: ['not-found'],
		async handle(context, { email, by }) {
			const text = context.req.param('id') ?? '';
			const own = (await tokensOf(accounts, email)).find(({ id }) => String(id) === text);
			const notFound = `This account has no token ${JSON.stringify(text)} that is not revoked already.`;
			if (!own) throw new BrokerError('not-found', notFound);
			await rewordingFailures(() => accounts.revokeToken(by, own.id), { notFound });
			return doneAnswer;
		},
	};
}

async function tokensOf(accounts: TokenAccounts, owner: string): Promise<Token[]> {
	return (await accounts.listTokens()).filter(({ email }) => email === owner);
}

function tokenDocument(token: Token): TokenDocument {
	const { id, name, scopes, createdAt, lastUsedAt, expiresAt, endsSoon, revokedAt } = token;
	return {
		id,
		name,
		scopes: [...scopes],
		created: isoTime(createdAt),
		last_used: lastUsedAt === null ? null : isoTime(lastUsedAt),
		expires: expiresAt === null ? null : isoTime(expiresAt),
		ends_soon: endsSoon,
		revoked: revokedAt === null ? null : isoTime(revokedAt),
	};
}
