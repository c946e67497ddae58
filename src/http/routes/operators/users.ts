// Users, for administrators: GET and POST /users, PATCH and DELETE /users/{email}; knows no storage of
// users.
import { z } from '@hono/zod-openapi';
import type { Accounts, User } from '../../../accounts/accounts.ts';
import { wrongPassword } from '../../../accounts/password-rules.ts';
import { BrokerError } from '../../../errors.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { doneAnswer, isoTime, jsonAnswer, privately } from '../../answers/answer.ts';
import { invalidBody, plainText, readJsonBody } from '../../answers/json-body.ts';
import { adminRole } from '../../server/authentication.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { exampleTime, jsonBody, jsonResponse, time } from '../describe.ts';
import type { Route } from '../route.ts';
import { newPassword } from './password.ts';

/** Describes an email address. */
export const emailSchema = z.string().openapi({ maxLength: 254, example: 'curator@example.org' });

/** Describes an email address that somebody gives. */
export const newEmail = plainText.max(254).openapi({
	description: 'Of letters of one script on each side of the @, digits and the signs of ASCII.',
	pattern: '^[^\\s@]+@[^\\s@]+$',
	example: 'curator@example.org',
});

const userSchema = z
	.strictObject({
		email: emailSchema,
		active: z.boolean(),
		has_password: z.boolean().openapi({ description: 'Without one, a user may have tokens, but cannot sign in.' }),
		roles: z.array(z.string()).openapi({ example: ['admin'] }),
		created: time.openapi({ example: exampleTime }),
	})
	.openapi('User');

/** Tells a user as the interface does. */
export type UserDocument = z.infer<typeof userSchema>;

const newUserSchema = z
	.strictObject({
		email: newEmail,
		password: newPassword,
		active: z.boolean().default(true).openapi({ description: 'Whether the user may sign in and submit.' }),
	})
	.openapi('NewUser');

const userChangeSchema = z.strictObject({ active: z.boolean() }).openapi('UserChange');

const usersSchema = z.strictObject({ users: z.array(userSchema) }).openapi('Users');

type UserAccounts = Pick<
	Accounts,
	'createUser' | 'findUser' | 'listUsers' | 'activateUser' | 'deactivateUser' | 'deleteUser'
>;

/** Says that an administrator is left, also where two shut each other out at the same time. */
export const keepingAnAdmin = { unlessLastOf: adminRole };

/** Creates the routes of users. */
export function createUserRoutes({ accounts }: { accounts: UserAccounts }): Route[] {
	return [listRoute(accounts), createRoute(accounts), changeRoute(accounts), deleteRoute(accounts)];
}

function listRoute(accounts: UserAccounts): Route {
	return {
		method: 'get',
		path: '/users',
		access: 'admin',
		operation: {
			operationId: 'listUsers',
			summary: 'List users',
			tags: ['operators'],
			responses: { 200: jsonResponse('The users by email.', usersSchema) },
		},
		problems: [],
		async handle() {
			return jsonAnswer({ users: (await accounts.listUsers()).map(userDocument) }, 200, privately);
		},
	};
}

function createRoute(accounts: UserAccounts): Route {
	return {
		method: 'post',
		path: '/users',
		access: 'admin',
		operation: {
			operationId: 'createUser',
			summary: 'Create a user',
			tags: ['operators'],
			request: { body: jsonBody(newUserSchema) },
			responses: { 201: jsonResponse('The user.', userSchema) },
		},
		problems: ['invalid-body', 'conflict'],
		async handle(context, { by }) {
			const { email, password, active } = await readJsonBody(context, newUserSchema);
			const wrong = wrongPassword(password, email);
			if (wrong !== undefined) throw invalidBody([{ pointer: '/password', message: `is refused: ${wrong}` }]);
			const conflict = `There is already a user ${email}.`;
			const create = () => accounts.createUser(by, email, password, active);
			return jsonAnswer(userDocument(await rewordingFailures(create, { conflict, pointer: '' })), 201, privately);
		},
	};
}

function changeRoute(accounts: UserAccounts): Route {
	return {
		method: 'patch',
		path: '/users/{email}',
		access: 'admin',
		operation: {
			operationId: 'changeUser',
			summary: 'Let a user in, or keep them out',
			description:
				'A user who is not active cannot sign in. Sessions end for good when a user is shut out; access tokens ' +
				'rest until the user is let in again.',
			tags: ['operators'],
			request: { params: z.strictObject({ email: emailSchema }), body: jsonBody(userChangeSchema) },
			responses: { 200: jsonResponse('The user.', userSchema) },
		},
		problems: ['invalid-body', 'not-found', 'conflict'],
		async handle(context, sender) {
			const { email } = await requireUser(accounts, context);
			const { active } = await readJsonBody(context, userChangeSchema);
			if (!active && email === sender.email) {
				throw new BrokerError('conflict', 'You would lock yourself out; another admin can do it.');
			}
			const user = await (active
				? accounts.activateUser(sender.by, email)
				: accounts.deactivateUser(sender.by, email, keepingAnAdmin));
			return jsonAnswer(userDocument(user), 200, privately);
		},
	};
}

function deleteRoute(accounts: UserAccounts): Route {
	return {
		method: 'delete',
		path: '/users/{email}',
		access: 'admin',
		operation: {
			operationId: 'deleteUser',
			summary: 'Delete a user',
			description:
				'Deletes a user with all roles, tokens and sessions. What the user submitted stays, and names its submitter ' +
				'by number (user 17). The email is free again.',
			tags: ['operators'],
			request: { params: z.strictObject({ email: emailSchema }) },
			responses: { 204: { description: 'There is no such user any more.' } },
		},
		problems: ['not-found', 'conflict'],
		async handle(context, sender) {
			const { email } = await requireUser(accounts, context);
			if (email === sender.email) {
				throw new BrokerError('conflict', 'You would lock yourself out; another admin can do it.');
			}
			const notFound = `There is no user ${JSON.stringify(email)}.`;
			await rewordingFailures(() => accounts.deleteUser(sender.by, email, keepingAnAdmin), { notFound });
			return doneAnswer;
		},
	};
}

/** Finds the user whom the path names; fails with `not-found`. */
export async function requireUser(accounts: Pick<Accounts, 'findUser'>, context: HttpContext): Promise<User> {
	const email = context.req.param('email') ?? '';
	const user = plainText.safeParse(email).success ? await accounts.findUser(email) : undefined;
	if (user) return user;
	throw new BrokerError('not-found', `There is no user ${JSON.stringify(email)}.`);
}

function userDocument({ email, active, hasPassword, roles, createdAt }: User): UserDocument {
	return { email, active, has_password: hasPassword, roles: [...roles], created: isoTime(createdAt) };
}
