// Keeps the places that first pages had, with the items that were made of them; knows no order and no SQL.
import { createRecent } from '../../../app/recent.ts';
import type { SearchItem } from '../../../ports/search/search-index.ts';
import { keyOf, type LinksAsked } from './link-columns.ts';
import type { Place } from './places.ts';

/** Places of a view's links by ordinals, newest link first; each has its item. */
export type PlacesOfView = { places: Map<number, Place>; bytes: number };

export type KeptPlaces = {
	/** Gives the places of a view that are kept, perhaps none yet. */
	of(asked: LinksAsked): PlacesOfView;
	/** Keeps those places of a page that name these as their keeper, each with its item, for whoever asks again. */
	keep(asked: LinksAsked, kept: PlacesOfView, page: readonly Place[], items: readonly SearchItem[]): void;
	/** Forgets all places, since they have changed. */
	forget(): void;
};

/** Keeps places and items of so many bytes; up to twice as many. */
export function createKeptPlaces(limitBytes: number): KeptPlaces {
	const recent = createRecent<number, PlacesOfView>(limitBytes, ({ bytes }) => bytes);
	return {
		of: (asked) => recent.get(keyOf(asked)) ?? { places: new Map(), bytes: bytesOfNone },
		keep(asked, kept, page, items) {
			const before = kept.bytes;
			for (const [at, place] of page.entries()) {
				if (place.keeper !== kept || place.item) continue;
				const item = items[at] as SearchItem;
				kept.bytes += bytesOfItem(item);
				place.item = item;
				kept.places.set(place.ordinal as number, place);
			}
			if (kept.bytes > before) recent.set(keyOf(asked), kept);
		},
		forget: () => recent.clear(),
	};
}

const bytesOfNone = 300;
// The place, the item, what holds them and the bytes that are made of them.
const bytesBeside = 900;
const bytesOfStatement = 300;

/** Estimates what an item takes: its object as text and in the forms that answers keep of it, with a relation, without, and in a link; each character one byte. */
function bytesOfItem({ object: { identifiers, fields, versions }, history }: SearchItem): number {
	return bytesBeside + 4 * (identifiers.length + fields.length + versions.length) + bytesOfStatement * history.length;
}
