// The commands for the inbox of COAR Notify: who may send, and what was received.
import type { Command } from 'commander';
import { limitParameter, notificationListSchema } from '../../broker/list-questions.ts';
import type { ListedNotification, ShownSender } from '../../broker/notify/inbox.ts';
import { notificationDocument, receivedDocument, senderDocument } from '../../broker/notify/notify-documents.ts';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import {
	type AnswerOptions,
	answer,
	answers,
	answersJson,
	type CommandContext,
	listed,
	type RowKind,
	withExamples,
} from '../context.ts';
import { addQuestion, numberListedBy } from '../question-options.ts';
import { shortTime } from '../wording.ts';

/** The parameters of the list, with a limit that fits a screen. */
const listSchema = notificationListSchema.extend({ limit: limitParameter(20) });

/** The command line is of no account, and sees all notifications. */
const nobody = 0;

/** Adds `notify senders`, `list`, `show` and `replay`. */
export function addNotifyCommands(program: Command, context: CommandContext): void {
	const notify = program
		.command('notify')
		.summary('manage the inbox for notifications')
		.description('Manages the inbox of COAR Notify: who may send notifications, and what became of them.');
	withExamples(notify, 'link-broker notify list');
	addSenders(notify, context);
	addList(notify, context);
	addShow(notify, context);
	addReplay(notify, context);
}

type RuleOptions = AnswerOptions & { origin?: string[]; actor?: string[]; network?: string[] };

function addSenders(notify: Command, context: CommandContext): void {
	const senders = notify
		.command('senders')
		.summary('manage who may send')
		.description(
			'Manages senders: the origins, actors and networks that speak for an account. An account without senders may ' +
				'send any notification, with an access token of the scope notify. A sender with an origin and a network ' +
				'needs no token if INBOX is origins or both.',
		);
	withExamples(senders, 'link-broker notify senders list');
	const add = senders
		.command('add')
		.summary('register a sender')
		.description('Registers a sender for an account. An option that is left out allows any value.')
		.argument('<email>', 'the email address of the user whose links these are')
		.option(
			'--origin <address>',
			'the beginning of origin.id, such as https://repository.example (repeatable)',
			collect,
		)
		.option('--actor <id>', 'a value of actor.id (repeatable)', collect)
		.option('--network <network>', 'an IP address, or a network like 192.0.2.0/24 (repeatable)', collect);
	answers(
		add,
		context,
		[
			'link-broker notify senders add ada@example.org --origin https://repository.example --network 192.0.2.7',
			'link-broker notify senders add ada@example.org --actor https://repository.example/staff',
		],
		async ({ broker }, { origin = [], actor = [], network = [] }: RuleOptions, email: string) => {
			const rules = { origins: origin, actors: actor, networks: network };
			const sender = await broker.addNotifySender(context.by, { email, rules });
			return { document: senderDocument(sender), text: `Registered sender ${sender.number} for ${sender.email}` };
		},
	);
	const list = senders.command('list').summary('list senders').description('Lists all senders by number.');
	answers(list, context, ['link-broker notify senders list'], async ({ broker }) =>
		listed(context, senderRows, await broker.listNotifySenders()),
	);
	const remove = senders
		.command('remove')
		.summary('remove a sender')
		.description('Removes a sender. Its links stay.')
		.argument('<number>', 'the number that `notify senders list` shows', numberListedBy('notify senders list'));
	answers(
		remove,
		context,
		['link-broker notify senders remove 3'],
		async ({ broker }, _: AnswerOptions, number: number) => {
			await broker.removeNotifySender(context.by, number);
			return { document: { removed: number }, text: `Removed sender ${number}` };
		},
	);
}

/** Gathers the values of an option that is given several times. */
function collect(value: string, earlier: readonly string[] = []): string[] {
	return [...earlier, value];
}

function addList(notify: Command, context: CommandContext): void {
	const list = notify
		.command('list')
		.summary('list what was received')
		.description('Lists the notifications of all senders, newest first.');
	const words = { before: '<number> continue with notifications older than this one' };
	addQuestion(list, listSchema, { words }, (asked, options) => {
		const page = readParametersBy(listSchema, asked);
		return answer(context, options, async ({ broker }) =>
			listed(context, notificationRows, await broker.listNotifications(page)),
		);
	});
	answersJson(list, 'link-broker notify list', 'link-broker notify list --limit 100 --json');
}

function addShow(notify: Command, context: CommandContext): void {
	const show = withUuid(notify.command('show'))
		.summary('show a notification')
		.description('Shows a notification as it came, and what became of it.');
	answers(
		show,
		context,
		['link-broker notify show 6f1e6b7c-0d5c-4c0e-9b0a-2f1f4a6a2b11'],
		async ({ broker }, _: AnswerOptions, uuid: string) => {
			const document = notificationDocument(await broker.showNotification(nobody, true, uuid));
			return { document, text: JSON.stringify(document, null, 2) };
		},
	);
}

function addReplay(notify: Command, context: CommandContext): void {
	const replay = withUuid(notify.command('replay'))
		.summary('try a notification again')
		.description(
			'Tries again a notification that had no effect: what it undoes has come since, or this version reads more of ' +
				'it. Its links count as those of its sender.',
		);
	answers(
		replay,
		context,
		['link-broker notify replay 6f1e6b7c-0d5c-4c0e-9b0a-2f1f4a6a2b11'],
		async ({ broker }, _: AnswerOptions, uuid: string) => {
			const replayed = await broker.replayNotification(context.by, uuid);
			return { document: itemDocument(replayed), text: `${replayed.outcome}: ${resultOf(replayed)}` };
		},
	);
}

function withUuid(command: Command): Command {
	return command.argument('<uuid>', 'the id that `notify list` shows');
}

function itemDocument(notification: ListedNotification) {
	const { number, uuid, types } = notification;
	return { number, uuid, type: types, received: receivedDocument(notification) };
}

/** Returns the event that a notification became or withdrew, or why there is none. */
function resultOf({ eventId, note }: ListedNotification): string {
	return eventId ?? note ?? '';
}

const notificationRows: RowKind<ListedNotification> = {
	plural: 'notifications',
	none: 'No notifications found.',
	document: itemDocument,
	columns: [
		{ title: 'NUMBER', align: 'right', whole: true, of: ({ number }) => String(number) },
		{ title: 'UUID', whole: true, of: ({ uuid }) => uuid },
		{ title: 'RECEIVED', whole: true, of: ({ receivedAt }) => shortTime(receivedAt) },
		{ title: 'SENDER', of: ({ sender }) => sender },
		{ title: 'TYPE', of: ({ types }) => types.join(' ') },
		{ title: 'OUTCOME', whole: true, of: ({ outcome }) => outcome },
		{ title: 'EVENT', main: true, of: resultOf },
	],
};

const senderRows: RowKind<ShownSender> = {
	plural: 'senders',
	none: 'No senders.',
	document: senderDocument,
	columns: [
		{ title: 'NUMBER', align: 'right', whole: true, of: ({ number }) => String(number) },
		{ title: 'USER', of: ({ email }) => email ?? 'deleted' },
		{ title: 'ORIGINS', main: true, of: ({ rules }) => rules.origins.join(' ') },
		{ title: 'ACTORS', of: ({ rules }) => rules.actors.join(' ') },
		{ title: 'NETWORKS', of: ({ rules }) => rules.networks.join(' ') },
	],
};
