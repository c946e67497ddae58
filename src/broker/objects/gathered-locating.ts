// Looks up identifiers for many questions at once: what they ask for at the same time becomes one
// call of the index. It knows no question.
import { identifierText } from '../../identifiers/index.ts';
import type { IdentifierKey } from '../../ports/search/index-content.ts';
import type { Locating } from '../searching/find-asked.ts';

/** Wraps an index; calls that are made in one tick are gathered. */
export function gatherLocating(index: Locating): Locating {
	const locate = gatherCalls<IdentifierKey, Awaited<ReturnType<Locating['locate']>>[number]>(
		index.locate,
		identifierText,
		identifierText,
	);
	const locateKeys = gatherCalls<string, Awaited<ReturnType<Locating['locateKeys']>>[number]>(
		index.locateKeys,
		(key) => key,
		({ key }) => key,
	);
	return { locate, locateKeys };
}

/** Gathers calls that take lists and find, for each wanted thing, some that bear its name. */
function gatherCalls<Wanted, Found>(
	call: (wanted: readonly Wanted[]) => Promise<Found[]>,
	nameOfWanted: (wanted: Wanted) => string,
	nameOfFound: (found: Found) => string,
): (wanted: readonly Wanted[]) => Promise<Found[]> {
	let waiting: { wanted: Map<string, Wanted>; found: Promise<Map<string, Found[]>> } | undefined;
	const begin = () => {
		const wanted = new Map<string, Wanted>();
		const found = new Promise((resolve) => setImmediate(resolve)).then(async () => {
			waiting = undefined;
			return Map.groupBy(await call([...wanted.values()]), nameOfFound);
		});
		return { wanted, found };
	};
	return async (asked) => {
		waiting ??= begin();
		const { wanted, found } = waiting;
		for (const one of asked) wanted.set(nameOfWanted(one), one);
		const byName = await found;
		return [...new Set(asked.map(nameOfWanted))].flatMap((name) => byName.get(name) ?? []);
	};
}
