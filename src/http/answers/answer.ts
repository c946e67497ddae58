// What a handler gives back, as plain data.

/** An HTTP answer before it is sent; a null body sends none. */
export type Answer = {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
	/** What the log tells beside the request: fields by name. */
	logged?: Readonly<Record<string, unknown>>;
	/** The failure that the answer tells of, for the log. */
	failure?: unknown;
};

/** Tells the log that the client went away; nothing is sent. */
export const abandonedAnswer: Answer = { status: 499, headers: {}, body: null };

/** Answers a value as application/json. */
export function jsonAnswer(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
	return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Answers a value as application/json, indented where asked. */
export function writtenJson(
	value: unknown,
	{ prettyprint, headers }: { prettyprint: boolean; headers: Readonly<Record<string, string>> },
): Answer {
	const body = JSON.stringify(value, undefined, prettyprint ? 2 : undefined);
	return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** Keeps an answer that is meant for one account out of every cache. */
export const privately = { 'Cache-Control': 'no-store' } as const;

/** Answers a value that is meant for one account. */
export function privateJson(value: unknown, status = 200): Answer {
	return jsonAnswer(value, status, privately);
}

/** Answers a request that did what was asked for, without content. */
export const doneAnswer: Answer = { status: 204, headers: privately, body: null };

/** Tells how long something has waited, in seconds; what is null has waited for 0. */
export function secondsSince(at: number | null, now: number): number {
	return at === null ? 0 : Math.max(0, now - at) / 1_000;
}

/** Makes what is sent of an answer to a request of this method; `more` are headers besides. */
export function toResponse({ status, headers, body }: Answer, more: Answer['headers'], method: string): Response {
	const all: Record<string, string> = { ...headers, ...more };
	// Hono takes the body away from answers to HEAD, and its length with it.
	if (method === 'HEAD' && body !== null && !(body instanceof ReadableStream)) {
		all['Content-Length'] = String(Buffer.byteLength(body));
	}
	// A text stays one: node sends it in one piece with the headers, which must be ASCII for that.
	return new Response(body, { status, headers: all });
}
