// The commands of `loads`: list and show what one act brought, and withdraw, restore and rerun a whole
// load.
import type { Command } from 'commander';
import { z } from 'zod';
import {
	type LoadView,
	loadDocument,
	longestReason,
	previewDocument,
	type WithdrawalPreview,
} from '../../../broker/event-view.ts';
import { limitParameter, loadListSchema } from '../../../broker/list-questions.ts';
import { readParametersBy } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { eventStates } from '../../../links/link-event.ts';
import { eventsIn, statusOfLoad } from '../../../links/load.ts';
import {
	type AnswerOptions,
	answer,
	answers,
	answersJson,
	type CommandBroker,
	type CommandContext,
	listed,
	type RowKind,
	withExamples,
} from '../../context.ts';
import { addQuestion } from '../../question-options.ts';
import { renderFields } from '../../terminal/table.ts';
import { count, number, shortTime } from '../../wording.ts';
import { countFields, readReason, shownFields, withdrawalFields } from './event-fields.ts';

/** The parameters of the list, with a limit that fits a screen. */
const listSchema = loadListSchema.extend({ limit: limitParameter(20), before: z.string().optional() });

const exampleId = '0199c3a1-7c1e-7d2f-9a51-0c1c8e2f4b7d';
const loadIdArgument = ['<load_id>', 'the id of the load, or of one of its events'] as const;

/** Adds `loads` with its commands. */
export function addLoadsCommands(program: Command, context: CommandContext): void {
	const loads = program
		.command('loads')
		.summary('show and withdraw loads')
		.description(
			'Shows, withdraws and restores loads. A load is what one act brought: the files and folders of one ' +
				'`events load`, one run of a harvest, or one submission. It has one or more events, and the id of the first.',
		);
	withExamples(loads, 'link-broker loads list', `link-broker loads show ${exampleId}`);
	addList(loads, context);
	addShow(loads, context);
	addWithdraw(loads, context);
	addRestore(loads, context);
	addRerun(loads, context);
}

function addList(loads: Command, context: CommandContext): void {
	const list = loads.command('list').summary('list loads, newest first').description('Lists loads, newest first.');
	const words = { before: '<load_id> continue after this load' };
	addQuestion(list, listSchema, { words }, (asked, options) => {
		const { kind, limit, before } = readParametersBy(listSchema, asked);
		return answer(context, options, async ({ broker }) => {
			const { sequence } = before === undefined ? {} : await existingLoad(broker, before);
			const found = await broker.listLoads({ limit, ...(kind && { kind }), ...(sequence && { before: sequence }) });
			return listed(context, loadRows, found);
		});
	});
	answersJson(list, 'link-broker loads list', 'link-broker loads list --kind files --limit 100 --json');
}

/** Finds a load by the id of one of its events; fails with `not-found` for an unknown id. */
export async function existingLoad(broker: CommandBroker, eventId: string): Promise<LoadView> {
	const load = await broker.findLoad(eventId);
	if (load) return load;
	throw new BrokerError('not-found', `Unknown load: ${eventId}. \`link-broker loads list\` shows the latest.`);
}

const loadRows: RowKind<LoadView> = {
	plural: 'loads',
	none: 'No loads found.',
	document: loadDocument,
	columns: [
		{ title: 'LOAD', whole: true, of: ({ loadId }) => loadId },
		{ title: 'KIND', whole: true, of: ({ kind }) => kind },
		{ title: 'STATUS', whole: true, of: (load) => `${statusOfLoad(load)}${load.isComplete ? '' : ', incomplete'}` },
		{ title: 'EVENTS', align: 'right', whole: true, of: ({ events }) => number(eventsIn(events)) },
		{ title: 'LINKS', align: 'right', whole: true, of: ({ links }) => number(links) },
		{ title: 'CREATED', whole: true, of: ({ createdAt }) => shortTime(createdAt) },
		{ title: 'NAME OR SUBMITTER', main: true, of: ({ name, submitter }) => name ?? submitter ?? '' },
	],
};

function addShow(loads: Command, context: CommandContext): void {
	const show = loads
		.command('show')
		.summary('show one load')
		.description(
			'Shows the state of a load and the sums of the counts of its events. `events list --load` lists these.',
		)
		.argument(...loadIdArgument);
	answers(show, context, [`link-broker loads show ${exampleId}`], async ({ broker }, _, loadId: string) => {
		const load = await existingLoad(broker, loadId);
		return { document: loadDocument(load), text: renderFields(loadFields(load)) };
	});
}

/** Lists the fields of a load that have a value. */
function loadFields(load: LoadView): [name: string, value: string][] {
	const { events } = load;
	const states = eventStates.filter((state) => events[state] > 0);
	return shownFields([
		['load', load.loadId],
		['kind', load.kind],
		['name', load.name],
		['status', statusOfLoad(load)],
		['complete', load.isComplete ? null : 'no: it is being loaded, or was interrupted'],
		['events', `${number(eventsIn(events))} (${states.map((state) => `${events[state]} ${state}`).join(', ')})`],
		['actions', load.actions.join(', ')],
		['submitter', load.submitter],
		['created', shortTime(load.createdAt)],
		['finished', shortTime(load.finishedAt)],
		...countFields(load),
		...withdrawalFields(load),
	]);
}

function addWithdraw(loads: Command, context: CommandContext): void {
	type Options = AnswerOptions & { reason?: string; dryRun?: true };
	const withdraw = loads
		.command('withdraw')
		.summary('withdraw a load')
		.description(
			'Withdraws all events of a load, the newest first: groups, links and answers become as if they had never been ' +
				'submitted. The events are kept in the state Withdrawn, with the reason. `link-broker loads restore` restores ' +
				'them. If this command is interrupted, a running `serve` or `worker` continues.',
		)
		.argument(...loadIdArgument)
		.option('--reason <text>', `the reason, up to ${longestReason} characters`, readReason)
		.option('--dry-run', 'show what would change, and change nothing');
	answers(
		withdraw,
		context,
		[
			`link-broker loads withdraw ${exampleId} --dry-run`,
			`link-broker loads withdraw ${exampleId} --reason "Wrong file"`,
		],
		async ({ broker }, options: Options, asked: string) => {
			const { sequence, loadId } = await existingLoad(broker, asked);
			if (options.dryRun) {
				const preview = await broker.previewLoadWithdrawal(loadId);
				return { document: previewDocument(preview), text: previewText(preview) };
			}
			const order = { sequence, loadId, userId: null, reason: options.reason ?? null };
			await broker.withdrawLoad(context.by, { ...order, forMilliseconds: Number.POSITIVE_INFINITY });
			const load = await existingLoad(broker, loadId);
			const left = load.events.Processing;
			const text = load.isWithdrawing
				? `Load ${loadId} is being withdrawn: ${count(left, 'event')} will be withdrawn by a server or worker after ` +
					'processing'
				: `Load ${loadId} is withdrawn`;
			return { document: loadDocument(load), text };
		},
	);
}

function previewText({ relationships, identifiers, splitGroups, changedWorks }: WithdrawalPreview): string {
	const parts = [
		`remove ${count(relationships, 'link')} between identifiers`,
		`leave ${count(identifiers, 'identifier')} unknown`,
		`add ${count(splitGroups, 'group')} by splits`,
	];
	return `Withdrawing the load would change ${count(changedWorks, 'work')}: ${parts.join(', ')}`;
}

function addRestore(loads: Command, context: CommandContext): void {
	const restore = loads
		.command('restore')
		.summary('restore a withdrawn load')
		.description(
			'Restores the events that were withdrawn with their load. A running `serve` or `worker` processes them again, at ' +
				'their original places in the order of acceptance. Events that were withdrawn one by one stay withdrawn, ' +
				'unless all of them were.',
		)
		.argument(...loadIdArgument);
	addAgain(restore, context, 'restoreLoad');
}

function addRerun(loads: Command, context: CommandContext): void {
	const rerun = loads
		.command('rerun')
		.summary('process a load again')
		.description(
			'Sets to New all events of a load that are neither withdrawn nor being processed; a running `serve` or `worker` ' +
				'processes them again. Processing an event twice changes nothing.',
		)
		.argument(...loadIdArgument);
	addAgain(rerun, context, 'rerunLoad');
}

/** Completes a command after which the events of a load are processed again. */
function addAgain(command: Command, context: CommandContext, how: 'restoreLoad' | 'rerunLoad'): void {
	const example = `link-broker loads ${command.name()} ${exampleId}`;
	answers(command, context, [example], async ({ broker }, _, asked: string) => {
		const { loadId, sequence } = await existingLoad(broker, asked);
		await broker[how](context.by, { loadId, sequence });
		const load = await existingLoad(broker, loadId);
		return { document: loadDocument(load), text: `Load ${loadId} will be processed again` };
	});
}
