// Under which address the broker is reached, for links in its answers.
/** Lists the places under which every path is served. */
export const prefixes = ['', '/api'] as const;

/**
 * Tells the address that links of an answer begin with, without a slash at the end:
 * `https://links.example.org/api` for a request that used the prefix. A public address that ends in
 * the prefix itself is not given it twice.
 */
export function baseAddress(requestUrl: string, publicUrl: string | null): string {
	const { origin, pathname } = new URL(requestUrl);
	const prefix = pathname.startsWith('/api/') ? '/api' : '';
	if (publicUrl === null) return origin + prefix;
	return publicUrl.endsWith('/api') ? publicUrl : publicUrl + prefix;
}

/** Tells the address that is the same for every request, with and without the prefix. */
export function rootAddress(requestUrl: string, publicUrl: string | null): string {
	return publicUrl ?? new URL(requestUrl).origin;
}

/**
 * Tells the address under which pages for people are, with a slash at the end:
 * `https://links.example.org/`.
 */
export function siteAddress(requestUrl: string, publicUrl: string | null): string {
	return `${rootAddress(requestUrl, publicUrl).replace(/\/api$/, '')}/`;
}

const loggedCharacters = 1_000;

/** Tells path and query for the log: cut, and without a token that was put there by mistake. */
export function targetOf(requestUrl: string): string {
	const target = /^\w+:\/\/[^/]*([^#]*)/.exec(requestUrl)?.[1] ?? '';
	return target.slice(0, loggedCharacters).replaceAll(/(token=)[^&#]*/g, '$1***');
}
