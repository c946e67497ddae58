// Under which address the broker is reached, for links in its answers; knows no path of its own.

/** Lists the places under which every path is served. */
export const prefixes = ['', '/api'] as const;

/**
 * Tells the address that links of an answer begin with, without a slash at the end: `https://links.example.org/api` for a request
 * that used the prefix. A public address that ends in the prefix itself is not given it twice.
 */
export function baseAddress(requestUrl: string, publicUrl: string | null): string {
	const prefix = requestUrl.startsWith('/api/', endOfOrigin(requestUrl)) ? '/api' : '';
	if (publicUrl === null) return originOf(requestUrl) + prefix;
	return publicUrl.endsWith('/api') ? publicUrl : publicUrl + prefix;
}

/** Tells the address that is the same for every request, with and without the prefix. */
export function rootAddress(requestUrl: string, publicUrl: string | null): string {
	return publicUrl ?? originOf(requestUrl);
}

/** Tells path and query as far as they may be logged: not too long, and without a token that somebody put there by mistake. */
export function targetOf(requestUrl: string): string {
	const start = endOfOrigin(requestUrl);
	const target = requestUrl.slice(start, start + loggedCharacters);
	return target.includes('token=') ? target.replaceAll(/(token=)[^&#]*/g, '$1***') : target;
}

const loggedCharacters = 1_000;

function originOf(url: string): string {
	return url.slice(0, endOfOrigin(url));
}

/** A request's address is absolute and normalised: `https://` and at least one character of a host. */
function endOfOrigin(url: string): number {
	return url.indexOf('/', 'https://'.length);
}
