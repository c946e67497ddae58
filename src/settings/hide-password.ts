// Makes addresses fit to be shown; knows no setting.

/**
 * Hides user and password of an address, and passwords in its query, so that it can be shown; also
 * where it is not well formed.
 */
export function hidePassword(address: string): string {
	const [protocol = ''] = /^[a-z][a-z0-9+.-]*:\/+/i.exec(address) ?? [];
	const at = address.lastIndexOf('@');
	const shown = at === -1 ? address : `${protocol}***${address.slice(at)}`;
	return shown
		.replace(/^([a-z][a-z0-9+.-]*:\/+[^:/@]*):(?!\d+(\/|$))[^/]*/i, '$1:***')
		.replace(/\b(password|passwd|pwd|sslpassword)=[^&\s]*/gi, '$1=***');
}
