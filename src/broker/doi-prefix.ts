// The beginning of DOIs that identifies the works of a repository: its prefix, or more.

/** Fits a prefix that was trimmed and written in small letters: `10.5281`, `10.5281/zenodo.`. */
export const doiPrefixPattern = /^10\.\d{3,9}(\.\d+)*(\/.{0,500})?$/;

/** No prefix is longer. */
export const longestDoiPrefix = 500;

/** Completes a prefix: `10.5281` is not the beginning of `10.52810/x`. */
export function beginningOfDois(prefix: string): string {
	return prefix.includes('/') ? prefix : `${prefix}/`;
}
