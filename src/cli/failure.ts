// Reports failures with the next step, and with --json as a document.
import { CommanderError } from 'commander';
import { BrokerError, type ErrorCode, errorCatalogue, errorText, type Problem } from '../errors.ts';
import { hidePassword } from '../settings/readers.ts';
import type { Terminal } from './terminal/terminal.ts';
import { printable } from './terminal/text-width.ts';

/** The command that failed (`link-broker tokens create`), and how to report it. */
export type FailureContext = { command: string; json: boolean; showStack: boolean };

const shownProblems = 20;

const nextSteps: Partial<Record<ErrorCode, string>> = {
	'bad-setting': errorCatalogue['bad-setting'].advice,
	'not-an-identifier': 'If the form of the identifier is rare, name its scheme with --scheme.',
	'several-identifiers': 'Run the command again with one of them.',
	'ambiguous-identifier': 'Name the scheme with --scheme.',
	'malformed-json': 'A file holds a JSON array of links, or links one after another, plain, .gz or .zst.',
	'invalid-links': 'Nothing of this event was stored. Correct these links, or skip them with --skip-invalid.',
	'index-behind': errorCatalogue['index-behind'].advice,
	'insufficient-storage': 'Free some space on that disk, then try again.',
	unavailable: 'Check the service that DATABASE_URL or SEARCH_URL names, then try again.',
	internal: 'This is a fault of the program. Set LOG_LEVEL=debug to see the stack.',
};

/**
 * Reports a failure on standard error: message, places of the input, next step. With `--json`, also
 * prints a document. Returns the exit status: 0 for help and version, 1 failed, 2 wrong usage.
 */
export function reportFailure(terminal: Terminal, error: unknown, context: FailureContext): number {
	if (error instanceof CommanderError) {
		if (error.exitCode === 0) return 0;
		// Commander has shown the help of a group that was called without a command.
		if (error.code === 'commander.help') return 2;
	}
	const failure = asBrokerError(error);
	terminal.note(`link-broker: ${printable(failure.message)}`);
	for (const line of [...problemLines(failure), ...causeLines(failure)]) terminal.note(`  ${line}`);
	const next = nextStep(failure, context.command);
	if (next) terminal.note(next);
	if (context.showStack && error instanceof Error && !(error instanceof CommanderError)) {
		terminal.note(hidePassword(error.stack ?? ''));
	}
	if (context.json) {
		const { code, message, problems } = failure;
		terminal.print(JSON.stringify({ error: { code, message, problems } }, null, 2));
	}
	return errorCatalogue[failure.code].exit;
}

function asBrokerError(error: unknown): BrokerError {
	if (error instanceof BrokerError) return error;
	if (error instanceof CommanderError) {
		return new BrokerError('bad-usage', error.message.replace(/^error: /, '').replace(/\n\(/, ' ('));
	}
	return new BrokerError('internal', 'Internal error', { cause: error });
}

function problemLines({ problems, message }: BrokerError): string[] {
	const others = problems.filter((problem) => !message.includes(problem.message));
	const lines = others.slice(0, shownProblems).map(problemLine);
	if (others.length > shownProblems) lines.push(`and ${others.length - shownProblems} more`);
	return lines;
}

/** Writes one problem with its place: `/3/Source/Type/Name: …`. */
export function problemLine({ pointer, field, message }: Problem): string {
	const place = pointer ?? field;
	return printable(place && !message.startsWith(place) ? `${place}: ${message}` : message);
}

function causeLines({ cause, message }: BrokerError): string[] {
	if (!(cause instanceof Error)) return [];
	const words = errorText(cause);
	return message.includes(words) ? [] : [`cause: ${printable(hideInside(words))}`];
}

function hideInside(words: string): string {
	return words
		.split(' ')
		.map((word) => (word.includes('@') && word.includes('//') ? hidePassword(word) : word))
		.join(' ');
}

function nextStep({ code, problems }: BrokerError, command: string): string | undefined {
	if (errorCatalogue[code].exit === 2 && !(code in nextSteps)) return `Try '${command} --help'.`;
	return code === 'invalid-links' && problems.length === 0 ? undefined : nextSteps[code];
}
