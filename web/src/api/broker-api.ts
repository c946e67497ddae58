// Asks the public interface and remembers its answers for a while; knows no page.
import type {
	AnsweredIdentifier,
	RelationshipsAnswer,
	UnderstoodQuery,
} from '../../../clients/typescript/src/schemas.ts';
import { createTurns } from '../asking/turns.ts';
import { apiAddress, type LinkParameters, nextCursor, scholixMediaType } from './api-address.ts';
import { forgetHeldAnswers, heldAnswer, type Received } from './held-answers.ts';
import { readUnderstood } from './scholix-answer.ts';

/** Holds one page of links, and how the question was understood. */
export type LinkPage = {
	answer: RelationshipsAnswer;
	total: number;
	cursor: string | undefined;
	/** What was understood to be asked for, in the broker's spelling. */
	understood: AnsweredIdentifier;
	/** Whether the broker knows anything of it. */
	known: boolean;
};

/**
 * Says why a request was not answered, as the broker explains it (RFC 9457), or that it could not
 * be reached.
 */
export class RequestFailure extends Error {
	readonly status: number;
	readonly fields: Readonly<Record<string, string>>;
	/** Identifiers that may be meant. */
	readonly choices: readonly AnsweredIdentifier[];
	/** The kind of problem: `not-an-identifier`; undefined where the broker names none. */
	readonly code: string | undefined;
	readonly retryAfterSeconds: number | undefined;
	/** How the question was understood, where nothing is known of what it asks about. */
	readonly query: UnderstoodQuery | undefined;

	constructor(
		message: string,
		details: {
			status: number;
			code?: string | undefined;
			fields?: Record<string, string>;
			choices?: readonly AnsweredIdentifier[];
			retryAfterSeconds?: number | undefined;
			query?: UnderstoodQuery | undefined;
		},
	) {
		super(message);
		this.status = details.status;
		this.code = details.code;
		this.fields = details.fields ?? {};
		this.choices = details.choices ?? [];
		this.retryAfterSeconds = details.retryAfterSeconds;
		this.query = details.query;
	}
}

const rememberedMilliseconds = 60_000;
const mostRemembered = 500;
const remembered = new Map<string, { at: number; answer: Promise<Received> }>();
const inTurn = createTurns(6);

/** Asks for one page of links. Fails with RequestFailure. */
export async function askLinks(parameters: LinkParameters): Promise<LinkPage> {
	return readLinkPage(await ask(apiAddress(parameters), scholixMediaType));
}

function readLinkPage({ body, headers }: Received): LinkPage {
	return {
		answer: body as RelationshipsAnswer,
		total: Number(headers.get('X-Total-Count') ?? 0),
		cursor: nextCursor(headers.get('Link')),
		understood: readUnderstood(headers.get('X-Understood-As')),
		known: headers.get('X-Known') === 'true',
	};
}

/**
 * Asks what a text is read as. Fails with RequestFailure where it names no one work, also with
 * words.
 */
export async function askUnderstood(id: string, scheme: string | undefined): Promise<AnsweredIdentifier> {
	const { body } = await ask(apiAddress({ id, scheme, group_by: 'version', size: '1' }), 'application/json');
	return (body as { query: UnderstoodQuery }).query.understood_as;
}

/** Asks for an answer in JSON. Fails with RequestFailure. */
export async function askJson(address: string): Promise<unknown> {
	return (await ask(address, 'application/json')).body;
}

/** Asks with a body, in JSON; the answer is not remembered. Fails with RequestFailure. */
export async function postJson(address: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
	const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
	return (await receive(address, { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) }))
		.body;
}

/** Forgets all answers, because something was changed. */
export function forgetAnswers(): void {
	remembered.clear();
	forgetHeldAnswers();
}

/** Reads the failure of an answer that is not good. */
export async function readFailure(response: Response): Promise<RequestFailure> {
	const { status, headers } = response;
	return failureOf({ status, headers, body: await response.json().catch(() => undefined) });
}

/** Reads the failure of an answer that came. */
// biome-ignore lint/suspicious/noExplicitAny: what fails may send anything
export function failureOf({ status, headers, body }: Received & { body?: any }): RequestFailure {
	const problem = body;
	const errors: unknown = problem?.errors;
	const fields: Record<string, string> = {};
	const choices: AnsweredIdentifier[] = [];
	for (const { field, message, identifier } of Array.isArray(errors) ? errors : []) {
		if (typeof field === 'string') fields[field] = String(message);
		if (identifier) choices.push(identifier);
	}
	const message = problem?.detail ?? problem?.title ?? `The broker answered with status ${status}.`;
	const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
	return new RequestFailure(message, {
		status,
		code: /\/problems\/([\w-]+)$/.exec(String(problem?.type))?.[1],
		fields,
		choices,
		retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
		query: problem?.query,
	});
}

/** Names the failure of a request that had no answer at all. */
export function unreachable(): RequestFailure {
	return new RequestFailure('The broker cannot be reached. Check the connection and try again.', { status: 0 });
}

function ask(address: string, accept: string): Promise<Received> {
	const held = heldAnswer(address, accept);
	if (held) return held.status >= 400 ? Promise.reject(failureOf(held)) : Promise.resolve(held);
	const key = `${accept} ${address}`;
	const known = remembered.get(key);
	if (known && Date.now() - known.at < rememberedMilliseconds) return known.answer;
	const answer = inTurn(() => receive(address, { headers: { Accept: accept } }));
	remembered.delete(key);
	remembered.set(key, { at: Date.now(), answer });
	if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value as string);
	answer.catch(() => {
		if (remembered.get(key)?.answer === answer) remembered.delete(key);
	});
	return answer;
}

async function receive(address: string, request: RequestInit): Promise<Received> {
	const response = await fetch(address, request).catch(() => {
		throw unreachable();
	});
	if (!response.ok) throw await readFailure(response);
	return { status: response.status, body: await response.json(), headers: response.headers };
}
