// Reads where identifiers lie, in the records (here) and in the index (there), each once. It knows
// no group.
import {                  identifierText } from '../../identifiers/index.js';
                                                                  
                                                                  
                                                                   
                                                                       

/** What is read of the records. */
                                                                                                
/** What is read of the index. */
                                                            

/**
 * Where an identifier lies: `place` in the records, absent where they do not know it any more,
 * `located` in the index. `id` is absent where the index alone tells of it.
 */
                                                                     

/** Reads where identifiers lie. */
export function compareIdentifiersOf(graph       , index       ) {
	const byId = new Map          ();
	const byText = new Map              ();

	/** Keeps what is so of an identifier that was not seen before. */
	const keep = (text        , seen      )       => {
		byText.set(text, seen);
		if (seen.id !== undefined) byId.set(seen.id, seen);
	};
	const read = async (ids               )                => {
		if (ids.length === 0) return;
		const known = await graph.identifiers(ids);
		const places = new Map               (known.map((one) => [one.id, one]));
		const gone = places.size === ids.length ? [] : await graph.goneIdentifiers(ids.filter((id) => !places.has(id)));
		const names                              = [...known, ...gone];
		const located = byName(await index.locate(names));
		for (const name of names) {
			const text = identifierText(name);
			const [place, there] = [places.get(name.id), located.get(text)];
			keep(text, { id: name.id, ...(place && { place }), ...(there && { located: there }) });
		}
	};
	return {
		/** Tells where identifiers of the records lie; those never heard of are left out. */
		async here(ids              )                  {
			const wanted = [...new Set(ids)];
			await read(wanted.filter((id) => !byId.has(id)));
			return wanted.flatMap((id) => byId.get(id) ?? []);
		},
		/** Tells the same of what the index has. */
		async there(located                    )                  {
			const unseen = located.filter((one) => !byText.has(identifierText(one)));
			const places = byName(unseen.length === 0 ? [] : await graph.locate(unseen));
			for (const one of unseen) {
				const text = identifierText(one);
				const place = places.get(text);
				keep(text, { ...(place && { id: place.id, place }), located: one });
			}
			return located.map((one) => byText.get(identifierText(one))        );
		},
	};
}

function byName                                                  (named                  )                     {
	return new Map(named.map((one) => [identifierText(one), one]));
}
