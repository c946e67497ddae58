// Compares groups of the index with those of the records, and gathers what has to be removed and
// written to make them equal.
//
// A group of the index is stale where it contains an identifier that the records have elsewhere, or
// no longer have. It is removed whole, with all its links; everything in a group of that name, in
// the index or in the records, is written again, with all its links. It does not matter how a group
// became stale: by a merge, a split or a removal.
import { type Identifier, identifierText } from '../../identifiers/index.ts';
import type { IndexChanges, Located } from '../../ports/search/index-content.ts';
import type { IndexWriter } from '../../ports/search/search-writer.ts';
import type { GroupLevel, Id, Placement } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { readVersionMembers } from './places.ts';

const levels: readonly GroupLevel[] = ['identity', 'version'];

/** Gathers what has to be removed and written. */
export type GroupComparison = {
	/**
	 * Compares these identifiers; returns the places of the known ones. Groups that the index lacks
	 * are written. `isBounded`: one that has moved between groups of the index is left for its own
	 * entry.
	 */
	look(ids: Iterable<Id>, how?: { isBounded: boolean }): Promise<Placement[]>;
	/** Compares these identifiers; their groups are written in any case. */
	write(ids: Iterable<Id>): Promise<void>;
	/**
	 * Treats the groups of these names as stale, whatever their members; these identifiers are
	 * written with all their links.
	 */
	rewrite(ids: readonly Id[]): Promise<void>;
	/** Lists the identifiers whose links all have to be written, each once over all calls. */
	takeRelinked(): Id[];
	/** Lists the Identity groups that have to be written, by the identifier each is named after. */
	written(): Placement[];
	/** Lists the groups of the index that are stale. */
	removed(): IndexChanges['removed'];
};

/** Starts with nothing compared. The index must not change until everything is compared. */
export function compareGroups(graph: Graph, index: Index): GroupComparison {
	const identifiers = compareIdentifiersOf(graph, index);
	const stale = { identity: createWorklist<Id>(), version: createWorklist<Id>() };
	const written = createWorklist<Id>();
	const placeOf = new Map<Id, Placement>();
	const relinked = createWorklist<Id>();

	const write = ({ identity, version, alone }: Placement): void => {
		placeOf.set(identity, { id: identity, identity, version, alone });
		written.add(identity);
	};
	const writeWithLinks = (seen: Iterable<Seen>): void => {
		for (const { place } of seen) {
			if (!place) continue;
			relinked.add(place.id);
			write(place);
		}
	};
	const note = (seen: Iterable<Seen>): void => {
		for (const { place, located } of seen) {
			if (place && !located) write(place);
			for (const level of levels) if (located && located[level] !== place?.[level]) stale[level].add(located[level]);
		}
	};
	/**
	 * Lists the groups of these names that the index has: they contain the identifier of that name.
	 */
	const thoseThere = async (level: GroupLevel, groups: Iterable<Id>): Promise<Id[]> => {
		const seen = await identifiers.here(groups);
		return seen.flatMap(({ id, located }) => (id !== undefined && located?.[level] === id ? [id] : []));
	};
	const membersOf = async (level: GroupLevel, groups: readonly Id[]): Promise<Seen[]> => {
		if (groups.length === 0) return [];
		const there = await identifiers.there(await index.members(level, groups));
		return [...there, ...(await identifiers.here((await graph.members(level, groups)).map(({ id }) => id)))];
	};
	const recompute = async (): Promise<void> => {
		for (;;) {
			for (const level of levels) {
				const members = await membersOf(level, stale[level].take());
				note(members);
				writeWithLinks(members);
			}
			const fresh = written.take().map((group) => placeOf.get(group) as Placement);
			if (fresh.length === 0) return;
			// An object takes its identifiers from the groups that have them in the index, and a Version
			// group without some member may be another one.
			note(await identifiers.here((await readVersionMembers(graph, fresh)).map(({ id }) => id)));
			for (const level of levels) {
				const groups = await thoseThere(level, new Set(fresh.map((place) => place[level])));
				note(await identifiers.there(await index.members(level, groups)));
			}
		}
	};
	/** Those in the same place as in the index, and those that moved into groups that it has. */
	const passable = async (seen: readonly Seen[]): Promise<ReadonlySet<Seen>> => {
		const moved = seen.filter(({ place, located }) => place && located);
		const there = { identity: new Set<Id>(), version: new Set<Id>() };
		for (const level of levels) {
			const groups = moved.map(({ place }) => (place as Placement)[level]);
			there[level] = new Set(await thoseThere(level, groups));
		}
		return new Set(moved.filter(({ place }) => levels.every((level) => place && there[level].has(place[level]))));
	};
	return {
		async look(ids, { isBounded } = { isBounded: false }) {
			const seen = await identifiers.here(ids);
			const passed = isBounded ? await passable(seen) : new Set();
			note(seen.filter((one) => !passed.has(one)));
			await recompute();
			return seen.flatMap(({ place }) => place ?? []);
		},
		async write(ids) {
			const seen = await identifiers.here(ids);
			note(seen);
			for (const { place } of seen) if (place) write(place);
			await recompute();
		},
		async rewrite(ids) {
			const seen = await identifiers.here(ids);
			for (const level of levels) {
				for (const group of await thoseThere(level, ids)) stale[level].add(group);
			}
			writeWithLinks(seen);
			await recompute();
		},
		takeRelinked: relinked.take,
		written: () => [...placeOf.values()],
		removed: () => levels.flatMap((level) => stale[level].all().map((group) => ({ level, group }))),
	};
}

/** Stores items, each once, and which of them have not been taken yet. */
function createWorklist<Item>() {
	const known = new Set<Item>();
	let fresh: Item[] = [];
	return {
		add(item: Item): void {
			if (known.has(item)) return;
			known.add(item);
			fresh.push(item);
		},
		take(): Item[] {
			const taken = fresh;
			fresh = [];
			return taken;
		},
		all: (): Item[] => [...known],
	};
}

type Graph = Pick<Transaction, 'identifiers' | 'locate' | 'members'>;
type Index = Pick<IndexWriter, 'locate' | 'members'>;

/**
 * An identifier's groups: `place` in the records, absent where they no longer know it, `located` in
 * the index. `id` is absent where only the index has it.
 */
type Seen = { id?: Id; place?: Placement; located?: Located };

/** Reads the groups of identifiers, in the records (here) and in the index (there), each once. */
function compareIdentifiersOf(graph: Graph, index: Index) {
	const byId = new Map<Id, Seen>();
	const byText = new Map<string, Seen>();

	/** Stores an identifier that was not read before. */
	const keep = (text: string, seen: Seen): void => {
		byText.set(text, seen);
		if (seen.id !== undefined) byId.set(seen.id, seen);
	};
	const read = async (ids: readonly Id[]): Promise<void> => {
		if (ids.length === 0) return;
		const names = await graph.identifiers(ids, 'all');
		const located = byName(await index.locate(names));
		for (const name of names) {
			const text = identifierText(name);
			const there = located.get(text);
			keep(text, { id: name.id, ...(!name.retired && { place: name }), ...(there && { located: there }) });
		}
	};
	return {
		/** Reads the places of identifiers in the records; unknown ones are left out. */
		async here(ids: Iterable<Id>): Promise<Seen[]> {
			const wanted = [...new Set(ids)];
			await read(wanted.filter((id) => !byId.has(id)));
			return wanted.flatMap((id) => byId.get(id) ?? []);
		},
		/** Reads the same for identifiers in the index. */
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
