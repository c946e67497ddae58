// The command that reports on the works of a list: counts by relation and year; knows nothing of
// how they are found.
import { type Command, InvalidArgumentError } from 'commander';
import type { ReportedInput } from '../../broker/objects/report-works.ts';
import { BrokerError } from '../../errors.ts';
import { readDateInstant } from '../../links/link-date.ts';
import { type AnswerOptions, answersJson, type CommandContext, withApplication } from '../context.ts';
import { identifiersOf } from '../identifier-file.ts';
import { withProgress } from '../with-progress.ts';
import { count, number } from '../wording.ts';

type ReportOptions = AnswerOptions & { column?: string; prefix?: string; since?: number };

/** Adds `objects report`. */
export function addReportCommand(objects: Command, context: CommandContext): void {
	const report = objects
		.command('report')
		.summary('report on a list of works')
		.description(
			'Tells for each identifier of a file, in order, what the work is, how many works each relation leads to (of the ' +
				'version named, and of all versions), and how many of those that cite it were published in each year, as a CSV. ' +
				'The file is as for `objects lookup`, with 10,000 identifiers at most. With `--prefix` it is of all works that have a DOI with this prefix, as many at ' +
				'most, those that are cited most first; all works are looked at for that, once.',
		)
		.argument('[file]', 'a file, or - for standard input')
		.option('--column <name>', 'the file is a CSV: the column that holds the identifiers, named by its first row')
		.option('--prefix <prefix>', 'in the place of a file: all works with a DOI that begins so')
		.option(
			'--since <date>',
			'count besides those that cite each of which nobody had reported it before this date',
			readSince,
		)
		.action((file: string | undefined, options: ReportOptions) => reportOn(context, file, options));
	answersJson(
		report,
		'link-broker objects report dois.txt > report.csv',
		'link-broker objects report --since 2026-01-01 dois.txt > report.csv',
		'link-broker objects report --prefix 10.5281 --since 2026-01-01 > news.csv',
		'link-broker objects report --json dois.txt',
	);
}

async function reportOn(context: CommandContext, file: string | undefined, options: ReportOptions): Promise<void> {
	const { prefix, since, json } = options;
	if ((file === undefined) === (prefix === undefined)) {
		throw new BrokerError('bad-usage', 'Give either a file, or --prefix with the prefix of DOIs.');
	}
	const inputs = file === undefined ? undefined : await readInputs(file, options);
	const { describeReport, reportLines } = await import('../../broker/objects/report-document.ts');
	const reported = await withApplication(context, async ({ broker }) => {
		if (inputs) return broker.reportWorks(inputs, { since });
		const { found } = await withProgress(context, 'Looking for works of the prefix', async (onProgress) => ({
			found: await broker.worksOfPrefix(prefix as string, {
				onProgress: (done) => onProgress({ done, what: 'works looked at' }),
			}),
		}));
		return mostCitedFirst(await broker.reportWorks(found, { since }));
	});
	const { terminal } = context;
	if (json) terminal.print(JSON.stringify({ works: reported.map((one) => describeReport(one)) }, null, 2));
	else await terminal.writeWaiting(reportLines(reported));
	terminal.note(summaryOf(reported));
}

async function readInputs(file: string, { column }: ReportOptions): Promise<string[]> {
	// Loaded here: no other command is to wait for it.
	const { mostReported } = await import('../../broker/objects/report-works.ts');
	const inputs: string[] = [];
	for await (const input of identifiersOf(file, column)) {
		if (inputs.length === mostReported) {
			const most = `${number(mostReported)} identifiers`;
			throw new BrokerError('bad-file', `The file has more than ${most}, which is what one report holds: divide it.`);
		}
		inputs.push(input);
	}
	return inputs;
}

/** Sorts by citations over all versions; where these are as many, by those of the work itself. */
function mostCitedFirst(reported: readonly ReportedInput[]): ReportedInput[] {
	const cited = ({ result }: ReportedInput, level: 'identity' | 'version') =>
		result.problem === null ? (result.found?.counts[level].isCitedBy ?? 0) : 0;
	return reported.toSorted(
		(one, other) =>
			cited(other, 'version') - cited(one, 'version') || cited(other, 'identity') - cited(one, 'identity'),
	);
}

function readSince(text: string): number {
	const since = readDateInstant(text.trim());
	if (since === undefined) throw new InvalidArgumentError('It must be a date such as 2026-01-31, 2026-01 or 2026.');
	return since;
}

function summaryOf(reported: readonly ReportedInput[]): string {
	const problems = reported.filter(({ result }) => result.problem !== null).length;
	const known = reported.filter(({ work }) => work !== null).length;
	const others = reported.length - known - problems;
	const parts = [`${number(known)} known`, `${number(others)} not known`, `${number(problems)} unclear`];
	return `${count(reported.length, 'identifier')}: ${parts.join(', ')}`;
}
