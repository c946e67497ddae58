// Caches values that are expensive to compute.
import type { Clock } from '../clock.ts';

/**
 * Caches the answer of a question for so long after it came. Who asks while it is being asked for
 * gets the same answer; a failure is shared likewise, but not cached.
 */
export function cached<T>(
	question: () => Promise<T>,
	milliseconds: number,
	{ elapsed }: Pick<Clock, 'elapsed'>,
): () => Promise<T> {
	let known: { answer: Promise<T>; until: number } | undefined;
	return () => {
		if (known && elapsed() < known.until) return known.answer;
		const asked = { answer: question(), until: Number.POSITIVE_INFINITY };
		known = asked;
		asked.answer.then(
			() => {
				asked.until = elapsed() + milliseconds;
			},
			() => {
				asked.until = Number.NEGATIVE_INFINITY;
			},
		);
		return asked.answer;
	};
}
