// The command that loads links from files, and how it tells what became of them.
import { type Command, Option } from 'commander';
import type { Interruption, LoadProgress, LoadSummary } from '../../../broker/load-files.ts';
import type { RemovedFromSet } from '../../../broker/replace-set.ts';
import { BrokerError } from '../../../errors.ts';
import { scholix } from '../../../formats/dialects/dialect.ts';
import { shellWord } from '../../../formats/shell-word.ts';
import { type EventAction, eventActions } from '../../../links/link-event.ts';
import { durationText } from '../../../links/words.ts';
import { type AnswerOptions, answers, type CommandContext } from '../../context.ts';
import { problemLine } from '../../failure.ts';
import { renderFields } from '../../terminal/table.ts';
import { printable } from '../../terminal/text-width.ts';
import { count, isYes, number } from '../../wording.ts';
import {
	fileDocument,
	fileLines,
	goneText,
	previewDocument,
	previewText,
	replacedLine,
	unknownRelations,
} from './load-preview.ts';
import { addReadingOptions, type ReadingOptions, readingWords, translateOptions } from './reading-options.ts';

const shownRefusals = 100;

type LoadFlags = { action: EventAction; index: boolean; skipInvalid?: true; dryRun?: true; resume?: true; yes?: true };

/** Adds `events load`. */
export function addLoadCommand(events: Command, context: CommandContext): void {
	type Options = AnswerOptions & ReadingOptions & LoadFlags;
	const load = events
		.command('load')
		.summary('load links from files')
		.description(
			'Loads links from files and processes them at once. A file is of any dialect that `dialects` lists ' +
				'(Scholix, DataCite, Crossref, tables …), which is told by what it holds: one record, an array, one a line ' +
				'(JSON Lines), records after one another, or pages of an API, plain, .gz, .zst, .tar or .zip; a folder ' +
				'stands for the files in it, - for standard input. A file larger than MAX_LINKS_PER_EVENT becomes several ' +
				'events. All links of an event are checked before any of them is stored.',
		)
		.argument('<file...>', 'files or folders to load, or -')
		.addOption(
			new Option(
				'--action <action>',
				'what the links do: assert them; withdraw what their providers said so far of the same relations; ' +
					'replace all that their providers said of their Sources',
			)
				.choices(eventActions)
				.default('assert'),
		)
		.option('--no-index', 'do not index: the links are not found before a reindex')
		.option('--skip-invalid', 'store the valid links and report the others, instead of storing none of the event')
		.option('--resume', 'go on with a load of the same files that was stopped: what it stored is passed over')
		.option('--yes', 'ask nothing: what --replace set finds gone is taken back')
		.option('--dry-run', 'tell what would be read, and store nothing');
	addReadingOptions(load).hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		load,
		context,
		[
			'link-broker events load links.json',
			'link-broker events load --skip-invalid feeds/ more.jsonl.gz',
			'link-broker events load --action replace feed-of-today.jsonl',
			'link-broker events load --resume links.jsonl.gz',
			'link-broker events load --dry-run datacite-records.jsonl.gz',
			"link-broker events load --provider 'Library of Example' --relation Cites links.csv",
			'curl https://feeds.example.org/links.jsonl | link-broker events load --no-index -',
		],
		async ({ broker }, options: Options, files: string[]) => {
			const reading = translateOptions(options, context.now());
			if (options.dryRun) {
				// Loaded here, with all dialects: no other command is to wait for them.
				const { previewFiles } = await import('../../../broker/preview.ts');
				const preview = await previewFiles(files, { ...reading, skipInvalid: true });
				reportRefused(context, preview);
				return { document: previewDocument(preview), text: previewText(preview, context.terminal.width) };
			}
			if (options.replace === 'set') checkReplacingSet(context, options);
			const progress = context.terminal.progress('Loading');
			const startedAt = context.now();
			const { signal, end } = context.interruption();
			signal.addEventListener('abort', () => {
				progress.end();
				context.terminal.note('Stopping after the event under way; once more ends at once.');
			});
			let stored = 0;
			const again = goOnCommand(options, files);
			const summary = await broker
				.loadFiles(context.by, files, {
					...reading,
					action: options.action,
					replace: options.replace,
					noindex: !options.index,
					skipInvalid: options.skipInvalid ?? false,
					...(options.date !== undefined && { isDateGiven: true }),
					...(options.resume && { resume: true }),
					...(options.replace === 'set' && { confirm: (gone) => confirmReplacing(context, gone, options) }),
					signal,
					onProgress: (now) => {
						stored = now.stored;
						progress.show(now.bytesRead, now.bytesTotal, loadProgress(now, context.now() - startedAt));
					},
				})
				.catch((error) => {
					progress.end();
					if (stored > 0) context.terminal.note(goOnAdvice(stored, again));
					throw error;
				})
				.finally(end)
				.finally(progress.end);
			reportRefused(context, summary);
			if (summary.interrupted) context.markInterrupted();
			else if (summary.events.some(({ error }) => error !== null)) context.markFailed();
			return { document: loadDocument(summary, again), text: loadText(summary, again) };
		},
	);
}

/** Refuses what would take back too much, or cannot be asked about, before anything is stored. */
function checkReplacingSet({ terminal }: CommandContext, { action, skipInvalid, yes }: LoadFlags): void {
	const refuse = (message: string): never => {
		throw new BrokerError('bad-usage', message);
	};
	if (action !== 'assert') refuse('--replace set goes with links that are asserted, and not with --action.');
	if (skipInvalid)
		refuse('--replace set does not go with --skip-invalid: a record that is not read would be taken for gone.');
	if (!yes && !terminal.interactive) {
		refuse('--replace set asks what is to be taken back, and nobody can be asked. Say with --yes that all of it is.');
	}
}

/** Shows what would be taken back of a set, and asks. */
async function confirmReplacing(
	{ terminal }: CommandContext,
	gone: RemovedFromSet,
	{ yes }: LoadFlags,
): Promise<boolean> {
	terminal.note(goneText(gone, terminal.width));
	if (yes) return true;
	return isYes(await terminal.ask(`Take ${count(gone.links, 'link')} of earlier editions back? [y/N] `));
}

function loadProgress({ stored, applied, indexed }: LoadProgress, elapsedMilliseconds: number): string {
	const rate =
		elapsedMilliseconds < 1_000 ? '' : ` (${number(Math.round((applied * 1_000) / elapsedMilliseconds))} links/s)`;
	return `${count(stored, 'link')} stored, ${number(applied)} applied${rate}, ${number(indexed)} indexed`;
}

function reportRefused({ terminal }: CommandContext, { refused }: Pick<LoadSummary, 'refused'>): void {
	for (const { file, line, problems } of refused.slice(0, shownRefusals)) {
		terminal.note(`${printable(file)}:${line}: ${problems.map(problemLine).join('; ')}`);
	}
	if (refused.length > shownRefusals)
		terminal.note(`and ${count(refused.length - shownRefusals, 'refused link')} more`);
}

function loadDocument(summary: LoadSummary, again: string): Record<string, unknown> {
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
		withdrawn: summary.withdrawn,
		nothing_to_withdraw: summary.nothingToWithdraw,
		not_yours: summary.notYours,
		split_groups: summary.splitGroups,
		refused: summary.refused,
		files: summary.files.map(fileDocument),
		links_before: summary.linksBefore,
		replaced_sets: summary.replacedSets.map(({ set, links, relations, isWithdrawn }) => ({
			...{ set, gone_links: links, relations, taken_back: isWithdrawn },
		})),
		seconds: summary.seconds,
		interrupted: summary.interrupted && {
			waiting_changes: summary.interrupted.waitingChanges,
			all_stored: summary.interrupted.isAllStored,
			go_on_with: summary.interrupted.isAllStored ? 'link-broker search reindex' : again,
		},
	};
}

/** Tells what a load took back, where it did. */
function withdrawn(summary: LoadSummary): [string, string][] {
	const counts: [string, number][] = [
		['  assertions taken back', summary.withdrawn],
		['  links that nobody had said', summary.nothingToWithdraw],
		['  groups split', summary.splitGroups],
	];
	return counts.flatMap(([name, value]): [string, string][] => (value === 0 ? [] : [[name, number(value)]]));
}

function loadText(summary: LoadSummary, again: string): string {
	const { events, links, seconds } = summary;
	const rate = seconds > 0 ? ` (${number(Math.round(links / seconds))} links/s)` : '';
	const done = summary.interrupted ? 'Interrupted after' : 'Loaded';
	const lines = [
		`${done} ${count(links, 'link')} in ${count(events.length, 'event')}, ${durationText(seconds)}${rate}`,
		renderFields([
			['  new relationships', number(summary.newRelationships)],
			['  new identifiers', number(summary.newIdentifiers)],
			['  merged groups', number(summary.mergedGroups)],
			['  ignored links', number(summary.ignored)],
			['  refused links', number(summary.refused.length)],
			...withdrawn(summary),
		]),
	];
	if (summary.linksBefore !== null) {
		lines.splice(
			1,
			0,
			`Went on behind ${count(summary.linksBefore, 'link')} that ${summary.linksBefore === 1 ? 'was' : 'were'} stored before`,
		);
	}
	lines.push(...summary.files.filter(({ dialect }) => dialect !== scholix).flatMap(fileLines));
	lines.push(...summary.replacedSets.map(replacedLine));
	const unknown = unknownRelations(summary);
	if (unknown !== '') lines.push(`Kept as IsRelatedTo, since they are no relation types: ${unknown}`);
	const [only] = events;
	if (events.length === 1 && only) lines.push(`Event ${only.eventId}: ${only.state}`);
	for (const { eventId, state, error } of events) {
		if (error === null) continue;
		lines.push(printable(`Event ${eventId} failed${state === 'Error' ? '' : ' and is tried again later'}: ${error}`));
	}
	if (summary.interrupted) lines.push(...interruptionLines(summary.interrupted, again));
	return lines.join('\n');
}

/** Tells what is stored, what is not found yet, and how to go on. */
function interruptionLines({ isAllStored, waitingChanges }: Interruption, again: string): string[] {
	const waiting =
		waitingChanges === null || waitingChanges === 0
			? []
			: [
					`Not all of them can be found yet: ${count(waitingChanges, 'change waits', 'changes wait')} for the search index. ` +
						'A server or a worker brings it up, and so does the next load.',
				];
	if (isAllStored) {
		return ['All links are stored.', ...waiting, 'Where neither runs, go on with:', '  link-broker search reindex'];
	}
	return [
		'These links are stored permanently; what comes after them in the files is not.',
		...waiting,
		goOnWords,
		`  ${again}`,
	];
}

const goOnWords = 'Go on behind them with:';

/** Tells, where a load failed, what is stored and how to go on once that is mended. */
function goOnAdvice(stored: number, again: string): string {
	const done = `${count(stored, 'link')} ${stored === 1 ? 'was' : 'were'} stored before the load failed`;
	return `${done}. Once that is mended:\n  ${again}`;
}

/**
 * Writes the command that goes on with this load, as a shell takes it. What comes from standard
 * input is loaded anew: it does not come again by itself.
 */
function goOnCommand(options: LoadFlags & ReadingOptions, files: string[]): string {
	const words = [
		...(files.includes('-') ? [] : ['--resume']),
		...readingWords(options),
		...(options.action === 'assert' ? [] : ['--action', options.action]),
		...(options.index ? [] : ['--no-index']),
		...(options.skipInvalid ? ['--skip-invalid'] : []),
		...files,
	];
	return `link-broker events load ${words.map(shellWord).join(' ')}`;
}
