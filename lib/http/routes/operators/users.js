// Users, for administrators: GET and POST /users, PATCH /users/{email}; knows no storage of users.
import { z } from '@hono/zod-openapi';
                                                                    
import { BrokerError } from '../../../errors.js';
import { rewordingFailures } from '../../answers/account-failures.js';
import { isoTime, jsonAnswer, privately } from '../../answers/answer.js';
import { plainText, readJsonBody } from '../../answers/json-body.js';
                                                                
import { exampleTime, jsonBody, jsonResponse, time } from '../describe.js';
                                         

/** Describes an email address. */
export const emailSchema = z.string().openapi({ maxLength: 254, example: 'curator@example.org' });

const userSchema = z
	.strictObject({
		email: emailSchema,
		active: z.boolean(),
		roles: z.array(z.string()).openapi({ example: ['admin'] }),
		created: time.openapi({ example: exampleTime }),
	})
	.openapi('User');

const newUserSchema = z
	.strictObject({
		email: plainText.max(254).openapi({
			description: 'Of letters of one script on each side of the @, digits and the signs of ASCII.',
			pattern: '^[^\\s@]+@[^\\s@]+$',
			example: 'curator@example.org',
		}),
		password: plainText.min(1).max(1_000).openapi({ format: 'password' }),
		active: z.boolean().default(true).openapi({ description: 'Whether the user may sign in and submit.' }),
	})
	.openapi('NewUser');

const userChangeSchema = z.strictObject({ active: z.boolean() }).openapi('UserChange');

const usersSchema = z.strictObject({ users: z.array(userSchema) }).openapi('Users');

                                                                                                                

/** Creates the routes of users. */
export function createUserRoutes({ accounts }                            )          {
	return [listRoute(accounts), createRoute(accounts), changeRoute(accounts)];
}

function listRoute(accounts              )        {
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

function createRoute(accounts              )        {
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
			const conflict = `There is already a user ${email}.`;
			const create = () => accounts.createUser(by, email, password, active);
			return jsonAnswer(userDocument(await rewordingFailures(create, { conflict, pointer: '' })), 201, privately);
		},
	};
}

function changeRoute(accounts              )        {
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
			const user = await (active ? accounts.activateUser(sender.by, email) : accounts.deactivateUser(sender.by, email));
			return jsonAnswer(userDocument(user), 200, privately);
		},
	};
}

/** Finds the user whom the path names; fails with `not-found`. */
export async function requireUser(accounts                            , context             )                {
	const email = context.req.param('email') ?? '';
	const user = plainText.safeParse(email).success ? await accounts.findUser(email) : undefined;
	if (user) return user;
	throw new BrokerError('not-found', `There is no user ${JSON.stringify(email)}.`);
}

function userDocument({ email, active, roles, createdAt }      )                             {
	return { email, active, roles: [...roles], created: isoTime(createdAt) };
}
