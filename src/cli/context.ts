// What every command is given, and the two things every command does: open the application, answer as text or JSON; knows no command.
import type { Command } from 'commander';
import type { Purpose } from '../app/priority.ts';
import type { Settings } from '../settings.ts';
import type { Application, Composition } from './application.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Holds what commands work with. Settings are read when a command asks for them, so that help needs none. */
export type CommandContext = {
	terminal: Terminal;
	composition: Composition;
	settings(): Settings;
	/** Tells the time in milliseconds since 1970. */
	now(): number;
	/** Makes the exit status 1 though the command ends well: its answer says what failed. */
	markFailed(): void;
};

/** Names the options that commands with a result share. */
export type AnswerOptions = { json?: true };

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

/** The same for work on the records or the index that may take minutes: whoever searches or submits on this machine meanwhile must not wait for it. */
export function withApplicationGivingWay<T>(
	context: CommandContext,
	purpose: Purpose,
	work: (application: Application) => Promise<T>,
): Promise<T> {
	context.composition.giveWay(purpose);
	return withApplication(context, work);
}

/** Answers on standard output: the document with `--json`, else the text (none where it is empty). */
export function answer({ terminal }: CommandContext, { json }: AnswerOptions, document: unknown, text: string): void {
	if (json) terminal.print(JSON.stringify(document, null, 2));
	else if (text !== '') terminal.print(text);
}

/** Gives a command `--json`. */
export function answersJson(command: Command): Command {
	return command.option('--json', 'answer with one JSON document on standard output');
}

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
	const title = examples.length === 1 ? 'Example:' : 'Examples:';
	return command.addHelpText('after', `\n${[title, ...examples.map((line) => `  $ ${line}`)].join('\n')}`);
}
