// The commands that copy all records: backup and restore, and dump, which writes them for others.
import { type Command, Option } from 'commander';
import { BrokerError } from '../../errors.ts';
import { type DumpFormat, dumpFormats } from '../../formats/dumps/dump-formats.ts';
import { durationText } from '../../links/words.ts';
import {
	type AnswerOptions,
	answersJson,
	type CommandContext,
	type CopyContent,
	type CopyOptions,
	countingUp,
	printAnswer,
	withApplication,
	withProgress,
} from '../context.ts';
import { count, number } from '../wording.ts';

type Options = AnswerOptions & { force?: true };
type DumpOptions = Options & { format: DumpFormat };

/** Adds `backup` and `restore`. */
export function addBackupCommands(program: Command, context: CommandContext): void {
	addBackup(program, context);
	addRestore(program, context);
}

function addBackup(program: Command, context: CommandContext): void {
	const command = program
		.command('backup')
		.summary('copy the database to a file, while the broker runs')
		.description(
			'Copies events, links and accounts to one file that `link-broker restore` takes: one state of all of it, read ' +
				'again and checked before the file is there. The broker may go on meanwhile. The search index is no part of it: ' +
				'it follows from the rest. For the embedded engine; PostgreSQL has pg_dump.',
		)
		.argument('<file>', 'the file to write, which only its owner may read')
		.option('--force', 'overwrite the file where it is there already')
		.action(async (file: string, options: Options) => {
			context.composition.lowerPriority('index');
			const made = await copying(context, 'Backing up', file, options, (given) =>
				context.composition.backUp(context.settings(), given),
			);
			const { bytes, audited, seconds } = made;
			if (!audited)
				context.terminal.note('The records take no entry of the audit, so it does not tell of this backup.');
			printAnswer(context, options, {
				document: { file, ...documentOf(made), bytes, seconds },
				text: `Backed up ${wordsOf(made)}: ${number(bytes)} bytes, ${durationText(seconds)}`,
			});
		});
	answersJson(command, 'link-broker backup /mnt/backups/broker-monday.db');
}

function addRestore(program: Command, context: CommandContext): void {
	const command = program
		.command('restore')
		.summary('put a backup in the place of the database')
		.description(
			'Puts what `link-broker backup` wrote in the place of the database, and builds the search index anew. ' +
				'Nothing happens before the file has been read and checked, nor while a broker uses the database: ' +
				'stop every `serve` and `worker` first. What was there is kept beside. Sessions end, ' +
				'and cursors of the log of changes are no longer good.',
		)
		.argument('<file>', 'the backup')
		.option('--force', 'keep nothing of what was there')
		.action(async (file: string, options: Options) => {
			const restored = await copying(context, 'Restoring', file, options, (given) =>
				context.composition.restore(context.settings(), given),
			);
			const { kept } = restored;
			if (kept !== null) context.terminal.note(`What was there before is in ${kept}`);
			const { objects, links, ...index } = await buildIndex(context);
			const seconds = restored.seconds + index.seconds;
			printAnswer(context, options, {
				document: { file, ...documentOf(restored), kept, objects, links, seconds },
				text: `Restored ${wordsOf(restored)}; indexed ${count(links, 'link')}, ${durationText(seconds)}`,
			});
		});
	answersJson(command, 'link-broker restore /mnt/backups/broker-monday.db');
}

async function buildIndex(context: CommandContext) {
	try {
		return await withApplication(context, ({ broker }) =>
			withProgress(context, 'Reindexing', (show) =>
				broker.reindex(context.by, { destroy: true, onProgress: countingUp(show) }),
			),
		);
	} catch (cause) {
		const message =
			'The records are restored, but the search index cannot be built anew now; the next `link-broker serve` or ' +
			'`worker` does that when it starts.';
		throw new BrokerError('index-behind', message, { cause });
	}
}

/** Shows how much is copied; answers the result with the seconds that it took. */
function copying<T>(
	context: CommandContext,
	title: string,
	file: string,
	{ force = false }: { force?: boolean },
	work: (options: CopyOptions) => Promise<T>,
): Promise<T & { seconds: number }> {
	return withProgress(context, title, (show) =>
		work({
			...{ file, force, by: context.by },
			onProgress: ({ done, total }) =>
				show(done, total, done < total ? `${number(done)} of ${number(total)} pages` : 'checking'),
		}),
	);
}

function documentOf({ events, users, lastChange }: CopyContent) {
	return { events, users, last_change: lastChange };
}

function wordsOf({ events, users, lastChange }: CopyContent): string {
	return `${count(events, 'event')} and ${count(users, 'user')} up to change ${number(lastChange)}`;
}

/** Adds `dump`. */
export function addDumpCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('dump')
		.summary('write the whole graph to files')
		.description(
			'Writes all works with their identifiers and what is known of them, and all links between them with who said ' +
				'them when: one state of the records, while the broker goes on. jsonl: Scholix links that `link-broker events ' +
				'load` takes; csv and parquet: tables of works, identifiers, links and assertions; ntriples: RDF; ' +
				'opencitations: the citations, in the form of the OpenCitations Index. The search index is not needed. ' +
				'What came with noindex is in it, as after a reindex.',
		)
		.argument(
			'<file>',
			'the file to write, packed where its name ends in .gz or .zst, or - for standard output; of tables the ' +
				'folder, or an archive where the name ends in .tar, .tar.gz or .tar.zst',
		)
		.addOption(new Option('--format <format>', 'what to write').choices(dumpFormats).makeOptionMandatory())
		.option('--force', 'overwrite what is there already')
		.action((file: string, options: DumpOptions) => dump(context, file, options));
	answersJson(
		command,
		'link-broker dump --format jsonl links.jsonl.zst',
		'link-broker dump --format parquet graph && duckdb -c "select count(*) from \'graph/links.parquet\'"',
		'link-broker dump --format csv tables.tar.gz',
		'link-broker dump --format ntriples - | gzip > graph.nt.gz',
	);
}

async function dump(context: CommandContext, file: string, options: DumpOptions): Promise<void> {
	const { terminal, composition, by } = context;
	composition.lowerPriority('index');
	const { signal, end } = context.interruption();
	const toOutput = file === '-';
	try {
		const written = await withProgress(context, 'Dumping', (show) =>
			composition.dump(context.settings(), {
				...{ file: toOutput ? null : file, write: terminal.writeWaiting, force: options.force ?? false },
				...{ format: options.format, by, signal },
				onProgress: ({ works, links }) => show(works, null, `${count(works, 'work')}, ${count(links, 'link')}`),
			}),
		).finally(end);
		const { works, identifiers, links, assertions, change, bytes, seconds } = written;
		const text =
			`Dumped ${count(works, 'work')} and ${count(links, 'link')} up to change ${number(change)}: ` +
			`${number(bytes)} bytes, ${durationText(seconds)}`;
		// Standard output is the dump itself.
		if (toOutput) return terminal.note(text);
		const document = { file, format: options.format, works, identifiers, links, assertions, change, bytes, seconds };
		printAnswer(context, options, { document, text });
	} catch (error) {
		if (!signal.aborted) throw error;
		terminal.note(toOutput ? 'Interrupted; what was written is not whole.' : 'Interrupted; nothing was written.');
		context.markInterrupted();
	}
}
