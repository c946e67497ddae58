// Reads where identifiers lie, and which identifiers lie there with them. It knows neither index
// nor links.
                                                                                           

/** Reads where identifiers lie. */
export async function placesById(groups                             , ids              )                              {
	return new Map((await groups.identifiers([...ids])).map((place) => [place.id, place]));
}

/** Reads where both ends of relationships lie. */
export function readPlaces(
	groups                             ,
	relationships                            ,
)                              {
	return placesById(groups, new Set(relationships.flatMap(([source, , target]) => [source, target])));
}

/** Lists the members of the Version groups that these lie in, each once. */
export async function readVersionMembers(
	groups                         ,
	places                     ,
)                       {
	// Most are alone in a group of their own, which need not be read.
	const alone = new Map               ();
	const versions = new Set    ();
	for (const place of places) {
		if (place.alone) alone.set(place.id, place);
		else versions.add(place.version);
	}
	const members = versions.size === 0 ? [] : await groups.members('version', [...versions]);
	return [...alone.values(), ...members];
}
