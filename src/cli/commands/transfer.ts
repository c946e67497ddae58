// The commands that move data from one broker to another: export, events import.
import { type Command, InvalidArgumentError } from 'commander';
import type { ImportSummary } from '../../broker/import-events.ts';
import { BrokerError } from '../../errors.ts';
import { createPackedFile, openOutput } from '../../formats/files/output.ts';
import { readDateInstant } from '../../links/link-date.ts';
import { durationText } from '../../links/words.ts';
import { ownFiles } from '../../settings.ts';
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
	type Options = AnswerOptions & { withAccounts?: true; since?: number };
	const { terminal } = context;
	const command = program
		.command('export')
		.summary('export all events for another broker')
		.description(
			'Writes all events as submitted, with state and submitter, as JSON Lines, compressed if the file ends in .gz ' +
				'or .zst. `link-broker events ' +
				'import` imports the file into another broker, on any database. The broker may keep running; events accepted ' +
				'after the start are not exported. In a damaged database, events that cannot be read are left out; the exit ' +
				'status is then 1.',
		)
		.argument('[file]', 'the file to write (default: standard output)')
		.option(
			'--with-accounts',
			'include users, roles, the hashes of passwords and tokens, subscriptions with encrypted secrets, and senders of ' +
				'notifications',
		)
		.option('--since <date>', 'only events accepted, processed, withdrawn or restored since this time', readSince)
		.action((file: string | undefined, options: Options) =>
			withApplication(context, async ({ broker }) => {
				const { withAccounts = false, since } = options;
				const { seconds, ...counts } = await withProgress(context, 'Exporting', (show) =>
					writeLines(file, { write: terminal.writeWaiting, own: ownFiles(context.settings()) }, (write) =>
						broker.exportEvents(
							context.by,
							{
								...{ withAccounts, since },
								onProgress: ({ done, total }) =>
									show(
										done,
										total,
										total === null ? count(done, 'event') : `${number(done)} of ${count(total, 'event')}`,
									),
							},
							write,
						),
					),
				);
				const accounts = withAccounts
					? [
							['', count(counts.users, 'user'), count(counts.roles, 'role'), count(counts.tokens, 'token')].join(', '),
							`${count(counts.subscriptions, 'subscription')} and ${count(counts.senders, 'sender')} of notifications`,
						].join(', ')
					: '';
				const text = `Exported ${count(counts.events, 'event')}${accounts}, ${durationText(seconds)}`;
				if (counts.unreadable > 0) {
					const { unreadable } = counts;
					terminal.note(
						`The database is damaged. The file lacks ${count(unreadable, 'event')} that could not be read.`,
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
		'link-broker export --since 2026-01-15T12:00:00Z --with-accounts changes.jsonl.gz',
	);
}

type ImportChoices = AnswerOptions & { update?: boolean; withSubscriptions?: boolean };

/** Adds `events import`. */
export function addImportCommand(events: Command, context: CommandContext): void {
	const command = events
		.command('import')
		.summary('import the events of another broker')
		.description(
			'Imports the events of a file that `link-broker export` wrote, in their order. A running `serve` or `worker` ' +
				'processes them; the states Error and Withdrawn are kept. Existing events and accounts do not change unless ' +
				'--update is given, so a file may be imported again. New accounts in the file are added. A submitter without ' +
				'an account gets an inactive one without a password.',
		)
		.argument('<file>', 'the file, plain or compressed, or - for standard input')
		.option(
			'--update',
			'also change existing events and accounts: withdrawals, restored events, events run again, roles, passwords, ' +
				'inactive users, revoked tokens',
		)
		.option('--with-subscriptions', 'also add subscriptions, which send at once; all events must be done')
		.hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		command,
		context,
		[
			'DATABASE_URL=postgres://broker@db.example.org/links link-broker events import links.jsonl.gz',
			'link-broker events import --update changes.jsonl.gz',
		],
		async ({ broker }, { update = false, withSubscriptions = false }: ImportChoices, file: string) => {
			const summary = await withProgress(context, 'Importing', (show) =>
				broker.importEvents(context.by, file, {
					...{ update, withSubscriptions },
					onProgress: ({ done }) => show(done, null, count(done, 'event')),
				}),
			);
			const { added, known, updated, newSubmitters, seconds } = summary;
			const document = { added, known, updated, new_submitters: newSubmitters, seconds };
			return { document, text: importText(summary) };
		},
	);
}

function readSince(text: string): number {
	const seconds = readDateInstant(text.trim());
	if (seconds === undefined) throw new InvalidArgumentError('It must be a date or a time: 2026-01-15T12:00:00Z.');
	return seconds * 1_000;
}

function importText({ added, known, updated, newSubmitters, seconds }: ImportSummary & { seconds: number }): string {
	const fields = (['users', 'roles', 'tokens', 'senders', 'subscriptions'] as const)
		.filter((kind) => added[kind] + known[kind] > 0)
		.map((kind): [string, string] => [
			`  new ${kind}`,
			`${number(added[kind])} of ${number(added[kind] + known[kind])}`,
		]);
	if (known.events > 0) fields.unshift(['  events already known', number(known.events)]);
	for (const kind of ['events', 'users', 'tokens'] as const) {
		if (updated[kind] > 0) fields.push([`  ${kind} updated`, number(updated[kind])]);
	}
	if (newSubmitters > 0) fields.push(['  new inactive accounts of submitters', number(newSubmitters)]);
	return [
		`Imported ${count(added.events, 'event')}, ${durationText(seconds)}`,
		...(fields.length > 0 ? [renderFields(fields)] : []),
	].join('\n');
}

/** Takes a line without its end; resolves when the next may follow. */
export type LineSink = (line: string) => Promise<void>;

/**
 * Lets `work` write lines to the file at `path`, compressed if it ends in .gz or .zst, or to
 * `output` without a path. Fails with `bad-file` if the file cannot be written; an existing file
 * then remains.
 */
export async function writeLines<T>(
	path: string | undefined,
	{ write, own }: { write(text: string): Promise<void>; own: readonly string[] },
	work: (write: LineSink) => Promise<T>,
): Promise<T> {
	if (path === undefined) {
		return work((line) => write(`${line}\n`));
	}
	const output = openOutput(path, { force: true, own });
	const file = createPackedFile(output.unfinished, path);
	try {
		const result = await work((line) => file.write(`${line}\n`));
		await file.end();
		await output.finish();
		return result;
	} catch (error) {
		await file.destroy();
		await output.abandon();
		if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
		throw new BrokerError('bad-file', `${path} cannot be written: ${(error as Error).message}.`, { cause: error });
	}
}
