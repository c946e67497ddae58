// One's own access tokens: GET and POST /tokens, DELETE /tokens/{id}; knows no storage of tokens.
import { z } from '@hono/zod-openapi';
                                                                     
import { BrokerError } from '../../../errors.js';
import { rewordingFailures } from '../../answers/account-failures.js';
import { doneAnswer, isoTime, jsonAnswer, privately } from '../../answers/answer.js';
import { invalidBody, newName, readJsonBody } from '../../answers/json-body.js';
import { exampleTime, jsonBody, jsonResponse, time } from '../describe.js';
                                         

const tokenSchema = z
	.strictObject({
		id: z.int().min(1).openapi({ example: 7 }),
		name: z.string().openapi({ example: 'nightly feed' }),
		created: time.openapi({ example: exampleTime }),
		last_used: time.nullable().openapi({ example: null }),
		expires: time.nullable().openapi({ description: 'null: never.', example: null }),
		revoked: time.nullable().openapi({ example: null }),
	})
	.openapi('AccessToken');

const listSchema = z.strictObject({ tokens: z.array(tokenSchema) }).openapi('AccessTokens');

const wantedSchema = z
	.strictObject({
		name: newName.openapi({ example: 'nightly feed' }),
		expires: z
			.string()
			.nullable()
			.optional()
			.openapi({ format: 'date-time', description: 'A time that lies ahead; null or absent: never.', example: null }),
	})
	.openapi('WantedAccessToken');

const createdSchema = z
	.strictObject({ token: z.string().openapi({ description: 'The token, which nothing can show again.' }) })
	.openapi('CreatedAccessToken');

                                                                                  

/** Creates the routes of tokens. */
export function createTokenRoutes({ accounts }                             )          {
	return [listRoute(accounts), createRoute(accounts), revokeRoute(accounts)];
}

function listRoute(accounts               )        {
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

function createRoute(accounts               )        {
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
			const { name, expires } = await readJsonBody(context, wantedSchema);
			const expiresAt = readExpiry(expires ?? null);
			const make = () => accounts.createToken(by, { name, email, internal: false, expiresAt });
			return jsonAnswer({ token: await rewordingFailures(make, { pointer: '' }) }, 201, privately);
		},
	};
}

function readExpiry(expires               )                {
	if (expires === null) return null;
	const instant = /^\d{4}-\d\d-\d\dT/.test(expires) ? Date.parse(expires) : Number.NaN;
	if (Number.isNaN(instant))
		throw invalidBody([{ pointer: '/expires', message: 'must be a date and time (ISO 8601)' }]);
	return instant;
}

function revokeRoute(accounts               )        {
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

async function tokensOf(accounts               , owner        )                   {
	return (await accounts.listTokens()).filter(({ email }) => email === owner);
}

function tokenDocument({ id, name, createdAt, lastUsedAt, expiresAt, revokedAt }       )                              {
	return {
		id,
		name,
		created: isoTime(createdAt),
		last_used: lastUsedAt === null ? null : isoTime(lastUsedAt),
		expires: expiresAt === null ? null : isoTime(expiresAt),
		revoked: revokedAt === null ? null : isoTime(revokedAt),
	};
}
