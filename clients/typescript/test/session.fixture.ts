// A `fetch` for tests that keeps the cookie of a session, as a browser does.

/** Creates a `fetch` that keeps cookies and records its requests. */
export function browserFetch(): { fetch: typeof fetch; asked: string[] } {
	const asked: string[] = [];
	const cookies = new Map<string, string>();
	const keepingFetch: typeof fetch = async (address, init) => {
		asked.push(`${init?.method} ${address}`);
		const headers = new Headers(init?.headers);
		headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
		const response = await fetch(address, { ...init, headers });
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			cookies.set(name, value);
		}
		return response;
	};
	return { fetch: keepingFetch, asked };
}
