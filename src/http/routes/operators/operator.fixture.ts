// A browser of an operator for tests: keeps the cookie, sends the proof of intent.
import assert from 'node:assert/strict';
import { by } from '../../../store/suite/audit.fixture.ts';
import type { TestApp } from '../../server/app.fixture.ts';

export const password = 'correct horse';

/** A browser with its session; requests go without CSRF token where `csrf` is null. */
export type OperatorBrowser = {
	csrfToken: string;
	cookie: string;
	ask(method: string, path: string, body?: unknown, csrf?: string | null): Promise<Response>;
};

/** Makes an account with these roles and a password, unless it is there, and signs in. */
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
