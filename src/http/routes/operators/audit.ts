// Who did what, when and from where, for administrators: GET /audit; knows nothing of how that is
// kept.

import { z } from '@hono/zod-openapi';
import { type AuditQuery, auditActions, auditDocument, readTime } from '../../../broker/audit.ts';
import type { Broker } from '../../../broker/broker.ts';
import { jsonAnswer, privately } from '../../answers/answer.ts';
import { readQuery } from '../../answers/query-parameters.ts';
import { exampleTime, jsonResponse, time } from '../describe.ts';
import { allowedInLists, beforeParameter, limitParameter } from '../list-parameters.ts';
import type { Route } from '../route.ts';

const longestName = 1_000;
const longestTime = 40;

const moment = (read: (text: string) => number | undefined, description: string) =>
	z
		.string()
		.transform((text, context) => {
			const found = read(text);
			if (found === undefined) context.addIssue({ code: 'custom' });
			return found;
		})
		.optional()
		.openapi({ type: 'string', maxLength: longestTime, description, example: '2026-01-31' });

const querySchema = z.strictObject({
	action: z.enum(auditActions).optional().openapi({ description: 'What was done.', example: 'token.created' }),
	who: z.string().max(longestName).optional().openapi({
		description: 'By whom: an email, or `command line` for whoever used it.',
		example: 'curator@example.org',
	}),
	subject: z.string().max(longestName).optional().openapi({
		description: "To what: an event's id, a user's email, or the name of a role.",
		example: 'curator@example.org',
	}),
	since: moment(readTime.since, 'Since then: a date, or a date and time; a date without a time begins in UTC.'),
	until: moment(readTime.until, 'Until then, included.'),
	limit: limitParameter(50),
	before: beforeParameter,
});

const allowedValues = {
	action: `one of ${auditActions.join(', ')}`,
	who: `an email or a command line, of at most ${longestName} characters`,
	subject: `the name of what it was done to, of at most ${longestName} characters`,
	since: 'a date or a date and time (2026-01-31, 2026-01-31T12:00:00Z)',
	until: 'a date or a date and time (2026-01-31, 2026-01-31T12:00:00Z)',
	...allowedInLists,
} as const;

const entrySchema = z
	.strictObject({
		number: z.int().min(1).openapi({ example: 4711 }),
		time: time.openapi({ example: exampleTime }),
		who: z.string().openapi({
			description: 'The email at that time, or `command line` with the user of the machine.',
			example: 'curator@example.org',
		}),
		action: z.enum(auditActions).openapi({ example: 'token.created' }),
		subject: z.string().nullable().openapi({
			description: "An event's id, a user's email, or the name of a role; null: the whole broker.",
			example: 'curator@example.org',
		}),
		detail: z
			.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
			.openapi({ description: 'What else there is to know of it.', example: { token: 7, name: 'nightly feed' } }),
		address: z.string().nullable().openapi({
			description: 'Where the request came from; for the command line the name of the machine.',
			example: '192.0.2.1',
		}),
	})
	.openapi('AuditEntry');

const listSchema = z
	.strictObject({
		entries: z.array(entrySchema),
		next: z.string().nullable().openapi({ description: 'What `before` must be for older ones; null at the end.' }),
	})
	.openapi('AuditEntries');

/** Creates the route of the audit. */
export function createAuditRoute({ broker }: { broker: Broker }): Route {
	return {
		method: 'get',
		path: '/audit',
		access: 'admin account',
		scope: 'read',
		operation: {
			operationId: 'listAudit',
			summary: 'Tell who did what',
			description:
				'Lists who submitted, withdrew, restored or ran again events, changed users, roles and tokens, signed in or ' +
				'failed to, imported, and rebuilt: newest first. Nothing changes or removes an entry.',
			tags: ['operators'],
			request: { query: querySchema },
			responses: { 200: jsonResponse('The entries.', listSchema) },
		},
		problems: [],
		async handle(context) {
			const { limit, ...filters } = readQuery(context.req.url, querySchema, allowedValues);
			const found = await broker.auditEntries({ ...given(filters), limit: limit + 1 });
			const shown = found.slice(0, limit);
			const next = found.length > limit ? String(shown.at(-1)?.number) : null;
			return jsonAnswer({ entries: shown.map(auditDocument), next }, 200, privately);
		},
	};
}

/** Leaves out what was not given. */
function given(filters: { [Name in keyof AuditQuery]?: AuditQuery[Name] | undefined }): Omit<AuditQuery, 'limit'> {
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
