// What the commands of events and of loads share: one is found by an id, shown, and answered once it
// was changed.
import type { Command } from 'commander';
import { longestReason } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import {
	type AnswerOptions,
	answers,
	type CommandAnswer,
	type CommandBroker,
	type CommandContext,
} from '../../context.ts';
import { renderFields } from '../../terminal/table.ts';
import { type Field, readReason, shownFields } from './event-fields.ts';

/** Events, or loads: how one is named, found by an id, and written. */
export type Kept<View> = {
	name: 'event' | 'load';
	argument: readonly [name: string, description: string];
	find(broker: CommandBroker, id: string): Promise<View | undefined>;
	document(one: View): unknown;
	/** Lists what `show` prints; fields without a value are left out. */
	fields(one: View): readonly Field[];
};

/** A command that changes an event or a load; `text` is what it prints about that afterwards. */
type Change<View, Options> = {
	summary: string;
	description: string;
	/** The command with the id alone if absent. */
	examples?: readonly string[];
	change(broker: CommandBroker, one: View, options: Options): Promise<unknown>;
	text(now: View): string;
};

/** The id in examples. */
export const exampleId = '0199c3a1-7c1e-7d2f-9a51-0c1c8e2f4b7d';

/** The option with the reason of a withdrawal. */
export const reasonOption = ['--reason <text>', `the reason, up to ${longestReason} characters`, readReason] as const;

/** Finds an event or a load; fails with `not-found` for an unknown id. */
export async function existing<View>({ name, find }: Kept<View>, broker: CommandBroker, id: string): Promise<View> {
	const found = await find(broker, id);
	if (found) return found;
	throw new BrokerError('not-found', `Unknown ${name}: ${id}. \`link-broker ${name}s list\` shows the latest.`);
}

/** Adds the command that shows an event or a load. */
export function addShow<View>(parent: Command, context: CommandContext, kept: Kept<View>, description: string): void {
	const { name, argument } = kept;
	const show = parent
		.command('show')
		.summary(`show one ${name}`)
		.description(description)
		.argument(...argument);
	answers(show, context, [`link-broker ${name}s show ${exampleId}`], async ({ broker }, _, id: string) => {
		const one = await existing(kept, broker, id);
		return { document: kept.document(one), text: renderFields(shownFields(kept.fields(one))) };
	});
}

/** Completes a command that changes an event or a load and answers it as it is then. */
export function answersChange<View, Options extends AnswerOptions = AnswerOptions>(
	command: Command,
	context: CommandContext,
	kept: Kept<View>,
	{ summary, description, examples, change, text }: Change<View, Options>,
): void {
	const example = `link-broker ${kept.name}s ${command.name()} ${exampleId}`;
	command
		.summary(summary)
		.description(description)
		.argument(...kept.argument);
	answers(command, context, examples ?? [example], async ({ broker }, options: Options, asked: string) => {
		await change(broker, await existing(kept, broker, asked), options);
		return answerNow(kept, broker, asked, text);
	});
}

/** Answers an event or a load as it is now. */
export async function answerNow<View>(
	kept: Kept<View>,
	broker: CommandBroker,
	id: string,
	textOf: (now: View) => string,
): Promise<CommandAnswer> {
	const now = await existing(kept, broker, id);
	return { document: kept.document(now), text: textOf(now) };
}
