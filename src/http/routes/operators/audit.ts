// The audit for administrators: GET /audit.
import { z } from '@hono/zod-openapi';
import { auditActions, auditDocument } from '../../../broker/audit.ts';
import { auditListSchema } from '../../../broker/list-questions.ts';
import { privateJson } from '../../answers/answer.ts';
import { exampleTime, time } from '../../answers/answer-schemas.ts';
import { nextSchema, pageOf } from '../../answers/list-page.ts';
import type { AppNeeds } from '../../server/app.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { shownToAdmins } from './users.ts';

const entrySchema = z
	.strictObject({
		number: z.int().min(1).openapi({ example: 4711 }),
		time: time.openapi({ example: exampleTime }),
		who: z.string().openapi({
			description: 'The email at that time, or `command line` with the user name on the machine.',
			example: 'curator@example.org',
		}),
		action: z.enum(auditActions).openapi({ example: 'token.created' }),
		subject: z.string().nullable().openapi({
			description: "An event id, a user's email or the name of a role. null: the whole broker.",
			example: 'curator@example.org',
		}),
		detail: z
			.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
			.openapi({ description: 'Details of the action.', example: { token: 7, name: 'nightly feed' } }),
		address: z.string().nullable().openapi({
			description: 'The network address of the sender. For the command line, the name of the machine.',
			example: '192.0.2.1',
		}),
	})
	.openapi('AuditEntry');

const listSchema = z
	.strictObject({
		entries: z.array(entrySchema),
		next: nextSchema,
	})
	.openapi('AuditEntries');

/** Creates the route of the audit. */
export function createAuditRoute({ broker }: Pick<AppNeeds, 'broker'>): Route {
	return defineRoute({
		route: 'GET /audit',
		...shownToAdmins,
		id: 'listAudit',
		summary: 'List the audit',
		description:
			'Lists who did what, when and from where, newest first: submissions, withdrawals, changes of ' +
			'users, roles and tokens, attempts to sign in, imports, harvests, dumps and rebuilds. Entries are ' +
			'never changed or removed.',
		query: auditListSchema,
		answers: { 200: json('The entries.', listSchema) },
		async handle({ query: { limit, ...filters } }) {
			const read = (most: number) => broker.auditEntries({ ...filters, limit: most });
			const { shown, next } = await pageOf(read, limit, ({ number }) => number);
			return privateJson({ entries: shown.map(auditDocument), next });
		},
	});
}
