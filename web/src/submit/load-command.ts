// The command that loads a table as the page would; knows no page.
import type { Reading } from '../api/submission-api.ts';
import { quoted } from '../shell-word.ts';

/** Writes it for a POSIX shell. */
export function loadCommand(fileName: string, { told, columns }: Reading): string {
	const options = Object.entries({ ...told, columns: columns?.join(',') ?? '' })
		.filter(([, text]) => text.trim() !== '')
		// A value that begins with a hyphen would be read as an option.
		.map(([name, text]) => `--${name}=${word(text.trim())}`);
	return ['link-broker events load', ...options, '--', word(fileName)].join(' ');
}

function word(text: string): string {
	return /^[\w./:@%+,-]+$/.test(text) ? text : quoted(text);
}
