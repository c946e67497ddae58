// The commands that copy all records: backup, restore, and dump for other programs.
import { type Command, Option } from 'commander';
import { BrokerError } from '../../errors.ts';
import { type DumpFormat, dumpFormats } from '../../formats/dumps/dump-formats.ts';
import { countedMeaning, durationText } from '../../links/words.ts';
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
import { count, number, unreadableSecrets } from '../wording.ts';

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
		.summary('copy the database to a file while the broker runs')
		.description(
			'Copies events, links and accounts to one file for `link-broker restore`. The copy is consistent and verified, ' +
				'and the broker may keep running. The search index is not included: `restore` rebuilds it. Nor is the key ' +
				'that encrypts the secrets of subscriptions (secret.key), without --with-secrets. Only for SQLite; use ' +
				'pg_dump for PostgreSQL.',
		)
		.argument('<file>', 'the file to write; only its owner can read it')
		.option('--force', 'overwrite an existing file')
		.option('--with-secrets', 'also copy the key of the secrets, to <file>.key')
		.action(async (file: string, options: Options & { withSecrets?: true }) => {
			context.composition.lowerPriority('index');
			const made = await copying(context, 'Backing up', file, options, (given) =>
				context.composition.backUp(context.settings(), { ...given, withSecrets: options.withSecrets ?? false }),
			);
			const { bytes, audited, seconds } = made;
			if (!audited) context.terminal.note('The database cannot be written to: the audit has no entry for this backup.');
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
		.summary('replace the database with a backup')
		.description(
			'Replaces the database with a file of `link-broker backup`, and rebuilds the search index. Stop every `serve` ' +
				'and `worker` first. The file is verified before anything is replaced. The previous database is kept ' +
				'beside it. All sessions end, and cursors of the change log expire.',
		)
		.argument('<file>', 'the backup')
		.option('--force', 'do not keep the previous database')
		.action(async (file: string, options: Options) => {
			const restored = await copying(context, 'Restoring', file, options, (given) =>
				context.composition.restore(context.settings(), given),
			);
			const { kept } = restored;
			if (kept !== null) context.terminal.note(`The previous database is in ${kept}`);
			const { objects, links, unreadable, ...index } = await buildIndex(context);
			if (unreadable > 0) context.terminal.note(unreadableSecrets(unreadable));
			const seconds = restored.seconds + index.seconds;
			printAnswer(context, options, {
				document: { file, ...documentOf(restored), kept, objects, links, seconds },
				text: `Restored ${wordsOf(restored)}; indexed ${count(links, 'relationship')}, ${durationText(seconds)}`,
			});
		});
	answersJson(command, 'link-broker restore /mnt/backups/broker-monday.db');
}

async function buildIndex(context: CommandContext) {
	try {
		return await withApplication(context, async ({ broker }) => ({
			unreadable: await broker.countUnreadableSecrets(),
			...(await withProgress(context, 'Reindexing', (show) =>
				broker.reindex(context.by, { destroy: true, onProgress: countingUp(show) }),
			)),
		}));
	} catch (cause) {
		const message =
			'The database is restored, but the search index could not be rebuilt. The next `link-broker serve` or `worker` ' +
			'rebuilds it when it starts.';
		throw new BrokerError('index-behind', message, { cause });
	}
}

/** Shows the progress of a copy; returns the result with its seconds. */
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
			'Writes all works with identifiers and descriptions, and all links with their statements (assertions). ' +
				`${countedMeaning.statements} The dump is consistent, and the broker may keep running. ` +
				'Formats: jsonl has Scholix links for `link-broker events load`; ' +
				'csv and parquet have tables of works, identifiers, links and assertions; ntriples is RDF; opencitations has ' +
				'the citations in the format of the OpenCitations Index. Unindexed links are included.',
		)
		.argument(
			'<file>',
			'the file to write, compressed if it ends in .gz or .zst, or - for standard output; for csv and parquet a ' +
				'folder, or an archive (.tar, .tar.gz, .tar.zst)',
		)
		.addOption(new Option('--format <format>', 'the format').choices(dumpFormats).makeOptionMandatory())
		.option('--force', 'overwrite existing files')
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
				onProgress: ({ works, assertions }) =>
					show(works, null, `${count(works, 'work')}, ${count(assertions, 'statement')}`),
			}),
		).finally(end);
		const { works, identifiers, links, assertions, change, bytes, seconds } = written;
		const text =
			`Dumped ${count(works, 'work')} and ${count(assertions, 'statement')} up to change ${number(change)}: ` +
			`${number(bytes)} bytes, ${durationText(seconds)}`;
		// Standard output is the dump itself.
		if (toOutput) return terminal.note(text);
		const document = { file, format: options.format, works, identifiers, links, assertions, change, bytes, seconds };
		printAnswer(context, options, { document, text });
	} catch (error) {
		if (!signal.aborted) throw error;
		terminal.note(toOutput ? 'Interrupted; the output is incomplete.' : 'Interrupted; nothing was written.');
		context.markInterrupted();
	}
}
