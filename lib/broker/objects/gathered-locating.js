// Looks up identifiers for many questions at once: what they ask for at the same time becomes one
// call of the index. It knows no question.
import { identifierText } from '../../identifiers/index.js';
                                                                         
                                                           

/** Wraps an index; calls that are made in one tick are gathered. */
export function gatherLocating(index          )           {
	const locate = gatherCalls                                                                (
		index.locate,
		identifierText,
		identifierText,
	);
	const locateKeys = gatherCalls                                                             (
		index.locateKeys,
		(key) => key,
		({ key }) => key,
	);
	return { locate, locateKeys };
}

/** Gathers calls that take lists and find, for each wanted thing, some that bear its name. */
function gatherCalls               (
	call                                                 ,
	nameOfWanted                            ,
	nameOfFound                          ,
)                                                  {
	let waiting                                                                                   ;
	const begin = () => {
		const wanted = new Map                ();
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
