// Keeps the places that pages had, with the items that were made of them, as long as they are asked for again and again; knows no order and no SQL.
import { createRecent } from '../../recent.ts';
import type { SearchItem } from '../search-index.ts';
import { keyOf, type LinksAsked } from './link-columns.ts';
import type { Place } from './places.ts';

/** Places of a view's links by ordinals, newest link first; each has its item. */
export type PlacesOfView = { places: Map<number, Place>; bytes: number };

export type KeptPlaces = {
	/** Gives the places of a view that are kept, perhaps none yet. */
	of(asked: LinksAsked): PlacesOfView;
	/** Keeps a place for those who ask again, with the item that was made of it; from now on the same item answers all. */
	add(kept: PlacesOfView, place: Place, ordinal: number, item: SearchItem): void;
	/** Weighs the places of a view again, which were added to. */
	weigh(asked: LinksAsked, kept: PlacesOfView): void;
	/** Forgets all places, since they have changed. */
	forget(): void;
};

/** Keeps places and items of so many bytes; up to twice as many. */
export function createKeptPlaces(limitBytes: number): KeptPlaces {
	const recent = createRecent<number, PlacesOfView>(limitBytes, ({ bytes }) => bytes);
	return {
		of: (asked) => recent.get(keyOf(asked)) ?? { places: new Map(), bytes: bytesOfNone },
		add(kept, place, ordinal, item) {
			place.item = Object.freeze(item);
			kept.places.set(ordinal, place);
			kept.bytes += bytesOfItem(item);
		},
		weigh: (asked, kept) => recent.set(keyOf(asked), kept),
		forget: () => recent.clear(),
	};
}

const bytesOfNone = 300;
// The place, the item, what holds them and the bytes that are made of them.
const bytesBeside = 400;
const bytesOfStatement = 300;

/** Tells what an item takes: the characters of its object are there as text and as bytes, of which some characters take more than one. */
function bytesOfItem({ object: { identifiers, fields, versions }, history }: SearchItem): number {
	return bytesBeside + 3 * (identifiers.length + fields.length + versions.length) + bytesOfStatement * history.length;
}
