// What every command is given, and what all do: open the application, answer as text or JSON.
import type { Command } from 'commander';
import type { Actor } from '../broker/audit.ts';
import type { Settings } from '../settings.ts';
import type { Application, Composition, LongWork } from './application.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Holds what commands work with. Settings are read when a command needs them: help needs none. */
export type CommandContext = {
	terminal: Terminal;
	composition: Composition;
	settings(): Settings;
	/** Tells the time in milliseconds since 1970. */
	now(): number;
	/** Who runs the command, as the audit names them. */
	by: Actor;
	/** Makes the exit status 1 though the command ends well: its answer says what failed. */
	markFailed(): void;
	/** Makes the exit status 3 though the command ends well: nothing is known of what it asked for. */
	markUnknown(): void;
	/** Makes the exit status 130: a person or the system ended the command before its end. */
	markInterrupted(): void;
	/**
	 * Has Ctrl-C and SIGTERM tell `signal` from now on, until `end()`; a second one ends the process
	 * at once.
	 */
	interruption(): { signal: AbortSignal; end(): void };
};

/** Names the options that commands with a result share. */
export type AnswerOptions = { json?: true };

/** What a command answers: `document` with `--json`, else `text` (nothing where it is empty). */
export type CommandAnswer = { document: unknown; text: string };

/**
 * Makes the action of a command that works on the application: opens it, hands it to `work` with
 * the command's options and arguments, prints the answer, and closes it, whatever happens.
 */
export function answering<Words extends unknown[], Options extends AnswerOptions = AnswerOptions>(
	context: CommandContext,
	work: (application: Application, options: Options, ...words: Words) => Promise<CommandAnswer>,
): (...given: unknown[]) => Promise<void> {
	return async (...given) => {
		// Commander gives the arguments, then the options, then the command.
		const options = given.at(-2) as Options;
		const words = given.slice(0, -2) as Words;
		await withApplication(context, async (application) =>
			printAnswer(context, options, await work(application, options, ...words)),
		);
	};
}

/** Does the same at a low priority, for work of minutes: requests on this machine come first. */
export function answeringInBackground<Words extends unknown[], Options extends AnswerOptions = AnswerOptions>(
	context: CommandContext,
	purpose: LongWork,
	work: (application: Application, options: Options, ...words: Words) => Promise<CommandAnswer>,
): (...given: unknown[]) => Promise<void> {
	return (...given) => {
		context.composition.lowerPriority(purpose);
		return answering(context, work)(...given);
	};
}

/** Opens the application, works on it and closes it, whatever happens. */
export async function withApplication<T>(
	{ composition, settings }: CommandContext,
	work: (application: Application) => Promise<T>,
): Promise<T> {
	const application = await composition.open(settings());
	try {
		return await work(application);
	} finally {
		await application.close();
	}
}

/** Prints an answer on standard output. */
export function printAnswer(
	{ terminal }: CommandContext,
	{ json }: AnswerOptions,
	{ document, text }: CommandAnswer,
): void {
	if (json) terminal.print(JSON.stringify(document, null, 2));
	else if (text !== '') terminal.print(text);
}

/** Gives a command `--json`, and examples in its help. */
export function answersJson(command: Command, ...examples: readonly string[]): Command {
	return withExamples(command.option('--json', 'answer with one JSON document on standard output'), ...examples);
}

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
	const title = examples.length === 1 ? 'Example:' : 'Examples:';
	return command.addHelpText('after', `\n${[title, ...examples.map((line) => `  $ ${line}`)].join('\n')}`);
}
