// The commands for users and their roles.

import type { Command } from 'commander';
import type { Role, User } from '../../accounts/accounts.ts';
import { passwordRule } from '../../accounts/password-rule.ts';
import { BrokerError } from '../../errors.ts';
import { isoTime } from '../../links/link-date.ts';
import type { Settings } from '../../settings.ts';
import {
	type AnswerOptions,
	answers,
	answersJson,
	type CommandContext,
	listed,
	printAnswer,
	type RowKind,
	withApplication,
	withExamples,
} from '../context.ts';
import { isYes, shortTime, yesOrNo } from '../wording.ts';

const emailMeaning = "the user's email address";

/** Adds `users create`, `invite`, `password`, `activate`, `deactivate`, `delete` and `list`. */
export function addUserCommands(program: Command, context: CommandContext): void {
	const users = program.command('users').summary('manage users').description('Manages the users who may submit links.');
	withExamples(users, 'link-broker users create ada@example.org --active');
	addUserCreate(users, context);
	addUserInvite(users, context);
	addUserPassword(users, context);
	addUserSwitches(users, context);
	addUserDelete(users, context);
	const list = users.command('list').summary('list all users').description('Lists all users with their roles.');
	answers(list, context, ['link-broker users list'], async ({ accounts }) =>
		listed(context, userRows, await accounts.listUsers()),
	);
}

function addUserCreate(users: Command, context: CommandContext): void {
	type Options = AnswerOptions & { active?: true; password?: string | true };
	const create = users
		.command('create')
		.summary('create a user')
		.description(`Creates a user. Only the tokens of an active user work. A password: ${passwordRule}`)
		.argument('<email>', emailMeaning)
		.option('-a, --active', 'activate the user at once')
		.option(
			'--password [password]',
			'the password; without a value it is read from standard input, without the option it is asked for on a terminal',
		)
		.action(async (email: string, options: Options) => {
			const password = await passwordFrom(context, options.password);
			await withApplication(context, async ({ accounts }) => {
				const user = await accounts.createUser(context.by, email, password, options.active ?? false);
				const inactive = user.active ? '' : ', not active yet';
				const hint = user.hasPassword ? '' : '\nWithout a password: may have tokens, but cannot sign in.';
				const text = `Created user ${user.email}${inactive}${hint}`;
				printAnswer(context, options, { document: userDocument(user), text });
			});
		});
	answersJson(
		create,
		'link-broker users create ada@example.org --active',
		'link-broker users create ada@example.org -a --password="$(cat passphrase)"',
	);
}

/**
 * A script that gives no password makes a user without one, who can have tokens but cannot sign in.
 */
async function passwordFrom(context: CommandContext, given: string | true | undefined): Promise<string | null> {
	if (typeof given === 'string') return given;
	return given || context.terminal.interactive ? askPassword(context) : null;
}

function addUserPassword(users: Command, context: CommandContext): void {
	const command = users
		.command('password')
		.summary("change a user's password")
		.description(
			'Gives a user another password, read from standard input or asked for on a terminal. ' +
				`All sessions of the user end; tokens stay. ${passwordRule}`,
		)
		.argument('<email>', emailMeaning)
		.action(async (email: string, options: AnswerOptions) => {
			const password = await askPassword(context);
			await withApplication(context, async ({ accounts }) => {
				const user = await accounts.changePassword(context.by, email, password);
				const text = `Changed the password of ${user.email}. All sessions of this user have ended.`;
				printAnswer(context, options, { document: userDocument(user), text });
			});
		});
	answersJson(command, 'link-broker users password ada@example.org');
}

function addUserInvite(users: Command, context: CommandContext): void {
	const command = users
		.command('invite')
		.summary('print a link with which a user sets a password')
		.description(
			'Prints a link with which a user sets a password, once, within three days; creates the user, active, where ' +
				'there is none. A new link voids the one before. Give it to nobody else: anyone with it can sign in as the user.',
		)
		.argument('<email>', emailMeaning);
	answers(command, context, ['link-broker users invite ada@example.org'], async ({ accounts }, _, email: string) => {
		const isNew = (await accounts.findUser(email)) === undefined;
		if (isNew) await accounts.createUser(context.by, email, null, true);
		const { user, secret, expiresAt } = await accounts.inviteUser(context.by, email);
		const { invitationLink } = await import('../../accounts/invitations.ts');
		const link = invitationLink(addressOf(context.settings()), secret);
		const created = isNew ? `Created user ${user.email}. ` : '';
		context.terminal.note(`${created}The link of ${user.email} holds until ${shortTime(expiresAt)} UTC, and once:`);
		return { document: { email: user.email, created: isNew, link, expires_at: isoTime(expiresAt) }, text: link };
	});
}

/** Gives where browsers reach the broker: its public address, else that of this machine. */
function addressOf({ publicUrl, tls, host, port }: Settings): string {
	return publicUrl ?? `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function askPassword({ terminal }: CommandContext): Promise<string> {
	const password = await terminal.askSecret('Password: ');
	if (terminal.interactive && (await terminal.askSecret('The same again: ')) !== password) {
		throw new BrokerError('bad-usage', 'The two passwords differ. Nothing was changed.');
	}
	return password;
}

function addUserSwitches(users: Command, context: CommandContext): void {
	for (const [name, verb, description] of [
		['activate', 'activateUser', 'Activates a user: the user may sign in, and the tokens of the user work.'],
		[
			'deactivate',
			'deactivateUser',
			'Deactivates a user: all sessions of the user end, and all tokens stop working until it is activated again.',
		],
	] as const) {
		const command = users
			.command(name)
			.summary(`${name} a user`)
			.description(description)
			.argument('<email>', emailMeaning);
		answers(command, context, [`link-broker users ${name} ada@example.org`], async ({ accounts }, _, email: string) => {
			const user = await accounts[verb](context.by, email);
			const text = `User ${user.email} is ${user.active ? 'active' : 'not active'}`;
			return { document: userDocument(user), text };
		});
	}
}

function addUserDelete(users: Command, context: CommandContext): void {
	const command = users
		.command('delete')
		.summary('delete a user')
		.description(
			'Deletes a user with all roles, tokens and sessions, after a question. What the user submitted stays, and names ' +
				'its submitter by number (user 17). The email is free again. To shut a user out for a while, use deactivate.',
		)
		.argument('<email>', emailMeaning)
		.option('--yes', 'ask nothing');
	answers(
		command,
		context,
		['link-broker users delete ada@example.org'],
		async ({ accounts }, { yes }: AnswerOptions & { yes?: true }, email: string) => {
			const found = await accounts.findUser(email);
			if (found && !yes) await confirm(context, `Delete the user ${found.email} with all roles, tokens and sessions?`);
			const { id, ...user } = await accounts.deleteUser(context.by, email);
			const text = `Deleted user ${user.email}. What this user submitted names its submitter as user ${id}.`;
			return { document: { email: user.email, number: id, deleted: true }, text };
		},
	);
}

async function confirm({ terminal }: CommandContext, question: string): Promise<void> {
	if (!terminal.interactive) {
		throw new BrokerError('bad-usage', 'Nobody can be asked whether this is meant. Say so with --yes.');
	}
	if (!isYes(await terminal.ask(`${question} [y/N] `))) throw new BrokerError('bad-usage', 'Nothing was changed.');
}

function userDocument({ email, active, hasPassword, createdAt, roles }: User) {
	return { email, active, has_password: hasPassword, created_at: isoTime(createdAt), roles };
}

const userRows: RowKind<User> = {
	plural: 'users',
	none: 'There are no users yet.',
	document: userDocument,
	columns: [
		{ title: 'EMAIL', whole: true, of: ({ email }) => email },
		{ title: 'ACTIVE', whole: true, of: ({ active }) => yesOrNo(active) },
		{ title: 'PASSWORD', whole: true, leaves: true, of: ({ hasPassword }) => yesOrNo(hasPassword) },
		{ title: 'ROLES', leads: true, of: ({ roles }) => roles.join(', ') },
		{ title: 'CREATED', whole: true, of: ({ createdAt }) => shortTime(createdAt) },
	],
};

/** Adds `roles create`, `add`, `remove` and `list`. */
export function addRoleCommands(program: Command, context: CommandContext): void {
	const roles = program
		.command('roles')
		.summary('manage roles')
		.description('Manages roles: `admin` may see every event, and EVENTS_ROLE may name one that submitting needs.');
	withExamples(roles, 'link-broker roles create admin', 'link-broker roles add ada@example.org admin');
	const create = roles
		.command('create')
		.summary('create a role')
		.description('Creates a role.')
		.argument('<role_name>', 'the name of the role');
	answers(create, context, ['link-broker roles create admin'], async ({ accounts }, _, role: string) => {
		await accounts.createRole(context.by, role);
		return { document: { role }, text: `Created role ${role}` };
	});
	const add = roles
		.command('add')
		.summary('give a role to a user')
		.description('Gives a role to a user.')
		.argument('<email>', emailMeaning)
		.argument('<role_name>', 'the name of the role');
	answers(
		add,
		context,
		['link-broker roles add ada@example.org admin'],
		async ({ accounts }, _, email: string, role: string) => {
			const added = await accounts.addRole(context.by, email, role);
			const text = `User ${email} ${added ? 'now has' : 'had'} the role ${role}`;
			return { document: { user: email, role, added }, text };
		},
	);
	const remove = roles
		.command('remove')
		.summary('take a role from a user')
		.description('Takes a role from a user. The role itself stays.')
		.argument('<email>', emailMeaning)
		.argument('<role_name>', 'the name of the role');
	answers(
		remove,
		context,
		['link-broker roles remove ada@example.org admin'],
		async ({ accounts }, _, email: string, role: string) => {
			const removed = await accounts.removeRole(context.by, email, role);
			const text = `User ${email} ${removed ? 'no longer has' : 'did not have'} the role ${role}`;
			return { document: { user: email, role, removed }, text };
		},
	);
	const list = roles.command('list').summary('list all roles').description('Lists all roles.');
	answers(list, context, ['link-broker roles list'], async ({ accounts }) =>
		listed(context, roleRows, await accounts.listRoles()),
	);
}

const roleRows: RowKind<Role> = {
	plural: 'roles',
	none: 'There are no roles yet.',
	document: ({ name, users, createdAt }) => ({ role: name, users, created_at: isoTime(createdAt) }),
	columns: [
		{ title: 'ROLE', whole: true, of: ({ name }) => name },
		{ title: 'USERS', align: 'right', whole: true, of: ({ users }) => String(users) },
		{ title: 'CREATED', whole: true, of: ({ createdAt }) => shortTime(createdAt) },
	],
};
