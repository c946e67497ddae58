// What a handler gives back, as plain data; knows neither hono nor node, so that few places make a Response of it.

/** An HTTP answer before it is sent; a null body sends none. */
export type Answer = {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: string | null;
};

/** Answers a value as application/json. */
export function jsonAnswer(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
	return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Makes what is sent. The body stays a string and the headers a plain object, because the server writes those without a detour. */
export function toResponse({ status, headers, body }: Answer): Response {
	return new Response(body, { status, headers });
}
