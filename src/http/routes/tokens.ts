// One's own access tokens: GET and POST /tokens, DELETE /tokens/{id}; knows nothing of how tokens are made and kept.
import { z } from '@hono/zod-openapi';
import type { Accounts, Token } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import { BrokerError } from '../../errors.ts';
import { inWordsOfHttp } from '../answers/account-failures.ts';
import { isoTime, jsonAnswer } from '../answers/answer.ts';
import { invalidBody, plainText, readJsonBody } from '../answers/json-body.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { readParameters, refuseOthers } from '../answers/query-parameters.ts';
import { requireSession } from '../server/operator.ts';
import type { Route } from './route.ts';
import { privately } from './session.ts';

const time = z.iso.datetime({ precision: 3 });

const tokenSchema = z
	.strictObject({
		id: z.int().min(1).openapi({ example: 7 }),
		name: z.string().openapi({ example: 'nightly feed' }),
		created: time.openapi({ example: '2026-01-31T12:00:00.000Z' }),
		last_used: time.nullable().openapi({ example: null }),
		expires: time.nullable().openapi({ description: 'null: never.', example: null }),
		revoked: time.nullable().openapi({ example: null }),
	})
	.openapi('AccessToken');

const listSchema = z.strictObject({ tokens: z.array(tokenSchema) }).openapi('AccessTokens');

const wantedSchema = z
	.strictObject({
		name: plainText.openapi({
			description: 'For its owner to know it by, of 1 to 100 characters.',
			example: 'nightly feed',
		}),
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

type Needs = {
	accounts: Pick<Accounts, 'listTokens' | 'createToken' | 'revokeToken'>;
	sessions: Pick<Sessions, 'find'>;
};

/** Creates the routes of tokens. */
export function createTokenRoutes(needs: Needs): Route[] {
	return [listRoute(needs), createRoute(needs), revokeRoute(needs)];
}

const guarded = { shared: false, limited: true } as const;

function listRoute({ accounts, sessions }: Needs): Route {
	return {
		...guarded,
		method: 'get',
		path: '/tokens',
		operation: listOperation,
		problems: ['bad-query', 'unauthorized', 'unavailable'],
		async handle(context) {
			const { email } = await requireSession(context, sessions);
			refuseOthers(readParameters(context.req.url), []);
			const tokens = (await tokensOf(accounts, email)).map(tokenDocument);
			return jsonAnswer({ tokens }, 200, privately);
		},
	};
}

function createRoute({ accounts, sessions }: Needs): Route {
	return {
		...guarded,
		method: 'post',
		path: '/tokens',
		operation: createOperation,
		problems: [
			...(['bad-query', 'malformed-json', 'unauthorized', 'forbidden', 'body-too-large'] as const),
			...(['unsupported-media-type', 'invalid-body', 'unavailable'] as const),
		],
		async handle(context) {
			const { email } = await requireSession(context, sessions);
			refuseOthers(readParameters(context.req.url), []);
			const { name, expires } = await readJsonBody(context, wantedSchema);
			const expiresAt = readExpiry(expires ?? null);
			const make = () => accounts.createToken({ name, email, internal: false, expiresAt });
			const token = await inWordsOfHttp(make, { pointer: '' });
			return jsonAnswer({ token }, 201, privately);
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

function revokeRoute({ accounts, sessions }: Needs): Route {
	return {
		...guarded,
		method: 'delete',
		path: '/tokens/{id}',
		operation: revokeOperation,
		problems: ['bad-query', 'unauthorized', 'forbidden', 'not-found', 'unavailable'],
		async handle(context) {
			const { email } = await requireSession(context, sessions);
			refuseOthers(readParameters(context.req.url), []);
			const text = context.req.param('id') ?? '';
			const own = (await tokensOf(accounts, email)).find(({ id }) => String(id) === text);
			const notFound = `This account has no token ${JSON.stringify(text)} that is not revoked already.`;
			if (!own) throw new BrokerError('not-found', notFound);
			await inWordsOfHttp(() => accounts.revokeToken(own.id), { notFound });
			return { status: 204, headers: privately, body: null };
		},
	};
}

async function tokensOf(accounts: Needs['accounts'], owner: string): Promise<Token[]> {
	return (await accounts.listTokens()).filter(({ email }) => email === owner);
}

function tokenDocument({ id, name, createdAt, lastUsedAt, expiresAt, revokedAt }: Token): z.infer<typeof tokenSchema> {
	return {
		id,
		name,
		created: isoTime(createdAt),
		last_used: lastUsedAt === null ? null : isoTime(lastUsedAt),
		expires: expiresAt === null ? null : isoTime(expiresAt),
		revoked: revokedAt === null ? null : isoTime(revokedAt),
	};
}

const common = { tags: ['operators'], security: [{ session: [] }] };

const listOperation: Route['operation'] = {
	...common,
	operationId: 'listTokens',
	summary: 'List your access tokens',
	responses: {
		200: { description: 'The tokens, oldest first.', content: { [jsonMediaType]: { schema: listSchema } } },
	},
};

const createOperation: Route['operation'] = {
	...common,
	operationId: 'createToken',
	summary: 'Create an access token',
	request: { body: { required: true, content: { [jsonMediaType]: { schema: wantedSchema } } } },
	responses: { 201: { description: 'The token.', content: { [jsonMediaType]: { schema: createdSchema } } } },
};

const revokeOperation: Route['operation'] = {
	...common,
	operationId: 'revokeToken',
	summary: 'Revoke one of your access tokens',
	request: { params: z.strictObject({ id: z.string().openapi({ example: '7' }) }) },
	responses: { 204: { description: 'The token is good for nothing any more.' } },
};
