// The commands of `events`: list, show, rerun, withdraw and restore, and those that load and import.
import type { Command } from 'commander';
import { z } from 'zod';
import { type EventView, eventDocument } from '../../../broker/event-view.ts';
import { eventListSchema, limitParameter } from '../../../broker/list-questions.ts';
import { readParametersBy } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { eventStates, type LinkEvent } from '../../../links/link-event.ts';
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
import { count, number, shortTime, yesOrNo } from '../../wording.ts';
import { addImportCommand } from '../transfer.ts';
import { countFields, type Field, withdrawalFields } from './event-fields.ts';
import { addShow, answersChange, exampleId, existing, type Kept, reasonOption } from './kept.ts';
import { addLoadCommand } from './load.ts';
import { keptLoads } from './loads.ts';

/** The parameters of the list: a limit that fits a screen, and states in any letter case. */
const listSchema = eventListSchema.extend({
	state: z.preprocess(stateNamed, eventListSchema.shape.state).meta(eventListSchema.shape.state.meta() ?? {}),
	limit: limitParameter(20),
	load: z.string().optional(),
	before: z.string().optional(),
});

function stateNamed(text: unknown): unknown {
	return eventStates.find((name) => name.toLowerCase() === String(text).toLowerCase()) ?? text;
}

/** Adds `events` with its commands. */
export function addEventCommands(program: Command, context: CommandContext): void {
	const events = program
		.command('events')
		.summary('load links and manage events')
		.description('Loads links from files and manages events. An event is one submitted batch of links.');
	withExamples(events, 'link-broker events load links.json', 'link-broker events list --state Error');
	addLoadCommand(events, context);
	addList(events, context);
	addShow(events, context, keptEvents, 'Shows the state, times, counts and error of an event.');
	addRerun(events, context);
	addWithdraw(events, context);
	addRestore(events, context);
	addImportCommand(events, context);
}

function addList(events: Command, context: CommandContext): void {
	const list = events.command('list').summary('list events, newest first').description('Lists events, newest first.');
	const words = {
		load: '<load_id> only events of this load',
		before: '<event_id> continue after this event',
	};
	addQuestion(list, listSchema, { words }, (asked, options) => {
		const { state, load, limit, before } = readParametersBy(listSchema, asked);
		return answer(context, options, async ({ broker }) => {
			const { sequence } = before === undefined ? {} : await existing(keptEvents, broker, before);
			const found = await broker.listEvents({
				limit,
				...(state && { state }),
				...(load !== undefined && { load: (await existing(keptLoads, broker, load)).sequence }),
				...(sequence && { before: sequence }),
			});
			return listed(context, eventRows, found);
		});
	});
	answersJson(list, 'link-broker events list', 'link-broker events list --state Error --limit 100 --json');
}

const keptEvents: Kept<EventView> = {
	name: 'event',
	argument: ['<event_id>', 'the id that the submission returned'],
	find: (broker, eventId) => broker.findEvent(eventId),
	document: eventDocument,
	fields: eventFields,
};

const eventRows: RowKind<EventView> = {
	plural: 'events',
	none: 'No events found.',
	document: eventDocument,
	columns: [
		{ title: 'EVENT', whole: true, of: ({ eventId }) => eventId },
		{ title: 'ACTION', whole: true, of: ({ action }) => action },
		{ title: 'STATE', whole: true, of: ({ state }) => state },
		{ title: 'INDEXED', optional: true, of: indexedWord },
		{ title: 'LINKS', align: 'right', whole: true, of: ({ links }) => number(links) },
		{ title: 'CREATED', whole: true, of: ({ createdAt }) => shortTime(createdAt) },
		{ title: 'ERROR OR REASON', main: true, of: ({ error, withdrawn }) => error ?? withdrawn?.reason ?? '' },
	],
};

/** Writes whether an event is indexed: yes, not yet (no), or submitted without indexing (off). */
function indexedWord({ indexed }: LinkEvent): string {
	return indexed === null ? 'off' : yesOrNo(indexed);
}

function eventFields(event: EventView): Field[] {
	return [
		['event', event.eventId],
		['load', event.loadId === event.eventId ? null : event.loadId],
		['action', event.action === 'assert' ? null : event.action],
		['state', event.state],
		['indexed', indexedWord(event)],
		['submitter', event.submitter],
		['file', event.fileName],
		['sent from', event.sourceAddress],
		['created', shortTime(event.createdAt)],
		['started', shortTime(event.startedAt)],
		['finished', shortTime(event.finishedAt)],
		['next attempt', shortTime(event.dueAt)],
		['attempts', event.attempts],
		...countFields(event),
		['error', event.error],
		...withdrawalFields(event),
	];
}

function addRerun(events: Command, context: CommandContext): void {
	type Options = AnswerOptions & { errors?: true };
	const rerun = events
		.command('rerun')
		.summary('process events again')
		.description(
			'Sets events to New, and a running `serve` or `worker` processes them again. Processing an event twice changes ' +
				'nothing. Withdrawn events need `events restore`.',
		)
		.argument('[event_id...]', 'the ids of the events')
		.option('--errors', 'all events in state Error');
	answers(
		rerun,
		context,
		['link-broker events rerun --errors', `link-broker events rerun ${exampleId}`],
		async ({ broker }, options: Options, eventIds: string[]) => {
			if (eventIds.length > 0 === Boolean(options.errors)) {
				throw new BrokerError('bad-usage', 'Give either the ids of events or --errors.');
			}
			const asked = options.errors ? 'errors' : [...new Set(eventIds)];
			const rerun = await broker.rerunEvents(context.by, asked);
			if (asked !== 'errors' && rerun < asked.length) {
				context.terminal.note(
					`${count(asked.length - rerun, 'event')} skipped: unknown, withdrawn, or being processed. ` +
						'See `link-broker events show`.',
				);
				context.markFailed();
			}
			return { document: { rerun }, text: `${count(rerun, 'event')} will be processed again` };
		},
	);
}

function addWithdraw(events: Command, context: CommandContext): void {
	const example = `link-broker events withdraw ${exampleId}`;
	const withdraw = events.command('withdraw').option(...reasonOption);
	answersChange(withdraw, context, keptEvents, {
		summary: 'withdraw an event',
		description:
			'Withdraws an event: groups, links and answers become as if it had never been submitted. The event is kept in ' +
			'the state Withdrawn, with the reason. `link-broker events restore` restores it. An event cannot be withdrawn ' +
			'while it is being processed.',
		examples: [example, `${example} --reason "Wrong year"`],
		change: (broker, { eventId }, { reason }: AnswerOptions & { reason?: string }) =>
			broker.withdrawEvent(context.by, { eventId, userId: null, reason: reason ?? null }),
		text: ({ eventId }) => `Event ${eventId} is withdrawn`,
	});
}

function addRestore(events: Command, context: CommandContext): void {
	answersChange(events.command('restore'), context, keptEvents, {
		summary: 'restore a withdrawn event',
		description:
			'Restores a withdrawn event. A running `serve` or `worker` processes it again, at its original place in the ' +
			'order of acceptance.',
		change: (broker, { eventId }) => broker.restoreEvent(context.by, eventId),
		text: ({ eventId }) => `Event ${eventId} will be processed again`,
	});
}
