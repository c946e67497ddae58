// How a table is to be read, as parameters of its submission and as the command that does the same;
// knows no page.
import { shellWord } from '../../../../formats/shell-word.ts';

/** What is told of a table beside what stands in it; '' is not said. */
export type Told = { provider: string; relation: string; date: string; source: string };

/** How a body is to be read: `columns` has the role of each, undefined where they are found out. */
export type Reading = { told: Told; columns: readonly string[] | undefined };

/** Writes it for a POSIX shell. */
export function loadCommand(fileName: string, { told, columns }: Reading): string {
	const options = Object.entries({ ...told, columns: columns?.join(',') ?? '' })
		.filter(([, text]) => text.trim() !== '')
		// A value that begins with a hyphen would be read as an option.
		.map(([name, text]) => `--${name}=${shellWord(text.trim())}`);
	return ['link-broker events load', ...options, '--', shellWord(fileName)].join(' ');
}

/** Writes the parameters with which a table is submitted. */
export function submissionParameters({ told, columns }: Reading): Record<string, string | undefined> {
	const given = Object.entries(told).map(([name, text]) => [name, text.trim() === '' ? undefined : text.trim()]);
	return { dialect: 'auto', ...Object.fromEntries(given), columns: columns?.join(',') };
}
