// The command that asks registries for works that no link describes.
import { type Command, InvalidArgumentError } from 'commander';
import type {
	DescribeOrder,
	DescribePreview,
	DescribeSummary,
	ServiceCounts,
} from '../../harvest/describing/describe-works.ts';
import { lookUpServices } from '../../harvest/describing/look-up-services.ts';
import { type AnswerOptions, answers, type CommandContext } from '../context.ts';
import { renderRows } from '../terminal/table.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number } from '../wording.ts';
import { readAddressOption } from './harvest.ts';

type DescribeFlags = AnswerOptions & {
	source?: string[];
	address?: Record<string, string>;
	limit?: number;
	dryRun?: true;
};

/** Adds `describe`. */
export function addDescribeCommand(program: Command, context: CommandContext): void {
	const names = lookUpServices.map(({ name }) => name);
	const command = program
		.command('describe')
		.summary('ask registries to describe works without a title')
		.description(
			'Asks registries to describe works that have links but no title, the most cited first, and stores what they ' +
				'answer. A description fills in only what no link states. A registry is asked about a work once a year at most.',
		)
		.option('--source <names>', `only these registries: ${names.join(', ')}`, readNames)
		.option('--address <registry=address>', 'another address of a registry; repeatable', addAddress)
		.option('--limit <works>', 'ask about at most this many works', readLimit)
		.option('--dry-run', 'show what would be asked first, without asking');
	answers(
		command,
		context,
		['link-broker describe --limit 1000', 'link-broker describe --source crossref,datacite'],
		async ({ broker }, { source, address, limit, dryRun }: DescribeFlags) => {
			const order: DescribeOrder = { services: source ?? null, addresses: address ?? {}, limit: limit ?? null };
			const { signal, end } = context.interruption();
			const progress = context.terminal.progress('Asking');
			const listener = {
				signal,
				onProgress: ({ works, described }: Omit<DescribeSummary, 'outcome'>) =>
					progress.show(works, order.limit, `${count(works, 'work')} asked, ${number(described)} described`),
				onWait(words: string) {
					progress.end();
					context.terminal.note(printable(words));
				},
			};
			const ending = () => {
				progress.end();
				end();
			};
			if (dryRun) {
				const preview = await broker.previewDescribe(order, listener).finally(ending);
				return { document: preview, text: previewText(preview, context) };
			}
			const summary = await broker.describeWorks(context.by, order, listener).finally(ending);
			if (summary.outcome === 'stopped') context.markInterrupted();
			else if (summary.services.some(({ problem }) => problem !== null)) context.markFailed();
			return { document: summaryDocument(summary), text: summaryText(summary, context) };
		},
	);
}

const outcomes: Readonly<Record<DescribeSummary['outcome'], string>> = {
	complete: 'Registries were asked about all works without a title.',
	limit: 'More works may have no title: run the same command again.',
	stopped: 'Stopped. Continue with the same command.',
	unanswered: 'No registry answers. Continue later with the same command.',
};

function summaryText({ outcome, works, described, services }: DescribeSummary, { terminal }: CommandContext): string {
	const asked = services.filter(({ asked, problem }) => asked > 0 || problem !== null);
	const column = (title: string, of: (one: ServiceCounts) => number) => ({
		...({ title, align: 'right', whole: true } as const),
		of: (one: ServiceCounts) => number(of(one)),
	});
	const table = renderRows<ServiceCounts>(
		[
			{ title: 'REGISTRY', main: true, of: ({ service }) => service },
			column('ASKED', (one) => one.asked),
			column('DESCRIBED', (one) => one.described),
			column('UNKNOWN', (one) => one.unknown),
			column('EVENTS', (one) => one.events),
		],
		asked,
		terminal.width,
	);
	return [
		`Asked about ${count(works, 'work')}; ${number(described)} described.`,
		...(asked.length > 0 ? [table] : []),
		...services.flatMap(({ service, others }) =>
			others > 0 ? [`Records of other works from ${service}, left out: ${number(others)}.`] : [],
		),
		...services.flatMap(({ service, problem }) => (problem === null ? [] : [printable(`${service}: ${problem}`)])),
		outcomes[outcome],
	].join('\n');
}

function summaryDocument({ services, ...summary }: DescribeSummary) {
	return { ...summary, services: services.map(({ service, ...counts }) => ({ service, ...counts })) };
}

function previewText({ works, services }: DescribePreview, { terminal }: CommandContext): string {
	if (works.length === 0) return 'There is no work to ask about.';
	const table = renderRows(
		[
			{ title: 'WORK', main: true, of: ({ identifier }) => printable(`${identifier.scheme}:${identifier.value}`) },
			{ title: 'CITED BY', align: 'right', whole: true, of: ({ cited }) => number(cited) },
			{ title: 'REGISTRY', whole: true, of: ({ service }) => service },
		],
		works,
		terminal.width,
	);
	const requests = services.map(
		({ service, identifiers, address }) =>
			`${service}: ${count(identifiers, 'identifier')}, first ${printable(address)}`,
	);
	return ['Asked first:', table, '', ...requests].join('\n');
}

function readNames(text: string): string[] {
	return text.split(',').map((name) => name.trim());
}

function addAddress(text: string, before: Record<string, string> = {}): Record<string, string> {
	const at = text.indexOf('=');
	if (at < 1) throw new InvalidArgumentError('It must name the registry: crossref=https://api.example.org.');
	return { ...before, [text.slice(0, at)]: readAddressOption(text.slice(at + 1)) };
}

function readLimit(text: string): number {
	if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be a whole number of works, 1 or more.');
}
