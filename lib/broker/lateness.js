// Tells what has waited for too long: events to be applied, changes to be found. It knows no
// engine.
                                         
                                                           

/** When the oldest of each came, in milliseconds since 1970; null where none waits. */
                                                                      

/** Ages in seconds, 0 where nothing waits, and in words what is late. */
                                                                                                  

/**
 * Creates what tells in words what has waited for longer than so many seconds. A clock that was
 * ahead when something came makes it look young: so it is late, too, once it was the oldest for so
 * long.
 */
export function createLateness(lateAfterSeconds        , clock       )                              {
	const eventAge = createAge(clock);
	const entryAge = createAge(clock);
	const late = (seconds        , words                          )           =>
		seconds > lateAfterSeconds ? [words(inWords(seconds))] : [];
	return ({ oldestEventAt, oldestEntryAt }) => {
		const oldestEventSeconds = eventAge(oldestEventAt);
		const oldestChangeSeconds = entryAge(oldestEntryAt);
		return {
			oldestEventSeconds,
			oldestChangeSeconds,
			late: [
				...late(oldestEventSeconds, (time) => `The oldest event has waited for ${time} to be applied.`),
				...late(oldestChangeSeconds, (time) => `The oldest change has waited for ${time} to be found.`),
			],
		};
	};
}

/** Creates what tells the age in seconds of what is the oldest, 0 where there is none. */
function createAge({ now, elapsed }       )                                      {
	let seen                                                 ;
	return (oldestAt) => {
		if (oldestAt === null) {
			seen = undefined;
			return 0;
		}
		if (seen?.oldestAt !== oldestAt) seen = { oldestAt, since: elapsed() };
		return Math.max(now() - oldestAt, elapsed() - seen.since) / 1_000;
	};
}

function inWords(seconds        )         {
	return seconds < 120 ? `${Math.floor(seconds)} seconds` : `${Math.floor(seconds / 60)} minutes`;
}
