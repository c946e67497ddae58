// Counts names, such as those of relations that are not in the vocabulary; knows no vocabulary.

/** Tells how often a name was given. */
export type NameCount = { name: string; count: number };

/** Bounds how many names are told: the most frequent ones. */
export const namesTold = 100;

/** Adds up names one by one; letter case does not tell them apart, and the first spelling stays. */
export type NameTally = {
	add(name: string, times?: number): void;
	/** Answers the most frequent ones; of those as frequent as others, the first that came. */
	mostFrequent(): NameCount[];
};

/** Starts counting. */
export function createNameTally(): NameTally {
	const counts = new Map<string, NameCount>();
	return {
		add(name, times = 1) {
			counts.getOrInsertComputed(name.toLowerCase(), () => ({ name, count: 0 })).count += times;
		},
		mostFrequent: () => [...counts.values()].sort((one, other) => other.count - one.count).slice(0, namesTold),
	};
}
