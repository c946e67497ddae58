// Runs a long task while it shows how far it is, and tells how long it took.
                                                   
import { number } from './wording.js';

/**
 * Tells how far a long task is: `what` says what `done` counts. How much there is, is not known.
 */
                                           

/** Runs a task with this title; answers its result with the seconds that it took. */
export async function withProgress   (
	{ terminal, now }                ,
	title        ,
	work                                                  ,
)                                   {
	const startedAt = now();
	const progress = terminal.progress(title);
	const onProgress = ({ done, what }      )       => progress.show(done, null, `${number(done)} ${what}`);
	const result = await work(onProgress).finally(progress.end);
	return { ...result, seconds: (now() - startedAt) / 1_000 };
}
