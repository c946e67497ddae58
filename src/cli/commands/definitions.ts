// The commands that show the definitions of a citation.
import type { Command } from 'commander';
import { type ShownDefinition, showDefinition, showDefinitions } from '../../broker/counting/describe-definitions.ts';
import { answers, type CommandContext, withExamples } from '../context.ts';
import { renderRows } from '../terminal/table.ts';

/** Adds `definitions list` and `show`. */
export function addDefinitionCommands(program: Command, context: CommandContext): void {
	const definitions = program
		.command('definitions')
		.summary('show the definitions of a citation')
		.description(
			'Shows the definitions by which citations can be counted: those built in, and those of the file that ' +
				'`DEFINITIONS` names, which is checked.',
		);
	withExamples(definitions, 'DEFINITIONS=definitions.yaml link-broker definitions list');
	const list = definitions
		.command('list')
		.summary('list all definitions')
		.description('Lists all definitions. --json also prints what each flag means.');
	answers(list, context, ['link-broker definitions list'], async ({ broker }) => {
		const shown = showDefinitions(broker.definitions());
		return { document: shown, text: tableOf(shown.definitions, context.terminal.width) };
	});
	const show = definitions
		.command('show')
		.summary('show a definition')
		.description('Shows what a definition counts and leaves out.')
		.argument('<name>', 'the name of the definition');
	answers<[name: string]>(show, context, ['link-broker definitions show strict'], async ({ broker }, _, name) => {
		const shown = showDefinition(broker.definition(name));
		return { document: shown, text: factsOf(shown) };
	});
}

function tableOf(definitions: readonly ShownDefinition[], width: number | null): string {
	return renderRows(
		[
			{ title: 'NAME', whole: true, of: ({ name }) => name },
			{ title: 'VERSION', align: 'right', whole: true, of: ({ version }) => String(version) },
			{ title: 'SINCE', whole: true, of: ({ since }) => since },
			{ title: 'BUILT IN', whole: true, of: ({ built_in }) => (built_in ? 'yes' : 'no') },
			{ title: 'WORDS', main: true, of: ({ words }) => words },
		],
		definitions,
		width,
	);
}

function factsOf({ name, version, since, built_in, words, relations, levels, exclude }: ShownDefinition): string {
	return [
		`${name}: ${words}`,
		`  version: ${version}, since ${since}${built_in ? '' : ', of this broker'}`,
		`  relations: ${relations?.join(', ') ?? 'those that are asked for'}`,
		`  levels: ${levels.join(', ')}`,
		`  leaves out: ${exclude.join(', ') || 'nothing'}`,
	].join('\n');
}
