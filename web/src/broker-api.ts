// Asks the public interface and remembers its answers for a while; knows no page.
import { apiAddress, type LinkParameters, nextCursor, scholixMediaType } from './api-address.ts';
import { type ObjectTypeName, readType } from './relations.ts';
import type { WireAnswer, WireFacets } from './scholix-answer.ts';
import { createTurns } from './turns.ts';
import { noCounts } from './year-bins.ts';

/** Holds one page of links. */
export type LinkPage = { answer: WireAnswer; total: number; cursor: string | undefined };

/** Counts a whole result. */
export type Facets = {
	total: number;
	byType: Record<ObjectTypeName, number>;
	years: readonly (readonly [year: number, count: number])[];
};

/**
 * Says why a request was not answered, as the broker explains it (RFC 9457), or that it could not
 * be reached.
 */
export class RequestFailure extends Error {
	readonly status: number;
	readonly fields: Readonly<Record<string, string>>;
	readonly retryAfterSeconds: number | undefined;

	constructor(
		message: string,
		details: { status: number; fields?: Record<string, string>; retryAfterSeconds?: number | undefined },
	) {
		super(message);
		this.status = details.status;
		this.fields = details.fields ?? {};
		this.retryAfterSeconds = details.retryAfterSeconds;
	}
}

const rememberedMilliseconds = 60_000;
const mostRemembered = 500;
const remembered = new Map<string, { at: number; answer: Promise<Received> }>();
const inTurn = createTurns(6);

type Received = { body: unknown; total: number; link: string | null };

/** Asks for one page of links. Fails with RequestFailure. */
export async function askLinks(parameters: LinkParameters): Promise<LinkPage> {
	const { body, total, link } = await ask(apiAddress(parameters), scholixMediaType);
	return { answer: body as WireAnswer, total, cursor: nextCursor(link) };
}

/** Asks how many links there are. Fails with RequestFailure. */
export async function askCount(parameters: LinkParameters): Promise<number> {
	return (await askLinks({ ...parameters, size: '1' })).total;
}

/** Asks how a whole result divides over types and years. Fails with RequestFailure. */
export async function askFacets(parameters: LinkParameters): Promise<Facets> {
	const { body } = await ask(apiAddress({ ...parameters, size: '1' }), 'application/json');
	const { hits, aggregations } = body as WireFacets;
	const byType = noCounts();
	for (const { key, doc_count } of aggregations.type.buckets) byType[readType(key)] += doc_count;
	const years = aggregations.publication_year.buckets.map(({ key, doc_count }) => [Number(key), doc_count] as const);
	return { total: hits.total, byType, years };
}

/** Reads the failure of an answer that is not good. */
export async function readFailure(response: Response): Promise<RequestFailure> {
	const problem = await response.json().catch(() => undefined);
	const errors: unknown = problem?.errors;
	const fields: Record<string, string> = {};
	for (const { field, message } of Array.isArray(errors) ? errors : [])
		if (typeof field === 'string') fields[field] = String(message);
	const message = problem?.detail ?? problem?.title ?? `The broker answered with status ${response.status}.`;
	const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
	return new RequestFailure(message, {
		status: response.status,
		fields,
		retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
	});
}

/** Names the failure of a request that had no answer at all. */
export function unreachable(): RequestFailure {
	return new RequestFailure('The broker cannot be reached. Check the connection and try again.', { status: 0 });
}

function ask(address: string, accept: string): Promise<Received> {
	const key = `${accept} ${address}`;
	const known = remembered.get(key);
	if (known && Date.now() - known.at < rememberedMilliseconds) return known.answer;
	const answer = inTurn(() => receive(address, accept));
	remembered.delete(key);
	remembered.set(key, { at: Date.now(), answer });
	if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value as string);
	answer.catch(() => {
		if (remembered.get(key)?.answer === answer) remembered.delete(key);
	});
	return answer;
}

async function receive(address: string, accept: string): Promise<Received> {
	const response = await fetch(address, { headers: { Accept: accept } }).catch(() => {
		throw unreachable();
	});
	if (!response.ok) throw await readFailure(response);
	const body: unknown = await response.json();
	return { body, total: Number(response.headers.get('X-Total-Count') ?? 0), link: response.headers.get('Link') };
}
