// The location of the program's own files, and its version.
import { readFileSync } from 'node:fs';

/** The project's folder. */
export const projectFolder = new URL('../../', import.meta.url);

/** The version of this program, as package.json has it: `0.1.0`. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8')) as {
	version: string;
};
