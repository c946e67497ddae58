// The commands that harvest other services, and list and control harvests.
import { type Command, InvalidArgumentError } from 'commander';
import {
	conditionOf,
	type Harvest,
	type HarvestOrder,
	type HarvestResult,
	type HarvestRun,
	harvestDocument,
} from '../../broker/harvests.ts';
import { BrokerError } from '../../errors.ts';
import { type FilterName, filterNames, type HarvestService } from '../../harvest/service.ts';
import { harvestServices, readAddress } from '../../harvest/services.ts';
import { isoTime, readDateInstant } from '../../links/link-date.ts';
import { durationText } from '../../links/words.ts';
import { parseInterval } from '../../settings/readers.ts';
import { type AnswerOptions, answers, type CommandBroker, type CommandContext, withExamples } from '../context.ts';
import { numberListedBy } from '../question-options.ts';
import { renderFields, renderRows } from '../terminal/table.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number, shortTime } from '../wording.ts';
import { fileLines } from './events/load-preview.ts';

type HarvestFlags = AnswerOptions &
	Partial<Record<FilterName, string>> & {
		from?: number;
		every?: number;
		provider?: string;
		address?: string;
		restart?: true;
		dryRun?: true;
	};

/** Adds `harvest` with a command for each service, and `list`, `start`, `pause` and `remove`. */
export function addHarvestCommands(program: Command, context: CommandContext): void {
	const harvest = program
		.command('harvest')
		.summary('harvest links from other services')
		.description(
			'Reads the records of a service, page by page and within its rate limits, and stores their links. An ' +
				'interrupted run continues where it stopped. The next run reads what has changed since the last complete ' +
				'run began.',
		);
	withExamples(harvest, 'link-broker harvest datacite --prefix 10.5281', 'link-broker harvest list');
	for (const service of harvestServices) addServiceCommand(harvest, service, context);
	addListCommand(harvest, context);
	addOrder(harvest, context, 'start', 'run a harvest now', 'Runs a harvest now, in a server or worker.');
	addOrder(harvest, context, 'pause', 'pause a harvest', 'Pauses the scheduled runs of a harvest.');
	addOrder(harvest, context, 'remove', 'remove a harvest', 'Removes a harvest and keeps its links.');
}

function addServiceCommand(harvest: Command, service: HarvestService, context: CommandContext): void {
	const changes = service.changes === null ? 'Each run reads everything' : `Finds changes by ${service.changes}`;
	const title = service.address === null ? `${service.title} (needs --address)` : service.title;
	const command = harvest.command(service.name).summary(title).description(`Harvests ${title}. ${changes}.`);
	for (const name of filterNames) {
		const filter = service.filters[name];
		if (filter !== undefined) command.option(`--${name} <text>`, `${filter.meaning}: ${filter.example}`);
	}
	command
		.option('--from <date>', 'start over with changes since this day (default: with everything)', readFrom)
		.option('--every <time>', 'schedule runs in a server or worker: 30m, 6h, 7d', readInterval)
		.option('--provider <name>', 'the provider of links without one')
		.option(
			'--address <address>',
			service.address === null ? 'the address of the service' : `the address (default: ${service.address})`,
			readAddressOption,
		)
		.option('--restart', 'start over instead of continuing the last run')
		.option('--dry-run', 'show what the first page holds; store nothing');
	answers(
		command,
		context,
		[`link-broker harvest ${service.name} ${service.example}`],
		(application, options: HarvestFlags) => act(service, options, context, application.broker),
	);
}

async function act(service: HarvestService, options: HarvestFlags, context: CommandContext, broker: CommandBroker) {
	const filters = Object.fromEntries(filterNames.flatMap((name) => (options[name] ? [[name, options[name]]] : [])));
	const { address = null, provider = null, from, restart, every } = options;
	const task = { service: service.name, filters, address, provider };
	const begin = { ...(from !== undefined && { from }), ...(restart && { restart }) };
	if (every !== undefined) {
		if (options.dryRun) throw new BrokerError('bad-usage', '--dry-run and --every cannot be combined.');
		const kept = await broker.scheduleHarvest(context.by, task, { ...begin, everySeconds: every });
		return { document: harvestDocument(kept, context.now()), text: scheduledText(kept) };
	}
	const { signal, end } = context.interruption();
	const progress = context.terminal.progress(options.dryRun ? 'Asking' : 'Harvesting');
	const listener = {
		signal,
		onProgress: (run: HarvestRun) => progress.show(run.records, run.total, progressText(run)),
		onWait: (words: string) => {
			progress.end();
			context.terminal.note(printable(words));
		},
	};
	signal.addEventListener('abort', () => {
		progress.end();
		context.terminal.note('Stopping after the current page. Press Ctrl-C again to stop at once.');
	});
	const ending = () => {
		progress.end();
		end();
	};
	if (options.dryRun) {
		const { address, total, page } = await broker.previewHarvest(task, { ...begin, ...listener }).finally(ending);
		const such = total === null ? [] : [`The service has ${count(total, 'such record')}.`];
		const held = page ? fileLines(page.translation) : ['Nothing to harvest.'];
		const document = { address, total, page: page?.translation };
		return { document, text: [`Requested ${address}`, ...such, ...held].join('\n') };
	}
	const ended = await broker.harvest(context.by, task, { ...begin, ...listener }).finally(ending);
	markOutcome(ended, context);
	return { document: harvestDocument(ended, context.now()), text: resultText(ended) };
}

function progressText({ pages, links }: HarvestRun): string {
	return `${count(pages, 'page')}, ${count(links, 'link')} stored`;
}

function markOutcome({ state: { last } }: Harvest, context: CommandContext): void {
	if (last?.outcome === 'stopped') context.markInterrupted();
	else if (last?.outcome !== 'complete') context.markFailed();
}

const outcomeWords: Readonly<Record<HarvestResult['outcome'], string>> = {
	complete: 'Harvested',
	failed: 'Failed after',
	stopped: 'Stopped after',
	waiting: 'Not complete after',
};

function resultText({ name, state: { last } }: Harvest): string {
	if (last === null) return '';
	const duration = durationText((last.endedAt - last.beganAt) / 1_000);
	const lines = [
		`${outcomeWords[last.outcome]} ${count(last.records, 'record')} in ${count(last.pages, 'page')}, ${duration}`,
		renderFields([
			['  links stored', number(last.links)],
			['  links refused', number(last.refused)],
			['  events', number(last.events)],
		]),
		...last.notes.map(printable),
	];
	if (last.problem !== null) lines.push(printable(last.problem));
	if (last.outcome !== 'complete')
		lines.push('Continue with the same command:', `  link-broker harvest ${printable(name)}`);
	return lines.join('\n');
}

function scheduledText({ number: own, name, everySeconds }: Harvest): string {
	const every = intervalText(everySeconds ?? 0);
	return [
		printable(`Harvest ${own} (${name}) is due now, and then every ${every}.`),
		'A server or a worker runs it; see `link-broker harvest list`.',
	].join('\n');
}

function addListCommand(harvest: Command, context: CommandContext): void {
	const command = harvest
		.command('list')
		.summary('list harvests')
		.description('Lists all harvests with state, last run and next run.');
	answers<[]>(command, context, ['link-broker harvest list'], async ({ broker }) => {
		const all = await broker.listHarvests();
		const now = context.now();
		return {
			document: { harvests: all.map((one) => harvestDocument(one, now)) },
			text: listText(all, now, context),
		};
	});
}

function listText(all: readonly Harvest[], now: number, { terminal }: CommandContext): string {
	if (all.length === 0) return 'No harvests.';
	const table = renderRows(
		[
			{ title: 'NUMBER', align: 'right', whole: true, of: (one) => String(one.number) },
			{ title: 'HARVEST', main: true, of: ({ name }) => name },
			{ title: 'STATE', whole: true, of: (one) => conditionOf(one, now) },
			{
				...{ title: 'EVERY', whole: true, optional: true },
				of: ({ everySeconds }) => (everySeconds === null ? '' : intervalText(everySeconds)),
			},
			{ title: 'NEXT RUN', whole: true, of: ({ nextAt }) => shortTime(nextAt) },
			{ title: 'LAST COMPLETE', whole: true, of: ({ state }) => shortTime(state.succeededAt) },
			{
				title: 'RECORDS',
				align: 'right',
				whole: true,
				optional: true,
				of: ({ state }) => number(state.totals.records),
			},
			{ title: 'LINKS', align: 'right', whole: true, of: ({ state }) => number(state.totals.links) },
		],
		all,
		terminal.width,
	);
	const problems = all.flatMap((one) => {
		const { last } = one.state;
		const remarks = [...(last?.problem ? [last.problem] : []), ...(last?.notes ?? [])];
		return remarks.map((problem) => printable(`${one.number} (${isoTime(last?.endedAt ?? null)}): ${problem}`));
	});
	return [table, ...(problems.length > 0 ? ['', ...problems] : [])].join('\n');
}

function addOrder(
	harvest: Command,
	context: CommandContext,
	name: HarvestOrder,
	summary: string,
	description: string,
): void {
	const done = {
		start: 'is due now; a server or a worker runs it.',
		pause: 'is paused.',
		remove: 'is removed. Its links remain.',
	};
	const command = harvest
		.command(name)
		.summary(summary)
		.description(description)
		.argument('<number>', 'the number in `harvest list`', numberListedBy('harvest list'));
	answers(
		command,
		context,
		[`link-broker harvest ${name} 3`],
		async ({ broker }, _options: AnswerOptions, which: number) => {
			await broker.orderHarvest(context.by, which, name);
			return { document: { number: which }, text: `Harvest ${which} ${done[name]}` };
		},
	);
}

const units: readonly (readonly [letter: string, seconds: number])[] = [
	['d', 86_400],
	['h', 3_600],
	['m', 60],
];

/** Reads `30m`, `6h` or `7d`: seconds. */
function readInterval(text: string): number {
	const seconds = parseInterval(text.trim());
	if (seconds !== undefined) return seconds;
	throw new InvalidArgumentError('It must be minutes, hours or days: 30m, 6h, 7d.');
}

function intervalText(seconds: number): string {
	const [letter, unit] = units.find(([, one]) => seconds % one === 0) ?? ['s', 1];
	return `${seconds / unit}${letter}`;
}

function readFrom(text: string): number {
	const begin = readDateInstant(text.trim());
	if (begin === undefined) throw new InvalidArgumentError('It must be a date: YYYY, YYYY-MM or YYYY-MM-DD.');
	return begin * 1_000;
}

/** Reads the address of a service, as an option. */
export function readAddressOption(text: string): string {
	try {
		return readAddress(text);
	} catch (error) {
		throw error instanceof BrokerError ? new InvalidArgumentError(error.message) : error;
	}
}
