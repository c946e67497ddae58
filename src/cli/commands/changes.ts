// The command that prints the log of what counts.
import { type Command, Option } from 'commander';
import { BrokerError } from '../../errors.ts';
import { objectTypeNames } from '../../links/description.ts';
import { searchRelations } from '../../links/relation.ts';
import { type AnswerOptions, answersJson, type CommandContext, withApplication } from '../context.ts';
import { inOptionNames } from '../option-names.ts';

/** Lists the options that are parameters of `GET /changes`. */
const parameters = ['after', 'id', 'scheme', 'prefix', 'provider', 'relation', 'type'] as const;

type ChangeOptions = { [K in (typeof parameters)[number]]?: string } & AnswerOptions & { follow?: true };

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
		)
		.option('--after <cursor>', 'go on where an earlier run ended; `now` leaves out all that is there')
		.option('--id <identifier>', 'only links of this work: of the identifier and of all that are one work with it now')
		.option('--scheme <scheme>', 'the scheme of the identifier, such as doi; detected if left out')
		.option('--prefix <prefix>', 'only links with a DOI of this prefix, such as 10.5281')
		.option('--provider <name>', 'only what this link provider said')
		.addOption(new Option('--relation <relation>', 'only this relation').choices(searchRelations))
		.addOption(new Option('--type <type>', 'only links with an object of this type').choices(objectTypeNames))
		.option('--follow', 'go on with what comes, until the command is stopped')
		.action((options: ChangeOptions) => printChanges(context, options).catch(inOptionNames()));
	answersJson(
		command,
		'link-broker changes > changes.jsonl',
		'link-broker changes --id 10.5281/zenodo.11020 --relation isCitedBy',
		'link-broker changes --after now --follow --provider Crossref',
	);
}

async function printChanges(context: CommandContext, { follow, json, ...options }: ChangeOptions): Promise<void> {
	if (json && follow) throw new BrokerError('bad-usage', '--json has an end, and --follow has none; leave one out.');
	// Loaded here: no other command is to wait for it.
	const { readChangesQuery } = await import('../../broker/changes/change-query.ts');
	const { writeChange } = await import('../../formats/changes/write-changes.ts');
	const wait = follow ? { wait: secondsAtOnce } : {};
	let query = readChangesQuery({ limit: entriesAtOnce, ...wait, ...options });
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
