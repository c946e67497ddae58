// The commands that harvest other services, and tell how harvests are.
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
import { harvestServices } from '../../harvest/services.ts';
import { isoTime, readDateInstant } from '../../links/link-date.ts';
import { durationText } from '../../links/words.ts';
import { type AnswerOptions, answers, type CommandBroker, type CommandContext, withExamples } from '../context.ts';
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

/** Adds `harvest` with a command for each service, and those that tell and order. */
export function addHarvestCommands(program: Command, context: CommandContext): void {
	const harvest = program
		.command('harvest')
		.summary('take links from other services, and keep up with them')
		.description(
			'Asks a service for its records, page by page and no quicker than it wants, and stores their links. What was ' +
				'read is kept: a run that was ended goes on where it stopped, and the next run takes what changed since ' +
				'the last complete one began.',
		);
	withExamples(harvest, 'link-broker harvest datacite --prefix 10.5281', 'link-broker harvest list');
	for (const service of harvestServices) addServiceCommand(harvest, service, context);
	addListCommand(harvest, context);
	addOrder(harvest, context, 'start', 'have a worker run a harvest now');
	addOrder(harvest, context, 'pause', 'keep workers from running a harvest');
	addOrder(harvest, context, 'remove', 'forget a harvest; the links that it brought stay');
}

function addServiceCommand(harvest: Command, service: HarvestService, context: CommandContext): void {
	const changes = service.changes ?? 'none is told; each run takes everything';
	const command = harvest
		.command(service.name)
		.summary(service.title)
		.description(`Harvests ${service.title}. What counts as a change: ${changes}.`);
	for (const name of filterNames) {
		const meaning = service.filters[name];
		if (meaning !== undefined) command.option(`--${name} <text>`, meaning);
	}
	command
		.option('--from <date>', 'begin anew with what changed on this day or later (default: with everything)', readFrom)
		.option('--every <time>', 'have a server or worker run it now and then so often: 30m, 6h, 7d', readInterval)
		.option('--provider <name>', 'who says the links for which the service names nobody')
		.option(
			'--address <address>',
			service.address === null ? 'the web address of the repository' : `another address than ${service.address}`,
			readAddress,
		)
		.option('--restart', 'begin anew, and not where the last run stopped')
		.option('--dry-run', 'ask for the first page, tell what would be read, and store nothing');
	answers(
		command,
		context,
		[`link-broker harvest ${service.name} ${exampleOf(service)}`],
		(application, options: HarvestFlags) => act(service, options, context, application.broker),
	);
}

async function act(service: HarvestService, options: HarvestFlags, context: CommandContext, broker: CommandBroker) {
	const filters = Object.fromEntries(filterNames.flatMap((name) => (options[name] ? [[name, options[name]]] : [])));
	const { address = null, provider = null, from, restart, every } = options;
	const task = { service: service.name, filters, address, provider };
	const begin = { ...(from !== undefined && { from }), ...(restart && { restart }) };
	if (every !== undefined) {
		if (options.dryRun) throw new BrokerError('bad-usage', '--dry-run tells what one run reads; leave --every out.');
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
		context.terminal.note('Stopping after the page under way; once more ends at once.');
	});
	const ending = () => {
		progress.end();
		end();
	};
	if (options.dryRun) {
		const preview = await broker.previewHarvest(task, { ...begin, ...listener }).finally(ending);
		const total = preview.total === null ? [] : [`The service has ${count(preview.total, 'record')} of these.`];
		const page = preview.page ? fileLines(preview.page) : ['There is nothing to ask for.'];
		return { document: preview, text: [`Asked for ${preview.address}`, ...total, ...page].join('\n') };
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
	waiting: 'Not at its end after',
};

function resultText({ name, state: { last } }: Harvest): string {
	if (last === null) return '';
	const seconds = (last.endedAt - last.beganAt) / 1_000;
	const lines = [
		`${outcomeWords[last.outcome]} ${count(last.records, 'record')} in ${count(last.pages, 'page')}, ${durationText(seconds)}`,
		renderFields([
			['  links stored', number(last.links)],
			['  links refused', number(last.refused)],
			['  events', number(last.events)],
		]),
		...last.notes.map(printable),
	];
	if (last.problem !== null) lines.push(printable(last.problem));
	if (last.outcome !== 'complete')
		lines.push('Go on with the same command:', `  link-broker harvest ${printable(name)}`);
	return lines.join('\n');
}

function scheduledText({ number: own, name, everySeconds }: Harvest): string {
	const every = intervalText(everySeconds ?? 0);
	return [
		printable(`Harvest ${own} (${name}) is due now, and then every ${every}.`),
		'A server or a worker runs it; `link-broker harvest list` tells how it is.',
	].join('\n');
}

function addListCommand(harvest: Command, context: CommandContext): void {
	const command = harvest
		.command('list')
		.summary('list harvests')
		.description('Lists all harvests: how each is, what came of its last run, and when the next is due.');
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
	if (all.length === 0) return 'There are no harvests.';
	const table = renderRows(
		[
			{ title: 'No', align: 'right', whole: true, of: (one) => String(one.number) },
			{ title: 'Harvest', leads: true, of: ({ name }) => name },
			{ title: 'Now', whole: true, of: (one) => conditionOf(one, now) },
			{
				...{ title: 'Every', whole: true, leaves: true },
				of: ({ everySeconds }) => (everySeconds === null ? '' : intervalText(everySeconds)),
			},
			{ title: 'Next', whole: true, of: ({ nextAt }) => shortTime(nextAt) },
			{ title: 'Last complete', whole: true, of: ({ state }) => shortTime(state.succeededAt) },
			{ title: 'Records', align: 'right', whole: true, leaves: true, of: ({ state }) => number(state.totals.records) },
			{ title: 'Links', align: 'right', whole: true, of: ({ state }) => number(state.totals.links) },
		],
		all,
		terminal.width,
	);
	const problems = all.flatMap((one) => {
		const { last } = one.state;
		const told = [...(last?.problem ? [last.problem] : []), ...(last?.notes ?? [])];
		return told.map((problem) => printable(`${one.number} (${isoTime(last?.endedAt ?? null)}): ${problem}`));
	});
	return [table, ...(problems.length > 0 ? ['', ...problems] : [])].join('\n');
}

function addOrder(harvest: Command, context: CommandContext, name: HarvestOrder, summary: string): void {
	const done = {
		start: 'is due now; a server or a worker runs it.',
		pause: 'is paused.',
		remove: 'is forgotten. The links that it brought stay.',
	};
	const command = harvest
		.command(name)
		.summary(summary)
		.description(`${summary[0]?.toUpperCase()}${summary.slice(1)}. \`harvest list\` tells the numbers.`)
		.argument('<number>', 'the number of the harvest', readNumber);
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
	const [, amount, letter] = /^(\d{1,4})([mhd])$/.exec(text.trim()) ?? [];
	const seconds = Number(amount) * (units.find(([own]) => own === letter)?.[1] ?? Number.NaN);
	if (seconds >= 60 && seconds <= 366 * 86_400) return seconds;
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

function readAddress(text: string): string {
	const address = URL.parse(text);
	if (!address || !/^https?:$/.test(address.protocol) || address.search !== '' || address.hash !== '') {
		throw new InvalidArgumentError('It must be a web address without a query: https://api.example.org/v2.');
	}
	if (address.username !== '' || address.password !== '')
		throw new InvalidArgumentError('It must be without user and password.');
	return address.href.replace(/\/$/, '');
}

function readNumber(text: string): number {
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be a number.');
}

function exampleOf({ name }: HarvestService): string {
	const examples: Readonly<Record<string, string>> = {
		datacite: '--prefix 10.5281 --every 6h',
		crossref: '--prefix 10.7554 --from 2026-01-01',
		openalex: '--set authorships.institutions.ror:https://ror.org/01ggx4157',
		europepmc: "--query 'SRC:PPR AND PUBLISHER:bioRxiv'",
		opencitations: '--prefix 10.5281 --set citations',
		zenodo: '--set astropy',
		invenio: '--address https://repository.example.org --provider "Example Repository"',
		scholexplorer: '--client Zenodo',
		ads: '--query bibgroup:CfA --every 7d',
	};
	return examples[name] ?? '';
}
