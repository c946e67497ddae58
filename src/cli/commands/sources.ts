// The command that shows statistics of the links by provider, type and scheme.

import type { Command } from 'commander';
import type { CountedSources, SourcesView } from '../../broker/sources/sources.ts';
import { isoTime } from '../../links/link-date.ts';
import { countedMeaning } from '../../links/words.ts';
import { type AnswerOptions, answers, type CommandContext, countingUp, withProgress } from '../context.ts';
import { renderRows, renderTable } from '../terminal/table.ts';
import { count, number, shortTime } from '../wording.ts';

type SourcesOptions = AnswerOptions & { recount?: true };

/** Counts that take no longer are updated without --recount. */
const quickMilliseconds = 10_000;

/** Adds `sources`. */
export function addSourcesCommand(program: Command, context: CommandContext): void {
	const command = program
		.command('sources')
		.summary('show statistics by link provider, type and scheme')
		.description(
			'Shows the number of links and works by link provider, type and scheme, as last counted. ' +
				`${countedMeaning.links} ` +
				'If counting took less than ten seconds the last time, the counts are updated first.',
		)
		.option('--recount', 'update the counts, however long it takes');
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
			const sources = await broker.getSources();
			const { describeSources } = await import('../../broker/sources/sources.ts');
			return { document: describeSources(sources, { size: 1_000, page: 1 }), text: textOf(sources, context) };
		},
	);
}

function textOf({ counted, isCurrent, lastAppliedAt }: SourcesView, { terminal }: CommandContext): string {
	if (!counted) return 'Another process is still counting for the first time. Try again later.';
	const { sources, countedAt } = counted;
	const when = [
		`Counted ${isoTime(countedAt)}${isCurrent ? '' : '; data has changed since'}`,
		...(lastAppliedAt === null ? [] : [`last submission applied ${isoTime(lastAppliedAt)}`]),
	];
	const works = `${count(sources.identifiers, 'identifier')} of ${count(sources.works, 'work')}`;
	const parts = [
		tableOfProviders(sources, terminal.width),
		tableOf('TYPE', 'WORKS', sources.types, terminal.width),
		tableOf('SCHEME', 'IDENTIFIERS', sources.schemes, terminal.width),
		`${count(sources.links, 'link')} between ${works}. ${when.join(', ')}.`,
	];
	return parts.filter((part) => part !== '').join('\n\n');
}

function tableOfProviders({ providers }: CountedSources, width: number | null): string {
	if (providers.length === 0) return '';
	return renderRows(
		[
			{ title: 'PROVIDER', main: true, of: ({ name }) => name },
			{ title: 'LINKS', align: 'right', whole: true, of: ({ links }) => number(links) },
			{ title: 'WORKS', align: 'right', whole: true, of: ({ works }) => number(works) },
			{ title: 'FIRST LINK', whole: true, optional: true, of: ({ firstLink }) => firstLink?.slice(0, 10) ?? '' },
			{ title: 'LAST LINK', whole: true, of: ({ lastLink }) => lastLink?.slice(0, 10) ?? '' },
			{ title: 'LAST RECEIVED', whole: true, of: ({ lastReceivedAt }) => shortTime(lastReceivedAt) },
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
