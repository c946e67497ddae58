// Divides lists into steps of bounded size; knows nothing of what they hold.

/** Gives a list in steps of so many items. */
export function inSteps   (items              , size        )        {
	const steps        = [];
	for (let at = 0; at < items.length; at += size) steps.push(items.slice(at, at + size));
	return steps;
}
