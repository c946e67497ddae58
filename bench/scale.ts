// Lists how much data a run of the benchmark uses.

// Sizes are numbers of links unless stated otherwise.
const usual = {
	/** Loaded against the bare loader, searched, and matched with subscriptions. */
	links: 1_000_000,
	/** The size of the store for the measures of size. */
	storeLinks: 1_000_000,
	/** Submitted over HTTP, and loaded from a file for comparison. */
	httpLinks: 200_000,
	/** The size of the small store; as many are added to both stores, three times. */
	slice: 100_000,
	/** Relationships of the popular object. */
	popular: 100_000,
	/** Timed changes of an object. */
	changes: 31,
	/** Loaded while others search and submit. */
	busyLinks: 300_000,
	/** Works to search for, in turn. */
	works: 20_000,
	/** Works to find by words. */
	worded: 1_000_000,
	/** Read of each dialect, and loaded of a dump. */
	dialectLinks: 40_000,
	dumpLinks: 300_000,
	/** Loaded onto PostgreSQL and OpenSearch. */
	clusterLinks: 100_000,
	/** Works to search for there, in turn. */
	clusterWorks: 4_000,
	/** Works to find by words there. */
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

/** The scales: `small` for a trial, `default` for every day, `full` for a night. */
export const scales: Readonly<Record<string, Scale>> = {
	small,
	default: usual,
	full: { ...usual, storeLinks: 10_000_000, busyLinks: 1_000_000, worded: 10_000_000, clusterWorded: 2_000_000 },
};
