// The command that loads links from files, and how it tells what became of them.
import {               Option } from 'commander';
                                                                               
import {                   eventActions } from '../../../links/link-event.js';
import {                     answeringInBackground, answersJson,                     } from '../../context.js';
import { unknownRelations } from '../../event-fields.js';
import { problemLine } from '../../failure.js';
import { renderFields } from '../../terminal/table.js';
import { printable } from '../../terminal/text-width.js';
import { count, duration, number } from '../../wording.js';

const shownRefusals = 100;

/** Adds `events load`. */
export function addLoadCommand(events         , context                )       {
	                                                                                           
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
		.action(
			answeringInBackground(context, 'records', async ({ broker }, options         , files          ) => {
				const progress = context.terminal.progress('Loading');
				const startedAt = context.now();
				const summary = await broker
					.loadFiles(context.by, files, {
						action: options.action,
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
		'link-broker events load --action replace feed-of-today.jsonl',
		'curl https://feeds.example.org/links.jsonl | link-broker events load --no-index -',
	);
}

function loadProgress({ stored, applied, indexed }              , elapsedMilliseconds        )         {
	const rate =
		elapsedMilliseconds < 1_000 ? '' : ` (${number(Math.round((applied * 1_000) / elapsedMilliseconds))} links/s)`;
	return `${count(stored, 'link')} stored, ${number(applied)} applied${rate}, ${number(indexed)} indexed`;
}

function reportRefused({ terminal }                , { refused }             )       {
	for (const { file, line, problems } of refused.slice(0, shownRefusals)) {
		terminal.note(`${printable(file)}:${line}: ${problems.map(problemLine).join('; ')}`);
	}
	if (refused.length > shownRefusals)
		terminal.note(`and ${count(refused.length - shownRefusals, 'refused link')} more`);
}

function loadDocument(summary             )                          {
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
		seconds: summary.seconds,
	};
}

/** Tells what a load took back, where it did. */
function takenBack(summary             )                     {
	const counts                     = [
		['  assertions taken back', summary.withdrawn],
		['  links that nobody had said', summary.nothingToWithdraw],
		['  groups split', summary.splitGroups],
	];
	return counts.flatMap(([name, value])                     => (value === 0 ? [] : [[name, number(value)]]));
}

function loadText(summary             )         {
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
			...takenBack(summary),
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
