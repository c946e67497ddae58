// A browser without scripts, for tests of the administration pages: it keeps cookies and sends forms.
import assert from 'node:assert/strict';
import { by } from '../../../store/suite/audit.fixture.ts';
import { password } from '../../routes/operators/operator.fixture.ts';
import type { TestApp } from '../../server/app.fixture.ts';

/** A page as it came. */
export type PlainPage = { status: number; headers: Headers; text: string };

export type PlainBrowser = {
	open(path: string, headers?: Readonly<Record<string, string>>): Promise<PlainPage>;
	/**
	 * Opens a page and sends its form of a name, with its hidden fields and these; follows the redirect.
	 */
	send(
		on: string | PlainPage,
		form: string,
		fields?: Fields,
		headers?: Readonly<Record<string, string>>,
	): Promise<PlainPage>;
	/** Opens a page and signs in on it. */
	signIn(path: string, email: string): Promise<PlainPage>;
};

type Fields = Readonly<Record<string, string | readonly string[] | File>>;

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Opens a browser in which nobody is signed in. */
export function plainBrowser({ app }: Pick<TestApp, 'app'>): PlainBrowser {
	const cookies = new Map<string, string>();
	const ask = async (path: string, init: RequestInit): Promise<PlainPage> => {
		const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const headers = { Accept: accept, ...(Cookie && { Cookie }), ...init.headers };
		const response = await app.request(path, { ...init, headers });
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (cookie.includes('Max-Age=0')) cookies.delete(name);
			else cookies.set(name, value);
		}
		return { status: response.status, headers: response.headers, text: await response.text() };
	};
	const open: PlainBrowser['open'] = (path, headers = {}) => ask(path, { headers });
	const send: PlainBrowser['send'] = async (on, form, fields = {}, headers = {}) => {
		const { text } = typeof on === 'string' ? await open(on) : on;
		const { action, hidden } = findForm(text, form, fields);
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

/**
 * Finds a form of a name with its hidden fields; of several, as in the rows of a table, the one with
 * the sent values.
 */
function findForm(text: string, name: string, sent: Fields): { action: string; hidden: Record<string, string[]> } {
	const forms = [...text.matchAll(/<form method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)]
		.map(([, action = '', content = '']) => ({ action: unescaped(action), hidden: hiddenIn(content, name) }))
		.filter(({ hidden }) => hidden.form?.[0] === name);
	const holds = (hidden: Record<string, string[]>) =>
		Object.entries(hidden).every(([field, [value]]) => (sent[field] ?? value) === value);
	return forms.find(({ hidden }) => holds(hidden)) ?? forms[0] ?? assert.fail(`There is no form ${name} on the page.`);
}

/** The name of a form may be that of one of its buttons. */
function hiddenIn(content: string, form: string): Record<string, string[]> {
	const hasButton = content.includes(`<button type="submit" name="form" value="${form}"`);
	const fields: Record<string, string[]> = hasButton ? { form: [form] } : {};
	for (const [, name = '', value = ''] of content.matchAll(
		/<input type="hidden" name="([^"]*)" value="([^"]*)"\/?>/g,
	)) {
		fields[name] ??= [];
		fields[name].push(unescaped(value));
	}
	return fields;
}

function unescaped(text: string): string {
	return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Finds the row of a table that has a text. */
export function rowWith(text: string, holding: string): string {
	const rows = text.match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
	return rows.find((row) => row.includes(holding)) ?? assert.fail(`No row has ${holding}.`);
}

/** Finds the problem that a page shows. */
export function wrongIn({ text }: PlainPage): string {
	return /<p class="wrong" role="alert">([^<]*)/.exec(text)?.[1] ?? assert.fail('The page shows no problem.');
}
