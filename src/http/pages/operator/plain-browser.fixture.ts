// A browser that runs no script, for tests of the pages for operators: it keeps its cookie, and
// sends forms as it finds them on a page.
import assert from 'node:assert/strict';
import { by } from '../../../ports/records/suite/audit.fixture.ts';
import { password } from '../../routes/operators/operator.fixture.ts';
import type { TestApp } from '../../server/app.fixture.ts';

/** A page as it came. */
export type PlainPage = { status: number; headers: Headers; text: string };

export type PlainBrowser = {
	open(path: string, headers?: Readonly<Record<string, string>>): Promise<PlainPage>;
	/**
	 * Sends a form of a page, which is opened for it, by its name, with what it holds and these fields;
	 * follows where it leads.
	 */
	send(
		on: string | PlainPage,
		form: string,
		fields?: Fields,
		headers?: Readonly<Record<string, string>>,
	): Promise<PlainPage>;
	/** Opens a page, on which it signs in. */
	signIn(path: string, email: string): Promise<PlainPage>;
};

type Fields = Readonly<Record<string, string | readonly string[] | File>>;

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Opens a browser in which nobody is signed in. */
export function plainBrowser({ app }: Pick<TestApp, 'app'>): PlainBrowser {
	let cookie = '';
	const ask = async (path: string, init: RequestInit): Promise<PlainPage> => {
		const headers = { Accept: accept, ...(cookie && { Cookie: cookie }), ...init.headers };
		const response = await app.request(path, { ...init, headers });
		cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? cookie;
		return { status: response.status, headers: response.headers, text: await response.text() };
	};
	const open: PlainBrowser['open'] = (path, headers = {}) => ask(path, { headers });
	const send: PlainBrowser['send'] = async (on, form, fields = {}, headers = {}) => {
		const { text } = typeof on === 'string' ? await open(on) : on;
		const { action, hidden } = findForm(text, form);
		const answer = await ask(action, { method: 'POST', headers, body: bodyOf({ ...hidden, ...fields }) });
		return answer.status === 303 ? open(answer.headers.get('Location') ?? '') : answer;
	};
	return { open, send, signIn: (path, email) => send(path, 'signIn', { email, password }) };
}

/** Makes an account that has these roles and the password of tests. */
export async function plainAccount({ accounts, token }: TestApp, email: string, ...roles: string[]): Promise<void> {
	await accounts.createUser(by, email, password, true);
	await token(email, ...roles);
}

function bodyOf(fields: Fields): URLSearchParams | FormData {
	const pairs = Object.entries(fields).flatMap(([name, value]) =>
		(Array.isArray(value) ? (value as readonly string[]) : [value as string | File]).map((one) => [name, one] as const),
	);
	const hasFile = pairs.some(([, value]) => value instanceof File);
	const body = hasFile ? new FormData() : new URLSearchParams();
	for (const [name, value] of pairs) (body as FormData).append(name, value);
	return body;
}

/** Finds the first form of a name, and the fields that it holds unseen. */
function findForm(text: string, name: string): { action: string; hidden: Record<string, string> } {
	const forms = [...text.matchAll(/<form method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
	for (const [, action = '', content = ''] of forms) {
		const inputs = content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
		const hidden = Object.fromEntries([...inputs].map(([, field = '', value = '']) => [field, unescaped(value)]));
		if (content.includes(`<button type="submit" name="form" value="${name}"`)) hidden.form = name;
		if (hidden.form === name) return { action: unescaped(action), hidden };
	}
	return assert.fail(`There is no form ${name} on the page.`);
}

function unescaped(text: string): string {
	return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
