// The command that serves the tools of assistants on standard input and output.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, withExamples } from '../context.ts';

/** Adds `mcp`. */
export function addMcpCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('mcp')
		.summary('let an assistant ask the broker')
		.description(
			'Gives the assistant that starts this command read-only tools (Model Context Protocol), until standard input ' +
				'ends. Without --address, it opens the data that the settings name.',
		)
		.addOption(new Option('--address <url>', 'the broker to ask').argParser(readAddress))
		.action(({ address }: { address?: string }) => context.composition.assist(address ?? context.settings()));
	withExamples(command, 'link-broker mcp', 'link-broker mcp --address https://links.example.org');
}

function readAddress(text: string): string {
	const { protocol, search, hash } = URL.parse(text) ?? {};
	if (/^https?:$/.test(protocol ?? '') && !search && !hash) return text;
	throw new InvalidArgumentError('It must be an address such as https://links.example.org.');
}
