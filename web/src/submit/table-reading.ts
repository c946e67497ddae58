// How to read a table, as parameters of its submission and as a command.
import type { FileParameters } from '../../../clients/typescript/src/operator-client.ts';
import { shellWord } from '../../../src/formats/shell-word.ts';
import type { FormFields } from '../posting/form-fields.ts';

/** Values that a table does not contain; '' if not given. */
type Defaults = { provider: string; relation: string; date: string; source: string };

/**
 * How to read a table: `from` is 'table' if it is not the export for which it is taken, else ''; `columns`
 * has the role of each column; undefined: detect the roles.
 */
export type Reading = { defaults: Defaults; from: '' | 'table'; columns: readonly string[] | undefined };

/**
 * Reads the settings of a form. Columns count as chosen if they differ from the detected ones.
 * What was chosen for a previewed table counts for a table of this name only.
 */
export function readingIn(fields: FormFields, name: string): Reading {
	const defaults = {
		provider: fields.text('provider'),
		relation: fields.text('relation'),
		date: fields.text('date'),
		source: fields.text('source'),
	};
	const isSame = fields.exact('name') === name;
	const [from] = isSame ? fields.all('from') : [];
	const columns = fields.all('column');
	// What an export is taken for leaves no choice of columns.
	const isChosen = isSame && from !== '' && columns.length > 0 && columns.join() !== fields.exact('found');
	return { defaults, from: from === 'table' ? from : '', columns: isChosen ? columns : undefined };
}

/** Writes the command for a POSIX shell. */
export function loadCommand(fileName: string, { defaults, from, columns }: Reading): string {
	const options = Object.entries({ from, ...defaults, columns: columns?.join(',') ?? '' })
		.filter(([, text]) => text !== '')
		// A value that begins with a hyphen would be read as an option.
		.map(([name, text]) => `--${name}=${shellWord(text)}`);
	return ['link-broker events load', ...options, '--', shellWord(fileName)].join(' ');
}

/** Writes the parameters with which a table is submitted. */
export function submissionParameters({ defaults, from, columns }: Reading): FileParameters {
	const { provider, relation, date, source } = defaults;
	return {
		dialect: from || 'auto',
		provider: provider || undefined,
		relation: relation || undefined,
		date: date || undefined,
		source: source || undefined,
		columns: columns?.join(),
	};
}
