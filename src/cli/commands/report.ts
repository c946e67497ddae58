// The command that reports on the works of a list, a DOI prefix or a provider: counts by relation and
// year, or sums.
import { type Command, InvalidArgumentError } from 'commander';
import type { CitationRule } from '../../broker/counting/count-works.ts';
import type { LookUpInput } from '../../broker/objects/look-up-objects.ts';
import type { ReportSummary } from '../../broker/objects/report-document.ts';
import type { ReportedInput } from '../../broker/objects/report-works.ts';
import type { SelectedWorks, WorksSelection } from '../../broker/objects/select-works.ts';
import { BrokerError } from '../../errors.ts';
import { readDateInstant } from '../../links/link-date.ts';
import {
	type AnswerOptions,
	answersJson,
	bomOption,
	type CommandBroker,
	type CommandContext,
	countingUp,
	noteBehind,
	withApplication,
	withProgress,
} from '../context.ts';
import { addCountingOptions, type CountingOptions, readCountingOptions } from '../counting-options.ts';
import { identifiersOf } from '../identifier-file.ts';
import { renderFields, renderRows } from '../terminal/table.ts';
import { count, leftOut, number } from '../wording.ts';

type ReportOptions = AnswerOptions &
	CountingOptions & {
		column?: string;
		prefix?: string;
		provider?: string;
		since?: number;
		summary?: true;
		bom?: true;
	};

/** Sources that are counted in this time are counted before a provider is reported on. */
const quickMilliseconds = 10_000;
/** The number of identifiers between two updates of the progress. */
const identifiersPerStep = 100;
const mostProvidersShown = 20;

/** Adds `objects report`. */
export function addReportCommand(objects: Command, context: CommandContext): void {
	const report = objects
		.command('report')
		.summary('report on the works of a list, a DOI prefix or a provider')
		.description(
			'Reports on up to 10,000 works as a CSV: description, number of works by relation (of the version given, and ' +
				'of all versions), link providers, and citing works by year. The works are given as for `objects lookup`, ' +
				'in a file or as identifiers; with --prefix, they are all works with such a DOI, the most cited first; ' +
				'with --provider, the 1,000 most cited works of a link provider, as last counted.',
		)
		.argument('[file...]', 'a file, - for standard input, or identifiers')
		.option('--column <name>', 'the column of identifiers, if the file is a CSV')
		.option('--prefix <prefix>', 'instead of a file: all works with a DOI of this prefix')
		.option('--provider <name>', 'instead of a file: the most cited works of this link provider')
		.option('--since <date>', 'also count the citing works that no provider had asserted before this date', readSince)
		.option('--summary', 'print sums, the most cited works and the link providers instead of the CSV')
		.option(...bomOption)
		.action((given: string[], options: ReportOptions) => reportOn(context, given, options));
	addCountingOptions(report);
	answersJson(
		report,
		'link-broker objects report dois.txt > report.csv',
		'link-broker objects report 10.21105/joss.00024 --summary',
		'link-broker objects report --prefix 10.5281 --since 2026-01-01 > news.csv',
		'link-broker objects report --provider Zenodo --summary',
		'link-broker objects report dois.txt --definition strict --summary',
	);
}

/** The works of a report; of a selection, those that are known, the most cited first. */
type Report = {
	reported: readonly ReportedInput[];
	selected: Pick<SelectedWorks, 'cursor' | 'counted'>;
};

/** What each work is reported with. */
type Asked = { since: number | undefined; rule: CitationRule | undefined };

async function reportOn(context: CommandContext, given: readonly string[], options: ReportOptions): Promise<void> {
	const { prefix, provider, json, summary, bom } = options;
	if ([given[0], prefix, provider].filter((one) => one !== undefined).length !== 1) {
		throw new BrokerError('bad-usage', 'Give exactly one of a file, identifiers, --prefix and --provider.');
	}
	if (json && summary) {
		throw new BrokerError('bad-usage', '--json and --summary cannot be combined: the JSON document has both.');
	}
	const inputs = given.length === 0 ? undefined : await readInputs(given, options);
	const { describeReport, reportLines } = await import('../../broker/objects/report-document.ts');
	const { byteOrderMark } = await import('../../formats/csv/csv.ts');
	const { summarise } = await import('../../broker/objects/report-document.ts');
	const counting = readCountingOptions(options);
	const { reported, selected, rule } = await withApplication(context, async ({ broker }) => {
		const asked: Asked = { since: options.since, rule: broker.citationRule(counting) };
		const report: Report = inputs
			? { reported: await reportInSteps(context, broker, inputs, asked), selected: { cursor: null } }
			: await reportOnSelection(context, broker, { ...options, asked });
		await noteBehind(context, broker);
		return { ...report, rule: asked.rule };
	});
	const { terminal } = context;
	if (json) terminal.print(JSON.stringify(describeReport(reported, selected), null, 2));
	else if (summary) terminal.print(writeSummary(summarise(reported), terminal.width));
	else await terminal.writeWaiting((bom ? byteOrderMark : '') + reportLines(reported, { rule }));
	terminal.note(countsOf(reported, selected));
}

async function readInputs(given: readonly string[], { column }: ReportOptions): Promise<string[]> {
	// Imported late: other commands start faster without it.
	const { mostReported } = await import('../../broker/objects/report-works.ts');
	const inputs: string[] = [];
	for await (const input of identifiersOf(given, column)) {
		if (inputs.length === mostReported) {
			const most = `${number(mostReported)} identifiers`;
			throw new BrokerError('bad-file', `The file has more than ${most}, the limit of one report. Split it.`);
		}
		inputs.push(input);
	}
	return inputs;
}

async function reportOnSelection(
	context: CommandContext,
	broker: CommandBroker,
	{ prefix, provider, asked }: Pick<ReportOptions, 'prefix' | 'provider'> & { asked: Asked },
): Promise<Report> {
	if (provider !== undefined) {
		await broker.countSources({ atOnceWithinMilliseconds: quickMilliseconds, onProgress: () => undefined });
	}
	const selection = prefix === undefined ? { provider: provider as string } : { prefix };
	const { inputs, counted } = await selectAll(broker, selection);
	const reported = await reportInSteps(context, broker, inputs, asked);
	const { mostCitedOfAll } = await import('../../broker/objects/report-document.ts');
	const known = mostCitedOfAll(reported.filter(({ work }) => work !== null));
	return { reported: known, selected: { cursor: null, ...(counted && { counted }) } };
}

/** Lists all works of a selection; fails with `bad-usage` if they exceed one report. */
async function selectAll(broker: CommandBroker, selection: WorksSelection): Promise<Omit<SelectedWorks, 'cursor'>> {
	const { mostReported } = await import('../../broker/objects/report-works.ts');
	const inputs: LookUpInput[] = [];
	for (let cursor: string | undefined; ; ) {
		const step: SelectedWorks = await broker.selectWorks(selection, { size: 1_000, cursor });
		for (const input of step.inputs) inputs.push(input);
		if (step.cursor === null) return { ...step, inputs };
		if (inputs.length >= mostReported) {
			throw new BrokerError(
				'bad-usage',
				`More than ${number(mostReported)} works, the limit of one report, have such a DOI. Give a longer prefix, ` +
					'such as 10.5281/zenodo.1.',
			);
		}
		cursor = step.cursor;
	}
}

async function reportInSteps(
	context: CommandContext,
	broker: CommandBroker,
	inputs: readonly LookUpInput[],
	asked: Asked,
): Promise<ReportedInput[]> {
	const { reported } = await withProgress(context, 'Reporting', async (show) => {
		const reported: ReportedInput[] = [];
		while (reported.length < inputs.length) {
			const step = inputs.slice(reported.length, reported.length + identifiersPerStep);
			for (const work of await broker.reportWorks(step, asked)) reported.push(work);
			countingUp(show)({ done: reported.length, what: 'identifiers' });
		}
		return { reported };
	});
	return reported;
}

function readSince(text: string): number {
	const since = readDateInstant(text.trim());
	if (since === undefined) throw new InvalidArgumentError('It must be a date such as 2026-01-31, 2026-01 or 2026.');
	return since;
}

function countsOf(reported: readonly ReportedInput[], { counted }: Pick<SelectedWorks, 'counted'>): string {
	const problems = reported.filter(({ result }) => result.problem !== null).length;
	const known = reported.filter(({ work }) => work !== null).length;
	const others = reported.length - known - problems;
	const parts = [`${number(known)} known`, `${number(others)} unknown`, `${number(problems)} unclear`];
	const of = `${count(reported.length, 'identifier')}: ${parts.join(', ')}`;
	if (!counted || counted.works <= known) return of;
	return `${of}; the provider has ${number(counted.works - known)} more works, which are cited less`;
}

/** Writes the sums, the most cited works, and the link providers. */
function writeSummary(summary: ReportSummary, width: number | null): string {
	const { works, citedBy, citedSince, counted } = summary;
	const both = ({ identity, version }: ReportSummary['citedBy']) =>
		`${number(identity)} by themselves, ${number(version)} with all versions`;
	const sums = renderFields([
		['Works', number(works)],
		['Cited by', both(citedBy)],
		...(citedSince ? [['New since', both(citedSince)] as const] : []),
		...countedFields(counted),
	]);
	return [sums, tableOfWorks(summary, width), tableOfProviders(summary, width)]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** Shows how many citations count by what counts as one, and what was left out, at each level. */
function countedFields(counted: ReportSummary['counted']): (readonly [string, string])[] {
	if (!counted) return [];
	const by = counted.definition === undefined ? 'Counted' : `Counted (${counted.definition})`;
	return (['identity', 'version'] as const).flatMap((level) => {
		const count = counted[level];
		if (!count) return [];
		const text = [number(count.total), ...leftOut(count)].join('; ');
		return [[level === 'identity' ? by : `${by}, all versions`, text] as const];
	});
}

function tableOfWorks({ mostCited }: ReportSummary, width: number | null): string {
	if (mostCited.length === 0) return '';
	type Cited = ReportSummary['mostCited'][number];
	const citedBy = (level: 'identity' | 'version') => (one: Cited) =>
		number(one.result.found?.counts[level].isCitedBy ?? 0);
	return renderRows(
		[
			{ title: 'MOST CITED', main: true, of: ({ work }) => work.family.Title ?? work.object.Title ?? '' },
			{ title: 'MOST CITED VERSION', cut: 'inside', of: ({ work }) => work.object.VersionName ?? '' },
			{ title: 'IDENTIFIER', whole: true, of: ({ result }) => result.asked.value },
			{ title: 'CITED BY', align: 'right', whole: true, of: citedBy('identity') },
			{ title: 'ALL VERSIONS', align: 'right', whole: true, of: citedBy('version') },
		],
		mostCited,
		width,
	);
}

function tableOfProviders({ citedByProviders }: ReportSummary, width: number | null): string {
	const { providers, isWhole } = citedByProviders;
	if (providers.length === 0) return '';
	const table = renderRows(
		[
			{ title: 'LINK PROVIDER', main: true, of: ({ name }) => name },
			{ title: 'LINKS', align: 'right', whole: true, of: ({ links }) => number(links) },
			{ title: 'FIRST LINK', whole: true, of: ({ firstLink }) => firstLink.slice(0, 10) },
			{ title: 'LAST LINK', whole: true, of: ({ lastLink }) => lastLink.slice(0, 10) },
		],
		providers.slice(0, mostProvidersShown),
		width,
	);
	const more = providers.length - mostProvidersShown;
	const notes = [
		...(more > 0 ? [`and ${number(more)} more`] : []),
		...(isWhole ? [] : ['Lower bounds: not all links were counted.']),
	];
	return [table, ...notes].join('\n');
}
