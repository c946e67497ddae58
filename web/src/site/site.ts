// The root path of this site, and its origin for complete addresses.

/**
 * Set before anything is drawn: once in the browser, for each page on the server. There the root is
 * the same for all pages, and each page that writes the origin is drawn without a pause.
 */
const here = { root: '/', origin: '' };

/** Sets the root, which begins and ends with a slash, and the origin. */
export function placeSite({ root, origin }: { root: string; origin: string }): void {
	here.root = root;
	here.origin = origin;
}

/** Writes a path of the site: `/search` as `/links/search` where its root is `/links/`. */
export function sitePath(path: string): string {
	return here.root + path.slice(1);
}

/** Removes the root from a path; undefined if the path is not of this site. */
export function ownPath(path: string): string | undefined {
	return path.startsWith(here.root) ? path.slice(here.root.length - 1) : undefined;
}

/** Writes the complete address of a path that includes the root. */
export function wholeAddress(path: string): string {
	return here.origin + path;
}
