// The commands of `loads`: list and show what one act brought, and withdraw, restore and rerun a whole
// load.
import type { Command } from 'commander';
import { z } from 'zod';
import { type LoadView, loadDocument, previewDocument, type WithdrawalPreview } from '../../../broker/event-view.ts';
import { limitParameter, loadListSchema } from '../../../broker/list-questions.ts';
import { readParametersBy } from '../../../broker/searching/parameters.ts';
import { eventStates } from '../../../links/link-event.ts';
import { eventsIn, statusOfLoad } from '../../../links/load.ts';
import {
	type AnswerOptions,
	answer,
	answers,
	answersJson,
	type CommandContext,
	listed,
	type RowKind,
	withExamples,
} from '../../context.ts';
import { addQuestion } from '../../question-options.ts';
import { count, number, shortTime } from '../../wording.ts';
import { countFields, type Field, withdrawalFields } from './event-fields.ts';
import { addShow, answerNow, answersChange, exampleId, existing, type Kept, reasonOption } from './kept.ts';

/** The parameters of the list, with a limit that fits a screen. */
const listSchema = loadListSchema.extend({ limit: limitParameter(20), before: z.string().optional() });

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
	addShow(
		loads,
		context,
		keptLoads,
		'Shows the state of a load and the sums of the counts of its events. `events list --load` lists these.',
	);
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
			const { sequence } = before === undefined ? {} : await existing(keptLoads, broker, before);
			const found = await broker.listLoads({ limit, ...(kind && { kind }), ...(sequence && { before: sequence }) });
			return listed(context, loadRows, found);
		});
	});
	answersJson(list, 'link-broker loads list', 'link-broker loads list --kind files --limit 100 --json');
}

/** Loads, each found by the id of one of its events. */
export const keptLoads: Kept<LoadView> = {
	name: 'load',
	argument: ['<load_id>', 'the id of the load, or of one of its events'],
	find: (broker, eventId) => broker.findLoad(eventId),
	document: loadDocument,
	fields: loadFields,
};

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

function loadFields(load: LoadView): Field[] {
	const { events } = load;
	const states = eventStates.filter((state) => events[state] > 0);
	return [
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
	];
}

function addWithdraw(loads: Command, context: CommandContext): void {
	type Options = AnswerOptions & { reason?: string; dryRun?: true };
	const withdraw = loads
		.command('withdraw')
		.summary('withdraw a load')
		.description(
			'Withdraws all events of a load, the newest first: groups, links and answers become as if they had never been ' +
				'submitted. The events are kept in the state Withdrawn, with the reason. `link-broker loads restore` ' +
				'restores them. If this command is interrupted, a running `serve` or `worker` continues.',
		)
		.argument(...keptLoads.argument)
		.option(...reasonOption)
		.option('--dry-run', 'show what would change, and change nothing');
	answers(
		withdraw,
		context,
		[
			`link-broker loads withdraw ${exampleId} --dry-run`,
			`link-broker loads withdraw ${exampleId} --reason "Wrong file"`,
		],
		async ({ broker }, options: Options, asked: string) => {
			const { sequence, loadId } = await existing(keptLoads, broker, asked);
			if (options.dryRun) {
				const preview = await broker.previewLoadWithdrawal(loadId);
				return { document: previewDocument(preview), text: previewText(preview) };
			}
			const order = { sequence, loadId, userId: null, reason: options.reason ?? null };
			await broker.withdrawLoad(context.by, { ...order, forMilliseconds: Number.POSITIVE_INFINITY });
			return answerNow(keptLoads, broker, loadId, withdrawnText);
		},
	);
}

function withdrawnText({ loadId, isWithdrawing, events }: LoadView): string {
	if (!isWithdrawing) return `Load ${loadId} is withdrawn`;
	const left = count(events.Processing, 'event');
	return `Load ${loadId} is being withdrawn: ${left} will be withdrawn by a server or worker after processing`;
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
	answersChange(loads.command('restore'), context, keptLoads, {
		summary: 'restore a withdrawn load',
		description:
			'Restores the events that were withdrawn with their load. A running `serve` or `worker` processes them again, ' +
			'at their original places in the order of acceptance. Events that were withdrawn one by one stay withdrawn, ' +
			'unless all of them were.',
		change: (broker, { loadId, sequence }) => broker.restoreLoad(context.by, { loadId, sequence }),
		text: againText,
	});
}

function addRerun(loads: Command, context: CommandContext): void {
	answersChange(loads.command('rerun'), context, keptLoads, {
		summary: 'process a load again',
		description:
			'Sets to New all events of a load that are neither withdrawn nor being processed; a running `serve` or ' +
			'`worker` processes them again. Processing an event twice changes nothing.',
		change: (broker, { loadId, sequence }) => broker.rerunLoad(context.by, { loadId, sequence }),
		text: againText,
	});
}

const againText = ({ loadId }: LoadView) => `Load ${loadId} will be processed again`;
