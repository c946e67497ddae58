// What the pages for operators ask of the broker about accounts, its state, harvests, dumps and the
// audit: the one place that has the session and its protection. The session is a cookie (HttpOnly,
// SameSite=Strict) that this program never sees; every request that changes something says the
// session's csrf_token in X-CSRF-Token. Failures are problem details (RFC 9457); 401 means that
// nobody is signed in any more.

import type {
	AccessToken,
	AccessTokens,
	AuditEntries,
	CreatedAccessToken,
	Dump,
	Dumps,
	Harvest,
	HarvestOrder,
	Harvests,
	Invitation,
	Role,
	Roles,
	Session,
	User,
	Users,
	WantedAccessToken,
} from '../../../clients/typescript/src/operator-schemas.ts';
import type { AuditFilters } from '../address/audit-view.ts';
import { queryOf } from '../address/parts.ts';
import { failureOf, readFailure, unreachable } from './broker-api.ts';
import { forgetHeldAnswers, takeHeldAnswer } from './held-answers.ts';

let csrfToken = '';

/** Keeps what proves that a change is meant. */
export function rememberSession(session: Session): void {
	csrfToken = session.csrf_token;
}

/** Asks for one's own tokens. */
export async function askTokens(): Promise<AccessToken[]> {
	return ((await send('GET', '/tokens')) as AccessTokens).tokens;
}

/** Creates a token and answers its text, which is never shown again. */
export async function createToken(wanted: WantedAccessToken): Promise<string> {
	return ((await send('POST', '/tokens', wanted)) as CreatedAccessToken).token;
}

/** Revokes one of one's own tokens. */
export async function revokeToken(id: number): Promise<void> {
	await send('DELETE', `/tokens/${id}`);
}

/** Makes a link with which a user sets a password; the user is created where new. */
export async function inviteUser(email: string): Promise<string> {
	return ((await send('POST', '/invitations', { email })) as Invitation).link;
}

/** Deletes a user. */
export async function deleteUser(email: string): Promise<void> {
	await send('DELETE', `/users/${encodeURIComponent(email)}`);
}

/** Asks for all users. */
export async function askUsers(): Promise<User[]> {
	return ((await send('GET', '/users')) as Users).users;
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
export async function askRoles(): Promise<Role[]> {
	return ((await send('GET', '/roles')) as Roles).roles;
}

/** Creates a role. */
export async function createRole(name: string): Promise<void> {
	await send('POST', '/roles', { name });
}

/** Asks for all harvests; admins only. */
export async function askHarvests(): Promise<Harvest[]> {
	return ((await send('GET', '/harvests')) as Harvests).harvests;
}

/** Has a worker run a harvest, keeps workers from it, or forgets it. */
export async function orderHarvest(number: number, order: HarvestOrder['order'] | 'remove'): Promise<void> {
	if (order === 'remove') await send('DELETE', `/harvests/${number}`);
	else await send('POST', `/harvests/${number}`, { order });
}

/** Asks for the dumps that are kept. */
export async function askDumps(): Promise<Dump[]> {
	return ((await send('GET', '/dumps')) as Dumps).dumps;
}

/** Has one made. Fails with status 409 while another is. */
export async function makeDump(format: string): Promise<Dump> {
	return (await send('POST', `/dumps?format=${encodeURIComponent(format)}`)) as Dump;
}

/** Removes one; one that is being made is given up. */
export async function removeDump(id: string): Promise<void> {
	await send('DELETE', `/dumps/${encodeURIComponent(id)}`);
}

/** Tells where the file of one lies. */
export function dumpAddress(id: string): string {
	return `/api/dumps/${encodeURIComponent(id)}/file`;
}

/** Asks who did what; admins only. */
export async function askAudit(
	filters: AuditFilters,
	{ before, limit }: { before: string | undefined; limit: number },
): Promise<AuditEntries> {
	return (await send('GET', `/audit${queryOf({ ...filters, before, limit: String(limit) })}`)) as AuditEntries;
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
