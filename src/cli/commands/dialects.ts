// The command that lists the dialects of files that can be loaded.
import type { Command } from 'commander';
import type { DescribedDialect } from '../../formats/dialects/describe-dialects.ts';
import { type AnswerOptions, answersJson, type CommandContext } from '../context.ts';
import { renderRows } from '../terminal/table.ts';

/** Adds `dialects`. */
export function addDialectsCommand(program: Command, { terminal }: CommandContext): void {
	const command = program
		.command('dialects')
		.summary('list the dialects of files that can be loaded')
		.description(
			'Lists the dialects that `events load` reads, or describes one: its syntax, the date of a link, the default ' +
				'provider, what happens to links that a newer record lacks, and a short example.',
		)
		.argument('[dialect]', 'the dialect to show')
		.option('--template', 'print a CSV table to fill in: column names and two sample rows')
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
			{ title: 'DIALECT', whole: true, of: ({ name }) => name },
			{ title: 'SYNTAX', whole: true, of: ({ syntax }) => syntax },
			{ title: 'DESCRIPTION', main: true, of: ({ title }) => title },
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
		`  provider of links without one: ${provider ?? 'give --provider'}`,
		`  links missing from a newer record: ${replaces}`,
		'  example:',
		...example.split('\n').map((line) => `    ${line}`),
	].join('\n');
}
