// The command that prints the change log.
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
		.summary('print the change log')
		.description(
			'Prints the change log as JSON Lines, like `GET /changes`: the oldest entry first, each with its link as a ' +
				'Scholix object. At the end, the cursor for --after is printed to standard error.',
		);
	const asking = {
		without: ['limit', 'wait', 'format'],
		words: { after: 'continue after this cursor; `now` skips all existing entries' },
	};
	addQuestion(command, changeQuerySchema, asking, (asked, options: ChangeOptions) =>
		printChanges(context, asked, options),
	);
	command.option('--follow', 'wait for new entries until the command is stopped');
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
	if (json && follow)
		throw new BrokerError('bad-usage', '--json and --follow cannot be combined: a followed log has no end.');
	// Imported late: other commands start faster without it.
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
		context.terminal.note(`Continue with --after ${query.after}`);
	});
}
