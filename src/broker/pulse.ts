// Tells whether what works elsewhere, in another thread, still answers, without waiting for it for
// long. It knows nothing of what is asked.
import type { Clock } from '../clock.ts';

/** What came last, and how long the question that is under way has waited for its answer. */
export type Beat<T> = { last: Outcome<T> | null; silentMilliseconds: number };

/** How a question ended. */
export type Outcome<T> = { result: T } | { cause: unknown };

/** Waits for the end of a question; never fails. */
export function outcomeOf<T>(question: () => Promise<T>): Promise<Outcome<T>> {
	return question().then(
		(result) => ({ result }),
		(cause: unknown) => ({ cause }),
	);
}

/**
 * Creates what asks again at each call, unless a question is under way, and waits at most so many
 * milliseconds for the answer.
 */
export function createPulse<T>(
	question: () => Promise<T>,
	clock: Clock,
): (waitMilliseconds: number) => Promise<Beat<T>> {
	let last: Outcome<T> | null = null;
	let asked: { at: number; ended: Promise<void> } | null = null;
	const ask = () => {
		const ended = outcomeOf(question).then((outcome) => {
			last = outcome;
			asked = null;
		});
		return { at: clock.elapsed(), ended };
	};
	return async (waitMilliseconds) => {
		asked ??= ask();
		const waited = new AbortController();
		await Promise.race([asked.ended, clock.sleep(waitMilliseconds, waited.signal)]);
		waited.abort();
		return { last, silentMilliseconds: asked === null ? 0 : clock.elapsed() - asked.at };
	};
}
