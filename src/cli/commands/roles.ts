// The commands for roles; know nothing of how roles are kept.
import type { Command } from 'commander';
import type { Role } from '../../accounts/accounts.ts';
import { answering, answersJson, type CommandContext, withExamples } from '../context.ts';
import { isoTime, shortTime } from '../wording.ts';

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
		.argument('<role_name>', 'the name of the role')
		.action(
			answering(context, async ({ accounts }, _, role: string) => {
				await accounts.createRole(context.by, role);
				return { document: { role }, text: `Created role ${role}` };
			}),
		);
	answersJson(create, 'link-broker roles create admin');
	const add = roles
		.command('add')
		.summary('give a role to a user')
		.description('Gives a role to a user.')
		.argument('<email>', "the user's email address")
		.argument('<role_name>', 'the name of the role')
		.action(
			answering(context, async ({ accounts }, _, email: string, role: string) => {
				const added = await accounts.addRole(context.by, email, role);
				const text = `User ${email} ${added ? 'now has' : 'had'} the role ${role}`;
				return { document: { user: email, role, added }, text };
			}),
		);
	answersJson(add, 'link-broker roles add ada@example.org admin');
	const remove = roles
		.command('remove')
		.summary('take a role from a user')
		.description('Takes a role from a user. The role itself stays.')
		.argument('<email>', "the user's email address")
		.argument('<role_name>', 'the name of the role')
		.action(
			answering(context, async ({ accounts }, _, email: string, role: string) => {
				const removed = await accounts.removeRole(context.by, email, role);
				const text = `User ${email} ${removed ? 'no longer has' : 'did not have'} the role ${role}`;
				return { document: { user: email, role, removed }, text };
			}),
		);
	answersJson(remove, 'link-broker roles remove ada@example.org admin');
	const list = roles
		.command('list')
		.summary('list all roles')
		.description('Lists all roles.')
		.action(
			answering(context, async ({ accounts }) => {
				const all = await accounts.listRoles();
				return { document: { roles: all.map(roleDocument) }, text: roleTable(context, all) };
			}),
		);
	answersJson(list, 'link-broker roles list');
}

function roleDocument({ name, users, createdAt }: Role): Record<string, unknown> {
	return { role: name, users, created_at: isoTime(createdAt) };
}

function roleTable({ terminal }: CommandContext, roles: readonly Role[]): string {
	if (roles.length === 0) return 'There are no roles yet.';
	return terminal.table(
		[
			{ title: 'ROLE', whole: true },
			{ title: 'USERS', align: 'right', whole: true },
			{ title: 'CREATED', whole: true },
		],
		roles.map(({ name, users, createdAt }) => [name, String(users), shortTime(createdAt)]),
	);
}
