// The lines of an export: events and accounts, as one broker writes them and another reads them.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { BrokerError } from '../errors.ts';
import { parseJson } from '../formats/json/json-text.ts';
import { shownIdentifier } from '../formats/scholix/writing/object-document.ts';
import { readIdentifier } from '../identifiers/index.ts';
import { isoTime } from '../links/link-date.ts';
import { eventActions, eventStates, type Withdrawn } from '../links/link-event.ts';
import { wrongEmail, wrongName } from '../store/accounts/account-names.ts';
import { type StoredToken, tokenScopes } from '../store/accounts/tokens.ts';
import type { StoredRole, StoredUser } from '../store/accounts/users.ts';
import type { ExportedEvent } from '../store/event-transfer.ts';
import {
	type PortableSender,
	type PortableSubscription,
	readSender,
	readSubscription,
	senderFields,
	senderSchema,
	subscriptionFields,
	subscriptionSchema,
} from './following-lines.ts';

/** An event whose users are named by email, which means the same to every broker. */
export type PortableEvent = Omit<ExportedEvent, 'userId' | 'withdrawn'> & {
	submitter: string | null;
	withdrawn: (Omit<Withdrawn, 'by'> & { by: string | null }) | null;
};
type PortableUser = Omit<StoredUser, 'id'>;
type PortableRole = Pick<StoredRole, 'name' | 'createdAt'>;
type PortableToken = Omit<StoredToken, 'id' | 'userId'> & { hash: string; email: string };
/** Counts what an export holds. */
export type ExportCounts = Record<(typeof exportKinds)[number], number>;
export const exportKinds = ['events', 'users', 'roles', 'tokens', 'subscriptions', 'senders'] as const;
/** Counts nothing. */
export const noCounts: ExportCounts = { events: 0, users: 0, roles: 0, tokens: 0, subscriptions: 0, senders: 0 };

/** One line of an export. The last one, `end`, says that nothing is missing. */
export type ExportLine =
	| { kind: 'event'; event: PortableEvent }
	| { kind: 'user'; user: PortableUser }
	| { kind: 'role'; role: PortableRole }
	| { kind: 'token'; token: PortableToken }
	| { kind: 'subscription'; subscription: PortableSubscription }
	| { kind: 'sender'; sender: PortableSender }
	| { kind: 'end'; counts: ExportCounts };

// A string holds 500 million characters; written as JSON, text may take twice its length.
const textBytes = 64 * 1024 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const time = z.iso.datetime().transform((text) => Date.parse(text));
const text = z.string().max(10_000);
const whole = z.int().min(0);
const email = text.superRefine((address, { addIssue }) => refuse(wrongEmail(address), addIssue));
const name = text.superRefine((given, { addIssue }) => refuse(wrongName(given), addIssue));

function refuse(wrong: string | undefined, addIssue: (message: string) => void): void {
	if (wrong !== undefined) addIssue(wrong);
}

const eventSchema = z.strictObject({
	event_id: z.string().min(1).max(200),
	// Exports of earlier versions have none of these four: all events asserted.
	action: z.enum(eventActions).default('assert'),
	takes_all: z.boolean().default(false),
	replaces: z
		.array(z.strictObject({ ID: text.min(1), IDScheme: text.min(1), provider: text.min(1) }))
		.nullable()
		.default(null),
	file_name: text.nullable().default(null),
	set: text.nullable().default(null),
	load: z
		.strictObject({
			id: z.string().min(1).max(200),
			kind: z.enum(['files', 'harvest']).nullable().default(null),
			name: text.nullable().default(null),
		})
		.optional(),
	status: z.enum(eventStates),
	noindex: z.boolean(),
	searchable: z.boolean(),
	submitter: email.nullable(),
	created_at: time,
	links: whole,
	// Exports of earlier versions do not have it.
	refused: whole.default(0),
	failure: z
		.strictObject({
			reason: z.string(),
			attempts: whole,
			started_at: time.nullable(),
			finished_at: time.nullable(),
		})
		.nullable(),
	withdrawn: z.strictObject({ at: time, by: email.nullable(), reason: text.nullable() }).nullable().default(null),
	with_load: z.literal(true).optional(),
	encoding: z.enum(['text', 'base64', 'zstd+base64']),
	payload: z.string(),
});
const userSchema = z.strictObject({
	email,
	password_hash: text.nullable(),
	active: z.boolean(),
	roles: z.array(name),
	created_at: time,
});
const roleSchema = z.strictObject({ name, created_at: time });
const tokenSchema = z.strictObject({
	hash: text.min(1),
	email,
	name,
	internal: z.boolean(),
	// Tokens of earlier versions have all scopes.
	scopes: z.array(z.enum(tokenScopes)).default([...tokenScopes]),
	created_at: time,
	last_used_at: time.nullable(),
	expires_at: time.nullable(),
	revoked_at: time.nullable(),
});
const countsSchema = z.strictObject({
	...{ events: whole, users: whole, roles: whole, tokens: whole },
	// Exports of earlier versions have neither.
	...{ subscriptions: whole.default(0), senders: whole.default(0) },
});

/** Writes a line, without its end. */
export function writeExportLine(line: ExportLine): string {
	switch (line.kind) {
		case 'event':
			return JSON.stringify(eventFields(line.event));
		case 'user': {
			const { email, passwordHash, active, roles, createdAt } = line.user;
			const user = { email, password_hash: passwordHash, active, roles, created_at: isoTime(createdAt) };
			return JSON.stringify({ user });
		}
		case 'role':
			return JSON.stringify({ role: { name: line.role.name, created_at: isoTime(line.role.createdAt) } });
		case 'token':
			return JSON.stringify({ token: tokenFields(line.token) });
		case 'subscription':
			return JSON.stringify({ subscription: subscriptionFields(line.subscription) });
		case 'sender':
			return JSON.stringify({ sender: senderFields(line.sender) });
		case 'end':
			return JSON.stringify({ end: line.counts });
	}
}

function eventFields(event: PortableEvent): z.input<typeof eventSchema> {
	const { failure, withdrawn } = event;
	return {
		event_id: event.eventId,
		action: event.action,
		takes_all: event.takesAll,
		replaces: event.replaces?.map(({ source, provider }) => ({ ...shownIdentifier(source), provider })) ?? null,
		file_name: event.fileName,
		// Versions before do not know these two.
		...(event.set !== null && { set: event.set }),
		...(event.ofLoad && { load: loadFields(event.ofLoad) }),
		status: event.state,
		noindex: event.noindex,
		searchable: event.searchable,
		submitter: event.submitter,
		created_at: isoTime(event.createdAt),
		links: event.links,
		refused: event.refused,
		failure: failure && {
			reason: failure.reason,
			attempts: failure.attempts,
			started_at: isoTime(failure.startedAt),
			finished_at: isoTime(failure.finishedAt),
		},
		withdrawn: withdrawn && { ...withdrawn, at: isoTime(withdrawn.at) },
		...(event.withLoad && { with_load: true as const }),
		...encodePayload(event.payload),
	};
}

function loadFields({ id, kind, name }: NonNullable<PortableEvent['ofLoad']>) {
	return { id, ...(kind !== null && { kind }), ...(name !== null && { name }) };
}

function tokenFields(token: PortableToken): z.input<typeof tokenSchema> {
	return {
		hash: token.hash,
		email: token.email,
		name: token.name,
		internal: token.internal,
		scopes: [...token.scopes],
		created_at: isoTime(token.createdAt),
		last_used_at: isoTime(token.lastUsedAt),
		expires_at: isoTime(token.expiresAt),
		revoked_at: isoTime(token.revokedAt),
	};
}

function encodePayload(payload: Uint8Array): { encoding: 'text' | 'base64' | 'zstd+base64'; payload: string } {
	if (payload.byteLength > textBytes) {
		return { encoding: 'zstd+base64', payload: zstdCompressSync(payload).toString('base64') };
	}
	try {
		return { encoding: 'text', payload: utf8.decode(payload) };
	} catch {
		return { encoding: 'base64', payload: Buffer.from(payload).toString('base64') };
	}
}

function decodePayload(encoding: 'text' | 'base64' | 'zstd+base64', payload: string): Uint8Array {
	if (encoding === 'text') return Buffer.from(payload);
	const bytes = Buffer.from(payload, 'base64');
	return encoding === 'base64' ? bytes : zstdDecompressSync(bytes);
}

/** Reads a line; `place` names it in words. Fails with `bad-file`, saying what is wrong there. */
export function readExportLine(line: string, place: string): ExportLine {
	const fail = (reason: string, cause?: unknown): never => {
		throw new BrokerError('bad-file', `${place} ${reason}.`, { cause });
	};
	try {
		const read = parseJson(line);
		if ('error' in read) return fail(`cannot be read: it is not JSON (${read.error.message})`);
		const fields = read.value;
		if (typeof fields === 'object' && fields !== null) {
			if ('event_id' in fields) return { kind: 'event', event: readEvent(eventSchema.parse(fields)) };
			if ('user' in fields) return { kind: 'user', user: readUser(userSchema.parse(fields.user)) };
			if ('role' in fields) return { kind: 'role', role: readRole(roleSchema.parse(fields.role)) };
			if ('token' in fields) return { kind: 'token', token: readToken(tokenSchema.parse(fields.token)) };
			if ('subscription' in fields) {
				const read = subscriptionSchema.parse(fields.subscription);
				return { kind: 'subscription', subscription: readSubscription(read) };
			}
			if ('sender' in fields) return { kind: 'sender', sender: readSender(senderSchema.parse(fields.sender)) };
			if ('end' in fields) return { kind: 'end', counts: countsSchema.parse(fields.end) };
		}
	} catch (cause) {
		if (cause instanceof z.ZodError)
			return fail(`is not as \`link-broker export\` writes it: ${issueOf(cause)}`, cause);
		return fail('cannot be read: its payload is damaged', cause);
	}
	return fail(
		'is not as `link-broker export` writes it: it is neither event, user, role, token, subscription, sender nor end',
	);
}

function issueOf({ issues: [first] }: z.ZodError): string {
	return first ? `${first.path.join('.')}: ${first.message}` : 'something is missing';
}

function readEvent(fields: z.output<typeof eventSchema>): PortableEvent {
	const { failure, replaces } = fields;
	return {
		eventId: fields.event_id,
		action: fields.action,
		takesAll: fields.takes_all,
		replaces:
			replaces?.map(({ ID, IDScheme, provider }) => ({ source: readIdentifier(ID, IDScheme), provider })) ?? null,
		fileName: fields.file_name,
		set: fields.set,
		...(fields.load && { ofLoad: fields.load }),
		...(fields.with_load && { withLoad: true as const }),
		payload: decodePayload(fields.encoding, fields.payload),
		links: fields.links,
		refused: fields.refused,
		noindex: fields.noindex,
		searchable: fields.searchable,
		submitter: fields.submitter,
		state: fields.status,
		createdAt: fields.created_at,
		failure:
			fields.status !== 'Error'
				? null
				: {
						reason: failure?.reason ?? '',
						attempts: failure?.attempts ?? 0,
						startedAt: failure?.started_at ?? null,
						finishedAt: failure?.finished_at ?? null,
					},
		withdrawn:
			fields.status === 'Withdrawn' ? (fields.withdrawn ?? { at: fields.created_at, by: null, reason: null }) : null,
	};
}

function readUser(fields: z.output<typeof userSchema>): PortableUser {
	const { email, password_hash, active, roles, created_at } = fields;
	return { email, passwordHash: password_hash, active, roles, createdAt: created_at };
}

function readRole({ name, created_at }: z.output<typeof roleSchema>): PortableRole {
	return { name, createdAt: created_at };
}

function readToken(fields: z.output<typeof tokenSchema>): PortableToken {
	return {
		hash: fields.hash,
		email: fields.email,
		name: fields.name,
		internal: fields.internal,
		scopes: fields.scopes,
		createdAt: fields.created_at,
		lastUsedAt: fields.last_used_at,
		expiresAt: fields.expires_at,
		revokedAt: fields.revoked_at,
	};
}
