// Reads where identifiers lie, in the records (here) and in the index (there), each once. It knows
// no group.
import { type Identifier, identifierText } from '../../identifiers/index.ts';
import type { Located } from '../../ports/search/index-content.ts';
import type { IndexWriter } from '../../ports/search/search-writer.ts';
import type { Id, Placement } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/** What is read of the records. */
export type Graph = Pick<Transaction, 'identifiers' | 'goneIdentifiers' | 'locate' | 'members'>;
/** What is read of the index. */
export type Index = Pick<IndexWriter, 'locate' | 'members'>;

/**
 * Where an identifier lies: `place` in the records, absent where they do not know it any more,
 * `located` in the index. `id` is absent where the index alone tells of it.
 */
export type Seen = { id?: Id; place?: Placement; located?: Located };

/** Reads where identifiers lie. */
export function compareIdentifiersOf(graph: Graph, index: Index) {
	const byId = new Map<Id, Seen>();
	const byText = new Map<string, Seen>();

	/** Keeps what is so of an identifier that was not seen before. */
	const keep = (text: string, seen: Seen): void => {
		byText.set(text, seen);
		if (seen.id !== undefined) byId.set(seen.id, seen);
	};
	const read = async (ids: readonly Id[]): Promise<void> => {
		if (ids.length === 0) return;
		const known = await graph.identifiers(ids);
		const places = new Map<Id, Placement>(known.map((one) => [one.id, one]));
		const gone = places.size === ids.length ? [] : await graph.goneIdentifiers(ids.filter((id) => !places.has(id)));
		const names: (Identifier & { id: Id })[] = [...known, ...gone];
		const located = byName(await index.locate(names));
		for (const name of names) {
			const text = identifierText(name);
			const [place, there] = [places.get(name.id), located.get(text)];
			keep(text, { id: name.id, ...(place && { place }), ...(there && { located: there }) });
		}
	};
	return {
		/** Tells where identifiers of the records lie; those never heard of are left out. */
		async here(ids: Iterable<Id>): Promise<Seen[]> {
			const wanted = [...new Set(ids)];
			await read(wanted.filter((id) => !byId.has(id)));
			return wanted.flatMap((id) => byId.get(id) ?? []);
		},
		/** Tells the same of what the index has. */
		async there(located: readonly Located[]): Promise<Seen[]> {
			const unseen = located.filter((one) => !byText.has(identifierText(one)));
			const places = byName(unseen.length === 0 ? [] : await graph.locate(unseen));
			for (const one of unseen) {
				const text = identifierText(one);
				const place = places.get(text);
				keep(text, { ...(place && { id: place.id, place }), located: one });
			}
			return located.map((one) => byText.get(identifierText(one)) as Seen);
		},
	};
}

function byName<Named extends Pick<Identifier, 'scheme' | 'key'>>(named: readonly Named[]): Map<string, Named> {
	return new Map(named.map((one) => [identifierText(one), one]));
}
