// Returns whether work on longer and longer texts takes more than it should.

/** How long the work of this process took, in milliseconds, whatever else the machine does. */
function worked(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}

/** Work that takes less is not looked at more closely. */
const quickMilliseconds = 25;
const tries = 3;
/** Four times as much text may take so many times as long: that of a square takes sixteen times. */
const mostGrowth = 9;

/**
 * Returns how long the work takes on a text of a length where it grows faster than its text, or
 * undefined where it does not. Shorter texts come first, since work may grow faster than a square.
 */
export function growsTooFast(work: (length: number) => void, longest: number): string | undefined {
	for (const length of [28, longest / 32, longest / 8, longest]) {
		if (worked(() => work(length)) < quickMilliseconds) continue;
		const least = (of: number) => Math.min(...Array.from({ length: tries }, () => worked(() => work(of))));
		const [whole, quarter] = [least(length), least(length / 4)];
		if (whole < quickMilliseconds || whole < quarter * mostGrowth) continue;
		return `${whole.toFixed(0)} ms for ${length} characters, ${quarter.toFixed(1)} ms for a quarter of them`;
	}
	return undefined;
}
