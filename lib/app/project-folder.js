// Where the program's own files lie; knows none of them.

/** The project's folder. */
export const projectFolder = new URL('../../', import.meta.url);
