// Reads the places of identifiers, and the other identifiers in their groups.
import type { Id, Placement } from '../../store/graph.ts';
import type { Groups } from '../../store/groups.ts';

export async function placesById(groups: Pick<Groups, 'identifiers'>, ids: Iterable<Id>): Promise<Map<Id, Placement>> {
	return new Map((await groups.identifiers([...ids])).map((place) => [place.id, place]));
}

/** Lists the members of the Version groups of these, each once. */
export async function readVersionMembers(
	groups: Pick<Groups, 'members'>,
	places: Iterable<Placement>,
): Promise<Placement[]> {
	// Most are alone in their group, which need not be read.
	const alone = new Map<Id, Placement>();
	const versions = new Set<Id>();
	for (const place of places) {
		if (place.alone) alone.set(place.id, place);
		else versions.add(place.version);
	}
	const members = versions.size === 0 ? [] : await groups.members('version', [...versions]);
	return [...alone.values(), ...members];
}
