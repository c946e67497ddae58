// Where this site lies: what its paths begin with, and its address for others.

/**
 * Set before anything is drawn: in the browser once, on the server for each page. There the root is
 * the same for all pages of a process, and what writes the origin is drawn without a pause.
 */
const here = { root: '/', origin: '' };

/** Says where the site lies; the root begins and ends with a slash. */
export function placeSite({ root, origin }: { root: string; origin: string }): void {
	here.root = root;
	here.origin = origin;
}

/** Writes a path of the site: `/search` as `/links/search` where its root is `/links/`. */
export function sitePath(path: string): string {
	return here.root + path.slice(1);
}

/** Takes the root off a path; undefined where the path leads elsewhere. */
export function ownPath(path: string): string | undefined {
	return path.startsWith(here.root) ? path.slice(here.root.length - 1) : undefined;
}

/** Writes the whole address of a path of the site, which has the root already. */
export function wholeAddress(path: string): string {
	return here.origin + path;
}
