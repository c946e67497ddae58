// Failures as problem details (RFC 9457).
import { z } from '@hono/zod-openapi';
import { andMore, shortened } from '../../errors/wrong-input.ts';
import { BrokerError, commandLineErrors, type ErrorCode, errorCatalogue, type Problem } from '../../errors.ts';
import type { DescribedQuery } from '../../formats/scholix/writing/write-answers.ts';
import type { Answer } from './answer.ts';
import { identifierSchema, understoodQuerySchema } from './answer-schemas.ts';
import { jsonMediaType, scholixMediaType } from './media-types.ts';

export const problemMediaType = 'application/problem+json';

export type HttpErrorCode = Exclude<ErrorCode, (typeof commandLineErrors)[number]>;

/** The error codes that HTTP returns. */
export const httpErrorCodes = (Object.keys(errorCatalogue) as ErrorCode[]).filter(
	(code): code is HttpErrorCode => !commandLineErrors.some((other) => other === code),
);

const dependency = z.strictObject({ status: z.enum(['up', 'down']) }).openapi('Dependency');

/** Describes the dependencies of the broker. */
export const dependenciesSchema = z
	.strictObject({
		database: dependency,
		search: dependency,
		disk: dependency.openapi({ description: 'down: less disk space is free than the configured reserve.' }),
	})
	.openapi('Dependencies');

/** Describes whether one task of the broker is available. */
export const healthPartSchema = z
	.strictObject({ status: z.enum(['ready', 'not-ready']), reasons: z.array(z.string()) })
	.openapi('HealthPart');

/** Describes overdue work. */
export const overdueSchema = z.array(z.string()).openapi({ description: 'Overdue work, in words.' });

/** Describes a problem. */
export const problemSchema = z
	.strictObject({
		type: z.string().openapi({
			format: 'uri-reference',
			description: 'Identifies the kind of problem. The address has an explanation.',
		}),
		title: z.string(),
		status: z.int().min(400).max(599),
		detail: z.string().openapi({ description: 'The reason why this request failed.' }),
		message: z.string().openapi({ description: 'Repeats detail, for older clients.' }),
		errors: z
			.array(
				z
					.strictObject({
						field: z.string().optional().openapi({ description: 'The query parameter with the error.' }),
						pointer: z
							.string()
							.optional()
							.openapi({ description: 'The place in the body, as a JSON pointer (RFC 6901).' }),
						message: z.string(),
						identifier: identifierSchema.optional().openapi({ description: 'An identifier that may be meant.' }),
					})
					.openapi('ProblemPlace'),
			)
			.optional()
			.openapi({
				description:
					'The first hundred errors, or the errors of the first hundred links. If there are more, the last ' +
					'item has their number.',
			}),
		query: understoodQuerySchema
			.optional()
			.openapi({ description: 'Only in answers of GET /objects: how id was read, and suggestions.' }),
		submissions: healthPartSchema.optional().openapi({ description: 'Only in answers of GET /health/ready.' }),
		searches: healthPartSchema.optional().openapi({ description: 'Only in answers of GET /health/ready.' }),
		dependencies: dependenciesSchema.optional().openapi({ description: 'Only in answers of GET /health/ready.' }),
		overdue: overdueSchema.optional(),
	})
	.openapi('Problem');

// Bounds of a problem, in characters and bytes.
const longestDetail = 4_000;
const longestPlace = 500;
const mostErrors = 100;
const mostErrorBytes = 200_000;

/** Retry-After, in seconds, of failures that have none. */
const defaultRetrySeconds = 5;

/**
 * Writes a failure as problem details. `root` begins the address of its type; `more` are additional
 * members. Internal failures show only the request id under which the log has them.
 */
export function problemAnswer(
	error: unknown,
	root: string,
	requestId: string,
	more: Pick<z.infer<typeof problemSchema>, 'submissions' | 'searches' | 'dependencies' | 'overdue'> & {
		query?: DescribedQuery;
	} = {},
): Answer {
	const code = shownCode(error);
	const { status, title } = errorCatalogue[code];
	const failure = code === 'internal' ? internalError(requestId) : (error as BrokerError);
	const detail = shortened(failure.message, longestDetail);
	const problem = {
		type: `${root}/problems/${code}`,
		title,
		status,
		detail,
		message: detail,
		...(failure.problems.length > 0 && { errors: firstOf(failure.problems, code) }),
		...more,
	};
	const headers = { 'Content-Type': problemMediaType, ...headersOf(code, failure) };
	return { status, headers, body: JSON.stringify(problem) };
}

/** Returns the code for clients: an index that is being rebuilt is unavailable. */
function shownCode(error: unknown): HttpErrorCode {
	if (!(error instanceof BrokerError)) return 'internal';
	if (error.code === 'index-behind') return 'unavailable';
	return httpErrorCodes.find((known) => known === error.code) ?? 'internal';
}

/**
 * Takes the first problems, each shortened, and adds the number of the rest, so that no answer
 * exceeds about 256 KiB. Problems of links are a few of each of the first hundred links.
 */
function firstOf(problems: readonly Problem[], code: HttpErrorCode): Problem[] {
	const taken: Problem[] = [];
	let bytes = 0;
	for (const problem of code === 'invalid-links' ? problems : problems.slice(0, mostErrors)) {
		const short = shortProblem(problem);
		bytes += Buffer.byteLength(JSON.stringify(short));
		if (bytes > mostErrorBytes) break;
		taken.push(short);
	}
	return [...taken, ...andMore(problems.length - taken.length).map((message) => ({ message }))];
}

function shortProblem({ pointer, field, message, identifier }: Problem): Problem {
	return {
		...(pointer !== undefined && { pointer: shortened(pointer, longestPlace) }),
		...(field !== undefined && { field: shortened(field, longestPlace) }),
		message: shortened(message, longestDetail),
		...(identifier && { identifier }),
	};
}

function internalError(requestId: string): BrokerError {
	return new BrokerError('internal', `The broker failed. Its log has details under the request ${requestId}.`);
}

const challenge = 'Bearer realm="link-broker"';

function headersOf(code: HttpErrorCode, failure: BrokerError): Record<string, string> {
	const { retryAfterSeconds = defaultRetrySeconds, scopes } = failure;
	switch (code) {
		case 'unauthorized':
			// The same for all, to hide why a token is not valid (RFC 6750).
			return { 'WWW-Authenticate': challenge };
		case 'insufficient-scope':
			return { 'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${scopes.join(' ')}"` };
		case 'unsupported-media-type':
			return { Accept: `${scholixMediaType}, ${jsonMediaType}`, 'Accept-Encoding': 'gzip, identity' };
		case 'request-timeout':
			// The rest of the request is not awaited.
			return { Connection: 'close' };
		case 'too-many-requests':
		case 'insufficient-storage':
		case 'unavailable':
			return { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) };
		default:
			return {};
	}
}
