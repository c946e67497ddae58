// The commands for events: look at events, run them again, and all others of `events`; know no
// processing.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { eventDocument, type ToldEvent } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import { type EventState, eventStates } from '../../../links/link-event.ts';
import { type AnswerOptions, answering, answersJson, type CommandContext, withExamples } from '../../context.ts';
import { eventFields, indexedWord } from '../../event-fields.ts';
import { renderFields } from '../../terminal/table.ts';
import { count, number, shortTime } from '../../wording.ts';
import { addImportCommand } from '../transfer.ts';
import { existingEvent } from './existing-event.ts';
import { addLoadCommand } from './load.ts';
import { addWithdrawCommands } from './withdraw.ts';

const maxListed = 1_000;

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
	addWithdrawCommands(events, context);
	addImportCommand(events, context);
}

function addList(events: Command, context: CommandContext): void {
	type Options = AnswerOptions & { state?: EventState; limit: number; before?: string };
	const list = events
		.command('list')
		.summary('list events, newest first')
		.description('Lists events, newest first.')
		.addOption(new Option('--state <state>', 'only events in this state').choices(eventStates).argParser(readState))
		.addOption(new Option('--limit <number>', `how many, at most ${maxListed}`).default(20).argParser(readLimit))
		.option('--before <event_id>', 'go on after this event')
		.action(
			answering(context, async ({ broker }, options: Options) => {
				const { state, limit } = options;
				const before = options.before && (await existingEvent(broker, options.before)).sequence;
				const found = await broker.listEvents({ limit, ...(state && { state }), ...(before && { before }) });
				return { document: { events: found.map(eventDocument) }, text: eventTable(context, found) };
			}),
		);
	answersJson(list, 'link-broker events list', 'link-broker events list --state Error --limit 100 --json');
}

function readState(text: string): EventState {
	const state = eventStates.find((name) => name.toLowerCase() === text.toLowerCase());
	if (state) return state;
	throw new InvalidArgumentError(`Allowed choices are ${eventStates.join(', ')}.`);
}

function readLimit(text: string): number {
	const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= maxListed) return limit;
	throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxListed}.`);
}

function eventTable({ terminal }: CommandContext, events: readonly ToldEvent[]): string {
	if (events.length === 0) return 'There are no such events.';
	return terminal.table(
		[
			{ title: 'EVENT', whole: true },
			{ title: 'ACTION', whole: true },
			{ title: 'STATE', whole: true },
			{ title: 'INDEXED', leaves: true },
			{ title: 'LINKS', align: 'right', whole: true },
			{ title: 'CREATED', whole: true },
			{ title: 'WHAT HAPPENED', leads: true },
		],
		events.map((event) => [
			event.eventId,
			event.action,
			event.state,
			indexedWord(event),
			number(event.links),
			shortTime(event.createdAt),
			event.error ?? event.withdrawn?.reason ?? '',
		]),
	);
}

function addShow(events: Command, context: CommandContext): void {
	const show = events
		.command('show')
		.summary('show one event')
		.description('Shows an event: its state, times, counts, and what happened.')
		.argument('<event_id>', 'the id that the submission answered')
		.action(
			answering(context, async ({ broker }, _, eventId: string) => {
				const event = await existingEvent(broker, eventId);
				return { document: eventDocument(event), text: renderFields(eventFields(event)) };
			}),
		);
	answersJson(show, 'link-broker events show 0199c3a1-7c1e-7d2f-9a51-0c1c8e2f4b7d');
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
		.option('--errors', 'all events in state Error')
		.action(
			answering(context, async ({ broker }, options: Options, eventIds: string[]) => {
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
			}),
		);
	answersJson(
		rerun,
		'link-broker events rerun --errors',
		'link-broker events rerun 0199c3a1-7c1e-7d2f-9a51-0c1c8e2f4b7d',
	);
}
