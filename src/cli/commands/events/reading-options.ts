// The options for reading files of links: their dialect, and values that the files lack.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BrokerError } from '../../../errors.ts';
import { columnChoiceForm, readColumnChoice } from '../../../formats/dialects/column-roles.ts';
import type { TranslateOptions } from '../../../formats/dialects/translate.ts';
import { canonicalDate } from '../../../links/link-date.ts';

/** Holds the options as commander returns them. */
export type ReadingOptions = {
	from?: string;
	provider?: string;
	date?: string;
	source?: string;
	relation?: string;
	columns?: string;
	replace: 'record' | 'set' | 'none';
};

/** Adds the options to a command. */
export function addReadingOptions(command: Command): Command {
	return command
		.option('--from <dialect>', 'the dialect of the files, if it is not recognised; see `dialects`')
		.option('--provider <name>', 'the provider of links without one')
		.option('--date <date>', 'the date of links without one (default: today)', readDate)
		.option('--source <identifier>', 'the source of the links in a list or table')
		.option('--relation <name>', 'the relation of the links in a list or table without one')
		.option(
			'--columns <roles>',
			`the roles of the columns of a table, if they are not recognised: ${columnChoiceForm}`,
			readColumns,
		)
		.addOption(
			new Option(
				'--replace <what>',
				'what a newer file withdraws: with `record`, a record that lists all links of its object withdraws those ' +
					'that it no longer lists; with `set`, the files are a complete edition of a dump, and links of earlier ' +
					'editions that are missing are withdrawn after confirmation; with `none`, nothing',
			)
				.choices(['record', 'set', 'none'])
				.default('record'),
		)
		.hook('preAction', refuseWrongSource);
}

/** Converts the options; `now` is in milliseconds since 1970. */
export function translateOptions(
	{ from, provider, date, source, relation, columns }: ReadingOptions,
	now: number,
): Omit<TranslateOptions, 'skipInvalid'> {
	return {
		...(from !== undefined && { from }),
		...(provider !== undefined && { provider }),
		supplied: {
			...(source !== undefined && { source: { id: source } }),
			...(relation !== undefined && { relation }),
			...(columns !== undefined && { columns: readColumnChoice(columns) }),
		},
		date: date ?? new Date(now).toISOString().slice(0, 10),
	};
}

/** Writes the options as words of a command. */
export function readingWords(options: ReadingOptions): string[] {
	const { from, provider, date, source, relation, columns, replace } = options;
	const given = Object.entries({
		...{ from, provider, date, source, relation, columns },
		replace: replace === 'record' ? undefined : replace,
	});
	return given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}

function readDate(text: string): string {
	const date = canonicalDate(text);
	if (date === undefined) throw new InvalidArgumentError('It must be a date: YYYY, YYYY-MM or YYYY-MM-DD.');
	return date;
}

/** Checks the text but returns it unchanged, for the command that resumes the load. */
function readColumns(text: string): string {
	try {
		readColumnChoice(text);
	} catch (cause) {
		throw new InvalidArgumentError(cause instanceof BrokerError ? cause.message : String(cause));
	}
	return text;
}

async function refuseWrongSource(command: Command): Promise<void> {
	const { source } = command.opts<ReadingOptions>();
	if (source === undefined) return;
	// Imported late: other commands start faster without the schemes.
	const { readGiven } = await import('../../../formats/dialects/write-object.ts');
	if (readGiven({ id: source }) !== undefined) return;
	command.error(`error: --source "${source}" must be one identifier: a DOI, an arXiv number …`);
}
