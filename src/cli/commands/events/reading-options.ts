// The options that say how files of links are to be read: their dialect, and what they do not tell
// themselves.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BrokerError } from '../../../errors.ts';
import { columnChoiceForm, readColumnChoice } from '../../../formats/dialects/column-roles.ts';
import type { TranslateOptions } from '../../../formats/dialects/translate.ts';
import { canonicalDate } from '../../../links/link-date.ts';

/** What commander makes of the options. */
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
		.option('--from <dialect>', 'the dialect of the files, where what they hold does not tell it; see `dialects`')
		.option('--provider <name>', 'who says the links for which a file names nobody')
		.option('--date <date>', 'the date of links that have none (default: today)', readDate)
		.option('--source <identifier>', 'the object that the links of a list or table start from')
		.option('--relation <name>', 'the relation of the links of a list or table that names none')
		.option(
			'--columns <roles>',
			`what the columns of a table hold, where that is not found out: ${columnChoiceForm}`,
			readColumns,
		)
		.addOption(
			new Option(
				'--replace <what>',
				'record: a record that states all links of its object takes back what it said before; set: the files are ' +
					'together a whole edition of a dump, and what earlier editions said and this one does not is taken back, ' +
					'after a question; none: nothing is taken back',
			)
				.choices(['record', 'set', 'none'])
				.default('record'),
		)
		.hook('preAction', refuseWrongSource);
}

/** Makes of the options how files are read; `now` is in milliseconds since 1970. */
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

/** The text stays as it is, so that the command that goes on can repeat it. */
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
	// Loaded here, with all schemes: no other command is to wait for them.
	const { readGiven } = await import('../../../formats/dialects/write-object.ts');
	if (readGiven({ id: source }) !== undefined) return;
	command.error(`error: --source "${source}" must be one identifier: a DOI, an arXiv number …`);
}
