// The commands that copy the records to a file and bring them back: backup, restore.
                                         
import { BrokerError } from '../../errors.js';
                                                                  
import {                     answersJson,                      printAnswer, withApplication } from '../context.js';
import { withProgress } from '../with-progress.js';
import { count, duration, number } from '../wording.js';

                                                

/** Adds `backup` and `restore`. */
export function addBackupCommands(program         , context                )       {
	addBackup(program, context);
	addRestore(program, context);
}

function addBackup(program         , context                )       {
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
		.action(async (file        , options         ) => {
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

function addRestore(program         , context                )       {
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
		.action(async (file        , options         ) => {
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

async function buildIndex(context                ) {
	try {
		return await withApplication(context, ({ broker }) =>
			withProgress(context, 'Reindexing', (onProgress) => broker.reindex(context.by, { destroy: true, onProgress })),
		);
	} catch (cause) {
		const message =
			'The records are restored, but the search index cannot be built anew now; the next `link-broker serve` or ' +
			'`worker` does that when it starts.';
		throw new BrokerError('index-behind', message, { cause });
	}
}

/** Shows how much is copied; answers the result with the seconds that it took. */
async function copying   (
	{ terminal, now, by }                ,
	title        ,
	file        ,
	{ force = false }                     ,
	work                                      ,
)                                   {
	const startedAt = now();
	const progress = terminal.progress(title);
	const onProgress                            = ({ done, total }) =>
		progress.show(done, total, done < total ? `${number(done)} of ${number(total)} pages` : 'checking');
	const result = await work({ file, force, by, onProgress }).finally(progress.end);
	return { ...result, seconds: (now() - startedAt) / 1_000 };
}

function documentOf({ events, users, lastChange }             ) {
	return { events, users, last_change: lastChange };
}

function wordsOf({ events, users, lastChange }             )         {
	return `${count(events, 'event')} and ${count(users, 'user')} up to change ${number(lastChange)}`;
}
