// Failures as problem details (RFC 9457): which of the catalogue HTTP shows, and how.
import { z } from '@hono/zod-openapi';
import { BrokerError, type ErrorCode, errorCatalogue } from '../../errors.ts';
import type { DescribedQuery } from '../../formats/scholix/writing/describe-query.ts';
import type { Answer } from './answer.ts';
import { understoodQuerySchema } from './answer-schemas.ts';
import { jsonMediaType, scholixMediaType } from './media-types.ts';

export const problemMediaType = 'application/problem+json';

/** Lists the failures that HTTP shows; every other one of the catalogue is `internal` to it. */
export const httpErrorCodes = [
	'bad-request',
	'malformed-json',
	'not-an-identifier',
	'several-identifiers',
	'ambiguous-identifier',
	'bad-query',
	'bad-query-string',
	'unauthorized',
	'forbidden',
	'not-found',
	'method-not-allowed',
	'not-acceptable',
	'request-timeout',
	'conflict',
	'changes-gone',
	'body-too-large',
	'unsupported-media-type',
	'invalid-body',
	'invalid-links',
	'too-many-requests',
	'headers-too-large',
	'internal',
	'insufficient-storage',
	'unavailable',
] as const satisfies readonly ErrorCode[];

export type HttpErrorCode = (typeof httpErrorCodes)[number];

const dependency = z.strictObject({ status: z.enum(['up', 'down']) });

/** Describes what the broker needs, as it is answered. */
export const dependenciesSchema = z.strictObject({ database: dependency, search: dependency }).openapi('Dependencies');

/** Describes a problem as it is answered. */
export const problemSchema = z
	.strictObject({
		type: z
			.string()
			.openapi({ format: 'uri-reference', description: 'Names the kind of problem; its address explains it.' }),
		title: z.string(),
		status: z.int().min(400).max(599),
		detail: z.string().openapi({ description: 'What is wrong with this request.' }),
		message: z.string().openapi({ description: 'The same as detail, for older clients.' }),
		errors: z
			.array(
				z.strictObject({
					field: z.string().optional().openapi({ description: 'The query parameter that is wrong.' }),
					pointer: z.string().optional().openapi({ description: 'The place in the body, a JSON pointer (RFC 6901).' }),
					message: z.string(),
					identifier: z
						.strictObject({ ID: z.string(), IDScheme: z.string() })
						.optional()
						.openapi({ description: 'An identifier that may be meant.' }),
				}),
			)
			.optional(),
		query: understoodQuerySchema
			.optional()
			.openapi({ description: 'Of GET /objects only: what was understood, and what may be meant instead.' }),
		dependencies: dependenciesSchema.optional().openapi({ description: 'Of GET /health/ready only.' }),
	})
	.openapi('Problem');

/** Says after how many seconds another try makes sense where the failure itself does not. */
const defaultRetrySeconds = 5;

/**
 * Writes a failure as problem details; `root` begins the address of its type, `more` are members
 * besides. What is internal is not told, only under which request the log has it.
 */
export function problemAnswer(
	error: unknown,
	root: string,
	requestId: string,
	more: Pick<z.infer<typeof problemSchema>, 'dependencies'> & { query?: DescribedQuery } = {},
): Answer {
	const shown = error instanceof BrokerError && httpErrorCodes.find((known) => known === error.code);
	const code = shown || 'internal';
	const { status, title } = errorCatalogue[code];
	const failure = code === 'internal' ? internalError(requestId) : (error as BrokerError);
	const problem = {
		type: `${root}/problems/${code}`,
		title,
		status,
		detail: failure.message,
		message: failure.message,
		...(failure.problems.length > 0 && { errors: failure.problems }),
		...more,
	};
	const headers = { 'Content-Type': problemMediaType, ...headersOf(code, failure.retryAfterSeconds) };
	return { status, headers, body: JSON.stringify(problem) };
}

function internalError(requestId: string): BrokerError {
	return new BrokerError(
		'internal',
		`The broker could not do this. Its log tells more under the request ${requestId}.`,
	);
}

function headersOf(code: HttpErrorCode, retryAfterSeconds = defaultRetrySeconds): Record<string, string> {
	switch (code) {
		case 'unauthorized':
			// The same for all, so that it does not tell why a token is not valid (RFC 6750).
			return { 'WWW-Authenticate': 'Bearer realm="link-broker"' };
		case 'unsupported-media-type':
			return { Accept: `${scholixMediaType}, ${jsonMediaType}`, 'Accept-Encoding': 'gzip, identity' };
		case 'too-many-requests':
		case 'insufficient-storage':
		case 'unavailable':
			return { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
		default:
			return {};
	}
}
