// The commands of `events`: look at events, have them processed again, withdraw and restore them, and
// those that load and import.
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { type EventView, eventDocument, longestReason, reasonProblem } from '../../../broker/event-view.ts';
import { eventListSchema, limitParameter } from '../../../broker/list-questions.ts';
import { readParametersBy } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { eventStates, type LinkEvent } from '../../../links/link-event.ts';
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
import { count, number, shortTime, yesOrNo } from '../../wording.ts';
import { addImportCommand } from '../transfer.ts';
import { addLoadCommand } from './load.ts';
import { unknownRelations } from './load-preview.ts';

/** The question for a list as the command line asks it: what fits a screen, states in any letter case. */
const listSchema = eventListSchema.extend({
	state: z.preprocess(stateNamed, eventListSchema.shape.state).meta(eventListSchema.shape.state.meta() ?? {}),
	limit: limitParameter(20),
	before: z.string().optional(),
});

function stateNamed(text: unknown): unknown {
	return eventStates.find((name) => name.toLowerCase() === String(text).toLowerCase()) ?? text;
}

const exampleId = '0199c3a1-7c1e-7d2f-9a51-0c1c8e2f4b7d';

/** Adds `events` with its commands. */
export function addEventCommands(program: Command, context: CommandContext): void {
	const events = program
		.command('events')
		.summary('load links and look after events')
		.description('Loads links from files and looks after events (submitted batches of links).');
	withExamples(events, 'link-broker events load links.json', 'link-broker events list --state Error');
	addLoadCommand(events, context);
	addList(events, context);
	addShow(events, context);
	addRerun(events, context);
	addWithdraw(events, context);
	addRestore(events, context);
	addImportCommand(events, context);
}

function addList(events: Command, context: CommandContext): void {
	const list = events.command('list').summary('list events, newest first').description('Lists events, newest first.');
	addQuestion(list, listSchema, { words: { before: '<event_id> go on after this event' } }, (asked, options) => {
		const { state, limit, before } = readParametersBy(listSchema, asked);
		return answer(context, options, async ({ broker }) => {
			const { sequence } = before === undefined ? {} : await existingEvent(broker, before);
			const found = await broker.listEvents({ limit, ...(state && { state }), ...(sequence && { before: sequence }) });
			return listed(context, eventRows, found);
		});
	});
	answersJson(list, 'link-broker events list', 'link-broker events list --state Error --limit 100 --json');
}

/** Finds an event by its id; fails with `not-found` where there is none. */
async function existingEvent(broker: CommandBroker, eventId: string): Promise<EventView> {
	const event = await broker.findEvent(eventId);
	if (event) return event;
	throw new BrokerError('not-found', `There is no event ${eventId}. \`link-broker events list\` shows the latest.`);
}

const eventRows: RowKind<EventView> = {
	plural: 'events',
	none: 'There are no such events.',
	document: eventDocument,
	columns: [
		{ title: 'EVENT', whole: true, of: ({ eventId }) => eventId },
		{ title: 'ACTION', whole: true, of: ({ action }) => action },
		{ title: 'STATE', whole: true, of: ({ state }) => state },
		{ title: 'INDEXED', leaves: true, of: indexedWord },
		{ title: 'LINKS', align: 'right', whole: true, of: ({ links }) => number(links) },
		{ title: 'CREATED', whole: true, of: ({ createdAt }) => shortTime(createdAt) },
		{ title: 'WHAT HAPPENED', leads: true, of: ({ error, withdrawn }) => error ?? withdrawn?.reason ?? '' },
	],
};

/** Writes whether all of an event can be found: yes, not yet (no), or never asked for (off). */
function indexedWord({ indexed }: LinkEvent): string {
	return indexed === null ? 'off' : yesOrNo(indexed);
}

function addShow(events: Command, context: CommandContext): void {
	const show = events
		.command('show')
		.summary('show one event')
		.description('Shows an event: its state, times, counts, and what happened.')
		.argument('<event_id>', 'the id that the submission answered');
	answers(show, context, [`link-broker events show ${exampleId}`], async ({ broker }, _, eventId: string) => {
		const event = await existingEvent(broker, eventId);
		return { document: eventDocument(event), text: renderFields(eventFields(event)) };
	});
}

/** Lists an event's fields, without those that say nothing. */
function eventFields(event: EventView): [name: string, value: string][] {
	const { counts, withdrawn } = event;
	const fields: [string, string | number | null | undefined][] = [
		['event', event.eventId],
		['action', event.action === 'assert' ? null : event.action],
		['state', event.state],
		['indexed', indexedWord(event)],
		['submitter', event.submitter],
		['file', event.fileName],
		['sent from', event.sourceAddress],
		['created', shortTime(event.createdAt)],
		['started', shortTime(event.startedAt)],
		['finished', shortTime(event.finishedAt)],
		['next try', shortTime(event.dueAt)],
		['tries', event.attempts],
		['links', event.links],
		['refused links', event.refused || null],
		['ignored links', counts?.ignored],
		['identifiers of what holds a work', counts?.containers || null],
		['unknown relations', counts && unknownRelations(counts)],
		['new relationships', counts?.newRelationships],
		['new identifiers', counts?.newIdentifiers],
		['merged groups', counts?.mergedGroups],
		['assertions taken back', counts?.withdrawn || null],
		['links that nobody had said', counts?.nothingToWithdraw || null],
		['links of others', counts?.notYours || null],
		['groups split', counts?.splitGroups || null],
		['what happened', event.error],
		['withdrawn', withdrawn && shortTime(withdrawn.at)],
		['withdrawn by', withdrawn && (event.withdrawnBy ?? 'the command line')],
		['reason', withdrawn?.reason],
	];
	return fields.flatMap(([name, value]) =>
		value === null || value === undefined || value === '' ? [] : [[name, String(value)] as [string, string]],
	);
}

function addRerun(events: Command, context: CommandContext): void {
	type Options = AnswerOptions & { errors?: true };
	const rerun = events
		.command('rerun')
		.summary('have events processed again')
		.description(
			'Has events processed again by a running `serve` or `worker`. Processing again what was done changes nothing. ' +
				'An event that is withdrawn is restored instead.',
		)
		.argument('[event_id...]', 'the events')
		.option('--errors', 'all events in state Error');
	answers(
		rerun,
		context,
		['link-broker events rerun --errors', `link-broker events rerun ${exampleId}`],
		async ({ broker }, options: Options, eventIds: string[]) => {
			if (eventIds.length > 0 === Boolean(options.errors)) {
				throw new BrokerError('bad-usage', 'Say which events: either their ids or --errors.');
			}
			const asked = options.errors ? 'errors' : [...new Set(eventIds)];
			const rerun = await broker.rerunEvents(context.by, asked);
			if (asked !== 'errors' && rerun < asked.length) {
				context.terminal.note(
					`${count(asked.length - rerun, 'event')} left alone: unknown, withdrawn, or being processed right now. ` +
						'`link-broker events show` tells.',
				);
				context.markFailed();
			}
			return { document: { rerun }, text: `${count(rerun, 'event')} will be processed again` };
		},
	);
}

function addWithdraw(events: Command, context: CommandContext): void {
	type Options = AnswerOptions & { reason?: string };
	const withdraw = events
		.command('withdraw')
		.summary('take back all that an event said')
		.description(
			'Withdraws an event: everything is then as if it had never been submitted, and searches answer so. It stays on ' +
				'record in the state Withdrawn, with the reason; `link-broker events restore` brings it back. An event that is ' +
				'being processed cannot be withdrawn.',
		)
		.argument('<event_id>', 'the event')
		.option('--reason <text>', `why, in at most ${longestReason} characters`, readReason);
	answers(
		withdraw,
		context,
		[
			`link-broker events withdraw ${exampleId}`,
			`link-broker events withdraw ${exampleId} --reason "The feed was of the year before"`,
		],
		async ({ broker }, options: Options, asked: string) => {
			const { eventId } = await existingEvent(broker, asked);
			await broker.withdrawEvent(context.by, { eventId, userId: null, reason: options.reason ?? null });
			const event = await existingEvent(broker, eventId);
			return { document: eventDocument(event), text: `Event ${eventId} is withdrawn` };
		},
	);
}

function readReason(text: string): string {
	const problem = reasonProblem(text);
	if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
	return text.trim();
}

function addRestore(events: Command, context: CommandContext): void {
	const restore = events
		.command('restore')
		.summary('bring a withdrawn event back')
		.description(
			'Restores an event that is withdrawn: a running `serve` or `worker` processes it again, at its old place in the ' +
				'order in which events were accepted.',
		)
		.argument('<event_id>', 'the event');
	answers(restore, context, [`link-broker events restore ${exampleId}`], async ({ broker }, _, asked: string) => {
		const { eventId } = await existingEvent(broker, asked);
		await broker.restoreEvent(context.by, eventId);
		const event = await existingEvent(broker, eventId);
		return { document: eventDocument(event), text: `Event ${eventId} will be processed again` };
	});
}
