// Users and their roles, for administrators: /users, /users/{email}, /roles, /users/{email}/roles/{role}.

import { z } from '@hono/zod-openapi';
import { type Accounts, roleName, type User } from '../../../accounts/accounts.ts';
import { wrongPassword } from '../../../accounts/password-rules.ts';
import { BrokerError } from '../../../errors.ts';
import { isoTime } from '../../../links/link-date.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { doneAnswer, privateJson } from '../../answers/answer.ts';
import { exampleTime, time } from '../../answers/answer-schemas.ts';
import { invalidBody, newName, plainText } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole, type Sender } from '../../server/authentication.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { newPassword } from './session.ts';

/** Describes an email address. */
export const emailSchema = z.string().openapi({ maxLength: 254, example: 'curator@example.org' });

/** Describes a new email address. */
export const newEmail = plainText.max(254).openapi({
	description: 'On each side of the @: letters of one script, digits and ASCII punctuation.',
	pattern: '^[^\\s@]+@[^\\s@]+$',
	example: 'curator@example.org',
});

const userSchema = z
	.strictObject({
		email: emailSchema,
		active: z.boolean(),
		has_password: z
			.boolean()
			.openapi({ description: 'A user without a password may have tokens, but cannot sign in.' }),
		roles: z.array(z.string()).openapi({ example: ['admin'] }),
		created: time.openapi({ example: exampleTime }),
	})
	.openapi('User');

type UserDocument = z.infer<typeof userSchema>;

const newUserSchema = z
	.strictObject({
		email: newEmail,
		password: newPassword,
		active: z.boolean().default(true).openapi({ description: 'Whether the user may sign in and submit.' }),
	})
	.openapi('NewUser');

const userChangeSchema = z.strictObject({ active: z.boolean() }).openapi('UserChange');

const usersSchema = z.strictObject({ users: z.array(userSchema) }).openapi('Users');

/** Options of routes for administrators with a session. */
export const forAdmins = { access: 'admin', needs: 'records', tag: 'operators' } as const;

/** Options of routes that only read, for which a token with the scope `read` suffices. */
export const shownToAdmins = { access: 'admin account', needs: 'records', scope: 'read', tag: 'operators' } as const;

/** Keeps at least one administrator, even if two deactivate each other at the same time. */
const keepingAnAdmin = { unlessLastOf: adminRole };

const userPath = z.strictObject({ email: emailSchema });

/** Creates the routes of users. */
export function createUserRoutes({ accounts }: Pick<AppNeeds, 'accounts'>): Route[] {
	return [
		defineRoute({
			route: 'GET /users',
			...forAdmins,
			id: 'listUsers',
			summary: 'List users',
			answers: { 200: json('The users, ordered by email.', usersSchema) },
			handle: async () => privateJson({ users: (await accounts.listUsers()).map(userDocument) }),
		}),
		defineRoute({
			route: 'POST /users',
			...forAdmins,
			id: 'createUser',
			summary: 'Create a user',
			body: newUserSchema,
			answers: { 201: json('The user.', userSchema) },
			problems: ['conflict'],
			async handle({ body, sender }) {
				const { email, password, active } = await body();
				const wrong = wrongPassword(password, email);
				if (wrong !== undefined) throw invalidBody([{ pointer: '/password', message: `is refused: ${wrong}` }]);
				const conflict = `The user ${email} already exists.`;
				const create = () => accounts.createUser(sender.by, email, password, active);
				return privateJson(userDocument(await rewordingFailures(create, { conflict, pointer: '' })), 201);
			},
		}),
		changeRoute(accounts),
		deleteRoute(accounts),
	];
}

function changeRoute(accounts: Accounts): Route {
	return defineRoute({
		route: 'PATCH /users/{email}',
		...forAdmins,
		id: 'changeUser',
		summary: 'Activate or deactivate a user',
		description:
			"An inactive user cannot sign in. Deactivating a user ends the user's sessions permanently and " +
			'suspends the access tokens until the user is activated again.',
		params: userPath,
		body: userChangeSchema,
		answers: { 200: json('The user.', userSchema) },
		problems: ['not-found', 'conflict'],
		async handle({ params, body, sender }) {
			const { email } = await requireUser(accounts, params.email);
			const { active } = await body();
			if (!active) refuseOneself(email, sender);
			const user = await (active
				? accounts.activateUser(sender.by, email)
				: accounts.deactivateUser(sender.by, email, keepingAnAdmin));
			return privateJson(userDocument(user));
		},
	});
}

function deleteRoute(accounts: Accounts): Route {
	return defineRoute({
		route: 'DELETE /users/{email}',
		...forAdmins,
		id: 'deleteUser',
		summary: 'Delete a user',
		description:
			'Deletes a user with all roles, tokens and sessions. Events of the user stay, with a number ' +
			'instead of the email as submitter (user 17). The email can be used again.',
		params: userPath,
		answers: { 204: 'The user was deleted.' },
		problems: ['not-found', 'conflict'],
		async handle({ params, sender }) {
			const { email } = await requireUser(accounts, params.email);
			refuseOneself(email, sender);
			const notFound = noSuchUser(email);
			await rewordingFailures(() => accounts.deleteUser(sender.by, email, keepingAnAdmin), { notFound });
			return doneAnswer;
		},
	});
}

function refuseOneself(email: string, sender: Sender, of = ''): void {
	if (email !== sender.email) return;
	throw new BrokerError('conflict', `You would lock yourself out${of}; ask another administrator.`);
}

/** Finds the user of a path; fails with `not-found`. */
async function requireUser(accounts: Accounts, email: string): Promise<User> {
	const user = plainText.safeParse(email).success ? await accounts.findUser(email) : undefined;
	if (user) return user;
	throw new BrokerError('not-found', noSuchUser(email));
}

function noSuchUser(email: string): string {
	return `Unknown user: ${JSON.stringify(email)}.`;
}

function userDocument({ email, active, hasPassword, roles, createdAt }: User): UserDocument {
	return { email, active, has_password: hasPassword, roles: [...roles], created: isoTime(createdAt) };
}

const newRoleSchema = z.strictObject({ name: newName.openapi({ example: 'harvester' }) }).openapi('NewRole');

const roleSchema = z
	.strictObject({
		name: z.string().openapi({ example: 'harvester' }),
		users: z.int().min(0).openapi({ description: 'The number of users with the role.' }),
	})
	.openapi('Role');

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
			answers: { 200: json('The roles, ordered by name.', rolesSchema) },
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
				const conflict = `The role ${name} already exists.`;
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
			summary: 'Remove a role from a user',
			params: holdingPathSchema,
			answers: { 204: 'The user does not have the role.' },
			problems: ['not-found', 'conflict'],
			async handle({ params, sender }) {
				const { email } = await requireUser(accounts, params.email);
				const role = readRole(params.role);
				const isAdmin = roleName(role) === adminRole;
				if (isAdmin) refuseOneself(email, sender, ' of these pages');
				await accounts.removeRole(sender.by, email, role, isAdmin ? keepingAnAdmin : undefined);
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
	return `Unknown role: ${JSON.stringify(role)}.`;
}
