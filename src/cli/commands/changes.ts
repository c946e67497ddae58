// The command that prints the log of what counts.
import type { Command } from 'commander';
import { changeQuerySchema, readChangesQuery } from '../../broker/changes/change-query.ts';
import { BrokerError } from '../../errors.ts';
import { type AnswerOptions, answersJson, type CommandContext, withApplication } from '../context.ts';
import { addQuestion, type RawParameters } from '../question-options.ts';

type ChangeOptions = AnswerOptions & { follow?: true };

const entriesAtOnce = '1000';
const secondsAtOnce = '30';

/** Adds `changes`. */
export function addChangesCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('changes')
		.summary('print what came to count, and what ceased to')
		.description(
			'Prints the log of what counts as JSON Lines, as `GET /changes` answers it: the oldest entry first, each with ' +
				'its link as a Scholix object. At the end it tells the cursor with which --after goes on.',
		);
	const asking = {
		without: ['limit', 'wait', 'format'],
		words: { after: 'go on where an earlier run ended; `now` leaves out all that is there' },
	};
	addQuestion(command, changeQuerySchema, asking, (asked, options: ChangeOptions) =>
		printChanges(context, asked, options),
	);
	command.option('--follow', 'go on with what comes, until the command is stopped');
	answersJson(
		command,
		'link-broker changes > changes.jsonl',
		'link-broker changes --id 10.5281/zenodo.11020 --relation isCitedBy',
		'link-broker changes --after now --follow --provider Crossref',
	);
}

async function printChanges(
	context: CommandContext,
	asked: RawParameters,
	{ follow, json }: ChangeOptions,
): Promise<void> {
	if (json && follow) throw new BrokerError('bad-usage', '--json has an end, and --follow has none; leave one out.');
	// Loaded here: no other command is to wait for it.
	const { writeChange } = await import('../../formats/changes/write-changes.ts');
	const wait = follow ? { wait: secondsAtOnce } : {};
	let query = readChangesQuery({ limit: entriesAtOnce, ...wait, ...asked });
	const write = (text: string) => context.terminal.writeWaiting(text);
	await withApplication(context, async ({ broker }) => {
		let count = 0;
		if (json) await write('{"changes": [');
		for (;;) {
			const page = await broker.readChanges(query);
			for (const change of page.changes) {
				await write(json ? `${count++ === 0 ? '' : ','}\n${writeChange(change)}` : `${writeChange(change)}\n`);
			}
			query = { ...query, after: page.next };
			if (page.isEnd && !follow) break;
		}
		if (json) await write(`\n], "next": ${JSON.stringify(query.after)}}\n`);
		context.terminal.note(`Go on with --after ${query.after}`);
	});
}
