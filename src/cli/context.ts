// What all commands share: opening the application, showing progress, answering as text or JSON.
import type { Command } from 'commander';
import type { Accounts } from '../accounts/accounts.ts';
import type { Actor } from '../broker/audit.ts';
import type { Broker } from '../broker/broker.ts';
import type { Dumped, DumpOptions } from '../broker/dumps/dump-graph.ts';
import type { Subscriptions } from '../broker/following/subscriptions.ts';
import type { LoadOptions, LoadSummary } from '../broker/load-files.ts';
import type { RecordsWork } from '../broker/records-work.ts';
import type { Describer } from '../harvest/describing/describe-works.ts';
import type { Harvester } from '../harvest/harvester.ts';
import { durationText } from '../links/words.ts';
import type { Settings } from '../settings.ts';
import type { Progress } from './terminal/progress.ts';
import type { ColumnOf } from './terminal/table.ts';
import type { Terminal } from './terminal/terminal.ts';
import { count, number } from './wording.ts';

/** Names what a long command changes: the records, or only the index. */
export type LongWork = 'records' | 'index';

/** Counts what a copy of the records contains; `lastChange` is the last number of its change log. */
export type CopyContent = { events: number; users: number; lastChange: number };

/** Describes a copy to make or restore; `done` and `total` count pages of the file. */
export type CopyOptions = {
	file: string;
	/** Whether existing files are replaced. */
	force: boolean;
	by: Actor;
	onProgress(progress: { done: number; total: number }): void;
};

/** Describes a dump: to a file or folder, or to `write` if `file` is null. */
export type DumpOrder = Omit<DumpOptions, 'now'> & {
	file: string | null;
	write(text: string): Promise<void>;
	/** Whether existing files are overwritten. */
	force: boolean;
	by: Actor;
};

/**
 * Describes the systemd service to install: below a folder, or on this machine if it is null;
 * without `write`, its files are only returned. `settings` are written where none exist.
 */
export type ServiceOrder = { folder: string | null; settings: Readonly<Record<string, string>>; write: boolean };

/** A file of the service with its text; settings that exist are `kept`. */
export type ServiceFile = { path: string; text: string; mode: number; state: 'new' | 'replaced' | 'kept' };

/** The service as installed; `user` is null if no user was wanted. */
export type InstalledService = { files: readonly ServiceFile[]; user: 'created' | 'existing' | null };

/** Opens what commands work on. Nothing is loaded before a command needs it. */
export type Composition = {
	open(settings: Settings): Promise<Application>;
	/** Serves until it is stopped, in this number of processes on one port. */
	serve(settings: Settings, processes: number): Promise<void>;
	/** Processes events until it is stopped. */
	work(settings: Settings): Promise<void>;
	/** Serves assistants on standard input and output: those settings' broker, or that at an address. */
	assist(broker: Settings | string): Promise<void>;
	/** Migrates the database to this program's schema; returns the migrations applied. */
	migrate(settings: Settings): Promise<{ applied: readonly string[] }>;
	/**
	 * Copies the records to a file, while others may use them, and the key of the secrets beside it on
	 * request.
	 */
	backUp(
		settings: Settings,
		options: CopyOptions & { withSecrets: boolean },
	): Promise<CopyContent & { bytes: number; audited: boolean }>;
	/**
	 * Replaces the records that the settings name with those of a file. `kept` is the file of the
	 * previous records, null if there is none.
	 */
	restore(settings: Settings, options: CopyOptions): Promise<CopyContent & { kept: string | null }>;
	/** Writes the whole graph to files, while others may use the records. */
	dump(settings: Settings, order: DumpOrder): Promise<Dumped & { bytes: number }>;
	/** Writes the files of the systemd service. */
	installService(order: ServiceOrder): Promise<InstalledService>;
	/** Lowers the priority of this process, so that requests on this machine come first. */
	lowerPriority(purpose: LongWork): void;
};

/** The use cases, with those of the command line alone. */
export type CommandBroker = Broker &
	Harvester &
	Describer & {
		/** Loads files of links and processes their events. */
		loadFiles(by: Actor, paths: readonly string[], options: LoadOptions): Promise<LoadSummary>;
		/** Counts what is not applied or indexed yet. */
		backlog: RecordsWork['backlog'];
		/** Counts the subscriptions whose secrets cannot be read, since another key encrypted them. */
		countUnreadableSecrets(): Promise<number>;
	};

/** Holds what one command works on. */
export type Application = {
	accounts: Accounts;
	broker: CommandBroker;
	subscriptions: Subscriptions;
	close(): Promise<void>;
};

/** Holds what commands work with. Settings are read only when a command needs them. */
export type CommandContext = {
	terminal: Terminal;
	composition: Composition;
	settings(): Settings;
	/** Returns the time in milliseconds since 1970. */
	now(): number;
	/** The user, as the audit names them. */
	by: Actor;
	/** Sets the exit status 1 although the command completes; its answer shows what failed. */
	markFailed(): void;
	/** Sets the exit status 3 although the command completes: the identifier is unknown. */
	markUnknown(): void;
	/** Sets the exit status 130: the command was interrupted. */
	markInterrupted(): void;
	/** Lets Ctrl-C and SIGTERM abort `signal` until `end()`; a second one ends the process at once. */
	interruption(): { signal: AbortSignal; end(): void };
};

/** Names the options that commands with a result share. */
export type AnswerOptions = { json?: true };

/**
 * The option of commands that print a CSV. Without it there is no mark, which programs in a pipe
 * would read.
 */
export const bomOption = ['--bom', 'begin a CSV with a byte order mark, so that Excel reads it as UTF-8'] as const;

/** The answer of a command: `document` with `--json`, otherwise `text`, which may be empty. */
export type CommandAnswer = { document: unknown; text: string };

/**
 * Gives a command its action: opens the application, passes it to `work` with the options and
 * arguments, prints the answer as text or with `--json` as one document, and always closes it.
 */
export function answers<Words extends unknown[], Options extends AnswerOptions = AnswerOptions>(
	command: Command,
	context: CommandContext,
	examples: readonly string[],
	work: (application: Application, options: Options, ...words: Words) => Promise<CommandAnswer>,
): void {
	answersJson(command, ...examples).action((...given: unknown[]) => {
		// Commander gives the arguments, then the options, then the command.
		const options = given.at(-2) as Options;
		const words = given.slice(0, -2) as Words;
		return answer(context, options, (application) => work(application, options, ...words));
	});
}

/**
 * Describes rows that commands list: the name of the list in `--json`, the text for an empty list,
 * and how a row is written as a document and in a table.
 */
export type RowKind<Row> = {
	plural: string;
	none: string;
	document(row: Row): unknown;
	columns: readonly ColumnOf<Row>[];
};

/** Returns the answer for a list of rows. */
export function listed<Row>({ terminal }: CommandContext, kind: RowKind<Row>, rows: readonly Row[]): CommandAnswer {
	return {
		document: { [kind.plural]: rows.map(kind.document) },
		text: rows.length === 0 ? kind.none : terminal.table(kind.columns, rows),
	};
}

/** Opens the application, prints the answer of `work`, and always closes the application. */
export async function answer(
	context: CommandContext,
	options: AnswerOptions,
	work: (application: Application) => Promise<CommandAnswer>,
): Promise<void> {
	await withApplication(context, async (application) => printAnswer(context, options, await work(application)));
}

/** Opens the application, runs `work`, and always closes the application. */
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

/** Runs a long task and shows its progress; returns the result with its seconds. */
export async function withProgress<T>(
	{ terminal, now }: Pick<CommandContext, 'terminal' | 'now'>,
	title: string,
	work: (show: Progress['show']) => Promise<T>,
): Promise<T & { seconds: number }> {
	const startedAt = now();
	const progress = terminal.progress(title);
	const result = await work(progress.show).finally(progress.end);
	return { ...result, seconds: (now() - startedAt) / 1_000 };
}

/** Shows steps; `what` is the unit, and the total may be unknown. */
export function countingUp(show: Progress['show']): (step: { done: number; total?: number; what: string }) => void {
	return ({ done, total = null, what }) => show(done, total, `${number(done)} ${what}`);
}

/** Runs `work` with a signal that Ctrl-C aborts, and says that the present step is finished first. */
export async function interruptible<T>(
	context: Pick<CommandContext, 'interruption' | 'terminal'>,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const { signal, end } = context.interruption();
	signal.addEventListener('abort', () => {
		context.terminal.note('Stopping after the current step. Press Ctrl-C again to stop at once.');
	});
	return work(signal).finally(end);
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

/** Notes how far the index is behind the records. */
export async function noteBehind({ terminal, now }: CommandContext, broker: CommandBroker): Promise<void> {
	// The answer is complete even if the records do not answer.
	const backlog = await broker.backlog().catch(() => undefined);
	if (backlog === undefined) return;
	const { events, entries, oldestEventAt, oldestEntryAt } = backlog;
	const waiting = events.New + events.Processing;
	const parts = [
		...(waiting > 0 ? [`${count(waiting, 'event')} not applied`] : []),
		...(entries > 0 ? [`${count(entries, 'change')} not indexed`] : []),
	];
	if (parts.length === 0) return;
	const seconds = Math.max(0, now() - Math.min(oldestEventAt ?? Infinity, oldestEntryAt ?? Infinity)) / 1_000;
	const since = Number.isFinite(seconds) ? `, the oldest for ${durationText(seconds)}` : '';
	terminal.note(`The search index is behind: ${parts.join(' and ')} yet${since}. The answer may be incomplete.`);
}

/** Gives a command `--json`, and examples in its help. */
export function answersJson(command: Command, ...examples: readonly string[]): Command {
	return withExamples(command.option('--json', 'print one JSON document'), ...examples);
}

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...examples: readonly string[]): Command {
	const title = examples.length === 1 ? 'Example:' : 'Examples:';
	return command.addHelpText('after', `\n${[title, ...examples.map((line) => `  $ ${line}`)].join('\n')}`);
}
