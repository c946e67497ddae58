// Roles, for administrators: GET and POST /roles, PUT and DELETE /users/{email}/roles/{role}.
import { z } from '@hono/zod-openapi';
import { BrokerError } from '../../../errors.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { doneAnswer, privateJson } from '../../answers/answer.ts';
import { newName, plainText } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole } from '../../server/authentication.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { emailSchema, forAdmins, keepingAnAdmin, requireUser } from './users.ts';

const newRoleSchema = z.strictObject({ name: newName.openapi({ example: 'harvester' }) }).openapi('NewRole');

const roleSchema = z
	.strictObject({
		name: z.string().openapi({ example: 'harvester' }),
		users: z.int().min(0).openapi({ description: 'How many have it.' }),
	})
	.openapi('Role');

export type RoleDocument = z.infer<typeof roleSchema>;

const rolesSchema = z.strictObject({ roles: z.array(roleSchema) }).openapi('Roles');

const longestRole = 100;

const holdingPathSchema = z.strictObject({
	email: emailSchema,
	role: z.string().openapi({ maxLength: longestRole, example: 'admin' }),
});

/** Creates the routes of roles. */
export function createRoleRoutes({ accounts }: Pick<AppNeeds, 'accounts'>): Route[] {
	return [
		defineRoute({
			route: 'GET /roles',
			...forAdmins,
			id: 'listRoles',
			summary: 'List roles',
			answers: { 200: json('The roles by name.', rolesSchema) },
			async handle() {
				return privateJson({ roles: (await accounts.listRoles()).map(({ name, users }) => ({ name, users })) });
			},
		}),
		defineRoute({
			route: 'POST /roles',
			...forAdmins,
			id: 'createRole',
			summary: 'Create a role',
			body: newRoleSchema,
			answers: { 201: json('The role.', roleSchema) },
			problems: ['conflict'],
			async handle({ body, sender }) {
				const { name } = await body();
				const conflict = `There is already a role ${name}.`;
				await rewordingFailures(() => accounts.createRole(sender.by, name), { conflict, pointer: '/name' });
				return privateJson({ name, users: 0 }, 201);
			},
		}),
		defineRoute({
			route: 'PUT /users/{email}/roles/{role}',
			...forAdmins,
			id: 'giveRole',
			summary: 'Give a role to a user',
			params: holdingPathSchema,
			answers: { 204: 'The user has the role.' },
			problems: ['not-found'],
			async handle({ params, sender }) {
				const { email } = await requireUser(accounts, params.email);
				const role = readRole(params.role);
				await rewordingFailures(() => accounts.addRole(sender.by, email, role), { notFound: noSuchRole(role) });
				return doneAnswer;
			},
		}),
		defineRoute({
			route: 'DELETE /users/{email}/roles/{role}',
			...forAdmins,
			id: 'takeRole',
			summary: 'Take a role from a user',
			params: holdingPathSchema,
			answers: { 204: 'The user does not have the role.' },
			problems: ['not-found', 'conflict'],
			async handle({ params, sender }) {
				const { email } = await requireUser(accounts, params.email);
				const role = readRole(params.role);
				if (role === adminRole && email === sender.email) {
					throw new BrokerError('conflict', 'You would lock yourself out of these pages; another admin can do it.');
				}
				await accounts.removeRole(sender.by, email, role, role === adminRole ? keepingAnAdmin : undefined);
				return doneAnswer;
			},
		}),
	];
}

function readRole(role: string): string {
	if (plainText.max(longestRole).safeParse(role).success) return role;
	throw new BrokerError('not-found', noSuchRole(role));
}

function noSuchRole(role: string): string {
	return `There is no role ${JSON.stringify(role)}.`;
}
