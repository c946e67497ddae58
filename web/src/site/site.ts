// The root path of this site, its origin for complete addresses, and what pages show of its owner.
import type { Site } from '../../../src/http/pages/drawing.ts';

type Place = { root: string; origin: string; site: Site };

/**
 * Set before anything is drawn: once in the browser, for each page on the server. There the root is
 * the same for all pages, and each page that writes the origin is drawn without a pause.
 */
const here: Place = { root: '/', origin: '', site: { name: '', links: [] } };

/** Sets the root, which begins and ends with a slash, the origin, and what is shown of the owner. */
export function placeSite({ root, origin, site }: Place): void {
	Object.assign(here, { root, origin, site });
}

/** Returns what pages show of the institution that runs the site. */
export function thisSite(): Site {
	return here.site;
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
