// Answers of the interface that came with the page, so that its first picture asks for nothing; knows
// no page.

/** An answer as it came. */
export type Received = { status: number; body: unknown; headers: Headers };

type Held = { address: string; accept: string; status: number; headers: Record<string, string>; body: unknown };

const heldMilliseconds = 60_000;
const held = new Map<string, Received>();
const since = Date.now();

/** Reads what the page holds; to be called once, before anything is asked for. */
export function holdAnswers(): void {
	const text = document.getElementById('held-answers')?.textContent;
	if (!text) return;
	for (const { address, accept, status, headers, body } of JSON.parse(text) as Held[])
		held.set(keyOf(address, accept), { status, body, headers: new Headers(headers) });
}

/** Finds the answer to a question, whatever the order of its parameters; undefined: it must be asked. */
export function heldAnswer(address: string, accept: string): Received | undefined {
	return Date.now() - since < heldMilliseconds ? held.get(keyOf(address, accept)) : undefined;
}

/**
 * Finds an answer for the first that asks: what an operator asks for once more may have changed.
 */
export function takeHeldAnswer(address: string, accept: string): Received | undefined {
	const found = heldAnswer(address, accept);
	held.delete(keyOf(address, accept));
	return found;
}

/** Forgets all, because something was changed. */
export function forgetHeldAnswers(): void {
	held.clear();
}

function keyOf(address: string, accept: string): string {
	const { pathname, searchParams } = new URL(address, location.origin);
	searchParams.sort();
	return `${accept} ${pathname}?${searchParams}`;
}
