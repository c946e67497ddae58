// The commands that find works by words, and look up many identifiers.
import { type Command, Option } from 'commander';
import type { ObjectAnswer } from '../../broker/objects/describe-object.ts';
import type { WorksAnswer } from '../../broker/objects/find-objects.ts';
import type { LookUpResult } from '../../broker/objects/look-up-objects.ts';
import {
	objectQuerySchema,
	readObjectQuery,
	readWorksQuery,
	type WorksQuery,
	worksQuerySchema,
} from '../../broker/objects/works-query.ts';
import { BrokerError } from '../../errors.ts';
import type { CountedColumns } from '../../formats/csv/report-csv.ts';
import type { describeWorks } from '../../formats/scholix/writing/describe-work.ts';
import { noneHasAllText, nothingFoundWords } from '../../links/words.ts';
import {
	type AnswerOptions,
	answersJson,
	bomOption,
	type CommandContext,
	noteBehind,
	printAnswer,
	withApplication,
	withExamples,
} from '../context.ts';
import { addCountingOptions, type CountingOptions, readCountingOptions } from '../counting-options.ts';
import { identifiersOf, inSteps } from '../identifier-file.ts';
import { addQuestion, type RawParameters } from '../question-options.ts';
import { printable } from '../terminal/text-width.ts';
import { count, number } from '../wording.ts';
import { noteUnknown } from './relationships.ts';
import { addReportCommand } from './report.ts';

type LookUpOptions = AnswerOptions & CountingOptions & { column?: string; format?: 'csv' | 'jsonl'; bom?: true };

/** Adds `objects`. */
export function addObjectCommands(program: Command, context: CommandContext): void {
	const objects = program
		.command('objects')
		.summary('find, look up and report on works')
		.description('Finds, looks up and reports on works.');
	withExamples(objects, 'link-broker objects find corner plots', 'link-broker objects lookup dois.txt');
	addFindCommand(objects, context);
	const lookup = objects
		.command('lookup')
		.summary('look up many identifiers')
		.description(
			'Looks up identifiers, or each of a file, in order, like `POST /objects/lookup`: how it was understood, ' +
				'whether it is known, and the number of works by relation. The file has one identifier per line, or is a ' +
				'CSV, plain, .gz or .zst.',
		)
		.argument('<file...>', 'a file, - for standard input, or identifiers')
		.option('--column <name>', 'the column of identifiers, if the file is a CSV')
		.addOption(
			new Option('--format <format>', 'CSV (default), or one JSON document per line').choices(['csv', 'jsonl']),
		)
		.option(...bomOption)
		.action((given: string[], options: LookUpOptions) => lookUp(context, given, options));
	addCountingOptions(lookup);
	addReportCommand(objects, context);
	addCompareCommand(objects, context);
	answersJson(
		lookup,
		'link-broker objects lookup 10.21105/joss.00024 arXiv:1207.4464',
		'link-broker objects lookup dois.txt > counts.csv',
		'link-broker objects lookup dois.txt --definition strict > counts.csv',
		'link-broker objects lookup library.csv --column DOI --format jsonl',
	);
}

/** Adds `objects definitions`. */
function addCompareCommand(objects: Command, context: CommandContext): void {
	const compare = objects
		.command('definitions')
		.summary('count the citations of a work by every definition')
		.description(
			'Counts the citations of a work by every definition, at each level at which it counts, and explains each ' +
				'number, like `GET /objects/{number}/definitions`. The exit status is 3 if the identifier is unknown.',
		);
	const asking = { args: ['id'], without: ['facets', 'definition', 'exclude', 'prettyprint'] };
	addQuestion<AnswerOptions>(compare, objectQuerySchema, asking, async (asked, options) => {
		// Imported late: other commands start faster without it.
		const { describeCompared } = await import('../../broker/counting/compare-definitions.ts');
		const { explainCount, writeNumbers } = await import('../../search/flags/left-out.ts');
		const { describeQuery } = await import('../../formats/scholix/writing/write-answers.ts');
		const question = readObjectQuery(asked);
		await withApplication(context, async ({ broker }) => {
			const found = (await broker.compareDefinitions(question)) as ObjectAnswer;
			const counts = found.overview?.compared ?? [];
			const document = { query: describeQuery(found), definitions: describeCompared(counts) };
			const text = context.terminal.table(
				[
					{ title: 'DEFINITION', whole: true, of: ({ definition }) => definition.name },
					{ title: 'GROUP BY', whole: true, of: ({ groupBy }) => groupBy },
					{ title: 'CITATIONS', align: 'right', whole: true, of: ({ total }) => number(total.items) },
					{ title: 'EXPLAINED', main: true, of: (one) => writeNumbers(explainCount(one)) },
				],
				counts,
			);
			printAnswer(context, options, { document, text: counts.length === 0 ? '' : text });
			noteUnknown(context, found);
			await noteBehind(context, broker);
		});
	});
	answersJson(compare, 'link-broker objects definitions 10.21105/joss.00024');
}

/** A work as the table shows it. */
type FoundHit = ReturnType<typeof describeWorks>['hits'][number];

/** Adds `objects find`. */
function addFindCommand(objects: Command, context: CommandContext): void {
	const find = objects
		.command('find')
		.summary('find works by words')
		.description(
			'Finds works by words, by type or by year, like `GET /objects?q=`. If more than 10,000 works match, only the ' +
				'first 10,000 in the order of --sort are considered (for relevance: the most cited). The exit status is 3 if ' +
				'no work is found.',
		);
	const asking = {
		args: ['[q...]'],
		without: ['prettyprint'],
		words: {
			q: 'words, "phrases", AND OR NOT, prefix*, title: creator: journal: …',
			cursor: 'continue where an earlier answer ended',
			publication_year: 'only works published in these years, as for `relationships` (such as 2015--<2018)',
		},
	};
	addQuestion(find, worksQuerySchema, asking, (asked, options) => findWorks(context, asked, options));
	answersJson(
		find,
		'link-broker objects find corner plots',
		'link-broker objects find \'"dark matter" creator:rubin\' --type literature --sort mostcited',
	);
}

async function findWorks(context: CommandContext, asked: RawParameters, options: AnswerOptions): Promise<void> {
	// Imported late: other commands start faster without it.
	const { describeWorks } = await import('../../formats/scholix/writing/describe-work.ts');
	if (asked.q === undefined && asked.type === undefined && asked.publication_year === undefined) {
		throw new BrokerError('bad-usage', 'Give words, --type or --publication-year.');
	}
	const query = readWorksQuery(asked);
	await withApplication(context, async ({ broker }) => {
		const found = await broker.findObjects(query, { rule: broker.citationRule(query, query.group_by) });
		const { cursor } = found;
		const document = { ...describeWorks(found), ...(cursor !== undefined && { cursor }) };
		printAnswer(context, options, { document, text: tableOf(context, document.hits) });
		noteTotal(context, found, query);
		await noteBehind(context, broker);
	});
}

function firstOf({ Identifiers: [one] }: Pick<FoundHit, 'Identifiers'>): string {
	return one ? `${one.IDScheme}:${one.ID}` : '';
}

const countedColumn = {
	title: 'COUNTED',
	align: 'right',
	whole: true,
	of: ({ counted }: FoundHit) => (counted ? number(counted.total) : ''),
} as const;

function tableOf({ terminal }: CommandContext, hits: readonly FoundHit[]): string {
	if (hits.length === 0) return '';
	/** A column that is left out where it would be empty. */
	const optional = (title: string, of: (hit: FoundHit) => string | undefined) =>
		hits.some(of) ? [{ title, cut: 'inside' as const, of: (hit: FoundHit) => of(hit) ?? '' }] : [];
	return terminal.table(
		[
			{ title: 'IDENTIFIER', whole: true, of: (hit) => firstOf(hit) },
			{ title: 'TITLE', main: true, of: ({ Title = '' }) => Title },
			{ title: 'TYPE', whole: true, of: ({ Type }) => Type.Name },
			{ title: 'PUBLISHED', whole: true, of: ({ PublicationDate = '' }) => PublicationDate },
			{ title: 'CITED BY', align: 'right', whole: true, of: ({ counts }) => number(counts.isCitedBy) },
			...(hits.some(({ counted }) => counted) ? [countedColumn] : []),
			...optional('VERSION', ({ matched_version: one }) => one && [firstOf(one), one.Title ?? ''].join(' ')),
			...optional('MISSING', ({ missing_words }) => missing_words?.join(' ')),
		],
		hits,
	);
}

/** Notes the total, suggestions, and how to continue, on standard error. */
function noteTotal({ terminal, markUnknown }: CommandContext, found: WorksAnswer, query: WorksQuery): void {
	const { total, isWhole, matched, works, cursor, suggestions = [], without = [] } = found;
	const all = `${isWhole ? '' : 'at least '}${count(total, 'work')}`;
	if (total === 0) {
		markUnknown();
		terminal.note('No works found.');
	}
	const isFiltered = query.type !== undefined || query.publication_year !== undefined;
	if (matched === 'most') terminal.note(`${noneHasAllText(isFiltered)} ${nothingFoundWords.most}`);
	if (suggestions.length > 0) terminal.note(printable(`Did you mean: ${suggestions.join(', or: ')}?`));
	for (const { words, q } of without) terminal.note(printable(`Without ${words.join(', ')}: ${q}`));
	if (total === 0) {
		const isHelped = suggestions.length + without.length > 0;
		if (!isHelped && query.group_by === 'version')
			terminal.note('Try --group-by identity, which searches each version by itself.');
		return;
	}
	terminal.note(cursor === undefined ? all : `${number(works.length)} of ${all}; more with --cursor ${cursor}`);
}

/** The format of results: the text before, between and after them. */
type Form = { begin: string; between: string; end: string; write(one: LookUpResult): string };

async function formOf({ json, format, bom }: LookUpOptions, columns: CountedColumns): Promise<Form> {
	if (json && format !== undefined) {
		throw new BrokerError('bad-usage', '--json and --format cannot be combined.');
	}
	const { describeLookUp, lookUpHeader, lookUpRow } = await import('../../formats/scholix/writing/describe-lookup.ts');
	const { byteOrderMark } = await import('../../formats/csv/csv.ts');
	const asJson = (one: LookUpResult) => JSON.stringify(describeLookUp(one));
	if (json) return { begin: '{"results":[\n', between: ',\n', end: '\n]}\n', write: asJson };
	if (format === 'jsonl') return { begin: '', between: '\n', end: '\n', write: asJson };
	return {
		begin: (bom ? byteOrderMark : '') + lookUpHeader(columns),
		between: '',
		end: '',
		write: (one) => lookUpRow(one, columns),
	};
}

async function lookUp(context: CommandContext, given: readonly string[], options: LookUpOptions): Promise<void> {
	// Imported late: other commands start faster without it.
	const { mostLookedUp } = await import('../../broker/objects/look-up-objects.ts');
	const { countedLevels } = await import('../../broker/counting/count-works.ts');
	const { terminal } = context;
	const asked = readCountingOptions(options);
	const counts = { known: 0, problems: 0, all: 0 };
	await withApplication(context, async ({ broker }) => {
		const rule = broker.citationRule(asked);
		const form = await formOf(options, rule ? countedLevels(rule) : []);
		let before = form.begin;
		for await (const step of inSteps(identifiersOf(given, options.column), mostLookedUp)) {
			const results = await broker.lookUpObjects(step, { rule, mostLinks: Number.POSITIVE_INFINITY });
			await terminal.writeWaiting(before + results.map(form.write).join(form.between));
			before = form.between;
			for (const one of results) {
				counts.all += 1;
				if (one.problem !== null) counts.problems += 1;
				else if (one.found) counts.known += 1;
			}
		}
		terminal.write(counts.all === 0 ? form.begin + form.end : form.end);
		await noteBehind(context, broker);
	});
	const { all, known, problems } = counts;
	const parts = [`${number(known)} known`, `${number(all - known - problems)} unknown`, `${number(problems)} unclear`];
	terminal.note(`${count(all, 'identifier')}: ${parts.join(', ')}`);
}
