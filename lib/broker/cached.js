// Caches what costs much to ask for. It does not know what is asked for.
                                         

/**
 * Caches the answer of a question for so long after it came. Who asks while it is being asked for
 * gets the same answer; a failure is shared likewise, but not cached.
 */
export function cached   (
	question                  ,
	milliseconds        ,
	{ elapsed }                        ,
)                   {
	let known                                                   ;
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
