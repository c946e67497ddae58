// The commands for roles; know nothing of how roles are kept.
import type { Command } from 'commander';
import {
	type AnswerOptions,
	answer,
	answersJson,
	type CommandContext,
	withApplication,
	withExamples,
} from '../context.ts';
import { isoTime, shortTime } from '../wording.ts';

/** Adds `roles create`, `add` and `list`. */
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
		.action((role: string, options: AnswerOptions) =>
			withApplication(context, async ({ accounts }) => {
				await accounts.createRole(role);
				answer(context, options, { role }, `Created role ${role}`);
			}),
		);
	withExamples(answersJson(create), 'link-broker roles create admin');
	const add = roles
		.command('add')
		.summary('give a role to a user')
		.description('Gives a role to a user.')
		.argument('<email>', "the user's email address")
		.argument('<role_name>', 'the name of the role')
		.action((email: string, role: string, options: AnswerOptions) =>
			withApplication(context, async ({ accounts }) => {
				const added = await accounts.addRole(email, role);
				answer(
					context,
					options,
					{ user: email, role, added },
					`User ${email} ${added ? 'now has' : 'had'} the role ${role}`,
				);
			}),
		);
	withExamples(answersJson(add), 'link-broker roles add ada@example.org admin');
	const list = roles
		.command('list')
		.summary('list all roles')
		.description('Lists all roles.')
		.action((options: AnswerOptions) =>
			withApplication(context, async ({ accounts }) => {
				const all = await accounts.listRoles();
				const rows = all.map(({ name, users, createdAt }) => [name, String(users), shortTime(createdAt)]);
				const table = context.terminal.table(
					[{ title: 'ROLE', whole: true }, { title: 'USERS', align: 'right' }, { title: 'CREATED' }],
					rows,
				);
				const document = all.map(({ name, users, createdAt }) => ({
					role: name,
					users,
					created_at: isoTime(createdAt),
				}));
				answer(context, options, { roles: document }, all.length === 0 ? 'There are no roles yet.' : table);
			}),
		);
	withExamples(answersJson(list), 'link-broker roles list');
}
