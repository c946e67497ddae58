// The commands for subscriptions: what users follow, and what they were sent.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { noSuchUser } from '../../accounts/user.ts';
import { changeFilterSchema } from '../../broker/changes/change-query.ts';
import { digestTimeShape } from '../../broker/following/digest-time.ts';
import {
	deliveryDocument,
	entryOfMessage,
	subscriptionDocument,
	subscriptionPaces,
} from '../../broker/following/subscription-documents.ts';
import type { Delivery, Owner, Subscription, SubscriptionChange } from '../../broker/following/subscriptions.ts';
import { BrokerError } from '../../errors.ts';
import { durationText } from '../../links/words.ts';
import {
	type AnswerOptions,
	type Application,
	answer,
	answers,
	answersJson,
	type CommandAnswer,
	type CommandContext,
	listed,
	type RowKind,
	withExamples,
} from '../context.ts';
import { identifiersOf } from '../identifier-file.ts';
import { addQuestion, numberListedBy } from '../question-options.ts';
import { count, shortTime, number as written } from '../wording.ts';

/** The command line acts for all accounts. */
const operator: Owner = { userId: 0, isAdmin: true };

/** Adds `subscriptions create`, `list`, `show` and what may be done with one. */
export function addSubscriptionCommands(program: Command, context: CommandContext): void {
	const subscriptions = program
		.command('subscriptions')
		.summary('manage what users follow')
		.description(
			'Manages subscriptions: what they select of the change log is sent to webhooks, email addresses or inboxes.',
		);
	withExamples(subscriptions, 'link-broker subscriptions list');
	addCreate(subscriptions, context);
	const list = subscriptions
		.command('list')
		.summary('list subscriptions')
		.description('Lists the subscriptions of all users, or of one.')
		.option('--user <email>', 'only those of this user');
	answers(
		list,
		context,
		['link-broker subscriptions list', 'link-broker subscriptions list --user ada@example.org'],
		async (application, { user }: AnswerOptions & { user?: string }) => {
			const owner = user === undefined ? operator : { userId: await userId(application, user), isAdmin: false };
			return listed(context, subscriptionRows(context.now()), await allOf(application, owner));
		},
	);
	addShow(subscriptions, context);
	for (const change of changes) addChange(subscriptions, context, change);
	addOrders(subscriptions, context);
}

function addCreate(subscriptions: Command, context: CommandContext): void {
	type Options = AnswerOptions & { user: string; pace?: (typeof subscriptionPaces)[number]; inbox?: true } & {
		[Name in 'at' | 'name' | 'since' | 'file' | 'receiverTokenFile']?: string;
	};
	const create = subscriptions
		.command('create')
		.summary('follow works')
		.description(
			'Sends what is selected of the change log to a webhook (https://…), to an email address, or with --inbox to ' +
				'an inbox for notifications (COAR Notify). Prints the secret that signs messages to a webhook, once. By ' +
				'default, only the first assertion of each link is sent.',
		)
		.argument('<address>', 'where changes are sent')
		.requiredOption('--user <email>', 'the email address of the user')
		.addOption(new Option('--pace <pace>', 'how often messages are sent').choices(subscriptionPaces))
		.option('--at <time>', 'when digests are sent, in UTC, such as 06:00 or monday 06:00', digestTime)
		.option('--name <name>', 'a name by which you recognise it')
		.option('--since <cursor>', 'begin at this cursor of `changes` (default: now)')
		.option('--inbox', 'announce links to this inbox, or to those that landing pages name (https://…/*)')
		.option('--receiver-token-file <file>', 'a file with the token that the inbox asks for')
		.option('--file <file>', 'a file with the identifiers of the works, one per line');
	addQuestion(create, changeFilterSchema, {}, (filter, options: Options) =>
		answer(context, options, async (application) => {
			const { user, pace, at, name, since, file, receiverTokenFile } = options;
			const address = create.args[0] as string;
			const token = receiverTokenFile === undefined ? undefined : await tokenIn(receiverTokenFile);
			const kindOf = () => (options.inbox ? 'coar-notify' : address.includes('://') ? 'webhook' : 'email');
			const { subscription, secret } = await application.subscriptions.create(
				{ by: context.by, now: context.now() },
				{ userId: await userId(application, user), isAdmin: true, email: user },
				{
					...{ kind: kindOf(), address, pace, at, name, since, token },
					filter: { ...filter, ...(file !== undefined && { ids: await namesIn(file) }) },
				},
			);
			const { number, state } = subscription;
			const text = [
				`Subscription ${number} to ${address}, ${state}`,
				...(secret === null ? [] : [`Secret: ${secret}`]),
				...(state === 'unconfirmed' ? ['An email asks the receiver to confirm it.'] : []),
			].join('\n');
			return { document: { ...subscriptionDocument(subscription, context.now()), secret }, text };
		}),
	);
	answersJson(
		create,
		'link-broker subscriptions create https://example.org/hook --user ada@example.org --id 10.5281/zenodo.11020',
		'link-broker subscriptions create https://example.org/hook --user ada@example.org --prefix 10.5281 --entries all',
		'link-broker subscriptions create https://example.org/inbox --inbox --user ada@example.org --prefix 10.5281',
	);
}

function digestTime(text: string): string {
	if (digestTimeShape.test(text)) return text;
	throw new InvalidArgumentError('It must be a full hour such as 06:00, or with a day: monday 06:00.');
}

async function namesIn(file: string): Promise<string[]> {
	const names: string[] = [];
	for await (const name of identifiersOf([file], undefined)) names.push(name);
	return names;
}

async function tokenIn(file: string): Promise<string> {
	const [token] = await namesIn(file);
	if (token !== undefined) return token;
	throw new BrokerError('bad-usage', `${file} has no token.`);
}

async function userId({ accounts }: Application, email: string): Promise<number> {
	const user = await accounts.findUser(email);
	if (user) return user.id;
	throw noSuchUser(email);
}

const pageSize = 1_000;

async function allOf({ subscriptions }: Application, owner: Owner): Promise<Subscription[]> {
	const all: Subscription[] = [];
	for (let size = pageSize; size === pageSize; ) {
		const after = all.at(-1)?.number;
		const page = await subscriptions.list(owner, { size: pageSize, all: true, ...(after !== undefined && { after }) });
		for (const one of page) all.push(one);
		size = page.length;
	}
	return all;
}

function addShow(subscriptions: Command, context: CommandContext): void {
	const show = withNumber(subscriptions.command('show'))
		.summary('show a subscription')
		.description('Shows a subscription with its last 100 messages, the newest first.');
	answers(
		show,
		context,
		['link-broker subscriptions show 7'],
		async (application, _: AnswerOptions, number: number) => {
			const { subscription, deliveries } = await application.subscriptions.show(operator, number);
			const messages = deliveries.map((one) => deliveryDocument(number, one));
			const rows = listed(context, messageRows(number), deliveries);
			const document = subscriptionDocument(subscription, context.now());
			return {
				document: { ...document, deliveries: messages },
				text: [...facts(document), '', rows.text].join('\n'),
			};
		},
	);
}

function facts(one: ReturnType<typeof subscriptionDocument>): string[] {
	const { state, lag, next, filter, pace, last_success, last_failure, failures } = one;
	const selected = Object.entries(filter).map(([name, value]) => `${name}=${value.replaceAll('\n', ', ')}`);
	return [
		`Subscription ${one.id} to ${one.address}: ${state}, ${pace}`,
		`Selects: ${selected.join(' ')}`,
		...(lag.changes === 0 ? [] : [`Lag: up to ${count(lag.changes, 'change')}, ${durationText(lag.seconds)}`]),
		...(next === null ? [] : [`Next: ${next}`]),
		...(last_success === null ? [] : [`Last success: ${last_success}`]),
		...(last_failure === null ? [] : [`Last failure: ${last_failure.time} ${last_failure.message}`]),
		...(failures === 0 ? [] : [`Failures since: ${failures}`]),
	];
}

type NamedChange = { name: string; summary: string; description: string; change: SubscriptionChange; done: string };

const changes: readonly NamedChange[] = [
	{
		...{ name: 'pause', summary: 'pause a subscription', done: 'Paused' },
		...{ description: 'Sends nothing until it is resumed; it keeps its place.', change: { paused: true } },
	},
	{
		...{ name: 'resume', summary: 'continue a paused or disabled subscription', done: 'Resumed' },
		description: 'Continues with what was not sent yet. `skip` leaves that out.',
		change: { paused: false },
	},
	{
		...{ name: 'skip', summary: 'leave out what was not sent', done: 'Skipped up to now:' },
		...{ description: 'Leaves out what was not sent yet, and continues with new changes.', change: { since: 'now' } },
	},
];

function addChange(
	subscriptions: Command,
	context: CommandContext,
	{ name, summary, description, change, done }: NamedChange,
): void {
	const command = withNumber(subscriptions.command(name)).summary(summary).description(description);
	answers(
		command,
		context,
		[`link-broker subscriptions ${name} 7`],
		async (application, _: AnswerOptions, number: number) => {
			const act = { by: context.by, now: context.now() };
			const changed = await application.subscriptions.change(act, operator, number, change);
			return { document: subscriptionDocument(changed, act.now), text: `${done} subscription ${number}` };
		},
	);
}

function addOrders(subscriptions: Command, context: CommandContext): void {
	const act = () => ({ by: context.by, now: context.now() });
	const order = (
		command: Command,
		example: string,
		work: (application: Application, number: number, message: string) => Promise<CommandAnswer>,
	) =>
		answers(command, context, [example], (application, _: AnswerOptions, number: number, message: string) =>
			work(application, number, message),
		);
	order(
		withNumber(subscriptions.command('test'))
			.summary('test a webhook')
			.description('Sends one message of the type subscription.test, and prints what came of it.'),
		'link-broker subscriptions test 7',
		async ({ subscriptions }, number) => {
			const { answered, milliseconds, excerpt } = await subscriptions.test(operator, number);
			if (!answered.isAccepted) context.markFailed();
			const words = answered.isAccepted ? `Accepted: it answered ${answered.status}.` : answered.message;
			const document = { accepted: answered.isAccepted, status: answered.status, excerpt, milliseconds };
			return { document, text: `${words} (${milliseconds} ms)${excerpt && `\n${excerpt}`}` };
		},
	);
	order(
		withNumber(subscriptions.command('resend'))
			.argument('<message>', 'the id that `subscriptions show` shows')
			.summary('send a message again')
			.description('Sends one of the last 100 messages again, with the same id.'),
		'link-broker subscriptions resend 7 msg_7_4711',
		async ({ subscriptions }, number, message) => {
			const sent = await subscriptions.resend(act(), operator, number, entryOfMessage(number, message));
			if (sent.failure !== null) context.markFailed();
			return {
				document: deliveryDocument(number, sent),
				text: sent.failure ?? `Accepted: it answered ${sent.status}.`,
			};
		},
	);
	order(
		withNumber(subscriptions.command('rotate'))
			.summary('replace the secret of a webhook')
			.description('Prints a new secret, once. For 24 hours, messages are signed with both.'),
		'link-broker subscriptions rotate 7',
		async ({ subscriptions }, number) => {
			const secret = await subscriptions.rotate(act(), operator, number);
			return { document: { secret }, text: secret };
		},
	);
	order(
		withNumber(subscriptions.command('delete'))
			.summary('end a subscription')
			.description('Removes a subscription with its messages.'),
		'link-broker subscriptions delete 7',
		async ({ subscriptions }, number) => {
			await subscriptions.remove(act(), operator, number);
			return { document: { removed: number }, text: `Removed subscription ${number}` };
		},
	);
}

function withNumber(command: Command): Command {
	const list = 'subscriptions list';
	return command.argument('<id>', `the number that \`${list}\` shows`, numberListedBy(list));
}

const subscriptionRows = (now: number): RowKind<Subscription> => ({
	plural: 'subscriptions',
	none: 'No subscriptions.',
	document: (one) => subscriptionDocument(one, now),
	columns: [
		{ title: 'ID', align: 'right', whole: true, of: ({ number }) => String(number) },
		{ title: 'ADDRESS', main: true, of: ({ task }) => task.address },
		{ title: 'STATE', whole: true, of: ({ state }) => state },
		{ title: 'PACE', whole: true, of: ({ task }) => task.pace },
		{ title: 'LAG', align: 'right', whole: true, of: ({ lag }) => written(lag.entries) },
		{ title: 'FAILURES', align: 'right', whole: true, of: ({ progress }) => String(progress.failures) },
		{ title: 'LAST SUCCESS', whole: true, optional: true, of: ({ progress }) => shortTime(progress.succeededAt) },
		{ title: 'NAME', optional: true, of: ({ task }) => task.name ?? '' },
	],
});

const messageRows = (number: number): RowKind<Delivery> => ({
	plural: 'deliveries',
	none: 'No messages yet.',
	document: (one) => deliveryDocument(number, one),
	columns: [
		{ title: 'MESSAGE', whole: true, of: (one) => deliveryDocument(number, one).message },
		{ title: 'ENTRIES', align: 'right', whole: true, of: ({ entries }) => written(entries) },
		{ title: 'TRIES', align: 'right', whole: true, of: ({ tries }) => String(tries) },
		{ title: 'TRIED', whole: true, of: ({ triedAt }) => shortTime(triedAt) },
		{ title: 'STATUS', align: 'right', whole: true, of: ({ status }) => String(status ?? '') },
		{ title: 'FAILURE', main: true, of: ({ failure }) => failure ?? '' },
	],
});
