// The commands for events: load files, look at events, run them again; know no processing.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { eventDocument } from '../../broker/event-document.ts';
import type { LoadProgress, LoadSummary } from '../../broker/load-files.ts';
import { BrokerError } from '../../errors.ts';
import { type EventState, eventStates, type LinkEvent } from '../../links/link-event.ts';
import type { CommandBroker } from '../application.ts';
import {
	type AnswerOptions,
	answering,
	answeringInBackground,
	answersJson,
	type CommandContext,
	withExamples,
} from '../context.ts';
import { eventFields, indexedWord, unknownRelations } from '../event-fields.ts';
import { problemLine } from '../failure.ts';
import { renderFields } from '../terminal/table.ts';
import { printable } from '../terminal/text-width.ts';
import { count, duration, number, shortTime } from '../wording.ts';
import { addImportCommand } from './transfer.ts';

const maxListed = 1_000;
const shownRefusals = 100;

/** Adds `events load`, `list`, `show`, `rerun` and `import`. */
export function addEventCommands(program: Command, context: CommandContext): void {
	const events = program
		.command('events')
		.summary('load links and look after events')
		.description('Loads links from files and looks after events (submitted batches of links).');
	withExamples(events, 'link-broker events load links.json', 'link-broker events list --state Error');
	addLoad(events, context);
	addList(events, context);
	addShow(events, context);
	addRerun(events, context);
	addImportCommand(events, context);
}

function addLoad(events: Command, context: CommandContext): void {
	type Options = AnswerOptions & { index: boolean; skipInvalid?: true };
	const load = events
		.command('load')
		.summary('load links from files')
		.description(
			'Loads Scholix links from files and processes them at once. A file is a JSON array, one link a line ' +
				'(JSON Lines), links after one another, or pages of an API that hold them in a member (result, ' +
				'hits.hits, message.link-packages), plain, .gz or .zst; a folder stands for the files in it, ' +
				'- for standard input. A file larger than MAX_LINKS_PER_EVENT becomes several events. ' +
				'All links of an event are checked before any of them is stored.',
		)
		.argument('<file...>', 'files or folders to load, or -')
		.option('--no-index', 'do not index: the links are not found before a reindex')
		.option('--skip-invalid', 'store the valid links and report the others, instead of storing none of the event')
		.action(
			answeringInBackground(context, 'records', async ({ broker }, options: Options, files: string[]) => {
				const progress = context.terminal.progress('Loading');
				const startedAt = context.now();
				const summary = await broker
					.loadFiles(files, {
						noindex: !options.index,
						skipInvalid: options.skipInvalid ?? false,
						onProgress: (now) =>
							progress.show(now.bytesRead, now.bytesTotal, loadProgress(now, context.now() - startedAt)),
					})
					.finally(progress.end);
				reportRefused(context, summary);
				if (summary.events.some(({ error }) => error !== null)) context.markFailed();
				return { document: loadDocument(summary), text: loadText(summary) };
			}),
		);
	answersJson(
		load,
		'link-broker events load links.json',
		'link-broker events load --skip-invalid feeds/ more.jsonl.gz',
		'curl https://feeds.example.org/links.jsonl | link-broker events load --no-index -',
	);
}

function loadProgress({ stored, applied, indexed }: LoadProgress, elapsedMilliseconds: number): string {
	const rate =
		elapsedMilliseconds < 1_000 ? '' : ` (${number(Math.round((applied * 1_000) / elapsedMilliseconds))} links/s)`;
	return `${count(stored, 'link')} stored, ${number(applied)} applied${rate}, ${number(indexed)} indexed`;
}

function reportRefused({ terminal }: CommandContext, { refused }: LoadSummary): void {
	for (const { file, line, problems } of refused.slice(0, shownRefusals)) {
		terminal.note(`${printable(file)}:${line}: ${problems.map(problemLine).join('; ')}`);
	}
	if (refused.length > shownRefusals)
		terminal.note(`and ${count(refused.length - shownRefusals, 'refused link')} more`);
}

function loadDocument(summary: LoadSummary): Record<string, unknown> {
	return {
		events: summary.events.map(({ eventId, links, state, error }) => ({
			event_id: eventId,
			links,
			status: state,
			error,
		})),
		links: summary.links,
		ignored: summary.ignored,
		containers: summary.containers,
		unknown_relations: summary.unknownRelations,
		new_relationships: summary.newRelationships,
		new_identifiers: summary.newIdentifiers,
		merged_groups: summary.mergedGroups,
		refused: summary.refused,
		seconds: summary.seconds,
	};
}

function loadText(summary: LoadSummary): string {
	const { events, links, seconds } = summary;
	const rate = seconds > 0 ? ` (${number(Math.round(links / seconds))} links/s)` : '';
	const lines = [
		`Loaded ${count(links, 'link')} in ${count(events.length, 'event')}, ${duration(seconds)}${rate}`,
		renderFields([
			['  new relationships', number(summary.newRelationships)],
			['  new identifiers', number(summary.newIdentifiers)],
			['  merged groups', number(summary.mergedGroups)],
			['  ignored links', number(summary.ignored)],
			['  refused links', number(summary.refused.length)],
		]),
	];
	const unknown = unknownRelations(summary);
	if (unknown !== '') lines.push(`Kept as IsRelatedTo, since they are no relation types: ${unknown}`);
	const [only] = events;
	if (events.length === 1 && only) lines.push(`Event ${only.eventId}: ${only.state}`);
	for (const { eventId, state, error } of events) {
		if (error === null) continue;
		lines.push(printable(`Event ${eventId} failed${state === 'Error' ? '' : ' and is tried again later'}: ${error}`));
	}
	return lines.join('\n');
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

function eventTable({ terminal }: CommandContext, events: readonly LinkEvent[]): string {
	if (events.length === 0) return 'There are no such events.';
	return terminal.table(
		[
			{ title: 'EVENT', whole: true },
			{ title: 'STATE', whole: true },
			{ title: 'INDEXED' },
			{ title: 'LINKS', align: 'right' },
			{ title: 'CREATED' },
			{ title: 'WHAT HAPPENED' },
		],
		events.map((event) => [
			event.eventId,
			event.state,
			indexedWord(event),
			number(event.links),
			shortTime(event.createdAt),
			event.error ?? '',
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

async function existingEvent(broker: CommandBroker, eventId: string): Promise<LinkEvent> {
	const event = await broker.findEvent(eventId);
	if (event) return event;
	throw new BrokerError('not-found', `There is no event ${eventId}. \`link-broker events list\` shows the latest.`);
}

function addRerun(events: Command, context: CommandContext): void {
	type Options = AnswerOptions & { errors?: true };
	const rerun = events
		.command('rerun')
		.summary('have events processed again')
		.description(
			'Has events processed again by a running `serve` or `worker`. Processing again what was done changes nothing.',
		)
		.argument('[event_id...]', 'the events')
		.option('--errors', 'all events in state Error')
		.action(
			answering(context, async ({ broker }, options: Options, eventIds: string[]) => {
				if (eventIds.length > 0 === Boolean(options.errors)) {
					throw new BrokerError('bad-usage', 'Say which events: either their ids or --errors.');
				}
				const asked = options.errors ? 'errors' : [...new Set(eventIds)];
				const rerun = await broker.rerunEvents(asked);
				if (asked !== 'errors' && rerun < asked.length) {
					context.terminal.note(
						`${count(asked.length - rerun, 'event')} left alone: unknown, or being processed right now. \`link-broker events show\` tells.`,
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
