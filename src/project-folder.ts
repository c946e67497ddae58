// Where the program's own files lie, whichever form of it runs: the sources, or the bundle of them in `dist`; knows none of the files.

/** The project's folder. The sources and the bundle both lie in one right below it. */
export const projectFolder = new URL('../', import.meta.url);

const bundled = import.meta.url.endsWith('.js');

/** Answers the file that a thread begins with, told by its source (`src/background.ts`): the bundle has it in `dist`, under the same name. */
export function threadFile(source: string): URL {
	return new URL(bundled ? source.replace(/.*\/(.*)\.ts$/, 'dist/$1.js') : source, projectFolder);
}
