// Tells whether what works elsewhere, in another thread, still answers, without waiting for it for
// long. It knows nothing of what is asked.
                                         

/** What came last, and how long the question that is under way has waited for its answer. */
                                                                              

/** How a question ended. */
                                                            

/** Waits for the end of a question; never fails. */
export function outcomeOf   (question                  )                      {
	return question().then(
		(result) => ({ result }),
		(cause         ) => ({ cause }),
	);
}

/**
 * Creates what asks again at each call, unless a question is under way, and waits at most so many
 * milliseconds for the answer.
 */
export function createPulse   (
	question                  ,
	clock       ,
)                                                 {
	let last                    = null;
	let asked                                              = null;
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
