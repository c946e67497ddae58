// The command that writes the whole graph to files: dump.
import { type Command, Option } from 'commander';
import { type DumpFormat, dumpFormats } from '../../formats/dumps/dump-formats.ts';
import { type AnswerOptions, answersJson, type CommandContext, printAnswer, withProgress } from '../context.ts';
import { count, duration, number } from '../wording.ts';

type Options = AnswerOptions & { format: DumpFormat; force?: true };

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
		.action((file: string, options: Options) => dump(context, file, options));
	answersJson(
		command,
		'link-broker dump --format jsonl links.jsonl.zst',
		'link-broker dump --format parquet graph && duckdb -c "select count(*) from \'graph/links.parquet\'"',
		'link-broker dump --format csv tables.tar.gz',
		'link-broker dump --format ntriples - | gzip > graph.nt.gz',
	);
}

async function dump(context: CommandContext, file: string, options: Options): Promise<void> {
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
			`${number(bytes)} bytes, ${duration(seconds)}`;
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
