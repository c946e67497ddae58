// Lists how much one run of the benchmark does; does not know how it is measured.

// Sizes count links, unless they say otherwise.
const usual = {
	/** What is loaded beside the bare loader, and searched. */
	links: 1_000_000,
	/** What the store has grown to for the measures that ask how its size tells. */
	storeLinks: 1_000_000,
	/** What is submitted over HTTP, and loaded from a file for comparison. */
	httpLinks: 200_000,
	/** The small store that the large one is compared with; as many are added to either, thrice. */
	slice: 100_000,
	/** Relationships of the popular object. */
	popular: 100_000,
	/** How many changes of an object are timed. */
	changes: 31,
	/** What is loaded while others search and submit. */
	busyLinks: 300_000,
	/** How many works are searched for, in turn. */
	works: 20_000,
	/** How many works are found by words (works, not links). */
	worded: 1_000_000,
	/** What is read of each dialect, and loaded of a dump. */
	dialectLinks: 40_000,
	dumpLinks: 300_000,
	/** What is loaded onto PostgreSQL and OpenSearch. */
	clusterLinks: 100_000,
	/** How many works are searched for there, in turn. */
	clusterWorks: 4_000,
	/** How many works are found by words there (works, not links). */
	clusterWorded: 200_000,
};

export type Scale = typeof usual;

const small: Scale = {
	links: 50_000,
	storeLinks: 50_000,
	httpLinks: 20_000,
	slice: 5_000,
	popular: 5_000,
	changes: 7,
	busyLinks: 30_000,
	works: 2_000,
	worded: 50_000,
	dialectLinks: 20_000,
	dumpLinks: 10_000,
	clusterLinks: 10_000,
	clusterWorks: 500,
	clusterWorded: 10_000,
};

/** The scales by name: to see that all works, for every day, and for a night. */
export const scales: Readonly<Record<string, Scale>> = {
	small,
	default: usual,
	full: { ...usual, storeLinks: 10_000_000, busyLinks: 1_000_000, worded: 10_000_000, clusterWorded: 2_000_000 },
};
