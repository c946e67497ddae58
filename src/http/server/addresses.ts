// The addresses of the broker, for links in its answers.
/** The prefixes of every path. */
export const prefixes = ['', '/api'] as const;

/**
 * Returns the base address of links in an answer, without a final slash:
 * `https://links.example.org/api` for a request with the prefix. A public address that ends in the
 * prefix does not get it twice.
 */
export function baseAddress(requestUrl: string, publicUrl: string | null): string {
	const { origin, pathname } = new URL(requestUrl);
	const prefix = pathname.startsWith('/api/') ? '/api' : '';
	if (publicUrl === null) return origin + prefix;
	return publicUrl.endsWith('/api') ? publicUrl : publicUrl + prefix;
}

/** Returns the base address without the prefix, the same for every request. */
export function rootAddress(requestUrl: string, publicUrl: string | null): string {
	return publicUrl ?? new URL(requestUrl).origin;
}

/** Returns the base address of pages, with a final slash: `https://links.example.org/`. */
export function siteAddress(requestUrl: string, publicUrl: string | null): string {
	return `${rootAddress(requestUrl, publicUrl).replace(/\/api$/, '')}/`;
}

const loggedCharacters = 1_000;

/** Returns path and query for the log: shortened, and without a receiver's code, or a token put there by mistake. */
export function targetOf(requestUrl: string): string {
	const target = /^\w+:\/\/[^/]*([^#]*)/.exec(requestUrl)?.[1] ?? '';
	return target.slice(0, loggedCharacters).replaceAll(/((?:token|code)=)[^&#]*/g, '$1***');
}
