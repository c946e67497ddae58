// Counts names, such as those of relations that are not in the vocabulary.

/** How often a name was given. */
export type NameCount = { name: string; count: number };

/** Bounds how many names are shown: the most frequent ones. */
export const namesShown = 100;

/**
 * Bounds how many are counted apart, whatever a file holds; all further ones are counted as these.
 */
const namesCounted = 1_000;
const furtherNames = '(further names)';

/** Adds up names one by one; letter case does not count, and the first spelling stays. */
export type NameTally = {
	add(name: string, times?: number): void;
	/** Returns the most frequent ones; of those as frequent as others, the first that came. */
	mostFrequent(): NameCount[];
};

/** Starts counting; memory is bounded. */
export function createNameTally(): NameTally {
	const counts = new Map<string, NameCount>();
	return {
		add(name, times = 1) {
			const isCounted = counts.size < namesCounted || counts.has(name.toLowerCase());
			const counted = isCounted ? name : furtherNames;
			counts.getOrInsertComputed(counted.toLowerCase(), () => ({ name: counted, count: 0 })).count += times;
		},
		mostFrequent: () => [...counts.values()].sort((one, other) => other.count - one.count).slice(0, namesShown),
	};
}

/** Adds up lists of counted names. */
export function addNames(...lists: (readonly NameCount[])[]): readonly NameCount[] {
	const [only = [], ...others] = lists.filter(({ length }) => length > 0);
	if (others.length === 0) return only;
	const tally = createNameTally();
	for (const { name, count } of lists.flat()) tally.add(name, count);
	return tally.mostFrequent();
}
