// What a handler gives back, as plain data; knows neither hono nor node, so that one place makes the Response.

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
