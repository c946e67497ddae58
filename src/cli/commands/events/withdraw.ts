// The commands that take a whole event back and bring it back: events withdraw, events restore.
import { type Command, InvalidArgumentError } from 'commander';
import { eventDocument, longestReason, reasonProblem } from '../../../broker/event-view.ts';
import { type AnswerOptions, answering, answersJson, type CommandContext } from '../../context.ts';
import { existingEvent } from './existing-event.ts';

const exampleId = '0199c3a1-7c1e-7d2f-9a51-0c1c8e2f4b7d';

/** Adds `events withdraw` and `events restore`. */
export function addWithdrawCommands(events: Command, context: CommandContext): void {
	addWithdraw(events, context);
	addRestore(events, context);
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
		.option('--reason <text>', `why, in at most ${longestReason} characters`, readReason)
		.action(
			answering(context, async ({ broker }, options: Options, asked: string) => {
				const { eventId } = await existingEvent(broker, asked);
				await broker.withdrawEvent(context.by, { eventId, userId: null, reason: options.reason ?? null });
				const event = await existingEvent(broker, eventId);
				return { document: eventDocument(event), text: `Event ${eventId} is withdrawn` };
			}),
		);
	answersJson(
		withdraw,
		`link-broker events withdraw ${exampleId}`,
		`link-broker events withdraw ${exampleId} --reason "The feed was of the year before"`,
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
		.argument('<event_id>', 'the event')
		.action(
			answering(context, async ({ broker }, _, asked: string) => {
				const { eventId } = await existingEvent(broker, asked);
				await broker.restoreEvent(context.by, eventId);
				const event = await existingEvent(broker, eventId);
				return { document: eventDocument(event), text: `Event ${eventId} will be processed again` };
			}),
		);
	answersJson(restore, `link-broker events restore ${exampleId}`);
}
