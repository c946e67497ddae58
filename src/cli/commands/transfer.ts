// The commands that move data from one broker to another: export, events import.
import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { type Duplex, PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Command } from 'commander';
import type { ImportSummary } from '../../broker/import-events.ts';
import { BrokerError } from '../../errors.ts';
import { durationText } from '../../links/words.ts';
import {
	type AnswerOptions,
	answers,
	answersJson,
	type CommandContext,
	printAnswer,
	withApplication,
	withProgress,
} from '../context.ts';
import { renderFields } from '../terminal/table.ts';
import { count, number } from '../wording.ts';

/** Adds `export`. */
export function addExportCommand(program: Command, context: CommandContext): void {
	type Options = AnswerOptions & { withAccounts?: true };
	const { terminal } = context;
	const command = program
		.command('export')
		.summary('export all events for another broker')
		.description(
			'Writes all events as submitted, with state and submitter, as JSON Lines, compressed if the file ends in .gz. `link-broker events ' +
				'import` imports the file into another broker, on any database. The broker may keep running; events accepted ' +
				'after the start are not exported. In a damaged database, events that cannot be read are left out; the exit status is then 1.',
		)
		.argument('[file]', 'the file to write (default: standard output)')
		.option('--with-accounts', 'include users, roles, and the hashes of passwords and tokens')
		.action((file: string | undefined, options: Options) =>
			withApplication(context, async ({ broker }) => {
				const { withAccounts = false } = options;
				const { seconds, ...counts } = await withProgress(context, 'Exporting', (show) =>
					writeLines(file, { write: terminal.writeWaiting }, (write) =>
						broker.exportEvents(
							context.by,
							{
								withAccounts,
								onProgress: ({ done, total }) => show(done, total, `${number(done)} of ${count(total, 'event')}`),
							},
							write,
						),
					),
				);
				const accounts = withAccounts
					? `, ${count(counts.users, 'user')}, ${count(counts.roles, 'role')} and ${count(counts.tokens, 'token')}`
					: '';
				const text = `Exported ${count(counts.events, 'event')}${accounts}, ${durationText(seconds)}`;
				if (counts.unreadable > 0) {
					const { unreadable } = counts;
					terminal.note(
						`The database is damaged: ${count(unreadable, 'event')} could not be read and is missing from the file.`,
					);
					context.markFailed();
				}
				// Standard output is the export itself.
				if (file === undefined) terminal.note(text);
				else printAnswer(context, options, { document: { ...counts, seconds }, text });
			}),
		);
	answersJson(
		command,
		'link-broker export links.jsonl.gz',
		'link-broker export --with-accounts | ssh db.example.org link-broker events import -',
	);
}

/** Adds `events import`. */
export function addImportCommand(events: Command, context: CommandContext): void {
	const command = events
		.command('import')
		.summary('import the events of another broker')
		.description(
			'Imports the events of a file that `link-broker export` wrote, in their order. A running `serve` or `worker` ' +
				'processes them; the states Error and Withdrawn are kept. Existing events and accounts do not change, so a ' +
				'file may be imported again. New accounts in the file are added. A submitter without an account gets an ' +
				'inactive one without a password.',
		)
		.argument('<file>', 'the file, plain or compressed, or - for standard input')
		.hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		command,
		context,
		['DATABASE_URL=postgres://broker@db.example.org/links link-broker events import links.jsonl.gz'],
		async ({ broker }, _, file: string) => {
			const summary = await withProgress(context, 'Importing', (show) =>
				broker.importEvents(context.by, file, ({ done }) => show(done, null, count(done, 'event'))),
			);
			const { added, known, newSubmitters, seconds } = summary;
			const document = { added, known, new_submitters: newSubmitters, seconds };
			return { document, text: importText(summary) };
		},
	);
}

function importText({ added, known, newSubmitters, seconds }: ImportSummary & { seconds: number }): string {
	const fields = (['users', 'roles', 'tokens'] as const)
		.filter((kind) => added[kind] + known[kind] > 0)
		.map((kind): [string, string] => [
			`  new ${kind}`,
			`${number(added[kind])} of ${number(added[kind] + known[kind])}`,
		]);
	if (known.events > 0) fields.unshift(['  events already known', number(known.events)]);
	if (newSubmitters > 0) fields.push(['  new inactive accounts of submitters', number(newSubmitters)]);
	return [
		`Imported ${count(added.events, 'event')}, ${durationText(seconds)}`,
		...(fields.length > 0 ? [renderFields(fields)] : []),
	].join('\n');
}

/** Takes a line without its end; resolves when the next may follow. */
export type LineSink = (line: string) => Promise<void>;

// The file has hashes of passwords and unpublished links: only its owner may read it.
const ownerOnly = 0o600;

/**
 * Lets `work` write lines to the file at `path`, compressed if it ends in .gz, or to `output`
 * without a path. Fails with `bad-file` if the file cannot be written; an existing file then
 * remains.
 */
export async function writeLines<T>(
	path: string | undefined,
	output: { write(text: string): Promise<void> },
	work: (write: LineSink) => Promise<T>,
): Promise<T> {
	if (path === undefined) {
		return work((line) => output.write(`${line}\n`));
	}
	refuseDevice(path);
	const partial = `${path}.partial`;
	const target = createWriteStream(partial, { mode: ownerOnly });
	const packed: Duplex = path.endsWith('.gz') ? createGzip() : new PassThrough();
	packed.pipe(target);
	const written = finished(target);
	// It is awaited below. Until then, a failure must not count as unhandled.
	written.catch(() => undefined);
	try {
		const result = await work(lineSink(packed, written));
		packed.end();
		await written;
		await rename(partial, path);
		return result;
	} catch (error) {
		packed.destroy();
		target.destroy();
		// A file that is still being opened would reappear after its removal.
		await written.catch(() => undefined);
		await rm(partial, { force: true });
		if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
		throw new BrokerError('bad-file', `${path} cannot be written: ${(error as Error).message}.`, { cause: error });
	}
}

/**
 * A file is written beside its place and then moved there, which would take the place of a device.
 */
function refuseDevice(path: string): void {
	const there = statSync(path, { throwIfNoEntry: false });
	if (there === undefined || there.isFile() || there.isDirectory()) return;
	throw new BrokerError('bad-file', `${path} is not a file. Without a name, the lines go to standard output.`);
}

function lineSink(stream: Writable, written: Promise<void>): LineSink {
	return async (line) => {
		if (stream.write(`${line}\n`)) return;
		// A target that has failed never takes more.
		await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), written]);
	};
}
