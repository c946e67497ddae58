// The sums of a report, which its document and its page share: how often its works are cited, and
// which most.
type Level = 'identity' | 'version';
type Levels = Readonly<Record<Level, number>>;

/** What is summed of a work. */
export type Summed = {
	/** The same for all versions of a work. */
	family: string | number;
	cited: Levels;
	since: Levels | null | undefined;
};

/** Sums at a level. */
export type Sums<Work> = { cited: number; since: number; mostCited: readonly Work[] };

const mostListed = 10;

/**
 * Sums works, each of which comes once; by version, all versions of one count once. Who cites two
 * is counted twice.
 */
export function sumsOf<Work>(works: readonly Work[], level: Level, summed: (work: Work) => Summed): Sums<Work> {
	const sorted = mostCitedFirst(works, level, (work) => summed(work).cited);
	const counted = level === 'identity' ? sorted : firstOfFamilies(sorted, (work) => summed(work).family);
	const sum = (count: (work: Summed) => number) => counted.reduce((total, work) => total + count(summed(work)), 0);
	return {
		cited: sum(({ cited }) => cited[level]),
		since: sum(({ since }) => since?.[level] ?? 0),
		mostCited: counted.filter((work) => summed(work).cited[level] > 0).slice(0, mostListed),
	};
}

/** Sorts by citations at a level; where these are as many, by those of the work itself. */
export function mostCitedFirst<Work>(works: readonly Work[], level: Level, citedOf: (work: Work) => Levels): Work[] {
	return works.toSorted((one, other) => {
		const [left, right] = [citedOf(one), citedOf(other)];
		return right[level] - left[level] || right.identity - left.identity;
	});
}

/** Lists the first work of each family, in the order given. */
export function firstOfFamilies<Work>(works: readonly Work[], familyOf: (work: Work) => string | number): Work[] {
	const first = new Map<string | number, Work>();
	// Not every browser has getOrInsert yet.
	for (const work of works) if (!first.has(familyOf(work))) first.set(familyOf(work), work);
	return [...first.values()];
}
