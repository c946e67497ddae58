// The commands that move a broker's data to another one: export, events import.
                                         
                                                                   
import {
	                   
	answeringInBackground,
	answersJson,
	                    
	printAnswer,
	withApplication,
} from '../context.js';
import { writeLines } from '../export-file.js';
import { renderFields } from '../terminal/table.js';
import { count, duration, number } from '../wording.js';

/** Adds `export`. */
export function addExportCommand(program         , context                )       {
	                                                       
	const { terminal } = context;
	const command = program
		.command('export')
		.summary('write every event to a file, for another broker')
		.description(
			'Writes every event to a file or to standard output, as it was submitted, with its state and submitter: JSON ' +
				'Lines, packed where the name ends in .gz. `link-broker events import` takes the file over into another broker, ' +
				'on whatever database. The broker may go on meanwhile; what it accepts after the beginning is not in the file.',
		)
		.argument('[file]', 'the file to write; standard output if none')
		.option('--with-accounts', 'add users, roles, and the hashes of passwords and tokens')
		.action((file                    , options         ) =>
			withApplication(context, async ({ broker }) => {
				const progress = terminal.progress('Exporting');
				const startedAt = context.now();
				const counts = await writeLines(file, { write: terminal.writeWaiting }, (write) =>
					broker.exportEvents(
						context.by,
						{
							withAccounts: options.withAccounts ?? false,
							onProgress: ({ done, total }) =>
								progress.show(done, total, `${number(done)} of ${count(total, 'event')}`),
						},
						write,
					),
				).finally(progress.end);
				const seconds = (context.now() - startedAt) / 1_000;
				const accounts = options.withAccounts
					? `, ${count(counts.users, 'user')}, ${count(counts.roles, 'role')} and ${count(counts.tokens, 'token')}`
					: '';
				const text = `Exported ${count(counts.events, 'event')}${accounts}, ${duration(seconds)}`;
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
export function addImportCommand(events         , context                )       {
	const command = events
		.command('import')
		.summary('take over what another broker exported')
		.description(
			'Takes over the events of a file that `link-broker export` wrote, in their order; a running `serve` or `worker` ' +
				'processes them. Events in Error stay in Error, and withdrawn ones withdrawn. What is here already is left as ' +
				'it is, so a file may be imported again. Accounts that the file holds are added where their emails are not ' +
				'taken. A submitter without an account gets one that is not active, without a password: what was said is taken ' +
				'back by who said it.',
		)
		.argument('<file>', 'the file, plain or packed, or - for standard input')
		.action(
			answeringInBackground(context, 'records', async ({ broker }, _, file        ) => {
				const progress = context.terminal.progress('Importing');
				const startedAt = context.now();
				const summary = await broker
					.importEvents(context.by, file, ({ done }) => progress.show(done, null, count(done, 'event')))
					.finally(progress.end);
				const seconds = (context.now() - startedAt) / 1_000;
				const { added, known, newSubmitters } = summary;
				const document = { added, known, new_submitters: newSubmitters, seconds };
				return { document, text: importText(summary, seconds) };
			}),
		);
	answersJson(command, 'DATABASE_URL=postgres://broker@db.example.org/links link-broker events import links.jsonl.gz');
}

function importText({ added, known, newSubmitters }               , seconds        )         {
	const fields = (['users', 'roles', 'tokens']         )
		.filter((kind) => added[kind] + known[kind] > 0)
		.map((kind)                   => [
			`  new ${kind}`,
			`${number(added[kind])} of ${number(added[kind] + known[kind])}`,
		]);
	if (known.events > 0) fields.unshift(['  events known before', number(known.events)]);
	if (newSubmitters > 0) fields.push(['  new accounts of submitters, not active', number(newSubmitters)]);
	return [
		`Imported ${count(added.events, 'event')}, ${duration(seconds)}`,
		...(fields.length > 0 ? [renderFields(fields)] : []),
	].join('\n');
}
