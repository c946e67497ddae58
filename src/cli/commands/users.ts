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
	const users = program.command('users').summary('manage users').description('Manages users.');
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
		.description(`Creates a user. Only active users can sign in and use tokens. ${passwordRule}`)
		.argument('<email>', emailMeaning)
		.option('-a, --active', 'activate the user at once')
		.option(
			'--password [password]',
			'the password; without a value, read from standard input. A weak one is accepted only as a value, with a ' +
				'warning. Without the option, a terminal asks for it',
		)
		.action(async (email: string, options: Options) => {
			const password = await passwordFrom(context, options.password);
			await withApplication(context, async ({ accounts }) => {
				// An operator's script gives it on purpose.
				const onWeak = typeof options.password === 'string' ? warnOf(context) : undefined;
				const user = await accounts.createUser(context.by, email, password, options.active ?? false, onWeak);
				const inactive = user.active ? '' : ', inactive';
				const hint = user.hasPassword ? '' : '\nThis user has no password: tokens work, but signing in does not.';
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

function warnOf({ terminal }: CommandContext): (why: string) => void {
	return (why) => terminal.note(`Warning: ${why} It is accepted because it was given on the command line.`);
}

/** Without a terminal and the option, a user gets no password: tokens work, but signing in does not. */
async function passwordFrom(context: CommandContext, given: string | true | undefined): Promise<string | null> {
	if (typeof given === 'string') return given;
	return given || context.terminal.interactive ? askPassword(context) : null;
}

function addUserPassword(users: Command, context: CommandContext): void {
	const command = users
		.command('password')
		.summary("change a user's password")
		.description(
			'Changes the password of a user, which is read from standard input or typed on a terminal. ' +
				`All sessions of the user end; tokens stay valid. ${passwordRule}`,
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
		.summary('print a link for setting a password')
		.description(
			'Prints a link with which a user can set a password once, within three days. Creates an active user if ' +
				'there is none. A new link replaces the previous one. Anyone with the link can sign in as the user.',
		)
		.argument('<email>', emailMeaning)
		.option('--admin', 'make the user an administrator');
	const examples = ['link-broker users invite ada@example.org', 'link-broker users invite ada@example.org --admin'];
	type Options = AnswerOptions & { admin?: true };
	answers(command, context, examples, async ({ accounts }, { admin }: Options, email: string) => {
		const isNew = (await accounts.findUser(email)) === undefined;
		if (isNew) await accounts.createUser(context.by, email, null, true);
		const { user, secret, expiresAt } = await accounts.inviteUser(context.by, email);
		if (admin) await accounts.makeAdmin(context.by, email);
		const { invitationLink } = await import('../../accounts/invitations.ts');
		const link = invitationLink(addressOf(context.settings()), secret);
		const created = isNew ? `Created user ${user.email}. ` : '';
		const promoted = admin ? `${user.email} is an administrator. ` : '';
		context.terminal.note(
			`${created}${promoted}The link for ${user.email} works once, until ${shortTime(expiresAt)} UTC:`,
		);
		return { document: { email: user.email, created: isNew, link, expires_at: isoTime(expiresAt) }, text: link };
	});
}

/** Returns the public address of the broker, or one that works on this machine. */
function addressOf({ publicUrl, tls, host, port }: Settings): string {
	// Not an address to connect to: it means all of this machine.
	const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
	return publicUrl ?? `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function askPassword({ terminal }: CommandContext): Promise<string> {
	const password = await terminal.askSecret('Password: ');
	if (terminal.interactive && (await terminal.askSecret('Repeat the password: ')) !== password) {
		throw new BrokerError('bad-usage', 'The two passwords differ. Nothing was changed.');
	}
	return password;
}

function addUserSwitches(users: Command, context: CommandContext): void {
	for (const [name, verb, description] of [
		['activate', 'activateUser', 'Activates a user, who can then sign in and use tokens.'],
		[
			'deactivate',
			'deactivateUser',
			'Deactivates a user. All sessions end, and tokens stop working until the user is activated.',
		],
	] as const) {
		const command = users
			.command(name)
			.summary(`${name} a user`)
			.description(description)
			.argument('<email>', emailMeaning);
		answers(command, context, [`link-broker users ${name} ada@example.org`], async ({ accounts }, _, email: string) => {
			const user = await accounts[verb](context.by, email);
			const text = `User ${user.email} is ${user.active ? 'active' : 'inactive'}`;
			return { document: userDocument(user), text };
		});
	}
}

function addUserDelete(users: Command, context: CommandContext): void {
	const command = users
		.command('delete')
		.summary('delete a user')
		.description(
			'Deletes a user with all roles, tokens, sessions and subscriptions, after asking for confirmation. Events of ' +
				'the user remain, with the submitter as a number (user 17). The email address can be used again. `users ' +
				'deactivate` is reversible.',
		)
		.argument('<email>', emailMeaning)
		.option('--yes', 'delete without asking');
	answers(
		command,
		context,
		['link-broker users delete ada@example.org'],
		async ({ accounts }, { yes }: AnswerOptions & { yes?: true }, email: string) => {
			const found = await accounts.findUser(email);
			if (found && !yes) await confirm(context, `Delete the user ${found.email} with all roles, tokens and sessions?`);
			const { id, ...user } = await accounts.deleteUser(context.by, email);
			const text = `Deleted user ${user.email}. Events of this user now show the submitter as user ${id}.`;
			return { document: { email: user.email, number: id, deleted: true }, text };
		},
	);
}

async function confirm({ terminal }: CommandContext, question: string): Promise<void> {
	if (!terminal.interactive) {
		throw new BrokerError('bad-usage', 'There is no terminal to ask for confirmation. Confirm with --yes.');
	}
	if (!isYes(await terminal.ask(`${question} [y/N] `))) throw new BrokerError('bad-usage', 'Nothing was changed.');
}

function userDocument({ email, active, hasPassword, createdAt, roles }: User) {
	return { email, active, has_password: hasPassword, created_at: isoTime(createdAt), roles };
}

const userRows: RowKind<User> = {
	plural: 'users',
	none: 'No users.',
	document: userDocument,
	columns: [
		{ title: 'EMAIL', whole: true, of: ({ email }) => email },
		{ title: 'ACTIVE', whole: true, of: ({ active }) => yesOrNo(active) },
		{ title: 'PASSWORD', whole: true, optional: true, of: ({ hasPassword }) => yesOrNo(hasPassword) },
		{ title: 'ROLES', main: true, of: ({ roles }) => roles.join(', ') },
		{ title: 'CREATED', whole: true, of: ({ createdAt }) => shortTime(createdAt) },
	],
};

/** Adds `roles create`, `add`, `remove` and `list`. */
export function addRoleCommands(program: Command, context: CommandContext): void {
	const roles = program
		.command('roles')
		.summary('manage roles')
		.description(
			'Manages roles. `admin` manages the broker and sees all events; `curator` may withdraw events of others; ' +
				'EVENTS_ROLE may name a role that users need to submit events.',
		);
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
			const text = `User ${email} ${added ? 'now has' : 'already has'} the role ${role}`;
			return { document: { user: email, role, added }, text };
		},
	);
	const remove = roles
		.command('remove')
		.summary('take a role from a user')
		.description('Removes a role from a user. The role itself remains.')
		.argument('<email>', emailMeaning)
		.argument('<role_name>', 'the name of the role');
	answers(
		remove,
		context,
		['link-broker roles remove ada@example.org admin'],
		async ({ accounts }, _, email: string, role: string) => {
			const removed = await accounts.removeRole(context.by, email, role);
			const text = `User ${email} ${removed ? 'no longer has' : 'does not have'} the role ${role}`;
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
	none: 'No roles.',
	document: ({ name, users, createdAt }) => ({ role: name, users, created_at: isoTime(createdAt) }),
	columns: [
		{ title: 'ROLE', whole: true, of: ({ name }) => name },
		{ title: 'USERS', align: 'right', whole: true, of: ({ users }) => String(users) },
		{ title: 'CREATED', whole: true, of: ({ createdAt }) => shortTime(createdAt) },
	],
};
