// What every command is given of the rest of the broker, and what all do: open the application,
// show progress, answer as text or JSON.
import type { Command } from 'commander';
import type { Accounts } from '../accounts/accounts.ts';
import type { Actor } from '../broker/audit.ts';
import type { Broker } from '../broker/broker.ts';
import type { Dumped, DumpOptions } from '../broker/dumps/dump-graph.ts';
import type { LoadOptions, LoadSummary } from '../broker/load-files.ts';
import type { RecordsWork } from '../broker/records-work.ts';
import type { Harvester } from '../harvest/harvester.ts';
import { durationText } from '../links/words.ts';
import type { Settings } from '../settings.ts';
import type { Progress } from './terminal/progress.ts';
import type { ColumnOf } from './terminal/table.ts';
import type { Terminal } from './terminal/terminal.ts';
import { count, number } from './wording.ts';

/** Names what a command may change for minutes: the records, or the index alone. */
export type LongWork = 'records' | 'index';

/**
 * What is in a copy of the records: its events, users, and the last number of its log of changes.
 */
export type CopyContent = { events: number; users: number; lastChange: number };

/** What a copy is made of or put in the place of; `done` and `total` are pages of a file. */
export type CopyOptions = {
	file: string;
	/** Whether what is in the way goes. */
	force: boolean;
	by: Actor;
	onProgress(progress: { done: number; total: number }): void;
};

/** What is to be dumped, and where to: to a file or folder, or to `write` where that is null. */
export type DumpOrder = Omit<DumpOptions, 'now'> & {
	file: string | null;
	write(text: string): Promise<void>;
	/** Whether what is in the way is overwritten. */
	force: boolean;
	by: Actor;
};

/** Opens what commands work on; nothing is loaded or opened before a command asks for it. */
export type Composition = {
	open(settings: Settings): Promise<Application>;
	/** Serves until it is stopped, in so many processes that share one port. */
	serve(settings: Settings, processes: number): Promise<void>;
	/** Processes events until it is stopped. */
	work(settings: Settings): Promise<void>;
	/** Brings the database to this program's schema; answers the migrations that were missing. */
	migrate(settings: Settings): Promise<{ applied: readonly string[] }>;
	/** Copies the records to a file, whoever uses them. */
	backUp(settings: Settings, options: CopyOptions): Promise<CopyContent & { bytes: number; audited: boolean }>;
	/**
	 * Puts the records of a file in the place of those that the settings name; `kept` is the file
	 * that has what was there, null where that is gone or there was nothing.
	 */
	restore(settings: Settings, options: CopyOptions): Promise<CopyContent & { kept: string | null }>;
	/** Writes the whole graph to files, whoever uses the records. */
	dump(settings: Settings, order: DumpOrder): Promise<Dumped & { bytes: number }>;
	/** Lowers the priority of this process: requests on this machine come first. */
	lowerPriority(purpose: LongWork): void;
};

/** The use cases, and those of the command line alone. */
export type CommandBroker = Broker &
	Harvester & {
		/** Loads files of links and sees their events through to the end. */
		loadFiles(by: Actor, paths: readonly string[], options: LoadOptions): Promise<LoadSummary>;
		/** Counts what is still to be applied and indexed. */
		backlog: RecordsWork['backlog'];
	};

/** Holds what one command works on. */
export type Application = { accounts: Accounts; broker: CommandBroker; close(): Promise<void> };

/** Holds what commands work with. Settings are read when a command needs them: help needs none. */
export type CommandContext = {
	terminal: Terminal;
	composition: Composition;
	settings(): Settings;
	/** Gives the time in milliseconds since 1970. */
	now(): number;
	/** Who runs the command, as the audit names them. */
	by: Actor;
	/** Makes the exit status 1 though the command ends well: its answer says what failed. */
	markFailed(): void;
	/** Makes the exit status 3 though the command ends well: nothing is known of what it asked for. */
	markUnknown(): void;
	/** Makes the exit status 130: a person or the system ended the command before its end. */
	markInterrupted(): void;
	/** Has Ctrl-C and SIGTERM abort `signal` until `end()`; a second one ends the process at once. */
	interruption(): { signal: AbortSignal; end(): void };
};

/** Names the options that commands with a result share. */
export type AnswerOptions = { json?: true };

/** What a command answers: `document` with `--json`, else `text` (nothing where it is empty). */
export type CommandAnswer = { document: unknown; text: string };

/**
 * Has a command answer, as text or with `--json` as one document: opens the application, hands it to
 * `work` with the options and arguments, prints the answer, and closes it, whatever happens.
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
 * A kind of rows that commands list: what the list is called with `--json`, what is said where it is
 * empty, and how a row reads as a document and in a table.
 */
export type RowKind<Row> = {
	plural: string;
	none: string;
	document(row: Row): unknown;
	columns: readonly ColumnOf<Row>[];
};

/** Answers a list of rows of one kind. */
export function listed<Row>({ terminal }: CommandContext, kind: RowKind<Row>, rows: readonly Row[]): CommandAnswer {
	return {
		document: { [kind.plural]: rows.map(kind.document) },
		text: rows.length === 0 ? kind.none : terminal.table(kind.columns, rows),
	};
}

/** Opens the application, prints the answer that `work` makes on it, and closes it, whatever happens. */
export async function answer(
	context: CommandContext,
	options: AnswerOptions,
	work: (application: Application) => Promise<CommandAnswer>,
): Promise<void> {
	await withApplication(context, async (application) => printAnswer(context, options, await work(application)));
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

/** Runs a long task while its progress is shown; answers its result with the seconds that it took. */
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

/** Shows steps of which `what` says what they count; how many there are is not known. */
export function countingUp(show: Progress['show']): (step: { done: number; what: string }) => void {
	return ({ done, what }) => show(done, null, `${number(done)} ${what}`);
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

/** Notes what an answer of the index lacks because it was received since, and for how long. */
export async function noteBehind({ terminal, now }: CommandContext, broker: CommandBroker): Promise<void> {
	// The answer is there, also where the records cannot be asked.
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
	terminal.note(`The search index is behind: ${parts.join(' and ')} yet${since}. The answer may lack what they say.`);
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
