// Reads where identifiers lie, and who lies there with them; knows neither index nor links.
import type { Id, LinkRecords, Placement } from '../ports/records/link-store.ts';

/** Reads where identifiers lie. */
export async function placesById(records: LinkRecords, ids: ReadonlySet<Id>): Promise<Map<Id, Placement>> {
	return new Map((await records.placements([...ids])).map((place) => [place.id, place]));
}

/** Reads where both ends of relationships lie. */
export async function readPlaces(
	records: LinkRecords,
	relationships: readonly { source: Id; target: Id }[],
): Promise<Map<Id, Placement>> {
	const ids = new Set<Id>();
	for (const { source, target } of relationships) {
		ids.add(source);
		ids.add(target);
	}
	return placesById(records, ids);
}

/** Lists the members of the Version groups that these lie in, each once. Who is alone has a group of its own, so that most need no look. */
export async function readVersionMembers(records: LinkRecords, places: Iterable<Placement>): Promise<Placement[]> {
	const alone = new Map<Id, Placement>();
	const versions = new Set<Id>();
	for (const place of places) {
		if (place.alone) alone.set(place.id, place);
		else versions.add(place.version);
	}
	const members = versions.size === 0 ? [] : await records.versionMembers([...versions]);
	return [...alone.values(), ...members];
}
