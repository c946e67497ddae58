// The command that shows where links come from.

import type { Command } from 'commander';
import type { CountedSources, SourcesView } from '../../broker/sources/sources.ts';
import { isoTime } from '../../links/link-date.ts';
import { type AnswerOptions, answers, type CommandContext, countingUp, withProgress } from '../context.ts';
import { renderRows, renderTable } from '../terminal/table.ts';
import { count, number, shortTime } from '../wording.ts';

type SourcesOptions = AnswerOptions & { recount?: true };

/** What takes no longer is counted anew without being asked to. */
const quickMilliseconds = 10_000;

/** Adds `sources`. */
export function addSourcesCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('sources')
		.summary('tell where links come from, and what is held')
		.description(
			'Tells what each link provider says and how much is held by type and scheme, as it was counted last. What has ' +
				'changed since is counted anew, if that took less than ten seconds the last time.',
		)
		.option('--recount', 'count what has changed, however long it takes');
	answers<[], SourcesOptions>(
		command,
		context,
		['link-broker sources', 'link-broker sources --json | jq -r ".providers[].name"'],
		async ({ broker }, { recount }) => {
			await withProgress(context, 'Counting', async (show) => ({
				outcome: await broker.countSources({
					atOnceWithinMilliseconds: recount ? Number.POSITIVE_INFINITY : quickMilliseconds,
					onProgress: ({ done }) => countingUp(show)({ done, what: 'identifiers' }),
				}),
			}));
			const told = await broker.getSources();
			const { describeSources } = await import('../../broker/sources/sources.ts');
			return { document: describeSources(told, { size: 1_000, page: 1 }), text: textOf(told, context) };
		},
	);
}

function textOf({ counted, isCurrent, lastAppliedAt }: SourcesView, { terminal }: CommandContext): string {
	if (!counted) return 'Another process is counting for the first time; ask again in a while.';
	const { sources, countedAt } = counted;
	const when = [
		`Counted ${isoTime(countedAt)}${isCurrent ? '' : '; something has changed since'}`,
		...(lastAppliedAt === null ? [] : [`last submission applied ${isoTime(lastAppliedAt)}`]),
	];
	const parts = [
		tableOfProviders(sources, terminal.width),
		tableOf('Type', 'Works', sources.types, terminal.width),
		tableOf('Scheme', 'Identifiers', sources.schemes, terminal.width),
		`${count(sources.links, 'link')} between ${count(sources.identifiers, 'identifier')} of ${count(sources.works, 'work')}. ${when.join(', ')}.`,
	];
	return parts.filter((part) => part !== '').join('\n\n');
}

function tableOfProviders({ providers }: CountedSources, width: number | null): string {
	if (providers.length === 0) return '';
	return renderRows(
		[
			{ title: 'Provider', leads: true, of: ({ name }) => name },
			{ title: 'Links', align: 'right', whole: true, of: ({ links }) => number(links) },
			{ title: 'Works', align: 'right', whole: true, of: ({ works }) => number(works) },
			{ title: 'First link', whole: true, leaves: true, of: ({ firstLink }) => firstLink?.slice(0, 10) ?? '' },
			{ title: 'Last link', whole: true, of: ({ lastLink }) => lastLink?.slice(0, 10) ?? '' },
			{ title: 'Last received', whole: true, of: ({ lastReceivedAt }) => shortTime(lastReceivedAt) },
		],
		providers,
		width,
	);
}

function tableOf(
	title: string,
	counted: string,
	rows: readonly (readonly [string, number])[],
	width: number | null,
): string {
	if (rows.length === 0) return '';
	return renderTable(
		[{ title }, { title: counted, align: 'right', whole: true }],
		rows.map(([name, amount]) => [name, number(amount)]),
		width,
	);
}
