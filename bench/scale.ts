// How much one run of the benchmark does: the sizes of its sets of links and how long and how often it looks; knows no measure.

/** Sizes count links. */
export type Scale = {
	/** What is loaded to compare with the bare loader, and searched for the highest rates. */
	links: number;
	/** What the store has grown to where a measure asks how the size tells. */
	storeLinks: number;
	/** The small store that a large one is compared with, and what is added to each, three times. */
	growthBase: number;
	growthSlice: number;
	/** Relationships of the popular object. */
	popular: number;
	/** What is loaded while others search and submit. */
	busyLinks: number;
	/** How long requests are sent as fast as they are answered, and how long at a rate, each of several times. */
	rateSeconds: number;
	latencySeconds: number;
	warmUpSeconds: number;
	/** How long the machine is watched, before and after all else. */
	standstillSeconds: number;
	/** How often something small is done to find its median. */
	repetitions: number;
};

/** The scales by name: to see that all works, for every day, and to judge all targets. */
export const scales = {
	small: {
		links: 100_000,
		storeLinks: 100_000,
		growthBase: 10_000,
		growthSlice: 10_000,
		popular: 10_000,
		busyLinks: 30_000,
		rateSeconds: 0.4,
		latencySeconds: 0.6,
		warmUpSeconds: 0.3,
		standstillSeconds: 0.3,
		repetitions: 11,
	},
	default: {
		links: 1_000_000,
		storeLinks: 1_000_000,
		growthBase: 100_000,
		growthSlice: 100_000,
		popular: 100_000,
		busyLinks: 1_000_000,
		rateSeconds: 1.5,
		latencySeconds: 3,
		warmUpSeconds: 1,
		standstillSeconds: 5,
		repetitions: 31,
	},
	full: {
		links: 1_000_000,
		storeLinks: 10_000_000,
		growthBase: 100_000,
		growthSlice: 100_000,
		popular: 100_000,
		busyLinks: 1_000_000,
		rateSeconds: 1.5,
		latencySeconds: 3,
		warmUpSeconds: 1,
		standstillSeconds: 5,
		repetitions: 31,
	},
} as const satisfies Record<string, Scale>;

export type ScaleName = keyof typeof scales;
