// Who did what, when and from where, for administrators: GET /audit.
import { z } from '@hono/zod-openapi';
import { type AuditQuery, auditActions, auditDocument, readTime } from '../../../broker/audit.ts';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { privateJson } from '../../answers/answer.ts';
import { exampleTime, time } from '../../answers/answer-schemas.ts';
import type { AppNeeds } from '../../server/app.ts';
import { beforeParameter, limitParameter } from '../list-parameters.ts';
import { defineRoute, json, type Route } from '../route.ts';

const longestName = 1_000;
const longestTime = 40;

const moment = (read: (text: string) => number | undefined, description: string) =>
	z
		.string()
		.refine((text) => read(text) !== undefined, mustBe('a date or a date and time (2026-01-31, 2026-01-31T12:00:00Z)'))
		.transform(read)
		.optional()
		.openapi({ type: 'string', maxLength: longestTime, description, example: '2026-01-31' });

const querySchema = z.strictObject({
	action: z.enum(auditActions).optional().openapi({ description: 'What was done.', example: 'token.created' }),
	who: z
		.string()
		.max(longestName, mustBe(`an email or a command line, of at most ${longestName} characters`))
		.optional()
		.openapi({
			description: 'By whom: an email, or `command line` for whoever used it.',
			example: 'curator@example.org',
		}),
	subject: z
		.string()
		.max(longestName, mustBe(`the name of what it was done to, of at most ${longestName} characters`))
		.optional()
		.openapi({
			description: "To what: an event's id, a user's email, or the name of a role.",
			example: 'curator@example.org',
		}),
	since: moment(readTime.since, 'Since then: a date, or a date and time; a date without a time begins in UTC.'),
	until: moment(readTime.until, 'Until then, included.'),
	limit: limitParameter(50),
	before: beforeParameter,
});

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
export function createAuditRoute({ broker }: Pick<AppNeeds, 'broker'>): Route {
	return defineRoute({
		route: 'GET /audit',
		access: 'admin account',
		scope: 'read',
		id: 'listAudit',
		tag: 'operators',
		summary: 'Tell who did what',
		description:
			'Lists who submitted, withdrew, restored or ran again events, changed users, roles and tokens, signed in or ' +
			'failed to, imported, and rebuilt: newest first. Nothing changes or removes an entry.',
		query: querySchema,
		answers: { 200: json('The entries.', listSchema) },
		async handle({ query: { limit, ...filters } }) {
			const found = await broker.auditEntries({ ...given(filters), limit: limit + 1 });
			const shown = found.slice(0, limit);
			const next = found.length > limit ? String(shown.at(-1)?.number) : null;
			return privateJson({ entries: shown.map(auditDocument), next });
		},
	});
}

/** Leaves out what was not given. */
function given(filters: { [Name in keyof AuditQuery]?: AuditQuery[Name] | undefined }): Omit<AuditQuery, 'limit'> {
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
