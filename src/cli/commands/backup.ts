// The commands that copy the records to a file and bring them back: backup, restore.
import type { Command } from 'commander';
import { BrokerError } from '../../errors.ts';
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
import { count, duration, number } from '../wording.ts';

type Options = AnswerOptions & { force?: true };

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
				text: `Backed up ${wordsOf(made)}: ${number(bytes)} bytes, ${duration(seconds)}`,
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
				text: `Restored ${wordsOf(restored)}; indexed ${count(links, 'link')}, ${duration(seconds)}`,
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
