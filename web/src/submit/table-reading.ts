// How a table is to be read, as parameters of its submission and as the command that does the same.
import type { FileParameters } from '../../../clients/typescript/src/operator-client.ts';
import { shellWord } from '../../../src/formats/shell-word.ts';
import type { FormFields } from '../posting/form-fields.ts';

/** What is said of a table beside what stands in it; '' is not said. */
type Told = { provider: string; relation: string; date: string; source: string };

/** How a body is to be read: `columns` has the role of each, undefined where they are found out. */
export type Reading = { told: Told; columns: readonly string[] | undefined };

/**
 * Reads it of a form. The columns of the table of this name are chosen where they are not those that
 * were found, and where it is the one that was looked at.
 */
export function readingIn(fields: FormFields, name: string): Reading {
	const told = {
		provider: fields.text('provider'),
		relation: fields.text('relation'),
		date: fields.text('date'),
		source: fields.text('source'),
	};
	const columns = fields.all('column');
	const isChosen = fields.exact('name') === name && columns.length > 0 && columns.join() !== fields.exact('found');
	return { told, columns: isChosen ? columns : undefined };
}

/** Writes it for a POSIX shell. */
export function loadCommand(fileName: string, { told, columns }: Reading): string {
	const options = Object.entries({ ...told, columns: columns?.join(',') ?? '' })
		.filter(([, text]) => text !== '')
		// A value that begins with a hyphen would be read as an option.
		.map(([name, text]) => `--${name}=${shellWord(text)}`);
	return ['link-broker events load', ...options, '--', shellWord(fileName)].join(' ');
}

/** Writes the parameters with which a table is submitted. */
export function submissionParameters({ told, columns }: Reading): FileParameters {
	const { provider, relation, date, source } = told;
	return {
		dialect: 'auto',
		provider: provider || undefined,
		relation: relation || undefined,
		date: date || undefined,
		source: source || undefined,
		columns: columns?.join(),
	};
}
