// Decides how long to wait for links of which nobody knows when they end, such as submissions of somebody who fills the broker; knows no index.

/**
 * How often to look whether more has come. Whoever sends again later than that finds a build begun; but the next one comes only where half as much again
 * waits, so that all builds together take no more than three times as long as one.
 */
export const lookMilliseconds = 250;
// A build takes some 40,000 links a second: where so many come meanwhile, a fortieth of all and more would have to follow it by marks.
const fewestComingPerSecond = 1_000;
const longestWaitMilliseconds = 120_000;

export type Patience = {
	/**
	 * Tells whether to wait, as so many links wait now and so many are accepted, about to come: for a quarter of a second at first, then as long as more come
	 * fast or are about to, but not for ever: after two minutes no more, until `end`.
	 */
	waitsBeside(links: number, accepted: number): boolean;
	/** Says that what has waited waits no longer. */
	end(): void;
};

/** Creates the patience of one who waits; `now` tells milliseconds since 1970. */
export function createPatience(now: () => number): Patience {
	let wait: { begunAt: number; lookedAt: number; links: number } | undefined;
	return {
		waitsBeside(links, accepted) {
			const at = now();
			if (!wait) {
				wait = { begunAt: at, lookedAt: at, links };
				return true;
			}
			const { begunAt, lookedAt, links: before } = wait;
			// Clocks are set back, too.
			if (Math.abs(at - begunAt) >= longestWaitMilliseconds) return false;
			const elapsed = Math.abs(at - lookedAt);
			if (elapsed < lookMilliseconds) return true;
			wait = { begunAt, lookedAt: at, links };
			// Events are applied many at a time: between, nothing seems to come.
			const coming = links - before + accepted;
			return coming * 1_000 >= fewestComingPerSecond * elapsed;
		},
		end() {
			wait = undefined;
		},
	};
}
