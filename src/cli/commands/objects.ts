// The commands about works themselves; knows nothing of how they are found.
import { type Command, Option } from 'commander';
import type { LookUpResult } from '../../broker/objects/look-up-objects.ts';
import { BrokerError } from '../../errors.ts';
import { type AnswerOptions, answersJson, type CommandContext, withApplication, withExamples } from '../context.ts';
import { identifiersOf, inSteps } from '../identifier-file.ts';
import { tellBehind } from '../tell-behind.ts';
import { count, number } from '../wording.ts';
import { addFindCommand } from './find-objects.ts';
import { addReportCommand } from './report.ts';

type LookUpOptions = AnswerOptions & { column?: string; format?: 'csv' | 'jsonl' };

/** Adds `objects`. */
export function addObjectCommands(program: Command, context: CommandContext): void {
	const objects = program
		.command('objects')
		.summary('tell of works themselves')
		.description('Tells of works themselves.');
	withExamples(objects, 'link-broker objects find corner plots', 'link-broker objects lookup dois.txt');
	addFindCommand(objects, context);
	const lookup = objects
		.command('lookup')
		.summary('look many identifiers up')
		.description(
			'Tells for each identifier of a file, in order, what it was understood to be, whether it is known, and how many ' +
				'works each relation leads to, as `POST /objects/lookup` does. The file has one identifier a line, or is a CSV; ' +
				'it may be packed (.gz, .zst).',
		)
		.argument('<file>', 'a file, or - for standard input')
		.option('--column <name>', 'the file is a CSV: the column that holds the identifiers, named by its first row')
		.addOption(
			new Option('--format <format>', 'a table (if left out), or a JSON document a line').choices(['csv', 'jsonl']),
		)
		.action((file: string, options: LookUpOptions) => lookUp(context, file, options));
	addReportCommand(objects, context);
	answersJson(
		lookup,
		'link-broker objects lookup dois.txt > counts.csv',
		'link-broker objects lookup library.csv --column DOI --format jsonl',
	);
}

/** How results are written: what stands before, between and behind them. */
type Form = { begin: string; between: string; end: string; write(one: LookUpResult): string };

async function formOf({ json, format }: LookUpOptions): Promise<Form> {
	if (json && format !== undefined) {
		throw new BrokerError('bad-usage', '--json and --format cannot be given together; leave one out.');
	}
	const { describeLookUp, lookUpHeader, lookUpRow } = await import('../../formats/scholix/writing/describe-lookup.ts');
	const asJson = (one: LookUpResult) => JSON.stringify(describeLookUp(one));
	if (json) return { begin: '{"results":[\n', between: ',\n', end: '\n]}\n', write: asJson };
	if (format === 'jsonl') return { begin: '', between: '\n', end: '\n', write: asJson };
	return { begin: lookUpHeader, between: '', end: '', write: (one) => lookUpRow(one) };
}

async function lookUp(context: CommandContext, file: string, options: LookUpOptions): Promise<void> {
	// Loaded here: no other command is to wait for it.
	const { mostLookedUp } = await import('../../broker/objects/look-up-objects.ts');
	const { terminal } = context;
	const form = await formOf(options);
	const counts = { known: 0, problems: 0, all: 0 };
	await withApplication(context, async ({ broker }) => {
		let before = form.begin;
		for await (const step of inSteps(identifiersOf(file, options.column), mostLookedUp)) {
			const results = await broker.lookUpObjects(step);
			await terminal.writeWaiting(before + results.map(form.write).join(form.between));
			before = form.between;
			for (const one of results) {
				counts.all += 1;
				if (one.problem !== null) counts.problems += 1;
				else if (one.found) counts.known += 1;
			}
		}
		terminal.write(counts.all === 0 ? form.begin + form.end : form.end);
		await tellBehind(context, broker);
	});
	const { all, known, problems } = counts;
	const parts = [
		`${number(known)} known`,
		`${number(all - known - problems)} not known`,
		`${number(problems)} unclear`,
	];
	terminal.note(`${count(all, 'identifier')}: ${parts.join(', ')}`);
}
