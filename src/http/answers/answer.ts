// The answer of a handler, as plain data.

/** An HTTP answer before it is sent; a null body sends none. */
export type Answer = {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
	/** Fields that the log has in addition to the request. */
	logged?: Readonly<Record<string, unknown>>;
	/** The failure behind the answer, for the log. */
	failure?: unknown;
};

/** Makes the log record that the client disconnected. Nothing is sent. */
export const abandonedAnswer: Answer = { status: 499, headers: {}, body: null };

/** Answers a value as application/json. */
export function jsonAnswer(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
	return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Answers a value as application/json, indented on request. */
export function writtenJson(
	value: unknown,
	{ prettyprint, headers }: { prettyprint: boolean; headers: Readonly<Record<string, string>> },
): Answer {
	const body = JSON.stringify(value, undefined, prettyprint ? 2 : undefined);
	return { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/** Keeps an answer for one account out of every cache. */
export const privately = { 'Cache-Control': 'no-store' } as const;

/** Answers a value for one account. */
export function privateJson(value: unknown, status = 200): Answer {
	return jsonAnswer(value, status, privately);
}

/** Answers a successful request without content. */
export const doneAnswer: Answer = { status: 204, headers: privately, body: null };

/** Returns how long something has waited, in seconds; 0 for null. */
export function secondsSince(at: number | null, now: number): number {
	return at === null ? 0 : Math.max(0, now - at) / 1_000;
}

/** Makes the response to a request of this method. `more` are additional headers. */
export function toResponse({ status, headers, body }: Answer, more: Answer['headers'], method: string): Response {
	const all: Record<string, string> = { ...headers, ...more };
	// Hono removes the body from answers to HEAD, and with it the length.
	if (method === 'HEAD' && body !== null && !(body instanceof ReadableStream)) {
		all['Content-Length'] = String(Buffer.byteLength(body));
	}
	// A string stays a string: Node then sends it in one piece with the headers, if they are ASCII.
	return new Response(body, { status, headers: all });
}
