// Runs a long task while it shows how far it is, and tells how long it took.
import type { CommandContext } from './context.ts';
import { number } from './wording.ts';

/**
 * Tells how far a long task is: `what` says what `done` counts. How much there is, is not known.
 */
type Step = { done: number; what: string };

/** Runs a task with this title; answers its result with the seconds that it took. */
export async function withProgress<T>(
	{ terminal, now }: CommandContext,
	title: string,
	work: (onProgress: (step: Step) => void) => Promise<T>,
): Promise<T & { seconds: number }> {
	const startedAt = now();
	const progress = terminal.progress(title);
	const onProgress = ({ done, what }: Step): void => progress.show(done, null, `${number(done)} ${what}`);
	const result = await work(onProgress).finally(progress.end);
	return { ...result, seconds: (now() - startedAt) / 1_000 };
}
