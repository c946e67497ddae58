// A signed-in browser for tests: keeps the cookie and sends the CSRF token.
import assert from 'node:assert/strict';
import { by } from '../../../store/suite/audit.fixture.ts';
import type { TestApp } from '../../server/app.fixture.ts';

export const password = 'correct horse';

/** A browser with its session. With `csrf` null, requests have no CSRF token. */
export type OperatorBrowser = {
	csrfToken: string;
	cookie: string;
	ask(method: string, path: string, body?: unknown, csrf?: string | null): Promise<Response>;
};

/** Creates an account with these roles and a password, unless it exists, and signs in. */
export async function signInAs(opened: TestApp, email: string, ...roles: string[]): Promise<OperatorBrowser> {
	if (!(await opened.accounts.findUser(email))) await opened.accounts.createUser(by, email, password, true);
	await opened.token(email, ...roles);
	const response = await opened.app.request('/api/session', {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ email, password }),
	});
	assert.equal(response.status, 200);
	const { csrf_token: csrfToken } = (await response.json()) as { csrf_token: string };
	const cookie = (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
	return {
		csrfToken,
		cookie,
		async ask(method, path, body, csrf = csrfToken) {
			const headers: Record<string, string> = { Cookie: cookie, Accept: 'application/json' };
			if (method !== 'GET' && csrf !== null) headers['X-CSRF-Token'] = csrf;
			if (body !== undefined) headers['Content-Type'] = 'application/json';
			const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
			return opened.app.request(path, init);
		},
	};
}
