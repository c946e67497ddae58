// The command that loads links from files, and its output.
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
	previewDocument,
	previewText,
	removedText,
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
			'Loads links from files and processes them at once. A file may have any dialect that `dialects` lists ' +
				'(Scholix, DataCite, Crossref, tables …), which is recognised from its content. It holds one record, JSON ' +
				'arrays, JSON Lines, concatenated records or pages of an API, plain, .gz, .zst, .tar or .zip. A file with ' +
				'more than MAX_LINKS_PER_EVENT links, on SQLite more than 2,000, becomes several events. All links of an ' +
				'event are checked before any is stored.',
		)
		.argument('<file...>', 'files, folders, or - for standard input')
		.addOption(
			new Option(
				'--action <action>',
				'assert the links; withdraw what their providers have asserted so far about the same relations between ' +
					'the same objects; or replace everything that their providers have asserted about their sources',
			)
				.choices(eventActions)
				.default('assert'),
		)
		.option('--no-index', 'leave the links out of the index until the next reindex')
		.option('--skip-invalid', 'store the valid links of an event and report the others')
		.option('--resume', 'continue an interrupted load of the same files')
		.option('--yes', 'do not ask before withdrawing the links that `--replace set` finds missing')
		.option('--dry-run', 'show what would be read; store nothing');
	addReadingOptions(load).hook('preAction', () => context.composition.lowerPriority('records'));
	answers(
		load,
		context,
		[
			'link-broker events load links.json',
			'link-broker events load --skip-invalid feeds/ more.jsonl.gz',
			'link-broker events load --action replace feed.jsonl',
			'link-broker events load --resume links.jsonl.gz',
			'link-broker events load --dry-run datacite-records.jsonl.gz',
			"link-broker events load --provider 'Library of Example' --relation Cites links.csv",
			'curl https://feeds.example.org/links.jsonl | link-broker events load --no-index -',
		],
		async ({ broker }, options: Options, files: string[]) => {
			const reading = translateOptions(options, context.now());
			if (options.dryRun) {
				// Imported late: other commands start faster without the dialects.
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
				context.terminal.note('Stopping after the current event. Press Ctrl-C again to stop at once.');
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
					...(options.replace === 'set' && { confirm: (removed) => confirmReplacing(context, removed, options) }),
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

/** Refuses `--replace set` if it would withdraw too much, or if nobody can be asked. */
function checkReplacingSet({ terminal }: CommandContext, { action, skipInvalid, yes }: LoadFlags): void {
	const refuse = (message: string): never => {
		throw new BrokerError('bad-usage', message);
	};
	if (action !== 'assert') refuse('--replace set cannot be combined with --action.');
	if (skipInvalid)
		refuse('--replace set cannot be combined with --skip-invalid: skipped records would count as missing.');
	if (!yes && !terminal.interactive) {
		refuse('--replace set asks before it withdraws links, but there is no terminal. Confirm with --yes.');
	}
}

/** Shows what would be withdrawn from a set, and asks. */
async function confirmReplacing(
	{ terminal }: CommandContext,
	removed: RemovedFromSet,
	{ yes }: LoadFlags,
): Promise<boolean> {
	terminal.note(removedText(removed, terminal.width));
	if (yes) return true;
	return isYes(await terminal.ask(`Withdraw ${count(removed.links, 'link')} of earlier editions? [y/N] `));
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
		terminal.note(`and ${count(refused.length - shownRefusals, 'more refused link')}`);
}

function loadDocument(summary: LoadSummary, again: string): Record<string, unknown> {
	return {
		load: summary.loadId,
		load_withdrawn: summary.isWithdrawn,
		events: summary.events.map(({ eventId, links, state, error }) => ({
			event_id: eventId,
			links,
			status: state,
			error,
		})),
		links: summary.links,
		descriptions: summary.descriptions,
		ignored: summary.ignored,
		containers: summary.containers,
		unknown_relations: summary.unknownRelations,
		new_relationships: summary.newRelationships,
		new_identifiers: summary.newIdentifiers,
		merged_groups: summary.mergedGroups,
		withdrawn: summary.withdrawn,
		nothing_to_withdraw: summary.nothingToWithdraw,
		not_yours: summary.notYours,
		identities_kept: summary.identitiesKept,
		split_groups: summary.splitGroups,
		refused: summary.refused,
		files: summary.files.map(fileDocument),
		links_before: summary.linksBefore,
		replaced_sets: summary.replacedSets.map(({ set, links, relations, isWithdrawn }) => ({
			...{ set, removed_links: links, relations, withdrawn: isWithdrawn },
		})),
		seconds: summary.seconds,
		interrupted: summary.interrupted && {
			waiting_changes: summary.interrupted.waitingChanges,
			all_stored: summary.interrupted.isAllStored,
			go_on_with: summary.interrupted.isAllStored ? 'link-broker search reindex' : again,
		},
	};
}

/** Counts what a load withdrew, if anything. */
function withdrawn(summary: LoadSummary): [string, string][] {
	const counts: [string, number][] = [
		['  withdrawn assertions', summary.withdrawn],
		['  links not asserted before', summary.nothingToWithdraw],
		['  identities kept', summary.identitiesKept],
		['  split groups', summary.splitGroups],
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
			...(summary.descriptions > 0 ? [['  descriptions', number(summary.descriptions)] as [string, string]] : []),
			['  ignored links', number(summary.ignored)],
			['  refused links', number(summary.refused.length)],
			...withdrawn(summary),
		]),
	];
	if (summary.linksBefore !== null) {
		lines.splice(1, 0, `Resumed after ${count(summary.linksBefore, 'link')} stored before`);
	}
	for (const file of summary.files) if (file.dialect !== scholix) lines.push(fileLines(file).join('\n'));
	for (const set of summary.replacedSets) lines.push(replacedLine(set));
	const unknown = unknownRelations(summary);
	if (unknown !== '') lines.push(`Stored as IsRelatedTo, since these are not relation types: ${unknown}`);
	const [only] = events;
	if (events.length === 1 && only) lines.push(`Event ${only.eventId}: ${only.state}`);
	if (summary.loadId !== null) lines.push(withdrawalAdvice(summary.loadId, summary.isWithdrawn));
	for (const { eventId, state, error } of events) {
		if (error === null) continue;
		lines.push(
			printable(`Event ${eventId} failed${state === 'Error' ? '' : ' and will be attempted again'}: ${error}`),
		);
	}
	if (summary.interrupted) lines.push(interruptionLines(summary.interrupted, again).join('\n'));
	return lines.join('\n');
}

/** Writes how to withdraw all of a load, or that it is withdrawn already. */
function withdrawalAdvice(loadId: string, isWithdrawn: boolean): string {
	if (!isWithdrawn) return `Load ${loadId}: withdraw all of it with link-broker loads withdraw ${loadId}`;
	return (
		`Load ${loadId} was withdrawn while it was loaded: its links do not count.\n` +
		`If they should, restore all of it with link-broker loads restore ${loadId}`
	);
}

/** Reports what is stored, what is not indexed yet, and how to continue. */
function interruptionLines({ isAllStored, waitingChanges }: Interruption, again: string): string[] {
	const waiting =
		waitingChanges === null || waitingChanges === 0
			? []
			: [
					`${count(waitingChanges, 'change waits', 'changes wait')} for the search index. A server, a worker or the ` +
						'next load indexes them.',
				];
	if (isAllStored) {
		return [
			'All links are stored.',
			...waiting,
			'If no server or worker runs, continue with:',
			'  link-broker search reindex',
		];
	}
	return ['These links are stored permanently. The rest of the files is not.', ...waiting, goOnWords, `  ${again}`];
}

const goOnWords = 'Continue with:';

/** Reports what is stored after a failed load, and how to continue after the repair. */
function goOnAdvice(stored: number, again: string): string {
	const done = `${count(stored, 'link')} ${stored === 1 ? 'was' : 'were'} stored before the load failed`;
	return `${done}. When the cause is corrected, continue with:\n  ${again}`;
}

/**
 * Writes the shell command that continues this load. Standard input cannot be resumed: it is loaded
 * from its beginning.
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
