// Reads a small JSON body and checks it with the schema that describes it.
import { z } from '@hono/zod-openapi';
import { shortened, wrongInput } from '../../errors/wrong-input.ts';
import type { BrokerError, Problem } from '../../errors.ts';
import { malformedJson, parseJson } from '../../formats/json/json-text.ts';
import type { HttpContext } from '../server/http-context.ts';
import { readBody } from '../server/request-body.ts';
import { checkContentType } from './media-types.ts';

const usualBytes = 16_384;
const longestStep = 100;

/** Text that every storage can keep: without NUL and halves of surrogate pairs. */
export const plainText = z
	.string()
	.refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text without NUL characters')
	.openapi({ pattern: '^[^\\u0000]*$' });

/** Describes a new name. The accounts check it further. */
export const newName = plainText.min(1).max(100).openapi({
	description: 'Letters of one script, digits and ASCII punctuation, without spaces at either end.',
	pattern: '^\\S(?:.*\\S)?$',
});

/**
 * Reads a body. Fails with `unsupported-media-type`, `body-too-large`, `malformed-json`, and with
 * `invalid-body`, each place with its JSON pointer.
 */
export async function readJsonBody<T extends z.ZodType>(
	context: HttpContext,
	schema: T,
	mostBytes = usualBytes,
): Promise<z.output<T>> {
	checkContentType(context.req.header('content-type'));
	return parseBody(await readBody(context, mostBytes, ''), schema);
}

/** Reads a body like readJsonBody; returns undefined if there is none. */
export async function readOptionalJsonBody<T extends z.ZodType>(
	context: HttpContext,
	schema: T,
): Promise<z.output<T> | undefined> {
	const body = await readBody(context, usualBytes, '');
	if (body.byteLength === 0) return undefined;
	checkContentType(context.req.header('content-type'));
	return parseBody(body, schema);
}

function parseBody<T extends z.ZodType>(body: Uint8Array, schema: T): z.output<T> {
	const parsed = parseJson(body);
	if ('error' in parsed) throw malformedJson(parsed.error);
	return checkedJson(parsed.value, schema);
}

/** Checks a value of JSON. Fails with `invalid-body`, each place with its JSON pointer. */
export function checkedJson<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw invalidBody(result.error.issues.flatMap(problemsOf));
}

/** Makes the failure of an invalid body from the places of its errors. */
export function invalidBody(problems: readonly Problem[]): BrokerError {
	return wrongInput('invalid-body', problems, ({ pointer, message }) => `${pointer || 'The body'} ${message}.`);
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
	const pointer = issue.path.map(pointerStep).join('');
	switch (issue.code) {
		case 'unrecognized_keys':
			return issue.keys.map((key) => unknownField(pointer, key));
		case 'invalid_type':
			return [{ pointer, message: /received undefined$/.test(issue.message) ? 'is required' : mustBe(issue.expected) }];
		case 'custom':
			return [{ pointer, message: issue.message }];
		default:
			return [{ pointer, message: issue.message.startsWith('must ') ? issue.message : boundOf(issue) }];
	}
}

/** Says what zod has its own words for. */
function boundOf(issue: z.core.$ZodIssue): string {
	if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
	const isText = 'origin' in issue && issue.origin === 'string';
	if (isText && issue.code === 'too_big') return `must have at most ${issue.maximum} characters`;
	if (isText && issue.code === 'too_small' && issue.minimum === 1) return 'must not be empty';
	return `is not valid: ${issue.message}`;
}

function mustBe(expected: string): string {
	const kind = { int: 'integer', record: 'object' }[expected] ?? expected;
	return `must be ${/^[aio]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function unknownField(pointer: string, name: string): Problem {
	// A pointer as long as the body would not help: it then names the object that has the field.
	if (name.length <= longestStep) return { pointer: pointer + pointerStep(name), message: 'is not a known field' };
	return { pointer, message: `has an unknown field: ${shortened(name, longestStep)}` };
}

/** Writes one step of a JSON pointer (RFC 6901). */
function pointerStep(name: PropertyKey): string {
	return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
