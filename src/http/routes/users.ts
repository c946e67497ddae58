// Users and roles, for administrators: GET and POST /users and /roles, PATCH /users/{email}, PUT and DELETE /users/{email}/roles/{role}; knows nothing of how they are kept.
import { z } from '@hono/zod-openapi';
import type { Accounts, User } from '../../accounts/accounts.ts';
import type { Session, Sessions } from '../../accounts/sessions.ts';
import { BrokerError } from '../../errors.ts';
import { inWordsOfHttp } from '../answers/account-failures.ts';
import { type Answer, isoTime, jsonAnswer } from '../answers/answer.ts';
import { plainText, readJsonBody } from '../answers/json-body.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import type { HttpErrorCode } from '../answers/problem.ts';
import { readParameters, refuseOthers } from '../answers/query-parameters.ts';
import type { HttpContext } from '../server/http-context.ts';
import { adminRole, requireAdmin } from '../server/operator.ts';
import type { Route } from './route.ts';
import { privately } from './session.ts';

const exampleEmail = 'curator@example.org';

const userSchema = z
	.strictObject({
		email: z.string().openapi({ example: exampleEmail }),
		active: z.boolean(),
		roles: z.array(z.string()).openapi({ example: ['admin'] }),
		created: z.iso.datetime({ precision: 3 }).openapi({ example: '2026-01-31T12:00:00.000Z' }),
	})
	.openapi('User');

const newUserSchema = z
	.strictObject({
		email: plainText.openapi({ example: exampleEmail }),
		password: plainText.openapi({ format: 'password', description: 'Of 1 to 1,000 characters.' }),
		active: z.boolean().default(true).openapi({ description: 'Whether the user may sign in and submit.' }),
	})
	.openapi('NewUser');

const userChangeSchema = z.strictObject({ active: z.boolean() }).openapi('UserChange');

const roleName = plainText.openapi({ description: 'Of 1 to 100 characters.', example: 'harvester' });
const newRoleSchema = z.strictObject({ name: roleName }).openapi('NewRole');
const roleSchema = z
	.strictObject({
		name: z.string().openapi({ example: 'harvester' }),
		users: z.int().min(0).openapi({ description: 'How many have it.' }),
	})
	.openapi('Role');

const usersSchema = z.strictObject({ users: z.array(userSchema) }).openapi('Users');
const rolesSchema = z.strictObject({ roles: z.array(roleSchema) }).openapi('Roles');

type Needs = {
	accounts: Pick<
		Accounts,
		| 'createUser'
		| 'findUser'
		| 'listUsers'
		| 'activateUser'
		| 'deactivateUser'
		| 'createRole'
		| 'listRoles'
		| 'addRole'
		| 'removeRole'
	>;
	sessions: Pick<Sessions, 'find'>;
};

/** Creates the routes of users and roles; all need the role admin. */
export function createUserRoutes({ accounts, sessions }: Needs): Route[] {
	const admins = administration(sessions);
	return [...userRoutes(accounts, admins), ...roleRoutes(accounts, admins)];
}

type Handle = (context: HttpContext, self: Session) => Promise<Answer>;
type Plan = Pick<Route, 'method' | 'path' | 'operation'> & { problems?: readonly HttpErrorCode[]; handle: Handle };

/** Makes routes that only administrators may use and that take no parameters. */
function administration(sessions: Needs['sessions']): (plan: Plan) => Route {
	return ({ operation, problems = [], handle, ...plan }) => ({
		...plan,
		operation: { ...operation, tags: ['operators'], security: [{ session: [] }] },
		problems: ['bad-query', 'unauthorized', 'forbidden', 'unavailable', ...problems],
		shared: false,
		limited: true,
		async handle(context) {
			const self = await requireAdmin(context, sessions);
			refuseOthers(readParameters(context.req.url), []);
			return handle(context, self);
		},
	});
}

const ofBody = ['malformed-json', 'body-too-large', 'unsupported-media-type', 'invalid-body'] as const;

function userRoutes(accounts: Needs['accounts'], admins: (plan: Plan) => Route): Route[] {
	return [
		admins({
			method: 'get',
			path: '/users',
			operation: {
				operationId: 'listUsers',
				summary: 'List users',
				responses: answered(200, 'The users by email.', usersSchema),
			},
			async handle() {
				return jsonAnswer({ users: (await accounts.listUsers()).map(userDocument) }, 200, privately);
			},
		}),
		admins({
			method: 'post',
			path: '/users',
			operation: {
				operationId: 'createUser',
				summary: 'Create a user',
				request: bodyOf(newUserSchema),
				responses: answered(201, 'The user.', userSchema),
			},
			problems: [...ofBody, 'conflict'],
			async handle(context) {
				const { email, password, active } = await readJsonBody(context, newUserSchema);
				const conflict = `There is already a user ${email}.`;
				const create = () => accounts.createUser(email, password, active);
				return jsonAnswer(userDocument(await inWordsOfHttp(create, { conflict, pointer: '' })), 201, privately);
			},
		}),
		admins({
			method: 'patch',
			path: '/users/{email}',
			operation: {
				operationId: 'changeUser',
				summary: 'Let a user in, or keep them out',
				description:
					'A user who is not active cannot sign in, and their access tokens and sessions are good for nothing.',
				request: { ...inPath('email'), ...bodyOf(userChangeSchema) },
				responses: answered(200, 'The user.', userSchema),
			},
			problems: [...ofBody, 'not-found', 'conflict'],
			async handle(context, self) {
				const { email } = await requireUser(accounts, context);
				const { active } = await readJsonBody(context, userChangeSchema);
				if (!active && email === self.email) throw lockedOut('You would lock yourself out; another admin can do it.');
				const user = await (active ? accounts.activateUser(email) : accounts.deactivateUser(email));
				return jsonAnswer(userDocument(user), 200, privately);
			},
		}),
	];
}

function roleRoutes(accounts: Needs['accounts'], admins: (plan: Plan) => Route): Route[] {
	return [
		admins({
			method: 'get',
			path: '/roles',
			operation: {
				operationId: 'listRoles',
				summary: 'List roles',
				responses: answered(200, 'The roles by name.', rolesSchema),
			},
			async handle() {
				const roles = (await accounts.listRoles()).map(({ name, users }) => ({ name, users }));
				return jsonAnswer({ roles }, 200, privately);
			},
		}),
		admins({
			method: 'post',
			path: '/roles',
			operation: {
				operationId: 'createRole',
				summary: 'Create a role',
				request: bodyOf(newRoleSchema),
				responses: answered(201, 'The role.', roleSchema),
			},
			problems: [...ofBody, 'conflict'],
			async handle(context) {
				const { name } = await readJsonBody(context, newRoleSchema);
				const conflict = `There is already a role ${name}.`;
				await inWordsOfHttp(() => accounts.createRole(name), { conflict, pointer: '/name' });
				return jsonAnswer({ name, users: 0 }, 201, privately);
			},
		}),
		...(['put', 'delete'] as const).map((method) => holdingRoute(accounts, admins, method)),
	];
}

/** Gives a role to a user, or takes it; again, it changes nothing. */
function holdingRoute(accounts: Needs['accounts'], admins: (plan: Plan) => Route, method: 'put' | 'delete'): Route {
	const gives = method === 'put';
	return admins({
		method,
		path: '/users/{email}/roles/{role}',
		operation: {
			operationId: gives ? 'giveRole' : 'takeRole',
			summary: gives ? 'Give a role to a user' : 'Take a role from a user',
			request: inPath('email', 'role'),
			responses: { 204: { description: gives ? 'The user has the role.' : 'The user does not have the role.' } },
		},
		problems: gives ? ['not-found'] : ['not-found', 'conflict'],
		async handle(context, self) {
			const { email } = await requireUser(accounts, context);
			const role = context.req.param('role') ?? '';
			const notFound = `There is no role ${JSON.stringify(role)}.`;
			if (!plainText.safeParse(role).success) throw new BrokerError('not-found', notFound);
			if (gives) {
				await inWordsOfHttp(() => accounts.addRole(email, role), { notFound });
			} else {
				const loses = role === adminRole && email === self.email;
				if (loses) throw lockedOut('You would lock yourself out of these pages; another admin can do it.');
				await accounts.removeRole(email, role);
			}
			return { status: 204, headers: privately, body: null };
		},
	});
}

async function requireUser(accounts: Needs['accounts'], context: HttpContext): Promise<User> {
	const email = context.req.param('email') ?? '';
	const user = plainText.safeParse(email).success ? await accounts.findUser(email) : undefined;
	if (user) return user;
	throw new BrokerError('not-found', `There is no user ${JSON.stringify(email)}.`);
}

function lockedOut(message: string): BrokerError {
	return new BrokerError('conflict', message);
}

function userDocument({ email, active, roles, createdAt }: User): z.infer<typeof userSchema> {
	return { email, active, roles: [...roles], created: isoTime(createdAt) };
}

function bodyOf(schema: z.ZodType) {
	return { body: { required: true, content: { [jsonMediaType]: { schema } } } };
}

function answered(status: number, description: string, schema: z.ZodType): Route['operation']['responses'] {
	return { [status]: { description, content: { [jsonMediaType]: { schema } } } };
}

function inPath(...names: ('email' | 'role')[]) {
	const parts = {
		email: z.string().openapi({ example: exampleEmail }),
		role: z.string().openapi({ example: 'admin' }),
	};
	return { params: z.strictObject(Object.fromEntries(names.map((name) => [name, parts[name]]))) };
}
