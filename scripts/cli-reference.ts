// The reference of the command line in Markdown, made of the help of every command.
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import type { CommandContext } from '../src/cli/context.ts';
import type { Terminal } from '../src/cli/terminal/terminal.ts';

const introduction = `# Command line

This page is the help of every command, as \`--help\` shows it; \`scripts/write-cli-reference.ts\` writes it.

Results go to standard output, progress and logs to standard error. With \`--json\` standard output is one JSON document, also where
the command fails: \`{"error": {"code", "message", "problems"}}\`.

Exit status: 0 done, 1 failed, 2 wrong usage, 3 nothing is known of what was asked for,
130 interrupted.
`;

/** Renders the reference of all commands, as docs/cli.md has it. */
export function renderCliReference(): string {
	const sections = listCommands(buildProgram(helpOnly)).map(({ name, command }) => {
		let help = '';
		command.configureOutput({ ...command.configureOutput(), writeOut: (text) => (help += text) }).outputHelp();
		return `## \`${name}\`\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`;
	});
	return [introduction, ...sections].join('\n');
}

const silent: Terminal = {
	width: null,
	interactive: false,
	write: () => undefined,
	writeWaiting: noCommandRuns,
	print: () => undefined,
	note: () => undefined,
	table: () => '',
	progress: () => ({ show: () => undefined, end: () => undefined }),
	askSecret: noCommandRuns,
	ask: noCommandRuns,
};

/** Stands in for everything that commands work with, where they are only asked for their help. */
export const helpOnly: CommandContext = {
	terminal: silent,
	composition: {
		open: noCommandRuns,
		serve: noCommandRuns,
		work: noCommandRuns,
		migrate: noCommandRuns,
		backUp: noCommandRuns,
		restore: noCommandRuns,
		dump: noCommandRuns,
		lowerPriority: noCommandRuns,
	},
	settings: noCommandRuns,
	by: { who: '', address: null },
	now: () => 0,
	markFailed: noCommandRuns,
	markUnknown: noCommandRuns,
	markInterrupted: noCommandRuns,
	interruption: noCommandRuns,
};

function noCommandRuns(): never {
	throw new Error('the reference runs no command');
}
