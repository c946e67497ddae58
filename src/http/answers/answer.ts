// What a handler gives back, as plain data; knows neither hono nor node, so that few places make a Response of it.

/** An HTTP answer before it is sent; a null body sends none. */
export type Answer = {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
	/** What the log tells beside the request: fields by name. */
	logged?: Readonly<Record<string, unknown>>;
	/** Why it is none that was asked for, for the log, where the handler answers its failure itself. */
	failure?: unknown;
};

/** Answers a value as application/json. */
export function jsonAnswer(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
	return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Writes a time of the broker's, in milliseconds since 1970, as answers do: ISO 8601 in UTC. */
export function isoTime(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}

/** Tells how many bytes a body has; undefined where that is not known before it is sent. */
export function bodyBytes(body: Answer['body']): number | undefined {
	if (typeof body === 'string') return Buffer.byteLength(body);
	return body instanceof Uint8Array ? body.byteLength : undefined;
}

const encoder = new TextEncoder();

/** Encodes a body that is a text. */
export function encodedBody<Body extends Exclude<Answer['body'], string>>(body: Body | string) {
	return typeof body === 'string' ? encoder.encode(body) : body;
}

/** Makes what is sent. A text is encoded here, since the server would first count its bytes and then write them. */
export function toResponse({ status, headers, body }: Answer): Response {
	return new Response(encodedBody(body), { status, headers });
}
