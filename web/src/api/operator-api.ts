// What the pages for operators ask of the broker about accounts and its state, and in which shapes:
// the one place that knows the session and its protection. The session is a cookie (HttpOnly,
// SameSite=Strict) that this program never sees; every request that changes something says the
// session's csrf_token in X-CSRF-Token. Failures are problem details (RFC 9457); 401 means that
// nobody is signed in any more.
import { failureOf, RequestFailure, readFailure, unreachable } from './broker-api.ts';
import { forgetHeldAnswers, takeHeldAnswer } from './held-answers.ts';

/**
 * Says who is signed in: `GET /api/session`, and the answer of `POST /api/session {email,
 * password}`.
 */
export type Session = { email: string; roles: string[]; csrf_token: string };

/** Names what a token is good for. */
export type TokenScope = 'submit' | 'withdraw' | 'read';

/** Describes a token of one's own, without its text: `GET /api/tokens` answers `{tokens}`. */
export type OperatorToken = {
	id: number;
	name: string;
	created: string;
	last_used: string | null;
	expires: string | null;
	/** Whether it is valid and expires within thirty days. */
	ends_soon: boolean;
	scopes: TokenScope[];
	revoked: string | null;
};

/** Describes a user: `GET /api/users` answers `{users}`; admins only. */
export type OperatorUser = { email: string; active: boolean; roles: string[]; created: string };

/** Describes a role: `GET /api/roles` answers `{roles}`; admins only. */
export type OperatorRole = { name: string; users: number };

/**
 * Groups figures under names: `{queue: {new, processing, error, waiting_entries}, rates: {…},
 * sizes: {…_bytes}}`; a name ends in the unit. `rebuild` is null where the index is not built anew, and
 * counts its `parts` by phase and state where it is.
 */
export type BrokerStatus = Readonly<Record<string, object | null>>;

let csrfToken = '';

/** Tells who is signed in; undefined where nobody is. */
export async function askSession(): Promise<Session | undefined> {
	try {
		return remember((await send('GET', '/session')) as Session);
	} catch (error) {
		if (error instanceof RequestFailure && error.status === 401) return undefined;
		throw error;
	}
}

/** Signs in. Fails with status 401 where email and password do not fit. */
export async function signIn(email: string, password: string): Promise<Session> {
	return remember((await send('POST', '/session', { email, password })) as Session);
}

/** Signs out. */
export async function signOut(): Promise<void> {
	await send('DELETE', '/session');
	csrfToken = '';
}

/** Asks for one's own tokens. */
export async function askTokens(): Promise<OperatorToken[]> {
	return ((await send('GET', '/tokens')) as { tokens: OperatorToken[] }).tokens;
}

/**
 * Creates a token and answers its text, which is never shown again; `expires` is an ISO 8601 time,
 * null: never. It is good for one scope at least.
 */
export async function createToken(wanted: {
	name: string;
	expires: string | null;
	scopes: readonly TokenScope[];
}): Promise<string> {
	return ((await send('POST', '/tokens', wanted)) as { token: string }).token;
}

/** Revokes one of one's own tokens. */
export async function revokeToken(id: number): Promise<void> {
	await send('DELETE', `/tokens/${id}`);
}

/** Changes the password of who is signed in. */
export async function changePassword(current: string, password: string): Promise<void> {
	await send('PUT', '/session/password', { current_password: current, new_password: password });
}

/** Asks whom a link to set a password is for. Fails with status 404 where it is good for nothing. */
export async function askInvitation(secret: string): Promise<{ email: string }> {
	return (await send('POST', '/invitations/show', { secret })) as { email: string };
}

/** Sets a password with a link, and signs in. */
export async function acceptInvitation(secret: string, password: string): Promise<Session> {
	return remember((await send('POST', '/invitations/accept', { secret, password })) as Session);
}

/** Makes a link with which a user sets a password; the user is created where new. */
export async function inviteUser(email: string): Promise<string> {
	return ((await send('POST', '/invitations', { email })) as { link: string }).link;
}

/** Deletes a user. */
export async function deleteUser(email: string): Promise<void> {
	await send('DELETE', `/users/${encodeURIComponent(email)}`);
}

/** Asks for all users. */
export async function askUsers(): Promise<OperatorUser[]> {
	return ((await send('GET', '/users')) as { users: OperatorUser[] }).users;
}

/** Lets a user in, or keeps them and their tokens out. */
export async function setActive(email: string, active: boolean): Promise<void> {
	await send('PATCH', `/users/${encodeURIComponent(email)}`, { active });
}

/** Gives a role to a user, or takes it. */
export async function setRole(email: string, role: string, given: boolean): Promise<void> {
	await send(given ? 'PUT' : 'DELETE', `/users/${encodeURIComponent(email)}/roles/${encodeURIComponent(role)}`);
}

/** Asks for all roles. */
export async function askRoles(): Promise<OperatorRole[]> {
	return ((await send('GET', '/roles')) as { roles: OperatorRole[] }).roles;
}

/** Creates a role. */
export async function createRole(name: string): Promise<void> {
	await send('POST', '/roles', { name });
}

/** Asks how the broker is. */
export async function askStatus(): Promise<BrokerStatus> {
	return (await send('GET', '/status')) as BrokerStatus;
}

function remember(session: Session): Session {
	csrfToken = session.csrf_token;
	return session;
}

/** Sends a request of an operator. Fails with RequestFailure. */
export async function send(
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
	path: string,
	body?: unknown,
): Promise<unknown> {
	if (body === undefined) return receive(method, path, {});
	return receive(method, path, { 'Content-Type': 'application/json' }, JSON.stringify(body));
}

/** Posts a file as it is. Fails with RequestFailure. */
export async function sendFile(path: string, file: Blob): Promise<unknown> {
	return receive('POST', path, { 'Content-Type': 'application/octet-stream' }, file);
}

async function receive(method: string, path: string, type: object, body?: string | Blob): Promise<unknown> {
	const headers: Record<string, string> = { Accept: 'application/json', ...type };
	if (method === 'GET') {
		const held = takeHeldAnswer(`/api${path}`, headers.Accept as string);
		if (held && held.status >= 400) throw failureOf(held);
		if (held) return held.body;
	} else {
		headers['X-CSRF-Token'] = csrfToken;
		forgetHeldAnswers();
	}
	const request = { method, headers, ...(body !== undefined && { body }) };
	const response = await fetch(`/api${path}`, request).catch(() => {
		throw unreachable();
	});
	if (!response.ok) throw await readFailure(response);
	return response.status === 204 ? undefined : await response.json().catch(() => undefined);
}
