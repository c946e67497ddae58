// Roles, for administrators: GET and POST /roles, PUT and DELETE /users/{email}/roles/{role}.
import { z } from '@hono/zod-openapi';
import type { Accounts } from '../../../accounts/accounts.ts';
import { BrokerError } from '../../../errors.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { doneAnswer, jsonAnswer, privately } from '../../answers/answer.ts';
import { newName, plainText, readJsonBody } from '../../answers/json-body.ts';
import { adminRole } from '../../server/authentication.ts';
import { jsonBody, jsonResponse } from '../describe.ts';
import type { Route } from '../route.ts';
import { emailSchema, keepingAnAdmin, requireUser } from './users.ts';

const newRoleSchema = z.strictObject({ name: newName.openapi({ example: 'harvester' }) }).openapi('NewRole');

const roleSchema = z
	.strictObject({
		name: z.string().openapi({ example: 'harvester' }),
		users: z.int().min(0).openapi({ description: 'How many have it.' }),
	})
	.openapi('Role');

/** Tells a role as the interface does. */
export type RoleDocument = z.infer<typeof roleSchema>;

const rolesSchema = z.strictObject({ roles: z.array(roleSchema) }).openapi('Roles');

const longestRole = 100;

const holdingPathSchema = z.strictObject({
	email: emailSchema,
	role: z.string().openapi({ maxLength: longestRole, example: 'admin' }),
});

type RoleAccounts = Pick<Accounts, 'findUser' | 'createRole' | 'listRoles' | 'addRole' | 'removeRole'>;

/** Creates the routes of roles. */
export function createRoleRoutes({ accounts }: { accounts: RoleAccounts }): Route[] {
	return [listRoute(accounts), createRoute(accounts), giveRoute(accounts), takeRoute(accounts)];
}

function listRoute(accounts: RoleAccounts): Route {
	return {
		method: 'get',
		path: '/roles',
		access: 'admin',
		operation: {
			operationId: 'listRoles',
			summary: 'List roles',
			tags: ['operators'],
			responses: { 200: jsonResponse('The roles by name.', rolesSchema) },
		},
		problems: [],
		async handle() {
			const roles = (await accounts.listRoles()).map(({ name, users }) => ({ name, users }));
			return jsonAnswer({ roles }, 200, privately);
		},
	};
}

function createRoute(accounts: RoleAccounts): Route {
	return {
		method: 'post',
		path: '/roles',
		access: 'admin',
		operation: {
			operationId: 'createRole',
			summary: 'Create a role',
			tags: ['operators'],
			request: { body: jsonBody(newRoleSchema) },
			responses: { 201: jsonResponse('The role.', roleSchema) },
		},
		problems: ['invalid-body', 'conflict'],
		async handle(context, { by }) {
			const { name } = await readJsonBody(context, newRoleSchema);
			const conflict = `There is already a role ${name}.`;
			await rewordingFailures(() => accounts.createRole(by, name), { conflict, pointer: '/name' });
			return jsonAnswer({ name, users: 0 }, 201, privately);
		},
	};
}

function giveRoute(accounts: RoleAccounts): Route {
	return {
		method: 'put',
		path: '/users/{email}/roles/{role}',
		access: 'admin',
		operation: {
			operationId: 'giveRole',
			summary: 'Give a role to a user',
			tags: ['operators'],
			request: { params: holdingPathSchema },
			responses: { 204: { description: 'The user has the role.' } },
		},
		problems: ['not-found'],
		async handle(context, { by }) {
			const { email } = await requireUser(accounts, context);
			const role = readRole(context.req.param('role'));
			await rewordingFailures(() => accounts.addRole(by, email, role), { notFound: noSuchRole(role) });
			return doneAnswer;
		},
	};
}

function takeRoute(accounts: RoleAccounts): Route {
	return {
		method: 'delete',
		path: '/users/{email}/roles/{role}',
		access: 'admin',
		operation: {
			operationId: 'takeRole',
			summary: 'Take a role from a user',
			tags: ['operators'],
			request: { params: holdingPathSchema },
			responses: { 204: { description: 'The user does not have the role.' } },
		},
		problems: ['not-found', 'conflict'],
		async handle(context, sender) {
			const { email } = await requireUser(accounts, context);
			const role = readRole(context.req.param('role'));
			if (role === adminRole && email === sender.email) {
				throw new BrokerError('conflict', 'You would lock yourself out of these pages; another admin can do it.');
			}
			await accounts.removeRole(sender.by, email, role, role === adminRole ? keepingAnAdmin : undefined);
			return doneAnswer;
		},
	};
}

function readRole(role = ''): string {
	if (plainText.max(longestRole).safeParse(role).success) return role;
	throw new BrokerError('not-found', noSuchRole(role));
}

function noSuchRole(role: string): string {
	return `There is no role ${JSON.stringify(role)}.`;
}
