// The cookie that holds the secret of a session (RFC 6265); knows no session.

export const sessionCookieName = 'link-broker-session';

/** Reads the secret from a Cookie header; undefined where there is none. */
export function readSessionCookie(header: string | undefined): string | undefined {
	for (const pair of header?.split(';') ?? []) {
		const [key, value] = pair.trim().split('=');
		if (key === sessionCookieName && value) return value;
	}
	return undefined;
}

/**
 * Writes the cookie of a session; null takes it away. Scripts cannot read it and other sites cannot have it sent; under https it never leaves
 * that. It has no end of its own: how long a session lasts is known where it is kept.
 */
export function writeSessionCookie(secret: string | null, secure: boolean): string {
	const ending = secret === null ? '; Max-Age=0' : '';
	return `${sessionCookieName}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${ending}`;
}
