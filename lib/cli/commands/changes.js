// The command that prints the log of what counts; knows nothing of how it is kept.
import {               Option } from 'commander';
import { BrokerError } from '../../errors.js';
import { objectTypeNames } from '../../links/description.js';
import { searchRelations } from '../../links/relation.js';
import {                     answersJson,                      withApplication } from '../context.js';
import { inOptionNames } from '../option-names.js';

/** Lists the options that are parameters of `GET /changes`. */
const parameters = ['after', 'id', 'scheme', 'prefix', 'provider', 'relation', 'type']         ;

                                                                                                         

const entriesAtOnce = '1000';
const secondsAtOnce = '30';

/** Adds `changes`. */
export function addChangesCommand(program         , context                )       {
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
		.action((options               ) => printChanges(context, options).catch(inOptionNames()));
	answersJson(
		command,
		'link-broker changes > changes.jsonl',
		'link-broker changes --id 10.5281/zenodo.11020 --relation isCitedBy',
		'link-broker changes --after now --follow --provider Crossref',
	);
}

async function printChanges(context                , { follow, json, ...options }               )                {
	if (json && follow) throw new BrokerError('bad-usage', '--json has an end, and --follow has none; leave one out.');
	// Loaded here: no other command is to wait for it.
	const { readChangesQuery } = await import('../../broker/changes/change-query.js');
	const { writeChange } = await import('../../formats/changes/write-changes.js');
	const wait = follow ? { wait: secondsAtOnce } : {};
	let query = readChangesQuery({ limit: entriesAtOnce, ...wait, ...options });
	const write = (text        ) => context.terminal.writeWaiting(text);
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
