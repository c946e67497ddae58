// Finds the flags of links: by a function that SQL calls for each link, and for those of a page.
import { type SearchRelation, searchRelations } from '../../../../links/relation.ts';
import type { FlagCount, SearchRequest } from '../../../../ports/search/search-reader.ts';
import {
	type Asserted,
	assertedBy,
	compared,
	type Flag,
	type FlagBits,
	flagBits,
	flags,
	flagsIn,
	maskOf,
	nothingKnown,
	unknownIn,
} from '../../../../search/flags/flags.ts';
import type { Connection } from '../connection.ts';
import { readTraits } from '../document-row.ts';
import { createLru } from '../lru.ts';
import type { View } from '../schema.ts';
import type { HistoryReader } from './histories.ts';
import type { Condition, CountRow } from './select-links.ts';

/** The flags of the links of one object at a time. */
export type LinkFlags = {
	/** Compares with an object that has these traits, until the next call. */
	compareWith(traits: string): void;
	/** Writes the FlagBits of link `l` to the object `o`. */
	bits(view: View): string;
	/** Lists the flags of a link to an object with these traits, in order. */
	of(link: FlaggedLink): Flag[];
};

/** The traits of the other object, the number of the relation in searchRelations, and the history. */
export type FlaggedLink = { traits: string; seen: number; history: number | string };

// Feeds assert millions of links with few histories.
const cachedHistories = 10_000;

/** Defines the function for a connection, in which searches run one after the other. */
export function createLinkFlags(connection: Connection, readHistory: HistoryReader): LinkFlags {
	const histories = createLru<number | string, Asserted>(cachedHistories);
	const assertedIn = (history: number | string) => histories.get(history, () => assertedBy(readHistory(history)));
	let one = compared([]);
	const bitsOf = ({ traits, seen, history }: FlaggedLink): FlagBits => {
		const asserted = assertedIn(history);
		return flagBits(one, readTraits(traits), { seen: searchRelations[seen] as SearchRelation, asserted });
	};
	connection.define('link_flags', (traits, history, seen) => bitsOf({ traits, history, seen } as FlaggedLink));
	const compareWith = (traits: string) => {
		one = compared(readTraits(traits));
	};
	if (!hasTraits(connection)) return { compareWith, bits: () => `${nothingKnown}`, of: () => [] };
	return {
		compareWith,
		bits: ({ seen }) => `link_flags((SELECT traits FROM document WHERE id = o.id), l.history, ${seen})`,
		of: (link) => flagsIn(bitsOf(link)),
	};
}

/** Whether a generation has what flags compare: in an older format, no flag of any link is known. */
function hasTraits(connection: Connection): boolean {
	return connection.prepare("SELECT 1 FROM pragma_table_info('document') WHERE name = 'traits'").get() !== undefined;
}

/** Writes the column of `document` d with what flags compare. */
export function traitsColumn(connection: Connection): string {
	return hasTraits(connection) ? 'd.traits' : "''";
}

/** Writes the condition of the flags that a search asks for. */
export function flagCondition(
	{ flagged, without }: { [Filter in 'flagged' | 'without']: SearchRequest[Filter] | undefined },
	bits: LinkFlags['bits'],
): Condition {
	const [asked, left] = [flagged ? maskOf(flagged) : 0, without ? maskOf(without) : 0];
	return (view) =>
		[...(flagged ? [`${bits(view)} & ${asked} <> 0`] : []), ...(without ? [`${bits(view)} & ${left} = 0`] : [])].join(
			' AND ',
		);
}

/** Counts what a search leaves out by its flags, of the counts of all that it would find. */
export function countExcluded(without: readonly Flag[], counts: readonly CountRow[]): FlagCount[] {
	const mask = maskOf(without);
	return flagsIn(mask).map((flag) => ({
		flag,
		items: sumOf(counts, (bits) => flagsIn(bits & mask)[0] === flag),
		unknown: sumOf(counts, (bits) => (bits & mask) === 0 && unknownIn(bits).includes(flag)),
	}));
}

/** Counts links by each of their flags. */
export function countFlags(counts: readonly CountRow[]): FlagCount[] {
	return flags.map((flag) => ({
		flag,
		items: sumOf(counts, (bits) => flagsIn(bits).includes(flag)),
		unknown: sumOf(counts, (bits) => unknownIn(bits).includes(flag)),
	}));
}

function sumOf(counts: readonly CountRow[], isCounted: (bits: FlagBits) => boolean): number {
	return counts.reduce((total, [, , , links, bits]) => total + (isCounted(bits) ? links : 0), 0);
}
