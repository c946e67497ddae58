// Divides lists into steps of bounded size.

/** Gives a list in steps of so many items. */
export function inSteps<T>(items: readonly T[], size: number): T[][] {
	const steps: T[][] = [];
	for (let at = 0; at < items.length; at += size) steps.push(items.slice(at, at + size));
	return steps;
}
