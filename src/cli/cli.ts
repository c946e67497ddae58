// The command line: builds the program from its commands, runs it, and returns an exit status.
import { Command } from 'commander';
import packageDescription from '../../package.json' with { type: 'json' };
import type { Actor } from '../broker/audit.ts';
import { readSettings } from '../settings.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addBackupCommands, addDumpCommand } from './commands/backup.ts';
import { addChangesCommand } from './commands/changes.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addDefinitionCommands } from './commands/definitions.ts';
import { addDescribeCommand } from './commands/describe.ts';
import { addDialectsCommand } from './commands/dialects.ts';
import { addEventCommands } from './commands/events/events.ts';
import { addLoadsCommands } from './commands/events/loads.ts';
import { addHarvestCommands } from './commands/harvest.ts';
import { addInstallServiceCommand } from './commands/install-service.ts';
import { addDoctorCommand, addRebuildCommands } from './commands/maintenance.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addNotifyCommands } from './commands/notify.ts';
import { addObjectCommands } from './commands/objects.ts';
import { addRelationshipCommand } from './commands/relationships.ts';
import { addServiceCommands } from './commands/service.ts';
import { addSourcesCommand } from './commands/sources.ts';
import { addSubscriptionCommands } from './commands/subscriptions.ts';
import { addTokenCommands } from './commands/tokens.ts';
import { addExportCommand } from './commands/transfer.ts';
import { addRoleCommands, addUserCommands } from './commands/users.ts';
import { addWhyCommand } from './commands/why.ts';
import { type CommandContext, type Composition, withExamples } from './context.ts';
import { reportFailure } from './failure.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The environment of a run of the command line. */
export type Surroundings = {
	environment: Readonly<Record<string, string | undefined>>;
	terminal: Terminal;
	composition: Composition;
	/** The user, as the audit names them. */
	by: Actor;
	/** Returns the time in milliseconds since 1970. */
	now(): number;
	/** See CommandContext. Without it, nothing interrupts. */
	interruption?: CommandContext['interruption'];
};

const leastHelpColumns = 80;
const mostHelpColumns = 120;

/** Builds the program with all its commands. */
export function buildProgram(context: CommandContext): Command {
	const { terminal } = context;
	const helpColumns = Math.min(mostHelpColumns, Math.max(leastHelpColumns, terminal.width ?? leastHelpColumns));
	const program = new Command('link-broker')
		.description('A broker for scholarly links: accepts links, groups the identifiers of a work, and answers searches.')
		.version(packageDescription.version, '-V, --version', 'show the version')
		.helpOption('-h, --help', 'show help')
		.helpCommand('help [command]', 'show help for a command')
		.configureOutput({
			writeOut: terminal.write,
			writeErr: (text) => terminal.note(text.trimEnd()),
			// Failures are reported in one place, see runCli.
			outputError: () => undefined,
			getOutHelpWidth: () => helpColumns,
			getErrHelpWidth: () => helpColumns,
			getOutHasColors: () => false,
			getErrHasColors: () => false,
		});
	addServiceCommands(program, context);
	addInstallServiceCommand(program, context);
	addEventCommands(program, context);
	addLoadsCommands(program, context);
	addDialectsCommand(program, context);
	addHarvestCommands(program, context);
	addDescribeCommand(program, context);
	addRelationshipCommand(program, context);
	addWhyCommand(program, context);
	addDefinitionCommands(program, context);
	addObjectCommands(program, context);
	addChangesCommand(program, context);
	addSourcesCommand(program, context);
	addMcpCommand(program, context);
	addRebuildCommands(program, context);
	addDoctorCommand(program, context);
	addExportCommand(program, context);
	addDumpCommand(program, context);
	addBackupCommands(program, context);
	addUserCommands(program, context);
	addRoleCommands(program, context);
	addTokenCommands(program, context);
	addSubscriptionCommands(program, context);
	addNotifyCommands(program, context);
	addAuditCommand(program, context);
	addCompletionCommand(program, context);
	withExamples(program, 'link-broker serve', 'link-broker events load links.json');
	return program.addHelpText('after', '\nSettings are environment variables: see docs/reference/settings.md.');
}

/** Lists a command and all below it, with their full names: `link-broker tokens create`. */
export function listCommands(command: Command, above = ''): { name: string; command: Command }[] {
	const name = `${above} ${command.name()}`.trim();
	return [{ name, command }, ...command.commands.flatMap((below) => listCommands(below, name))];
}

/**
 * Runs one command line (without the program's name) and returns its exit status: 0 done, 1 failed,
 * 2 wrong usage, 3 unknown identifier, 130 interrupted. Never throws.
 */
export async function runCli(words: readonly string[], surroundings: Surroundings): Promise<number> {
	const { terminal, composition, environment, by, now } = surroundings;
	const uninterrupted = () => ({ signal: new AbortController().signal, end: () => undefined });
	let status = 0;
	let command = 'link-broker';
	const program = buildProgram({
		terminal,
		composition,
		by,
		now,
		settings: () => readSettings(environment),
		markFailed: () => {
			status = 1;
		},
		markUnknown: () => {
			status = 3;
		},
		markInterrupted: () => {
			status = 130;
		},
		interruption: surroundings.interruption ?? uninterrupted,
	});
	for (const { name, command: one } of listCommands(program)) {
		one.exitOverride((error) => {
			command = name;
			throw error;
		});
		one.hook('preAction', () => {
			command = name;
		});
	}
	try {
		await program.parseAsync(words, { from: 'user' });
		return status;
	} catch (error) {
		const showStack = ['debug', 'trace'].includes(environment.LOG_LEVEL?.toLowerCase() ?? '');
		return reportFailure(terminal, error, { command, json: asksForJson(words), showStack });
	}
}

// Needed where the words cannot be parsed.
function asksForJson(words: readonly string[]): boolean {
	const end = words.indexOf('--');
	return words.slice(0, end === -1 ? undefined : end).includes('--json');
}
