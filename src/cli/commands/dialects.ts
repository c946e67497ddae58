// The command that lists the dialects in which links can be loaded, each with an example.
import type { Command } from 'commander';
import type { DescribedDialect } from '../../formats/dialects/describe-dialects.ts';
import { type AnswerOptions, answersJson, type CommandContext } from '../context.ts';
import { renderRows } from '../terminal/table.ts';

/** Adds `dialects`. */
export function addDialectsCommand(program: Command, { terminal }: CommandContext): void {
	const command = program
		.command('dialects')
		.summary('list the forms in which links can be loaded')
		.description(
			'Lists the dialects that `events load` reads, or shows one of them: what it is, which of its dates counts, ' +
				'who is its provider where it names none, what becomes of links that it does not say again, and a short ' +
				'example.',
		)
		.argument('[dialect]', 'the dialect to show')
		.option('--template', 'write a table to fill in instead: the names of its columns and two rows, as CSV')
		.action(async (name: string | undefined, { json, template }: AnswerOptions & { template?: true }) => {
			if (template) {
				terminal.write((await import('../../formats/dialects/column-roles.ts')).template);
				return;
			}
			const { describeDialects } = await import('../../formats/dialects/describe-dialects.ts');
			const described = describeDialects(name);
			const text = name === undefined ? tableOf(described, terminal.width) : described.map(factsOf).join('\n\n');
			terminal.write(`${json ? JSON.stringify(described, null, 2) : text}\n`);
		});
	answersJson(
		command,
		'link-broker dialects',
		'link-broker dialects datacite',
		'link-broker dialects --template > links.csv',
	);
}

function tableOf(described: readonly DescribedDialect[], width: number | null): string {
	return renderRows(
		[
			{ title: 'Dialect', whole: true, of: ({ name }) => name },
			{ title: 'SYNTAX', whole: true, of: ({ syntax }) => syntax },
			{ title: 'What it is', leads: true, of: ({ title }) => title },
		],
		described,
		width,
	);
}

function factsOf({ name, title, syntax, date, provider, replaces, example }: DescribedDialect): string {
	return [
		`${name}: ${title}`,
		`  syntax: ${syntax}`,
		`  date of a link: ${date}`,
		`  provider, where none is named: ${provider ?? 'to be told with --provider'}`,
		`  links not said again: ${replaces}`,
		'  example:',
		...example.split('\n').map((line) => `    ${line}`),
	].join('\n');
}
